//! A new epoch of the record (DECISIONS 40, 41): two people read from the paper which numbers were given last, each for
//! himself. Until then no session and no sale opens.

use hall_core::event::{LastSold, Numbering};
use hall_core::request::{Request, RequestKind};
use hall_core::series::{CardNo, SeriesId};
use hall_look::words;
use hall_wire::board::{CardNumber, NumberingDue};

use super::common::{alert, ask};
use super::form::{Answer, Blank, Facts, Filling, Step};
use crate::entry::Takes;
use crate::known::Known;
use crate::view::Band;

/// The steps of the begun series. A hall has one or two; of more, those begun last are asked for.
const CARDS: [&str; 4] = ["nu_card_1", "nu_card_2", "nu_card_3", "nu_card_4"];

/// At the mesa it is the place; `−` leaves it elsewhere.
pub static NUMBERING: Blank = Blank { is_place: true, ..OVER };

/// Over the jefe de sala's view.
pub static OVER: Blank = Blank {
    id: "nu",
    power: Some(RequestKind::AskNumbering),
    object: |known| format!("{:?}", known.board.numbering_due),
    impossible: |known| known.board.numbering_due.is_none().then_some("nu-known"),
    steps,
    // Whoever read first may hand the keyboard to the other, who reads and signs with a PIN.
    second: |form| (confirms(form) && is_mine(form)).then_some(RequestKind::ConfirmNumbering),
    asks: |form| {
        let numbering = numbering(form)?;
        ask(if confirms(form) {
            Request::ConfirmNumbering { numbering }
        } else {
            Request::AskNumbering { numbering }
        })
    },
    facts,
    sub: |_, form| form.t(if confirms(form) { "nu-sub-second" } else { "nu-sub-first" }),
    band: |_, form| band(form.known),
    ..Blank::PLAIN
};

/// Why nothing opens, for every desk.
pub fn band(known: &Known) -> Option<Band> {
    let due = known.board.numbering_due.as_ref()?;
    let fact =
        known.ta("nu-band", &[("epoch", &known.board.epoch), ("game", &words::count(u64::from(due.game)))]);
    let then = match due.asked_by {
        None => known.t("nu-band-first"),
        Some(by) => known.ta("nu-band-second", &[("name", &known.short_name(by))]),
    };
    alert(known.t("nu-word"), fact, then)
}

fn due<'a>(form: Filling<'a>) -> Option<&'a NumberingDue> {
    form.known.board.numbering_due.as_ref()
}

/// The user is who read the paper first.
fn is_mine(form: Filling<'_>) -> bool {
    due(form).is_some_and(|due| due.asked_by.is_some() && due.asked_by == form.known.person())
}

/// What is typed in is the second reading.
fn confirms(form: Filling<'_>) -> bool {
    let second = due(form).is_some_and(|due| due.asked_by.is_some());
    second && form.get("nu-what") == "confirm"
}

fn steps(form: Filling<'_>) -> Vec<Step> {
    let Some(due) = due(form) else { return Vec::new() };
    let mut steps = Vec::new();
    if let Some(by) = due.asked_by {
        let mine = is_mine(form);
        let confirm = if mine { "nu-what-other" } else { "nu-what-confirm" };
        let what = form.choice_of("nu-what", &[("confirm", confirm), ("again", "nu-what-again")]);
        let note = form.known.ta("nu-read-before", &[("name", &form.known.short_name(by))]);
        steps.push(what.note(note));
    }
    steps.push(number(form, "nu-game", "", due.game));
    steps.push(number(form, "nu-session", &due.session.to_string(), due.session));
    steps.push(number(form, "nu-diligencia", &due.diligencia.to_string(), due.diligencia));
    steps.extend(cards(due).map(|(key, last)| {
        let words = |id: &str| form.known.ta(id, &[("series", &words::series(&last.series))]);
        let (start, missing) = (last.card.to_string(), lacks(form, key, &last.card.to_string(), last.card));
        Step {
            key,
            name: words("nu-card"),
            help: words("nu-card-do"),
            note: record_has(form, last.card),
            answer: Answer::Entry(Takes::Digits(9)),
            start,
            missing,
            shows: None,
        }
    }));
    steps
}

/// The begun series that are asked for, each with its step.
fn cards(due: &NumberingDue) -> impl Iterator<Item = (&'static str, &CardNumber)> {
    let skip = due.sold.len().saturating_sub(CARDS.len());
    CARDS.into_iter().zip(due.sold.iter().skip(skip))
}

/// A number that is the record's or comes after it.
fn number(form: Filling<'_>, id: &'static str, start: &str, record: u32) -> Step {
    let step = form.entry(id, Takes::Digits(9), None).start(start).note(record_has(form, record));
    Step { missing: lacks(form, id, start, record), ..step }
}

fn record_has(form: Filling<'_>, record: u32) -> String {
    form.known.ta("nu-record", &[("n", &words::count(u64::from(record)))])
}

fn lacks(form: Filling<'_>, key: &str, start: &str, record: u32) -> Option<String> {
    match form.filled.or(key, start).parse::<u32>() {
        Err(_) => Some(form.t("nu-missing")),
        Ok(paper) if paper < record => {
            Some(form.known.ta("nu-older", &[("n", &words::count(u64::from(record)))]))
        }
        Ok(_) => None,
    }
}

fn numbering(form: Filling<'_>) -> Option<Numbering> {
    let due = due(form)?;
    let typed = |key: &str, record: u32| form.filled.or(key, &record.to_string()).parse::<u32>().ok();
    let mut sold = Vec::new();
    for (key, last) in cards(due) {
        let card = typed(key, last.card)?;
        if card > last.card {
            sold.push(LastSold { series: SeriesId::parse(&last.series)?, card: CardNo(card) });
        }
    }
    Some(Numbering {
        game: form.number("nu-game")?,
        session: typed("nu-session", due.session)?,
        diligencia: typed("nu-diligencia", due.diligencia)?,
        sold,
    })
}

fn facts(form: Filling<'_>) -> Facts {
    form.facts(&["nu-fact-why", "nu-fact-where", "nu-fact-then"])
}
