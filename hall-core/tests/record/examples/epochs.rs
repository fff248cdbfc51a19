//! A record that was cut, restored or moved.

use hall_core::event::*;
use hall_core::people::PersonId;
use hall_core::series::{CardNo, SeriesId};
use hall_core::time::{Date, HourOfDay, LocalTime};

/// What a record brought that was cut, restored or moved.
pub fn epochs() -> Vec<Event> {
    let begun = |epoch, cause, lost_to| Event::EpochBegun {
        epoch,
        cause,
        lost_to,
        people: vec![PersonId(1), PersonId(3)],
    };
    let sold = vec![LastSold { series: SeriesId::parse("A17").unwrap(), card: CardNo(420) }];
    let numbering = Numbering { game: 57, session: 3, diligencia: 4, sold };
    let nothing = Numbering { game: 0, session: 0, diligencia: 0, sold: vec![] };
    vec![
        begun(2, EpochCause::LossAccepted, Some(5_000)),
        begun(3, EpochCause::Restored, None),
        begun(4, EpochCause::Promoted, None),
        Event::NumberingAsked { numbering: numbering.clone() },
        Event::NumberingAsked { numbering: nothing },
        Event::NumberingSet { numbering, asked_by: PersonId(1) },
    ]
}

/// A record that goes on in a new file.
pub fn archived() -> Event {
    Event::RecordArchived {
        first: 5_712_346,
        last: 11_890_002,
        head: [0xa5; 32],
        file: "registro-5712346-11890002.db".into(),
        sha256: [0x5a; 32],
    }
}

/// A closing hour that is an instant, and a clock that two people confirm.
pub fn clock() -> Vec<Event> {
    let at =
        |date, hour| LocalTime { date: Date::parse(date).unwrap(), hour: HourOfDay::parse(hour).unwrap() };
    let (session, closes) = (SessionNo(2), at("2026-10-25", "02:30"));
    vec![
        Event::OpeningCompleted {
            session,
            reserve_machine: true,
            closes: Some(closes),
            closes_at_utc_ms: Some(1_792_888_200_000),
        },
        Event::OpeningCompleted { session, reserve_machine: false, closes: None, closes_at_utc_ms: None },
        Event::ClockConfirmAsked { said: at("2026-11-21", "20:05") },
        Event::ClockConfirmed { said: at("2026-11-21", "20:06"), asked_by: PersonId(2) },
    ]
}
