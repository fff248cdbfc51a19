//! The staff.

use egui::{Rect, Ui, pos2};
use hall_core::people::Role;
use hall_look::ink;

use super::entry_form::{EntryForm, ROLES};
use crate::known::Known;
use crate::view::part::{Column, cut_top, fitting, label, page, panel, panel_in_focus, split, table, text};

/// Paints the staff, and the form or who is on duty.
pub(super) fn body(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize, form: Option<&mut EntryForm>) {
    let (left, right) = split(room);
    let head = [
        Column::left("sala-col-no", 50.0),
        Column::left("caja-col-name", 220.0),
        Column::left("sala-col-user", 120.0),
        Column::left("sala-col-roles", 268.0),
    ];
    let rows: Vec<Vec<String>> = known
        .people
        .iter()
        .map(|(number, member)| {
            let roles: Vec<String> = member.roles.iter().map(|role| role_words(*role, known)).collect();
            let (name, user) = (fitting(&member.name, 26), fitting(&member.user, 14));
            vec![number.to_string(), name, user, fitting(&roles.join(", "), 36)]
        })
        .collect();
    if let Some(pressed) = table(ui, panel(ui, left), known, &head, &rows, Some(*row)) {
        *row = pressed;
    }
    match form {
        Some(form) => form.paint(ui, panel_in_focus(ui, right), known),
        None => on_duty(ui, panel(ui, right), known),
    }
}

/// Returns a role in words.
fn role_words(role: Role, known: &Known) -> String {
    ROLES.iter().find(|(one, _)| *one == role).map_or_else(String::new, |(_, id)| known.t(id))
}

/// Paints who is logged in, and where.
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
    let fit = ((room.height() / ROW).floor().max(1.0)) as usize;
    let page = page(ui, "on duty", people.len(), fit, fit.saturating_sub(1), None);
    for (person, roles, devices) in &people[page.clone()] {
        let line = cut_top(&mut room, ROW);
        let device = ink::line(ui, line, &fitting(devices, 20), label(15.0).right());
        let rest = Rect::from_min_max(line.min, pos2(device.left() - 12.0, line.bottom()));
        let roles: Vec<String> = roles.iter().map(|role| role_words(*role, known)).collect();
        let words = format!("{} · {}", known.short_name(*person), roles.join(", "));
        ink::line(ui, rest, &fitting(&words, 42), text(17.0));
    }
    if people.is_empty() {
        ink::line(ui, cut_top(&mut room, ROW), &known.t("nobody"), text(17.0));
    }
    if page.len() < people.len() {
        let more = known.ta("more-rows", &[("n", &(people.len() - page.len()).to_string())]);
        ink::line(ui, cut_top(&mut room, ROW), &more, label(15.0));
    }
}
