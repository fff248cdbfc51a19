//! 02 · The opening check-list (S1 to S6, DECISIONS 30): item by item, then the session opens.

use hall_core::event::OpeningCheck;
use hall_core::machine::SetId;
use hall_core::people::PersonId;
use hall_core::request::{Request, RequestKind};
use hall_core::time::HourOfDay;
use hall_look::words;
use hall_wire::message::SetDuty;

use super::common::{alert, count_missing, others, people, waits_for, yes_no, yes_or_stop};
use super::form::{Blank, Filled, NO, Opt, Step};
use crate::bar::KeyButton;
use crate::entry::Takes;
use crate::keys::Key;
use crate::known::Known;
use crate::place::{Look, Over};
use crate::press::Press;
use crate::view::{Band, balls};

/// The check-list.
#[derive(Debug, Default)]
pub struct Opening;

/// Returns the sets to choose from, with the games each has served.
pub fn set_options(known: &Known, but: &str) -> Vec<Opt> {
    let sets = known.lists.ball_sets.iter().filter(|row| row.set != but && row.withdrawn.is_none());
    let opt = |row: &hall_wire::message::BallSetRow| {
        let games = words::count(u64::from(row.games));
        let words = known.ta("op-set-games", &[("set", &row.set), ("n", &row.games), ("games", &games)]);
        Opt::new(row.set.clone(), words)
    };
    sets.map(opt).collect()
}

/// Returns the set that is proposed: the one in the machine, as its line says or as the last session left it.
fn proposed_set(known: &Known) -> String {
    let usable = |set: &&str| is_usable(known, set);
    let loaded = known.board.machine.set.as_deref().filter(usable);
    let last = || with_last_session(known, SetDuty::Playing).filter(usable);
    loaded.or_else(last).unwrap_or_default().to_string()
}

/// Returns the reserve that is proposed: the last session's, or the only other set there is.
fn proposed_reserve(known: &Known, set: &str) -> String {
    let other = |name: &&str| *name != set && is_usable(known, name);
    let mut others = known.lists.ball_sets.iter().map(|row| row.set.as_str()).filter(other);
    let only = others.next().filter(|_| others.next().is_none());
    with_last_session(known, SetDuty::Reserve).filter(other).or(only).unwrap_or_default().to_string()
}

fn with_last_session(known: &Known, duty: SetDuty) -> Option<&str> {
    let set = known.lists.ball_sets.iter().find(|row| row.in_last_session == Some(duty));
    set.map(|row| row.set.as_str())
}

/// Returns whether a set is among those that can be chosen.
fn is_usable(known: &Known, set: &str) -> bool {
    set_options(known, "").iter().any(|opt| opt.value == set)
}

/// Returns the closing hour of four digits.
fn hour(digits: &str) -> Option<HourOfDay> {
    let (hours, minutes) = digits.split_at_checked(2)?;
    HourOfDay::parse(&format!("{hours}:{minutes}"))
}

impl Blank for Opening {
    fn title(&self, known: &Known) -> String {
        known.t("op-title")
    }

    fn label(&self, known: &Known) -> String {
        known.t("op-open")
    }

    fn sub(&self, known: &Known) -> String {
        known.t("op-open-sub")
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        waits_for(known, RequestKind::OpenSession)
    }

    fn impossible(&self, known: &Known, _filled: &Filled) -> Option<String> {
        (known.lists.seq > 0 && known.lists.ball_sets.len() < 2).then(|| known.t("op-no-sets"))
    }

    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        let chiefs: Vec<_> = others(known, RequestKind::RecordAuthority);
        let set = proposed_set(known);
        let reserve = proposed_reserve(known, filled.or("set", &set));
        let choice = |key, id, options| Step::choice(known, filled, key, id, options);
        let mut steps = vec![
            choice("staff", "op-staff", yes_or_stop(known, "op-seen", "op-lacks", "op-staff-stop")),
            choice("tried", "op-tried", yes_or_stop(known, "op-works", "op-fails", "op-tried-stop")),
            choice("set", "op-set", set_options(known, "")).start(known, filled, set.clone()),
            choice("reserve", "op-reserve", set_options(known, filled.or("set", &set)))
                .start(known, filled, reserve),
            choice("seals", "op-seals", yes_or_stop(known, "op-whole", "op-broken", "op-seals-stop")),
            choice("spare", "op-spare", yes_or_stop(known, "op-there", "op-not-there", "op-spare-stop")),
            choice("sala", "op-sala", people(known, &chiefs)).note(known.t("op-sala-note")),
            Step::entry(known, "balls", "op-balls", Takes::Digits(2), count_missing(known, filled))
                .note(known.t("op-balls-note")),
            choice("witness", "op-witness", yes_no(known, "op-present", "op-absent")),
            choice("permit", "op-permit", yes_no(known, "op-hour-yes", "op-hour-no")),
        ];
        if filled.is_yes("permit") {
            let missing = hour(filled.get("hour")).is_none().then(|| known.t("op-hour-missing"));
            // The hour takes the place of the question: the list keeps its ten rows.
            steps.pop();
            steps.push(
                Step::entry(known, "hour", "op-hour", Takes::Digits(4), missing)
                    .note(known.t("op-hour-note")),
            );
        }
        steps
    }

    fn act(&self, known: &Known, filled: &Filled) -> Option<Press> {
        let set = proposed_set(known);
        let set = filled.or("set", &set);
        let reserve = proposed_reserve(known, set);
        let hour_said = filled.is_yes("permit");
        let open = Request::OpenSession {
            sala: PersonId(filled.number("sala")?),
            check: OpeningCheck {
                balls_counted: u8::try_from(filled.number("balls")?).ok()?,
                set: SetId::parse(set)?,
                reserve_set: SetId::parse(filled.or("reserve", &reserve))?,
                seals_whole: filled.is_yes("seals"),
                installations_work: filled.is_yes("tried"),
                public_witness: filled.is_yes("witness"),
            },
            reserve_machine: filled.is_yes("spare"),
            closing_hour: if hour_said { Some(hour(filled.get("hour"))?) } else { None },
        };
        Some(Press::ask(self.label(known), open))
    }

    fn leave(&self, _known: &Known) -> Option<String> {
        None
    }

    fn buttons(&self, known: &Known, filled: &Filled) -> Vec<KeyButton> {
        let mut buttons = Vec::new();
        if filled.is_yes("permit") {
            let again = KeyButton::new(Key::F5, known.t("op-hour-no"), Press::Typed);
            buttons.push(again.sub(known.t("op-hour-again")));
        }
        buttons.extend(balls::key(known));
        if let Some(last) = known.lists.sessions.first().filter(|row| row.closed_at_utc_ms.is_some()) {
            let words = known.ta("op-acta", &[("session", &last.session)]);
            buttons.push(
                KeyButton::new(Key::F4, words, Press::Open(Over::Look(Look::Acta)))
                    .sub(known.t("op-acta-sub")),
            );
        }
        buttons
    }

    fn moved(&mut self, key: Key, filled: &mut Filled) {
        if key == Key::F5 {
            filled.set("permit", NO);
        }
    }

    fn facts(&self, known: &Known, _filled: &Filled) -> Vec<(String, String)> {
        let last = known.lists.sessions.first();
        let Some((last, at)) = last.and_then(|row| Some((row, row.closed_at_utc_ms?))) else {
            return Vec::new();
        };
        vec![(known.ta("op-last", &[("session", &last.session)]), known.time(at))]
    }

    fn shows_machine(&self) -> bool {
        true
    }

    fn band(&self, known: &Known) -> Option<Band> {
        let missing = known.lists.seq > 0 && known.lists.ball_sets.len() < 2;
        missing.then(|| alert(known.t("op-sets-word"), known.t("op-no-sets"), "")).flatten()
    }
}
