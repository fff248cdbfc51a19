//! The face of a card: what all cards share, and what is a card's own.

use hall_core::card::check_key::CheckKey;
use hall_core::card::code::CardCode;
use hall_core::money::Cents;
use hall_core::series::spelt;
use hall_wire::paper::{SeriesSheet, SheetCard};

use super::empty::EmptyCells;
use super::plan::{Area, Plan, TextLine};
use crate::code::{Code, QUIET};
use crate::font::{self, Face};
use crate::job::PICTURE;
use crate::page::{
    Align, Fill, Ink, Page, Placed, PlacedCode, PlacedPicture, Rule, Style, Tenths, Watermark,
};
use crate::template::{Back, Template};

/// Left and right margin of a stub.
const STUB_PAD: Tenths = 25;

/// Draws the cards of a series.
pub(super) struct CardFace<'a> {
    pub(super) sheet: &'a SeriesSheet,
    pub(super) template: &'a Template,
    pub(super) plan: Plan,
    inks: Inks,
    pub(super) empty: EmptyCells,
}

/// The inks of a card, derived from the colour of its face value.
#[derive(Debug, Clone, Copy)]
struct Inks {
    /// Hall, value and frame of the grid.
    strong: Ink,
    /// Empty cells.
    cell: Ink,
    /// Tint of the card.
    ground: Ink,
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

impl Inks {
    fn of([r, g, b]: [u8; 3]) -> Inks {
        let with_white =
            |part: u8, per_cent: u32| (u32::from(part) * per_cent + 255 * (100 - per_cent)) / 100;
        let tint = |per_cent| Ink::Own([r, g, b].map(|part| with_white(part, per_cent) as u8));
        Inks { strong: Ink::Own([r, g, b]), cell: tint(14), ground: tint(6) }
    }
}

impl<'a> CardFace<'a> {
    /// `first_empty` is the index of the first stamp of [`EmptyCells`].
    pub(super) fn new(sheet: &'a SeriesSheet, template: &'a Template, first_empty: usize) -> CardFace<'a> {
        CardFace {
            sheet,
            template,
            plan: Plan::of(template),
            inks: Inks::of(template.colour_of(sheet.face_value_cents)),
            empty: EmptyCells::of(&sheet.cards, first_empty),
        }
    }

    /// The ground of a tinted card: out to the bleed, white below cells and code. Empty if cards are not tinted.
    pub(super) fn ground(&self) -> Page {
        if !self.template.ground {
            return Page::default();
        }
        let (plan, bleed) = (&self.plan, self.template.bleed);
        let fill = |x, y, width, height, ink| Fill { x, y, width, height, ink };
        let white = |x, y, width, height| fill(x, y, width, height, Ink::White);
        let (right, top, side) = plan.code;
        let fills = vec![
            fill(-bleed, -bleed, plan.width + 2 * bleed, plan.height + 2 * bleed, self.inks.ground),
            white(plan.grid_x, plan.grid_y, plan.grid_width(), plan.grid_height()),
            white(right - side, top, side, side),
        ];
        Page { fills, ..Page::default() }
    }

    /// What all cards share.
    pub(super) fn blank(&self, marks: Marks) -> Page {
        let CardFace { sheet, template, plan, inks, .. } = self;
        let mut page = Page::default();
        self.watermark(&mut page, marks);
        self.grid(&mut page);
        page.pictures.extend(self.logo());
        let value = Cents(sheet.face_value_cents).to_string();
        if plan.side {
            self.put(&mut page, plan.hall, Align::Left, (Face::Bold, 85, inks.strong), &sheet.hall);
            let above = TextLine { y: plan.value.y - self.scaled(35) - 10, ..plan.value };
            self.put(&mut page, above, Align::Left, (Face::Regular, 65, Ink::Grey), "Valor facial");
            self.put(&mut page, plan.value, Align::Left, (Face::Bold, 125, inks.strong), &value);
        } else {
            self.hall(&mut page);
            let value = format!("Valor facial {value}");
            self.put(&mut page, plan.value, Align::Left, (Face::Bold, 125, inks.strong), &value);
        }
        let size = format!("Serie de {} cartones", sheet.series_size);
        let points = if plan.side { 62 } else { 85 };
        self.put(&mut page, plan.size, Align::Left, (Face::Regular, points, Ink::Grey), &size);
        let text = if template.legal.is_empty() { &sheet.legal } else { &template.legal };
        filled_with(&mut page, text, plan.legal, self.style(Face::Regular, 56, Ink::Grey));
        let (_, right) = plan.small.split(7, 10);
        let matrix = format!("matriz {}", sheet.matrix);
        self.put(&mut page, right, Align::Right, (Face::Regular, 60, Ink::Grey), &matrix);
        self.stub(&mut page);
        page
    }

    /// What is the card's own; its code is that of [`CardFace::placed`].
    pub(super) fn own(&self, card: &SheetCard) -> Page {
        let plan = &self.plan;
        let mut page = Page::default();
        let key = CheckKey::of(&CardCode::parse(&card.code).expect("the check let it through"));
        let align = if plan.side { Align::Left } else { Align::Right };
        let number = format!("N.º {}", card.number);
        let points = if plan.side { 180 } else { 200 };
        self.put(&mut page, plan.number, align, (Face::Bold, points, Ink::Black), &number);
        let series = format!("Serie {} · Clave {key}", spelt(&self.sheet.series));
        self.put(&mut page, plan.series, align, (Face::Bold, 95, Ink::Black), &series);
        self.cells(&mut page, card);
        let (left, _) = plan.small.split(7, 10);
        self.put(&mut page, left, Align::Left, (Face::Regular, 60, Ink::Black), &card.code);
        if plan.stub > 0 {
            let key = format!("Clave {key}");
            self.put(&mut page, self.stub_line(95), Align::Centre, (Face::Bold, 140, Ink::Black), &number);
            self.put(&mut page, self.stub_line(185), Align::Centre, (Face::Bold, 80, Ink::Black), &key);
        }
        page
    }

    /// Places a code so that its dark modules, not its quiet zone, line up with the grid; on a tinted card the quiet zone.
    pub(super) fn placed(&self, code: Code) -> PlacedCode {
        let (right, top, side) = self.plan.code;
        let quiet = side * Tenths::from(QUIET) / Tenths::from(code.modules() + 2 * QUIET);
        let (over_x, over_y) = match (self.template.ground, self.plan.side) {
            (true, _) => (0, 0),
            (false, true) => (quiet, quiet),
            (false, false) => (quiet, 10 - quiet),
        };
        PlacedCode { x: right - side + over_x, y: top + over_y, side, code }
    }

    /// The back: title and extract of the rules.
    pub(super) fn back(&self, back: &Back) -> Page {
        let plan = &self.plan;
        let mut page = Page::default();
        let (x, room) = (plan.inner, plan.width - plan.stub - 2 * plan.inner);
        let title = if back.title.is_empty() { "Extracto del reglamento" } else { &back.title };
        let first = TextLine { x, y: plan.inner + self.scaled(30), room };
        self.put(&mut page, first, Align::Left, (Face::Bold, 90, self.inks.strong), title);
        page.across(x, first.y + self.scaled(18), room, 3, self.inks.strong);
        let text = if back.text.is_empty() { &self.sheet.legal } else { &back.text };
        let y = first.y + self.scaled(24);
        let area = Area { x, y, width: room, height: plan.height - plan.inner - y };
        filled_with(&mut page, text, area, self.style(Face::Regular, 120, Ink::Black));
        page
    }

    /// The ink of the empty cells.
    pub(super) fn cell_ink(&self) -> Ink {
        self.inks.cell
    }

    /// A length at the template's size of words.
    fn scaled(&self, length: Tenths) -> Tenths {
        length * self.plan.letters / 100
    }

    fn style(&self, face: Face, size: Tenths, ink: Ink) -> Style {
        Style::new(face, self.scaled(size) as u16, ink)
    }

    /// Puts a text of a face, a size before scaling, and an ink.
    fn put(
        &self,
        page: &mut Page,
        line: TextLine,
        align: Align,
        (face, size, ink): (Face, Tenths, Ink),
        text: &str,
    ) {
        page.text(line.x, line.y, line.room, align, self.style(face, size, ink), text);
    }

    /// BORRADOR and COPIA, behind the numbers and in a black box.
    fn watermark(&self, page: &mut Page, Marks { draft, copy, sample }: Marks) {
        let (word, label) = match (sample, draft, copy) {
            (false, false, 0 | 1) => return,
            (true, _, _) => ("MUESTRA", "MUESTRA – SIN VALOR".to_owned()),
            (false, true, 0 | 1) => ("BORRADOR", "BORRADOR – SIN VALOR".to_owned()),
            (false, false, _) => ("COPIA", format!("COPIA {copy}")),
            (false, true, _) => ("BORRADOR – COPIA", format!("BORRADOR – COPIA {copy}")),
        };
        let plan = &self.plan;
        let (width, height) = (plan.grid_width(), plan.grid_height());
        let (size, text) = font::fitted(Face::Bold, (height * 3 / 2) as u16, word, width * 92 / 100);
        // A little flatter than the grid's diagonal.
        let degrees = (height * 50 / width) as u16;
        let middle = (plan.grid_x + width / 2, plan.grid_y + height / 2);
        page.watermarks.push(Watermark { middle, degrees, size, text });
        let Area { x, y, width, height } = plan.label;
        page.fills.push(Fill { x, y, width, height, ink: Ink::Black });
        let style = self.style(Face::Bold, 68, Ink::White);
        page.text(x + 10, y + height * 25 / 34, width - 20, Align::Centre, style, &label);
    }

    /// The hall's name on one line, or on two in the largest size that fits.
    fn hall(&self, page: &mut Page) {
        let (name, TextLine { x, y, room }) = (&self.sheet.hall, self.plan.hall);
        let style = |size| self.style(Face::Bold, size, self.inks.strong);
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
        // What does not fit on the second line is cut.
        font::join_from(&mut lines, 2);
        match &lines[..] {
            [first, second] => {
                page.text(x, y - self.scaled(36), room, Align::Left, lesser, first);
                page.text(x, y + 2, room, Align::Left, lesser, second);
            }
            lines => {
                page.text(x, y, room, Align::Left, lesser, &lines.concat());
            }
        }
    }

    fn cells(&self, page: &mut Page, card: &SheetCard) {
        let plan = &self.plan;
        // Two figures take 0.82 of a cell's width and at most 0.62 of its height; the capital height of Open Sans is
        // 0.714 of its size.
        let size = (plan.cell_width * 5 / 2).min(plan.cell_height * 246 / 100);
        let style = Style::new(Face::Condensed, size as u16, Ink::Black);
        let capital = size * 254 / 720 * 714 / 1000;
        for (row, numbers) in (0..).zip(&card.rows) {
            let top = plan.grid_y + row * plan.cell_height;
            page.grounds.push(Placed { stamp: self.empty.stamp(numbers), x: plan.grid_x, y: top });
            let base = top + (plan.cell_height + capital) / 2;
            for (column, number) in (0..).zip(numbers).filter(|(_, number)| **number != 0) {
                let left = plan.grid_x + column * plan.cell_width;
                page.text(left, base, plan.cell_width, Align::Centre, style, &number.to_string());
            }
        }
    }

    fn grid(&self, page: &mut Page) {
        let plan = &self.plan;
        let (x, y, width, height) = (plan.grid_x, plan.grid_y, plan.grid_width(), plan.grid_height());
        for column in 1..9 {
            page.down(x + column * plan.cell_width, y, height, 2, Ink::Grey);
        }
        for row in 1..3 {
            page.across(x, y + row * plan.cell_height, width, 2, Ink::Grey);
        }
        for y in [y, y + height] {
            page.across(x - 3, y, width + 6, 6, self.inks.strong);
        }
        for x in [x, x + width] {
            page.down(x, y, height, 6, self.inks.strong);
        }
    }

    /// The stub a seller keeps: dashed line and what all stubs share.
    fn stub(&self, page: &mut Page) {
        let CardFace { sheet, plan, inks, .. } = self;
        if plan.stub == 0 {
            return;
        }
        let (from, to) = ((plan.stub, 0), (plan.stub, plan.height));
        page.rules.push(Rule { from, to, thickness: 2, ink: Ink::Grey, dashed: true });
        let series = format!("Serie {}", spelt(&sheet.series));
        let value = Cents(sheet.face_value_cents).to_string();
        let size = format!("de {} cartones", sheet.series_size);
        for (y, style, text) in [
            (24, (Face::Bold, 65, inks.strong), &sheet.hall),
            (142, (Face::Bold, 90, Ink::Black), &series),
            (245, (Face::Bold, 110, inks.strong), &value),
            (290, (Face::Regular, 62, Ink::Grey), &size),
        ] {
            self.put(page, self.stub_line(y), Align::Centre, style, text);
        }
    }

    /// A line of the stub, at a height before scaling.
    fn stub_line(&self, y: Tenths) -> TextLine {
        let plan = &self.plan;
        TextLine { x: STUB_PAD, y: self.scaled(y) + plan.inner, room: plan.stub - 2 * STUB_PAD }
    }

    /// The logo as large as its area allows, at its left.
    fn logo(&self) -> Option<PlacedPicture> {
        let (logo, area) = (self.template.logo.as_ref()?, self.plan.logo);
        let [wide, high] = [logo.width, logo.height].map(|side| Tenths::try_from(side).unwrap_or(1).max(1));
        let width = area.width.min(area.height * wide / high);
        let height = width * high / wide;
        let y = area.y + (area.height - height) / 2;
        Some(PlacedPicture { picture: PICTURE, x: area.x, y, width, height })
    }
}

/// Sets a text as large as its area allows, down to 4 pt, then cut.
fn filled_with(page: &mut Page, text: &str, area: Area, mut style: Style) {
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
