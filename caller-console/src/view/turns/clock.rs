//! The server started with a clock hours before the record's last line (E 57): two people say what hour it is by their own
//! watches, or somebody puts the clock right and this goes away by itself.

use hall_core::request::{Request, RequestKind};
use hall_core::time::{Date, Moment};
use hall_wire::command::Command;

use super::common::alert;
use super::form::{Blank, Filling, Step};
use super::opening::hour;
use crate::entry::Takes;
use crate::known;

pub static CLOCK: Blank = Blank {
    id: "ck",
    power: Some(RequestKind::ConfirmClock),
    object: |known| format!("{:?}", known.board.clock_doubt.as_ref().map(|doubt| doubt.recorded_utc_ms)),
    steps,
    second: |form| (!i_am_second(form)).then_some(RequestKind::ConfirmClock),
    asks: |form| {
        let (date, hour) = (date(form.get("ck-date"))?, hour(form.get("ck-hour"))?);
        let asked = form.known.board.clock_doubt.as_ref()?.asked_by.is_some();
        let ask = (!asked).then_some(Command::from(Request::AskClock { date, hour }));
        Some(ask.into_iter().chain([Request::ConfirmClock { date, hour }.into()]).collect())
    },
    facts: |form| {
        let known = form.known;
        let Some(doubt) = &known.board.clock_doubt else { return Vec::new() };
        let offset_minutes = i16::try_from(known.utc_offset_minutes).unwrap_or_default();
        let at = |utc_ms: i64| {
            let local = Moment { utc_ms, offset_minutes, change: None }.local();
            format!("{} · {}", known::date(&local.date.to_string()), local.hour)
        };
        let mut facts = vec![
            (form.t("ck-shows"), at(known.now_utc_ms)),
            (form.t("ck-recorded"), at(doubt.recorded_utc_ms)),
        ];
        facts.extend(form.facts(&["ck-fact-right", "ck-fact-until"]));
        facts
    },
    band: |_, form| {
        let asked_by = form.known.board.clock_doubt.as_ref().and_then(|doubt| doubt.asked_by);
        let then = match asked_by {
            None => form.t("ck-band-then"),
            Some(by) => form.known.ta("ck-band-second", &[("name", &form.known.short_name(by))]),
        };
        alert(form.t("ck-word"), form.t("ck-band"), then)
    },
    is_place: true,
    ..Blank::PLAIN
};

fn steps(form: Filling<'_>) -> Vec<Step> {
    let no_date = date(form.get("ck-date")).is_none().then_some("ck-date-missing");
    let no_hour = hour(form.get("ck-hour")).is_none().then_some("op-hour-missing");
    vec![form.entry("ck-date", Takes::Digits(8), no_date), form.entry("ck-hour", Takes::Digits(4), no_hour)]
}

/// Somebody else has said the hour already.
fn i_am_second(form: Filling<'_>) -> bool {
    let asked = form.known.board.clock_doubt.as_ref().and_then(|doubt| doubt.asked_by);
    asked.is_some_and(|by| form.known.person() != Some(by))
}

/// The day of eight digits, as in 21112026.
fn date(digits: &str) -> Option<Date> {
    let (day, rest) = digits.split_at_checked(2)?;
    let (month, year) = rest.split_at_checked(2)?;
    Date::parse(&format!("{year}-{month}-{day}"))
}
