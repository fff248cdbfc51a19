//! The face of a card: what all cards share, and what is a card's own.

use hall_core::card::check_key::CheckKey;
use hall_core::money::Cents;
use hall_core::series::spelt;
use hall_wire::paper::{SeriesSheet, SheetCard};

use super::empty::EmptyCells;
use super::plan::{Area, Line, Plan};
use crate::code::{Code, QUIET};
use crate::font::{self, Face};
use crate::frame::PICTURE;
use crate::logo::Picture;
use crate::page::{
    Align, Fill, Ink, Page, Placed, PlacedCode, PlacedPicture, Rule, Style, Tenths, Watermark,
};
use crate::template::Template;

/// The inks of a card, derived from the colour of its face value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Inks {
    /// Hall, value and frame of the grid.
    pub(super) strong: Ink,
    /// Empty cells.
    pub(super) cell: Ink,
    /// Tint of the card.
    ground: Option<Ink>,
}

impl Inks {
    pub(super) fn of(template: &Template, cents: u64) -> Inks {
        let colour = template.colour_of(cents);
        let tint = |per_cent| Ink::Own(colour.map(|part| tinted(part, per_cent)));
        Inks { strong: Ink::Own(colour), cell: tint(14), ground: template.ground.then(|| tint(6)) }
    }
}

/// A colour mixed with white.
fn tinted(part: u8, per_cent: u32) -> u8 {
    ((u32::from(part) * per_cent + 255 * (100 - per_cent)) / 100) as u8
}

/// What a card says across it when it is not an original.
#[derive(Debug, Clone, Copy)]
pub(super) struct Marks {
    /// A value of the rules is unknown.
    pub(super) draft: bool,
    /// 1 is the original.
    pub(super) copy: u32,
    /// A preview, not a card.
    pub(super) sample: bool,
}

/// The ground of a tinted card: out to the bleed, white below cells and code.
pub(super) fn ground(plan: &Plan, inks: Inks, bleed: Tenths) -> Option<Page> {
    let fill = |x, y, width, height, ink| Fill { x, y, width, height, ink };
    let white = |x, y, width, height| fill(x, y, width, height, Ink::White);
    let (right, top, side) = plan.code;
    let fills = vec![
        fill(-bleed, -bleed, plan.width + 2 * bleed, plan.height + 2 * bleed, inks.ground?),
        white(plan.grid_x, plan.grid_y, plan.grid_width(), plan.grid_height()),
        white(right - side, top, side, side),
    ];
    Some(Page { fills, ..Page::default() })
}

/// Draws what all cards share.
pub(super) fn blank(
    page: &mut Page,
    plan: &Plan,
    inks: Inks,
    sheet: &SeriesSheet,
    template: &Template,
    marks: Marks,
) {
    watermark(page, plan, marks);
    grid(page, plan, inks.strong);
    if let Some(logo) = &template.logo {
        page.pictures.push(placed_logo(logo, plan.logo));
    }
    let style = |face, size: u16, ink| Style::new(face, scaled(size, plan.letters), ink);
    if plan.side {
        put(page, plan.hall, Align::Left, style(Face::Bold, 85, inks.strong), &sheet.hall);
        let value = format!("{}", Cents(sheet.face_value_cents));
        let above = Line { y: plan.value.y - 35 * plan.letters / 100 - 10, ..plan.value };
        put(page, above, Align::Left, style(Face::Regular, 65, Ink::Grey), "Valor facial");
        put(page, plan.value, Align::Left, style(Face::Bold, 125, inks.strong), &value);
    } else {
        hall(page, &sheet.hall, plan, inks.strong);
        let value = format!("Valor facial {}", Cents(sheet.face_value_cents));
        put(page, plan.value, Align::Left, style(Face::Bold, 125, inks.strong), &value);
    }
    let size = format!("Serie de {} cartones", sheet.series_size);
    put(
        page,
        plan.size,
        Align::Left,
        style(Face::Regular, if plan.side { 62 } else { 85 }, Ink::Grey),
        &size,
    );
    let text = if template.legal.is_empty() { &sheet.legal } else { &template.legal };
    filled_with(page, text, plan.legal, style(Face::Regular, 56, Ink::Grey));
    let matrix =
        Line { x: plan.small.x + plan.small.room * 7 / 10, room: plan.small.room * 3 / 10, ..plan.small };
    put(page, matrix, Align::Right, style(Face::Regular, 60, Ink::Grey), &format!("matriz {}", sheet.matrix));
    stub(page, plan, inks, sheet);
}

/// Draws what is the card's own, except its code.
pub(super) fn own(
    page: &mut Page,
    plan: &Plan,
    empty: &EmptyCells,
    sheet: &SeriesSheet,
    card: &SheetCard,
    key: CheckKey,
) {
    let style = |face, size: u16, ink| Style::new(face, scaled(size, plan.letters), ink);
    let align = if plan.side { Align::Left } else { Align::Right };
    let number = format!("N.º {}", card.number);
    put(page, plan.number, align, style(Face::Bold, if plan.side { 180 } else { 200 }, Ink::Black), &number);
    let series = format!("Serie {} · Clave {key}", spelt(&sheet.series));
    put(page, plan.series, align, style(Face::Bold, 95, Ink::Black), &series);
    cells(page, plan, empty, card);
    let small = Line { room: plan.small.room * 7 / 10, ..plan.small };
    put(page, small, Align::Left, style(Face::Regular, 60, Ink::Black), &card.code);
    if plan.stub > 0 {
        let line =
            |y| Line { x: STUB_PAD, y: y * plan.letters / 100 + plan.inner, room: plan.stub - 2 * STUB_PAD };
        put(page, line(95), Align::Centre, style(Face::Bold, 140, Ink::Black), &number);
        put(page, line(185), Align::Centre, style(Face::Bold, 80, Ink::Black), &format!("Clave {key}"));
    }
}

/// Places the code so that its dark modules, not its quiet zone, line up with the grid.
pub(super) fn placed(code: Code, plan: &Plan, moved: bool) -> PlacedCode {
    let (right, top, side) = plan.code;
    let quiet = side * Tenths::from(QUIET) / Tenths::from(code.modules() + 2 * QUIET);
    let (over_x, over_y) = if moved {
        (0, 0)
    } else if plan.side {
        (quiet, quiet)
    } else {
        (quiet, 10 - quiet)
    };
    PlacedCode { x: right - side + over_x, y: top + over_y, side, code }
}

fn scaled(size: u16, letters: Tenths) -> u16 {
    (Tenths::from(size) * letters / 100) as u16
}

fn put(page: &mut Page, line: Line, align: Align, style: Style, text: &str) {
    page.text(line.x, line.y, line.room, align, style, text);
}

/// BORRADOR and COPIA, behind the numbers and in a black box.
fn watermark(page: &mut Page, plan: &Plan, Marks { draft, copy, sample }: Marks) {
    let (word, label) = match (sample, draft, copy) {
        (false, false, 0 | 1) => return,
        (true, _, _) => ("MUESTRA", "MUESTRA – SIN VALOR".to_owned()),
        (false, true, 0 | 1) => ("BORRADOR", "BORRADOR – SIN VALOR".to_owned()),
        (false, false, _) => ("COPIA", format!("COPIA {copy}")),
        (false, true, _) => ("BORRADOR – COPIA", format!("BORRADOR – COPIA {copy}")),
    };
    let (width, height) = (plan.grid_width(), plan.grid_height());
    let (size, text) = font::fitted(Face::Bold, (height * 3 / 2) as u16, word, width * 92 / 100);
    // A little flatter than the grid's diagonal.
    let degrees = (height * 50 / width) as u16;
    let middle = (plan.grid_x + width / 2, plan.grid_y + height / 2);
    page.watermarks.push(Watermark { middle, degrees, size, text });
    let Area { x, y, width, height } = plan.label;
    page.fills.push(Fill { x, y, width, height, ink: Ink::Black });
    let style = Style::new(Face::Bold, scaled(68, plan.letters), Ink::White);
    page.text(x + 10, y + height * 25 / 34, width - 20, Align::Centre, style, &label);
}

/// The hall's name on one line, or on two in the largest size that fits.
fn hall(page: &mut Page, name: &str, plan: &Plan, ink: Ink) {
    let Line { x, y, room } = plan.hall;
    let style = |size| Style::new(Face::Bold, scaled(size, plan.letters), ink);
    let whole = style(115);
    if font::width(whole.face, whole.size, &font::clean(whole.face, name)) <= room {
        page.text(x, y, room, Align::Left, whole, name);
        return;
    }
    let (mut lesser, least) = (style(85), style(55).size);
    let mut lines = font::wrapped(lesser.face, lesser.size, name, room);
    while lines.len() > 2 && lesser.size > least {
        lesser.size -= 2;
        lines = font::wrapped(lesser.face, lesser.size, name, room);
    }
    if lines.len() == 1 {
        page.text(x, y, room, Align::Left, lesser, &lines.concat());
        return;
    }
    // The rest goes on the second line, cut if too long.
    let second = lines.split_off(1).join(" ");
    page.text(x, y - 36 * plan.letters / 100, room, Align::Left, lesser, &lines.concat());
    page.text(x, y + 2, room, Align::Left, lesser, &second);
}

fn cells(page: &mut Page, plan: &Plan, empty: &EmptyCells, card: &SheetCard) {
    // Two figures take 0.82 of a cell's width and at most 0.62 of its height; the capital height of Open Sans is
    // 0.714 of its size.
    let size = (plan.cell_width * 5 / 2).min(plan.cell_height * 246 / 100);
    let style = Style::new(Face::Condensed, size as u16, Ink::Black);
    let capital = size * 254 / 720 * 714 / 1000;
    for (row, numbers) in (0..).zip(&card.rows) {
        let top = plan.grid_y + row * plan.cell_height;
        page.grounds.push(Placed { stamp: empty.stamp(numbers), x: plan.grid_x, y: top });
        let base = top + (plan.cell_height + capital) / 2;
        for (column, number) in (0..).zip(numbers).filter(|(_, number)| **number != 0) {
            let left = plan.grid_x + column * plan.cell_width;
            page.text(left, base, plan.cell_width, Align::Centre, style, &number.to_string());
        }
    }
}

/// Sets a text as large as its area allows, down to 4 pt, then cut.
pub(super) fn filled_with(page: &mut Page, text: &str, area: Area, mut style: Style) {
    const LEAST: u16 = 40;
    loop {
        let lines = font::wrapped(style.face, style.size, text, area.width);
        let fit = (area.height / style.leading()).max(0) as usize;
        if lines.len() > fit && style.size > LEAST {
            style.size -= 2;
            continue;
        }
        for (n, line) in (1..).zip(lines.iter().take(fit)) {
            let more = if n as usize == fit && lines.len() > fit { " […]" } else { "" };
            let y = area.y + n * style.leading();
            page.text(area.x, y, area.width, Align::Left, style, &format!("{line}{more}"));
        }
        return;
    }
}

fn grid(page: &mut Page, plan: &Plan, frame: Ink) {
    let (x, y, width, height) = (plan.grid_x, plan.grid_y, plan.grid_width(), plan.grid_height());
    for column in 1..9 {
        page.down(x + column * plan.cell_width, y, height, 2, Ink::Grey);
    }
    for row in 1..3 {
        page.across(x, y + row * plan.cell_height, width, 2, Ink::Grey);
    }
    for y in [y, y + height] {
        page.across(x - 3, y, width + 6, 6, frame);
    }
    for x in [x, x + width] {
        page.down(x, y, height, 6, frame);
    }
}

/// Left and right margin of a stub.
const STUB_PAD: Tenths = 25;

/// The stub a seller keeps: dashed line and what all stubs share.
fn stub(page: &mut Page, plan: &Plan, inks: Inks, sheet: &SeriesSheet) {
    if plan.stub == 0 {
        return;
    }
    let edge = |y| (plan.stub, y);
    page.rules.push(Rule {
        from: edge(0),
        to: edge(plan.height),
        thickness: 2,
        ink: Ink::Grey,
        dashed: true,
    });
    let line =
        |y| Line { x: STUB_PAD, y: y * plan.letters / 100 + plan.inner, room: plan.stub - 2 * STUB_PAD };
    let style = |face, size, ink| Style::new(face, scaled(size, plan.letters), ink);
    put(page, line(24), Align::Centre, style(Face::Bold, 65, inks.strong), &sheet.hall);
    put(
        page,
        line(142),
        Align::Centre,
        style(Face::Bold, 90, Ink::Black),
        &format!("Serie {}", spelt(&sheet.series)),
    );
    let value = Cents(sheet.face_value_cents).to_string();
    put(page, line(245), Align::Centre, style(Face::Bold, 110, inks.strong), &value);
    let size = format!("de {} cartones", sheet.series_size);
    put(page, line(290), Align::Centre, style(Face::Regular, 62, Ink::Grey), &size);
}

/// The logo as large as its area allows, at its left.
fn placed_logo(logo: &Picture, area: Area) -> PlacedPicture {
    let (wide, high) =
        (Tenths::try_from(logo.width).unwrap_or(1), Tenths::try_from(logo.height).unwrap_or(1));
    let width = area.width.min(area.height * wide / high.max(1));
    let height = width * high / wide.max(1);
    PlacedPicture { picture: PICTURE, x: area.x, y: area.y + (area.height - height) / 2, width, height }
}
