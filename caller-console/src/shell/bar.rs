//! The bar at the foot: a sentence, the keys, PARADA, and the next action.

use egui::{Color32, Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::font::Face;
use hall_look::ink::{self, Set};
use hall_look::sign;

use super::width;
use crate::arm::Arm;
use crate::bar::{Arming, Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::{Known, NoteKind};
use crate::press::Press;
use crate::view::part::{RADIUS, TOUCH, bold, in_colour, text, touch};

const NEXT_WIDTH: f32 = 440.0;
const STOP_WIDTH: f32 = 230.0;
const GAP: f32 = 10.0;

/// Paints the bar and returns the key that was touched.
pub(super) fn paint(
    ui: &mut Ui,
    room: Rect,
    known: &Known,
    bar: &Bar,
    small: &[KeyButton],
    arm: &Arm,
    at_s: f64,
) -> Option<Typed> {
    ui.painter().rect_filled(room, 0.0, colour::SURFACE);
    ui.painter().hline(room.x_range(), room.top() + 1.0, Stroke::new(2.0, colour::RULE));
    let inner = room.shrink2(vec2(16.0, 6.0));
    let mut said = Rect::from_min_size(pos2(inner.left(), room.top() + 5.0), vec2(inner.width(), TOUCH));
    let mut pressed = small_keys(ui, &mut said, known.left_handed, small);
    prompt(ui, said, known, bar);
    let mut rest = Rect::from_min_max(pos2(inner.left(), inner.bottom() - 70.0), inner.max);
    let next = cut_side(&mut rest, known.left_handed, NEXT_WIDTH);
    if let Some(stop) = &bar.stop {
        let spot = cut_side(&mut rest, known.left_handed, STOP_WIDTH);
        pressed = pressed.or(stop_button(ui, spot, stop).then_some(Typed::Press(stop.key)));
    }
    pressed = pressed.or(buttons(ui, rest, known, &bar.buttons).map(Typed::Press));
    pressed.or(next_action(ui, next, known, bar, arm, at_s))
}

/// Takes so much from the right of a room, or from its left for left-handers, with the gap beside it.
fn cut_side(room: &mut Rect, left: bool, width: f32) -> Rect {
    let mut cut = *room;
    if left {
        cut.max.x = room.left() + width;
        room.min.x = cut.right() + GAP;
    } else {
        cut.min.x = room.right() - width;
        room.max.x = cut.left() - GAP;
    }
    cut
}

/// Paints the small keys beside the sentence, takes their room from it, and returns the one that was touched.
fn small_keys(ui: &mut Ui, room: &mut Rect, left: bool, keys: &[KeyButton]) -> Option<Typed> {
    const SMALL_GAP: f32 = 6.0;
    let width = |key: &KeyButton| {
        let (words, cap) = (width(ui, &key.label, text(14.5)), width(ui, key.key.cap(), bold(14.5)));
        words.max(cap).max(34.0) + 14.0
    };
    let widths: Vec<f32> = keys.iter().map(width).collect();
    let whole = widths.iter().sum::<f32>() + SMALL_GAP * keys.len() as f32;
    let mut x = if left { room.left() } else { room.right() - whole + SMALL_GAP };
    let mut pressed = None;
    for (key, width) in keys.iter().zip(widths) {
        let spot = Rect::from_min_size(pos2(x, room.top()), vec2(width, room.height()));
        x = spot.right() + SMALL_GAP;
        let response = touch(ui, spot, &key.label, true);
        if response.is_pointer_button_down_on() {
            ui.painter().rect_filled(spot, RADIUS, colour::RAISED);
        }
        let stops = key.key == Key::Pause;
        if stops {
            ui.painter().rect_filled(spot, RADIUS, console::TEXT);
        }
        ui.painter().rect_stroke(spot, RADIUS, Stroke::new(1.5, colour::RULE), StrokeKind::Inside);
        let (top, bottom) = spot.shrink2(vec2(4.0, 5.0)).split_top_bottom_at_fraction(0.5);
        let (cap, words) = if stops {
            (in_colour(bold(14.5), colour::INK), in_colour(bold(14.5), colour::INK))
        } else {
            (bold(14.5), in_colour(text(14.5), colour::TEXT2))
        };
        ink::paint(ui, top, key.key.cap(), cap.centred());
        ink::paint(ui, bottom, &key.label, words.centred());
        if response.clicked() {
            pressed = Some(Typed::Press(key.key));
        }
    }
    if left {
        room.min.x += whole + 6.0;
    } else {
        room.max.x -= whole + 6.0;
    }
    pressed
}

/// The bar's sentence, or a note in its place.
fn prompt(ui: &mut Ui, room: Rect, known: &Known, bar: &Bar) {
    if let Some(note) = &known.note {
        let (fill, inkc) = match note.kind {
            NoteKind::Refused => (console::REFUSE, console::REFUSE_INK),
            NoteKind::Recorded => (colour::OK, console::OK_INK),
            NoteKind::Asks => (console::ALERT, console::ALERT_INK),
        };
        ui.painter().rect_filled(room, 4.0, fill);
        let mark = Rect::from_center_size(pos2(room.left() + 18.0, room.center().y), vec2(18.0, 16.0));
        match note.kind {
            NoteKind::Refused => sign::cross(ui.painter(), mark, inkc),
            NoteKind::Recorded => sign::tick(ui.painter(), mark, inkc),
            NoteKind::Asks => sign::octagon(ui.painter(), mark, inkc),
        }
        let words = Rect::from_min_max(pos2(mark.right() + 12.0, room.top()), room.max - vec2(10.0, 0.0));
        ink::line(ui, words, &note.words, in_colour(bold(18.0), inkc));
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
        return;
    }
    let (id, fill, inkc, dashed) = match bar.lead {
        Lead::Now => ("lead-now", console::NEXT, console::NEXT_INK, false),
        Lead::Say => ("lead-say", console::SAY, colour::INK, false),
        Lead::Wait => ("lead-wait", colour::SURFACE, console::TEXT, true),
        Lead::May => ("lead-may", colour::SURFACE, console::TEXT, true),
    };
    let words = known.t(id);
    let width = width(ui, &words, bold(15.0)) + 18.0;
    let chip = Rect::from_center_size(pos2(room.left() + width / 2.0, room.center().y), vec2(width, 24.0));
    ui.painter().rect_filled(chip, 4.0, fill);
    if dashed {
        sign::dashed_rect(ui.painter(), chip, Stroke::new(1.5, console::DIM), 5.0);
    }
    ink::line(ui, chip, &words, in_colour(bold(15.0), inkc).centred());
    let rest = Rect::from_min_max(pos2(chip.right() + 10.0, room.top()), room.max);
    if self::width(ui, &bar.prompt, text(18.0)) <= rest.width() {
        ink::line(ui, rest, &bar.prompt, text(18.0));
    } else {
        ink::words(ui, rest, &bar.prompt, text(17.0));
    }
}

fn width_of(ui: &Ui, button: &KeyButton) -> f32 {
    let words = width(ui, &button.label, bold(18.0)).max(width(ui, &button.sub, text(14.5)));
    cap_width(ui, button.key.cap()) + words + 42.0
}

fn cap_width(ui: &Ui, cap: &str) -> f32 {
    (width(ui, cap, bold(16.0)) + 16.0).max(34.0)
}

fn buttons(ui: &mut Ui, room: Rect, known: &Known, buttons: &[KeyButton]) -> Option<Key> {
    let wanted: Vec<f32> = buttons.iter().map(|button| width_of(ui, button)).collect();
    let gaps = GAP * buttons.len().saturating_sub(1) as f32;
    let whole: f32 = wanted.iter().sum();
    // Too many buttons share the room: their words shrink, none is cut.
    let scale = if whole + gaps > room.width() { (room.width() - gaps) / whole } else { 1.0 };
    let mut x = room.left();
    let mut pressed = None;
    for (button, width) in buttons.iter().zip(wanted) {
        let spot = Rect::from_min_size(pos2(x, room.top()), vec2(width * scale, room.height()));
        x = spot.right() + GAP;
        let acts = known.may_act() || !matches!(button.press, Some(Press::Ask(_)));
        let on = button.press.is_some() && acts;
        let response = touch(ui, spot, &button.label, on);
        if button.press.is_some() {
            ui.painter().rect_filled(spot, RADIUS, colour::RAISED);
        }
        let stroke = match (button.chosen, on) {
            (true, _) => Stroke::new(3.0, console::NEXT),
            (false, true) => Stroke::new(2.0, colour::RULE),
            (false, false) => Stroke::new(2.0, colour::RAISED),
        };
        ui.painter().rect_stroke(spot, RADIUS, stroke, StrokeKind::Inside);
        let inkc = if on { console::TEXT } else { console::OFF };
        face(ui, spot, button, inkc);
        if response.clicked() {
            pressed = Some(button.key);
        }
    }
    pressed
}

/// Paints a button's cap, verb and small line.
fn face(ui: &mut Ui, spot: Rect, button: &KeyButton, inkc: Color32) {
    let inner = spot.shrink2(vec2(12.0, 6.0));
    let cap = cap_width(ui, button.key.cap());
    let cap = Rect::from_center_size(pos2(inner.left() + cap / 2.0, inner.center().y), vec2(cap, 34.0));
    ui.painter().rect_stroke(cap, 5.0, Stroke::new(2.0, inkc), StrokeKind::Inside);
    ink::paint(ui, cap.shrink(3.0), button.key.cap(), in_colour(bold(16.0), inkc).centred());
    let words = Rect::from_min_max(pos2(cap.right() + 12.0, inner.top()), inner.max);
    if button.sub.is_empty() {
        ink::paint(ui, words, &button.label, in_colour(bold(18.0), inkc));
    } else {
        let (top, bottom) = words.shrink2(vec2(0.0, 4.0)).split_top_bottom_at_fraction(0.55);
        ink::paint(ui, top, &button.label, in_colour(bold(18.0), inkc));
        ink::line(ui, bottom, &button.sub, in_colour(text(14.5), inkc));
    }
}

fn stop_button(ui: &mut Ui, spot: Rect, stop: &KeyButton) -> bool {
    let on = stop.press.is_some();
    let response = touch(ui, spot, &stop.label, on);
    let (fill, inkc) = if on { (console::TEXT, colour::INK) } else { (colour::SURFACE, console::OFF) };
    ui.painter().rect_filled(spot, RADIUS, fill);
    ui.painter().rect_stroke(spot, RADIUS, Stroke::new(2.0, colour::RULE), StrokeKind::Inside);
    let inner = spot.shrink2(vec2(12.0, 8.0));
    let wide = cap_width(ui, stop.key.cap()).max(36.0);
    let cap = Rect::from_center_size(pos2(inner.left() + wide / 2.0, inner.center().y), vec2(wide, 36.0));
    ui.painter().rect_stroke(cap, 5.0, Stroke::new(2.0, inkc), StrokeKind::Inside);
    ink::paint(ui, cap, stop.key.cap(), in_colour(bold(18.0), inkc).centred());
    let words = Rect::from_min_max(pos2(cap.right() + 12.0, inner.top()), inner.max);
    let (top, bottom) = words.split_top_bottom_at_fraction(0.58);
    ink::paint(ui, top, &stop.label, in_colour(bold(24.0), inkc));
    ink::line(ui, bottom, &stop.sub, in_colour(text(14.5), inkc));
    response.clicked()
}

fn next_action(ui: &mut Ui, spot: Rect, known: &Known, bar: &Bar, arm: &Arm, at_s: f64) -> Option<Typed> {
    if let Some(sending) = known.sending.as_ref().filter(|sending| sending.since.as_millis() >= 200) {
        sign::dashed_rect(ui.painter(), spot.shrink(1.5), Stroke::new(3.0, console::NEXT), 10.0);
        let mut words = known.t("recording");
        if sending.since.as_millis() >= 500 {
            words = format!("{words} {} s", sending.since.as_secs());
        }
        two_lines(ui, spot.shrink2(vec2(16.0, 8.0)), &words, &sending.what, console::TEXT);
        return None;
    }
    match &bar.next {
        Next::Wait(words) => {
            sign::dashed_rect(ui.painter(), spot.shrink(1.5), Stroke::new(2.0, console::DIM), 10.0);
            let set = in_colour(bold(20.0), colour::TEXT2).centred();
            ink::line(ui, spot.shrink2(vec2(16.0, 8.0)), words, set);
            None
        }
        Next::Missing { label, what } => {
            ui.painter().rect_stroke(spot, RADIUS, Stroke::new(2.0, colour::RULE), StrokeKind::Inside);
            touch(ui, spot, label, false);
            with_cap(ui, spot, label, what, console::OFF);
            None
        }
        Next::Do(act) => do_it(ui, spot, known, act, arm, at_s),
    }
}

fn do_it(ui: &mut Ui, spot: Rect, known: &Known, act: &NextAct, arm: &Arm, at_s: f64) -> Option<Typed> {
    let asks = matches!(act.press, Press::Ask(_) | Press::LogIn { .. });
    let on = known.link.connected || !asks;
    let response = touch(ui, spot, &act.label, on);
    let left_s = match act.arming {
        Arming::Until(until) => ((until - known.now_utc_ms).max(0) + 999) / 1000,
        Arming::Ball | Arming::Usual | Arming::Verdict | Arming::Reading(_) => 0,
    };
    // An arming of a second or more looks as if Intro cannot be pressed.
    let slow = left_s > 0 || act.arming.seconds() >= 1.0;
    let waits = on && arm.part < 1.0 && slow;
    let fill = if !on || waits { colour::SURFACE } else { console::NEXT };
    ui.painter().rect_filled(spot, RADIUS, fill);
    let frame = if waits { Stroke::new(3.0, console::NEXT) } else { Stroke::new(2.0, colour::RULE) };
    if !on || waits {
        ui.painter().rect_stroke(spot, RADIUS, frame, StrokeKind::Inside);
    }
    let (inkc, gone) = match (on, waits) {
        (false, _) => (console::OFF, console::OFF),
        (true, true) => (console::TEXT, console::NEXT),
        (true, false) => (console::NEXT_INK, console::NEXT_INK),
    };
    let sub = if left_s > 0 { known.ta("next-in", &[("secs", &left_s)]) } else { act.sub.clone() };
    with_cap(ui, spot, &act.label, &sub, inkc);
    let foot = |part: f32, colour: Color32| {
        let width = (spot.width() - 4.0) * part;
        let line = Rect::from_min_size(pos2(spot.left() + 2.0, spot.bottom() - 8.0), vec2(width, 6.0));
        ui.painter().rect_filled(line, 0.0, colour);
    };
    if on && arm.part < 1.0 {
        foot(arm.part, gone);
    }
    if act.hold_s > 0.0 {
        let held = arm.held_part(act.hold_s, at_s);
        if held > 0.0 {
            foot(held, console::REFUSE_INK);
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(50));
        }
        // A finger holds as a key does.
        if response.is_pointer_button_down_on() {
            return (arm.live && held == 0.0).then_some(Typed::Press(Key::Intro));
        }
        return (response.drag_stopped() || response.clicked()).then_some(Typed::Released);
    }
    response.clicked().then_some(Typed::Press(Key::Intro))
}

fn with_cap(ui: &mut Ui, spot: Rect, words: &str, sub: &str, inkc: Color32) {
    let cap = Rect::from_center_size(pos2(spot.left() + 14.0 + 28.0, spot.center().y), vec2(56.0, 36.0));
    ui.painter().rect_stroke(cap, 5.0, Stroke::new(2.0, inkc), StrokeKind::Inside);
    ink::paint(ui, cap.shrink(4.0), "Intro", in_colour(bold(16.0), inkc).centred());
    let rest = Rect::from_min_max(pos2(cap.right() + 12.0, spot.top() + 6.0), spot.max - vec2(12.0, 8.0));
    two_lines(ui, rest, words, sub, inkc);
}

fn two_lines(ui: &mut Ui, room: Rect, words: &str, sub: &str, inkc: Color32) {
    let set = Set::new(Face::Bold, 25.0, inkc);
    if sub.is_empty() {
        ink::line(ui, room, words, set);
        return;
    }
    let (top, bottom) = room.split_top_bottom_at_fraction(0.6);
    ink::line(ui, top, words, set);
    ink::line(ui, bottom, sub, Set::new(Face::Regular, 15.5, inkc));
}
