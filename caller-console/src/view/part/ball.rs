//! The ball, the board of ninety and the order of exit.

use egui::{Rect, Stroke, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::font::Face;
use hall_look::ink::{self, Set};
use hall_look::{sign, words};

use super::{bold, columns, in_colour, label, rows, text};

/// How the big ball stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BallState {
    /// None has come out yet, or the next one is awaited: the last announced is shown large.
    Announced,
    /// On the table, not announced: a dashed ring.
    Pending,
    /// Announced by this console, not yet on disk: a dashed ring that is thin.
    Recording,
}

/// Paints the big ball in its room.
pub fn ball(ui: &mut Ui, room: Rect, number: Option<u8>, state: BallState) {
    let radius = room.width().min(room.height()) / 2.0 - 4.0;
    let centre = room.center();
    let Some(number) = number else {
        sign::dashed_circle(ui.painter(), centre, radius, Stroke::new(3.0, colour::RULE), 14.0);
        return;
    };
    ui.painter().circle_filled(centre, radius, colour::LAMP);
    match state {
        BallState::Announced => {}
        BallState::Pending => {
            sign::dashed_circle(ui.painter(), centre, radius, Stroke::new(8.0, console::NEXT), 24.0);
        }
        BallState::Recording => {
            sign::dashed_circle(ui.painter(), centre, radius, Stroke::new(3.0, console::NEXT), 10.0);
        }
    }
    let inner = Rect::from_center_size(centre, vec2(radius * 1.6, radius * 1.6));
    let set = Set::new(Face::Bold, radius * 1.14, colour::INK).centred();
    ink::line(ui, inner, &number.to_string(), set);
}

/// Paints the board: 9 rows of 10. Only announced numbers are lit (G8); those on the table have a dashed frame.
pub fn board(ui: &mut Ui, room: Rect, announced: &[u8], pending: &[u8], by_hand: &[u8]) {
    let mut number = 0u8;
    for line in rows(room, [1.0; 9], 4.0) {
        for cell in columns(line, [1.0; 10], 4.0) {
            number += 1;
            let place = announced.iter().position(|ball| *ball == number);
            let set = Set::new(Face::Regular, 22.0, console::DIM).centred();
            if let Some(place) = place {
                ui.painter().rect_filled(cell, 4.0, colour::LAMP);
                let hand = by_hand.iter().any(|hand| usize::from(*hand) == place + 1);
                if hand {
                    let corner = vec![
                        cell.right_top() - vec2(14.0, 0.0),
                        cell.right_top(),
                        cell.right_top() + vec2(0.0, 14.0),
                    ];
                    ui.painter().add(egui::Shape::convex_polygon(corner, console::ALERT, Stroke::NONE));
                }
                ink::paint(
                    ui,
                    cell,
                    &number.to_string(),
                    Set { face: Face::Bold, colour: colour::INK, ..set },
                );
            } else {
                ui.painter().rect_filled(cell, 4.0, colour::SURFACE);
                let waits = pending.contains(&number);
                if waits {
                    sign::dashed_rect(ui.painter(), cell.shrink(1.5), Stroke::new(3.0, console::NEXT), 5.0);
                }
                let set = if waits { Set { face: Face::Bold, colour: console::TEXT, ..set } } else { set };
                ink::paint(ui, cell, &number.to_string(), set);
            }
        }
    }
    let lit: Vec<String> = announced.iter().map(ToString::to_string).collect();
    ink::name(ui, room, &format!("90: {}", lit.join(" ")));
}

/// Paints the order of exit, ten to a row, the last one filled.
pub fn order(ui: &mut Ui, room: Rect, head: &str, announced: &[u8]) {
    let mut inner = super::panel(ui, room);
    inner.min.y -= 6.0;
    ink::line(ui, super::cut_top(&mut inner, 24.0), head, label(16.0));
    let width = inner.width() / 10.0;
    let height = (inner.height() / 9.0).min(24.0);
    for (place, number) in announced.iter().enumerate() {
        let (row, column) = (place / 10, place % 10);
        let at = pos2(inner.left() + width * column as f32, inner.top() + height * row as f32);
        let cell = Rect::from_min_size(at, vec2(width, height));
        let last = place + 1 == announced.len();
        if last {
            ui.painter().rect_filled(cell.shrink(1.0), 3.0, colour::LAMP);
        }
        let set = if last { in_colour(bold(17.0), colour::INK) } else { text(17.0) };
        ink::paint(ui, cell, &number.to_string(), set.centred());
    }
    let all: Vec<String> = announced.iter().map(ToString::to_string).collect();
    ink::name(ui, room, &format!("{head}: {}", all.join(" ")));
}

/// What the caller says: «Ochenta: ocho, cero».
pub fn said(number: u8) -> String {
    let mut name = words::spanish(u64::from(number));
    if let Some(first) = name.get(0..1) {
        name = format!("{}{}", first.to_uppercase(), &name[1..]);
    }
    words::spanish_digits(number).map_or(name.clone(), |digits| format!("{name}: {digits}"))
}
