//! A count of a set at the reader.

use egui::{Rect, Stroke, StrokeKind, Ui, pos2};
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_wire::board::BallCount;

use crate::known::Known;
use crate::view::part::{Tag, bold, columns, cut_top, fitting, in_colour, rows, tag, text};

pub(super) fn so_far(known: &Known, count: &BallCount) -> String {
    let passed = 90 - count.missing.len().min(90);
    known.ta("set-passed", &[("n", &passed)])
}

/// Paints a count: the ninety fill up; missing, doubled and foreign balls stand out.
pub(super) fn counted(ui: &mut Ui, mut room: Rect, known: &Known, count: &BallCount) {
    let head = cut_top(&mut room, 34.0);
    let words = known.ta("set-count-head", &[("n", &count.count), ("set", &count.set)]);
    ink::line(ui, head, &words, bold(22.0));
    let (words, kind) = if count.loading {
        (known.t("set-loading"), Tag::Dashed)
    } else if count.running {
        (so_far(known, count), Tag::Plain)
    } else if count.wrong.is_some() {
        (known.t("set-not-whole"), Tag::Refuse)
    } else {
        (known.t("set-whole"), Tag::Ok)
    };
    tag(ui, head, &words, kind);
    let foot = 50.0;
    let mut grid = room;
    grid.max.y -= foot;
    let below = Rect::from_min_max(pos2(room.left(), grid.bottom() + 6.0), room.max);
    let mut number = 0_u8;
    for line in rows(grid, [1.0; 9], 4.0) {
        for cell in columns(line, [1.0; 10], 4.0) {
            number += 1;
            Cell::of(count, number).paint(ui, cell, number);
        }
    }
    let words = match &count.wrong {
        Some(wrong) => wrong.clone(),
        None if !count.foreign.is_empty() => {
            let each = |ball: &hall_wire::board::ForeignBall| format!("{} ({})", ball.number, ball.set);
            let foreign: Vec<String> = count.foreign.iter().map(each).collect();
            known.ta("set-foreign", &[("balls", &foreign.join(", "))])
        }
        None => known.t(if count.running { "set-count-legend" } else { "set-count-stands" }),
    };
    ink::words(ui, below, &fitting(&words, 150), text(16.0));
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Passed,
    Twice,
    Unsure,
    Awaited,
    Missing,
}

impl Cell {
    fn of(count: &BallCount, number: u8) -> Cell {
        if count.doubled.contains(&number) {
            Cell::Twice
        } else if count.unsure.contains(&number) {
            Cell::Unsure
        } else if !count.missing.contains(&number) {
            Cell::Passed
        } else if count.running {
            Cell::Awaited
        } else {
            Cell::Missing
        }
    }

    fn paint(self, ui: &mut Ui, room: Rect, number: u8) {
        let (fill, frame, inkc) = match self {
            Cell::Passed => (Some(colour::LAMP), None, colour::INK),
            Cell::Twice => (Some(console::ALERT), None, console::ALERT_INK),
            Cell::Unsure => (None, Some(console::ALERT), console::TEXT),
            Cell::Awaited => (None, Some(colour::RAISED), console::DIM),
            Cell::Missing => (Some(console::REFUSE), None, console::REFUSE_INK),
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(room, 4.0, fill);
        }
        if let Some(frame) = frame {
            ui.painter().rect_stroke(room, 4.0, Stroke::new(2.0, frame), StrokeKind::Inside);
        }
        let words = if self == Cell::Twice { format!("{number} ×2") } else { number.to_string() };
        let set = if self == Cell::Twice { bold(13.0) } else { bold(19.0) };
        ink::line(ui, room, &words, in_colour(set, inkc).centred());
    }
}
