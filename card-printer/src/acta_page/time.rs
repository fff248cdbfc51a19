//! How times are printed. They arrive as text: `2026-10-17 21:04:09 +02:00`.
//!
//! A table shows the hour. The UTC offset stands once on each folio, or beside each time in a session in which it
//! changes: on one night of the year an hour occurs twice (DECISIONS 32). The date is shown where it differs from the
//! session's.

use hall_core::time::Date;
use hall_wire::paper::{ActaGame, ActaSheet};

use crate::archive::Moment;

/// Bytes of a time.
const LENGTH: usize = 26;

struct Parts<'a> {
    date: &'a str,
    clock: &'a str,
    offset: &'a str,
}

/// `None` if the text is not a time.
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

/// The time of a text such as `2026-10-17 21:04:09 +02:00`; `None` if it is no time of a calendar.
pub fn moment(time: &str) -> Option<Moment> {
    let Parts { date, clock, offset } = parts(time)?;
    let number = |text: &str| text.parse::<u16>().ok();
    let byte = |text: &str, most: u8| text.parse::<u8>().ok().filter(|found| *found <= most);
    let east = 60 * i16::from(byte(&offset[1..3], 23)?) + i16::from(byte(&offset[4..], 59)?);
    Some(Moment {
        year: number(&date[..4])?,
        month: byte(&date[5..7], 12).filter(|month| *month > 0)?,
        day: byte(&date[8..], 31).filter(|day| *day > 0)?,
        hour: byte(&clock[..2], 23)?,
        minute: byte(&clock[3..5], 59)?,
        second: byte(&clock[6..], 59)?,
        offset: if offset.starts_with('-') { -east } else { east },
    })
}

/// `17/10/2026`.
fn day(date: &str) -> String {
    format!("{}/{}/{}", &date[8..], &date[5..7], &date[..4])
}

/// `28/11/2026` of `2026-11-28`; a text that is no date stays as it is.
pub(crate) fn written(date: &str) -> String {
    if Date::parse(date).is_some() { day(date) } else { date.to_owned() }
}

/// The words of a time; a text that is none stays as it is.
fn said(time: &str, words: impl FnOnce(Parts<'_>) -> String) -> String {
    parts(time).map_or_else(|| time.to_owned(), words)
}

/// For a sentence: `a las 21:04:09 (+02:00) del 17/10/2026`.
pub(crate) fn spoken(time: &str) -> String {
    said(time, |Parts { date, clock, offset }| format!("a las {clock} ({offset}) del {}", day(date)))
}

/// With a break allowed only after the date: `17/10/2026 21:04:09 +02:00`.
pub(crate) fn kept(time: &str) -> String {
    said(time, |Parts { date, clock, offset }| format!("{} {clock}\u{a0}{offset}", day(date)))
}

/// How the times of an acta, or of one game, are shown.
#[derive(Debug, Clone)]
pub(super) struct Clock {
    /// The UTC offset of all times of the session; `None` if it changes.
    common: Option<String>,
    /// The date that is not repeated.
    day: String,
}

impl Clock {
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

    /// The clock of a game, whose date is the one its sale opened on.
    pub(super) fn of_game(&self, game: &ActaGame) -> Clock {
        let day = parts(&game.sale_opened_at).map_or_else(|| self.day.clone(), |parts| parts.date.to_owned());
        Clock { common: self.common.clone(), day }
    }

    /// The date of a game, if it differs from the acta's.
    pub(super) fn other_day(&self, acta: &Clock) -> Option<String> {
        (self.day != acta.day).then(|| day(&self.day))
    }

    /// Whether each time carries its offset.
    pub(super) fn has_offsets(&self) -> bool {
        self.common.is_none()
    }

    /// What every folio says about the time zone.
    pub(super) fn zone(&self) -> String {
        match &self.common {
            Some(offset) => format!("Hora oficial, {}", utc(offset)),
            None => "Cada hora, con su desfase de UTC".to_owned(),
        }
    }

    /// The hour alone.
    pub(super) fn hour(&self, time: &str) -> String {
        said(time, |parts| match &self.common {
            Some(common) if common == parts.offset => parts.clock.to_owned(),
            _ => format!("{} {}", parts.clock, parts.offset),
        })
    }

    /// The hour, preceded by the date if it is another day's.
    pub(super) fn show(&self, time: &str) -> String {
        match parts(time) {
            Some(parts) if parts.date != self.day => format!("{}, {}", day(parts.date), self.hour(time)),
            _ => self.hour(time),
        }
    }

    pub(super) fn show_or_dash(&self, time: &Option<String>) -> String {
        time.as_deref().map_or("–".to_owned(), |time| self.show(time))
    }

    /// For a sentence: `a las 21:04:09 del 17/10/2026`.
    pub(super) fn dated(&self, time: &str) -> String {
        said(time, |parts| format!("a las {} del {}", self.hour(time), day(parts.date)))
    }

    /// Replaces the times in a text by what [`Clock::show`] makes of them.
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

/// `UTC+2`, `UTC+5:30`.
fn utc(offset: &str) -> String {
    let (sign, hours, minutes) = (&offset[..1], offset[1..3].trim_start_matches('0'), &offset[4..]);
    let hours = if hours.is_empty() { "0" } else { hours };
    let minutes = if minutes == "00" { String::new() } else { format!(":{minutes}") };
    format!("UTC{sign}{hours}{minutes}")
}

#[cfg(test)]
#[path = "time_tests.rs"]
mod tests;
