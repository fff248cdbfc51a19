//! The machine's state in words.

use egui::{Rect, Ui, pos2};
use hall_core::machine::Fault;
use hall_core::words as core_words;
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_wire::board::{HowRead, Machine, Mode};

use crate::known::Known;
use crate::view::balls;
use crate::view::part::{RADIUS, bold, frame, label};

/// The machine's state in words: the same on every view.
pub fn state(known: &Known, machine: &Machine) -> String {
    if reads_by_caller(known) {
        return known.t("machine-by-caller");
    }
    if !machine.linked {
        return known.t("machine-unlinked");
    }
    if let Some(fault) = machine.faults.first() {
        return known.t(match fault {
            Fault::Jam => "machine-jam",
            Fault::Multiple => "machine-multiple",
            Fault::Returned => "machine-returned",
            Fault::Blower => "machine-blower",
            Fault::Sensor => "machine-sensor",
            Fault::Power => "machine-power",
        });
    }
    if machine.door_open {
        return known.t("machine-door");
    }
    known.t(match machine.mode {
        None => "machine-unknown",
        Some(Mode::Stop) => "machine-stop",
        Some(Mode::Run) => "machine-run",
        Some(Mode::Hold) => "machine-hold",
        Some(Mode::Load) => "machine-load",
        Some(Mode::Fault) => "machine-fault",
    })
}

/// Every fault, and an open door, in words; a dash without any.
pub fn troubles(known: &Known, machine: &Machine) -> String {
    let mut all: Vec<String> =
        machine.faults.iter().map(|fault| core_words::fault(known.lang(), *fault).to_owned()).collect();
    all.extend(machine.door_open.then(|| known.t("machine-door").to_lowercase()));
    if all.is_empty() { "—".to_owned() } else { all.join(", ") }
}

/// Whether the caller reads the balls of this session: what a machine's line says is nobody's trouble then (DECISIONS 36).
fn reads_by_caller(known: &Known) -> bool {
    known.board.draws_with.as_ref().is_some_and(|with| with.read == HowRead::ByCaller)
}

/// Whether somebody has to go and look at the machine.
pub fn is_in_trouble(known: &Known) -> bool {
    let machine = &known.board.machine;
    !reads_by_caller(known) && is_out_of_order(machine)
}

fn is_out_of_order(machine: &Machine) -> bool {
    !machine.linked || !machine.faults.is_empty() || machine.door_open || machine.mode == Some(Mode::Fault)
}

/// Height of the line of [`foot`], and the gap above it.
const FOOT: f32 = 32.0;
const GAP: f32 = 8.0;

/// Paints the machine's state, and the count of its balls if one runs, small at the foot of a room, and takes that line
/// from the room.
pub fn foot(ui: &mut Ui, room: &mut Rect, known: &Known) {
    let line = Rect::from_min_max(pos2(room.left(), room.bottom() - FOOT), room.max);
    room.max.y -= FOOT + GAP;
    ui.painter().rect_filled(line, RADIUS, colour::SURFACE);
    let inner = line.shrink2(egui::vec2(12.0, 2.0));
    let name = ink::line(ui, inner, &known.t("machine-foot"), label(16.0));
    let rest = Rect::from_min_max(pos2(name.right() + 12.0, inner.top()), inner.max);
    let state = std::iter::once(state(known, &known.board.machine));
    let words: Vec<String> = state.chain(balls::count_words(known)).collect();
    ink::line(ui, rest, &words.join(" · "), bold(17.0).right());
    if is_in_trouble(known) || balls::is_wrong(known) {
        frame(ui, line, console::ALERT);
    }
}
