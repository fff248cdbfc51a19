//! Lays out the certificate of a matrix: one page an inspector can read without mathematics.
//!
//! From top to bottom: the matrix, its hashes, the counts beside their expectation, the tests, similar cards, how to
//! make it again, and the reference to the record.

mod figures;
mod identity;
mod counts;
mod trials;
mod alike;
mod proof;
mod foot;

pub(crate) use identity::{HASH_ROW, hash_row, head, kind_facts, said};

use hall_core::matrix::MatrixOptions;
use hall_wire::paper::CertificateSheet;

use crate::certificate::measure::Measures;
use crate::certificate::sheet;
use crate::check::BadInput;
use crate::code::{Code, Strength};
use crate::font::Face;
use crate::game_page::{paragraph, section};
use crate::page::{A4_WIDTH, Align, Document, Fill, Ink, Page, Style, Tenths};

pub(crate) const LEFT: Tenths = 180;
pub(crate) const WIDTH: Tenths = A4_WIDTH - 2 * LEFT;

pub(crate) const TITLE: Style = Style::new(Face::Bold, 200, Ink::Garnet);
pub(crate) const BODY: Style = Style::new(Face::Regular, 86, Ink::Black);
pub(crate) const STRONG: Style = Style::new(Face::Bold, 86, Ink::Black);
pub(crate) const NOTE: Style = Style::new(Face::Regular, 73, Ink::Grey);
pub(crate) const LABEL: Style = Style::new(Face::Regular, 66, Ink::Grey);

/// Between the parts of the page.
pub(crate) const GAP: Tenths = 56;

/// A sheet checked by [`sheet::measured`].
struct Certificate<'a> {
    sheet: &'a CertificateSheet,
    /// `None` for an imported matrix.
    options: Option<MatrixOptions>,
    measures: &'a Measures,
}

/// Lays out a sheet, with the measures [`sheet::measured`] returned for it.
///
/// # Errors
/// [`BadInput::Code`].
pub fn lay_out(sheet: &CertificateSheet, measures: &Measures) -> Result<Document, BadInput> {
    let says = format!("BM1:{}:{}", sheet.matrix, sheet.faces_sha256.to_lowercase());
    let code = Code::new(&says, Strength::Medium)
        .map_err(|source| BadInput::Code { what: "el certificado".to_owned(), source })?;
    let certificate = Certificate { sheet, options: sheet::options(sheet), measures };
    let mut page = Page::default();
    let y = identity::lay_out(&mut page, &certificate);
    let y = counts::lay_out(&mut page, y + GAP, &certificate);
    let y = trials::lay_out(&mut page, y + GAP, &certificate);
    let y = alike::lay_out(&mut page, y + GAP, &certificate);
    proof::lay_out(&mut page, y + GAP, &certificate);
    foot::lay_out(&mut page, sheet, &says, code);
    Ok(Document {
        title: format!("Certificado de la matriz n.º {}", sheet.matrix),
        creator: sheet.program.clone(),
        pages: vec![page],
    })
}

/// A label, its value, and its share of the width.
pub(crate) type Fact = (&'static str, String, Tenths);

/// Labels with a value under each. Returns where the page goes on.
pub(crate) fn facts(page: &mut Page, y: Tenths, style: Style, facts: &[Fact]) -> Tenths {
    let parts = facts.iter().map(|fact| fact.2).sum::<Tenths>();
    let mut passed = 0;
    for (label, value, span) in facts {
        let (x, end) = (LEFT + WIDTH * passed / parts, LEFT + WIDTH * (passed + span) / parts);
        page.text(x, y + 22, end - x - 20, Align::Left, LABEL, label);
        page.text(x, y + 60, end - x - 20, Align::Left, style, value);
        passed += span;
    }
    y + 84
}

/// A grey ground across the page.
pub(crate) fn shade(page: &mut Page, y: Tenths, height: Tenths) {
    page.fills.push(Fill { x: LEFT - 20, y, width: WIDTH + 40, height, ink: Ink::Mist });
}

/// A cell of a table of figures, `right` from the left margin.
fn figure(page: &mut Page, right: Tenths, base: Tenths, style: Style, text: &str) {
    const ROOM: Tenths = 150;
    page.text(LEFT + right - ROOM, base, ROOM, Align::Right, style, text);
}
