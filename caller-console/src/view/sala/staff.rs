//! The staff.

use egui::{Rect, Ui, pos2};
use hall_core::people::Role;
use hall_look::ink;

use crate::known::{Known, Member};
use crate::view::entry_form::{EntryForm, ROLES};
use crate::view::list::Table;
use crate::view::part::{Column, List, cut_top, fitting, label, panel, panel_in_focus, split, text};

const STAFF: Table<4> = Table {
    columns: [
        Column::left("sala-col-no", 50.0),
        Column::left("caja-col-name", 220.0),
        Column::left("sala-col-user", 120.0),
        Column::left("sala-col-roles", 268.0),
    ],
    none: None,
};

pub(super) fn body(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize, form: Option<&mut EntryForm>) {
    let (left, right) = split(room);
    let cells = |(number, member): (&u32, &Member)| {
        let (name, user) = (fitting(&member.name, 26), fitting(&member.user, 14));
        ([number.to_string(), name, user, fitting(&roles_words(&member.roles, known), 36)], None)
    };
    if let Some(pressed) = STAFF.paint(ui, panel(ui, left), known, &*known.people, Some(*row), cells) {
        *row = pressed;
    }
    match form {
        Some(form) => form.paint(ui, panel_in_focus(ui, right), known),
        None => on_duty(ui, panel(ui, right), known),
    }
}

fn roles_words(roles: &[Role], known: &Known) -> String {
    let id = |role: &Role| ROLES.iter().find(|(one, _)| one == role).map(|(_, id)| known.t(id));
    roles.iter().filter_map(id).collect::<Vec<_>>().join(", ")
}

pub(super) fn on_duty(ui: &mut Ui, mut room: Rect, known: &Known) {
    const ROW: f32 = 26.0;
    ink::line(ui, cut_top(&mut room, 26.0), &known.t("sala-on-duty"), label(17.0));
    // A person may sit at several desks.
    let mut people: Vec<(u32, Vec<Role>, String)> = Vec::new();
    for duty in &known.board.people {
        match people.iter_mut().find(|(person, _, _)| *person == duty.person) {
            Some((_, _, devices)) => devices.push_str(&format!(", {}", duty.device)),
            None => people.push((duty.person, duty.roles.clone(), duty.device.clone())),
        }
    }
    if people.is_empty() {
        ink::line(ui, cut_top(&mut room, ROW), &known.t("nobody"), text(17.0));
    }
    let list = List { name: "on duty", height: ROW, more: label(15.0) };
    list.paint(ui, &mut room, known, &people, |ui, line, (person, roles, devices)| {
        let device = ink::line(ui, line, &fitting(devices, 20), label(15.0).right());
        let rest = Rect::from_min_max(line.min, pos2(device.left() - 12.0, line.bottom()));
        let words = format!("{} · {}", known.short_name(*person), roles_words(roles, known));
        ink::line(ui, rest, &fitting(&words, 42), text(17.0));
    });
}
