//! The tab of the sets of balls: their state, what is known of one, and a count at the reader.

use egui::{Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::{ink, words};
use hall_wire::board::BallCount;
use hall_wire::message::{BallSetRow, InspectionRow};
use serde_json::json;

use super::entry_form::EntryForm;
use super::material;
use super::set_form::{ACTS, Act, SetForm};
use super::staff::{fitting, split};
use super::tables::{compared, start};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::part::{
    self, Tag, bold, columns, cut_top, in_colour, label, panel, panel_in_focus, rows, tag, text,
};
use crate::view::tabs::by_digit;

/// The most characters of what somebody typed that are shown: the record has all.
const TYPED_MAX: usize = 110;

/// The tab, besides the form of a new set.
#[derive(Default)]
pub(super) struct Balls {
    /// The chosen set.
    set: Option<String>,
    /// The count on the board.
    count: u32,
    menu: bool,
    form: Option<SetForm>,
}

impl Balls {
    /// Looks at what is known before the tab is shown.
    pub(super) fn look(&mut self, known: &Known, row: usize) {
        self.set = known.lists.ball_sets.get(row).map(|set| set.set.clone());
        self.count = known.board.ball_count.as_ref().map_or(0, |count| count.count);
    }

    /// Returns whether a list or a form is open.
    pub(super) const fn is_busy(&self) -> bool {
        self.menu || self.form.is_some()
    }

    /// Leaves list and form.
    pub(super) fn forget(&mut self) {
        (self.menu, self.form) = (false, None);
    }

    /// Empties a PIN.
    pub(super) fn forget_pin(&mut self) {
        if let Some(form) = &mut self.form {
            form.forget_pin();
        }
    }

    /// Returns whether characters are words now, and no keys.
    pub(super) fn writes(&self) -> bool {
        self.form.as_ref().is_some_and(SetForm::writes)
    }

    /// Takes words from the input; returns whether something changed.
    pub(super) fn write(&mut self, ui: &Ui) -> bool {
        self.form.as_mut().is_some_and(|form| form.write(ui))
    }

    /// Takes what was typed, and returns whether it was for list or form.
    pub(super) fn typed(&mut self, typed: &Typed) -> bool {
        if let Some(form) = &mut self.form {
            return form.typed(typed);
        }
        if !self.menu {
            return false;
        }
        if let Typed::Char(c) = typed {
            if let Some(number) = by_digit(*c, ACTS.len()) {
                self.open(ACTS[number].0);
            }
            return true;
        }
        false
    }

    /// A key that is the tab's own.
    pub(super) fn pressed(&mut self, key: Key) {
        match key {
            Key::Back => self.forget(),
            Key::Intro => {
                if let Some(form) = &mut self.form {
                    form.next();
                }
            }
            Key::F6 => (self.menu, self.form) = (self.set.is_some(), None),
            Key::F7 if self.count > 0 => self.open(Act::Cancel),
            Key::Stop
            | Key::More
            | Key::Trouble
            | Key::F1
            | Key::F2
            | Key::F3
            | Key::F4
            | Key::F5
            | Key::F7
            | Key::F8
            | Key::F10
            | Key::F11
            | Key::F12
            | Key::DeskBefore
            | Key::DeskAfter => {}
        }
    }

    fn open(&mut self, act: Act) {
        let set = self.set.clone().unwrap_or_default();
        (self.menu, self.form) = (false, Some(SetForm::new(act, &set, self.count)));
    }

    /// Returns the bar.
    pub(super) fn bar(&self, known: &Known, row: usize) -> Bar {
        if let Some(form) = &self.form {
            return form.bar(known);
        }
        if self.menu {
            let next = Next::Wait(known.t("set-choose-act"));
            return Bar::new(Lead::Now, known.t("set-menu-prompt"), next);
        }
        match &known.board.ball_count {
            Some(count) if count.running => {
                let label = known.ta("set-end-do", &[("set", &count.set)]);
                let press = Press::ask(&label, "end-ball-count", json!({ "count": count.count }));
                let act = NextAct::new(label, press).sub(so_far(known, count));
                // Whoever ends a count early says so with a longer press.
                let act = if count.missing.is_empty() { act } else { act.held(2.0) };
                Bar::new(Lead::Now, known.t("set-counting"), Next::Do(act))
            }
            Some(BallCount { wrong: Some(wrong), set, .. }) => {
                let prompt = known.ta("set-count-wrong", &[("set", set), ("words", wrong)]);
                self.waiting(known, row, prompt)
            }
            Some(_) | None => self.waiting(known, row, known.t("sala-may-look")),
        }
    }

    /// Returns whether balls pass the reader: nothing else is done with sets then.
    pub(super) fn is_counting(known: &Known) -> bool {
        known.board.ball_count.as_ref().is_some_and(|count| count.running)
    }

    /// Returns whether a count runs, or has found something wrong.
    pub(super) fn has_count(known: &Known) -> bool {
        known.board.ball_count.as_ref().is_some_and(|count| count.running || count.wrong.is_some())
    }

    /// Returns the tab's own keys, which stand behind that of a new set.
    pub(super) fn buttons(&self, known: &Known) -> Vec<KeyButton> {
        let cancel = || KeyButton::new(Key::F7, known.t("set-cancel"), Press::Typed);
        if Balls::is_counting(known) && !self.is_busy() {
            return vec![cancel()];
        }
        let acts = KeyButton::new(Key::F6, known.t("set-acts"), Press::Typed).chosen(self.menu);
        let acts = acts.on_if(self.set.is_some(), known.t("set-none-chosen"));
        let counted = Balls::has_count(known) && !self.is_busy();
        std::iter::once(acts).chain(counted.then(cancel)).collect()
    }

    /// What another person wrote down of the chosen set is confirmed by Intro.
    fn waiting(&self, known: &Known, row: usize, prompt: String) -> Bar {
        let me = known.me.as_ref().map(|me| me.person);
        let chosen = known.lists.ball_sets.get(row);
        let Some((label, command, body, by)) = chosen.and_then(|set| proposed(known, set)) else {
            return Bar::new(Lead::May, prompt, Next::Wait(known.t("sala-nothing-to-do")));
        };
        if Some(by) == me {
            let next = Next::Wait(known.t("set-waits-other"));
            return Bar::new(Lead::Wait, prompt, next);
        }
        let act = NextAct::new(&label, Press::ask(&label, command, body));
        let act = act.sub(known.ta("set-noted-by", &[("name", &known.short_name(by))])).held(2.0);
        Bar::new(Lead::Now, known.t("set-confirm-prompt"), Next::Do(act))
    }

    /// Paints the tab: the sets at the left; at the right a form, the list, the count, or the chosen set.
    pub(super) fn body(
        &mut self,
        ui: &mut Ui,
        room: Rect,
        known: &Known,
        row: &mut usize,
        entry: Option<&mut EntryForm>,
    ) {
        let (left, right) = split(room);
        material::sets(ui, panel(ui, left), known, row);
        if let Some(entry) = entry {
            entry.paint(ui, panel_in_focus(ui, right), known);
        } else if let Some(form) = &mut self.form {
            form.paint(ui, panel_in_focus(ui, right), known);
        } else if self.menu {
            self.menu(ui, panel_in_focus(ui, right), known);
        } else if let Some(count) = &known.board.ball_count {
            counted(ui, panel(ui, right), known, count);
        } else if let Some(set) = known.lists.ball_sets.get(*row) {
            about(ui, panel(ui, right), known, set);
        } else {
            ink::words(ui, panel(ui, right), &known.t("sala-balls-help"), label(18.0));
        }
    }

    fn menu(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) {
        let set = self.set.clone().unwrap_or_default();
        ink::line(ui, cut_top(&mut room, 36.0), &known.ta("set-head", &[("set", &set)]), bold(22.0));
        for (number, (act, id)) in ACTS.into_iter().enumerate() {
            let line = cut_top(&mut room, 44.0);
            cut_top(&mut room, 8.0);
            if part::choice(ui, line, Some(number as u8 + 1), &known.t(id), false, true) {
                self.open(act);
            }
        }
    }
}

/// Returns what waits for the other person: words, command, body, and who wrote it down.
fn proposed(known: &Known, set: &BallSetRow) -> Option<(String, &'static str, serde_json::Value, u32)> {
    if let Some(found) = &set.inspection_asked {
        let mut body = json!({ "set": set.set, "seals": found.seals, "seals_whole": found.seals_whole,
            "passed": found.passed });
        if let Some(note) = &found.note {
            body["note"] = note.as_str().into();
        }
        let id = if found.passed { "set-confirm-passed" } else { "set-confirm-failed" };
        return Some((known.ta(id, &[("set", &set.set)]), "confirm-ball-inspection", body, found.asked_by));
    }
    let (hash, by) = set.enrolment_asked.as_ref()?;
    let body = json!({ "set": set.set, "table_sha256": hash });
    Some((known.ta("set-confirm-table", &[("set", &set.set)]), "confirm-ball-enrolment", body, *by))
}

/// Returns the state of a set in words: the most pressing first.
pub(super) fn state(known: &Known, set: &BallSetRow) -> (String, Option<Tag>) {
    let left = set.games_max.map(|max| max.saturating_sub(set.games));
    let warned = set.games_warning.is_some_and(|from| set.games >= from);
    let loaded = known.board.machine.set.as_deref() == Some(set.set.as_str());
    if set.withdrawn.is_some() {
        (known.t("set-state-withdrawn"), Some(Tag::Plain))
    } else if set.inspection.as_ref().is_some_and(|found| !found.passed) {
        (known.t("set-state-failed"), Some(Tag::Refuse))
    } else if left == Some(0) {
        (known.t("set-state-used-up"), Some(Tag::Refuse))
    } else if let Some(left) = left.filter(|_| warned) {
        (known.ta("set-state-left", &[("n", &left.to_string())]), Some(Tag::Alert))
    } else if set.inspection_asked.is_some() || set.enrolment_asked.is_some() {
        (known.t("set-state-waiting"), Some(Tag::Dashed))
    } else if set.in_session.as_deref() == Some("playing") {
        (known.t("set-state-playing"), Some(Tag::Ok))
    } else if set.in_session.as_deref() == Some("reserve") {
        (known.t("set-state-reserve"), Some(Tag::Dashed))
    } else if loaded {
        (known.t("sala-loaded"), Some(Tag::Ok))
    } else {
        (known.t("set-state-ready"), None)
    }
}

/// Paints all that is known of a set.
fn about(ui: &mut Ui, mut room: Rect, known: &Known, set: &BallSetRow) {
    let head = cut_top(&mut room, 34.0);
    ink::line(ui, head, &known.ta("set-head", &[("set", &set.set)]), bold(22.0));
    let (words, kind) = state(known, set);
    tag(ui, head, &words, kind.unwrap_or(Tag::Ok));
    let dash = || "—".to_string();
    let maker = set.maker.as_deref().map_or_else(dash, |maker| fitting(maker, 40));
    let reference = set.reference.as_deref().map_or_else(dash, |reference| fitting(reference, 40));
    for (id, value) in
        [("set-homologation", set.homologation.clone()), ("set-maker", maker), ("set-reference", reference)]
    {
        fact(ui, cut_top(&mut room, 26.0), &known.t(id), &value);
    }
    games(ui, &mut room, known, set);
    if let Some(reason) = &set.withdrawn {
        said(ui, &mut room, &known.ta("set-withdrawn", &[("reason", &fitting(reason, TYPED_MAX))]));
    }
    match (&set.inspection_asked, &set.inspection) {
        (Some(found), _) => inspected(ui, &mut room, known, found, "set-inspection-asked"),
        (None, Some(found)) => inspected(ui, &mut room, known, found, "set-inspection"),
        (None, None) => said(ui, &mut room, &known.t("set-no-inspection")),
    }
    let table = match (&set.enrolment_asked, &set.table_sha256) {
        (Some((hash, _)), _) => known.ta("set-table-asked", &[("hash", start(hash))]),
        (None, Some(hash)) => known.ta("set-table", &[("hash", start(hash))]),
        (None, None) => known.t("set-no-table"),
    };
    fact(ui, cut_top(&mut room, 26.0), &known.t("set-table-head"), &table);
    if let Some(words) = compared(known, set) {
        fact(ui, cut_top(&mut room, 26.0), &known.t("set-loaded-head"), &words);
    }
    let weighed = match &set.weighing {
        None => known.t("set-not-weighed"),
        Some(weighing) => {
            let off = weighing.off();
            let each = |(ball, weight): &(u8, u32)| format!("{ball} ({weight})");
            let off: Vec<String> = off.iter().map(each).collect();
            let limits = [("low", weighing.low_mg.to_string()), ("high", weighing.high_mg.to_string())];
            let limits: Vec<(&str, &str)> =
                limits.iter().map(|(name, value)| (*name, value.as_str())).collect();
            if off.is_empty() {
                known.ta("set-weights-good", &limits)
            } else {
                known.ta("set-weights-off", &[("balls", &fitting(&off.join(", "), 60))])
            }
        }
    };
    fact(ui, cut_top(&mut room, 26.0), &known.t("set-weights-head"), &weighed);
}

fn fact(ui: &mut Ui, room: Rect, name: &str, value: &str) {
    let [left, right] = columns(room, [1.0, 2.6], 8.0);
    ink::line(ui, left, name, label(16.0));
    ink::line(ui, right, value, text(17.0));
}

/// Words on two lines at most.
fn said(ui: &mut Ui, room: &mut Rect, words: &str) {
    ink::words(ui, cut_top(room, 48.0), words, text(16.0));
}

fn inspected(ui: &mut Ui, room: &mut Rect, known: &Known, found: &InspectionRow, id: &str) {
    let result = known.t(if found.passed { "set-found-passed" } else { "set-found-failed" });
    let by = known.short_name(found.asked_by);
    let with = found.confirmed_by.map_or_else(String::new, |by| known.short_name(by));
    let args = [("result", result.as_str()), ("by", by.as_str()), ("with", with.as_str())];
    ink::line(ui, cut_top(room, 26.0), &known.ta(id, &args), text(17.0));
    let seals = known.ta("set-seals", &[("seals", &fitting(&found.seals, 50))]);
    ink::line(ui, cut_top(room, 24.0), &seals, label(16.0));
    if let Some(note) = &found.note {
        said(ui, room, &fitting(note, TYPED_MAX));
    }
}

/// Games played, as figures and as a bar; the mark is where the desk begins to be warned.
fn games(ui: &mut Ui, room: &mut Rect, known: &Known, set: &BallSetRow) {
    let games = words::count(u64::from(set.games));
    let Some(max) = set.games_max.filter(|max| *max > 0) else {
        fact(ui, cut_top(room, 26.0), &known.t("sala-col-games"), &games);
        return;
    };
    let left = words::count(u64::from(max.saturating_sub(set.games)));
    let most = words::count(u64::from(max));
    let args = [("games", games.as_str()), ("max", most.as_str()), ("left", left.as_str())];
    fact(ui, cut_top(room, 26.0), &known.t("sala-col-games"), &known.ta("set-games", &args));
    let line = cut_top(room, 26.0);
    let bar = Rect::from_min_size(pos2(line.left(), line.top() + 4.0), vec2(line.width(), 14.0));
    let part = |games: u32| bar.left() + bar.width() * (games.min(max) as f32 / max as f32);
    let warned = set.games_warning.is_some_and(|from| set.games >= from);
    let fill = if set.games >= max {
        console::REFUSE
    } else if warned {
        console::ALERT
    } else {
        colour::OK
    };
    ui.painter().rect_filled(bar, 4.0, colour::RAISED);
    ui.painter().rect_filled(Rect::from_min_max(bar.min, pos2(part(set.games), bar.bottom())), 4.0, fill);
    if let Some(from) = set.games_warning {
        ui.painter().vline(part(from), bar.top() - 3.0..=bar.bottom() + 3.0, Stroke::new(2.0, console::TEXT));
    }
}

fn so_far(known: &Known, count: &BallCount) -> String {
    let passed = 90 - count.missing.len().min(90);
    known.ta("set-passed", &[("n", &passed.to_string())])
}

/// Paints a count: the ninety fill up, and what is missing, doubled or foreign is plain to see.
fn counted(ui: &mut Ui, mut room: Rect, known: &Known, count: &BallCount) {
    let head = cut_top(&mut room, 34.0);
    let args = [("n", count.count.to_string()), ("set", count.set.clone())];
    let args: Vec<(&str, &str)> = args.iter().map(|(name, value)| (*name, value.as_str())).collect();
    ink::line(ui, head, &known.ta("set-count-head", &args), bold(22.0));
    let (words, kind) = if count.loading {
        (known.t("set-loading"), Tag::Dashed)
    } else if count.running {
        (so_far(known, count), Tag::Plain)
    } else if count.wrong.is_some() {
        (known.t("set-not-whole"), Tag::Refuse)
    } else {
        (known.t("set-whole"), Tag::Ok)
    };
    tag(ui, head, &words, kind);
    let foot = 50.0;
    let mut grid = room;
    grid.max.y -= foot;
    let below = Rect::from_min_max(pos2(room.left(), grid.bottom() + 6.0), room.max);
    let mut number = 0_u8;
    for line in rows(grid, [1.0; 9], 4.0) {
        for cell in columns(line, [1.0; 10], 4.0) {
            number += 1;
            let cell_of = Cell::of(count, number);
            cell_of.paint(ui, cell, number);
        }
    }
    let words = match &count.wrong {
        Some(wrong) => wrong.clone(),
        None if !count.foreign.is_empty() => {
            let each = |ball: &hall_wire::board::ForeignBall| format!("{} ({})", ball.number, ball.set);
            let foreign: Vec<String> = count.foreign.iter().map(each).collect();
            known.ta("set-foreign", &[("balls", &foreign.join(", "))])
        }
        None => known.t(if count.running { "set-count-legend" } else { "set-count-stands" }),
    };
    ink::words(ui, below, &fitting(&words, 150), text(16.0));
}

/// How a ball of the count stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Passed,
    Twice,
    Unsure,
    Awaited,
    Missing,
}

impl Cell {
    fn of(count: &BallCount, number: u8) -> Cell {
        if count.doubled.contains(&number) {
            Cell::Twice
        } else if count.unsure.contains(&number) {
            Cell::Unsure
        } else if !count.missing.contains(&number) {
            Cell::Passed
        } else if count.running {
            Cell::Awaited
        } else {
            Cell::Missing
        }
    }

    fn paint(self, ui: &mut Ui, room: Rect, number: u8) {
        let (fill, frame, inkc) = match self {
            Cell::Passed => (Some(colour::LAMP), None, colour::INK),
            Cell::Twice => (Some(console::ALERT), None, console::ALERT_INK),
            Cell::Unsure => (None, Some(console::ALERT), console::TEXT),
            Cell::Awaited => (None, Some(colour::RAISED), console::DIM),
            Cell::Missing => (Some(console::REFUSE), None, console::REFUSE_INK),
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(room, 4.0, fill);
        }
        if let Some(frame) = frame {
            ui.painter().rect_stroke(room, 4.0, Stroke::new(2.0, frame), StrokeKind::Inside);
        }
        let words = if self == Cell::Twice { format!("{number} ×2") } else { number.to_string() };
        let set = if self == Cell::Twice { bold(13.0) } else { bold(19.0) };
        ink::line(ui, room, &words, in_colour(set, inkc).centred());
    }
}
