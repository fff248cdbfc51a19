//! `hall-server export`, as it is typed and what it says.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hall_server::export::{self, Decimals, Field, Mark, Order, Part};

use super::{Folder, Progress};

#[derive(clap::Args)]
pub(super) struct Export {
    #[command(flatten)]
    folder: Folder,
    /// Una sesión, desde su apertura hasta su acta.
    #[arg(long, value_name = "NÚMERO", conflicts_with_all = ["from", "to"], required_unless_present_any = ["from", "to"])]
    session: Option<u32>,
    /// Desde una línea, o desde las sesiones de un día, como 2026-11-21. Sin ella, desde la primera.
    #[arg(long, value_name = "LÍNEA|FECHA", value_parser = mark)]
    from: Option<Mark>,
    /// Hasta una línea o un día, incluidos. Sin ella, hasta la última.
    #[arg(long, value_name = "LÍNEA|FECHA", value_parser = mark)]
    to: Option<Mark>,
    /// Una carpeta, un fichero .zip, o «usb»: el lápiz que esté conectado.
    #[arg(long, value_name = "CARPETA|FICHERO.zip|usb")]
    out: PathBuf,
    /// Las tablas con coma decimal y punto y coma entre celdas, como las lee una hoja de cálculo en español.
    #[arg(long)]
    spanish_decimals: bool,
    /// Datos personales, sólo si se necesitan: names (nombres del personal), documents (nombre y documento de quien reclamó), signatures (firmas dibujadas y páginas firmadas).
    #[arg(long, value_name = "CAMPOS", value_delimiter = ',', value_parser = field)]
    with: Vec<Field>,
}

/// A line or a day.
pub(super) fn mark(text: &str) -> Result<Mark, String> {
    Mark::parse(text).ok_or_else(|| "es un número de línea, o una fecha como 2026-11-21".to_owned())
}

/// A kind of personal data.
pub(super) fn field(text: &str) -> Result<Field, String> {
    let found = Field::ALL.into_iter().find(|field| field.name() == text);
    found.ok_or_else(|| "los campos son names, documents y signatures".to_owned())
}

/// Exports what a server says on the standard input.
pub(super) fn run_order() -> anyhow::Result<ExitCode> {
    hall_server::exports::carry_out(std::io::stdin().lock(), std::io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

/// Exports.
pub(super) fn run(args: Export) -> anyhow::Result<ExitCode> {
    let Export { folder: Folder { dir }, session, from, to, out, spanish_decimals, with } = args;
    // The hall is played meanwhile. Where the system does not allow it, it is done all the same.
    rustix::process::nice(19).ok();
    let out = if out == Path::new("usb") { export::drive::only(Path::new("/"))? } else { out };
    let part = session.map_or(Part::Between(from, to), Part::one);
    let decimals = if spanish_decimals { Decimals::Comma } else { Decimals::Point };
    let order = Order { dir, part, to: out, decimals, with, by: None };
    let made = export::export(&order, &mut Progress::default().shown())?;
    for warning in &made.warnings {
        eprintln!("Aviso: {warning}");
    }
    println!("Exportado en {}", made.to.display());
    println!("Líneas {} a {}. La última: {}", made.lines.start(), made.lines.end(), made.head);
    match order.with.as_slice() {
        [] => println!("Sin datos personales: las personas son un número y un papel."),
        fields => {
            let words: Vec<&str> = fields.iter().map(|field| field.words()).collect();
            println!("LLEVA DATOS PERSONALES, porque se han pedido: {}.", words.join("; "));
        }
    }
    println!("Para comprobarla en cualquier ordenador: abra «verificador.html», que va dentro.");
    Ok(ExitCode::SUCCESS)
}
