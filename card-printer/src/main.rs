//! `card-printer`: JSON in, PDF out; a revealed key in, its cards and certificate out; an imported file of cards in,
//! a report out.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use card_printer::card_page::{ALL, Choice, Sheets};
use card_printer::certificate::sheet;
use card_printer::check::BadInput;
use card_printer::matrix::Wanted;
use card_printer::page::Document;
use card_printer::picture::{self, Picture};
use card_printer::template::{Template, listing};
use card_printer::{
    acta_page, braille, bulk, certificate_page, check, foreign, game_page, matrix, notice_page, pdf,
    whole_file,
};
use clap::{ArgAction, Args, Parser, Subcommand};
use hall_core::card::CardId;
use hall_core::matrix::{MatrixKind, MatrixNo, MatrixOptions};
use hall_wire::matrix_file::{self, Format, Limits, Rejected};
use hall_wire::paper::{ActaSheet, CertificateSheet, GameSheet, NoticeSheet, SeriesSheet};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// 9,000 cards are about 1.5 MB, a long acta less than 1 MB.
const MAX_INPUT: u64 = 64 << 20;

const HELP: &str = "{about-with-newline}\nUso: {usage}\n\n{all-args}{after-help}\n";

const BAD_INPUT: u8 = 2;
const FAILED: u8 = 1;

/// Imprime cartones, actas, hojas de partida, certificados de matriz y avisos en PDF.
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
    /// Imprime cartones de una serie, como diga una plantilla
    #[command(help_template = HELP, disable_help_flag = true)]
    Cards(Cards),
    /// Dibuja en PNG una hoja de cartones con la palabra MUESTRA, para verla antes de gastar papel
    #[command(help_template = HELP, disable_help_flag = true)]
    Preview(Preview),
    /// Dice en JSON qué plantillas de cartones hay, y qué le falta a la que no vale
    #[command(help_template = HELP, disable_help_flag = true)]
    Templates(Templates),
    /// Imprime el acta de una sesión
    #[command(help_template = HELP, disable_help_flag = true)]
    Acta(Paths),
    /// Imprime la hoja de la partida, para terminarla a mano; con --blank, en blanco
    #[command(help_template = HELP, disable_help_flag = true)]
    Sheet(Sheet),
    /// Imprime el certificado de una matriz: sus huellas, sus cuentas y cuánto se apartan del azar
    #[command(help_template = HELP, disable_help_flag = true)]
    Certificate(Paths),
    /// Imprime el aviso de los cartones en venta: sus huellas y cómo las comprueba cualquiera
    #[command(help_template = HELP, disable_help_flag = true)]
    Notice(Paths),
    /// Rehace una matriz a partir de su clave y escribe sus cartones en CSV o en JSON
    ///
    /// Con la clave que la sala revela al retirar la matriz, cualquiera comprueba que los cartones son los que
    /// salen de ella: los dos SHA-256 que se escriben son los que constan en el registro desde que se hizo.
    #[command(help_template = HELP, disable_help_flag = true)]
    Matrix(OfKey),
    /// Comprueba una matriz hecha por otros, en CSV o en JSON
    ///
    /// Si todos los cartones valen, dice cuántos son, cuántas filas se repiten y su SHA-256. Si no, dice todos los
    /// errores, cada uno con su línea, y no escribe nada.
    #[command(help_template = HELP, disable_help_flag = true)]
    CheckMatrix(OfOthers),
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
    #[arg(long, value_name = "FICHERO", required_unless_present = "json")]
    csv: Option<PathBuf>,
    /// El JSON que se escribe, además del CSV o en su lugar
    #[arg(long, value_name = "FICHERO")]
    json: Option<PathBuf>,
    /// Escribe además el certificado de la matriz en PDF
    #[arg(long, value_name = "FICHERO")]
    certificate: Option<PathBuf>,
    /// Escribe esta ayuda
    #[arg(short = 'h', long = "help", action = ArgAction::HelpLong)]
    help: Option<bool>,
}

#[derive(Args)]
#[command(next_help_heading = "Opciones")]
struct OfOthers {
    /// El fichero de cartones, CSV o JSON; «-» es la entrada estándar
    #[arg(long = "in", value_name = "FICHERO")]
    input: PathBuf,
    /// Escribe además los mismos cartones en CSV, como los de la sala
    #[arg(long, value_name = "FICHERO")]
    csv: Option<PathBuf>,
    /// Escribe además los mismos cartones en JSON
    #[arg(long, value_name = "FICHERO")]
    json: Option<PathBuf>,
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
struct Cards {
    #[command(flatten)]
    paths: Paths,
    /// La plantilla: a4-6, a4-strip, large-print, o un fichero acabado en .toml
    #[arg(long, value_name = "PLANTILLA", default_value = "a4-6", hide_default_value = true)]
    template: String,
    /// Sólo del cartón de este número en adelante; los demás dejan su sitio en blanco
    #[arg(long, value_name = "NÚMERO", default_value_t = 1, hide_default_value = true)]
    first: u32,
    /// Sólo hasta el cartón de este número
    #[arg(long, value_name = "NÚMERO", default_value_t = u32::MAX, hide_default_value = true)]
    last: u32,
    /// Sólo este lote de hojas de papel, desde 1
    #[arg(long, value_name = "LOTE")]
    lot: Option<usize>,
    /// Cuántas hojas de papel tiene un lote; si no se dice, 50
    #[arg(long, value_name = "HOJAS", default_value_t = 50, hide_default_value = true)]
    lot_size: usize,
    /// Qué ejemplar es: desde el 2, todos los cartones llevan COPIA
    #[arg(long, value_name = "EJEMPLAR", default_value_t = 1, hide_default_value = true)]
    copy: u32,
    /// Escribe además los mismos cartones en braille, en un fichero BRF de 40 × 25 celdas
    #[arg(long, value_name = "FICHERO")]
    brf: Option<PathBuf>,
    /// Dice por dónde va, en líneas JSON en la salida de errores: {"page":128,"of":1500}
    #[arg(long)]
    progress: bool,
}

#[derive(Args)]
#[command(next_help_heading = "Opciones")]
struct Preview {
    /// El fichero JSON con los cartones; «-» es la entrada estándar
    #[arg(long = "in", value_name = "FICHERO")]
    input: PathBuf,
    /// El PNG que se escribe; si ya existe, se sustituye; «-» es la salida estándar
    #[arg(long = "out", value_name = "FICHERO")]
    output: PathBuf,
    /// La plantilla: a4-6, a4-strip, large-print, o un fichero acabado en .toml
    #[arg(long, value_name = "PLANTILLA", default_value = "a4-6", hide_default_value = true)]
    template: String,
    /// La hoja del cartón de este número, y sólo del cartón de este número en adelante
    #[arg(long, value_name = "NÚMERO", default_value_t = 1, hide_default_value = true)]
    first: u32,
    /// Sólo hasta el cartón de este número
    #[arg(long, value_name = "NÚMERO", default_value_t = u32::MAX, hide_default_value = true)]
    last: u32,
    /// El dorso, si la plantilla lo tiene
    #[arg(long)]
    back: bool,
    /// Cuántos puntos de ancho, de 100 a 4000; si no se dice, 1000
    #[arg(long, value_name = "PUNTOS", default_value_t = 1000, hide_default_value = true)]
    width: u32,
    /// Escribe esta ayuda
    #[arg(short = 'h', long = "help", action = ArgAction::HelpLong)]
    help: Option<bool>,
}

#[derive(Args)]
#[command(next_help_heading = "Opciones")]
struct Templates {
    /// Además, las plantillas de esta carpeta
    #[arg(long, value_name = "CARPETA")]
    dir: Option<PathBuf>,
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
            // Stderr may be closed.
            let _ = writeln!(io::stderr(), "card-printer: {error:#}");
            ExitCode::from(if error.is::<BadInput>() { BAD_INPUT } else { FAILED })
        }
    }
}

fn run(order: &Order) -> anyhow::Result<()> {
    match order {
        Order::Cards(cards) => print_cards(cards),
        Order::Preview(preview) => show_cards(preview),
        Order::Templates(templates) => list_templates(templates),
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
        Order::Certificate(paths) => {
            let sheet: CertificateSheet = parsed(&read(&paths.input)?, "un certificado de matriz")?;
            finish_document(&certificate(&sheet)?, &paths.output)
        }
        Order::Notice(paths) => {
            let sheet: NoticeSheet = parsed(&read(&paths.input)?, "un aviso de cartones en venta")?;
            finish_document(&notice_page::lay_out(&sheet)?, &paths.output)
        }
        Order::Matrix(of_key) => rebuild(of_key),
        Order::CheckMatrix(of_others) => check_matrix(of_others),
    }
}

/// Writes the cards of a matrix, and the hashes to compare with the published ones.
fn rebuild(of_key: &OfKey) -> anyhow::Result<()> {
    let wanted = of_key.wanted()?;
    let made = wanted.matrix()?;
    write_cards(&of_key.csv, &of_key.json, Some(made.number()), made.size(), || made.faces())?;
    if let Some(output) = &of_key.certificate {
        let document = certificate(&sheet::of_key(&wanted)?)?;
        whole_file::written(output, |out| out.write_all(&pdf::written(&document)))
            .with_context(|| format!("no se puede escribir {}", output.display()))?;
    }
    writeln!(io::stdout(), "{}", matrix::report(&made, &wanted))
        .context("los cartones están escritos, pero no se puede escribir la salida")
}

/// Reports on an imported file of cards, and rewrites its cards in our format.
fn check_matrix(of_others: &OfOthers) -> anyhow::Result<()> {
    let input = &of_others.input;
    let read = matrix_file::read(BufReader::new(opened(input)?), Format::Auto, Limits::default());
    let foreign = read.map_err(|rejected| match rejected {
        Rejected::Faults(faults) => BadInput::Foreign(faults).into(),
        Rejected::Read(error) => {
            anyhow::Error::new(error).context(format!("no se puede leer {}", input.display()))
        }
    })?;
    let size = u32::try_from(foreign.cards.len()).expect("a file has no more cards than a matrix");
    let faces = || foreign.cards.iter().copied();
    write_cards(&of_others.csv, &of_others.json, foreign.matrix, size, faces)?;
    foreign::tell(&mut io::stdout(), &foreign).context("no se puede escribir la salida")
}

/// Writes cards 1, 2, 3 … as CSV, as JSON, or as both.
fn write_cards<I: Iterator<Item = CardId>>(
    csv: &Option<PathBuf>,
    json: &Option<PathBuf>,
    number: Option<MatrixNo>,
    size: u32,
    faces: impl Fn() -> I,
) -> anyhow::Result<()> {
    if let Some(csv) = csv {
        whole_file::written(csv, |file| matrix_file::write_csv(file, faces()))
            .with_context(|| format!("no se puede escribir {}", csv.display()))?;
    }
    if let Some(json) = json {
        whole_file::written(json, |file| matrix_file::write_json(file, number, size, faces()))
            .with_context(|| format!("no se puede escribir {}", json.display()))?;
    }
    Ok(())
}

fn certificate(sheet: &CertificateSheet) -> Result<Document, BadInput> {
    let measures = sheet::measured(sheet)?;
    certificate_page::lay_out(sheet, &measures)
}

fn print_cards(cards: &Cards) -> anyhow::Result<()> {
    let sheet: SeriesSheet = parsed(&read(&cards.paths.input)?, "una hoja de cartones")?;
    check::cards(&sheet)?;
    let template = template(&cards.template)?;
    let Cards { first, last, lot, lot_size, copy, .. } = *cards;
    anyhow::ensure!(copy > 0, BadInput::Choice("el primer ejemplar es el 1"));
    anyhow::ensure!(
        lot_size > 0 && lot != Some(0),
        BadInput::Choice("los lotes y sus hojas se cuentan desde 1")
    );
    let choice = Choice { numbers: first..=last, lot: lot.map(|lot| (lot, lot_size)), copy, sample: false };
    let sheets = Sheets::new(&sheet, &template, &choice)?;
    if let Some(brf) = &cards.brf {
        whole_file::written(brf, |out| braille::write(out, &sheet, &sheets.cards(), copy))
            .with_context(|| format!("no se puede escribir {}", brf.display()))?;
    }
    finish(&cards.paths.output, sheets.count(), |out| {
        let count = sheets.count();
        let mut tell = |page| if cards.progress { told(page, count) } else { Ok(()) };
        bulk::write(out, sheets.frame(), count, &|number| sheets.page(number), &mut tell)
    })
}

/// Renders the first sheet of paper that would be printed.
fn show_cards(preview: &Preview) -> anyhow::Result<()> {
    let mut sheet: SeriesSheet = parsed(&read(&preview.input)?, "una hoja de cartones")?;
    check::cards(&sheet)?;
    sheet.without_codes();
    let template = template(&preview.template)?;
    anyhow::ensure!(
        picture::WIDTHS.contains(&preview.width),
        BadInput::Choice("el ancho va de 100 a 4000 puntos")
    );
    anyhow::ensure!(
        !preview.back || template.back.is_some(),
        BadInput::Choice("la plantilla no tiene dorso: pídala sin --back")
    );
    let choice = Choice { numbers: preview.first..=preview.last, sample: true, ..ALL };
    let sheets = Sheets::new(&sheet, &template, &choice)?;
    let shown = Picture::of(&sheets.page(usize::from(preview.back)), sheets.frame(), preview.width);
    if preview.output.as_os_str() == "-" {
        return shown.write_png(&mut io::stdout()).context("no se puede escribir la salida");
    }
    whole_file::written(&preview.output, |out| shown.write_png(out))
        .map(drop)
        .with_context(|| format!("no se puede escribir {}", preview.output.display()))
}

/// Reports progress. Fails if stderr is closed, which cancels the job.
fn told(page: usize, of: usize) -> io::Result<()> {
    writeln!(io::stderr(), "{}", serde_json::json!({ "page": page, "of": of }))
}

fn list_templates(templates: &Templates) -> anyhow::Result<()> {
    let rows = listing::all(templates.dir.as_deref()).context("no se puede leer la carpeta de plantillas")?;
    let json = serde_json::to_string(&rows).expect("rows are JSON");
    writeln!(io::stdout(), "{json}").context("no se puede escribir la salida")
}

/// A built-in template by name, or one from a file.
fn template(name: &str) -> anyhow::Result<Template> {
    let path = Path::new(name);
    if path.extension().is_none_or(|end| end != "toml") {
        return Ok(Template::named(name).map_err(BadInput::from)?);
    }
    let text = fs::read_to_string(path).with_context(|| format!("no se puede leer {name}"))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(Template::parse(name, &text, folder).map_err(BadInput::from)?)
}

fn finish_document(document: &Document, output: &Path) -> anyhow::Result<()> {
    finish(output, document.pages.len(), |out| out.write_all(&pdf::written(document)))
}

/// Writes the file, and a line of JSON with its pages and hash.
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
    let source = opened(input)?;
    let mut bytes = Vec::new();
    source.take(MAX_INPUT + 1).read_to_end(&mut bytes).context("no se puede leer la entrada")?;
    anyhow::ensure!(bytes.len() as u64 <= MAX_INPUT, BadInput::TooBig(MAX_INPUT >> 20));
    Ok(bytes)
}

fn opened(input: &Path) -> anyhow::Result<Box<dyn Read>> {
    if input.as_os_str() == "-" {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(input).with_context(|| format!("no se puede leer {}", input.display()))?;
    Ok(Box::new(file))
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
