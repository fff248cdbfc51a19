//! F10, F5 · The technician's page, over any view: the machine's state, the age of its last byte, the counters of its
//! line, and the times between balls. It shows no number of a ball.

use egui::{Rect, Ui, vec2};
use hall_core::people::Role;
use hall_look::colour::{self, console};
use hall_look::{ink, words};
use hall_wire::board::Machine;
use hall_wire::message::{Intervals, MachineLine, MachineNow};

use super::View;
use super::copies;
use super::part::{self, bold, columns, cut_top, frame, in_colour, label, panel, rows, text};
use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::keys::Key;
use crate::known::Known;
use crate::place::{Look, Over};
use crate::press::Press;
use crate::view::help::Topic;

mod histogram;
mod state;

use histogram::{histogram, seconds};
pub use state::{foot, is_in_trouble, state, troubles};

/// Who may look at the machine, as on the server.
const MAY_LOOK: [Role; 4] = [Role::JefeDeSala, Role::JefeDeMesa, Role::VendedorLocutor, Role::Inspector];

/// Height of a copy of the record that is behind.
const COPY: f32 = 54.0;

/// No text of this size is wider than so much for each of its characters.
const WIDEST: f32 = 8.5;

#[derive(Debug, Default)]
pub struct Page;

/// The key that opens the page, for those who may look.
pub fn key(known: &Known) -> Option<KeyButton> {
    let open = Press::Open(Over::Look(Look::Machine));
    let may = MAY_LOOK.iter().any(|role| known.has_role(*role));
    may.then(|| KeyButton::new(Key::F5, known.t("mach-open"), open).sub(known.t("mach-open-sub")))
}

impl View for Page {
    fn bar(&self, known: &Known) -> Bar {
        let bar = Bar::new(Lead::May, known.t("mach-prompt"), Next::close(known));
        bar.with_all(copies::key(known)).with(KeyButton::close(known))
    }

    fn topic(&self) -> Topic {
        Topic::Machine
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let two = known.machine.as_deref().is_some_and(|seen| seen.now.second.is_some());
        let [left, mut right] = columns(room, if two { [1.0, 1.0] } else { [1.0, 1.6] }, 12.0);
        let inner = panel(ui, left);
        // The state comes with the board; the rest is fetched once a second.
        let machine = &known.board.machine;
        if is_in_trouble(known) {
            frame(ui, left, console::ALERT);
        }
        line(ui, inner, known, machine);
        let (fine, spare) = copies::about_spare(known);
        let told = copies::troubles(known).into_iter().map(|words| (false, words)).chain([(fine, spare)]);
        for (fine, words) in told {
            let one_line = fine && (words.chars().count() as f32) * WIDEST < right.width();
            let spot = cut_top(&mut right, if one_line { COPY - 20.0 } else { COPY });
            let (fill, set) = if fine {
                (colour::SURFACE, text(16.0))
            } else {
                (console::ALERT, in_colour(bold(16.0), console::ALERT_INK))
            };
            ui.painter().rect_filled(spot, part::RADIUS, fill);
            ink::words(ui, spot.shrink2(vec2(12.0, 6.0)), &words, set);
            cut_top(&mut right, 8.0);
        }
        let [top, bottom] = rows(right, [1.0, 1.0], 8.0);
        let seen = known.machine.as_deref();
        let none = Intervals::default();
        let intervals = seen.map_or(&none, |seen| &seen.intervals);
        let n =
            |number: Option<u32>| number.map_or_else(String::new, |number| words::count(u64::from(number)));
        let of_game = known.ta("mach-game", &[("n", &n(intervals.game))]);
        let of_session = known.ta("mach-session", &[("n", &n(intervals.session))]);
        for (place, head, of) in
            [(top, of_game, &intervals.of_game), (bottom, of_session, &intervals.of_session)]
        {
            let inner = panel(ui, place);
            if seen.is_none() {
                ink::words(ui, inner, &known.t("mach-wait"), text(18.0));
            } else if of.intervals == 0 {
                let mut inner = inner;
                let title = if intervals.game.is_some() { head } else { known.t("mach-intervals") };
                ink::line(ui, cut_top(&mut inner, 26.0), &title, bold(18.0));
                let id = if of.apart == 0 { "mach-empty" } else { "mach-all-apart" };
                ink::words(ui, inner, &known.t(id), text(18.0));
            } else {
                histogram(ui, inner, known, &head, of, intervals.width_ms);
            }
        }
        None
    }
}

/// Width of the facts' names.
const NAMES: f32 = 216.0;

/// State, last byte, counters and a hint; with a second reader, its own beside the machine's.
fn line(ui: &mut Ui, mut room: Rect, known: &Known, machine: &Machine) {
    ink::line(ui, cut_top(&mut room, 24.0), &known.t("cables-machine"), label(16.0));
    ink::line(ui, cut_top(&mut room, 40.0), &state(known, machine), bold(32.0));
    let Some(seen) = known.machine.as_deref() else {
        ink::words(ui, room, &known.t("mach-wait"), text(18.0));
        return;
    };
    let now = &seen.now;
    if now.line.is_none() {
        let wide = if now.second.is_some() { cut_top(&mut room, 50.0) } else { room };
        ink::words(ui, wide, &known.t("mach-none"), text(18.0));
    }
    let lines = [("mach-of-machine", &now.line), ("mach-of-second", &now.second)];
    let lines: Vec<(String, &MachineLine)> =
        lines.into_iter().filter_map(|(whose, line)| Some((known.t(whose), line.as_ref()?))).collect();
    let high = if now.second.is_some() { 24.0 } else { 27.0 };
    if now.second.is_some() {
        let heads: Vec<String> = lines.iter().map(|(whose, _)| whose.clone()).collect();
        values(ui, cut_top(&mut room, high), "", &heads, label(16.0));
    }
    let facts: Vec<[String; 8]> = lines.iter().map(|(_, line)| line_facts(known, now, line)).collect();
    for (at, id) in LINE_FACTS.into_iter().enumerate().filter(|_| !facts.is_empty()) {
        let of_lines: Vec<String> = facts.iter().map(|facts| facts[at].clone()).collect();
        values(ui, cut_top(&mut room, high), &known.t(id), &of_lines, bold(17.0));
    }
    if now.line.is_some() {
        let none = || "—".to_string();
        let own = [
            ("mach-power-up", now.power_up.clone().unwrap_or_else(none)),
            ("cables-set", machine.set.clone().unwrap_or_else(none)),
            ("cables-out", machine.out.to_string()),
        ];
        for (id, value) in own {
            values(ui, cut_top(&mut room, high), &known.t(id), &[value], bold(17.0));
        }
    }
    for (_, line) in &lines {
        ink::line(ui, cut_top(&mut room, 22.0), &line.port, text(15.0));
    }
    cut_top(&mut room, 4.0);
    let places = if lines.len() > 1 { rows(room, [1.0, 1.0], 2.0) } else { [room; 2] };
    for ((whose, line), place) in lines.iter().zip(places) {
        let words = hint(known, line, age_ms(known, now, line));
        let words = if now.second.is_some() { format!("{whose}: {words}") } else { words };
        ink::words(ui, place, &words, text(16.0));
    }
}

/// A fact's name, and its value for each line.
fn values(ui: &mut Ui, mut row: Rect, name: &str, values: &[String], set: ink::Set) {
    ink::name(ui, row, &format!("{name}: {}", values.join(" · ")));
    ink::paint(ui, row, name, label(16.0));
    row.min.x += NAMES;
    let wide = row.width() / values.len().max(1) as f32;
    for value in values {
        ink::paint(ui, row, value, set);
        row.min.x += wide;
    }
}

/// What a line has counted, in the order of [`line_facts`].
const LINE_FACTS: [&str; 8] = [
    "mach-age",
    "mach-bad",
    "mach-frames",
    "mach-bytes",
    "mach-gaps",
    "mach-port-state",
    "mach-driver",
    "mach-speed",
];

fn line_facts(known: &Known, now: &MachineNow, line: &MachineLine) -> [String; 8] {
    let age = age_ms(known, now, line);
    let port = known.t(if line.open { "mach-port-open" } else { "mach-port-closed" });
    [
        age.map_or_else(|| known.t("mach-never"), |ms| known.ta("mach-ago", &[("t", &ago(ms))])),
        words::count(line.bad),
        words::count(line.frames),
        format!("{} · {}", words::count(line.bytes), words::count(line.discarded)),
        format!("{} · {}", words::count(line.gaps), words::count(line.duplicates)),
        format!("{port} · {}", words::count(line.opened)),
        line.driver.clone(),
        line.speed.clone(),
    ]
}

/// The age of the last byte, counted on since the server's answer.
fn age_ms(known: &Known, now: &MachineNow, line: &MachineLine) -> Option<u64> {
    let since = u64::try_from(known.now_utc_ms.saturating_sub(now.at_utc_ms)).unwrap_or(0);
    line.heard_ms.map(|ms| ms.saturating_add(since))
}

fn hint(known: &Known, line: &MachineLine, age_ms: Option<u64>) -> String {
    if let Some(complaint) = &line.complaint {
        return complaint.clone();
    }
    known.t(match age_ms {
        None => "mach-hint-nothing",
        Some(ms) if line.silent_ms.is_some_and(|silent_ms| ms > silent_ms) => "mach-hint-silent",
        Some(_) if line.bad > 0 && line.frames == 0 => "mach-hint-driver",
        Some(_) if line.held_ms > 0 => return known.ta("mach-hint-flood", &[("t", &ago(line.held_ms))]),
        Some(_) if line.bad > 0 => "mach-hint-bad",
        Some(_) => "mach-hint-fine",
    })
}

/// `0,4 s`, `12 s`, `3 min 05 s`.
fn ago(ms: u64) -> String {
    let secs = ms / 1_000;
    match secs {
        0..10 => seconds(ms),
        10..60 => format!("{secs} s"),
        _ => format!("{} min {:02} s", words::count(secs / 60), secs % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_said_as_people_say_it() {
        let ages =
            [(40, "40 ms"), (400, "0,4 s"), (9_990, "9,9 s"), (12_700, "12 s"), (185_000, "3 min 05 s")];
        for (ms, words) in ages {
            assert_eq!(ago(ms), words);
        }
    }
}
