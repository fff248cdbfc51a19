//! What is known of a set of balls: its state, its papers, and what another person has to confirm.

use egui::{Rect, Stroke, Ui, pos2, vec2};
use hall_core::event::Inspection;
use hall_core::machine::SetId;
use hall_core::request::Request;
use hall_look::colour::{self, console};
use hall_look::{ink, words};
use hall_wire::command::field::hash as sha256;
use hall_wire::message::{BallSetRow, InspectionRow, SetDuty, SetState};

use super::tables::{compared, start};
use crate::known::Known;
use crate::view::part::{Tag, bold, columns, cut_top, fitting, label, tag, text};

/// The most characters shown of what somebody typed.
const TYPED_MAX: usize = 110;

/// What another person has to confirm: the label, the request, and who recorded it.
pub(super) fn proposed(known: &Known, set: &BallSetRow) -> Option<(String, Request, u32)> {
    let name = SetId::parse(&set.set)?;
    if let Some(found) = &set.inspection_asked {
        let (by, passed) = (found.asked_by, found.passed);
        let (seals, note) = (found.seals.clone(), found.note.clone());
        let found = Inspection { seals, seals_whole: found.seals_whole, passed, note };
        let id = if passed { "set-confirm-passed" } else { "set-confirm-failed" };
        let confirm = Request::ConfirmBallInspection { set: name, found };
        return Some((known.ta(id, &[("set", &set.set)]), confirm, by));
    }
    let (hash, by) = set.enrolment_asked.as_ref()?;
    let confirm = Request::ConfirmBallEnrolment { set: name, table_sha256: sha256(hash)? };
    Some((known.ta("set-confirm-table", &[("set", &set.set)]), confirm, *by))
}

/// The state of a set in words: the most pressing.
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
    } else if set.verdict == Some(SetState::Withdraw) {
        (known.t("set-state-withdraw"), Some(Tag::Refuse))
    } else if set.verdict.is_some() {
        (known.t("set-state-watch"), Some(Tag::Alert))
    } else if let Some(left) = left.filter(|_| warned) {
        (known.ta("set-state-left", &[("n", &left)]), Some(Tag::Alert))
    } else if set.inspection_asked.is_some() || set.enrolment_asked.is_some() {
        (known.t("set-state-waiting"), Some(Tag::Dashed))
    } else if set.in_session == Some(SetDuty::Playing) {
        (known.t("set-state-playing"), Some(Tag::Ok))
    } else if set.in_session == Some(SetDuty::Reserve) {
        (known.t("set-state-reserve"), Some(Tag::Dashed))
    } else if loaded {
        (known.t("sala-loaded"), Some(Tag::Ok))
    } else {
        (known.t("set-state-ready"), None)
    }
}

pub(super) fn about(ui: &mut Ui, mut room: Rect, known: &Known, set: &BallSetRow) {
    let head = cut_top(&mut room, 34.0);
    ink::line(ui, head, &known.ta("set-head", &[("set", &set.set)]), bold(22.0));
    let (words, kind) = state(known, set);
    tag(ui, head, &words, kind.unwrap_or(Tag::Ok));
    fact(ui, cut_top(&mut room, 26.0), &known.t("set-homologation"), &set.homologation);
    for (id, value) in [("set-maker", &set.maker), ("set-reference", &set.reference)] {
        let value = fitting(value.as_deref().unwrap_or("—"), 40);
        fact(ui, cut_top(&mut room, 26.0), &known.t(id), &value);
    }
    games(ui, &mut room, known, set);
    if let Some(verdict) = set.verdict {
        let id = if verdict == SetState::Withdraw { "set-verdict-withdraw" } else { "set-verdict-watch" };
        said(ui, &mut room, &known.t(id));
    }
    if let Some(reason) = &set.withdrawn {
        said(ui, &mut room, &known.ta("set-withdrawn", &[("reason", &fitting(reason, TYPED_MAX))]));
    }
    match (&set.inspection_asked, &set.inspection) {
        (Some(found), _) => inspected(ui, &mut room, known, found, "set-inspection-asked"),
        (None, Some(found)) => inspected(ui, &mut room, known, found, "set-inspection"),
        (None, None) => said(ui, &mut room, &known.t("set-no-inspection")),
    }
    let table = match (&set.enrolment_asked, &set.table_sha256) {
        (Some((hash, _)), _) => known.ta("set-table-asked", &[("hash", &start(hash))]),
        (None, Some(hash)) => known.ta("set-table", &[("hash", &start(hash))]),
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
            if off.is_empty() {
                known.ta("set-weights-good", &[("low", &weighing.low_mg), ("high", &weighing.high_mg)])
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
    let words = known.ta(id, &[("result", &result), ("by", &by), ("with", &with)]);
    ink::line(ui, cut_top(room, 26.0), &words, text(17.0));
    let seals = known.ta("set-seals", &[("seals", &fitting(&found.seals, 50))]);
    ink::line(ui, cut_top(room, 24.0), &seals, label(16.0));
    if let Some(note) = &found.note {
        said(ui, room, &fitting(note, TYPED_MAX));
    }
}

/// Games played, in figures and as a bar, with a mark where the warning begins.
fn games(ui: &mut Ui, room: &mut Rect, known: &Known, set: &BallSetRow) {
    let games = words::count(u64::from(set.games));
    let Some(max) = set.games_max.filter(|max| *max > 0) else {
        fact(ui, cut_top(room, 26.0), &known.t("sala-col-games"), &games);
        return;
    };
    let left = words::count(u64::from(max.saturating_sub(set.games)));
    let most = words::count(u64::from(max));
    let words = known.ta("set-games", &[("games", &games), ("max", &most), ("left", &left)]);
    fact(ui, cut_top(room, 26.0), &known.t("sala-col-games"), &words);
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
