//! The sheet of a paper's signatures: who signed, as whom, when and how, with what was drawn, and the hash of what was signed.
//!
//! An issued acta is never written again, so its signatures stand here; the hash says of which bytes they are.

use hall_wire::paper::{PaperSignature, SignatureSheet};

use super::flow::{BODY, Flow, Folio, GAP, LABEL, LEFT, NOTE, STRONG, TITLE, WIDTH};
use super::{moment, time, words};
use crate::archive::About;
use crate::check::BadInput;
use crate::code::{Code, Strength};
use crate::font;
use crate::page::{Align, Document, Ink, Rule, Tag, Tenths};

/// Signatures side by side.
const COLUMNS: usize = 2;

/// A column of them.
const COLUMN: Tenths = (WIDTH - GAP) / 2;

/// What was drawn is shown so wide, and a third as high.
const DRAWN: Tenths = 690;

/// Room for what was drawn, above the line that one signs on.
const BOX: Tenths = DRAWN / 3;

/// The width of a pen.
const PEN: Tenths = 5;

/// The plane on which it was drawn.
const PLANE: Tenths = 3_000;

/// Lays out the sheet.
///
/// # Errors
/// [`BadInput::Code`], and [`BadInput::Time`] where a time is none.
pub fn lay_out(sheet: &SignatureSheet) -> Result<Document, BadInput> {
    let code = Code::new(&sheet.checkpoint, Strength::Medium)
        .map_err(|source| BadInput::Code { what: "la hoja de firmas".to_owned(), source })?;
    let mut flow = Flow::new();
    let (base, tag) = (flow.y() + 50, Tag::Heading { level: 1, block: flow.block() });
    flow.page().text(LEFT, base, WIDTH, Align::Left, TITLE, "Hoja de firmas").tag = tag;
    flow.down(80);
    flow.section(&sheet.title, "");
    for line in &sheet.text {
        flow.paragraph(BODY, line);
    }
    flow.down(12);
    flow.facts(STRONG, &[("Huella SHA-256 de lo que se firma", sheet.sha256.clone(), 1)]);
    for note in &sheet.notes {
        flow.paragraph(STRONG, note);
    }
    flow.section("Firmas", &count(sheet.signatures.len()));
    for pair in sheet.signatures.chunks(COLUMNS) {
        pair_of(&mut flow, pair);
    }
    if !sheet.missing.is_empty() {
        flow.paragraph(STRONG, &format!("Falta la firma de: {}.", sheet.missing.join(", ")));
    }
    flow.paragraph(
        NOTE,
        "Cada firma es una línea del registro de la sala, con esta misma huella. Quien tenga el papel la calcula (sha256sum) y \
         comprueba que es de ése. Lo dibujado es una imagen: ni mide la presión ni la velocidad de la mano.",
    );
    Ok(Document {
        title: format!("Hoja de firmas · {} · {}", sheet.title, sheet.hall),
        creator: sheet.program.clone(),
        pages: flow.finished(&folio(sheet, code)),
    })
}

/// What the file says of itself.
///
/// # Errors
/// [`BadInput::Time`].
pub fn about(sheet: &SignatureSheet) -> Result<About, BadInput> {
    let at = moment(&sheet.printed_at).ok_or_else(|| BadInput::Time(sheet.printed_at.clone()))?;
    Ok(About { author: sheet.hall.clone(), at, attachments: Vec::new(), leaf: None })
}

fn count(many: usize) -> String {
    match many {
        0 => "ninguna todavía".to_owned(),
        1 => "una".to_owned(),
        many => many.to_string(),
    }
}

/// Signatures side by side, all of one folio.
fn pair_of(flow: &mut Flow, pair: &[PaperSignature]) {
    let blocks: Vec<Vec<(bool, String)>> = pair.iter().map(lines).collect();
    let deepest = blocks.iter().map(Vec::len).max().unwrap_or(0) as Tenths;
    let height = 40 + BOX + 20 + deepest * NOTE.leading() + 30;
    flow.need(height);
    let top = flow.y();
    for (n, (one, lines)) in (0..).zip(pair.iter().zip(&blocks)) {
        let (x, tag) = (LEFT + n * (COLUMN + GAP), flow.new_paragraph());
        flow.page()
            .text(x, top + 30, COLUMN, Align::Left, LABEL, &format!("{} · firma {}", one.role, one.number))
            .tag = tag;
        let line = top + 40 + BOX;
        draw(flow, (x + (COLUMN - DRAWN) / 2, top + 40), &one.strokes);
        if one.strokes.is_empty() {
            flow.page().text(x, line - BOX / 2, COLUMN, Align::Centre, NOTE, "(sin dibujo)").tag = tag;
        }
        flow.page().across(x, line, COLUMN, 2, Ink::Black);
        for (n, (strong, text)) in (1..).zip(lines) {
            let style = if *strong { STRONG } else { NOTE };
            let base = line + 6 + n * NOTE.leading();
            flow.page().text(x, base, COLUMN, Align::Left, style, text).tag = tag;
        }
    }
    flow.down(height);
}

/// What stands below a signature; the name is strong.
fn lines(one: &PaperSignature) -> Vec<(bool, String)> {
    let name = if one.name.is_empty() { "(firma en la página)" } else { &one.name };
    let mut lines = vec![(true, name.to_owned())];
    lines.extend(one.document.iter().map(|document| (false, document.clone())));
    let more = [format!("{} · {}", time::kept(&one.at), one.device), one.how.clone()];
    let wrapped = more.iter().flat_map(|text| font::wrapped(NOTE.face, NOTE.size, text, COLUMN));
    lines.extend(wrapped.map(|line| (false, line)));
    lines
}

/// The strokes as lines, in a frame of [`DRAWN`] by [`BOX`].
fn draw(flow: &mut Flow, (x, y): (Tenths, Tenths), strokes: &[Vec<[u16; 2]>]) {
    let at = |[across, down]: [u16; 2]| {
        let part = |of: u16| (Tenths::from(of) * DRAWN + PLANE / 2) / PLANE;
        (x + part(across), y + part(down))
    };
    let rules = strokes.iter().flat_map(|stroke| stroke.windows(2)).filter_map(|two| {
        let (from, to) = (at(two[0]), at(two[1]));
        (from != to).then_some(Rule { from, to, thickness: PEN, ink: Ink::Black, dashed: false })
    });
    flow.page().rules.extend(rules);
}

fn folio(sheet: &SignatureSheet, code: Code) -> Folio {
    Folio {
        left: format!("HOJA DE FIRMAS · {}", sheet.hall),
        right: sheet.title.clone(),
        labels: if sheet.draft { vec!["BORRADOR"] } else { Vec::new() },
        book: format!("Se guarda junto a {}", sheet.paper),
        zone: String::new(),
        free: Vec::new(),
        used_up: false,
        seq: format!("Registro n.º {}", words::grouped(sheet.record.seq)),
        hash: sheet.record.head_hash.clone(),
        printed: format!("Hecha {} con {}", time::kept(&sheet.printed_at), sheet.program),
        code,
    }
}
