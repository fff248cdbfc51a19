//! The embedded fonts. Each is written twice: with one byte per character for ISO 8859-1, and with two bytes per
//! glyph.

use std::io::{self, Write};

use super::file::PdfFile;
use super::packing::packed;
use crate::font::{self, Face, Glyph};

/// How the characters of a text are encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// ISO 8859-1, one byte each.
    Latin,
    /// Glyph numbers, two bytes each.
    Glyphs,
}

impl Alphabet {
    /// The shorter encoding that can write the text.
    pub(super) fn of(text: &str) -> Alphabet {
        if text.chars().all(|c| latin(c).is_some()) { Alphabet::Latin } else { Alphabet::Glyphs }
    }

    /// The name of a face in the resources.
    pub(super) const fn name(self, face: Face) -> &'static str {
        match (self, face) {
            (Alphabet::Latin, Face::Regular) => "R",
            (Alphabet::Latin, Face::Bold) => "B",
            (Alphabet::Latin, Face::Condensed) => "C",
            (Alphabet::Glyphs, Face::Regular) => "RG",
            (Alphabet::Glyphs, Face::Bold) => "BG",
            (Alphabet::Glyphs, Face::Condensed) => "CG",
        }
    }

    /// Encodes a text. The layout has already replaced characters the face lacks; glyph 0 is the empty box.
    pub(super) fn bytes(self, face: Face, text: &str) -> Vec<u8> {
        match self {
            Alphabet::Latin => text.chars().map(|c| latin(c).unwrap_or(b'?')).collect(),
            Alphabet::Glyphs => {
                text.chars().flat_map(|c| face.glyph(c).map_or(0, |glyph| glyph.id).to_be_bytes()).collect()
            }
        }
    }
}

/// The byte of a character where WinAnsiEncoding equals ISO 8859-1.
fn latin(c: char) -> Option<u8> {
    matches!(c, ' '..='~' | '¡'..='¬' | '®'..='ÿ').then_some(c as u8)
}

/// Writes all faces. Returns their resource dictionary.
pub(super) fn write(file: &mut PdfFile<impl Write>) -> io::Result<String> {
    let mut list = String::from("/Font<<");
    for face in Face::ALL {
        let bytes = face.bytes();
        let data = file.packed_stream(&format!("/Length1 {}", bytes.len()), &packed(&[bytes]))?;
        let base = base_name(face);
        // The largest bounding box of the three.
        let descriptor = |flags: u8| {
            format!(
                "<</Type/FontDescriptor/FontName/{base}/Flags {flags}/FontBBox[-667 -293 1319 1069]\
                 /ItalicAngle 0/Ascent 1069/Descent -293/CapHeight 714/StemV 100/FontFile2 {data}>>"
            )
        };
        // Nonsymbolic: characters are found by name.
        let descriptor_of_latin = file.object(descriptor(32))?;
        let latin = file.object(format!(
            "<</Type/Font/Subtype/TrueType/BaseFont/{base}/FontDescriptor {descriptor_of_latin}\
             /Encoding/WinAnsiEncoding/FirstChar 32/LastChar 255/Widths[{}]>>",
            latin_widths(face)
        ))?;
        let to_unicode = file.packed_stream("", &packed(&[to_unicode(face).as_bytes()]))?;
        // Symbolic: glyph numbers follow no standard list.
        let descriptor_of_glyphs = file.object(descriptor(4))?;
        let glyphs = file.object(format!(
            "<</Type/Font/Subtype/CIDFontType2/BaseFont/{base}/FontDescriptor {descriptor_of_glyphs}\
             /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>\
             /CIDToGIDMap/Identity/DW 600/W[{}]>>",
            widths(face)
        ))?;
        let wide = file.object(format!(
            "<</Type/Font/Subtype/Type0/BaseFont/{base}/Encoding/Identity-H\
             /DescendantFonts[{glyphs}]/ToUnicode {to_unicode}>>"
        ))?;
        list += &format!("/{} {latin}/{} {wide}", Alphabet::Latin.name(face), Alphabet::Glyphs.name(face));
    }
    Ok(list + ">>")
}

/// The six-letter prefix marks a subset (ISO 32000-1, 9.6.4).
const fn base_name(face: Face) -> &'static str {
    match face {
        Face::Regular => "BOMBOR+OpenSans",
        Face::Bold => "BOMBOB+OpenSans-Bold",
        Face::Condensed => "BOMBOC+OpenSans-CondensedBold",
    }
}

/// Widths of bytes 32 to 255 in thousandths of the size; 0 where unused.
fn latin_widths(face: Face) -> String {
    let width = |byte: u8| {
        let c = char::from(byte);
        let units = latin(c).map_or(0, |_| font::units(face, c.encode_utf8(&mut [0; 4])));
        format!("{:.2}", units as f64 / 2.048)
    };
    (32..=255).map(width).collect::<Vec<_>>().join(" ")
}

/// Each glyph's number and width, in thousandths of the size.
fn widths(face: Face) -> String {
    let mut glyphs = face.glyphs().to_vec();
    glyphs.sort_unstable_by_key(|glyph| glyph.id);
    glyphs
        .iter()
        .map(|Glyph { id, advance, .. }| format!("{id}[{:.2}]", f64::from(*advance) / 2.048))
        .collect()
}

/// The character of each glyph.
fn to_unicode(face: Face) -> String {
    let mut map = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n\
         /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n\
         /CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n\
         1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n",
    );
    // At most 100 lines to a block.
    for block in face.glyphs().chunks(100) {
        map += &format!("{} beginbfchar\n", block.len());
        for Glyph { id, code, .. } in block {
            map += &format!("<{id:04X}> <{code:04X}>\n");
        }
        map += "endbfchar\n";
    }
    map + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
}
