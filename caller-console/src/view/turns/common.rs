//! What the forms share: the second person, people and reasons to choose from, bands.

use hall_core::people::Role;
use hall_core::request::RequestKind;
use hall_wire::command::Command;

use super::form::{Filling, Opt, Step};
use crate::entry::{PIN_MIN, Takes};
use crate::known::Known;
use crate::press::{Part, Second};
use crate::view::{Band, BandKind};

pub const PIN: &str = "fo-pin";

const SECOND: &str = "fo-second";

/// What a form asks for, where it is one command.
pub fn ask(command: impl Into<Command>) -> Option<Vec<Command>> {
    Some(vec![command.into()])
}

/// Whom to wait for, if the user may not ask for this.
pub fn waits_for(known: &Known, request: RequestKind) -> Option<String> {
    if known.may(request) {
        return None;
    }
    let mesa = request.is_for(&[Role::JefeDeMesa]);
    Some(known.t(if mesa { "wait-mesa" } else { "fo-wait-sala" }))
}

/// The second person needed, if the user may not ask for this.
pub fn unless_mine(known: &Known, request: RequestKind) -> Option<RequestKind> {
    (!known.may(request)).then_some(request)
}

/// The other staff who may ask for this; those on duty come first.
pub fn others(known: &Known, request: RequestKind) -> Vec<u32> {
    let me = known.person();
    let staff = known.people.iter();
    let may = staff.filter(|(person, member)| Some(**person) != me && request.is_for(&member.roles));
    let mut others: Vec<u32> = may.map(|(person, _)| *person).collect();
    others.sort_by_key(|person| !known.board.people.iter().any(|duty| duty.person == *person));
    others
}

pub fn people(known: &Known, of: impl IntoIterator<Item = u32>) -> Vec<Opt> {
    of.into_iter().map(|person| Opt::new(person.to_string(), known.short_name(person))).collect()
}

/// The two steps of the second person: another user, who may ask for `request`.
pub fn second_steps(form: Filling<'_>, request: RequestKind) -> [Step; 2] {
    let (known, typed) = (form.known, form.get(SECOND));
    let is_typed = |user: &str, person: u32| user == typed || person.to_string() == typed;
    let others = others(known, request);
    let named = others.iter().copied().find(|person| is_typed(&known.people[person].user, *person));
    let missing = if typed.is_empty() {
        Some("fo-second-missing")
    } else if known.me.as_ref().is_some_and(|me| is_typed(&me.user, me.person)) {
        Some("fo-second-own")
    } else {
        named.is_none().then_some("fo-second-cannot")
    };
    let each = |person: &u32| format!("{person} · {}", known.short_name(*person));
    let names: Vec<String> = others.iter().take(4).map(each).collect();
    let note = if names.is_empty() {
        known.t("fo-second-nobody")
    } else {
        known.ta("fo-second-who", &[("names", &names.join("   "))])
    };
    let name = named.map(|person| known.short_name(person));
    let agrees = name.as_ref().map(|name| known.ta("fo-second-agrees", &[("name", name)]));
    let short = form.get(PIN).len() < PIN_MIN;
    [
        Step { note, shows: name, ..form.entry(SECOND, Takes::Words(40), missing) },
        form.entry(PIN, Takes::Pin, short.then_some("login-missing-pin")).note(agrees.unwrap_or_default()),
    ]
}

pub fn second(form: Filling<'_>) -> Second {
    let (user, pin) = (form.get(SECOND).to_string(), form.get(PIN).to_string());
    Second { user, pin, part: Part::Last }
}

/// The two steps of the count of the balls: which jefe de sala made it, and the PIN he signs it with (34.1).
pub fn counter_steps(form: Filling<'_>) -> [Step; 2] {
    let (known, start) = (form.known, counter_at_first(form.known));
    let chosen: Option<u32> = form.filled.or(COUNTER, &start).parse().ok();
    let note = chosen.map(|person| known.ta("op-pin-note", &[("name", &known.short_name(person))]));
    let short = form.get(PIN).len() < PIN_MIN;
    let pin = form.entry(PIN, Takes::Pin, short.then_some("login-missing-pin"));
    [
        form.choice(COUNTER, people(known, others(known, RequestKind::SignCount))).start(start),
        Step { name: form.t("op-pin"), help: form.t("op-pin-do"), note: note.unwrap_or_default(), ..pin },
    ]
}

/// Who counted the balls, of the steps above.
const COUNTER: &str = "op-sala";

/// The jefe de sala, where nobody else could have counted.
fn counter_at_first(known: &Known) -> String {
    if let [only] = others(known, RequestKind::SignCount)[..] { only.to_string() } else { String::new() }
}

/// Who signs for the count, once the steps above are answered.
pub fn counter(form: Filling<'_>) -> Option<Second> {
    let user = form.filled.or(COUNTER, &counter_at_first(form.known)).to_owned();
    (!user.is_empty()).then(|| Second { user, pin: form.get(PIN).to_owned(), part: Part::First })
}

/// Usual reasons. They go into the record as they stand here: in Spanish, whatever the console's language.
pub struct Reasons {
    /// The id of the step.
    pub id: &'static str,
    pub usual: &'static [&'static str],
    /// The one chosen at first.
    pub start: &'static str,
}

impl Reasons {
    /// The key of the reason, whatever it is for.
    const KEY: &str = "reason";

    /// The value of a reason in words.
    const OTHER: &str = "otra";

    pub const fn new(id: &'static str, usual: &'static [&'static str]) -> Reasons {
        Reasons { id, usual, start: "" }
    }

    /// The steps of a reason: one of the usual ones, or another in words.
    pub fn steps(&self, form: Filling<'_>) -> Vec<Step> {
        let mut options: Vec<Opt> = self.usual.iter().map(|reason| Opt::new(*reason, *reason)).collect();
        options.push(Opt::new(Reasons::OTHER, form.t("fo-other-reason")));
        let chosen = form.choice(self.id, options).start(self.start);
        let mut steps = vec![Step { key: Reasons::KEY, ..chosen }];
        if form.filled.or(Reasons::KEY, self.start) == Reasons::OTHER {
            steps.push(form.text("fo-reason", 200));
        }
        steps
    }

    pub fn given(&self, form: Filling<'_>) -> String {
        match form.filled.or(Reasons::KEY, self.start) {
            Reasons::OTHER => form.get("fo-reason").trim().to_string(),
            usual => usual.to_string(),
        }
    }
}

pub fn balls_step(form: Filling<'_>, id: &'static str) -> Step {
    let missing = match form.number(id) {
        Some(90) => None,
        Some(_) if form.get(id).len() == 2 => Some("fo-not-ninety"),
        Some(_) | None => Some("fo-count"),
    };
    form.entry(id, Takes::Digits(2), missing)
}

/// The count at the end of a session: one that is not 90 goes to the desk, which knows whether the authority has looked into it
/// (34.4).
pub fn balls_at_close_step(form: Filling<'_>, id: &'static str) -> Step {
    let typed = form.get(id);
    let step = form.entry(id, Takes::Digits(2), (typed.len() < 2).then_some("fo-count"));
    if typed.len() == 2 && typed != "90" { step.note(form.t("cs-not-ninety")) } else { step }
}

pub fn balls_counted(form: Filling<'_>, id: &str) -> Option<u8> {
    u8::try_from(form.number(id)?).ok()
}

pub fn alert(word: impl Into<String>, fact: impl Into<String>, then: impl Into<String>) -> Option<Band> {
    Some(Band { kind: BandKind::Alert, word: word.into(), fact: fact.into(), then: then.into() })
}

/// The band of an incidencia, if it has this text: its name, and that nothing is done yet.
pub fn trouble_band(form: Filling<'_>, id: &str) -> Option<Band> {
    alert(form.t("tr-word"), form.t_if(id)?, form.t("tr-then"))
}
