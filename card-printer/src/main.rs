//! The program: JSON in, PDF out; a key in, the cards of its matrix out.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use card_printer::check::BadInput;
use card_printer::matrix::Wanted;
use card_printer::page::Document;
use card_printer::{acta_page, card_page, check, game_page, matrix, pdf};
use clap::{ArgAction, Args, Parser, Subcommand};
use hall_core::matrix::{MatrixKind, MatrixOptions};
use hall_wire::paper::{ActaSheet, GameSheet, SeriesSheet};
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use sha2::{Digest, Sha256};

/// The largest input: 9,000 cards are about 1.5 MB, a long acta less than one.
const MAX_INPUT: u64 = 64 << 20;

const HELP: &str = "{about-with-newline}\nUso: {usage}\n\n{all-args}{after-help}\n";

const BAD_INPUT: u8 = 2;
const FAILED: u8 = 1;

/// Imprime cartones, actas y hojas de partida en PDF.
///
/// Lee JSON y escribe un PDF; la misma entrada da siempre los mismos bytes. Si todo va bien,
/// escribe en la salida una línea JSON con el número de páginas y el SHA-256 del fichero:
/// {"pages":70,"sha256":"…"}. El fichero aparece entero o no aparece.
#[derive(Parser)]
#[command(
    version,
    disable_help_subcommand = true,
    disable_help_flag = true,
    disable_version_flag = true,
    subcommand_help_heading = "Órdenes",
    subcommand_value_name = "ORDEN",
    next_help_heading = "Opciones",
    help_template = HELP,
    after_help = "Códigos de salida:\n  0  impreso\n  1  no se ha podido leer o escribir un fichero\n  2  la orden o la entrada no valen; no se ha escrito nada"
)]
struct Cli {
    #[command(subcommand)]
    order: Order,
    /// Escribe esta ayuda
    #[arg(short = 'h', long = "help", action = ArgAction::HelpLong)]
    help: Option<bool>,
    /// Escribe la versión
    #[arg(short = 'V', long = "version", action = ArgAction::Version)]
    version: Option<bool>,
}

#[derive(Subcommand)]
enum Order {
    /// Imprime cartones de una serie, seis en cada hoja A4
    #[command(help_template = HELP, disable_help_flag = true)]
    Cards(Paths),
    /// Imprime el acta de una sesión
    #[command(help_template = HELP, disable_help_flag = true)]
    Acta(Paths),
    /// Imprime la hoja de la partida, para terminarla a mano; con --blank, en blanco
    #[command(help_template = HELP, disable_help_flag = true)]
    Sheet(Sheet),
    /// Rehace una matriz a partir de su clave y escribe sus cartones en CSV
    ///
    /// Con la clave que la sala revela al retirar la matriz, cualquiera comprueba que los cartones son los que
    /// salen de ella: los dos SHA-256 que se escriben son los que se publicaron antes de la venta.
    #[command(help_template = HELP, disable_help_flag = true)]
    Matrix(OfKey),
}

#[derive(Args)]
#[command(next_help_heading = "Opciones")]
struct OfKey {
    /// La clave revelada: 32 cifras hexadecimales
    #[arg(long, value_name = "CLAVE")]
    key: String,
    /// El número de la matriz, de 1 a 4294967295
    #[arg(long, value_name = "N")]
    number: u32,
    /// Cartones sueltos (single) o tiras de seis (strip)
    #[arg(long, value_name = "CLASE")]
    kind: Kind,
    /// Sin dos filas iguales en toda la matriz
    #[arg(long)]
    clean: bool,
    /// Cuántos cartones
    #[arg(long, value_name = "N")]
    size: u32,
    /// El CSV que se escribe; si ya existe, se sustituye
    #[arg(long = "csv", value_name = "FICHERO")]
    output: PathBuf,
    /// Escribe esta ayuda
    #[arg(short = 'h', long = "help", action = ArgAction::HelpLong)]
    help: Option<bool>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Kind {
    Single,
    Strip,
}

impl OfKey {
    fn wanted(&self) -> Result<Wanted, BadInput> {
        let kind = match self.kind {
            Kind::Single => MatrixKind::Single,
            Kind::Strip => MatrixKind::Strip,
        };
        let options = MatrixOptions { kind, clean: self.clean };
        Ok(Wanted { number: self.number, key: matrix::key(&self.key)?, size: self.size, options })
    }
}

#[derive(Args)]
#[command(next_help_heading = "Opciones")]
struct Sheet {
    /// El fichero JSON con lo que se imprime; «-» es la entrada estándar
    #[arg(long = "in", value_name = "FICHERO", required_unless_present = "blank")]
    input: Option<PathBuf>,
    /// En blanco, sin partida: para guardar en el cajón
    #[arg(long, conflicts_with = "input")]
    blank: bool,
    /// El PDF que se escribe; si ya existe, se sustituye
    #[arg(long = "out", value_name = "FICHERO")]
    output: PathBuf,
    /// Escribe esta ayuda
    #[arg(short = 'h', long = "help", action = ArgAction::HelpLong)]
    help: Option<bool>,
}

#[derive(Args)]
#[command(next_help_heading = "Opciones")]
struct Paths {
    /// El fichero JSON con lo que se imprime; «-» es la entrada estándar
    #[arg(long = "in", value_name = "FICHERO")]
    input: PathBuf,
    /// El PDF que se escribe; si ya existe, se sustituye
    #[arg(long = "out", value_name = "FICHERO")]
    output: PathBuf,
    /// Escribe esta ayuda
    #[arg(short = 'h', long = "help", action = ArgAction::HelpLong)]
    help: Option<bool>,
}

fn main() -> ExitCode {
    match run(&Cli::parse().order) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("card-printer: {error:#}");
            ExitCode::from(if error.is::<BadInput>() { BAD_INPUT } else { FAILED })
        }
    }
}

fn run(order: &Order) -> anyhow::Result<()> {
    match order {
        Order::Cards(paths) => {
            let sheet: SeriesSheet = parsed(&read(&paths.input)?, "una hoja de cartones")?;
            check::cards(&sheet)?;
            finish(&card_page::lay_out(&sheet)?, &paths.output)
        }
        Order::Acta(paths) => {
            let acta: ActaSheet = parsed(&read(&paths.input)?, "un acta")?;
            check::acta(&acta)?;
            finish(&acta_page::lay_out(&acta)?, &paths.output)
        }
        Order::Sheet(Sheet { input: Some(input), output, .. }) => {
            let sheet: GameSheet = parsed(&read(input)?, "una hoja de partida")?;
            check::game(&sheet)?;
            finish(&game_page::lay_out(&sheet), output)
        }
        Order::Sheet(Sheet { input: None, output, .. }) => finish(&game_page::blank(), output),
        Order::Matrix(of_key) => rebuild(of_key),
    }
}

/// Writes the cards of a matrix, and what a stranger compares with what was published.
fn rebuild(of_key: &OfKey) -> anyhow::Result<()> {
    let wanted = of_key.wanted()?;
    let made = wanted.matrix()?;
    replace(&of_key.output, |file| matrix::write_csv(&made, file))
        .with_context(|| format!("no se puede escribir {}", of_key.output.display()))?;
    writeln!(io::stdout(), "{}", matrix::report(&made, &wanted))
        .context("el CSV está escrito, pero no se puede escribir la salida")
}

fn finish(document: &Document, output: &Path) -> anyhow::Result<()> {
    let bytes = pdf::written(document);
    replace(output, |file| file.write_all(&bytes))
        .with_context(|| format!("no se puede escribir {}", output.display()))?;
    let report = serde_json::json!({
        "pages": document.pages.len(),
        "sha256": hex::encode(Sha256::digest(&bytes)),
    });
    writeln!(io::stdout(), "{report}").context("el PDF está escrito, pero no se puede escribir la salida")
}

fn read(input: &Path) -> anyhow::Result<Vec<u8>> {
    let source: Box<dyn Read> = if input.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(input).with_context(|| format!("no se puede leer {}", input.display()))?)
    };
    let mut bytes = Vec::new();
    source.take(MAX_INPUT + 1).read_to_end(&mut bytes).context("no se puede leer la entrada")?;
    anyhow::ensure!(bytes.len() as u64 <= MAX_INPUT, BadInput::TooBig(MAX_INPUT >> 20));
    Ok(bytes)
}

fn parsed<T: DeserializeOwned>(bytes: &[u8], wanted: &'static str) -> Result<T, BadInput> {
    serde_json::from_slice(bytes).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        match error.classify() {
            Category::Data => BadInput::WrongShape { wanted, line, column, detail: error.to_string() },
            Category::Io | Category::Syntax | Category::Eof => BadInput::NotJson { line, column },
        }
    })
}

/// Writes a file whole or not at all: beside its place first, then into it.
fn replace(output: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let name = output.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let folder = match output.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    };
    let temporary = folder.join(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
    let done = write_new(&temporary, write).and_then(|()| fs::rename(&temporary, output));
    if done.is_err() {
        // What matters is why it could not be written; a file that is not there cannot be removed.
        let _ = fs::remove_file(&temporary);
    }
    done?;
    File::open(folder)?.sync_all()
}

fn write_new(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut file = BufWriter::new(OpenOptions::new().write(true).create_new(true).open(path)?);
    write(&mut file)?;
    file.flush()?;
    file.get_ref().sync_all()
}
