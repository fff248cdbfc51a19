//! The technician's program: files of drivers, ports, what is heard on a line, tags of balls.

mod ask;
mod enrol;
mod listen;
mod replay;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use ball_machine::blp1::watch::Watch;
use ball_machine::decoder::{Decoder, Order};
use ball_machine::driver::{BLP1, Driver, EMBEDDED, Kind};
use ball_machine::line::LineSettings;
use ball_machine::recording::hex;
use ball_machine::tags::TagTable;
use clap::{Args, Parser, Subcommand};
use hall_core::machine::SetId;

const TEMPLATE: &str = "{about-with-newline}\nUso: {usage}\n\n{all-args}{after-help}";

/// Herramientas del técnico para extractores de bolas: controladores, puertos, grabaciones y etiquetas.
#[derive(Debug, Parser)]
#[command(
    name = "ball-machine",
    disable_help_flag = true,
    disable_help_subcommand = true,
    help_template = TEMPLATE,
    subcommand_help_heading = "Órdenes",
    subcommand_value_name = "ORDEN"
)]
struct Options {
    #[command(subcommand)]
    command: Command,
    /// Muestra esta ayuda
    #[arg(long, short, global = true, action = clap::ArgAction::Help, help_heading = "Opciones")]
    help: Option<bool>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Comprueba un controlador (.toml) y sus vectores, o la tabla de etiquetas de un juego
    #[command(help_template = TEMPLATE)]
    Check {
        /// Fichero, o nombre de un controlador incluido
        #[arg(value_name = "FICHERO", help_heading = "Argumentos")]
        file: String,
    },
    /// Puertos serie de este equipo y controladores incluidos
    #[command(help_template = TEMPLATE)]
    List {
        /// Abre cada puerto y prueba qué controlador entiende lo que responde
        #[arg(long, help_heading = "Opciones")]
        ask: bool,
        /// Carpeta de los dispositivos
        #[arg(long, value_name = "CARPETA", default_value = "/dev", hide = true)]
        dev: PathBuf,
    },
    /// Lo que llega por la línea y lo que significa, hasta Ctrl-C
    #[command(help_template = TEMPLATE)]
    Monitor {
        #[command(flatten)]
        line: Line,
    },
    /// Como monitor, y además lo graba con sus tiempos
    #[command(help_template = TEMPLATE)]
    Record {
        /// Fichero de la grabación; no ha de existir
        #[arg(value_name = "FICHERO", help_heading = "Argumentos")]
        file: PathBuf,
        #[command(flatten)]
        line: Line,
    },
    /// Descifra una grabación, o la dice por un pseudoterminal
    #[command(help_template = TEMPLATE)]
    Replay {
        /// Grabación hecha con record
        #[arg(value_name = "FICHERO", help_heading = "Argumentos")]
        file: PathBuf,
        /// Otro controlador que el de la grabación
        #[arg(long, value_name = "NOMBRE", help_heading = "Opciones")]
        driver: Option<String>,
        /// Tabla de etiquetas del juego
        #[arg(long, value_name = "FICHERO", help_heading = "Opciones")]
        tags: Option<PathBuf>,
        /// La dice por un pseudoterminal, a su ritmo, en cuanto alguien lo abre
        #[arg(long, help_heading = "Opciones")]
        pty: bool,
        /// Con --pty, sin esperas
        #[arg(long, requires = "pty", help_heading = "Opciones")]
        fast: bool,
    },
    /// Da una orden a la máquina y escucha lo que responde
    #[command(help_template = TEMPLATE)]
    Send {
        /// query, stop, run, hold, load, release o self-test
        #[arg(value_name = "ORDEN", value_parser = order, help_heading = "Argumentos")]
        order: Order,
        #[command(flatten)]
        line: Line,
        /// Milisegundos que se escucha después
        #[arg(
            long,
            value_name = "MS",
            default_value_t = 3000,
            hide_default_value = true,
            help_heading = "Opciones"
        )]
        wait_ms: u64,
    },
    /// Hace la tabla de etiquetas de un juego: se pasa cada bola y se teclea su número
    #[command(help_template = TEMPLATE)]
    Enrol {
        /// Tabla que se escribe; si ya existe, se sigue donde quedó
        #[arg(value_name = "FICHERO", help_heading = "Argumentos")]
        file: PathBuf,
        /// Nombre del juego: de 1 a 8 letras A-Z y cifras
        #[arg(long, value_name = "JUEGO", value_parser = set_id, help_heading = "Opciones")]
        set: SetId,
        #[command(flatten)]
        line: Line,
    },
}

/// Which line, and who understands it.
#[derive(Debug, Args)]
struct Line {
    /// Puerto serie; mejor su nombre de /dev/serial/by-id
    #[arg(long, value_name = "PUERTO", help_heading = "Opciones")]
    port: PathBuf,
    /// Controlador: blp1, el nombre de uno incluido o la ruta de un .toml
    #[arg(long, value_name = "NOMBRE", default_value = BLP1, hide_default_value = true, help_heading = "Opciones")]
    driver: String,
    /// Tabla de etiquetas del juego
    #[arg(long, value_name = "FICHERO", help_heading = "Opciones")]
    tags: Option<PathBuf>,
    /// Otra velocidad que la del controlador
    #[arg(long, value_name = "BAUDIOS", help_heading = "Opciones")]
    baud: Option<u32>,
}

fn order(word: &str) -> Result<Order, String> {
    Order::parse(word).ok_or_else(|| "ha de ser query, stop, run, hold, load, release o self-test".to_owned())
}

fn set_id(text: &str) -> Result<SetId, String> {
    SetId::parse(text).ok_or_else(|| "de 1 a 8 letras A-Z y cifras".to_owned())
}

fn main() -> ExitCode {
    match run(Options::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Check { file } => check(&file),
        Command::List { ask, dev } => ask::list(&dev, ask),
        Command::Monitor { line } => listen::monitor(&line, None),
        Command::Record { file, line } => listen::monitor(&line, Some(&file)),
        Command::Replay { file, driver, tags, pty, fast } => {
            replay::replay(&file, driver.as_deref(), tags.as_deref(), pty.then_some(fast))
        }
        Command::Send { order, line, wait_ms } => ask::send(&line, order, wait_ms),
        Command::Enrol { file, set, line } => enrol::enrol(&file, set, &line),
    }
}

/// Returns how the port is set, and a decoder.
fn driver(name: &str, tags: Option<&std::path::Path>) -> anyhow::Result<(LineSettings, Box<dyn Decoder>)> {
    if name == BLP1 {
        return Ok((LineSettings::default(), Box::new(Watch::default())));
    }
    let driver = Driver::load(name)?;
    let tags = tags.map(tag_table).transpose()?;
    Ok((driver.line, driver.decoder(tags.as_ref())))
}

fn tag_table(path: &std::path::Path) -> anyhow::Result<TagTable> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("no se puede leer {}", path.display()))?;
    Ok(TagTable::parse(&path.display().to_string(), &text)?)
}

fn check(file: &str) -> anyhow::Result<()> {
    let known = EMBEDDED.iter().any(|(name, _)| *name == file);
    if !known && !file.ends_with(".toml") && std::path::Path::new(file).exists() {
        let table = tag_table(std::path::Path::new(file))?;
        println!("{file}: correcto: tabla de etiquetas de {} bolas", table.len());
        if let Some(set) = table.set() {
            println!("  juego:   {set}");
        }
        println!("  SHA-256: {}", hex(&table.sha256()).replace(' ', "").to_lowercase());
        return Ok(());
    }
    let driver = Driver::load(file)?;
    let kind = match driver.kind {
        Kind::Keypad(_) => "teclado (D0)",
        Kind::Stx(_) => "tramas con comienzo y final (D2)",
        Kind::Tag(_) => "lector de etiquetas (D3)",
        Kind::Contacts(_) => "contactos por Modbus RTU (D4)",
    };
    println!("{}: correcto: {kind}, {}", driver.name, driver.line);
    println!("  {}", driver.about);
    println!("  vectores que dan lo que dicen: {}", driver.vectors().len());
    for warning in &driver.warnings {
        println!("  aviso, línea {}: {}", warning.line, warning.text);
    }
    Ok(())
}
