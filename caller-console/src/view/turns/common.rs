//! What the forms share: who may, the second person, people and reasons to choose from.

use hall_core::event::Paragraph;
use hall_core::people::Role;
use hall_core::request::{Request, RequestKind};

use super::form::{Filled, Opt, PIN, Step};
use crate::entry::Takes;
use crate::known::{Known, Member};
use crate::press::Second;
use crate::value;
use crate::view::{Band, BandKind};

/// A PIN has at least six digits (DECISIONS 5).
const PIN_MIN: usize = 6;

/// Returns whether who has these roles may ask for this (docs/powers.md).
pub fn roles_may(roles: &[Role], request: RequestKind) -> bool {
    request.is_for(roles)
}

/// Returns whether who sits here may.
pub fn may(known: &Known, request: RequestKind) -> bool {
    known.me.as_ref().is_some_and(|me| roles_may(&me.roles, request))
}

/// Returns whom we wait for, where who sits here may not ask for this.
pub fn waits_for(known: &Known, request: RequestKind) -> Option<String> {
    if may(known, request) {
        return None;
    }
    let mesa = roles_may(&[Role::JefeDeMesa], request);
    Some(known.t(if mesa { "wait-mesa" } else { "fo-wait-sala" }))
}

/// Returns the others of the staff who may ask for this.
pub fn others(known: &Known, request: RequestKind) -> Vec<(u32, &Member)> {
    let me = known.me.as_ref().map(|me| me.person);
    let mut others: Vec<(u32, &Member)> = known
        .people
        .iter()
        .filter(|(person, member)| Some(**person) != me && roles_may(&member.roles, request))
        .map(|(person, member)| (*person, member))
        .collect();
    // Who is on duty comes first.
    others.sort_by_key(|(person, _)| !on_duty(known, *person));
    others
}

fn on_duty(known: &Known, person: u32) -> bool {
    known.board.people.iter().any(|duty| duty.person == person)
}

/// Returns people to choose from, by number.
pub fn people(known: &Known, of: &[(u32, &Member)]) -> Vec<Opt> {
    let opt = |(person, _): &(u32, &Member)| Opt::new(person.to_string(), known.short_name(*person));
    of.iter().map(opt).collect()
}

/// The key of the second person's number.
const SECOND: &str = "second-user";

/// Returns the two steps of the second person, who may ask for `request` and is not who sits here.
pub fn second_steps(known: &Known, filled: &Filled, request: RequestKind) -> Vec<Step> {
    let who = filled.get(SECOND);
    let others = others(known, request);
    let names: Vec<String> = others
        .iter()
        .take(4)
        .map(|(person, _)| format!("{person} · {}", known.short_name(*person)))
        .collect();
    let me = known.me.as_ref();
    let own = me.is_some_and(|me| me.user == who || me.person.to_string() == who);
    let known_one = others.iter().any(|(person, member)| member.user == who || person.to_string() == who);
    let missing = if who.is_empty() {
        Some(known.t("fo-second-missing"))
    } else if own {
        Some(known.t("fo-second-own"))
    } else if known_one {
        None
    } else {
        Some(known.t("fo-second-cannot"))
    };
    let note = if names.is_empty() {
        known.t("fo-second-nobody")
    } else {
        known.ta("fo-second-who", &[("names", &names.join("   "))])
    };
    let named = others.iter().find(|(person, member)| member.user == who || person.to_string() == who);
    let pin_note = named.map_or_else(String::new, |(person, _)| {
        known.ta("fo-second-agrees", &[("name", &known.short_name(*person))])
    });
    let short = filled.get(PIN).len() < PIN_MIN;
    vec![
        Step::entry(known, SECOND, "fo-second", Takes::Words(40), missing)
            .note(note)
            .shows(named.map(|(person, _)| known.short_name(*person))),
        Step::entry(known, PIN, "fo-pin", Takes::Pin, short.then(|| known.t("login-missing-pin")))
            .note(pin_note),
    ]
}

/// Returns the second person who was typed in.
pub fn second(filled: &Filled) -> Second {
    Second { user: filled.get(SECOND).to_string(), pin: filled.get(PIN).to_string() }
}

/// The value of the reason that is written.
const OTHER: &str = "otra";

/// Returns the steps of a reason: one of the usual ones, or another in words. The usual ones are
/// written into the record as they stand here: Spanish in every language.
pub fn reason_steps(known: &Known, filled: &Filled, id: &str, usual: &[&str], start: &str) -> Vec<Step> {
    let mut options: Vec<Opt> = usual.iter().map(|reason| Opt::new(*reason, *reason)).collect();
    options.push(Opt::new(OTHER, known.t("fo-other-reason")));
    let mut steps = vec![Step::choice(known, filled, "reason", id, options).start(known, filled, start)];
    if filled.or("reason", start) == OTHER {
        steps.push(Step::text(known, filled, "words", "fo-reason", 200));
    }
    steps
}

/// Returns the reason that was filled in.
pub fn reason(filled: &Filled, start: &str) -> String {
    let chosen = filled.or("reason", start);
    if chosen == OTHER { filled.get("words").trim().to_string() } else { chosen.to_string() }
}

/// Returns two answers, yes and no; with the second nothing goes on.
pub fn yes_or_stop(known: &Known, yes: &str, no: &str, why: &str) -> Vec<Opt> {
    vec![Opt::yes(known.t(yes)), Opt::no(known.t(no)).stops(known.t(why))]
}

/// Returns two answers, both of which go on.
pub fn yes_no(known: &Known, yes: &str, no: &str) -> Vec<Opt> {
    vec![Opt::yes(known.t(yes)), Opt::no(known.t(no))]
}

/// Returns what a count of the ninety balls still lacks.
pub fn count_missing(known: &Known, filled: &Filled) -> Option<String> {
    match filled.number("balls") {
        Some(90) => None,
        Some(_) if filled.get("balls").len() == 2 => Some(known.t("fo-not-ninety")),
        Some(_) | None => Some(known.t("fo-count")),
    }
}

/// Returns what is asked for once a paragraph of article 36 was read aloud.
pub fn has_read(known: &Known, paragraph: Paragraph) -> Request {
    Request::ReadParagraph { game: value::game(known), paragraph }
}

/// Returns a yellow band.
pub fn alert(word: impl Into<String>, fact: impl Into<String>, then: impl Into<String>) -> Option<Band> {
    Some(Band { kind: BandKind::Alert, word: word.into(), fact: fact.into(), then: then.into() })
}

/// Returns the band of an incidencia: its name, and that nothing is done yet.
pub fn trouble_band(known: &Known, id: &str) -> Option<Band> {
    alert(known.t("tr-word"), known.t(id), known.t("tr-then"))
}
