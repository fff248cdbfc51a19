//! Paints text into a room: centred by its capitals, shrunk before it is cut, and labelled for screen readers and
//! tests.

use egui::epaint::text::Galley;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, Color32, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2};

use crate::font::Face;
use crate::words::unbroken;

/// Smallest fraction of its size a text may shrink to.
pub const SHRINK: f32 = 0.7;

/// How a text is set.
#[derive(Debug, Clone, Copy)]
pub struct Set {
    /// Typeface and weight.
    pub face: Face,
    /// In points.
    pub size: f32,
    /// Of the glyphs.
    pub colour: Color32,
    /// Placement in the room; vertically by capitals, not by line box.
    pub align: Align2,
}

impl Set {
    /// Left-aligned, vertically centred.
    pub const fn new(face: Face, size: f32, colour: Color32) -> Set {
        Set { face, size, colour, align: Align2::LEFT_CENTER }
    }

    /// Centred.
    #[must_use]
    pub const fn centred(self) -> Set {
        Set { align: Align2::CENTER_CENTER, ..self }
    }

    /// Right-aligned.
    #[must_use]
    pub const fn right(self) -> Set {
        Set { align: Align2::RIGHT_CENTER, ..self }
    }
}

/// Paints and labels one line of text. Returns the area it covers.
pub fn line(ui: &mut Ui, room: Rect, text: &str, set: Set) -> Rect {
    name(ui, room, text);
    paint(ui, room, text, set)
}

/// Paints one line of text without a label, where another widget has one.
pub fn paint(ui: &Ui, room: Rect, text: &str, set: Set) -> Rect {
    let painter = ui.painter();
    let measure = |size: f32| painter.layout_no_wrap(text.to_string(), set.face.at(size), set.colour);
    let mut size = set.size;
    let mut galley = measure(size);
    if galley.size().x > room.width() {
        size = (size * room.width() / galley.size().x).max(set.size * SHRINK);
        galley = measure(size);
    }
    if galley.size().x > room.width() + 0.5 {
        overflowed(ui, text);
    }
    let x = set.align.x().align_size_within_range(galley.size().x, room.x_range()).min;
    let capitals = set.face.capitals() * size;
    let top = set.align.y().align_size_within_range(capitals, room.y_range()).min;
    let at = pos2(x, top + capitals - baseline(&galley));
    let covered = Rect::from_min_size(pos2(x, top), egui::vec2(galley.size().x, capitals));
    painter.galley(at, galley, set.colour);
    covered
}

/// Paints and labels text over as many lines as needed, from the top of the room. Returns the area it covers.
pub fn words(ui: &mut Ui, room: Rect, text: &str, set: Set) -> Rect {
    said(ui, room, &[Spoken::Plain(text)], set, Color32::TRANSPARENT)
}

/// A part of words to be read aloud.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spoken<'a> {
    /// Fixed words.
    Plain(&'a str),
    /// A value filled in; highlighted.
    Blank(&'a str),
}

impl<'a> Spoken<'a> {
    /// Its words.
    pub const fn text(self) -> &'a str {
        match self {
            Spoken::Plain(text) | Spoken::Blank(text) => text,
        }
    }
}

/// Lays out words to be read aloud: a series never breaks (M13), values are bold on the ground `blank`.
pub fn laid_out(parts: &[Spoken<'_>], set: Set, size: f32, width: f32, blank: Color32) -> LayoutJob {
    let mut job = LayoutJob { halign: set.align.x(), ..LayoutJob::default() };
    job.wrap.max_width = width;
    // The grounds of values must not touch the line above.
    let line_height = parts.iter().any(|part| matches!(part, Spoken::Blank(_))).then_some(size * 1.34);
    for part in parts {
        let (face, ground) = match part {
            Spoken::Plain(_) => (set.face, Color32::TRANSPARENT),
            Spoken::Blank(_) => (Face::Bold, blank),
        };
        let format = TextFormat {
            font_id: face.at(size),
            color: set.colour,
            background: ground,
            line_height,
            expand_bg: -0.08 * size,
            ..TextFormat::default()
        };
        job.append(&unbroken(part.text()), 0.0, format);
    }
    job
}

/// Paints and labels words to be read aloud, over as many lines as needed. Returns the area they cover.
pub fn said(ui: &mut Ui, room: Rect, parts: &[Spoken<'_>], set: Set, blank: Color32) -> Rect {
    let text: String = parts.iter().map(|part| part.text()).collect();
    name(ui, room, &text);
    let fit = |size: f32| ui.painter().layout_job(laid_out(parts, set, size, room.width(), blank));
    let mut size = set.size;
    let mut galley = fit(size);
    while (galley.size().y > room.height() || galley.size().x > room.width() + 0.5)
        && size > set.size * SHRINK
    {
        size -= 0.5;
        galley = fit(size);
    }
    if galley.size().y > room.height() + 0.5 || galley.size().x > room.width() + 0.5 {
        overflowed(ui, &text);
    }
    let x = match set.align.x() {
        egui::Align::Min => room.left(),
        egui::Align::Center => room.center().x,
        egui::Align::Max => room.right(),
    };
    let covered = Rect::from_min_size(Pos2::new(room.left(), room.top()), galley.size());
    ui.painter().galley(pos2(x, room.top()), galley, set.colour);
    covered
}

/// From the top of a line to its baseline.
pub fn baseline(line: &Galley) -> f32 {
    line.rows.first().and_then(|row| row.glyphs.first()).map_or(0.0, |glyph| glyph.pos.y)
}

/// Labels an area for assistive technology and tests.
pub fn name(ui: &mut Ui, room: Rect, text: &str) {
    if text.is_empty() {
        return;
    }
    let id = ui.scope_id().with((text, room.min.x.to_bits(), room.min.y.to_bits()));
    let response = ui.interact(room, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
}

/// Texts that did not fit, for tests; kept in the context's memory for one frame.
fn overflow<R>(ctx: &egui::Context, with: impl FnOnce(&mut Vec<String>) -> R) -> R {
    let id = egui::Id::unique("hall-look overflow");
    ctx.data_mut(|data| with(data.get_temp_mut_or_default(id)))
}

fn overflowed(ui: &Ui, text: &str) {
    overflow(ui.ctx(), |texts| texts.push(text.to_string()));
}

/// The texts that did not fit since the last call.
pub fn take_overflow(ctx: &egui::Context) -> Vec<String> {
    overflow(ctx, std::mem::take)
}
