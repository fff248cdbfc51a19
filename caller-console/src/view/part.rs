//! What views are made of: panels, buttons, fields, lists, words to read aloud.

use egui::{Color32, Painter, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::font::Face;
use hall_look::ink::{self, Set};
use hall_look::sign;

use crate::known::{Camera, Known};

mod ball;
mod card;
mod field;
mod page;
mod say;
mod table;

pub use ball::{BallState, ball, board, order, said};
pub use card::{Cell, card, legend};
pub use field::{FIELD_LABEL, field, field_box, keypad, words_field};
pub use page::{List, more_rows, page, take_cut, turn};
pub use say::{filled_in, parts, say, say_pages};
pub use table::{Column, fitting, split, table, table_tagged};

/// The corner radius of panels.
pub const RADIUS: f32 = 6.0;
/// The least height of anything to touch.
pub const TOUCH: f32 = 44.0;
/// The background of what is chosen.
pub const CHOSEN: Color32 = Color32::from_rgb(0x12, 0x33, 0x4C);

/// Regular text.
pub const fn text(size: f32) -> Set {
    Set::new(Face::Regular, size, console::TEXT)
}

/// Bold text.
pub const fn bold(size: f32) -> Set {
    Set::new(Face::Bold, size, console::TEXT)
}

/// Quieter text, for labels.
pub const fn label(size: f32) -> Set {
    Set::new(Face::Regular, size, colour::TEXT2)
}

/// The same text in a colour.
#[must_use]
pub const fn in_colour(set: Set, colour: Color32) -> Set {
    Set { colour, ..set }
}

/// Paints a panel and returns the room within its padding.
pub fn panel(ui: &Ui, room: Rect) -> Rect {
    ui.painter().rect_filled(room, RADIUS, colour::SURFACE);
    room.shrink2(vec2(16.0, 14.0))
}

/// Paints a panel with a heading of this height, and returns the room under it.
pub fn headed(ui: &mut Ui, room: Rect, height: f32, words: &str, set: Set) -> Rect {
    let mut inner = panel(ui, room);
    ink::line(ui, cut_top(&mut inner, height), words, set);
    inner
}

/// Paints a panel that has the focus: what is typed goes there.
pub fn panel_in_focus(ui: &Ui, room: Rect) -> Rect {
    let inner = panel(ui, room);
    ui.painter().rect_stroke(room, RADIUS, Stroke::new(3.0, console::NEXT), StrokeKind::Inside);
    inner
}

/// Paints a frame without a fill: something that is off, or empty.
pub fn frame(ui: &Ui, room: Rect, colour: Color32) {
    ui.painter().rect_stroke(room, RADIUS, Stroke::new(2.0, colour), StrokeKind::Inside);
}

/// Splits a room into columns of these parts, with a gap between them.
pub fn columns<const N: usize>(room: Rect, parts: [f32; N], gap: f32) -> [Rect; N] {
    let gaps = gap * (N.saturating_sub(1)) as f32;
    let whole: f32 = parts.iter().sum();
    let mut left = room.left();
    parts.map(|part| {
        let width = (room.width() - gaps) * part / whole;
        let column = Rect::from_min_size(pos2(left, room.top()), vec2(width, room.height()));
        left += width + gap;
        column
    })
}

/// Splits a room into rows of these parts, with a gap between them.
pub fn rows<const N: usize>(room: Rect, parts: [f32; N], gap: f32) -> [Rect; N] {
    let turned = Rect::from_min_size(pos2(room.top(), room.left()), vec2(room.height(), room.width()));
    columns(turned, parts, gap)
        .map(|row| Rect::from_min_size(pos2(row.top(), row.left()), vec2(row.height(), row.width())))
}

/// Cuts this height off the top of a room.
pub fn cut_top(room: &mut Rect, height: f32) -> Rect {
    let cut = Rect::from_min_size(room.min, vec2(room.width(), height));
    room.min.y += height;
    cut
}

/// Cuts this height off the bottom of a room.
pub fn cut_bottom(room: &mut Rect, height: f32) -> Rect {
    room.max.y -= height;
    Rect::from_min_size(room.left_bottom(), vec2(room.width(), height))
}

/// Paints a bar, filled up to `part` (0 to 1).
pub fn gauge(ui: &Ui, bar: Rect, radius: f32, part: f32, fill: Color32, back: Color32) {
    ui.painter().rect_filled(bar, radius, back);
    let full = Rect::from_min_size(bar.min, vec2(bar.width() * part.clamp(0.0, 1.0), bar.height()));
    ui.painter().rect_filled(full, radius, fill);
}

/// A label with its value under it, in a panel: «PREMIO 90,18 €».
pub fn tile(ui: &mut Ui, room: Rect, name: &str, value: &str) {
    ui.painter().rect_filled(room, RADIUS, colour::SURFACE);
    let inner = room.shrink2(vec2(12.0, 7.0));
    let [top, bottom] = rows(inner, [0.36, 0.64], 2.0);
    ink::line(ui, top, name, label(15.0));
    ink::line(ui, bottom, value, bold(24.0));
}

/// Paints tiles of names and values side by side; returns where they are.
pub fn tiles<const N: usize>(ui: &mut Ui, room: Rect, tiles: [(String, String); N]) -> [Rect; N] {
    let spots = columns(room, [1.0; N], 8.0);
    for ((name, value), spot) in tiles.iter().zip(spots) {
        tile(ui, spot, name, value);
    }
    spots
}

/// A named touch area; the caller paints it.
pub fn touch(ui: &mut Ui, room: Rect, name: &str, enabled: bool) -> Response {
    let id = ui.scope_id().with(("touch", name, room.min.x.to_bits(), room.min.y.to_bits()));
    let sense = if enabled { Sense::CLICK } else { Sense::hover() };
    let response = ui.interact(room, id, sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    response
}

/// A plain button within a body. Returns whether it was pressed.
pub fn button(ui: &mut Ui, room: Rect, name: &str, enabled: bool) -> bool {
    let response = touch(ui, room, name, enabled);
    let fill = if response.is_pointer_button_down_on() { colour::RULE } else { colour::RAISED };
    if enabled {
        ui.painter().rect_filled(room, RADIUS, fill);
    }
    frame(ui, room, if enabled { colour::RULE } else { colour::RAISED });
    let set = if enabled { bold(18.0) } else { in_colour(bold(18.0), console::OFF) };
    ink::paint(ui, room.shrink2(vec2(10.0, 4.0)), name, set.centred());
    response.clicked()
}

/// One row of a numbered list. Returns whether it was pressed.
pub fn choice(ui: &mut Ui, room: Rect, number: Option<u8>, words: &str, chosen: bool, enabled: bool) -> bool {
    let response = touch(ui, room, words, enabled);
    if chosen {
        ui.painter().rect_filled(room, RADIUS, CHOSEN);
    }
    frame(ui, room, if chosen { console::NEXT } else { colour::RAISED });
    let colour = if enabled { console::TEXT } else { console::OFF };
    let mut inner = room.shrink2(vec2(14.0, 2.0));
    let mark = Rect::from_min_size(inner.min, vec2(34.0, inner.height()));
    inner.min.x += 44.0;
    if chosen {
        sign::tick(ui.painter(), Rect::from_center_size(mark.center(), vec2(20.0, 20.0)), colour::OK);
    } else if let Some(number) = number {
        ink::paint(ui, mark, &number.to_string(), in_colour(bold(18.0), colour).centred());
    }
    let set = if chosen { bold(17.0) } else { text(17.0) };
    ink::paint(ui, inner, words, in_colour(set, colour));
    response.clicked()
}

/// A short word in a frame of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// Correct, paid.
    Ok,
    /// No, refused.
    Refuse,
    /// Alto, draft.
    Alert,
    /// Plain.
    Plain,
    /// Not yet a fact.
    Dashed,
}

/// Paints a tag at the right end of a room and returns what it covers.
pub fn tag(ui: &mut Ui, room: Rect, words: &str, kind: Tag) -> Rect {
    let (fill, inkc) = match kind {
        Tag::Ok => (Some(colour::OK), console::OK_INK),
        Tag::Refuse => (Some(console::REFUSE), console::REFUSE_INK),
        Tag::Alert => (Some(console::ALERT), console::ALERT_INK),
        Tag::Plain => (Some(console::TEXT), colour::INK),
        Tag::Dashed => (None, console::TEXT),
    };
    let width = ui.painter().layout_no_wrap(words.to_string(), Face::Bold.at(16.0), inkc).size().x + 20.0;
    let height = 28.0_f32.min(room.height());
    let middle = room.center().y;
    let spot = Rect::from_min_max(
        pos2((room.right() - width).max(room.left()), middle - height / 2.0),
        pos2(room.right(), middle + height / 2.0),
    );
    match fill {
        Some(fill) => {
            ui.painter().rect_filled(spot, 4.0, fill);
        }
        None => sign::dashed_rect(ui.painter(), spot.shrink(1.0), Stroke::new(2.0, console::NEXT), 6.0),
    }
    ink::line(ui, spot.shrink2(vec2(8.0, 2.0)), words, Set::new(Face::Bold, 16.0, inkc).centred());
    spot
}

/// The least height of a slot for two lines of words, in points.
const TWO_LINES: f32 = 60.0;

/// The camera's picture in its slot, or words where there is none.
pub fn camera(ui: &mut Ui, room: Rect, known: &Known) {
    camera_is_shown(ui.ctx());
    ui.painter().rect_filled(room, RADIUS, colour::SURFACE);
    let head = known.t("camera-head");
    match known.camera {
        Camera::Live(..) => {
            picture(ui.painter(), room, known);
            let galley = ui.painter().layout_no_wrap(head.clone(), Face::Regular.at(15.0), console::TEXT);
            let strip = Rect::from_min_size(room.min, vec2(galley.size().x + 16.0, 26.0));
            ui.painter().rect_filled(strip, 0.0, colour::GROUND);
            ink::line(ui, strip.shrink2(vec2(8.0, 0.0)), &head, text(15.0));
        }
        Camera::None | Camera::Lost => {
            let id = if known.camera == Camera::Lost { "camera-lost" } else { "camera-none" };
            frame(ui, room, colour::RULE);
            let words = known.t(id);
            if room.height() < TWO_LINES {
                let [left, right] = columns(room.shrink2(vec2(12.0, 0.0)), [1.0, 1.0], 8.0);
                ink::line(ui, left, &head, label(15.0));
                ink::line(ui, right, &words, text(17.0).right());
                return;
            }
            let [top, bottom] = rows(room.shrink(14.0), [0.5, 0.5], 0.0);
            ink::line(ui, top, &head, label(15.0).centred());
            ink::line(ui, bottom, &words, text(17.0).centred());
        }
    }
}

/// The camera's picture alone, whole and in the middle of its room; nothing where there is none.
pub fn picture(painter: &Painter, room: Rect, known: &Known) {
    camera_is_shown(painter.ctx());
    let Camera::Live(texture, aspect) = known.camera else { return };
    let width = room.width().min(room.height() * aspect);
    let fitted = Rect::from_center_size(room.center(), vec2(width, width / aspect));
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    painter.image(texture, fitted, uv, Color32::WHITE);
}

/// Says over a picture that the hall's monitors hold it back.
pub fn held_back(ui: &mut Ui, slot: Rect, known: &Known) {
    let strip = slot.with_min_y(slot.bottom() - (slot.height() * 0.12).clamp(14.0, 24.0));
    ui.painter().rect_filled(strip, 0.0, colour::GROUND);
    let size = (strip.height() * 0.66).min(15.0);
    ink::line(
        ui,
        strip.shrink2(vec2(4.0, 0.0)),
        &known.t("hall-held"),
        Set::new(Face::Bold, size, console::TEXT).centred(),
    );
}

fn camera_is_shown(ctx: &egui::Context) {
    ctx.data_mut(|data| data.insert_temp(camera_shown(), true));
}

/// Whether the camera was painted since the last call: where it is not, its pictures need no repaint.
pub fn take_camera_shown(ctx: &egui::Context) -> bool {
    ctx.data_mut(|data| data.remove_temp(camera_shown())).unwrap_or(false)
}

fn camera_shown() -> egui::Id {
    egui::Id::unique("camera-shown")
}
