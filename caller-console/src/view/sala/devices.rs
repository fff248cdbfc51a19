//! The hall's devices: which they are, who sits at them, and the code for a new one (ADR 69).

use egui::{Rect, Ui};
use hall_core::event::DevicePost;
use hall_look::colour::{self, console};
use hall_look::ink;
use hall_wire::message::{DeviceCode, DeviceRow};

use crate::known::{Known, date};
use crate::view::entry_form::EntryForm;
use crate::view::list::Table;
use crate::view::part::{
    Column, Tag, bold, cut_bottom, cut_top, fitting, in_colour, label, panel, panel_in_focus, split, text,
};

const DEVICES: Table<4> = Table {
    columns: [
        Column::left("sala-col-no", 50.0),
        Column::left("devices-col-name", 190.0),
        Column::left("devices-col-since", 130.0),
        Column::left("devices-col-who", 288.0),
    ],
    none: None,
};

/// Where people are logged in while the hall has no devices of its own.
const ANYWHERE: Table<2> = Table {
    columns: [Column::left("devices-col-name", 240.0), Column::left("devices-col-who", 418.0)],
    none: Some("devices-nobody"),
};

pub(super) fn body(ui: &mut Ui, room: Rect, known: &Known, row: &mut usize, form: Option<&mut EntryForm>) {
    let (left, right) = split(room);
    if known.lists.devices.is_empty() {
        let mut devices: Vec<&str> = known.board.people.iter().map(|duty| duty.device.as_str()).collect();
        devices.sort_unstable();
        devices.dedup();
        let cells = |name: &str| ([fitting(name, 26), fitting(&who(known, name), 48)], None);
        ANYWHERE.paint(ui, panel(ui, left), known, devices, None, cells);
    } else {
        let cells = |device: &DeviceRow| {
            let since = date(&known.day(device.since_utc_ms).to_string());
            let (there, mark) = match DevicePost::from_name(&device.post) {
                Some(DevicePost::Wall) => (known.t("devices-post-panel"), None),
                Some(DevicePost::Camera) => (known.t("devices-post-camera"), None),
                Some(DevicePost::Voice) => (known.t("devices-post-voice"), None),
                Some(DevicePost::Desk) | None if device.name == known.device => {
                    (known.t("devices-here"), Some(Tag::Plain))
                }
                Some(DevicePost::Desk) | None => (who(known, &device.name), None),
            };
            ([device.device.to_string(), fitting(&device.name, 22), since, fitting(&there, 34)], mark)
        };
        if let Some(pressed) =
            DEVICES.paint(ui, panel(ui, left), known, &known.lists.devices, Some(*row), cells)
        {
            *row = pressed;
        }
    }
    if let Some(form) = form {
        return form.paint(ui, panel_in_focus(ui, right), known);
    }
    let mut room = panel(ui, right);
    match good_code(known) {
        Some(code) if known.lists.guessed_codes.contains(&code.name) => {
            let head = known.ta("devices-code-for", &[("name", &code.name)]);
            ink::line(ui, cut_top(&mut room, 34.0), &head, bold(21.0));
            ink::words(ui, room, &known.t("devices-code-guessed"), text(18.0));
        }
        Some(code) => {
            let how = known.ta("devices-code-how", &[("code", &code.code)]);
            tell_code(ui, room, known, [&code.name, &code.code, &code.until], &how);
        }
        None => {
            let (head, help) = if known.lists.devices.iter().any(DeviceRow::is_desk) {
                ("devices-own-head", "devices-own-help")
            } else {
                ("devices-any-head", "devices-any-help")
            };
            ink::words(ui, cut_top(&mut room, 60.0), &known.t(head), bold(21.0));
            if let Some(key) = &known.lists.hall_key {
                let of_hall = cut_bottom(&mut room, 62.0);
                ink::words(ui, of_hall, &known.ta("devices-hall-key", &[("key", key)]), label(16.0));
            }
            if let Some(hash) = &known.lists.hall_fingerprint {
                let of_hall = cut_bottom(&mut room, 92.0);
                ink::words(
                    ui,
                    of_hall,
                    &known.ta("devices-hall-fingerprint", &[("hash", hash)]),
                    label(16.0),
                );
            }
            // Walls show it between games; whoever sets up a television before the opening has it here.
            if let Some(code) = &known.link.board_code {
                let of_hall = cut_bottom(&mut room, 62.0);
                ink::words(ui, of_hall, &known.ta("devices-board-code", &[("code", code)]), label(16.0));
            }
            ink::words(ui, room, &known.t(help), text(18.0));
        }
    }
}

/// Who is logged in at a device, by name.
fn who(known: &Known, device: &str) -> String {
    let there = known.board.people.iter().filter(|duty| duty.device == device);
    there.map(|duty| known.short_name(duty.person)).collect::<Vec<_>>().join(", ")
}

/// The last code, until its device is there or its time is over, or it is told to be good no more.
fn good_code(known: &Known) -> Option<&DeviceCode> {
    let code = known.device_code.as_deref()?;
    let used = known.lists.devices.iter().any(|device| device.name == code.name);
    (!used && known.now_utc_ms < code.until_utc_ms).then_some(code)
}

/// A code to be read out: whose it is, its digits, until when, and what is done with it.
pub(super) fn tell_code(ui: &mut Ui, mut room: Rect, known: &Known, code: [&str; 3], how: &str) {
    let [name, code, until] = code;
    let head = known.ta("devices-code-for", &[("name", &name)]);
    ink::line(ui, cut_top(&mut room, 34.0), &head, bold(21.0));
    let (first, second) = code.split_at_checked(4).unwrap_or((code, ""));
    ink::line(
        ui,
        cut_top(&mut room, 84.0),
        &format!("{first} {second}"),
        in_colour(bold(56.0), console::TEXT).centred(),
    );
    let until = known.ta("devices-code-until", &[("hour", &until)]);
    ink::line(ui, cut_top(&mut room, 34.0), &until, in_colour(label(18.0).centred(), colour::TEXT2));
    ink::words(ui, room, how, text(18.0));
}
