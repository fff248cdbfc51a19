//! The table of the sets of balls, with the state of each.

use egui::{Rect, Ui};
use hall_core::event::Extractor;
use hall_look::words;
use hall_wire::message::BallSetRow;

use super::about;
use crate::known::Known;
use crate::view::list::Table;
use crate::view::part::Column;

const SETS: Table<5> = Table {
    columns: [
        Column::left("sala-col-set", 110.0),
        Column::left("sala-col-machine", 120.0),
        Column::left("sala-col-homologation", 150.0),
        Column::right("sala-col-games", 100.0),
        Column::right("sala-col-state", 190.0),
    ],
    none: Some("sala-no-sets"),
};

pub(in crate::view) fn sets(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize) {
    let cells = |set: &BallSetRow| {
        let machine = known.t(match set.extractor {
            Extractor::Pneumatic => "set-pneumatic",
            Extractor::Drum => "set-drum",
        });
        let (state, tag) = about::state(known, set);
        let games = words::count(u64::from(set.games));
        ([set.set.clone(), machine, set.homologation.clone(), games, state], tag)
    };
    if let Some(pressed) = SETS.paint(ui, room, known, &known.lists.ball_sets, Some(*row), cells) {
        *row = pressed;
    }
}
