//! The staff.

use egui::{Rect, Ui, pos2};
use hall_core::people::{PersonId, Role};
use hall_core::request::Request;
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_wire::message::{CODE_LIVES, InspectionCode, LogInRow};

use super::devices;
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::device::DeviceAct;
use crate::keys::Key;
use crate::known::{CARD_DAYS_FEW, Known, Member, date, short_name};
use crate::press::Press;
use crate::view::caja::block::on_button;
use crate::view::entry_form::{EntryForm, ROLES};
use crate::view::list::Table;
use crate::view::part::{
    Column, List, Tag, bold, cut_top, fitting, in_colour, label, panel, panel_in_focus, rows, split, text,
};

const STAFF: Table<5> = Table {
    columns: [
        Column::left("sala-col-no", 40.0),
        Column::left("caja-col-name", 206.0),
        Column::left("sala-col-user", 110.0),
        Column::left("people-col-in", 74.0),
        Column::left("sala-col-roles", 228.0),
    ],
    none: None,
};

pub(super) fn body(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize, form: Option<&mut EntryForm>) {
    let (left, right) = split(room);
    let cells = |(number, member): (&u32, &Member)| {
        let (name, user) = (fitting(&member.name, 24), fitting(&member.user, 13));
        let (does, mark) = match (member.left, member.card_days(known)) {
            (true, _) => (known.t("people-left"), Some(Tag::Plain)),
            (false, Some(days)) if days < 0 => (known.t("people-card-over"), Some(Tag::Refuse)),
            (false, Some(days)) if days <= CARD_DAYS_FEW => {
                (known.ta("people-card-few", &[("n", &days)]), Some(Tag::Alert))
            }
            (false, _) => (roles_words(&member.roles, known), None),
        };
        let here = since(known, *number).map_or_else(String::new, |since| match since {
            Some(at_utc_ms) => known.minutes(at_utc_ms),
            None => known.t("people-in"),
        });
        ([number.to_string(), name, user, here, fitting(&does, 30)], mark)
    };
    if let Some(pressed) = STAFF.paint(ui, panel(ui, left), known, &*known.people, Some(*row), cells) {
        *row = pressed;
    }
    if let Some(form) = form {
        return form.paint(ui, panel_in_focus(ui, right), known);
    }
    if let Some((number, member)) = chosen(known, *row)
        && let Some(code) = good_code(known, number)
    {
        let name = fitting(&member.name, 30);
        let code = [name.as_str(), &code.code, &code.until];
        return devices::tell_code(ui, panel(ui, right), known, code, &known.t("people-code-how"));
    }
    let [top, bottom] = rows(right, [1.0, 1.1], 8.0);
    if let Some((number, member)) = chosen(known, *row) {
        about(ui, panel(ui, top), known, number, member);
    }
    on_duty(ui, panel(ui, bottom), known);
}

/// Since when a person is in the hall, where somebody noted it; nothing for who is not there.
fn since(known: &Known, person: u32) -> Option<Option<i64>> {
    known.board.in_hall.iter().find(|one| one.person == person).map(|one| one.since_utc_ms)
}

/// Intro notes that a person comes, or goes, once the hall has what it needs; an inspector, who has no shift, it gives a code.
pub(super) fn bar(known: &Known, (person, member): (u32, &Member), is_founded: bool) -> Option<Bar> {
    let only_inspects = member.roles.iter().all(|role| *role == Role::Inspector);
    if member.left || !(is_founded || only_inspects) {
        return None;
    }
    let (name, who) = (on_button(&short_name(&member.name)), PersonId(person));
    let act = if only_inspects {
        let sub = if good_code(known, person).is_some() { "people-code-again" } else { "people-code-sub" };
        let asks = Press::Device(DeviceAct::InspectorCode(person));
        NextAct::new(known.ta("devices-code-do", &[("name", &name)]), asks).sub(known.t(sub))
    } else if since(known, person).is_some() {
        NextAct::ask(known.ta("people-goes", &[("name", &name)]), Request::EndShift { person: who })
            .sub(known.t("people-goes-sub"))
    } else {
        NextAct::ask(known.ta("people-comes", &[("name", &name)]), Request::BeginShift { person: who })
            .sub(known.t("people-comes-sub"))
    };
    Some(Bar::new(Lead::May, known.t("sala-may-look"), Next::Do(act)))
}

/// The code of an inspector, until he has come in or its time is over.
fn good_code(known: &Known, person: u32) -> Option<&InspectionCode> {
    let code = known.inspector_code.as_deref().filter(|code| code.person == person)?;
    let lives = i64::try_from(CODE_LIVES.as_millis()).unwrap_or(i64::MAX);
    let came = |row: &LogInRow| row.person == person && row.since_utc_ms >= code.until_utc_ms - lives;
    (known.now_utc_ms < code.until_utc_ms && !known.lists.log_ins.iter().any(came)).then_some(code)
}

/// Where a person is logged in, but for the user's own log-in here.
fn log_ins(known: &Known, person: u32) -> impl Iterator<Item = &LogInRow> {
    let own = move |row: &&LogInRow| known.person() == Some(person) && row.device == known.device;
    known.lists.log_ins.iter().filter(move |row| row.person == person).filter(move |row| !own(row))
}

/// The key that ends the log-ins of a person.
pub(super) fn end_key(known: &Known, person: u32) -> KeyButton {
    let end = |row: &LogInRow| Request::EndLogIn { person: PersonId(person), device: row.device.clone() };
    let ends: Vec<Request> = log_ins(known, person).map(end).collect();
    let name = on_button(&known.short_name(person));
    let done = known.ta("people-out-done", &[("name", &name)]);
    let press = Press::asks(known.ta("people-out-do", &[("name", &name)]), ends.clone()).done(done);
    let is_in = !ends.is_empty();
    KeyButton::new(Key::F7, known.t("people-out"), press).on_if(is_in, known.t("people-out-nowhere"))
}

/// The person of a row.
pub(super) fn chosen(known: &Known, row: usize) -> Option<(u32, &Member)> {
    known.people.iter().nth(row).map(|(number, member)| (*number, member))
}

/// What is known of a person.
fn about(ui: &mut Ui, mut room: Rect, known: &Known, number: u32, member: &Member) {
    let head = cut_top(&mut room, 32.0);
    ink::line(ui, head, &fitting(&member.name, 34), bold(21.0));
    let user = known.ta("people-user", &[("n", &number), ("user", &member.user)]);
    ink::line(ui, cut_top(&mut room, 26.0), &fitting(&user, 44), label(16.0));
    let mut say = |words: &str, colour| {
        ink::line(ui, cut_top(&mut room, 26.0), words, in_colour(text(17.0), colour));
    };
    if member.left {
        return say(&known.t("people-left"), colour::TEXT2);
    }
    say(&fitting(&roles_words(&member.roles, known), 48), console::TEXT);
    match since(known, number) {
        Some(Some(at)) => say(&known.ta("people-in-since", &[("hour", &known.minutes(at))]), colour::OK),
        Some(None) => say(&known.t("people-in-chief"), colour::OK),
        None => {}
    }
    if let Some(document) = &member.document {
        say(&fitting(&known.ta("people-document", &[("document", document)]), 48), console::TEXT);
    }
    if let (Some(until), Some(days)) = (member.card_until, member.card_days(known)) {
        let until = date(&until.to_string());
        match days {
            ..0 => say(&known.ta("people-card-over-since", &[("date", &until)]), console::REFUSE),
            0..=CARD_DAYS_FEW => {
                say(&known.ta("people-card-until-few", &[("date", &until), ("n", &days)]), console::ALERT);
            }
            _ => say(&known.ta("people-card-until", &[("date", &until)]), console::TEXT),
        }
    }
    for row in log_ins(known, number).take(3) {
        let words = known.ta(
            "people-log-in",
            &[("device", &fitting(&row.device, 22)), ("hour", &known.minutes(row.since_utc_ms))],
        );
        say(&fitting(&words, 48), colour::TEXT2);
    }
    if member.first_pin {
        say(&known.t("people-first-pin"), colour::TEXT2);
    }
}

pub(in crate::view) fn roles_words(roles: &[Role], known: &Known) -> String {
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
    for one in &known.board.in_hall {
        if people.iter().all(|(person, _, _)| *person != one.person) {
            let roles = known.people.get(&one.person).map_or_else(Vec::new, |member| member.roles.clone());
            let at = one.since_utc_ms.map(|at| known.ta("people-since", &[("hour", &known.minutes(at))]));
            people.push((one.person, roles, at.unwrap_or_default()));
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
