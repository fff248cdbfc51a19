//! The tables of the sets of balls, with the state of each, and of the machines that draw them.

use egui::{Rect, Ui};
use hall_look::words;
use hall_wire::board::HallMachine;
use hall_wire::message::BallSetRow;

use super::{about, extractor_words};
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
        let machine = known.t(extractor_words(set.extractor));
        let (state, tag) = about::state(known, set);
        let games = words::count(u64::from(set.games));
        ([set.set.clone(), machine, set.homologation.clone(), games, state], tag)
    };
    if let Some(pressed) = SETS.paint(ui, room, known, &known.lists.ball_sets, Some(*row), cells) {
        *row = pressed;
    }
}

const MACHINES: Table<4> = Table {
    columns: [
        Column::left("sala-col-no", 110.0),
        Column::left("sala-col-machine", 120.0),
        Column::left("sala-col-homologation", 150.0),
        Column::left("sala-col-maker", 290.0),
    ],
    none: None,
};

pub(in crate::view) fn machines(ui: &mut Ui, room: Rect, known: &Known) {
    let cells = |machine: &HallMachine| {
        let maker = [&machine.maker, &machine.reference].into_iter().flatten();
        let maker = maker.map(String::as_str).collect::<Vec<_>>().join(", ");
        let number = known.ta("op-machine-no", &[("n", &machine.machine)]);
        let sort = known.t(extractor_words(machine.extractor));
        ([number, sort, machine.homologation.clone(), maker], None)
    };
    MACHINES.paint(ui, room, known, &known.board.machines, None, cells);
}
