//! Lays out cards: six to an A4 page, cut without waste into six equal parts.

use hall_core::money::Cents;
use hall_wire::paper::{SeriesSheet, SheetCard};

use crate::check::BadInput;
use crate::code::{Code, QUIET, Strength};
use crate::font::{self, Face};
use crate::page::{
    A4_HEIGHT, A4_WIDTH, Align, Document, Fill, Ink, Page, Placed, PlacedCode, Rule, Stamp, Style, Tenths,
    Watermark,
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

/// Lays out a sheet that [`crate::check::cards`] has let through.
pub fn lay_out(sheet: &SeriesSheet) -> Result<Document, BadInput> {
    let blank = blank(sheet);
    let page = |cards| page(sheet, &blank, cards);
    Ok(Document {
        title: format!("{} – Serie {}", sheet.hall, sheet.series),
        creator: concat!("card-printer ", env!("CARGO_PKG_VERSION")).to_owned(),
        stamps: vec![grid(), cuts()],
        pages: sheet.cards.chunks(ACROSS * DOWN).map(page).collect::<Result<_, _>>()?,
    })
}

fn page(sheet: &SeriesSheet, blank: &Page, cards: &[SheetCard]) -> Result<Page, BadInput> {
    let mut page = Page::default();
    page.stamps.push(Placed { stamp: 1, x: 0, y: 0 });
    for (place, card) in cards.iter().enumerate() {
        let x = (place % ACROSS) as Tenths * CARD_WIDTH;
        let y = (place / ACROSS) as Tenths * CARD_HEIGHT;
        page.add(blank, x, y);
        let (x, y) = (x + MARGIN, y);
        page.text(x + LEFT, y + 140, RIGHT, Align::Right, NUMBER, &format!("N.º {}", card.number));
        cells(&mut page, card, x, y + GRID_TOP);
        let small = format!("{} · matriz {}", card.code, sheet.matrix);
        page.text(x, y + FOOT_TOP + CODE_SIDE - 6, FOOT_ROOM, Align::Left, SMALL, &small);
        code(&mut page, card, x + INNER, y + FOOT_TOP)?;
    }
    Ok(page)
}

/// What is the same on every card of the sheet.
fn blank(sheet: &SeriesSheet) -> Page {
    let (mut page, x) = (Page::default(), MARGIN);
    page.stamps.push(Placed { stamp: 0, x, y: GRID_TOP });
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
    page
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
        for (column, &number) in (0..).zip(numbers) {
            let (left, top) = (x + column * CELL_WIDTH, y + row * CELL_HEIGHT);
            if number == 0 {
                page.fills.push(Fill {
                    x: left,
                    y: top,
                    width: CELL_WIDTH,
                    height: CELL_HEIGHT,
                    ink: Ink::Mist,
                });
            } else {
                let base = top + (CELL_HEIGHT + FIGURES_CAP) / 2;
                page.text(left, base, CELL_WIDTH, Align::Centre, FIGURES, &number.to_string());
            }
        }
    }
}

/// The card's code. Its quiet zone lies on the margin, so that the dark modules end with the grid.
fn code(page: &mut Page, card: &SheetCard, right: Tenths, top: Tenths) -> Result<(), BadInput> {
    let code = Code::new(&card.code, Strength::High)
        .map_err(|source| BadInput::Code { what: format!("cartón n.º {}", card.number), source })?;
    let quiet = CODE_SIDE * Tenths::from(QUIET) / Tenths::from(code.modules() + 2 * QUIET);
    let (x, y) = (right - CODE_SIDE + quiet, top - quiet + 10);
    page.codes.push(PlacedCode { x, y, side: CODE_SIDE, code });
    Ok(())
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
fn grid() -> Stamp {
    let (width, height) = (9 * CELL_WIDTH, 3 * CELL_HEIGHT);
    let mut rules = Vec::new();
    let mut rule = |from, to, thickness, ink| rules.push(Rule { from, to, thickness, ink, dashed: false });
    for column in 1..9 {
        rule((column * CELL_WIDTH, 0), (column * CELL_WIDTH, height), 2, Ink::Grey);
    }
    for row in 1..3 {
        rule((0, row * CELL_HEIGHT), (width, row * CELL_HEIGHT), 2, Ink::Grey);
    }
    for y in [0, height] {
        rule((-3, y), (width + 3, y), 6, Ink::Black);
    }
    for x in [0, width] {
        rule((x, 0), (x, height), 6, Ink::Black);
    }
    Stamp { width, height, rules }
}

/// The lines to cut along.
fn cuts() -> Stamp {
    let cut = |from, to| Rule { from, to, thickness: 1, ink: Ink::Silver, dashed: true };
    let mut rules = vec![cut((CARD_WIDTH, 0), (CARD_WIDTH, A4_HEIGHT))];
    rules.extend((1..DOWN as Tenths).map(|row| cut((0, row * CARD_HEIGHT), (A4_WIDTH, row * CARD_HEIGHT))));
    Stamp { width: A4_WIDTH, height: A4_HEIGHT, rules }
}
