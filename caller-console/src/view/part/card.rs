//! The matrix card under check.

use egui::{Rect, Stroke, StrokeKind, Ui, vec2};
use hall_look::colour::{self, console};
use hall_look::font::Face;
use hall_look::ink::{self, Set};
use hall_look::sign;

use super::{columns, rows};
use crate::known::Known;

/// How a number of a card stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// No number here.
    Blank,
    /// In a row that has won; the place of its ball.
    Winning(u8),
    /// Called; the place of its ball.
    Called(u8),
    /// Missing for the play that was sung.
    Missing,
    /// Not out.
    NotOut,
}

/// Paints a card with its marks: the ordinal of each ball, a frame and an arrow at a row that has won.
pub fn card(ui: &mut Ui, room: Rect, known: &Known, grid: &[[u8; 9]; 3], marks: &[[Cell; 9]; 3]) {
    let inner = Rect::from_min_max(room.min + vec2(30.0, 6.0), room.max - vec2(8.0, 6.0));
    for ((line, numbers), marks) in rows(inner, [1.0; 3], 14.0).into_iter().zip(grid).zip(marks) {
        let won = marks.iter().any(|mark| matches!(mark, Cell::Winning(_)));
        if won {
            let frame = line.expand(7.0);
            ui.painter().rect_stroke(frame, 6.0, Stroke::new(3.0, colour::PAPER), StrokeKind::Inside);
            let arrow = Rect::from_center_size(line.left_center() - vec2(22.0, 0.0), vec2(11.0, 14.0));
            sign::arrow(ui.painter(), arrow, colour::OK);
        }
        for ((cell, number), mark) in columns(line, [1.0; 9], 6.0).into_iter().zip(numbers).zip(marks) {
            number_cell(ui, cell, known, *number, *mark);
        }
    }
}

fn number_cell(ui: &mut Ui, cell: Rect, known: &Known, number: u8, mark: Cell) {
    let (fill, frame, figure) = match mark {
        Cell::Blank => (console::BLANK, None, console::TEXT),
        Cell::Winning(_) => (colour::OK, None, console::OK_INK),
        Cell::Called(_) => (console::CALLED, None, console::TEXT),
        Cell::Missing => (console::REFUSE, None, console::REFUSE_INK),
        Cell::NotOut => (colour::SURFACE, Some(colour::RULE), console::TEXT),
    };
    ui.painter().rect_filled(cell, 3.0, fill);
    if let Some(frame) = frame {
        ui.painter().rect_stroke(cell, 3.0, Stroke::new(2.0, frame), StrokeKind::Inside);
    }
    let under = match mark {
        Cell::Blank => return,
        Cell::Winning(place) | Cell::Called(place) => known.ta("card-ball", &[("n", &place)]),
        Cell::Missing => known.t("card-missing"),
        Cell::NotOut => String::new(),
    };
    let set = Set::new(Face::Bold, (cell.height() * 0.42).min(36.0), figure).centred();
    ink::name(ui, cell, format!("{number} {under}").trim());
    if under.is_empty() {
        ink::paint(ui, cell, &number.to_string(), set);
    } else {
        let [top, bottom] = rows(cell.shrink2(vec2(2.0, 8.0)), [0.62, 0.38], 2.0);
        ink::paint(ui, top, &number.to_string(), set);
        ink::paint(ui, bottom, &under, Set { size: 15.0, face: Face::Regular, ..set });
    }
}

/// Paints what the marks mean, under a card.
pub fn legend(ui: &mut Ui, room: Rect, entries: &[(egui::Color32, String)]) {
    let mut x = room.left();
    for (fill, words) in entries {
        let spot = Rect::from_min_size(egui::pos2(x, room.center().y - 12.0), vec2(34.0, 24.0));
        ui.painter().rect_filled(spot, 3.0, *fill);
        ui.painter().rect_stroke(spot, 3.0, Stroke::new(1.0, colour::RULE), StrokeKind::Inside);
        let text = Rect::from_min_max(egui::pos2(spot.right() + 8.0, room.top()), room.max);
        let covered = ink::line(ui, text, words, Set::new(Face::Regular, 16.0, colour::TEXT2));
        x = covered.right() + 22.0;
    }
}
