//! Tables, and the room and the words they have.

use egui::{Rect, Stroke, Ui, pos2, vec2};
use hall_look::colour;
use hall_look::ink;

use super::{CHOSEN, TOUCH, Tag, bold, cut_top, label, more_rows, page, tag, text, touch};
use crate::known::Known;

/// Splits a tab: a table at the left, something else at the right.
pub fn split(room: Rect) -> (Rect, Rect) {
    let middle = room.left() + 690.0;
    let left = Rect::from_min_max(room.min, pos2(middle, room.bottom()));
    (left, Rect::from_min_max(pos2(middle + 12.0, room.top()), room.max))
}

/// A text cut to at most so many characters, with an ellipsis.
pub fn fitting(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    let mut short: String = text.chars().take(most - 1).collect();
    short.push('…');
    short
}

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The id of its head in the texts.
    pub head: &'static str,
    /// Its part of the width.
    pub part: f32,
    /// Its cells stand at the right, as numbers do.
    pub right: bool,
}

impl Column {
    /// A column of words.
    pub const fn left(head: &'static str, part: f32) -> Column {
        Column { head, part, right: false }
    }

    /// A column of numbers.
    pub const fn right(head: &'static str, part: f32) -> Column {
        Column { head, part, right: true }
    }
}

/// Paints a table and returns the row that was pressed. Rows that find no room are counted in the last line,
/// and are on the pages that follow.
pub fn table(
    ui: &mut Ui,
    room: Rect,
    known: &Known,
    head: &[Column],
    body: &[Vec<String>],
    chosen: Option<usize>,
) -> Option<usize> {
    table_tagged(ui, room, known, head, body, &[], chosen)
}

/// Paints a table whose last column may have a tag instead of plain words, row by row.
pub fn table_tagged(
    ui: &mut Ui,
    room: Rect,
    known: &Known,
    head: &[Column],
    body: &[Vec<String>],
    tags: &[Option<Tag>],
    chosen: Option<usize>,
) -> Option<usize> {
    let mut left = room;
    let chosen = chosen.filter(|row| *row < body.len());
    let whole: f32 = head.iter().map(|column| column.part).sum();
    let place = |row: Rect| {
        let mut x = row.left();
        let cell = |column: &Column| {
            let width = row.width() * column.part / whole;
            let cell = Rect::from_min_size(pos2(x, row.top()), vec2(width, row.height()));
            x += width;
            cell.shrink2(vec2(8.0, 0.0))
        };
        head.iter().map(cell).collect::<Vec<Rect>>()
    };
    let top = cut_top(&mut left, 30.0);
    for (column, cell) in head.iter().zip(place(top)) {
        let set = if column.right { label(15.0).right() } else { label(15.0) };
        ink::line(ui, cell, &known.t(column.head), set);
    }
    ui.painter().hline(room.x_range(), left.top(), Stroke::new(1.0, colour::RULE));
    let fit = ((left.height() / TOUCH).floor().max(0.0)) as usize;
    let heads: Vec<&str> = head.iter().map(|column| column.head).collect();
    let page = page(ui, (heads, room.min.x.to_bits()), body.len(), fit, fit.saturating_sub(1), chosen);
    let mut pressed = None;
    for (number, cells) in body.iter().enumerate().take(page.end).skip(page.start) {
        let row = cut_top(&mut left, TOUCH);
        let name = cells.join(" · ");
        let response = touch(ui, row, &name, true);
        if chosen == Some(number) {
            ui.painter().rect_filled(row, 0.0, CHOSEN);
        }
        let kind = tags.get(number).copied().flatten();
        for (place, ((column, cell), words)) in head.iter().zip(place(row)).zip(cells).enumerate() {
            if let (Some(kind), true) = (kind, place + 1 == head.len()) {
                tag(ui, cell, words, kind);
                continue;
            }
            let set = if column.right { bold(18.0).right() } else { text(17.0) };
            ink::paint(ui, cell, words, set);
        }
        ui.painter().hline(row.x_range(), row.bottom(), Stroke::new(1.0, colour::RAISED));
        if response.clicked() {
            pressed = Some(number);
        }
    }
    if page.len() < body.len() {
        let height = TOUCH.min(left.height());
        let row = cut_top(&mut left, height);
        ink::line(ui, row.shrink2(vec2(8.0, 0.0)), &more_rows(known, body.len() - page.len()), label(16.0));
    }
    pressed
}
