//! A page as PDF drawing operators, in tenths of a millimetre.

use std::io::Write;
use std::mem;

use super::SCALE;
use super::faces::Alphabet;
use crate::code::Code;
use crate::font::{self, Face};
use crate::page::{Fill, Ink, PALE, Page, Placed, PlacedCode, PlacedPicture, Rule, Tenths, Text, Watermark};

/// The content of a page of this height: first everything but the text, then the text.
pub(super) fn page(page: &Page, height: Tenths) -> [Vec<u8>; 2] {
    let [mut pictures, words] = drawing(page, height);
    pictures.splice(..0, format!("{SCALE:.6} 0 0 {SCALE:.6} 0 0 cm\n").into_bytes());
    [pictures, words]
}

/// The operators of a drawing, without setting up the units: everything but the text, then the text. PDF counts from
/// the bottom, hence the height.
pub(super) fn drawing(page: &Page, height: Tenths) -> [Vec<u8>; 2] {
    let mut pen = Pen { orders: Vec::with_capacity(4 << 10), height, ink: None };
    pen.stamps(&page.grounds);
    pen.fills(&page.fills);
    pen.watermarks(&page.watermarks);
    pen.pictures(&page.pictures);
    pen.stamps(&page.stamps);
    pen.rules(&page.rules);
    pen.codes(&page.codes);
    let pictures = mem::take(&mut pen.orders);
    pen.texts(&page.texts);
    [pictures, pen.orders]
}

struct Pen {
    orders: Vec<u8>,
    height: Tenths,
    /// Current fill colour; `None` before the first.
    ink: Option<[u8; 3]>,
}

/// Writing to a Vec cannot fail.
macro_rules! order {
    ($pen:expr, $($text:tt)*) => { writeln!($pen.orders, $($text)*).expect("a Vec takes all") };
}

impl Pen {
    fn fills(&mut self, fills: &[Fill]) {
        for same in fills.chunk_by(|one, next| one.ink == next.ink) {
            self.fill_with(same[0].ink.rgb());
            for fill in same {
                let bottom = self.height - fill.y - fill.height;
                order!(self, "{} {bottom} {} {} re", fill.x, fill.width, fill.height);
            }
            order!(self, "f");
        }
    }

    fn watermarks(&mut self, watermarks: &[Watermark]) {
        for Watermark { middle, degrees, size, text } in watermarks {
            self.fill_with(PALE);
            let (sin, cos) = f64::from(*degrees).to_radians().sin_cos();
            let half = f64::from(font::width(Face::Bold, *size, text)) / 2.0;
            let x = f64::from(middle.0) - half * cos;
            let y = f64::from(self.height - middle.1) - half * sin;
            let alphabet = Alphabet::of(text);
            order!(
                self,
                "BT/{} {:.3} Tf {cos:.5} {sin:.5} {:.5} {cos:.5} {x:.2} {y:.2} Tm",
                alphabet.name(Face::Bold),
                size_of(*size),
                -sin
            );
            self.string(Face::Bold, alphabet, text);
            order!(self, "Tj\nET");
        }
    }

    fn stamps(&mut self, stamps: &[Placed]) {
        // A stamp is drawn in the page's top left corner.
        for &Placed { stamp, x, y } in stamps {
            let up = -y;
            order!(self, "q 1 0 0 1 {x} {up} cm/S{stamp} Do Q");
        }
    }

    fn rules(&mut self, rules: &[Rule]) {
        for Rule { from, to, thickness, ink, dashed } in rules {
            let colour = colour(ink.rgb());
            let dash = if *dashed { "[15 15]" } else { "[]" };
            let (y1, y2) = (self.height - from.1, self.height - to.1);
            order!(self, "{colour} RG {thickness} w {dash} 0 d {} {y1} m {} {y2} l S", from.0, to.0);
        }
    }

    fn codes(&mut self, codes: &[PlacedCode]) {
        for placed in codes {
            self.fill_with(Ink::Black.rgb());
            let Fill { x: left, y: top, width: dark, .. } = placed.dark_square();
            let (bottom, modules) = (self.height - top - dark, placed.code.modules());
            order!(
                self,
                "q {dark} 0 0 {dark} {left} {bottom} cm BI/W {modules}/H {modules}/IM true\
                 /D[1 0]",
            );
            let dots = dots(&placed.code);
            // Some readers search for the end-of-image operator instead of counting bytes.
            if dots.windows(2).any(|two| two == b"EI") {
                order!(self, "/F/AHx ID {}> EI Q", hex::encode_upper(dots));
            } else {
                order!(self, "/L {} ID", dots.len());
                self.orders.extend(dots);
                order!(self, "\nEI Q");
            }
        }
    }

    fn texts(&mut self, texts: &[Text]) {
        if texts.is_empty() {
            return;
        }
        order!(self, "BT");
        let (mut font, mut last) = (None, (0, 0));
        for line in texts.chunk_by(|one, next| gap(one, next).is_some()) {
            let text = &line[0];
            self.fill_with(text.ink.rgb());
            let (face, size, alphabet) = (text.face, text.size, Alphabet::of(&text.text));
            if font.replace((face, size, alphabet)) != Some((face, size, alphabet)) {
                order!(self, "/{} {:.3} Tf", alphabet.name(face), size_of(size));
            }
            let place = (text.x, self.height - text.y);
            write!(self.orders, "{} {} Td", place.0 - last.0, place.1 - last.1).expect("a Vec takes all");
            last = place;
            if let [text] = line {
                self.string(face, alphabet, &text.text);
                order!(self, "Tj");
            } else {
                self.strings(face, alphabet, line);
            }
        }
        order!(self, "ET");
    }

    /// Shows texts of one row, such as the numbers of a card, with one operator.
    fn strings(&mut self, face: Face, alphabet: Alphabet, line: &[Text]) {
        self.orders.push(b'[');
        self.string(face, alphabet, &line[0].text);
        for two in line.windows(2) {
            let gap = gap(&two[0], &two[1]).expect("it is one line");
            write!(self.orders, "{}", -gap).expect("a Vec takes all");
            self.string(face, alphabet, &two[1].text);
        }
        order!(self, "]TJ");
    }

    fn string(&mut self, face: Face, alphabet: Alphabet, text: &str) {
        self.orders.push(b'(');
        for byte in alphabet.bytes(face, text) {
            match byte {
                b'(' | b')' | b'\\' => self.orders.extend([b'\\', byte]),
                // A raw CR would be read as a line end.
                b'\r' => self.orders.extend(b"\\r"),
                _ => self.orders.push(byte),
            }
        }
        self.orders.push(b')');
    }

    fn pictures(&mut self, pictures: &[PlacedPicture]) {
        for PlacedPicture { picture, x, y, width, height } in pictures {
            let bottom = self.height - y - height;
            order!(self, "q {width} 0 0 {height} {x} {bottom} cm/P{picture} Do Q");
        }
    }

    fn fill_with(&mut self, rgb: [u8; 3]) {
        if self.ink.replace(rgb) != Some(rgb) {
            order!(self, "{} rg", colour(rgb));
        }
    }
}

fn colour(rgb: [u8; 3]) -> String {
    let part = |part: u8| match part {
        0 => "0".to_owned(),
        255 => "1".to_owned(),
        _ => format!("{:.3}", f64::from(part) / 255.0),
    };
    rgb.map(part).join(" ")
}

/// A size in tenths of a point, in page units.
fn size_of(size: u16) -> f64 {
    f64::from(size) / 10.0 / SCALE
}

/// The gap from one text to the next of the same line and style, in thousandths of the size. Rounded, so that equal
/// gaps are written alike; the last number of a row is off by at most two thousandths.
fn gap(one: &Text, next: &Text) -> Option<i64> {
    let look = |text: &Text| (text.y, text.face, text.size, text.ink, Alphabet::of(&text.text));
    let width = font::units(one.face, &one.text) as f64 / 2.048;
    let gap = f64::from(next.x - one.x) / size_of(one.size) * 1000.0 - width;
    (look(one) == look(next) && gap >= 0.0).then_some(gap.round() as i64)
}

/// The modules of a code as an image mask: one bit each, rows padded to whole bytes. The paper below must be white.
fn dots(code: &Code) -> Vec<u8> {
    let width = usize::from(code.modules());
    let mut rows = vec![vec![0_u8; width.div_ceil(8)]; width];
    for run in code.runs() {
        for x in run.x..run.x + run.length {
            rows[usize::from(run.y)][usize::from(x) / 8] |= 0x80 >> (x % 8);
        }
    }
    rows.concat()
}
