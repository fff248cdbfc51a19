//! Series with their matrices.

use egui::{Rect, Ui};
use hall_look::{ink, words};
use hall_wire::message::{MatrixRow, SeriesRow};

use super::entry_form::EntryForm;
use super::matrices;
use crate::known::Known;
use crate::view::mesa::series as spelt;
use crate::view::part::{Column, Tag, panel, panel_in_focus, rows, split, table_tagged, text};

/// Paints the series in stock and the matrices; what is known of the chosen one, or the form, at the right.
pub(super) fn series(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize, form: Option<&mut EntryForm>) {
    let (left, right) = split(room);
    let [top, bottom] = rows(left, [1.0, 1.0], 8.0);
    stock(ui, panel(ui, top), known, row);
    matrices::table(ui, panel(ui, bottom), known, row);
    if let Some(form) = form {
        form.paint(ui, panel_in_focus(ui, right), known);
        return;
    }
    let right = panel(ui, right);
    if let Some(matrix) = matrices::of_row(known, *row) {
        matrices::about(ui, right, known, matrix);
    }
}

/// Paints the table of the series.
pub(in crate::view) fn stock(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) {
    let head = [
        Column::left("sala-col-series", 120.0),
        Column::right("sala-col-matrix", 110.0),
        Column::right("sala-col-size", 130.0),
        Column::right("sala-col-value", 130.0),
        Column::right("sala-col-next", 170.0),
    ];
    let retired = |matrix: &&MatrixRow| matrix.retired_at_utc_ms.is_some();
    let retired: Vec<u32> = known.lists.matrices.iter().filter(retired).map(|matrix| matrix.matrix).collect();
    let is_retired = |series: &SeriesRow| retired.contains(&series.matrix);
    let rows: Vec<Vec<String>> = known
        .lists
        .series
        .iter()
        .map(|series| {
            vec![
                spelt(&series.series),
                series.matrix.to_string(),
                words::count(u64::from(series.size)),
                words::money(series.face_value_cents),
                match series.next_card {
                    _ if is_retired(series) => known.t("sala-retired"),
                    Some(card) => card.to_string(),
                    None => known.t("sala-used-up"),
                },
            ]
        })
        .collect();
    let ended = |series: &SeriesRow| series.next_card.is_none() || is_retired(series);
    let tags: Vec<Option<Tag>> =
        known.lists.series.iter().map(|series| ended(series).then_some(Tag::Plain)).collect();
    if rows.is_empty() {
        ink::words(ui, room, &known.t("sala-no-series"), text(18.0));
    } else if let Some(pressed) = table_tagged(ui, room, known, &head, &rows, &tags, Some(*row)) {
        *row = pressed;
    }
}
