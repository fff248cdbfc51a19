//! Outlines of text, from the font files that the PDF embeds.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{GlyphId, MetadataProvider};
use tiny_skia::{PathBuilder, Transform};

use crate::font::{self, Face};

/// Tenths of a millimetre per tenth of a point.
const TENTHS: f32 = 254.0 / 720.0;

/// The outlines of a text, `size` in tenths of a point, from its left end on the base line; y grows downwards.
pub(crate) fn letters(face: Face, size: u16, text: &str) -> PathBuilder {
    let outlines = face.font().outline_glyphs();
    let size = f32::from(size) * TENTHS;
    let mut whole = PathBuilder::new();
    let mut before = String::new();
    for c in text.chars() {
        let left = font::units(face, &before) as f32 / 2048.0 * size;
        before.push(c);
        let glyph = face.glyph(c).and_then(|glyph| outlines.get(GlyphId::from(glyph.id)));
        let Some(glyph) = glyph else { continue };
        let mut pen = Pen { path: PathBuilder::new() };
        let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
        glyph.draw(settings, &mut pen).expect("the outlines of the embedded fonts are whole");
        let moved = pen.path.finish().and_then(|path| path.transform(Transform::from_translate(left, 0.0)));
        if let Some(path) = moved {
            whole.push_path(&path);
        }
    }
    whole
}

/// Flips outlines: in fonts y grows upwards.
struct Pen {
    path: PathBuilder,
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(x, -y);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.path.quad_to(cx0, -cy0, x, -y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.path.cubic_to(cx0, -cy0, cx1, -cy1, x, -y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
