//! Tables: thin rules, the header repeated on every folio, rows never split.

use super::flow::{BODY, COLUMN, Flow, GAP, HEADING_GAP, HEADING_HEIGHT, LABEL, LEFT, STRONG, WIDTH};
use crate::font;
use crate::page::{Align, Cell, CellKind, Ink, Style, Tag, Tenths};

/// After a column of words, and after a right-aligned column of figures.
const GUTTER: Tenths = 18;
const FIGURES_GUTTER: Tenths = 45;

/// Above and below the text of a row.
const PAD: Tenths = 4;

/// Column titles and the rule under them.
const TITLES: Tenths = 38;

const AFTER: Tenths = 12;

/// A longer cell goes on in another row.
const MOST_LINES: usize = 40;

#[derive(Clone, Copy)]
pub(super) struct Column {
    title: &'static str,
    /// Share of the width, in thousandths.
    part: Tenths,
    align: Align,
}

pub(super) const fn words(title: &'static str, part: Tenths) -> Column {
    Column { title, part, align: Align::Left }
}

pub(super) const fn figures(title: &'static str, part: Tenths) -> Column {
    Column { title, part, align: Align::Right }
}

pub(super) struct Table<'a> {
    /// Omitted if empty.
    pub heading: &'a str,
    pub columns: &'a [Column],
    pub rows: Vec<Vec<String>>,
    /// The last row holds totals: set in bold.
    pub totals: bool,
    /// Text size in tenths of a point.
    pub size: u16,
}

#[derive(Clone, Copy)]
struct Place {
    x: Tenths,
    width: Tenths,
}

impl<'a> Table<'a> {
    pub(super) fn of(columns: &'a [Column], rows: Vec<Vec<String>>) -> Table<'a> {
        Table { heading: "", columns, rows, totals: false, size: 80 }
    }
}

const WHOLE: Place = Place { x: LEFT, width: WIDTH };

impl Table<'_> {
    /// Lays the table out over the whole width.
    pub(super) fn lay_out(&self, flow: &mut Flow) {
        self.lay_out_in(flow, WHOLE);
    }

    fn lay_out_in(&self, flow: &mut Flow, place: Place) {
        if self.rows.is_empty() {
            return;
        }
        if !self.heading.is_empty() {
            flow.down(HEADING_GAP);
            flow.need(HEADING_HEIGHT + TITLES + self.row_height(0, place));
            flow.heading_in(place.x, place.width, self.heading);
        }
        let table = flow.block();
        self.titles(flow, place, self.row_height(0, place), Some(table));
        for (n, row) in self.rows.iter().enumerate() {
            let style = self.style(n);
            let cells = self.columns.iter().zip(row);
            let mut cells: Vec<Vec<String>> =
                cells.enumerate().map(|(at, (_, text))| self.lines(at, style, text, place)).collect();
            while cells.iter().any(|lines| !lines.is_empty()) {
                let rest =
                    cells.iter_mut().map(|lines| lines.split_off(lines.len().min(MOST_LINES))).collect();
                self.row(flow, &cells, style, place, table);
                cells = rest;
            }
        }
        flow.down(AFTER);
    }

    /// Height on an empty folio.
    fn height(&self, place: Place) -> Tenths {
        if self.rows.is_empty() {
            return 0;
        }
        let heading = if self.heading.is_empty() { 0 } else { HEADING_GAP + HEADING_HEIGHT };
        let titles = if self.is_titled() { TITLES } else { 0 };
        let rows = (0..self.rows.len()).map(|n| self.whole_row_height(n, place)).sum::<Tenths>();
        heading + titles + rows + AFTER
    }

    fn is_titled(&self) -> bool {
        self.columns.iter().any(|column| !column.title.is_empty())
    }

    fn style(&self, row: usize) -> Style {
        let bold = self.totals && row + 1 == self.rows.len();
        Style { size: self.size, ..if bold { STRONG } else { BODY } }
    }

    fn width(&self, column: usize, place: Place) -> Tenths {
        self.columns[column].part * place.width / 1000
    }

    /// Width for a column's text, without its gutter.
    fn room(&self, column: usize, place: Place) -> Tenths {
        let (width, last) = (self.width(column, place), column + 1 == self.columns.len());
        match self.columns[column].align {
            _ if last => width,
            Align::Right => width - FIGURES_GUTTER,
            Align::Left | Align::Centre => width - GUTTER,
        }
    }

    /// Draws the titles: said once for a table, and then only seen.
    fn titles(&self, flow: &mut Flow, place: Place, first_row: Tenths, table: Option<u32>) {
        if !self.is_titled() {
            return;
        }
        flow.need(TITLES + first_row);
        let y = flow.y();
        let row = table.map(|table| (table, flow.block()));
        let mut x = place.x;
        for (n, column) in self.columns.iter().enumerate() {
            let text = flow.page().text(x, y + 24, self.room(n, place), column.align, LABEL, column.title);
            if let Some((table, row)) = row {
                text.tag = Tag::Cell(Cell { table, row, column: n as u16, kind: CellKind::Column });
            }
            x += self.width(n, place);
        }
        flow.page().across(place.x, y + TITLES - 3, place.width, 3, Ink::Black);
        flow.down(TITLES);
    }

    fn row(&self, flow: &mut Flow, cells: &[Vec<String>], style: Style, place: Place, table: u32) {
        let most = cells.iter().map(Vec::len).max().unwrap_or(0) as Tenths;
        let height = most * style.leading() + 2 * PAD;
        if flow.need(height) {
            self.titles(flow, place, height, None);
        }
        let (y, row) = (flow.y(), flow.block());
        let mut x = place.x;
        for (at, (column, lines)) in self.columns.iter().zip(cells).enumerate() {
            // Where no column has a title, its first cell names a row.
            let kind = if at == 0 && !self.is_titled() { CellKind::Row } else { CellKind::Data };
            let tag = Tag::Cell(Cell { table, row, column: at as u16, kind });
            for (n, line) in (0..).zip(lines) {
                let base = y + PAD + n * style.leading() + style.leading() * 3 / 4;
                flow.page().text(x, base, self.room(at, place), column.align, style, line).tag = tag;
            }
            x += self.width(at, place);
        }
        flow.page().across(place.x, y + height, place.width, 1, Ink::Silver);
        flow.down(height);
    }

    /// Words wrap; an amount stays on one line, set smaller if needed.
    fn lines(&self, column: usize, style: Style, text: &str, place: Place) -> Vec<String> {
        match self.columns[column].align {
            Align::Left | Align::Centre => {
                font::wrapped(style.face, style.size, text, self.room(column, place))
            }
            Align::Right => vec![text.to_owned()],
        }
    }

    /// Height of a row, or of its first [`MOST_LINES`].
    fn row_height(&self, row: usize, place: Place) -> Tenths {
        self.lines_of(row, place).min(MOST_LINES) as Tenths * self.style(row).leading() + 2 * PAD
    }

    fn whole_row_height(&self, row: usize, place: Place) -> Tenths {
        let lines = self.lines_of(row, place);
        lines as Tenths * self.style(row).leading() + 2 * PAD * lines.div_ceil(MOST_LINES) as Tenths
    }

    fn lines_of(&self, row: usize, place: Place) -> usize {
        let style = self.style(row);
        let lines = |(at, text): (usize, &String)| self.lines(at, style, text, place).len();
        self.rows[row].iter().take(self.columns.len()).enumerate().map(lines).max().unwrap_or(0)
    }
}

/// Lays tables out in two columns, the left one `part` thousandths wide; one under another if either column is longer
/// than a folio.
pub(super) fn side_by_side(flow: &mut Flow, part: Tenths, left: &[Table<'_>], right: &[Table<'_>]) {
    let split = part * WIDTH / 1000;
    let places = [Place { width: split - GAP, ..WHOLE }, Place { x: LEFT + split, width: WIDTH - split }];
    let height = |tables: &[Table<'_>], place: Place| tables.iter().map(|table| table.height(place)).sum();
    let heights: [Tenths; 2] = [height(left, places[0]), height(right, places[1])];
    let tallest = heights[0].max(heights[1]);
    if heights.contains(&0) || tallest > COLUMN {
        left.iter().chain(right).for_each(|table| table.lay_out(flow));
        return;
    }
    flow.need(tallest);
    let top = flow.y();
    for (tables, place) in [left, right].into_iter().zip(places) {
        flow.go_to(top);
        tables.iter().for_each(|table| table.lay_out_in(flow, place));
    }
    flow.go_to(top + tallest);
}
