//! Lays out cards: six to an A4 page, cut without waste into six equal parts.

use hall_core::money::Cents;
use hall_wire::paper::{SeriesSheet, SheetCard};

use crate::code::same_size::SameSize;
use crate::code::{Code, QUIET, Strength};
use crate::font::{self, Face};
use crate::frame::{Frame, Stamp};
use crate::page::{
    A4_HEIGHT, A4_WIDTH, Align, Fill, Ink, Page, Placed, PlacedCode, Rule, Style, Tenths, Watermark,
};

/// Cards across a page, and down.
const ACROSS: usize = 2;
const DOWN: usize = 3;

/// A card, from cut to cut.
const CARD_WIDTH: Tenths = A4_WIDTH / ACROSS as Tenths;
const CARD_HEIGHT: Tenths = A4_HEIGHT / DOWN as Tenths;

/// A printer does not reach the edge of the paper, and a guillotine is not exact: nothing is
/// printed nearer than this to a cut.
const MARGIN: Tenths = 75;
const INNER: Tenths = CARD_WIDTH - 2 * MARGIN;

/// The head in two: the hall and the size of the series, the number and the series.
const LEFT: Tenths = 540;
const RIGHT: Tenths = INNER - LEFT;

/// The grid: nine columns of 10 mm fill the width.
const CELL_WIDTH: Tenths = 100;
const CELL_HEIGHT: Tenths = 135;
const GRID_TOP: Tenths = 225;
const GRID_BOTTOM: Tenths = GRID_TOP + 3 * CELL_HEIGHT;

/// The code, with its quiet zone: 41 modules of half a millimetre and a little more.
const CODE_SIDE: Tenths = 230;
const FOOT_TOP: Tenths = GRID_BOTTOM + 40;
const FOOT_ROOM: Tenths = INNER - CODE_SIDE - 30;

/// The capital height of Open Sans is 0.714 of its size; this is that, for the cells' figures.
const FIGURES: Style = Style::new(Face::Condensed, 250, Ink::Black);
const FIGURES_CAP: Tenths = 250 * 254 / 720 * 714 / 1000;

const HALL: Style = Style::new(Face::Bold, 115, Ink::Garnet);
const LONG_HALL: Style = Style::new(Face::Bold, 85, Ink::Garnet);
const NUMBER: Style = Style::new(Face::Bold, 200, Ink::Black);
const SERIES: Style = Style::new(Face::Bold, 95, Ink::Black);
const SIZE: Style = Style::new(Face::Regular, 85, Ink::Grey);
const VALUE: Style = Style::new(Face::Bold, 125, Ink::Black);
const LEGAL: Style = Style::new(Face::Regular, 56, Ink::Grey);
const SMALL: Style = Style::new(Face::Regular, 60, Ink::Grey);
const DRAFT: Style = Style::new(Face::Bold, 68, Ink::White);

/// The pages of a sheet, laid out one at a time.
pub struct Sheets<'a> {
    sheet: &'a SeriesSheet,
    frame: Frame,
    /// What makes the codes of the series, all as large as the longest.
    codes: SameSize,
}

/// The places of the stamps in the frame.
const BLANK: usize = 0;
const CUTS: usize = 1;

impl Sheets<'_> {
    /// Returns the pages of a sheet that [`crate::check::cards`] has let through.
    pub fn new(sheet: &SeriesSheet) -> Sheets<'_> {
        let frame = Frame {
            title: format!("{} – Serie {}", sheet.hall, sheet.series),
            creator: concat!("card-printer ", env!("CARGO_PKG_VERSION")).to_owned(),
            width: A4_WIDTH,
            height: A4_HEIGHT,
            stamps: vec![blank(sheet), cuts()],
        };
        let longest = format!("B1:{}:{}:{}", sheet.series, sheet.series_size, "F".repeat(16));
        let codes = SameSize::as_for(&longest, Strength::High).expect("the longest code has 41 characters");
        Sheets { sheet, frame, codes }
    }

    /// Returns what all pages have in common.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Returns how many pages there are.
    pub fn count(&self) -> usize {
        self.sheet.cards.len().div_ceil(ACROSS * DOWN)
    }

    /// Returns a page, from 0. One that does not exist is empty.
    pub fn page(&self, number: usize) -> Page {
        let mut page = Page::default();
        page.stamps.push(Placed { stamp: CUTS, x: 0, y: 0 });
        let cards = self.sheet.cards.iter().skip(number * ACROSS * DOWN).take(ACROSS * DOWN);
        for (place, card) in cards.enumerate() {
            let x = (place % ACROSS) as Tenths * CARD_WIDTH;
            let y = (place / ACROSS) as Tenths * CARD_HEIGHT;
            page.stamps.push(Placed { stamp: BLANK, x, y });
            self.card(&mut page, card, x + MARGIN, y);
        }
        page
    }

    /// What no other card has.
    fn card(&self, page: &mut Page, card: &SheetCard, x: Tenths, y: Tenths) {
        page.text(x + LEFT, y + 140, RIGHT, Align::Right, NUMBER, &format!("N.º {}", card.number));
        cells(page, card, x, y + GRID_TOP);
        let small = format!("{} · matriz {}", card.code, self.sheet.matrix);
        page.text(x, y + FOOT_TOP + CODE_SIDE - 6, FOOT_ROOM, Align::Left, SMALL, &small);
        let code = self.codes.code(&card.code).expect("no code of the series is longer");
        page.codes.push(placed(code, x + INNER, y + FOOT_TOP));
    }
}

/// What is the same on every card of the sheet.
fn blank(sheet: &SeriesSheet) -> Stamp {
    let (mut page, x) = (Page::default(), MARGIN);
    grid(&mut page, x, GRID_TOP);
    if sheet.draft {
        let middle = (CARD_WIDTH / 2, GRID_TOP + CELL_HEIGHT * 3 / 2);
        page.watermarks.push(Watermark { middle, degrees: 22, size: 460, text: "BORRADOR".to_owned() });
        page.fills.push(Fill { x, y: 34, width: 330, height: 34, ink: Ink::Black });
        page.text(x + 10, 59, 310, Align::Centre, DRAFT, "BORRADOR – SIN VALOR");
    }
    hall(&mut page, &sheet.hall, x, LEFT - 20);
    let size = format!("Serie de {} cartones", sheet.series_size);
    page.text(x, 186, LEFT - 20, Align::Left, SIZE, &size);
    page.text(x + LEFT, 186, RIGHT, Align::Right, SERIES, &format!("Serie {}", sheet.series));
    let value = format!("Valor facial {}", Cents(sheet.face_value_cents));
    page.text(x, FOOT_TOP + 46, FOOT_ROOM, Align::Left, VALUE, &value);
    legal(&mut page, &sheet.legal, x, FOOT_TOP + 68, FOOT_TOP + CODE_SIDE - 40, FOOT_ROOM);
    Stamp { width: CARD_WIDTH, height: CARD_HEIGHT, drawing: page }
}

/// The hall's name: on one line, or on two in the largest size that takes it whole.
fn hall(page: &mut Page, name: &str, x: Tenths, room: Tenths) {
    const LEAST: u16 = 55;
    if font::width(HALL.face, HALL.size, &font::clean(HALL.face, name)) <= room {
        page.text(x, 138, room, Align::Left, HALL, name);
        return;
    }
    let mut style = LONG_HALL;
    let mut lines = font::wrapped(style.face, style.size, name, room);
    while lines.len() > 2 && style.size > LEAST {
        style.size -= 2;
        lines = font::wrapped(style.face, style.size, name, room);
    }
    // What is left after the first line is the second, cut if it must be.
    let second = if lines.len() > 1 { lines.split_off(1).join(" ") } else { String::new() };
    page.text(x, 102, room, Align::Left, style, &lines.concat());
    page.text(x, 140, room, Align::Left, style, &second);
}

fn cells(page: &mut Page, card: &SheetCard, x: Tenths, y: Tenths) {
    for (row, numbers) in (0..).zip(&card.rows) {
        let top = y + row * CELL_HEIGHT;
        let base = top + (CELL_HEIGHT + FIGURES_CAP) / 2;
        let mut left = x;
        for alike in numbers.chunk_by(|one, next| *one == 0 && *next == 0) {
            let width = alike.len() as Tenths * CELL_WIDTH;
            if alike[0] == 0 {
                page.fills.push(Fill { x: left, y: top, width, height: CELL_HEIGHT, ink: Ink::Mist });
            } else {
                page.text(left, base, width, Align::Centre, FIGURES, &alike[0].to_string());
            }
            left += width;
        }
    }
}

/// A code in its place. Its quiet zone lies on the margin, so that the dark modules end with the grid.
fn placed(code: Code, right: Tenths, top: Tenths) -> PlacedCode {
    let quiet = CODE_SIDE * Tenths::from(QUIET) / Tenths::from(code.modules() + 2 * QUIET);
    PlacedCode { x: right - CODE_SIDE + quiet, y: top - quiet + 10, side: CODE_SIDE, code }
}

/// The extract of the rules: as large as the space between top and bottom allows.
fn legal(page: &mut Page, text: &str, x: Tenths, top: Tenths, bottom: Tenths, room: Tenths) {
    const LEAST: u16 = 40;
    let mut style = LEGAL;
    loop {
        let lines = font::wrapped(style.face, style.size, text, room);
        let fit = ((bottom - top) / style.leading()) as usize;
        if lines.len() > fit && style.size > LEAST {
            style.size -= 2;
            continue;
        }
        for (n, line) in (1..).zip(lines.iter().take(fit)) {
            let more = if n as usize == fit && lines.len() > fit { " […]" } else { "" };
            page.text(x, top + n * style.leading(), room, Align::Left, style, &format!("{line}{more}"));
        }
        return;
    }
}

/// The lines of a card's grid.
fn grid(page: &mut Page, x: Tenths, y: Tenths) {
    let (width, height) = (9 * CELL_WIDTH, 3 * CELL_HEIGHT);
    for column in 1..9 {
        page.down(x + column * CELL_WIDTH, y, height, 2, Ink::Grey);
    }
    for row in 1..3 {
        page.across(x, y + row * CELL_HEIGHT, width, 2, Ink::Grey);
    }
    for y in [y, y + height] {
        page.across(x - 3, y, width + 6, 6, Ink::Black);
    }
    for x in [x, x + width] {
        page.down(x, y, height, 6, Ink::Black);
    }
}

/// The lines to cut along.
fn cuts() -> Stamp {
    let cut = |from, to| Rule { from, to, thickness: 1, ink: Ink::Silver, dashed: true };
    let mut rules = vec![cut((CARD_WIDTH, 0), (CARD_WIDTH, A4_HEIGHT))];
    rules.extend((1..DOWN as Tenths).map(|row| cut((0, row * CARD_HEIGHT), (A4_WIDTH, row * CARD_HEIGHT))));
    Stamp { width: A4_WIDTH, height: A4_HEIGHT, drawing: Page { rules, ..Page::default() } }
}
