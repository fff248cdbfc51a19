//! Fields, and the keypad that fills them with a finger.

use egui::{Color32, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use hall_look::colour::{self, console};
use hall_look::font::Face;
use hall_look::ink::{self, Set};

use super::{RADIUS, bold, columns, cut_top, frame, label, rows, touch};
use crate::entry::Entry;
use crate::keys::Typed;
use crate::press::Press;

/// The height of a field's label, with the gap under it.
pub const FIELD_LABEL: f32 = 30.0;

/// A field with its label above it. Returns whether it was pressed.
pub fn field(ui: &mut Ui, room: Rect, name: &str, entry: &Entry, focus: bool) -> bool {
    let inner = labelled(ui, room, name);
    field_box(ui, inner, name, entry, focus)
}

/// A field whose label stands elsewhere.
pub fn field_box(ui: &mut Ui, inner: Rect, name: &str, entry: &Entry, focus: bool) -> bool {
    let shown = entry.shown();
    let pressed = paper(ui, inner, name, Role::TextInput, &shown, focus);
    let size = (inner.height() * 0.62).min(72.0);
    let set = Set::new(Face::Bold, size, colour::INK);
    let covered = ink::paint(ui, inner.shrink2(vec2(14.0, 4.0)), &shown, set);
    if focus {
        let x = if shown.is_empty() { inner.left() + 16.0 } else { covered.right() + 5.0 };
        let half = size * 0.42;
        let y = inner.center().y;
        ui.painter().vline(x, y - half..=y + half, Stroke::new(3.0, colour::INK));
    }
    pressed
}

/// A field for words that need lines, with its label above it.
pub fn words_field(ui: &mut Ui, room: Rect, name: &str, entry: &Entry, focus: bool) -> bool {
    let inner = labelled(ui, room, name);
    let shown = entry.shown();
    let pressed = paper(ui, inner, name, Role::MultilineTextInput, &shown, focus);
    let words = if focus { format!("{shown}|") } else { shown };
    ink::words(ui, inner.shrink2(vec2(14.0, 8.0)), &words, Set::new(Face::Regular, 20.0, colour::INK));
    pressed
}

/// Paints the label of a field, and returns the room under it.
fn labelled(ui: &mut Ui, mut room: Rect, name: &str) -> Rect {
    let top = cut_top(&mut room, FIELD_LABEL);
    ink::paint(ui, Rect::from_min_max(top.min, top.max - vec2(0.0, 6.0)), name, label(17.0));
    room
}

/// Paints the white of a field and its frame; returns whether it was pressed.
fn paper(ui: &mut Ui, room: Rect, name: &str, role: Role, shown: &str, focus: bool) -> bool {
    let response = ui.interact(room, ui.scope_id().with(("field", name)), Sense::CLICK);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(role, true, name);
        info.current_text_value = Some(shown.to_string());
        info
    });
    ui.painter().rect_filled(room, 4.0, Color32::WHITE);
    let stroke = if focus { Stroke::new(4.0, console::NEXT) } else { Stroke::new(2.0, colour::RULE) };
    ui.painter().rect_stroke(room, 4.0, stroke, StrokeKind::Outside);
    response.clicked()
}

/// A keypad for fingers: digits and backspace. What is pressed is a key, and queues with the others.
pub fn keypad(ui: &mut Ui, room: Rect, erase: &str) -> Option<Press> {
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
