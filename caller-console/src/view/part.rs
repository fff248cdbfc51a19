//! What views are made of: panels, buttons, fields, lists, words to read aloud.

use egui::{Align2, Color32, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::font::Face;
use hall_look::ink::{self, Set};
use hall_look::sign;

use crate::entry::Entry;
use crate::known::{Camera, Known};
use crate::press::Press;

mod ball;
mod card;
mod page;
mod table;

pub use ball::{BallState, ball, board, order, said};
pub use card::{Cell, card, legend};
pub use page::{List, more_rows, page, take_cut, turn};
pub use table::{Column, fitting, split, table, table_tagged};

/// The corners of a panel.
pub const RADIUS: f32 = 6.0;
/// Nothing to touch is lower than this.
pub const TOUCH: f32 = 44.0;

/// Returns text of the console: regular.
pub const fn text(size: f32) -> Set {
    Set::new(Face::Regular, size, console::TEXT)
}

/// Returns text of the console: bold.
pub const fn bold(size: f32) -> Set {
    Set::new(Face::Bold, size, console::TEXT)
}

/// Returns a label: regular, quieter.
pub const fn label(size: f32) -> Set {
    Set::new(Face::Regular, size, colour::TEXT2)
}

/// Returns a set of type in a colour.
#[must_use]
pub const fn in_colour(set: Set, colour: Color32) -> Set {
    Set { colour, ..set }
}

/// Paints a panel and returns the room within its padding.
pub fn panel(ui: &Ui, room: Rect) -> Rect {
    ui.painter().rect_filled(room, RADIUS, colour::SURFACE);
    room.shrink2(vec2(16.0, 14.0))
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

/// Takes so much from the top of a room.
pub fn cut_top(room: &mut Rect, height: f32) -> Rect {
    let cut = Rect::from_min_size(room.min, vec2(room.width(), height));
    room.min.y += height;
    cut
}

/// A label with its value under it, in a panel: «PREMIO 90,18 €».
pub fn tile(ui: &mut Ui, room: Rect, name: &str, value: &str) {
    ui.painter().rect_filled(room, RADIUS, colour::SURFACE);
    let inner = room.shrink2(vec2(12.0, 7.0));
    let [top, bottom] = rows(inner, [0.36, 0.64], 2.0);
    ink::line(ui, top, name, label(15.0));
    ink::line(ui, bottom, value, bold(24.0));
}

/// Something to press, painted by the caller; it answers to a finger and says its name.
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
        ui.painter().rect_filled(room, RADIUS, Color32::from_rgb(0x12, 0x33, 0x4C));
    }
    frame(ui, room, if chosen { console::NEXT } else { colour::RAISED });
    let colour = if enabled { console::TEXT } else { console::OFF };
    let mut inner = room.shrink2(vec2(14.0, 2.0));
    let mark = Rect::from_min_size(inner.min, vec2(34.0, inner.height()));
    inner.min.x += 44.0;
    if chosen {
        let side = 20.0;
        sign::tick(ui.painter(), Rect::from_center_size(mark.center(), vec2(side, side)), colour::OK);
    } else if let Some(number) = number {
        ink::paint(ui, mark, &number.to_string(), in_colour(bold(18.0), colour).centred());
    }
    let set = if chosen { bold(17.0) } else { text(17.0) };
    ink::paint(ui, inner, words, in_colour(set, colour));
    response.clicked()
}

/// The height of a field's label, with what keeps it off the field's frame.
pub const FIELD_LABEL: f32 = 30.0;

/// A field with its label above it.
pub fn field(ui: &mut Ui, room: Rect, name: &str, entry: &Entry, focus: bool) -> bool {
    let mut inner = room;
    let top = cut_top(&mut inner, FIELD_LABEL);
    ink::paint(ui, Rect::from_min_max(top.min, top.max - vec2(0.0, 6.0)), name, label(17.0));
    field_box(ui, inner, name, entry, focus)
}

/// A field whose label stands elsewhere.
pub fn field_box(ui: &mut Ui, inner: Rect, name: &str, entry: &Entry, focus: bool) -> bool {
    let shown = entry.shown();
    let id = ui.scope_id().with(("field", name));
    let response = ui.interact(inner, id, Sense::CLICK);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::TextInput, true, name);
        info.current_text_value = Some(shown.clone());
        info
    });
    ui.painter().rect_filled(inner, 4.0, Color32::WHITE);
    let stroke = if focus { Stroke::new(4.0, console::NEXT) } else { Stroke::new(2.0, colour::RULE) };
    ui.painter().rect_stroke(inner, 4.0, stroke, StrokeKind::Outside);
    let size = (inner.height() * 0.62).min(72.0);
    let set = Set::new(Face::Bold, size, colour::INK);
    let covered = ink::paint(ui, inner.shrink2(vec2(14.0, 4.0)), &shown, set);
    if focus {
        let x = if shown.is_empty() { inner.left() + 16.0 } else { covered.right() + 5.0 };
        let half = size * 0.42;
        let y = inner.center().y;
        ui.painter().vline(x, y - half..=y + half, Stroke::new(3.0, colour::INK));
    }
    response.clicked()
}

/// A field for words that need lines, with its label above it.
pub fn words_field(ui: &mut Ui, room: Rect, name: &str, entry: &Entry, focus: bool) -> bool {
    let mut inner = room;
    let top = cut_top(&mut inner, FIELD_LABEL);
    ink::paint(ui, Rect::from_min_max(top.min, top.max - vec2(0.0, 6.0)), name, label(17.0));
    let shown = entry.shown();
    let response = ui.interact(inner, ui.scope_id().with(("field", name)), Sense::CLICK);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::MultilineTextInput, true, name);
        info.current_text_value = Some(shown.clone());
        info
    });
    ui.painter().rect_filled(inner, 4.0, Color32::WHITE);
    let stroke = if focus { Stroke::new(4.0, console::NEXT) } else { Stroke::new(2.0, colour::RULE) };
    ui.painter().rect_stroke(inner, 4.0, stroke, StrokeKind::Outside);
    let lines = inner.shrink2(vec2(14.0, 8.0));
    let words = if focus { format!("{shown}|") } else { shown };
    ink::words(ui, lines, &words, Set::new(Face::Regular, 20.0, colour::INK));
    response.clicked()
}

/// Returns words in which every number, and every series, is marked as filled in: `{A 17}`, `{301}`.
pub fn filled_in(words: &str) -> String {
    let mut marked = String::with_capacity(words.len() + 16);
    let chars: Vec<char> = words.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let starts = at == 0 || !chars[at - 1].is_alphanumeric();
        let series = starts
            && chars[at].is_ascii_uppercase()
            && chars.get(at + 1) == Some(&' ')
            && chars.get(at + 2).is_some_and(char::is_ascii_digit);
        if !(series || (starts && chars[at].is_ascii_digit())) {
            marked.push(chars[at]);
            at += 1;
            continue;
        }
        let from = at;
        at += if series { 2 } else { 0 };
        // A point or a comma within a number, not the one after it.
        while chars.get(at).is_some_and(|c| {
            c.is_ascii_digit()
                || (matches!(c, '.' | ',') && chars.get(at + 1).is_some_and(char::is_ascii_digit))
        }) {
            at += 1;
        }
        marked.push('{');
        marked.extend(&chars[from..at]);
        marked.push('}');
    }
    marked
}

/// Returns marked words as parts: what stands between `{` and `}` was filled in.
pub fn parts(marked: &str) -> Vec<ink::Part<'_>> {
    let mut parts = Vec::new();
    for piece in marked.split_inclusive(['{', '}']) {
        let text = piece.trim_end_matches(['{', '}']);
        if text.is_empty() {
            continue;
        }
        parts.push(if piece.ends_with('}') { ink::Part::Blank(text) } else { ink::Part::Plain(text) });
    }
    parts
}

/// Words for the hall: the only cream thing on the screen besides balls and lit numbers. What stands between
/// `{` and `}` was filled in, and stands out.
pub fn say(ui: &mut Ui, room: Rect, head: &str, words: &str, size: f32) {
    ui.painter().rect_filled(room, RADIUS, console::SAY);
    let mut inner = room.shrink2(vec2(18.0, 14.0));
    let top = cut_top(&mut inner, 26.0);
    ink::line(ui, top, head, Set::new(Face::Bold, 15.0, Color32::from_rgb(0x5A, 0x4B, 0x2A)));
    inner.min.y += 6.0;
    let set = Set { align: Align2::LEFT_TOP, ..Set::new(Face::Regular, size, colour::INK) };
    ink::said(ui, inner, &parts(words), set, console::SAY_BLANK);
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

/// The camera's picture in its slot, or words where there is none.
pub fn camera(ui: &mut Ui, room: Rect, known: &Known) {
    ui.ctx().data_mut(|data| data.insert_temp(camera_shown(), true));
    ui.painter().rect_filled(room, RADIUS, colour::SURFACE);
    let head = known.t("camera-head");
    match known.camera {
        Camera::Live(texture, aspect) => {
            let width = room.width().min(room.height() * aspect);
            let fitted = Rect::from_center_size(room.center(), vec2(width, width / aspect));
            let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter().image(texture, fitted, uv, Color32::WHITE);
            let galley = ui.painter().layout_no_wrap(head.clone(), Face::Regular.at(15.0), console::TEXT);
            let strip = Rect::from_min_size(room.min, vec2(galley.size().x + 16.0, 26.0));
            ui.painter().rect_filled(strip, 0.0, colour::GROUND);
            ink::line(ui, strip.shrink2(vec2(8.0, 0.0)), &head, text(15.0));
        }
        Camera::None | Camera::Lost => {
            let id = if known.camera == Camera::Lost { "camera-lost" } else { "camera-none" };
            frame(ui, room, colour::RULE);
            let words = known.t(id);
            let [top, bottom] = rows(room.shrink(14.0), [0.5, 0.5], 0.0);
            ink::line(ui, top, &head, label(15.0).centred());
            ink::line(ui, bottom, &words, text(17.0).centred());
        }
    }
}

/// Returns whether the camera was painted since this was last asked: nobody waits for its pictures
/// where it is not.
pub fn take_camera_shown(ctx: &egui::Context) -> bool {
    ctx.data_mut(|data| data.remove_temp(camera_shown())).unwrap_or(false)
}

fn camera_shown() -> egui::Id {
    egui::Id::unique("camera-shown")
}

/// A keypad for fingers: digits, rub out. Returns what was pressed as a key, which keeps its turn among the others.
pub fn keypad(ui: &mut Ui, room: Rect, erase: &str) -> Option<Press> {
    use crate::keys::Typed;
    let keys = [["7", "8", "9"], ["4", "5", "6"], ["1", "2", "3"], [erase, "0", ""]];
    let mut pressed = None;
    for (row, line) in rows(room, [1.0; 4], 10.0).into_iter().zip(keys) {
        for (cell, key) in columns(row, [1.0; 3], 10.0).into_iter().zip(line) {
            if key.is_empty() {
                continue;
            }
            let response = touch(ui, cell, key, true);
            let fill = if response.is_pointer_button_down_on() { colour::RULE } else { colour::RAISED };
            ui.painter().rect_filled(cell, RADIUS, fill);
            frame(ui, cell, colour::RULE);
            let size = if key == erase { (cell.width() * 0.24).min(20.0) } else { 38.0 };
            ink::paint(ui, cell.shrink(6.0), key, bold(size).centred());
            if response.clicked() {
                let digit = key.chars().next().filter(char::is_ascii_digit);
                pressed = Some(Press::Key(digit.map_or(Typed::Erase, Typed::Char)));
            }
        }
    }
    pressed
}
