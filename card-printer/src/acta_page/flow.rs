//! The text column of the acta: a cursor that moves down and turns to the next folio.

use hall_wire::paper::{FreeFolios, Signatory};

use crate::code::Code;
use crate::font::{self, Face};
use crate::head::{Head, SMALL, SMALL_BOLD};
use crate::page::{A4_HEIGHT, A4_WIDTH, Align, Ink, Page, PlacedCode, Rule, Style, Tag, Tenths};

/// Left edge: wider than the right one, for binding.
pub(super) const LEFT: Tenths = 200;

pub(super) const WIDTH: Tenths = A4_WIDTH - LEFT - 160;

const HEAD: Head = Head { x: LEFT, width: WIDTH, base: 123, rule: 148, split: (1, 2) };
const TOP: Tenths = 190;
const BOTTOM: Tenths = A4_HEIGHT - 255;

pub(super) const COLUMN: Tenths = BOTTOM - TOP;

/// A heading is followed by at least this much on the same folio.
const WITH_TITLE: Tenths = 130;

/// The rest of a folio is struck out if it is taller than this.
const ROOM_TO_WRITE: Tenths = 60;

/// Between the stroke and the text above it, and the foot.
const STROKE_GAP: Tenths = 25;

pub(super) const TITLE: Style = Style::new(Face::Bold, 180, Ink::Garnet);
pub(super) const SECTION: Style = Style::new(Face::Bold, 112, Ink::Garnet);
pub(super) const HEADING: Style = Style::new(Face::Bold, 82, Ink::Black);
pub(super) const BODY: Style = Style::new(Face::Regular, 85, Ink::Black);
pub(super) const STRONG: Style = Style::new(Face::Bold, 85, Ink::Black);
pub(super) const AMOUNT: Style = Style::new(Face::Bold, 95, Ink::Black);
pub(super) const NOTE: Style = Style::new(Face::Regular, 75, Ink::Grey);
pub(super) const LABEL: Style = Style::new(Face::Regular, 68, Ink::Grey);

/// Above a second-level heading, and its height.
pub(super) const HEADING_GAP: Tenths = 14;
pub(super) const HEADING_HEIGHT: Tenths = 42;

/// Height of a signature box with role, name and number.
pub(super) const SIGNATURE: Tenths = 226;

/// Between columns.
pub(super) const GAP: Tenths = 36;

/// Head and foot of every folio.
pub(super) struct Folio {
    /// Head, left.
    pub left: String,
    /// Head, right.
    pub right: String,
    /// `EN CURSO`, `BORRADOR`.
    pub labels: Vec<&'static str>,
    /// The book, where its folios are not known, and the time zone of the hours.
    pub book: String,
    /// The time zone of the hours.
    pub zone: String,
    /// The folios that the pages take.
    pub free: Vec<FreeFolios>,
    /// Pages beyond them have no folio, and say so.
    pub used_up: bool,
    /// Sequence number of the last event.
    pub seq: String,
    /// Hash of the last event.
    pub hash: String,
    /// When and by what program it was printed.
    pub printed: String,
    /// QR code of the checkpoint.
    pub code: Code,
}

pub(super) struct Flow {
    pages: Vec<Page>,
    page: Page,
    y: Tenths,
    blocks: u32,
}

impl Flow {
    pub(super) fn new() -> Flow {
        Flow::behind(0)
    }

    /// One whose blocks are counted on from another's: the tags of a document are told apart by them.
    pub(super) fn behind(blocks: u32) -> Flow {
        Flow { pages: Vec::new(), page: Page::default(), y: TOP, blocks }
    }

    /// How many blocks there are so far.
    pub(super) fn blocks(&self) -> u32 {
        self.blocks
    }

    /// The number of the next heading, paragraph, table or row.
    pub(super) fn block(&mut self) -> u32 {
        self.blocks += 1;
        self.blocks
    }

    /// The tag of a new paragraph.
    pub(super) fn new_paragraph(&mut self) -> Tag {
        Tag::Paragraph { block: self.block() }
    }

    /// The current page.
    pub(super) fn page(&mut self) -> &mut Page {
        &mut self.page
    }

    /// The cursor.
    pub(super) fn y(&self) -> Tenths {
        self.y
    }

    pub(super) fn down(&mut self, by: Tenths) {
        self.y += by;
    }

    /// Moves the cursor within this folio.
    pub(super) fn go_to(&mut self, y: Tenths) {
        self.y = y;
    }

    /// Whether the folio is still empty.
    fn is_at_top(&self) -> bool {
        self.y <= TOP
    }

    /// Turns to the next folio if less than `height` is left. Returns whether it did.
    pub(super) fn need(&mut self, height: Tenths) -> bool {
        let turn = self.y + height > BOTTOM && !self.is_at_top();
        if turn {
            self.turn();
        }
        turn
    }

    /// Strikes out the rest of this folio and starts the next.
    fn turn(&mut self) {
        self.strike();
        self.pages.push(std::mem::take(&mut self.page));
        self.y = TOP;
    }

    /// Keeps a block on one folio: this one, or else the next. A block longer than a folio starts here.
    pub(super) fn keep(&mut self, lay: impl Fn(&mut Flow)) {
        let (pages, page, y) = (self.pages.len(), self.page.clone(), self.y);
        let back = |flow: &mut Flow| {
            flow.pages.truncate(pages);
            (flow.page, flow.y) = (page.clone(), y);
        };
        let was_empty = self.is_at_top();
        lay(self);
        if self.pages.len() == pages || was_empty {
            return;
        }
        back(self);
        self.turn();
        lay(self);
        if self.pages.len() > pages + 1 {
            back(self);
            lay(self);
        }
    }

    /// Strikes out the rest of the folio, so that nothing can be added later.
    fn strike(&mut self) {
        let (top, bottom) = (self.y + STROKE_GAP, BOTTOM - STROKE_GAP);
        if bottom - top >= ROOM_TO_WRITE {
            let (from, to) = ((LEFT, bottom), (LEFT + WIDTH, top));
            self.page.rules.push(Rule { from, to, thickness: 4, ink: Ink::Black, dashed: false });
        }
    }

    /// A first-level heading, underlined.
    pub(super) fn section(&mut self, text: &str, right: &str) {
        self.down(if self.is_at_top() { 0 } else { 48 });
        self.need(WITH_TITLE * 2);
        let base = self.y + 36;
        let style = Style { ink: Ink::Black, size: 85, ..SECTION };
        let taken = font::width(style.face, style.size, right) + 20;
        let taken = if right.is_empty() { 0 } else { taken.min(WIDTH / 2) };
        let tag = Tag::Heading { level: 2, block: self.block() };
        self.page.text(LEFT, base, WIDTH - taken, Align::Left, SECTION, text).tag = tag;
        if taken > 0 {
            self.page.text(LEFT + WIDTH - taken, base, taken, Align::Right, style, right).tag = tag;
        }
        self.page.across(LEFT, base + 13, WIDTH, 4, Ink::Garnet);
        self.y = base + 24;
    }

    /// A second-level heading with a note at its right.
    pub(super) fn heading(&mut self, text: &str, note: &str) {
        self.down(HEADING_GAP);
        self.need(WITH_TITLE);
        let taken = font::width(HEADING.face, HEADING.size, text) + 30;
        self.heading_in(LEFT, WIDTH, text);
        if taken < WIDTH && !note.is_empty() {
            let tag = self.new_paragraph();
            self.page.text(LEFT + taken, self.y - 13, WIDTH - taken, Align::Right, LABEL, note).tag = tag;
        }
    }

    /// A second-level heading over part of the column.
    pub(super) fn heading_in(&mut self, x: Tenths, width: Tenths, text: &str) {
        let tag = Tag::Heading { level: 3, block: self.block() };
        self.page.text(x, self.y + 29, width, Align::Left, HEADING, text).tag = tag;
        self.y += HEADING_HEIGHT;
    }

    /// A paragraph. Only a long one is split over two folios.
    pub(super) fn paragraph(&mut self, style: Style, text: &str) {
        const SHORT: usize = 6;
        let lines = font::wrapped(style.face, style.size, text, WIDTH);
        self.need(lines.len().min(SHORT) as Tenths * style.leading());
        let tag = self.new_paragraph();
        for line in lines {
            self.need(style.leading());
            let base = self.y + style.leading() * 3 / 4;
            self.page.text(LEFT, base, WIDTH, Align::Left, style, &line).tag = tag;
            self.y += style.leading();
        }
        self.y += 8;
    }

    /// Labels with a value under each, side by side; the third field is the share of the width.
    pub(super) fn facts(&mut self, style: Style, facts: &[(&str, String, Tenths)]) {
        let parts = facts.iter().map(|fact| fact.2).sum::<Tenths>().max(1);
        let room = |span: Tenths| span * WIDTH / parts - 20;
        let lines_of = |(_, value, span): &(&str, String, Tenths)| {
            font::wrapped(style.face, style.size, value, room(*span))
        };
        let wrapped: Vec<_> = facts.iter().map(lines_of).collect();
        let lines = wrapped.iter().map(Vec::len).max().unwrap_or(0) as Tenths;
        let height = 24 + lines * style.leading() + 14;
        self.need(height);
        let mut x = LEFT;
        for ((label, _, span), lines) in facts.iter().zip(&wrapped) {
            let (room, tag) = (room(*span), self.new_paragraph());
            self.page.text(x, self.y + 22, room, Align::Left, LABEL, label).tag = tag;
            for (n, line) in (0..).zip(lines) {
                let base = self.y + 22 + n * style.leading() + style.leading() * 7 / 8;
                self.page.text(x, base, room, Align::Left, style, line).tag = tag;
            }
            x += span * WIDTH / parts;
        }
        self.y += height;
    }

    /// Signature boxes, at most three to a row.
    pub(super) fn signatures(&mut self, signers: &[Signatory]) {
        for row in signers.chunks(3) {
            self.need(SIGNATURE + 10);
            self.sign_in(LEFT, (WIDTH - 2 * GAP) / 3, row);
            self.y += SIGNATURE + 10;
        }
    }

    /// Signature boxes side by side at the cursor, which stays.
    pub(super) fn sign_in(&mut self, x: Tenths, width: Tenths, signers: &[Signatory]) {
        for (n, who) in (0..).zip(signers) {
            let (x, y, tag) = (x + n * (width + GAP), self.y + 10, self.new_paragraph());
            self.page.text(x, y + 24, width, Align::Left, LABEL, &who.role).tag = tag;
            self.page.across(x, y + 145, width, 2, Ink::Black);
            let name = if who.name.is_empty() { "Nombre:" } else { &who.name };
            let style = if who.name.is_empty() { NOTE } else { BODY };
            self.page.text(x, y + 179, width, Align::Left, style, name).tag = tag;
            if let Some(document) = &who.document {
                self.page.text(x, y + 210, width, Align::Left, NOTE, document).tag = tag;
            }
        }
    }

    /// Returns the folios, with heads and feet.
    pub(super) fn finished(mut self, folio: &Folio) -> Vec<Page> {
        self.turn();
        let total = self.pages.len();
        let size = if folio.labels.len() > 1 { 620 } else { 1000 };
        let mut places = places(folio);
        for (number, page) in (1..).zip(&mut self.pages) {
            HEAD.draw(page, &folio.left, &folio.right, &folio.labels, size);
            foot(page, folio, &places.next().unwrap_or_default(), (number, total));
        }
        self.pages
    }
}

/// So many folios before a book's end its pages say that the next one is to be had.
const FEW: u32 = 20;

/// Where a page stands in a book.
#[derive(Debug, Default, PartialEq, Eq)]
struct Place {
    /// `Folio 41`; none where no book's folios are known.
    folio: Option<String>,
    /// The book, and how many of its folios are left when they are few.
    book: String,
}

/// The places of the pages, in order.
fn places(folio: &Folio) -> impl Iterator<Item = Place> + '_ {
    let zone = &folio.zone;
    let of_books = folio.free.iter().enumerate().flat_map(move |(n, run)| {
        let next = folio.free.get(n + 1);
        (run.first..=run.last).map(move |number| {
            let left = run.last - number;
            let few = match (left, next) {
                (left, _) if left > FEW => String::new(),
                (_, Some(next)) => format!(" · {}, sigue el libro {}", remain(left), next.book),
                (_, None) => format!(" · {}: diligénciese el libro siguiente", remain(left)),
            };
            let book = format!("Libro {}{few} · {zone}", run.book);
            Place { folio: Some(format!("Folio {number}")), book }
        })
    });
    let beyond = std::iter::repeat_with(move || Place {
        folio: folio.used_up.then(|| "Sin folio".to_owned()),
        book: if folio.used_up {
            format!("No hay libro con folios libres · {zone}")
        } else {
            folio.book.clone()
        },
    });
    of_books.chain(beyond)
}

fn remain(left: u32) -> String {
    match left {
        0 => "último folio".to_owned(),
        1 => "queda 1 folio".to_owned(),
        left => format!("quedan {left} folios"),
    }
}

fn foot(page: &mut Page, folio: &Folio, place: &Place, (number, total): (usize, usize)) {
    const CODE: Tenths = 190;
    const SIDE: Tenths = 250;
    let top = A4_HEIGHT - 245;
    page.across(LEFT, top, WIDTH, 2, Ink::Silver);
    let quiet = CODE * 4 / Tenths::from(folio.code.modules() + 8);
    page.codes.push(PlacedCode { x: LEFT - quiet, y: top + 6, side: CODE, code: folio.code.clone() });
    let (x, room) = (LEFT + CODE + 6, WIDTH - CODE - 6);
    page.text(x, top + 45, room - SIDE - 10, Align::Left, SMALL_BOLD, &folio.seq);
    let (large, in_acta) = match &place.folio {
        Some(folio) => (folio.clone(), Some(format!("Hoja {number} de {total}"))),
        None => (format!("Folio {number} de {total}"), None),
    };
    let right = LEFT + WIDTH - SIDE;
    page.text(right, top + 45, SIDE, Align::Right, Style { size: 90, ..SMALL_BOLD }, &large);
    page.text(x, top + 85, room, Align::Left, SMALL, &format!("Huella {}", folio.hash));
    let beside = if in_acta.is_some() { SIDE + 10 } else { 0 };
    page.text(x, top + 125, room - beside, Align::Left, SMALL, &place.book);
    if let Some(in_acta) = in_acta {
        page.text(right, top + 125, SIDE, Align::Right, SMALL, &in_acta);
    }
    page.text(x, top + 165, room, Align::Left, SMALL, &folio.printed);
}
