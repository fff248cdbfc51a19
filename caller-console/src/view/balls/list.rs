//! The table of the sets of balls, with the state of each.

use egui::{Rect, Ui};
use hall_look::{ink, words};

use super::about;
use crate::known::Known;
use crate::view::part::{Column, Tag, table_tagged, text};

/// Paints the table of the sets of balls.
pub(in crate::view) fn sets(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) {
    let ids =
        ["sala-col-set", "sala-col-machine", "sala-col-homologation", "sala-col-games", "sala-col-state"];
    let heads = ids.map(|id| known.t(id));
    let head = [
        Column { head: &heads[0], part: 110.0, right: false },
        Column { head: &heads[1], part: 120.0, right: false },
        Column { head: &heads[2], part: 150.0, right: false },
        Column { head: &heads[3], part: 100.0, right: true },
        Column { head: &heads[4], part: 190.0, right: true },
    ];
    let rows: Vec<Vec<String>> = known
        .lists
        .ball_sets
        .iter()
        .map(|set| {
            let machine = if set.extractor == "drum" { "set-drum" } else { "set-pneumatic" };
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
    let more = |n: usize| known.ta("more-rows", &[("n", &n.to_string())]);
    let chosen = Some(*row).filter(|row| *row < rows.len());
    if rows.is_empty() {
        ink::words(ui, room, &known.t("sala-no-sets"), text(18.0));
    } else if let Some(pressed) = table_tagged(ui, room, &head, &rows, &tags, chosen, more) {
        *row = pressed;
    }
}
