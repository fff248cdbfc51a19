//! The column of text of the acta: a cursor that goes down, and on to the next folio.

use crate::code::Code;
use crate::font::{self, Face};
use crate::page::{A4_HEIGHT, A4_WIDTH, Align, Fill, Ink, Page, PlacedCode, Style, Tenths, Watermark};

/// Left edge: wider than the right one, because folios are bound.
pub(super) const LEFT: Tenths = 200;

/// Width of the column.
pub(super) const WIDTH: Tenths = A4_WIDTH - LEFT - 160;

const TOP: Tenths = 265;
const BOTTOM: Tenths = A4_HEIGHT - 345;

/// A title never stands alone at the foot of a folio: this much comes with it.
const WITH_TITLE: Tenths = 150;

pub(super) const TITLE: Style = Style::new(Face::Bold, 200, Ink::Garnet);
pub(super) const SECTION: Style = Style::new(Face::Bold, 120, Ink::Garnet);
pub(super) const HEADING: Style = Style::new(Face::Bold, 90, Ink::Black);
pub(super) const BODY: Style = Style::new(Face::Regular, 90, Ink::Black);
pub(super) const STRONG: Style = Style::new(Face::Bold, 90, Ink::Black);
pub(super) const AMOUNT: Style = Style::new(Face::Bold, 105, Ink::Black);
pub(super) const NOTE: Style = Style::new(Face::Regular, 75, Ink::Grey);
pub(super) const LABEL: Style = Style::new(Face::Regular, 68, Ink::Grey);
const FURNITURE: Style = Style::new(Face::Regular, 72, Ink::Grey);
const FURNITURE_BOLD: Style = Style::new(Face::Bold, 72, Ink::Black);
const TAG: Style = Style::new(Face::Bold, 75, Ink::White);

/// What every folio has at its head and foot.
pub(super) struct Folio {
    /// At the head, on the left.
    pub left: String,
    /// At the head, on the right.
    pub right: String,
    /// EN CURSO, BORRADOR.
    pub labels: Vec<&'static str>,
    /// The book.
    pub book: String,
    /// The record's number.
    pub seq: String,
    /// The record's hash.
    pub hash: String,
    /// When and by what it was printed.
    pub printed: String,
    /// The checkpoint.
    pub code: Code,
}

/// The column of text.
pub(super) struct Flow {
    pages: Vec<Page>,
    page: Page,
    y: Tenths,
}

impl Flow {
    /// Starts the first folio.
    pub(super) fn new() -> Flow {
        Flow { pages: Vec::new(), page: Page::default(), y: TOP }
    }

    /// Returns the page under the cursor.
    pub(super) fn page(&mut self) -> &mut Page {
        &mut self.page
    }

    /// Returns where the cursor is.
    pub(super) fn y(&self) -> Tenths {
        self.y
    }

    /// Goes down.
    pub(super) fn down(&mut self, by: Tenths) {
        self.y += by;
    }

    /// Goes to the next folio if less than this is left on the present one. Returns whether it did.
    pub(super) fn need(&mut self, height: Tenths) -> bool {
        let turn = self.y + height > BOTTOM && self.y > TOP;
        if turn {
            self.pages.push(std::mem::take(&mut self.page));
            self.y = TOP;
        }
        turn
    }

    /// A title of the first order, with a rule under it.
    pub(super) fn section(&mut self, text: &str, right: &str) {
        self.down(if self.y > TOP { 70 } else { 0 });
        self.need(WITH_TITLE * 3);
        let base = self.y + 40;
        let taken = font::width(SECTION.face, SECTION.size, right) + 20;
        let taken = if right.is_empty() { 0 } else { taken.min(WIDTH / 2) };
        self.page.text(LEFT, base, WIDTH - taken, Align::Left, SECTION, text);
        if taken > 0 {
            let style = Style { ink: Ink::Black, size: 95, ..SECTION };
            self.page.text(LEFT + WIDTH - taken, base, taken, Align::Right, style, right);
        }
        self.page.across(LEFT, base + 18, WIDTH, 4, Ink::Garnet);
        self.y = base + 40;
    }

    /// A title of the second order.
    pub(super) fn heading(&mut self, text: &str) {
        self.down(22);
        self.need(WITH_TITLE);
        self.page.text(LEFT, self.y + 32, WIDTH, Align::Left, HEADING, text);
        self.y += 48;
    }

    /// A paragraph. A long one may go on in the next folio; a short one stays in one piece.
    pub(super) fn paragraph(&mut self, style: Style, text: &str) {
        const SHORT: usize = 6;
        let lines = font::wrapped(style.face, style.size, text, WIDTH);
        self.need(lines.len().min(SHORT) as Tenths * style.leading());
        for line in lines {
            self.need(style.leading());
            self.page.text(LEFT, self.y + style.leading() * 3 / 4, WIDTH, Align::Left, style, &line);
            self.y += style.leading();
        }
        self.y += 12;
    }

    /// Small labels with a value under each, side by side; each takes as many parts of the
    /// width as it says.
    pub(super) fn facts(&mut self, style: Style, facts: &[(&str, String, Tenths)]) {
        let parts = facts.iter().map(|fact| fact.2).sum::<Tenths>().max(1);
        let room = |span: Tenths| span * WIDTH / parts - 20;
        let lines_of = |(_, value, span): &(&str, String, Tenths)| {
            font::wrapped(style.face, style.size, value, room(*span))
        };
        let wrapped: Vec<_> = facts.iter().map(lines_of).collect();
        let lines = wrapped.iter().map(Vec::len).max().unwrap_or(0) as Tenths;
        let height = 28 + lines * style.leading() + 20;
        self.need(height);
        let mut x = LEFT;
        for ((label, _, span), lines) in facts.iter().zip(&wrapped) {
            let room = room(*span);
            self.page.text(x, self.y + 22, room, Align::Left, LABEL, label);
            for (n, line) in (0..).zip(lines) {
                let base = self.y + 26 + n * style.leading() + style.leading() * 7 / 8;
                self.page.text(x, base, room, Align::Left, style, line);
            }
            x += span * WIDTH / parts;
        }
        self.y += height;
    }

    /// Boxes to sign in, at most three side by side.
    pub(super) fn signatures(&mut self, signers: &[(String, String, Option<String>)]) {
        const GAP: Tenths = 30;
        const HEIGHT: Tenths = 260;
        const BOX: Tenths = (WIDTH - 2 * GAP) / 3;
        for row in signers.chunks(3) {
            self.need(HEIGHT + 20);
            let y = self.y + 10;
            for (n, (role, name, document)) in (0..).zip(row) {
                let x = LEFT + n * (BOX + GAP);
                self.page.text(x, y + 26, BOX, Align::Left, LABEL, role);
                self.page.across(x, y + 175, BOX, 2, Ink::Black);
                self.page.text(x, y + 210, BOX, Align::Left, BODY, name);
                if let Some(document) = document {
                    self.page.text(x, y + 242, BOX, Align::Left, NOTE, &format!("Documento {document}"));
                }
            }
            self.y += HEIGHT + 10;
        }
    }

    /// Returns the folios, with their heads and feet.
    pub(super) fn finished(mut self, folio: &Folio) -> Vec<Page> {
        self.pages.push(self.page);
        let total = self.pages.len();
        for (number, page) in (1..).zip(&mut self.pages) {
            head(page, folio);
            foot(page, folio, &format!("Folio {number} de {total}"));
        }
        self.pages
    }
}

fn head(page: &mut Page, folio: &Folio) {
    let mut right = LEFT + WIDTH;
    for label in folio.labels.iter().rev() {
        let width = font::width(TAG.face, TAG.size, label) + 30;
        right -= width;
        page.fills.push(Fill { x: right, y: 112, width, height: 42, ink: Ink::Black });
        page.text(right + 15, 143, width - 30, Align::Centre, TAG, label);
        right -= 12;
    }
    let middle = LEFT + (right - LEFT) / 2;
    page.text(LEFT, 143, middle - LEFT - 20, Align::Left, FURNITURE_BOLD, &folio.left);
    page.text(middle, 143, right - middle, Align::Right, FURNITURE, &folio.right);
    page.across(LEFT, 172, WIDTH, 2, Ink::Silver);
    if !folio.labels.is_empty() {
        let text = folio.labels.join(" · ");
        let size = if folio.labels.len() > 1 { 620 } else { 1000 };
        let middle = (A4_WIDTH / 2, A4_HEIGHT / 2 + 100);
        page.watermarks.push(Watermark { middle, degrees: 55, size, text });
    }
}

fn foot(page: &mut Page, folio: &Folio, number: &str) {
    const CODE: Tenths = 230;
    let top = A4_HEIGHT - 315;
    page.across(LEFT, top, WIDTH, 2, Ink::Silver);
    let quiet = CODE * 4 / Tenths::from(folio.code.modules() + 8);
    page.codes.push(PlacedCode { x: LEFT - quiet, y: top + 12, side: CODE, code: folio.code.clone() });
    let (x, room) = (LEFT + CODE + 10, WIDTH - CODE - 10);
    page.text(x, top + 58, room - 260, Align::Left, FURNITURE_BOLD, &folio.seq);
    page.text(LEFT + WIDTH - 250, top + 58, 250, Align::Right, Style { size: 90, ..FURNITURE_BOLD }, number);
    page.text(x, top + 102, room, Align::Left, FURNITURE, &format!("Huella {}", folio.hash));
    page.text(x, top + 146, room, Align::Left, FURNITURE, &folio.book);
    page.text(x, top + 190, room, Align::Left, FURNITURE, &folio.printed);
}
