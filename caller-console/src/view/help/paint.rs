//! Paints a help, and the page of all keys.

use egui::{Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_look::{colour, ink};

use super::Page;
use crate::keys::Key;
use crate::known::Known;
use crate::view::part::{bold, columns, cut_top, headed, label, panel, text};

/// The keys and what they mean, everywhere the same.
const KEYS: [(Key, &str); 22] = [
    (Key::Intro, "key-intro"),
    (Key::Back, "key-back"),
    (Key::Stop, "key-stop"),
    (Key::Pause, "key-pause"),
    (Key::More, "key-more"),
    (Key::Trouble, "key-trouble"),
    (Key::F1, "key-f1"),
    (Key::F2, "key-f2"),
    (Key::F3, "key-f3"),
    (Key::F4, "key-f4"),
    (Key::F5, "key-f5"),
    (Key::F6, "key-f6"),
    (Key::F7, "key-f7"),
    (Key::F8, "key-f8"),
    (Key::F10, "key-f10"),
    (Key::F11, "key-f11"),
    (Key::F12, "key-f12"),
    (Key::Print, "key-print"),
    (Key::Usb, "key-usb"),
    (Key::DeskBefore, "key-desk-before"),
    (Key::DeskAfter, "key-desk-after"),
    (Key::NextPage, "key-next-page"),
];

/// The width of a cap, and the gap between it and the words.
const CAP: f32 = 74.0;
const GAP: f32 = 16.0;

/// Paints a cap at the left of a row.
fn cap(ui: &mut Ui, row: Rect, left: f32, words: &str) {
    let spot = Rect::from_center_size(pos2(left + CAP / 2.0, row.center().y), vec2(CAP, 34.0));
    ui.painter().rect_stroke(spot, 5.0, Stroke::new(2.0, colour::TEXT2), StrokeKind::Inside);
    ink::line(ui, spot.shrink(4.0), words, bold(16.0).centred());
}

/// Paints the help: name and purpose over the keys at the left and the law at the right.
pub(super) fn page(ui: &mut Ui, room: Rect, known: &Known, page: &Page) {
    let mut room = room;
    let mut inner = panel(ui, cut_top(&mut room, 120.0));
    let title = known.ta("f1-title", &[("title", &page.title)]);
    ink::line(ui, cut_top(&mut inner, 36.0), &title, bold(28.0));
    inner.min.y += 6.0;
    ink::words(ui, inner, &page.purpose.join(" "), text(19.0));
    room.min.y += 8.0;
    if page.law.is_empty() {
        return keys(ui, room, known, page);
    }
    let [left, right] = columns(room, [1.7, 1.0], 8.0);
    keys(ui, left, known, page);
    law(ui, right, known, page);
}

fn keys(ui: &mut Ui, room: Rect, known: &Known, page: &Page) {
    let mut inner = headed(ui, room, 28.0, &known.t("f1-keys"), label(16.0));
    let rows = page.keys.len().max(1) as f32;
    let height = (inner.height() / rows).min(54.0);
    let caps = page.keys.iter().map(|line| line.caps.len()).max().unwrap_or(1) as f32;
    let beside = caps * (CAP + 6.0) - 6.0 + GAP;
    for line in &page.keys {
        let row = cut_top(&mut inner, height);
        for (place, words) in line.caps.iter().enumerate() {
            cap(ui, row, row.left() + place as f32 * (CAP + 6.0), words);
        }
        let words = Rect::from_min_max(row.min + vec2(beside, 0.0), row.max);
        let one =
            ui.painter().layout_no_wrap(line.words.clone(), text(18.0).face.at(18.0), text(18.0).colour);
        if one.size().x <= words.width() {
            ink::line(ui, words, &line.words, text(18.0));
        } else {
            // Two lines, as far from the row above as from the one below.
            let two = Rect::from_center_size(words.center(), vec2(words.width(), height.min(46.0)));
            ink::words(ui, two, &line.words, text(17.0));
        }
    }
}

fn law(ui: &mut Ui, room: Rect, known: &Known, page: &Page) {
    let mut inner = headed(ui, room, 28.0, &known.t("f1-law"), label(16.0));
    let foot = Rect::from_min_max(pos2(inner.left(), inner.bottom() - 40.0), inner.max);
    ink::words(ui, foot, &known.t("f1-law-of"), label(15.0));
    inner.max.y = foot.top() - 8.0;
    for line in &page.law {
        inner.min.y += 6.0;
        ink::line(ui, cut_top(&mut inner, 26.0), &line.article, bold(18.0));
        inner.min.y = ink::words(ui, inner, &line.words, text(17.0)).bottom() + 8.0;
    }
}

/// Paints the page of all keys.
pub(super) fn all_keys(ui: &mut Ui, room: Rect, known: &Known) {
    let inner = panel(ui, room);
    let [left, right] = columns(inner, [1.0, 1.0], 24.0);
    let half = KEYS.len().div_ceil(2);
    for (side, keys) in [(left, &KEYS[..half]), (right, &KEYS[half..])] {
        let mut side = side;
        let height = (side.height() / half as f32).min(52.0);
        for (key, id) in keys {
            let row = cut_top(&mut side, height);
            cap(ui, row, row.left(), key.cap());
            let words = Rect::from_min_max(row.min + vec2(CAP + GAP, 0.0), row.max);
            ink::line(ui, words, &known.t(id), text(18.0));
        }
    }
}
