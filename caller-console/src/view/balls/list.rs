//! The table of the sets of balls, with the state of each.

use egui::{Rect, Ui};
use hall_core::event::Extractor;
use hall_look::{ink, words};

use super::about;
use crate::known::Known;
use crate::view::part::{Column, Tag, table_tagged, text};

/// Paints the table of the sets of balls.
pub(in crate::view) fn sets(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) {
    let head = [
        Column::left("sala-col-set", 110.0),
        Column::left("sala-col-machine", 120.0),
        Column::left("sala-col-homologation", 150.0),
        Column::right("sala-col-games", 100.0),
        Column::right("sala-col-state", 190.0),
    ];
    let rows: Vec<Vec<String>> = known
        .lists
        .ball_sets
        .iter()
        .map(|set| {
            let machine = match set.extractor {
                Extractor::Pneumatic => "set-pneumatic",
                Extractor::Drum => "set-drum",
            };
            let games = words::count(u64::from(set.games));
            vec![
                set.set.clone(),
                known.t(machine),
                set.homologation.clone(),
                games,
                about::state(known, set).0,
            ]
        })
        .collect();
    let tags: Vec<Option<Tag>> = known.lists.ball_sets.iter().map(|set| about::state(known, set).1).collect();
    if rows.is_empty() {
        ink::words(ui, room, &known.t("sala-no-sets"), text(18.0));
    } else if let Some(pressed) = table_tagged(ui, room, known, &head, &rows, &tags, Some(*row)) {
        *row = pressed;
    }
}
