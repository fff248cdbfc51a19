//! How times are printed. They come as text: `2026-10-17 21:04:09 +02:00`.
//!
//! Whoever reads an acta needs the hour. The zone stands once on each folio, and beside each time only in a
//! session in which it changes: on one night of the year an hour comes twice (DECISIONS 32). The date stands
//! where it is not the day's.

use hall_wire::paper::{ActaGame, ActaSheet};

/// The bytes of a time.
const LENGTH: usize = 26;

/// A time in its parts.
struct Parts<'a> {
    date: &'a str,
    clock: &'a str,
    offset: &'a str,
}

/// Returns the parts of a time, or `None` if it has another shape.
fn parts(time: &str) -> Option<Parts<'_>> {
    let mut words = time.split(' ');
    let (date, clock, offset) = (words.next()?, words.next()?, words.next()?);
    let like = |text: &str, shape: &str| {
        let digit_or_same = |(b, s): (u8, u8)| if s == b'0' { b.is_ascii_digit() } else { b == s };
        text.len() == shape.len() && text.bytes().zip(shape.bytes()).all(digit_or_same)
    };
    let good = words.next().is_none()
        && like(date, "0000-00-00")
        && like(clock, "00:00:00")
        && (like(offset, "+00:00") || like(offset, "-00:00"));
    good.then_some(Parts { date, clock, offset })
}

/// Returns a date as it is written here: `17/10/2026`.
fn day(date: &str) -> String {
    format!("{}/{}/{}", &date[8..], &date[5..7], &date[..4])
}

/// Returns a time as a sentence has it: `a las 21:04:09 (+02:00) del 17/10/2026`.
pub(crate) fn spoken(time: &str) -> String {
    match parts(time) {
        Some(Parts { date, clock, offset }) => format!("a las {clock} ({offset}) del {}", day(date)),
        None => time.to_owned(),
    }
}

/// Returns a time that breaks only after its date: `17/10/2026 21:04:09 +02:00`.
pub(crate) fn kept(time: &str) -> String {
    match parts(time) {
        Some(Parts { date, clock, offset }) => format!("{} {clock}\u{a0}{offset}", day(date)),
        None => time.to_owned(),
    }
}

/// How the times of one acta, or of one of its games, are shown.
#[derive(Debug, Clone)]
pub(super) struct Clock {
    /// The offset that all of the session's times have; `None`: it changes.
    common: Option<String>,
    /// The day that goes without saying.
    day: String,
}

impl Clock {
    /// Looks at every time of the session.
    pub(super) fn of(acta: &ActaSheet) -> Clock {
        let session = &acta.session;
        let day = parts(&session.opened_at).map_or_else(String::new, |parts| parts.date.to_owned());
        let ends = [Some(&session.opened_at), session.closed_at.as_ref(), Some(&acta.printed_at)];
        let times = ends.into_iter().flatten().chain(acta.games.iter().flat_map(times_of));
        let mut offsets = times.map(|time| parts(time).map(|parts| parts.offset));
        let first = offsets.next().flatten();
        let common = first.filter(|first| offsets.all(|offset| offset == Some(first)));
        Clock { common: common.map(str::to_owned), day }
    }

    /// Returns the clock of a game: the day it began on is said once.
    pub(super) fn of_game(&self, game: &ActaGame) -> Clock {
        let day = parts(&game.sale_opened_at).map_or_else(|| self.day.clone(), |parts| parts.date.to_owned());
        Clock { common: self.common.clone(), day }
    }

    /// Returns the day that goes without saying here, where it does not on the rest of the acta.
    pub(super) fn other_day(&self, acta: &Clock) -> Option<String> {
        (self.day != acta.day).then(|| day(&self.day))
    }

    /// Whether each time has its offset beside it.
    pub(super) fn has_offsets(&self) -> bool {
        self.common.is_none()
    }

    /// Returns the words about the zone that every folio has.
    pub(super) fn zone(&self) -> String {
        match &self.common {
            Some(offset) => format!("Hora oficial, {}", utc(offset)),
            None => "Cada hora, con su desfase de UTC".to_owned(),
        }
    }

    /// Returns the hour alone, for a table whose day is known.
    pub(super) fn hour(&self, time: &str) -> String {
        match parts(time) {
            Some(parts) if self.common.as_deref() == Some(parts.offset) => parts.clock.to_owned(),
            Some(parts) => format!("{} {}", parts.clock, parts.offset),
            None => time.to_owned(),
        }
    }

    /// Returns the hour, and before it the date if it is another day's.
    pub(super) fn show(&self, time: &str) -> String {
        match parts(time) {
            Some(parts) if parts.date != self.day => format!("{}, {}", day(parts.date), self.hour(time)),
            _ => self.hour(time),
        }
    }

    /// Returns a time that may not be there yet.
    pub(super) fn show_or_dash(&self, time: &Option<String>) -> String {
        time.as_deref().map_or("–".to_owned(), |time| self.show(time))
    }

    /// Returns hour and date as a sentence has them: `a las 21:04:09 del 17/10/2026`.
    pub(super) fn dated(&self, time: &str) -> String {
        match parts(time) {
            Some(parts) => format!("a las {} del {}", self.hour(time), day(parts.date)),
            None => time.to_owned(),
        }
    }

    /// Returns a text with the times in it as they are shown.
    pub(super) fn told(&self, text: &str) -> String {
        let (mut told, mut rest) = (String::new(), text);
        while let Some(first) = rest.chars().next() {
            let time = rest.get(..LENGTH).filter(|time| parts(time).is_some());
            let step = time.map_or(first.len_utf8(), str::len);
            match time {
                Some(time) => told.push_str(&self.show(time)),
                None => told.push(first),
            }
            rest = &rest[step..];
        }
        told
    }
}

/// Every time of a game.
fn times_of(game: &ActaGame) -> impl Iterator<Item = &String> {
    let balls = game.balls.iter().flat_map(|ball| [Some(&ball.extracted_at), ball.announced_at.as_ref()]);
    let incidents = game.incidents.iter().flat_map(|one| [Some(&one.at), one.ended_at.as_ref()]);
    let own = [Some(&game.sale_opened_at), game.sale_closed_at.as_ref(), game.ended_at.as_ref()];
    balls
        .chain(incidents)
        .chain(own)
        .chain(game.prizes.iter().map(|prize| prize.paid_at.as_ref()))
        .chain(game.claims.iter().map(|claim| Some(&claim.at)))
        .chain(game.questions.iter().chain(&game.announcement).map(|said| Some(&said.at)))
        .flatten()
}

/// Returns an offset as it is said: `UTC+2`, `UTC+5:30`.
fn utc(offset: &str) -> String {
    let (sign, hours, minutes) = (&offset[..1], offset[1..3].trim_start_matches('0'), &offset[4..]);
    let hours = if hours.is_empty() { "0" } else { hours };
    let minutes = if minutes == "00" { String::new() } else { format!(":{minutes}") };
    format!("UTC{sign}{hours}{minutes}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: &str = "2026-10-17 21:04:09 +02:00";

    fn clock(common: Option<&str>, day: &str) -> Clock {
        Clock { common: common.map(str::to_owned), day: day.to_owned() }
    }

    #[test]
    fn times_are_shown_as_the_hour_or_as_they_came() {
        let common = clock(Some("+02:00"), "2026-10-17");
        assert_eq!(spoken(TIME), "a las 21:04:09 (+02:00) del 17/10/2026");
        assert_eq!(kept(TIME), "17/10/2026 21:04:09\u{a0}+02:00");
        assert_eq!((common.show(TIME).as_str(), common.hour(TIME).as_str()), ("21:04:09", "21:04:09"));
        assert_eq!(common.dated(TIME), "a las 21:04:09 del 17/10/2026");
        for other in
            ["a las nueve", "2026-10-17T21:04:09+02:00", "2026-10-17 21:04:09 CEST ", "añóñí-10-17 1 2"]
        {
            for shown in [spoken(other), kept(other), common.show(other), common.told(other)] {
                assert_eq!(shown, other);
            }
        }
    }

    /// DECISIONS 32.
    #[test]
    fn another_offset_and_another_day_are_said() {
        let before = clock(Some("+01:00"), "2026-10-17");
        assert_eq!(before.show(TIME), "21:04:09 +02:00");
        assert_eq!(clock(None, "2026-10-17").show(TIME), "21:04:09 +02:00");
        assert_eq!(clock(Some("+02:00"), "2026-10-16").show(TIME), "17/10/2026, 21:04:09");
        assert_eq!(clock(Some("+02:00"), "2026-10-16").hour(TIME), "21:04:09");
    }

    #[test]
    fn a_time_in_a_sentence_is_shown_as_all_others() {
        let common = clock(Some("+02:00"), "2026-10-17");
        let text = format!("Año: apto, {TIME}, y {TIME}");
        assert_eq!(common.told(&text), "Año: apto, 21:04:09, y 21:04:09");
    }

    #[test]
    fn the_zone_is_said_as_people_say_it() {
        let offsets =
            [("+02:00", "UTC+2"), ("-03:30", "UTC-3:30"), ("+00:00", "UTC+0"), ("+10:00", "UTC+10")];
        for (offset, said) in offsets {
            assert_eq!(utc(offset), said);
        }
        assert_eq!(clock(Some("+01:00"), "").zone(), "Hora oficial, UTC+1");
    }
}
