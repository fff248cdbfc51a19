//! A page as plain data: where each text, rule, rectangle and code goes.
//!
//! Lengths are whole tenths of a millimetre, from the top left corner. A text's `y` is its
//! base line. Everything is decided here: what draws it has only to draw it.

use std::fmt;

use crate::code::Code;
use crate::font::{self, Face};

/// This program, with its version: the creator of a page that nobody else ordered.
pub const OUR_PROGRAM: &str = concat!("card-printer ", env!("CARGO_PKG_VERSION"));

/// A length in tenths of a millimetre.
pub type Tenths = i32;

/// The width of an A4 page.
pub const A4_WIDTH: Tenths = 2100;

/// The height of an A4 page.
pub const A4_HEIGHT: Tenths = 2970;

/// Pages that are printed in one go, each with all that is on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The title, as a PDF reader shows it.
    pub title: String,
    /// The program that made it.
    pub creator: String,
    /// The pages, none with a stamp.
    pub pages: Vec<Page>,
}

/// One page. Each list is drawn over those before it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// Stamps below everything else, such as a tinted ground.
    pub grounds: Vec<Placed>,
    /// Filled rectangles.
    pub fills: Vec<Fill>,
    /// Slanted words behind everything that is read: BORRADOR.
    pub watermarks: Vec<Watermark>,
    /// Pictures; only cards have them.
    pub pictures: Vec<PlacedPicture>,
    /// Stamps, by their place in the list of their [`crate::frame::Frame`].
    pub stamps: Vec<Placed>,
    /// Rules.
    pub rules: Vec<Rule>,
    /// 2-D codes.
    pub codes: Vec<PlacedCode>,
    /// Texts.
    pub texts: Vec<Text>,
}

/// A filled rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fill {
    /// Left edge.
    pub x: Tenths,
    /// Top edge.
    pub y: Tenths,
    /// Width.
    pub width: Tenths,
    /// Height.
    pub height: Tenths,
    /// Colour.
    pub ink: Ink,
}

/// A picture on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacedPicture {
    /// Its place in the list of the [`crate::frame::Frame`].
    pub picture: usize,
    /// Left edge.
    pub x: Tenths,
    /// Top edge.
    pub y: Tenths,
    /// Width.
    pub width: Tenths,
    /// Height.
    pub height: Tenths,
}

/// A straight line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Where it starts.
    pub from: (Tenths, Tenths),
    /// Where it ends.
    pub to: (Tenths, Tenths),
    /// How thick it is.
    pub thickness: Tenths,
    /// Colour.
    pub ink: Ink,
    /// Whether it is a line to cut along.
    pub dashed: bool,
}

/// A stamp on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Its place in the list of the [`crate::frame::Frame`].
    pub stamp: usize,
    /// Left edge.
    pub x: Tenths,
    /// Top edge.
    pub y: Tenths,
}

/// A 2-D code on a page, with its quiet zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedCode {
    /// Left edge of the quiet zone.
    pub x: Tenths,
    /// Top edge of the quiet zone.
    pub y: Tenths,
    /// The side, quiet zone included.
    pub side: Tenths,
    /// The code.
    pub code: Code,
}

/// A slanted word behind the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watermark {
    /// Its middle.
    pub middle: (Tenths, Tenths),
    /// How far it leans, in degrees.
    pub degrees: u16,
    /// The size, in tenths of a point.
    pub size: u16,
    /// The word.
    pub text: String,
}

/// A line of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Left end.
    pub x: Tenths,
    /// Base line.
    pub y: Tenths,
    /// The room it was given: never less than its width.
    pub room: Tenths,
    /// The face.
    pub face: Face,
    /// The size, in tenths of a point.
    pub size: u16,
    /// Colour.
    pub ink: Ink,
    /// The characters, all of which the face has.
    pub text: String,
}

impl Text {
    /// Returns the width of the ink.
    pub fn width(&self) -> Tenths {
        font::width(self.face, self.size, &self.text)
    }
}

/// The colours. Every one of them reads well on a printer without colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// What is read first.
    Black,
    /// Titles.
    Garnet,
    /// What explains.
    Grey,
    /// Thin rules.
    Silver,
    /// The ground of cells.
    Mist,
    /// On a dark ground.
    White,
    /// The colour a template gives a face value, or a tint of it.
    Own([u8; 3]),
}

impl Ink {
    /// Returns red, green and blue.
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
    /// At its left end.
    Left,
    /// In its middle.
    Centre,
    /// At its right end.
    Right,
}

/// How a text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// The face.
    pub face: Face,
    /// The size, in tenths of a point.
    pub size: u16,
    /// Colour.
    pub ink: Ink,
}

impl Style {
    /// Returns the style.
    pub const fn new(face: Face, size: u16, ink: Ink) -> Style {
        Style { face, size, ink }
    }

    /// Returns how far apart the base lines of this style are.
    pub const fn leading(self) -> Tenths {
        // 1.36 times the size; a tenth of a point is 0.3528 tenths of a millimetre.
        self.size as Tenths * 480 / 1000
    }
}

impl Page {
    /// Puts a text in its room. One that is too long is set smaller, down to two thirds of the
    /// size, and is then cut with an ellipsis: nothing ever runs into its neighbour.
    pub fn text(&mut self, x: Tenths, y: Tenths, room: Tenths, align: Align, style: Style, text: &str) {
        let (size, text) = font::fitted(style.face, style.size, text, room);
        let slack = room - font::width(style.face, size, &text);
        let x = match align {
            Align::Left => x,
            Align::Centre => x + slack / 2,
            Align::Right => x + slack,
        };
        self.texts.push(Text { x, y, room, face: style.face, size, ink: style.ink, text });
    }

    /// Puts all of another page on this one, moved.
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

/// Writes the page as lines that a person can read and compare.
impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Placed { stamp, x, y } in &self.grounds {
            writeln!(f, "ground {x:4} {y:4}  {stamp}")?;
        }
        for Fill { x, y, width, height, ink } in &self.fills {
            writeln!(f, "fill   {x:4} {y:4}  {width}x{height} {ink:?}")?;
        }
        for Watermark { middle: (x, y), degrees, size, text } in &self.watermarks {
            writeln!(f, "behind {x:4} {y:4}  {size} {degrees}° «{text}»")?;
        }
        for PlacedPicture { picture, x, y, width, height } in &self.pictures {
            writeln!(f, "image  {x:4} {y:4}  {width}x{height} {picture}")?;
        }
        for Placed { stamp, x, y } in &self.stamps {
            writeln!(f, "stamp  {x:4} {y:4}  {stamp}")?;
        }
        for Rule { from, to, thickness, ink, dashed } in &self.rules {
            let kind = if *dashed { "cut " } else { "rule" };
            writeln!(f, "{kind}   {:4} {:4}  to {} {}, {thickness} {ink:?}", from.0, from.1, to.0, to.1)?;
        }
        for PlacedCode { x, y, side, code } in &self.codes {
            writeln!(f, "code   {x:4} {y:4}  {side} modules {} «{}»", code.modules(), code.text())?;
        }
        for Text { x, y, face, size, ink, text, .. } in &self.texts {
            writeln!(f, "text   {x:4} {y:4}  {face:?} {size} {ink:?} «{text}»")?;
        }
        Ok(())
    }
}
