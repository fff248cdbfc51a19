//! Measuring and fitting text.

use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

use crate::page::Tenths;

/// The embedded typefaces, 2048 units to the em.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// Open Sans Regular.
    Regular,
    /// Open Sans Bold.
    Bold,
    /// Open Sans Condensed Bold, for the numbers of a card.
    Condensed,
}

/// A character of a face.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Glyph {
    pub(crate) code: u32,
    /// In 1/2048 of the size.
    pub(crate) advance: u16,
    pub(crate) id: u16,
}

impl Face {
    /// In the order of their ids.
    pub const ALL: [Face; 3] = [Face::Regular, Face::Bold, Face::Condensed];

    /// The font file.
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Face::Regular => include_bytes!("../fonts/OpenSans-Regular-subset.ttf"),
            Face::Bold => include_bytes!("../fonts/OpenSans-Bold-subset.ttf"),
            Face::Condensed => include_bytes!("../fonts/OpenSans-CondBold-subset.ttf"),
        }
    }

    pub(crate) fn font(self) -> FontRef<'static> {
        FontRef::new(self.bytes()).expect("the embedded fonts are fonts")
    }

    /// Every character, by code.
    pub(crate) fn glyphs(self) -> &'static [Glyph] {
        static GLYPHS: LazyLock<[Vec<Glyph>; 3]> = LazyLock::new(|| Face::ALL.map(Face::read_glyphs));
        &GLYPHS[self as usize]
    }

    fn read_glyphs(self) -> Vec<Glyph> {
        let font = self.font();
        let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let glyph = |(code, id)| Glyph {
            code,
            advance: metrics.advance_width(id).expect("a mapped glyph has a width") as u16,
            id: id.to_u32() as u16,
        };
        let mut glyphs: Vec<Glyph> = font.charmap().mappings().map(glyph).collect();
        glyphs.sort_unstable_by_key(|glyph| glyph.code);
        glyphs
    }

    /// `None` for a character that the face lacks.
    pub(crate) fn glyph(self, c: char) -> Option<Glyph> {
        let glyphs = self.glyphs();
        let code = u32::from(c);
        // The table begins with printable ASCII, without gaps.
        let at = match code {
            0x20..0x7F => (code - 0x20) as usize,
            _ => glyphs.binary_search_by_key(&code, |glyph| glyph.code).ok()?,
        };
        Some(glyphs[at])
    }
}

/// Width of a text in 1/2048 of its size.
pub fn units(face: Face, text: &str) -> u64 {
    text.chars().filter_map(|c| face.glyph(c)).map(|glyph| u64::from(glyph.advance)).sum()
}

/// Width of a text of `size` tenths of a point, rounded up.
pub fn width(face: Face, size: u16, text: &str) -> Tenths {
    let units = units(face, text);
    // 1/2048 of 0.1 pt to 0.1 mm: 254 / (720 × 2048).
    let tenths = (units * u64::from(size) * 254).div_ceil(720 * 2048);
    Tenths::try_from(tenths).unwrap_or(Tenths::MAX)
}

/// Replaces blanks by spaces, and characters the face lacks by question marks.
pub fn clean(face: Face, text: &str) -> String {
    let known = |c: char| {
        if c.is_whitespace() || c.is_control() {
            ' '
        } else if face.glyph(c).is_some() {
            c
        } else {
            '?'
        }
    };
    text.chars().map(known).collect()
}

/// The text and the size at which it fits: smaller, down to two thirds, then cut.
pub fn fitted(face: Face, size: u16, text: &str, room: Tenths) -> (u16, String) {
    let mut text = clean(face, text);
    let least = size * 2 / 3;
    let mut size = size;
    while size > least && width(face, size, &text) > room {
        size -= 1;
    }
    if width(face, size, &text) > room {
        while !text.is_empty() && width(face, size, &format!("{text}…")) > room {
            text.pop();
        }
        text = format!("{}…", text.trim_end());
    }
    (size, text)
}

/// Breaks a text into lines that fit `room`: at blanks and line ends, and within a word longer than a line. A
/// no-break space does not break.
pub fn wrapped(face: Face, size: u16, text: &str, room: Tenths) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split([' ', '\t']).filter(|word| !word.is_empty()) {
            let word = clean(face, word);
            let longer = if line.is_empty() { word.clone() } else { format!("{line} {word}") };
            if width(face, size, &longer) <= room {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for c in word.chars() {
                line.push(c);
                if width(face, size, &line) > room && line.chars().count() > 1 {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, c.to_string()));
                }
            }
        }
        lines.push(line);
    }
    lines
}

/// Joins the lines from the `most`-th on into one, which is then visibly cut where it does not fit.
pub(crate) fn join_from(lines: &mut Vec<String>, most: usize) {
    if lines.len() > most {
        let last = lines.split_off(most - 1).join(" ");
        lines.push(last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glyph_is_found_by_its_character() {
        for face in Face::ALL {
            assert!(face.glyphs().is_sorted_by(|one, next| one.code < next.code));
            for glyph in face.glyphs() {
                let c = char::from_u32(glyph.code).unwrap();
                assert_eq!(face.glyph(c).map(|found| found.id), Some(glyph.id), "{face:?} {c}");
            }
        }
        let advances = |face: Face| ['0', 'A', '€'].map(|c| face.glyph(c).unwrap().advance);
        assert_eq!(Face::ALL.map(advances), [[1171, 1296, 1208], [1169, 1413, 1169], [948, 1094, 948]]);
    }

    #[test]
    fn figures_are_of_one_width() {
        for face in Face::ALL {
            let widths: Vec<Tenths> = ('0'..='9').map(|c| width(face, 100, &c.to_string())).collect();
            assert!(widths.windows(2).all(|w| w[0] == w[1]), "{face:?}: {widths:?}");
        }
    }

    #[test]
    fn what_a_hall_writes_can_be_written() {
        for face in Face::ALL {
            let text =
                "«¿Alguna línea más?» Núñez, Ibáñez, Müller, Čapek, Ionuț: 1.002,00 € n.º 3.ª – — … “ ” • −";
            assert_eq!(clean(face, text), text);
            assert_eq!(clean(face, "a\u{a0}b\n日"), "a b ?");
        }
    }

    #[test]
    fn a_long_text_is_set_smaller_and_then_cut() {
        let (size, text) = fitted(Face::Bold, 110, "Bingo Las Palmeras", 300);
        assert!(size < 110 && text == "Bingo Las Palmeras");
        let (size, text) = fitted(Face::Bold, 110, &"Bingo ".repeat(40), 400);
        assert!(text.ends_with('…') && width(Face::Bold, size, &text) <= 400);
    }

    #[test]
    fn lines_keep_every_word_and_their_room() {
        let text =
            "una línea corta, otra que no lo es tanto y una palabra-larguísima-sin-blancos-de-ninguna-clase";
        let lines = wrapped(Face::Regular, 90, text, 300);
        assert!(lines.iter().all(|line| width(Face::Regular, 90, line) <= 300), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
    }
}
