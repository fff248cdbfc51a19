//! Lays out the *hoja de la partida*: one page to finish a game by hand or on paper.
//!
//! From top to bottom: the game, the ninety balls with those already out, a row for each ball to come, the prizes
//! paid, what was announced, and the signatures. The blank form is the same page without data, kept in a drawer for
//! when nothing can be printed.

mod top;
mod board;
mod lists;
mod rows;
mod foot;

use hall_wire::paper::GameSheet;

use crate::font::{self, Face};
use crate::page::{A4_WIDTH, Align, Document, Ink, Page, Style, Tenths};

/// The sheet is filed with the acta, but there is no room for a binding margin.
const LEFT: Tenths = 150;
const WIDTH: Tenths = A4_WIDTH - LEFT - 140;

/// The right half of the upper part, beside the board.
const BESIDE: Tenths = LEFT + board::WIDTH + 50;
const BESIDE_WIDTH: Tenths = LEFT + WIDTH - BESIDE;

const TITLE: Style = Style::new(Face::Bold, 200, Ink::Garnet);
const SECTION: Style = Style::new(Face::Bold, 105, Ink::Garnet);
const BODY: Style = Style::new(Face::Regular, 88, Ink::Black);
const STRONG: Style = Style::new(Face::Bold, 88, Ink::Black);
const NOTE: Style = Style::new(Face::Regular, 72, Ink::Grey);
const LABEL: Style = Style::new(Face::Regular, 66, Ink::Grey);

/// Between the parts of the page.
const GAP: Tenths = 34;

/// Lays out a sheet already checked by [`crate::check::game`].
pub fn lay_out(sheet: &GameSheet) -> Document {
    Document {
        title: format!("{} – Hoja de la partida n.º {}", sheet.hall, sheet.number),
        creator: sheet.program.clone(),
        pages: vec![page(Some(sheet))],
    }
}

/// Lays out the blank form.
pub fn blank() -> Document {
    Document {
        title: "Hoja de la partida en blanco".to_owned(),
        creator: concat!("card-printer ", env!("CARGO_PKG_VERSION")).to_owned(),
        pages: vec![page(None)],
    }
}

fn page(sheet: Option<&GameSheet>) -> Page {
    let mut page = Page::default();
    let top = top::lay_out(&mut page, sheet);
    let board = board::lay_out(&mut page, top, sheet);
    let beside = match sheet {
        Some(sheet) => lists::lay_out(&mut page, top, sheet),
        None => lists::how_to(&mut page, top),
    };
    let mut y = board.max(beside);
    if let Some(sheet) = sheet {
        y = lists::strips(&mut page, y, sheet);
    }
    let foot = foot::lay_out(&mut page, sheet);
    rows::lay_out(&mut page, y + GAP, foot - GAP, sheet);
    page
}

/// A heading with a rule under it. Returns where the part goes on.
pub(crate) fn section(page: &mut Page, x: Tenths, y: Tenths, width: Tenths, text: &str) -> Tenths {
    page.text(x, y + 30, width, Align::Left, SECTION, text);
    page.across(x, y + 44, width, 4, Ink::Garnet);
    y + 56
}

/// Returns where the next paragraph starts.
pub(crate) fn paragraph(
    page: &mut Page,
    x: Tenths,
    y: Tenths,
    width: Tenths,
    style: Style,
    text: &str,
) -> Tenths {
    let mut y = y;
    for line in font::wrapped(style.face, style.size, text, width) {
        y += style.leading();
        page.text(x, y - style.leading() / 4, width, Align::Left, style, &line);
    }
    y
}

/// A box to tick.
fn tick(page: &mut Page, x: Tenths, y: Tenths) {
    const SIDE: Tenths = 30;
    for side in [0, SIDE] {
        page.across(x, y + side, SIDE, 3, Ink::Black);
        page.down(x + side, y, SIDE, 3, Ink::Black);
    }
}

/// The frame of a table and the lines between its cells. The first row is the header.
fn grid(page: &mut Page, x: Tenths, y: Tenths, columns: &[Tenths], heights: &[Tenths]) {
    let (width, height) = (columns.iter().sum(), heights.iter().sum());
    let mut down = y;
    for (n, row) in heights.iter().enumerate() {
        let (thickness, ink) = if n < 2 { (3, Ink::Black) } else { (2, Ink::Silver) };
        page.across(x, down, width, thickness, ink);
        down += row;
    }
    page.across(x, down, width, 3, Ink::Black);
    let mut right = x;
    for (n, column) in columns.iter().enumerate() {
        let (thickness, ink) = if n == 0 { (3, Ink::Black) } else { (2, Ink::Silver) };
        page.down(right, y, height, thickness, ink);
        right += column;
    }
    page.down(right, y, height, 3, Ink::Black);
}
