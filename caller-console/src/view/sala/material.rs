//! Series with their matrices.

use egui::{Rect, Ui};
use hall_look::{ink, words};
use hall_wire::message::SeriesRow;

use super::matrices;
use crate::known::Known;
use crate::view::entry_form::{EntryForm, draw_words};
use crate::view::list::Table;
use crate::view::mesa::series as spelt;
use crate::view::part::{Column, Tag, cut_top, panel, panel_in_focus, rows, split, text};

/// Paints the series in stock and the matrices; what is known of the chosen one, or the form, at the right.
pub(super) fn series(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize, form: Option<&mut EntryForm>) {
    let (left, right) = split(room);
    let [top, bottom] = rows(left, [1.0, 1.0], 8.0);
    stock(ui, panel(ui, top), known, row);
    let mut bottom = panel(ui, bottom);
    if let Some(draw) = &known.lists.key_draw {
        let words = draw_words(draw, known);
        ink::words(ui, cut_top(&mut bottom, 50.0), &words, text(17.0));
    }
    matrices::table(ui, bottom, known, row);
    if let Some(form) = form {
        form.paint(ui, panel_in_focus(ui, right), known);
        return;
    }
    let right = panel(ui, right);
    if let Some(matrix) = matrices::of_row(known, *row) {
        matrices::about(ui, right, known, matrix);
    }
}

const STOCK: Table<5> = Table {
    columns: [
        Column::left("sala-col-series", 120.0),
        Column::right("sala-col-matrix", 110.0),
        Column::right("sala-col-size", 130.0),
        Column::right("sala-col-value", 130.0),
        Column::right("sala-col-next", 170.0),
    ],
    none: Some("sala-no-series"),
};

pub(in crate::view) fn stock(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) {
    let cells = |series: &SeriesRow| {
        let matrix = known.lists.matrices.iter().find(|matrix| matrix.matrix == series.matrix);
        let retired = matrix.is_some_and(|matrix| matrix.retired_at_utc_ms.is_some());
        let next = match series.next_card {
            _ if retired => known.t("sala-retired"),
            Some(card) => card.to_string(),
            None => known.t("sala-used-up"),
        };
        let size = words::count(u64::from(series.size));
        let value = words::money(series.face_value_cents);
        let ended = retired || series.next_card.is_none();
        ([spelt(&series.series), series.matrix.to_string(), size, value, next], ended.then_some(Tag::Plain))
    };
    if let Some(pressed) = STOCK.paint(ui, room, known, &known.lists.series, Some(*row), cells) {
        *row = pressed;
    }
}
