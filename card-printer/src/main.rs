//! `card-printer`: JSON in, PDF out; a revealed key in, its cards and certificate out; an imported file of cards in,
//! a report out.

mod arguments;
#[cfg(feature = "seal")]
mod sealing;
#[cfg(not(feature = "seal"))]
#[path = "unsealed.rs"]
mod sealing;

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use card_printer::archive::Moment;
use card_printer::card_page::{ALL, Choice, Sheets};
use card_printer::certificate::sheet;
use card_printer::check::BadInput;
use card_printer::matrix::Wanted;
use card_printer::page::Document;
use card_printer::picture::{self, Picture};
use card_printer::template::{Template, listing};
use card_printer::{
    acta_page, archive, braille, certificate_page, check, copy, document, foreign, game_page, matrix,
    notice_page, pdf, receipt_page, sound, whole_file,
};
use hall_core::card::CardId;
use hall_core::matrix::{MatrixNo, MatrixOptions};
use hall_wire::matrix_file::{self, Format, Limits, Rejected};
use hall_wire::paper::{ActaSheet, CertificateSheet, CopySheet, SeriesSheet, SignatureSheet};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use arguments::{Acta, Cards, Copy, OfKey, OfOthers, Order, Paths, Preview, SealCheck, Sheet, Templates};

/// 9,000 cards are about 1.5 MB, a long acta less than 1 MB.
const MAX_INPUT: u64 = 64 << 20;

const BAD_INPUT: u8 = 2;
const FAILED: u8 = 1;

fn main() -> ExitCode {
    match run(&arguments::order()) {
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
        Order::Preview(preview) => preview_cards(preview),
        Order::Templates(templates) => list_templates(templates),
        Order::Acta(acta) => print_acta(acta),
        Order::Copy(copy) => copy_acta(copy),
        Order::Signatures(paths) => print_signatures(paths),
        Order::Seal(check) => check_seal(check),
        Order::Sheet(Sheet { input: Some(input), output, .. }) => {
            print(input, output, "una hoja de partida", |sheet| {
                check::game(sheet)?;
                Ok(game_page::lay_out(sheet))
            })
        }
        Order::Sheet(Sheet { input: None, output, .. }) => finish_document(&game_page::blank(), output),
        Order::Certificate(Paths { input, output }) => {
            print(input, output, "un certificado de matriz", certificate)
        }
        Order::Notice(Paths { input, output }) => {
            print(input, output, "un aviso de cartones en venta", notice_page::lay_out)
        }
        Order::Receipt(Paths { input, output }) => {
            print(input, output, "un justificante de premio", receipt_page::lay_out)
        }
        Order::Matrix(of_key) => rebuild(of_key),
        Order::CheckMatrix(of_others) => check_matrix(of_others),
    }
}

/// Prints a JSON input; `wanted` names it in error messages.
fn print<T: DeserializeOwned>(
    input: &Path,
    output: &Path,
    wanted: &'static str,
    lay_out: impl FnOnce(&T) -> Result<Document, BadInput>,
) -> anyhow::Result<()> {
    let sheet: T = read_json(input, wanted)?;
    finish_document(&lay_out(&sheet)?, output)
}

/// Writes an acta as PDF/A, signed where there is a certificate. One that is not sound is a fault of ours, and no acta.
fn print_acta(Acta { paths, seal, key, at }: &Acta) -> anyhow::Result<()> {
    let acta: ActaSheet = read_json(&paths.input, "un acta")?;
    check::acta(&acta)?;
    let parts = acta_page::parts(&acta)?;
    let counts: Vec<usize> =
        if acta.parts.is_empty() { Vec::new() } else { parts.iter().map(Vec::len).collect() };
    let document = acta_page::document(&acta, parts.concat());
    let mut bytes = archive::written(&document, &acta_page::about(&acta)?)?;
    if let (Some(certificate), Some(at)) = (seal, at) {
        bytes = sealing::signed(bytes, certificate, key, moment(at)?)?;
    }
    if let Some(fault) = sound::faults(&bytes).first() {
        bail!("el acta no ha quedado bien escrita y no se entrega: {fault}");
    }
    let sha256 = write_file(&paths.output, |out| out.write_all(&bytes))?;
    let mut report = serde_json::json!({ "pages": document.pages.len(), "sha256": hex::encode(sha256) });
    if !counts.is_empty() {
        report["parts"] = counts.into();
    }
    said(&report)
}

/// Writes a copy of an acta: the acta's own bytes, and the mark behind them.
fn copy_acta(Copy { paths, acta }: &Copy) -> anyhow::Result<()> {
    let sheet: CopySheet = read_json(&paths.input, "una copia de un acta")?;
    let mut bytes = Vec::new();
    let read = opened(acta)?.take(MAX_INPUT + 1).read_to_end(&mut bytes);
    read.with_context(|| format!("no se puede leer {}", acta.display()))?;
    ensure!(bytes.len() as u64 <= MAX_INPUT, BadInput::TooBig(MAX_INPUT >> 20));
    let (copy, pages) = copy::copied(bytes, &sheet)?;
    finish(&paths.output, pages, |out| out.write_all(&copy))
}

/// Writes the sheet of a paper's signatures as PDF/A: it is kept as long as the paper.
fn print_signatures(Paths { input, output }: &Paths) -> anyhow::Result<()> {
    let sheet: SignatureSheet = read_json(input, "una hoja de firmas")?;
    let document = acta_page::signatures(&sheet)?;
    let bytes = archive::written(&document, &acta_page::about_signatures(&sheet)?)?;
    if let Some(fault) = sound::faults(&bytes).first() {
        bail!("la hoja de firmas no ha quedado bien escrita y no se entrega: {fault}");
    }
    finish(output, document.pages.len(), |out| out.write_all(&bytes))
}

/// Says whose the certificate is and until when, or why it signs nothing.
fn check_seal(SealCheck { seal, key, at }: &SealCheck) -> anyhow::Result<()> {
    let report = sealing::report(seal, key, moment(at)?)?;
    writeln!(io::stdout(), "{report}").context("no se puede escribir la salida")
}

fn moment(at: &str) -> Result<Moment, BadInput> {
    acta_page::moment(at).ok_or_else(|| BadInput::Time(at.to_owned()))
}

/// Writes the cards of a matrix, and the hashes to compare with the published ones.
fn rebuild(of_key: &OfKey) -> anyhow::Result<()> {
    let options = MatrixOptions { kind: of_key.kind, clean: of_key.clean };
    let key = matrix::key(&of_key.key)?;
    let wanted = Wanted { number: of_key.number, key, size: of_key.size, options };
    let made = wanted.matrix()?;
    write_cards(&of_key.csv, &of_key.json, Some(made.number()), made.size(), || made.faces())?;
    if let Some(output) = &of_key.certificate {
        let document = certificate(&sheet::of_key(&wanted)?)?;
        write_file(output, |out| out.write_all(&document::written(&document)))?;
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
    foreign::report(&mut io::stdout(), &foreign).context("no se puede escribir la salida")
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
        write_file(csv, |file| matrix_file::write_csv(file, faces()))?;
    }
    if let Some(json) = json {
        write_file(json, |file| matrix_file::write_json(file, number, size, faces()))?;
    }
    Ok(())
}

fn certificate(sheet: &CertificateSheet) -> Result<Document, BadInput> {
    let measures = sheet::measured(sheet)?;
    certificate_page::lay_out(sheet, &measures)
}

fn print_cards(cards: &Cards) -> anyhow::Result<()> {
    let (sheet, template) = series(&cards.paths.input, &cards.template)?;
    let Cards { first, last, lot, lot_size, copy, .. } = *cards;
    ensure!(copy > 0, BadInput::Choice("el primer ejemplar es el 1"));
    ensure!(lot_size > 0 && lot != Some(0), BadInput::Choice("los lotes y sus hojas se cuentan desde 1"));
    let choice = Choice { numbers: first..=last, lot: lot.map(|lot| (lot, lot_size)), copy, sample: false };
    let sheets = Sheets::new(&sheet, &template, &choice)?;
    if let Some(brf) = &cards.brf {
        write_file(brf, |out| braille::write(out, &sheet, &sheets.cards(), copy))?;
    }
    let count = sheets.count();
    // Fails if stderr is closed, which cancels the job.
    let mut progress = |page: usize| match cards.progress {
        true => writeln!(io::stderr(), "{}", serde_json::json!({ "page": page, "of": count })),
        false => Ok(()),
    };
    finish(&cards.paths.output, count, |out| {
        pdf::write(out, sheets.job(), count, &|number| sheets.page(number), &mut progress)
    })
}

/// Renders the first sheet of paper that would be printed.
fn preview_cards(preview: &Preview) -> anyhow::Result<()> {
    let (mut sheet, template) = series(&preview.input, &preview.template)?;
    sheet.without_codes();
    ensure!(picture::WIDTHS.contains(&preview.width), BadInput::Choice("el ancho va de 100 a 4000 puntos"));
    ensure!(
        !preview.back || template.back.is_some(),
        BadInput::Choice("la plantilla no tiene dorso: pídala sin --back")
    );
    let choice = Choice { numbers: preview.first..=preview.last, sample: true, ..ALL };
    let sheets = Sheets::new(&sheet, &template, &choice)?;
    let shown = Picture::of(&sheets.page(usize::from(preview.back)), sheets.job(), preview.width);
    if preview.output.as_os_str() == "-" {
        return shown.write_png(&mut io::stdout()).context("no se puede escribir la salida");
    }
    write_file(&preview.output, |out| shown.write_png(out)).map(drop)
}

/// The cards of an input, and a template: a built-in one by name, or one from a file.
fn series(input: &Path, template: &str) -> anyhow::Result<(SeriesSheet, Template)> {
    let sheet: SeriesSheet = read_json(input, "una hoja de cartones")?;
    check::cards(&sheet)?;
    let path = Path::new(template);
    let read = if path.extension().is_some_and(|end| end == "toml") {
        let text = fs::read_to_string(path).with_context(|| format!("no se puede leer {template}"))?;
        Template::parse(template, &text, path.parent().unwrap_or(Path::new("")))
    } else {
        Template::named(template)
    };
    Ok((sheet, read.map_err(BadInput::Template)?))
}

fn list_templates(templates: &Templates) -> anyhow::Result<()> {
    let rows = listing::all(templates.dir.as_deref()).context("no se puede leer la carpeta de plantillas")?;
    let json = serde_json::to_string(&rows).expect("rows are JSON");
    writeln!(io::stdout(), "{json}").context("no se puede escribir la salida")
}

fn finish_document(document: &Document, output: &Path) -> anyhow::Result<()> {
    finish(output, document.pages.len(), |out| out.write_all(&document::written(document)))
}

/// Writes the file, and a line of JSON with its pages and hash.
fn finish(
    output: &Path,
    pages: usize,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let sha256 = write_file(output, fill)?;
    said(&serde_json::json!({ "pages": pages, "sha256": hex::encode(sha256) }))
}

fn said(report: &serde_json::Value) -> anyhow::Result<()> {
    writeln!(io::stdout(), "{report}").context("el PDF está escrito, pero no se puede escribir la salida")
}

fn write_file(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<[u8; 32]> {
    whole_file::written(path, fill).with_context(|| format!("no se puede escribir {}", path.display()))
}

/// Reads a JSON input; `wanted` names it in error messages.
fn read_json<T: DeserializeOwned>(path: &Path, wanted: &'static str) -> anyhow::Result<T> {
    let mut bytes = Vec::new();
    opened(path)?.take(MAX_INPUT + 1).read_to_end(&mut bytes).context("no se puede leer la entrada")?;
    ensure!(bytes.len() as u64 <= MAX_INPUT, BadInput::TooBig(MAX_INPUT >> 20));
    serde_json::from_slice(&bytes).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let bad = match error.classify() {
            Category::Data => BadInput::WrongShape { wanted, line, column, detail: error.to_string() },
            Category::Io | Category::Syntax | Category::Eof => BadInput::NotJson { line, column },
        };
        bad.into()
    })
}

fn opened(input: &Path) -> anyhow::Result<Box<dyn Read>> {
    if input.as_os_str() == "-" {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(input).with_context(|| format!("no se puede leer {}", input.display()))?;
    Ok(Box::new(file))
}
