//! Renders a page as a picture, for a preview: same page, same outlines, same order of painting as [`crate::pdf`].

pub(crate) mod letters;

use std::io::{self, Write};

use tiny_skia::{
    FillRule, FilterQuality, LineCap, Mask, Paint, PathBuilder, Pixmap, PixmapPaint, Rect, Stroke,
    StrokeDash, Transform,
};

use crate::font::{self, Face};
use crate::job::PrintJob;
use crate::logo::Logo;
use crate::page::{Fill, PALE, Page, Placed, PlacedCode, PlacedPicture, Rule, Tenths, Text, Watermark};
use letters::letters;

/// Allowed widths, in pixels.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 100..=4_000;

/// Length of dashes and of the gaps between them.
const DASH: f32 = 15.0;

/// A rendered page.
pub struct Picture {
    points: Pixmap,
}

impl Picture {
    /// Renders a page on white paper, `width` pixels wide.
    ///
    /// # Panics
    /// When `width` is outside [`WIDTHS`], or the paper has no size.
    pub fn of(page: &Page, job: &PrintJob, width: u32) -> Picture {
        assert!(WIDTHS.contains(&width), "no picture is {width} points wide");
        let scale = width as f32 / job.width as f32;
        let height = (job.height as f32 * scale).round() as u32;
        let points = Pixmap::new(width, height).expect("the paper has a size");
        let mut brush = Brush { points, scale, job };
        brush.points.fill(tiny_skia::Color::WHITE);
        brush.page(page, (0, 0));
        Picture { points: brush.points }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.points.width(), self.points.height())
    }

    /// Three bytes per pixel, row by row.
    pub fn rgb(&self) -> Vec<u8> {
        self.points.pixels().iter().flat_map(|point| [point.red(), point.green(), point.blue()]).collect()
    }

    /// Encodes it as PNG.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write_png(&self, out: &mut dyn Write) -> io::Result<()> {
        let (width, height) = self.size();
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let written = encoder.write_header().and_then(|mut png| {
            png.write_image_data(&self.rgb())?;
            png.finish()
        });
        written.map_err(io::Error::other)
    }
}

struct Brush<'a> {
    points: Pixmap,
    /// Pixels per tenth of a millimetre.
    scale: f32,
    job: &'a PrintJob,
}

impl Brush<'_> {
    fn page(&mut self, page: &Page, at: (Tenths, Tenths)) {
        self.stamps(&page.grounds, at);
        page.fills.iter().for_each(|fill| self.fill(fill, at));
        page.watermarks.iter().for_each(|watermark| self.watermark(watermark, at));
        page.pictures.iter().for_each(|picture| self.picture(picture, at));
        self.stamps(&page.stamps, at);
        page.rules.iter().for_each(|rule| self.rule(rule, at));
        page.codes.iter().for_each(|code| self.code(code, at));
        page.texts.iter().for_each(|text| self.text(text, at));
    }

    fn stamps(&mut self, stamps: &[Placed], at: (Tenths, Tenths)) {
        let job = self.job;
        for &Placed { stamp, x, y } in stamps {
            self.page(&job.stamps[stamp].drawing, (at.0 + x, at.1 + y));
        }
    }

    fn fill(&mut self, fill: &Fill, at: (Tenths, Tenths)) {
        let [x, y, width, height] = [fill.x, fill.y, fill.width, fill.height].map(|length| length as f32);
        let mut path = PathBuilder::new();
        if let Some(rect) = Rect::from_xywh(x, y, width, height) {
            path.push_rect(rect);
        }
        self.filled(path, fill.ink.rgb(), self.moved(at));
    }

    fn rule(&mut self, rule: &Rule, at: (Tenths, Tenths)) {
        let mut path = PathBuilder::new();
        path.move_to(rule.from.0 as f32, rule.from.1 as f32);
        path.line_to(rule.to.0 as f32, rule.to.1 as f32);
        let dash = if rule.dashed { StrokeDash::new(vec![DASH, DASH], 0.0) } else { None };
        let stroke =
            Stroke { width: rule.thickness as f32, line_cap: LineCap::Butt, dash, ..Stroke::default() };
        let Some(path) = path.finish() else { return };
        let no_mask: Option<&Mask> = None;
        self.points.stroke_path(&path, &paint(rule.ink.rgb()), &stroke, self.moved(at), no_mask);
    }

    fn code(&mut self, placed: &PlacedCode, at: (Tenths, Tenths)) {
        let Fill { x, y, width, ink, .. } = placed.dark_square();
        let module = width as f32 / f32::from(placed.code.modules());
        // One path for all, so that no light shows between adjacent modules.
        let mut path = PathBuilder::new();
        for run in placed.code.runs() {
            let (left, top) = (f32::from(run.x) * module, f32::from(run.y) * module);
            let rect = Rect::from_xywh(left, top, f32::from(run.length) * module, module);
            path.push_rect(rect.expect("a run has an area"));
        }
        self.filled(path, ink.rgb(), self.moved((at.0 + x, at.1 + y)));
    }

    fn text(&mut self, text: &Text, at: (Tenths, Tenths)) {
        let path = letters(text.face, text.size, &text.text);
        let place = (at.0 + text.x, at.1 + text.y);
        self.filled(path, text.ink.rgb(), self.moved(place));
    }

    fn watermark(&mut self, watermark: &Watermark, at: (Tenths, Tenths)) {
        let Watermark { middle, degrees, size, text } = watermark;
        let half = font::width(Face::Bold, *size, text) as f32 / 2.0;
        // It rises to the right; here y grows downwards.
        let turn = Transform::from_rotate(-f32::from(*degrees)).pre_translate(-half, 0.0);
        let place = self.moved((at.0 + middle.0, at.1 + middle.1));
        self.filled(letters(Face::Bold, *size, text), PALE, place.pre_concat(turn));
    }

    fn picture(&mut self, placed: &PlacedPicture, at: (Tenths, Tenths)) {
        let Logo { width, height, rgb } = &self.job.pictures[placed.picture];
        let Some(mut points) = Pixmap::new(*width, *height) else { return };
        for (point, from) in points.data_mut().chunks_exact_mut(4).zip(rgb.chunks_exact(3)) {
            point.copy_from_slice(&[from[0], from[1], from[2], 0xFF]);
        }
        let place = self
            .moved((at.0 + placed.x, at.1 + placed.y))
            .pre_scale(placed.width as f32 / *width as f32, placed.height as f32 / *height as f32);
        let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
        self.points.draw_pixmap(0, 0, points.as_ref(), &paint, place, None);
    }

    fn filled(&mut self, path: PathBuilder, rgb: [u8; 3], place: Transform) {
        // A blank has no outline.
        let Some(path) = path.finish() else { return };
        self.points.fill_path(&path, &paint(rgb), FillRule::Winding, place, None);
    }

    /// From tenths of a millimetre at a point to pixels.
    fn moved(&self, at: (Tenths, Tenths)) -> Transform {
        Transform::from_scale(self.scale, self.scale).pre_translate(at.0 as f32, at.1 as f32)
    }
}

fn paint(rgb: [u8; 3]) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(rgb[0], rgb[1], rgb[2], 0xFF);
    paint
}
