//! Series with their matrices, and sets of balls.

use egui::{Rect, Ui};
use hall_look::{ink, words};

use super::entry_form::EntryForm;
use super::staff::split;
use crate::known::Known;
use crate::view::part::{Column, Tag, cut_top, label, panel, panel_in_focus, table_tagged, text};

/// Paints the series in stock; the matrices, or the form, at the right.
pub(super) fn series(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize, form: Option<&mut EntryForm>) {
    let (left, right) = split(room);
    stock(ui, panel(ui, left), known, row);
    if let Some(form) = form {
        form.paint(ui, panel_in_focus(ui, right), known);
        return;
    }
    let mut room = panel(ui, right);
    ink::line(ui, cut_top(&mut room, 28.0), &known.t("sala-matrices"), label(17.0));
    if known.lists.matrices.is_empty() {
        ink::words(ui, room, &known.t("sala-no-matrices"), text(18.0));
        return;
    }
    for matrix in known.lists.matrices.iter().rev().take(9) {
        let cards = crate::view::caja::block::cards_words(known, matrix.size);
        let words = known.ta("sala-matrix", &[("n", &matrix.matrix.to_string()), ("cards", &cards)]);
        ink::line(ui, cut_top(&mut room, 34.0), &words, text(18.0));
    }
}

/// Paints the table of the series.
pub(in crate::view) fn stock(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) {
    let ids = ["sala-col-series", "sala-col-matrix", "sala-col-size", "sala-col-value", "sala-col-next"];
    let heads = ids.map(|id| known.t(id));
    let head = [
        Column { head: &heads[0], part: 120.0, right: false },
        Column { head: &heads[1], part: 110.0, right: true },
        Column { head: &heads[2], part: 130.0, right: true },
        Column { head: &heads[3], part: 130.0, right: true },
        Column { head: &heads[4], part: 170.0, right: true },
    ];
    let rows: Vec<Vec<String>> = known
        .lists
        .series
        .iter()
        .map(|series| {
            vec![
                series.series.clone(),
                series.matrix.to_string(),
                words::count(u64::from(series.size)),
                words::money(series.face_value_cents),
                series.next_card.map_or_else(|| known.t("sala-used-up"), |card| card.to_string()),
            ]
        })
        .collect();
    let tags: Vec<Option<Tag>> =
        known.lists.series.iter().map(|series| series.next_card.is_none().then_some(Tag::Plain)).collect();
    let more = |n: usize| known.ta("more-rows", &[("n", &n.to_string())]);
    let chosen = Some(*row).filter(|row| *row < rows.len());
    if rows.is_empty() {
        ink::words(ui, room, &known.t("sala-no-series"), text(18.0));
    } else if let Some(pressed) = table_tagged(ui, room, &head, &rows, &tags, chosen, more) {
        *row = pressed;
    }
}

/// Paints the sets of balls; what they are for, or the form, at the right.
pub(super) fn balls(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize, form: Option<&mut EntryForm>) {
    let (left, right) = split(room);
    sets(ui, panel(ui, left), known, row);
    match form {
        Some(form) => form.paint(ui, panel_in_focus(ui, right), known),
        None => {
            ink::words(ui, panel(ui, right), &known.t("sala-balls-help"), label(18.0));
        }
    }
}

/// Paints the table of the sets of balls.
pub(in crate::view) fn sets(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) {
    let ids =
        ["sala-col-set", "sala-col-machine", "sala-col-homologation", "sala-col-games", "sala-col-where"];
    let heads = ids.map(|id| known.t(id));
    let head = [
        Column { head: &heads[0], part: 110.0, right: false },
        Column { head: &heads[1], part: 130.0, right: false },
        Column { head: &heads[2], part: 180.0, right: false },
        Column { head: &heads[3], part: 110.0, right: true },
        Column { head: &heads[4], part: 130.0, right: true },
    ];
    let loaded = known.board.machine.set.as_deref();
    let rows: Vec<Vec<String>> = known
        .lists
        .ball_sets
        .iter()
        .map(|set| {
            let machine = if set.extractor == "drum" { "set-drum" } else { "set-pneumatic" };
            let here = if loaded == Some(set.set.as_str()) { known.t("sala-loaded") } else { String::new() };
            let games = words::count(u64::from(set.games));
            vec![set.set.clone(), known.t(machine), set.homologation.clone(), games, here]
        })
        .collect();
    let tags: Vec<Option<Tag>> = rows.iter().map(|row| (!row[4].is_empty()).then_some(Tag::Ok)).collect();
    let more = |n: usize| known.ta("more-rows", &[("n", &n.to_string())]);
    let chosen = Some(*row).filter(|row| *row < rows.len());
    if rows.is_empty() {
        ink::words(ui, room, &known.t("sala-no-sets"), text(18.0));
    } else if let Some(pressed) = table_tagged(ui, room, &head, &rows, &tags, chosen, more) {
        *row = pressed;
    }
}
