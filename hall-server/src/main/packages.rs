//! What the packages ask before a version takes the place of another: `hall-server session` and `hall-server reads`.

use std::path::PathBuf;
use std::process::ExitCode;

use hall_server::journal::{Reads, stands};

/// The status that says that a session is open.
const OPEN: u8 = 10;

/// The status that says that the other version does not read this record.
const UNREADABLE: u8 = 11;

#[derive(clap::Args)]
pub(super) struct Session {
    /// La carpeta de la sala.
    #[arg(long, value_name = "CARPETA")]
    dir: PathBuf,
    /// Lo que lee otra versión, como lo escribe su «hall-server reads»: si el registro tiene algo que no lee, termina con 11.
    #[arg(long, value_name = "LO QUE LEE", hide = true)]
    readable_by: Option<String>,
}

pub(super) fn run_session(args: &Session) -> anyhow::Result<ExitCode> {
    let reader = match &args.readable_by {
        Some(reads) => reads.parse().map_err(anyhow::Error::msg)?,
        None => Reads::of_this_program(),
    };
    let stands = stands(&args.dir, &reader)?;
    match stands.open {
        Some(session) => println!("La sesión {session} está abierta."),
        None => println!("No hay ninguna sesión abierta."),
    }
    for fault in &stands.unreadable {
        println!("Esa versión no puede leer este registro: {fault}.");
    }
    Ok(match (stands.open, stands.unreadable.is_empty()) {
        (_, false) => ExitCode::from(UNREADABLE),
        (Some(_), true) => ExitCode::from(OPEN),
        (None, true) => ExitCode::SUCCESS,
    })
}

pub(super) fn run_reads() -> anyhow::Result<ExitCode> {
    println!("{}", Reads::of_this_program());
    Ok(ExitCode::SUCCESS)
}
