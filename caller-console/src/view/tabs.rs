//! Tabs: numbered, chosen by digit or finger.

use egui::{Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::ink;

use super::part::{RADIUS, TOUCH, bold, cut_top, in_colour, text, touch};
use crate::known::Known;

/// Paints tabs at the top of a room, takes their room from it, and returns the one that was pressed.
pub fn tabs(ui: &mut Ui, room: &mut Rect, known: &Known, names: &[&str], chosen: usize) -> Option<usize> {
    let line = cut_top(room, TOUCH);
    cut_top(room, 8.0);
    let gap = 6.0;
    let width = (line.width() - gap * (names.len() as f32 - 1.0)) / names.len() as f32;
    let mut pressed = None;
    for (number, name) in names.iter().enumerate() {
        let left = line.left() + (width + gap) * number as f32;
        let tab = Rect::from_min_size(pos2(left, line.top()), vec2(width, line.height()));
        let words = known.t(name);
        let here = number == chosen;
        if touch(ui, tab, &words, true).clicked() {
            pressed = Some(number);
        }
        let (fill, inkc) = if here { (console::TEXT, colour::INK) } else { (colour::SURFACE, console::TEXT) };
        ui.painter().rect_filled(tab, 4.0, fill);
        if !here {
            ui.painter().rect_stroke(tab, 4.0, Stroke::new(2.0, colour::RULE), StrokeKind::Inside);
        }
        let cap = Rect::from_center_size(pos2(tab.left() + 26.0, tab.center().y), vec2(26.0, 24.0));
        ui.painter().rect_stroke(cap, RADIUS - 2.0, Stroke::new(2.0, inkc), StrokeKind::Inside);
        ink::paint(ui, cap, &(number + 1).to_string(), in_colour(bold(15.0), inkc).centred());
        let rest = Rect::from_min_max(pos2(cap.right() + 10.0, tab.top()), tab.max - vec2(8.0, 0.0));
        let set = if here { bold(17.0) } else { text(17.0) };
        ink::paint(ui, rest, &words, in_colour(set, inkc));
    }
    pressed
}

/// The place, from 0, that a digit chooses.
pub fn by_digit(c: char, count: usize) -> Option<usize> {
    let number = c.to_digit(10)? as usize;
    (1..=count).contains(&number).then(|| number - 1)
}
