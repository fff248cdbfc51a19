//! The program: JSON in, PDF out.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use card_printer::card_page::Sheets;
use card_printer::check::BadInput;
use card_printer::page::Document;
use card_printer::{acta_page, bulk, check, game_page, pdf, whole_file};
use clap::{ArgAction, Args, Parser, Subcommand};
use hall_wire::paper::{ActaSheet, GameSheet, SeriesSheet};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

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
    match print(&Cli::parse().order) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("card-printer: {error:#}");
            ExitCode::from(if error.is::<BadInput>() { BAD_INPUT } else { FAILED })
        }
    }
}

fn print(order: &Order) -> anyhow::Result<()> {
    match order {
        Order::Cards(paths) => {
            let sheet: SeriesSheet = parsed(&read(&paths.input)?, "una hoja de cartones")?;
            check::cards(&sheet)?;
            let sheets = Sheets::new(&sheet);
            finish(&paths.output, sheets.count(), |out| {
                bulk::write(out, sheets.frame(), sheets.count(), &|number| sheets.page(number))
            })
        }
        Order::Acta(paths) => {
            let acta: ActaSheet = parsed(&read(&paths.input)?, "un acta")?;
            check::acta(&acta)?;
            finish_document(&acta_page::lay_out(&acta)?, &paths.output)
        }
        Order::Sheet(Sheet { input: Some(input), output, .. }) => {
            let sheet: GameSheet = parsed(&read(input)?, "una hoja de partida")?;
            check::game(&sheet)?;
            finish_document(&game_page::lay_out(&sheet), output)
        }
        Order::Sheet(Sheet { input: None, output, .. }) => finish_document(&game_page::blank(), output),
    }
}

fn finish_document(document: &Document, output: &Path) -> anyhow::Result<()> {
    finish(output, document.pages.len(), |out| out.write_all(&pdf::written(document)))
}

/// Writes the file and says what was written.
fn finish(
    output: &Path,
    pages: usize,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let sha256 = whole_file::written(output, fill)
        .with_context(|| format!("no se puede escribir {}", output.display()))?;
    let report = serde_json::json!({ "pages": pages, "sha256": hex::encode(sha256) });
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
