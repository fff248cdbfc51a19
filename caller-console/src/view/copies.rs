//! The other copies of the record, and the spare: a mark while something is amiss, and in words on the technician's page.

use hall_core::hall::REHEARSAL_DAYS;
use hall_core::request::{Request, RequestKind};
use hall_core::time::Moment;
use hall_look::words;
use hall_wire::board::{CopyTrouble, RecordCopy, Scene};

use crate::bar::KeyButton;
use crate::keys::Key;
use crate::known::{Known, date};
use crate::press::Press;

/// A mark in the strip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// What it says.
    pub words: String,
    /// Somebody has to see to it now. A hall that has no spare at all has been told, and plays on.
    pub alert: bool,
}

/// The mark in the strip; `None` while every copy is in order and there is a spare.
pub fn mark(known: &Known) -> Option<Mark> {
    let copies = &known.board.copies;
    let wrong = |copy: &RecordCopy| matches!(copy.trouble, Some(CopyTrouble::Ahead | CopyTrouble::Rewritten));
    let (id, alert) = if copies.iter().any(wrong) {
        ("chip-copy-stop", true)
    } else if copies.iter().any(|copy| copy.spare && copy.behind) {
        ("chip-no-spare", true)
    } else if copies.iter().any(|copy| copy.trouble.is_some()) {
        ("chip-copy-trouble", true)
    } else if copies.iter().any(|copy| copy.behind) {
        ("chip-copy-behind", true)
    } else if spare(known).is_none() && known.link.connected && !known.public().demo {
        ("chip-no-spare", false)
    } else {
        return None;
    };
    Some(Mark { words: known.t(id), alert })
}

/// The spare, if the hall has one.
fn spare(known: &Known) -> Option<&RecordCopy> {
    known.board.copies.iter().find(|copy| copy.spare)
}

/// Milliseconds of so many days.
const DAY_MS: i64 = 86_400_000;

/// There is a spare, and for a month nobody has seen that it would work.
pub fn rehearsal_is_due(known: &Known) -> bool {
    let rehearsal = &known.board.rehearsal;
    let last = rehearsal.passed_utc_ms;
    let old = last.is_none_or(|last| known.now_utc_ms - last > i64::from(REHEARSAL_DAYS) * DAY_MS);
    spare(known).is_some() && !rehearsal.under_way && old
}

/// No game is on sale or in play.
pub fn may_rehearse(known: &Known) -> bool {
    matches!(known.scene(), Scene::Closed | Scene::Idle | Scene::Winners | Scene::NotHeld | Scene::Void)
}

/// The key with which the spare rehearses, for those who may ask for it in a hall that has one.
pub fn key(known: &Known) -> Option<KeyButton> {
    spare(known).filter(|_| known.may(RequestKind::RehearseSpare))?;
    let label = known.t("spare-rehearse");
    let press = Press::ask(&label, Request::RehearseSpare);
    let button = KeyButton::new(Key::F6, label, press).sub(known.t("spare-rehearse-sub"));
    let button = button.on_if(may_rehearse(known), known.t("spare-rehearse-game"));
    Some(button.on_if(!known.board.rehearsal.under_way, known.t("spare-rehearsing")))
}

/// What there is to know of the spare: whether it is in order, and the sentence.
pub fn about_spare(known: &Known) -> (bool, String) {
    let rehearsal = &known.board.rehearsal;
    let Some(spare) = spare(known) else { return (true, known.t("spare-none")) };
    let last = match rehearsal.passed_utc_ms {
        Some(last) => known.ta("spare-rehearsed", &[("at", &moment(known, last))]),
        None => known.t("spare-never-rehearsed"),
    };
    let mut all = known.ta("spare-is", &[("at", &spare.folder), ("last", &last)]);
    let mut add = |words: String| all = format!("{all} {words}");
    if rehearsal.under_way {
        add(known.t("spare-rehearsing-now"));
        return (true, all);
    }
    if let Some(why) = &rehearsal.failed {
        add(known.ta("spare-failed", &[("why", &why.trim_end_matches('.'))]));
    }
    if rehearsal_is_due(known) {
        add(known.t("spare-due"));
    }
    (rehearsal.failed.is_none(), all)
}

/// A local day and hour, as `21-11-2026 23:41`.
/// A day and its hour, where the hall is.
pub(crate) fn moment(known: &Known, at_utc_ms: i64) -> String {
    let offset_minutes = i16::try_from(known.utc_offset_minutes).unwrap_or(0);
    let local = Moment { utc_ms: at_utc_ms, offset_minutes, change: None }.local();
    format!("{} {}", date(&local.date.to_string()), local.hour)
}

/// A sentence for each copy that is behind or in trouble.
pub fn troubles(known: &Known) -> Vec<String> {
    let behind = known.board.copies.iter().filter(|copy| copy.behind);
    let sentence = |copy: &RecordCopy| {
        let why = known.t(match copy.trouble {
            None if copy.spare => "spare-slow",
            Some(CopyTrouble::Missing) if copy.spare => "spare-missing",
            Some(CopyTrouble::Failing) if copy.spare => "spare-failing",
            Some(CopyTrouble::OtherHall) if copy.spare => "spare-other-hall",
            None => "copy-slow",
            Some(CopyTrouble::Missing) => "copy-missing",
            Some(CopyTrouble::SameDisk) => "copy-same-disk",
            Some(CopyTrouble::OtherHall) => "copy-other-hall",
            Some(CopyTrouble::Ahead) => "copy-ahead",
            Some(CopyTrouble::Rewritten) => "copy-rewritten",
            Some(CopyTrouble::Full) => "copy-full",
            Some(CopyTrouble::Failing) => "copy-failing",
        });
        let lines = words::count(copy.lines);
        known.ta(
            if copy.spare { "spare-behind" } else { "copy-behind" },
            &[("folder", &copy.folder), ("why", &why), ("lines", &lines)],
        )
    };
    behind.map(sentence).collect()
}
