//! `hall-server witness` and `hall-server record-key`, as they are typed and what they say.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Subcommand;
use hall_server::clock::Clock;
use hall_server::journal;
use hall_server::record_key::short;
use hall_server::witness_server::{self, HALLS, Kept, Known, Order, known_as};

use super::{Folder, HELP};

#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    subcommand_help_heading = "Órdenes",
    subcommand_value_name = "ORDEN",
    disable_help_subcommand = true,
    override_usage = "hall-server witness --dir <CARPETA> --listen <DIRECCIÓN:PUERTO> [--name <NOMBRE>]\n     hall-server witness <ORDEN>"
)]
pub(super) struct Witness {
    #[command(subcommand)]
    what: Option<What>,
    /// La carpeta del testigo: su clave, las salas que conoce y lo que vio de ellas. Se crea si no existe; guarde copia de ella.
    #[arg(long, value_name = "CARPETA", required = true)]
    dir: Option<PathBuf>,
    /// Dónde escucha.
    #[arg(long, value_name = "DIRECCIÓN:PUERTO", required = true)]
    listen: Option<SocketAddr>,
    /// Con qué nombre firma: se dice la primera vez y ya no cambia. Sin ella, «testigo-» y ocho cifras.
    #[arg(long, value_name = "NOMBRE")]
    name: Option<String>,
}

#[derive(Subcommand)]
enum What {
    /// Añade salas, con el testigo en marcha o parado. La clave de cada una la escribe «hall-server record-key» en la sala.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    Add(Add),
    /// Enseña la clave del testigo, las salas que conoce y hasta dónde vio el registro de cada una.
    #[command(help_template = HELP, next_help_heading = "Opciones")]
    List(OwnFolder),
}

#[derive(clap::Args)]
struct OwnFolder {
    /// La carpeta del testigo.
    #[arg(long, value_name = "CARPETA")]
    dir: PathBuf,
}

#[derive(clap::Args)]
struct Add {
    #[command(flatten)]
    folder: OwnFolder,
    /// La clave del registro de una sala, entera: bombo-…/epoca-…+…+…
    #[arg(value_name = "CLAVE", required = true, help_heading = "Claves")]
    keys: Vec<String>,
}

/// Watches, or says what it does otherwise.
pub(super) fn run(args: Witness) -> anyhow::Result<ExitCode> {
    match args.what {
        Some(What::Add(Add { folder: OwnFolder { dir }, keys })) => {
            for done in witness_server::add(&dir, &keys)? {
                println!("{done}");
            }
            println!(
                "Compare la huella con la que diga la sala por otro camino. La lista está en {}.",
                dir.join(HALLS).display()
            );
        }
        Some(What::List(OwnFolder { dir })) => list(&dir)?,
        None => {
            let (Some(dir), Some(listen)) = (args.dir, args.listen) else {
                anyhow::bail!("Faltan --dir y --listen: hall-server witness --help");
            };
            witness_server::serve(&Order { dir, listen, name: args.name })?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn list(dir: &Path) -> anyhow::Result<()> {
    let witness = known_as(dir)?;
    let witness = witness.with_context(|| format!("En {} no hay ningún testigo.", dir.display()))?;
    println!("Este testigo firma con {witness}");
    let (known, kept) = (Known::read(dir)?, Kept::open(dir, &witness)?);
    let clock = Clock::of_zone("Europe/Madrid");
    for (hall, keys) in known.all() {
        println!();
        println!("{hall}, con {} {}", keys.len(), if keys.len() == 1 { "clave" } else { "claves" });
        for (epoch, last) in kept.epochs(hall) {
            let at = clock.print(i64::try_from(last.time).unwrap_or(i64::MAX / 1000) * 1000);
            println!("  época {epoch}: hasta la línea {}, el {at}", last.checkpoint.size);
        }
        if kept.newest_epoch(hall).is_none() {
            println!("  no ha llegado nada todavía");
        }
        for file in kept.evidence(hall) {
            println!("  CONTRADICCIÓN: {}", file.display());
        }
    }
    Ok(())
}

/// What a witness has to know of this hall.
pub(super) fn run_record_key(Folder { dir }: Folder) -> anyhow::Result<ExitCode> {
    let key = journal::look(&dir, |record| record.verifier())?;
    let key = key.with_context(
        || "El registro no está firmado todavía: arranque la sala una vez con «hall-server serve».",
    )?;
    let text = format!(
        "{key}\nHuella de la clave: {}\nDésela, entera, a quien lleve el testigo: hall-server witness add --dir CARPETA CLAVE\n",
        short(&key.key)
    );
    // Who takes the first line only may be gone.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(ExitCode::SUCCESS)
}
