//! How times are printed. They come as text: `2026-10-17 21:04:09 +02:00`.
//!
//! Every printed time has its offset: on one night of the year an hour comes twice. Where all
//! the times of a game have the same, it is said once and the tables show the hour alone.

use hall_wire::paper::ActaGame;

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

/// Returns a time as a sentence has it: `a las 21:04:09 (+02:00) del 17/10/2026`.
pub(crate) fn spoken(time: &str) -> String {
    match parts(time) {
        Some(Parts { date, clock, offset }) => {
            let (year, month, day) = (&date[..4], &date[5..7], &date[8..]);
            format!("a las {clock} ({offset}) del {day}/{month}/{year}")
        }
        None => time.to_owned(),
    }
}

/// Returns a time that breaks only after its date: `17/10/2026 21:04:09 +02:00`.
pub(crate) fn kept(time: &str) -> String {
    match parts(time) {
        Some(Parts { date, clock, offset }) => {
            let (year, month, day) = (&date[..4], &date[5..7], &date[8..]);
            format!("{day}/{month}/{year} {clock}\u{a0}{offset}")
        }
        None => time.to_owned(),
    }
}

/// How the times of one game are shown.
pub(super) struct Clock {
    /// The offset that all of them have.
    common: Option<String>,
}

impl Clock {
    /// Looks at every time of the game that a table shows.
    pub(super) fn of(game: &ActaGame) -> Clock {
        let balls = game.balls.iter().flat_map(|ball| [Some(&ball.extracted_at), ball.announced_at.as_ref()]);
        let incidents = game.incidents.iter().flat_map(|one| [Some(&one.at), one.ended_at.as_ref()]);
        let times = balls
            .chain(incidents)
            .chain(game.prizes.iter().map(|prize| prize.paid_at.as_ref()))
            .chain(game.claims.iter().map(|claim| Some(&claim.at)))
            .chain(game.questions.iter().chain(&game.announcement).map(|said| Some(&said.at)));
        let mut offsets = times.flatten().map(|time| parts(time).map(|parts| parts.offset));
        let first = offsets.next().flatten();
        let common = first.filter(|first| offsets.all(|offset| offset == Some(first)));
        Clock { common: common.map(str::to_owned) }
    }

    /// Returns the offset, if it is said once for the whole game.
    pub(super) fn common(&self) -> Option<&str> {
        self.common.as_deref()
    }

    /// Returns a time as a table shows it.
    pub(super) fn show(&self, time: &str) -> String {
        match (parts(time), &self.common) {
            (Some(parts), Some(_)) => parts.clock.to_owned(),
            (Some(parts), None) => format!("{} {}", parts.clock, parts.offset),
            (None, _) => time.to_owned(),
        }
    }

    /// Returns a time that may not be there yet.
    pub(super) fn show_or_dash(&self, time: &Option<String>) -> String {
        time.as_deref().map_or("–".to_owned(), |time| self.show(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_with_their_offset_or_as_they_came() {
        let alone = Clock { common: None };
        let common = Clock { common: Some("+02:00".to_owned()) };
        let time = "2026-10-17 21:04:09 +02:00";
        assert_eq!(spoken(time), "a las 21:04:09 (+02:00) del 17/10/2026");
        assert_eq!(kept(time), "17/10/2026 21:04:09\u{a0}+02:00");
        assert_eq!(
            (alone.show(time), common.show(time)),
            ("21:04:09 +02:00".to_owned(), "21:04:09".to_owned())
        );
        for other in
            ["a las nueve", "2026-10-17T21:04:09+02:00", "2026-10-17 21:04:09 CEST ", "añóñí-10-17 1 2"]
        {
            assert_eq!(
                (spoken(other), kept(other), common.show(other)),
                (other.into(), other.into(), other.into())
            );
        }
    }
}
