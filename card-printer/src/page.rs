//! A page as plain data: where each text, rule, rectangle and code goes.
//!
//! Lengths are whole tenths of a millimetre from the top left corner. A text's `y` is its base line. [`crate::pdf`],
//! [`crate::archive`] and [`crate::picture`] only draw.

#![expect(missing_docs, reason = "a length, a place or a colour is said by its name")]

use crate::code::{Code, QUIET};
use crate::font::{self, Face};

/// Name and version of this program, for the PDF's metadata.
pub const OUR_PROGRAM: &str = concat!("card-printer ", env!("CARGO_PKG_VERSION"));

/// A length in tenths of a millimetre.
pub type Tenths = i32;

/// In portrait.
pub const A4_WIDTH: Tenths = 2100;

/// In portrait.
pub const A4_HEIGHT: Tenths = 2970;

/// Pages printed together, each complete in itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// Title in the PDF's metadata.
    pub title: String,
    /// Program in the PDF's metadata.
    pub creator: String,
    /// Pages without stamps.
    pub pages: Vec<Page>,
}

/// One page. Each list is drawn over those before it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// Stamps below everything else, such as a tinted ground.
    pub grounds: Vec<Placed>,
    pub fills: Vec<Fill>,
    /// Slanted words in the background: BORRADOR.
    pub watermarks: Vec<Watermark>,
    /// Only cards have pictures.
    pub pictures: Vec<PlacedPicture>,
    pub stamps: Vec<Placed>,
    pub rules: Vec<Rule>,
    pub codes: Vec<PlacedCode>,
    pub texts: Vec<Text>,
}

/// A filled rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fill {
    pub x: Tenths,
    pub y: Tenths,
    pub width: Tenths,
    pub height: Tenths,
    pub ink: Ink,
}

/// A picture on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacedPicture {
    /// Index into the pictures of the job.
    pub picture: usize,
    pub x: Tenths,
    pub y: Tenths,
    pub width: Tenths,
    pub height: Tenths,
}

/// A straight line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    pub from: (Tenths, Tenths),
    pub to: (Tenths, Tenths),
    pub thickness: Tenths,
    pub ink: Ink,
    /// A line to cut along.
    pub dashed: bool,
}

/// A stamp on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Index into the stamps of the job.
    pub stamp: usize,
    pub x: Tenths,
    pub y: Tenths,
}

/// A 2-D code on a page, with its quiet zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedCode {
    pub x: Tenths,
    pub y: Tenths,
    /// Quiet zone included.
    pub side: Tenths,
    pub code: Code,
}

impl PlacedCode {
    /// The square of the modules, without the quiet zone: in whole tenths, which are the same for all codes of a size.
    pub(crate) fn dark_square(&self) -> Fill {
        let modules = Tenths::from(self.code.modules());
        let width = self.side * modules / (modules + 2 * Tenths::from(QUIET));
        let quiet = (self.side - width) / 2;
        let y = self.y + self.side - quiet - width;
        Fill { x: self.x + quiet, y, width, height: width, ink: Ink::Black }
    }
}

/// The colour of watermarks: paler than anything meant to be read.
pub(crate) const PALE: [u8; 3] = [0xE0; 3];

/// A slanted word in the background.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watermark {
    pub middle: (Tenths, Tenths),
    pub degrees: u16,
    /// In tenths of a point.
    pub size: u16,
    pub text: String,
}

/// A line of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    pub x: Tenths,
    /// Base line.
    pub y: Tenths,
    /// Width available: never less than that of the text.
    pub room: Tenths,
    pub face: Face,
    /// In tenths of a point.
    pub size: u16,
    pub ink: Ink,
    /// Only characters the face has.
    pub text: String,
    pub tag: Tag,
}

/// What a text is, for who hears a paper and does not see it. Texts with equal tags are one element, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tag {
    /// A running head, a foot, titles said again on the next folio: nothing that is read twice.
    #[default]
    Artifact,
    Heading {
        /// From 1.
        level: u16,
        block: u32,
    },
    Paragraph {
        block: u32,
    },
    Cell(Cell),
}

/// A cell of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Blocks are numbered through the paper.
    pub table: u32,
    /// Rows too, in their order.
    pub row: u32,
    /// From 0.
    pub column: u16,
    pub kind: CellKind,
}

/// What a cell says of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellKind {
    Data,
    /// It names its column.
    Column,
    /// It names its row.
    Row,
}

/// The colours. All are legible when printed in greys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Main text.
    Black,
    /// Titles.
    Garnet,
    /// Explanations.
    Grey,
    /// Thin rules.
    Silver,
    /// Ground of cells.
    Mist,
    /// On a dark ground.
    White,
    /// The colour of a face value in the template, or a tint of it.
    Own([u8; 3]),
}

impl Ink {
    pub const fn rgb(self) -> [u8; 3] {
        match self {
            Ink::Black => [0x00, 0x00, 0x00],
            Ink::Garnet => [0x7A, 0x16, 0x2B],
            Ink::Grey => [0x58, 0x58, 0x58],
            Ink::Silver => [0xB4, 0xB4, 0xB4],
            Ink::Mist => [0xEE, 0xEE, 0xEE],
            Ink::White => [0xFF, 0xFF, 0xFF],
            Ink::Own(rgb) => rgb,
        }
    }
}

/// Where a text stands in its room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Centre,
    Right,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    pub face: Face,
    /// In tenths of a point.
    pub size: u16,
    pub ink: Ink,
}

impl Style {
    pub const fn new(face: Face, size: u16, ink: Ink) -> Style {
        Style { face, size, ink }
    }

    /// Distance of base lines.
    pub const fn leading(self) -> Tenths {
        // 1.36 × the size; 0.1 pt is 0.3528 tenths of a millimetre.
        self.size as Tenths * 480 / 1000
    }
}

impl Page {
    /// Puts a text in its room. One too long is set smaller, down to two thirds of the size, and then cut with an
    /// ellipsis: texts never overlap. Returns it, for its tag: it has none.
    pub fn text(
        &mut self,
        x: Tenths,
        y: Tenths,
        room: Tenths,
        align: Align,
        style: Style,
        text: &str,
    ) -> &mut Text {
        let (size, text) = font::fitted(style.face, style.size, text, room);
        let slack = room - font::width(style.face, size, &text);
        let x = match align {
            Align::Left => x,
            Align::Centre => x + slack / 2,
            Align::Right => x + slack,
        };
        let Style { face, ink, .. } = style;
        self.texts.push(Text { x, y, room, face, size, ink, text, tag: Tag::Artifact });
        self.texts.last_mut().expect("it was pushed")
    }

    /// Copies another page onto this one, shifted.
    pub fn add(&mut self, other: &Page, x: Tenths, y: Tenths) {
        let moved = |(left, top): (Tenths, Tenths)| (left + x, top + y);
        let stamp = |it: &Placed| Placed { x: it.x + x, y: it.y + y, ..*it };
        self.grounds.extend(other.grounds.iter().map(stamp));
        self.fills.extend(other.fills.iter().map(|it| Fill { x: it.x + x, y: it.y + y, ..*it }));
        let watermark = |it: &Watermark| Watermark { middle: moved(it.middle), ..it.clone() };
        self.watermarks.extend(other.watermarks.iter().map(watermark));
        let picture = |it: &PlacedPicture| PlacedPicture { x: it.x + x, y: it.y + y, ..*it };
        self.pictures.extend(other.pictures.iter().map(picture));
        self.stamps.extend(other.stamps.iter().map(stamp));
        self.rules.extend(other.rules.iter().map(|it| Rule {
            from: moved(it.from),
            to: moved(it.to),
            ..*it
        }));
        let code = |it: &PlacedCode| PlacedCode { x: it.x + x, y: it.y + y, ..it.clone() };
        self.codes.extend(other.codes.iter().map(code));
        self.texts.extend(other.texts.iter().map(|it| Text { x: it.x + x, y: it.y + y, ..it.clone() }));
    }

    /// Draws a horizontal rule.
    pub fn across(&mut self, x: Tenths, y: Tenths, width: Tenths, thickness: Tenths, ink: Ink) {
        self.rules.push(Rule { from: (x, y), to: (x + width, y), thickness, ink, dashed: false });
    }

    /// Draws a vertical rule.
    pub fn down(&mut self, x: Tenths, y: Tenths, height: Tenths, thickness: Tenths, ink: Ink) {
        self.rules.push(Rule { from: (x, y), to: (x, y + height), thickness, ink, dashed: false });
    }
}
