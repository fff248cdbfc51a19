//! Tables: thin rules, a header on every folio, rows that are never split.

use super::flow::{BODY, Flow, LABEL, LEFT, STRONG, WIDTH};
use crate::font;
use crate::page::{Align, Ink, Style, Tenths};

/// After a column of words, and after one of figures, which ends at its right edge.
const GUTTER: Tenths = 18;
const FIGURES_GUTTER: Tenths = 45;

/// Above and below the text of a row.
const PAD: Tenths = 9;

/// The most lines of one row. A longer text goes on in a row of its own.
const MOST_LINES: usize = 40;

/// One column.
#[derive(Clone, Copy)]
pub(super) struct Column {
    title: &'static str,
    /// Its part of the width, in thousandths.
    part: Tenths,
    align: Align,
}

impl Column {
    fn width(self) -> Tenths {
        self.part * WIDTH / 1000
    }

    /// The room for its text. The last column of figures ends where the table does.
    fn room(self, last: bool) -> Tenths {
        match self.align {
            Align::Right if last => self.width(),
            Align::Right => self.width() - FIGURES_GUTTER,
            Align::Left | Align::Centre => self.width() - GUTTER,
        }
    }
}

/// A column of words.
pub(super) const fn words(title: &'static str, part: Tenths) -> Column {
    Column { title, part, align: Align::Left }
}

/// A column of figures.
pub(super) const fn figures(title: &'static str, part: Tenths) -> Column {
    Column { title, part, align: Align::Right }
}

/// Lays out a table. The last row is set in bold when it holds totals.
pub(super) fn table(flow: &mut Flow, columns: &[Column], rows: &[Vec<String>], totals: bool) {
    let style = Style { size: 80, ..BODY };
    header(flow, columns, row_height(columns, rows.first().map_or(&[], Vec::as_slice), style));
    for (n, row) in rows.iter().enumerate() {
        let last = n + 1 == rows.len();
        let style = if totals && last { Style { size: 80, ..STRONG } } else { style };
        let mut cells: Vec<Vec<String>> =
            columns.iter().zip(row).map(|(column, text)| lines(*column, style, text)).collect();
        while cells.iter().any(|lines| !lines.is_empty()) {
            let rest = cells.iter_mut().map(|lines| lines.split_off(lines.len().min(MOST_LINES))).collect();
            one_row(flow, columns, &cells, style);
            cells = rest;
        }
    }
    flow.down(18);
}

fn header(flow: &mut Flow, columns: &[Column], first_row: Tenths) {
    flow.need(50 + first_row);
    let y = flow.y();
    let mut x = LEFT;
    for (n, column) in (1..).zip(columns) {
        let room = column.room(n == columns.len());
        flow.page().text(x, y + 28, room, column.align, LABEL, column.title);
        x += column.width();
    }
    flow.page().across(LEFT, y + 42, WIDTH, 3, Ink::Black);
    flow.down(44);
}

fn one_row(flow: &mut Flow, columns: &[Column], cells: &[Vec<String>], style: Style) {
    let most = cells.iter().map(Vec::len).max().unwrap_or(0) as Tenths;
    let height = most * style.leading() + 2 * PAD;
    if flow.need(height) {
        header(flow, columns, height);
    }
    let y = flow.y();
    let mut x = LEFT;
    for ((number, column), lines) in (1..).zip(columns).zip(cells) {
        let room = column.room(number == columns.len());
        for (n, line) in (0..).zip(lines) {
            let base = y + PAD + n * style.leading() + style.leading() * 3 / 4;
            flow.page().text(x, base, room, column.align, style, line);
        }
        x += column.width();
    }
    flow.page().across(LEFT, y + height, WIDTH, 1, Ink::Silver);
    flow.down(height);
}

/// Words are broken into lines; an amount is one line, set smaller if it must be.
fn lines(column: Column, style: Style, text: &str) -> Vec<String> {
    match column.align {
        Align::Left | Align::Centre => font::wrapped(style.face, style.size, text, column.room(false)),
        Align::Right => vec![text.to_owned()],
    }
}

fn row_height(columns: &[Column], row: &[String], style: Style) -> Tenths {
    let most = columns.iter().zip(row).map(|(column, text)| lines(*column, style, text).len()).max();
    most.unwrap_or(0).min(MOST_LINES) as Tenths * style.leading() + 2 * PAD
}
