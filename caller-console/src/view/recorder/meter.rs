//! How loud it is, while somebody speaks and afterwards.

use egui::{Color32, Rect, Stroke, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_prompts::take::{FULL, HEARD, LOUD_ENOUGH, decibels};

use super::super::part::{RADIUS, bold, cut_top, in_colour, label};
use super::decimal;
use crate::known::Known;
use crate::recorder::Doing;

/// What stands at the left end of the meter.
const LEAST_DB: f32 = -60.0;

/// Numbers under it.
const MARKS_DB: [f32; 4] = [-48.0, -24.0, -12.0, -3.0];

/// Where on the meter a sample is, from 0 to 1.
fn place(db: f32) -> f32 {
    ((db - LEAST_DB) / -LEAST_DB).clamp(0.0, 1.0)
}

/// What is heard now, and what that means for who speaks.
pub(super) fn paint(ui: &mut Ui, mut room: Rect, known: &Known, doing: &Doing) {
    let (now, loudest, head) = match doing {
        Doing::Records(_, heard) => {
            let seconds = decimal(known, heard.length.as_secs_f32());
            (heard.now, heard.loudest, known.ta("rec-now", &[("seconds", &seconds)]))
        }
        Doing::Took(_, took, _) => (0, took.loudest, known.t("rec-level")),
        Doing::Nothing | Doing::Plays => (0, 0, known.t("rec-level")),
    };
    let mut top = cut_top(&mut room, 26.0);
    ink::line(ui, top, &head, label(17.0));
    if matches!(doing, Doing::Records(..)) {
        let (id, ink_of) = match loudest {
            0..HEARD => ("rec-level-wait", console::TEXT),
            HEARD..LOUD_ENOUGH => ("rec-level-weak", console::REFUSE),
            LOUD_ENOUGH..FULL => ("rec-level-good", colour::OK),
            FULL.. => ("rec-level-clipped", console::REFUSE),
        };
        top.min.x += 200.0;
        ink::line(ui, top, &known.t(id), in_colour(bold(18.0), ink_of));
    }
    let bar = cut_top(&mut room, 34.0);
    ui.painter().rect_filled(bar, RADIUS, colour::RAISED);
    let at = |part: f32| bar.left() + bar.width() * part;
    let stretch =
        |from: f32, to: f32| Rect::from_min_max(pos2(at(from), bar.top()), pos2(at(to), bar.bottom()));
    let level = if now == 0 { 0.0 } else { place(decibels(now)) };
    let (weak, high) = (place(decibels(LOUD_ENOUGH)), place(-3.0));
    let parts: [(f32, f32, Color32); 3] =
        [(0.0, weak, console::DIM), (weak, high, colour::OK), (high, 1.0, console::REFUSE)];
    for (from, to, fill) in parts {
        if level > from {
            ui.painter().rect_filled(stretch(from, level.min(to)), 0.0, fill);
        }
    }
    if loudest > 0 {
        let x = at(place(decibels(loudest)));
        ui.painter().vline(x - 1.0, bar.y_range(), Stroke::new(3.0, console::TEXT));
    }
    for mark in MARKS_DB {
        let x = at(place(mark));
        ui.painter().vline(x, bar.bottom() + 1.0..=bar.bottom() + 7.0, Stroke::new(1.5, colour::RULE));
        let spot = Rect::from_center_size(pos2(x, bar.bottom() + 19.0), vec2(60.0, 18.0));
        let words = if mark == MARKS_DB[0] { "−48 dB".to_string() } else { format!("−{:.0}", -mark) };
        ink::paint(ui, spot, &words, in_colour(label(14.0), colour::TEXT2).centred());
    }
}

/// The picture of a take.
pub(super) fn shape(ui: &Ui, room: Rect, doing: &Doing) {
    ui.painter().rect_filled(room, RADIUS, colour::GROUND);
    let inner = room.shrink2(vec2(8.0, 4.0));
    let middle = inner.center().y;
    ui.painter().hline(inner.x_range(), middle, Stroke::new(1.0, colour::RULE));
    let Doing::Took(_, took, plays) = doing else { return };
    let ink_of = if *plays { console::NEXT } else { colour::TEXT2 };
    let wide = inner.width() / took.shape.len().max(1) as f32;
    for (at, loudest) in took.shape.iter().enumerate() {
        let half = inner.height() / 2.0 * f32::from(*loudest) / 32_768.0;
        let x = inner.left() + wide * (at as f32 + 0.5);
        let ink_of = if *loudest >= FULL { console::REFUSE } else { ink_of };
        ui.painter().vline(x, middle - half..=middle + half, Stroke::new((wide * 0.7).max(1.0), ink_of));
    }
}
