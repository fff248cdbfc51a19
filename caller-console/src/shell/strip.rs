//! The strip at the top, and the steps of a game under it.

use egui::{Rect, Stroke, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::ink::{self, Set};
use hall_look::sign;
use hall_wire::board::{PrizeState, Scene};

use super::width;
use crate::known::{Desk, Known, date, short_name};
use crate::press::Press;
use crate::view::part::{bold, columns, in_colour, label, text, touch};
use crate::view::{cameras, copies, voice};

/// Paints the strip: desk, game, date and chips; user, link and the server's clock.
pub(super) fn strip(ui: &mut Ui, room: Rect, known: &Known) {
    ui.painter().rect_filled(room, 0.0, colour::SURFACE);
    let draft = known.public().session.as_ref().is_some_and(|session| session.draft);
    let line = if draft { Stroke::new(3.0, console::ALERT) } else { Stroke::new(1.0, colour::RULE) };
    ui.painter().hline(room.x_range(), room.bottom() - 1.0, line);
    let inner = room.shrink2(vec2(16.0, 0.0));
    let mut x = inner.left();
    let desk = if known.me.is_some() { known.t(known.desk.name()) } else { known.device.clone() };
    x = chip(ui, inner, x, &desk, console::TEXT, colour::INK) + 12.0;
    if let Some(game) = known.game() {
        let words = known.ta("strip-game", &[("game", &game.game)]);
        x = put(ui, inner, x, &words, bold(19.0)) + 14.0;
    }
    if let Some(session) = &known.public().session {
        x = put(ui, inner, x, &date(&session.date), label(17.0)) + 14.0;
        if session.draft {
            x = chip(ui, inner, x, &known.t("chip-draft"), console::ALERT, console::ALERT_INK) + 8.0;
        }
        if session.last_game {
            x = chip(ui, inner, x, &known.t("chip-last-game"), colour::RULE, console::TEXT) + 8.0;
        }
    }
    if known.public().demo {
        x = chip(ui, inner, x, &known.t("chip-demo"), colour::PAPER, colour::INK) + 8.0;
    }
    // Whoever is at the till or inspects can do nothing about it.
    let sees_to_it = known.me.is_some() && matches!(known.desk, Desk::Mesa | Desk::Sala);
    let marks = [cameras::mark(known), voice::mark(known), copies::mark(known)];
    for mark in marks.into_iter().flatten().filter(|_| sees_to_it) {
        let (fill, inkc) =
            if mark.alert { (console::ALERT, console::ALERT_INK) } else { (colour::RULE, console::TEXT) };
        x = chip(ui, inner, x, &mark.words, fill, inkc) + 8.0;
    }
    if known.desk == Desk::Inspeccion {
        chip(ui, inner, x, &known.t("chip-read-only"), colour::RULE, console::TEXT);
    }
    let mut right = inner.right();
    if known.now_utc_ms != 0 {
        right = put_right(ui, inner, right, &known.time(known.now_utc_ms), bold(22.0)) - 16.0;
    }
    let (link, dot) = match (known.link.ever, known.link.connected) {
        _ if known.link.behind.is_some() => ("link-behind", console::REFUSE),
        (_, true) => ("link-up", colour::OK),
        (true, false) => ("link-lost", console::REFUSE),
        (false, false) => ("link-connecting", console::ALERT),
    };
    right = put_right(ui, inner, right, &known.t(link), text(17.0)) - 8.0;
    ui.painter().circle_filled(pos2(right - 6.0, inner.center().y), 6.0, dot);
    right -= 26.0;
    let who = known.me.as_ref().map_or_else(|| known.t("nobody"), |me| short_name(&me.name));
    put_right(ui, inner, right, &who, label(17.0));
}

fn put(ui: &mut Ui, room: Rect, x: f32, words: &str, set: Set) -> f32 {
    let spot = Rect::from_min_max(pos2(x, room.top()), room.max);
    ink::line(ui, spot, words, set).right()
}

fn put_right(ui: &mut Ui, room: Rect, right: f32, words: &str, set: Set) -> f32 {
    let spot = Rect::from_min_max(room.min, pos2(right, room.bottom()));
    ink::line(ui, spot, words, set.right()).left()
}

fn chip(ui: &mut Ui, room: Rect, x: f32, words: &str, fill: egui::Color32, inkc: egui::Color32) -> f32 {
    let width = width(ui, words, bold(16.0)) + 22.0;
    let spot = Rect::from_min_size(pos2(x, room.center().y - 15.0), vec2(width, 30.0));
    ui.painter().rect_filled(spot, 4.0, fill);
    ink::line(ui, spot.shrink2(vec2(8.0, 0.0)), words, in_colour(bold(16.0), inkc).centred());
    spot.right()
}

/// The six steps of a game.
const STEPS: [&str; 6] =
    ["step-sale", "step-totals", "step-line", "step-bingo", "step-payments", "step-closed"];

/// The step the game is at, and the id of what is added to its name.
fn step(known: &Known) -> Option<(usize, Option<&'static str>)> {
    let game = known.game()?;
    let play = if game.line_open { 2 } else { 3 };
    let draw =
        if known.public().announced.is_empty() && known.board.public.stop.is_none() { 1 } else { play };
    Some(match known.scene() {
        Scene::Closed | Scene::Idle | Scene::NotHeld => (5, None),
        Scene::Sale => (0, None),
        Scene::Totals => (1, None),
        Scene::Draw => (play, None),
        Scene::Check => (play, Some("step-stopped")),
        Scene::Question => (play, Some("step-question")),
        Scene::Winners => {
            let due = known.public().prizes.iter().any(|prize| prize.state == PrizeState::Due);
            (if due { 4 } else { 5 }, None)
        }
        Scene::Hold => (play, Some("step-hold")),
        Scene::Suspended => (draw, Some("step-suspended")),
        Scene::Void => (5, Some("step-void")),
    })
}

/// Paints the steps; for a person with several desks, the desks before them.
pub(super) fn steps(ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
    let me = known.me.as_ref()?;
    let mut inner = Rect::from_min_max(room.min + vec2(16.0, 4.0), room.max - vec2(16.0, 4.0));
    let desks = Desk::of(&me.roles);
    let mut pressed = None;
    if desks.len() > 1 {
        // The user's desks at the left, each as wide as its word; the steps share the rest.
        for desk in &desks {
            let words = known.t(desk.name());
            let width = 26.0 + 11.0 * words.chars().count() as f32;
            let tab = Rect::from_min_size(inner.min, vec2(width, inner.height()));
            let here = *desk == known.desk;
            let name = known.ta("sit-at", &[("desk", &words)]);
            if touch(ui, tab.expand2(vec2(0.0, 4.0)), &name, !here).clicked() {
                pressed = Some(Press::Sit(*desk));
            }
            let (fill, inkc) =
                if here { (console::NEXT, console::NEXT_INK) } else { (colour::RAISED, console::TEXT) };
            ui.painter().rect_filled(tab, 4.0, fill);
            ink::paint(ui, tab.shrink(4.0), &words, in_colour(bold(16.0), inkc).centred());
            inner.min.x = tab.right() + 4.0;
        }
        inner.min.x += 8.0;
    }
    let at = step(known);
    for ((number, id), cell) in STEPS.iter().enumerate().zip(columns(inner, [1.0; 6], 4.0)) {
        let here = at.is_some_and(|(step, _)| step == number);
        let done = at.is_some_and(|(step, _)| step > number);
        let mut words = known.t(id);
        if let (true, Some((_, Some(more)))) = (here, at) {
            words = format!("{words} · {}", known.t(more));
        }
        let (fill, inkc) = if here {
            (console::TEXT, colour::INK)
        } else {
            (colour::SURFACE, if done { colour::TEXT2 } else { console::DIM })
        };
        ui.painter().rect_filled(cell, 4.0, fill);
        let set = in_colour(if here { bold(16.0) } else { text(16.0) }, inkc).centred();
        if done {
            let side = 12.0;
            let left = cell.center().x - width(ui, &words, text(16.0)) / 2.0 - side - 8.0;
            let spot = Rect::from_center_size(pos2(left, cell.center().y), vec2(side, side));
            sign::tick(ui.painter(), spot, inkc);
        }
        ink::line(ui, cell.shrink2(vec2(6.0, 0.0)), &words, set);
    }
    pressed
}
