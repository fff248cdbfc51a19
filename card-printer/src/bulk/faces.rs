//! The faces as embedded fonts, each with the table that gives the text back from its glyphs.

use std::io::{self, Write};

use super::file::{self, PdfFile};
use super::name;
use crate::font::Face;

/// Writes every face and returns the resources that name them.
pub(super) fn write(file: &mut PdfFile<impl Write>) -> io::Result<String> {
    let mut list = String::from("/Font<<");
    for face in Face::ALL {
        let bytes = face.bytes();
        let data = file.packed_stream(&format!("/Length1 {}", bytes.len()), &file::packed(bytes))?;
        let to_unicode = file.packed_stream("", &file::packed(to_unicode(face).as_bytes()))?;
        let base = base_name(face);
        // Symbolic: its characters are glyphs and follow no standard list. The box is the largest of the three.
        let descriptor = file.object(&format!(
            "<</Type/FontDescriptor/FontName/{base}/Flags 4/FontBBox[-667 -293 1319 1069]/ItalicAngle 0\
             /Ascent 1069/Descent -293/CapHeight 714/StemV 100/FontFile2 {data}>>"
        ))?;
        let glyphs = file.object(&format!(
            "<</Type/Font/Subtype/CIDFontType2/BaseFont/{base}/FontDescriptor {descriptor}\
             /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>\
             /CIDToGIDMap/Identity/DW 600/W[{}]>>",
            widths(face)
        ))?;
        let font = file.object(&format!(
            "<</Type/Font/Subtype/Type0/BaseFont/{base}/Encoding/Identity-H\
             /DescendantFonts[{glyphs}]/ToUnicode {to_unicode}>>"
        ))?;
        list += &format!("/{} {font}", name(face));
    }
    Ok(list + ">>")
}

/// The six letters say that the font is a part of the real one.
const fn base_name(face: Face) -> &'static str {
    match face {
        Face::Regular => "BOMBOR+OpenSans",
        Face::Bold => "BOMBOB+OpenSans-Bold",
        Face::Condensed => "BOMBOC+OpenSans-CondensedBold",
    }
}

/// Each glyph's number and its width in thousandths of the size.
fn widths(face: Face) -> String {
    let mut glyphs: Vec<(u16, u16)> = face.glyphs().iter().map(|&(_, width, glyph)| (glyph, width)).collect();
    glyphs.sort_unstable();
    glyphs.iter().map(|&(glyph, width)| format!("{glyph}[{:.2}]", f64::from(width) / 2.048)).collect()
}

/// Which character each glyph stands for.
fn to_unicode(face: Face) -> String {
    let mut map = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n\
         /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n\
         /CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n\
         1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n",
    );
    // A block has a hundred lines at most.
    for block in face.glyphs().chunks(100) {
        map += &format!("{} beginbfchar\n", block.len());
        for (code, _, glyph) in block {
            map += &format!("<{glyph:04X}> <{code:04X}>\n");
        }
        map += "endbfchar\n";
    }
    map + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
}
