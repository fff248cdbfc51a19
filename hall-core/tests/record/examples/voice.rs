//! Examples of the hall's voice.

use hall_core::event::{Event, GameNo, OpeningCheck, Ordinal, SessionNo, VoiceFault};
use hall_core::machine::SetId;
use hall_core::people::PersonId;
use hall_core::rules::{Basis, Light, Picture, Rules, Sourced, WithoutCamera};
use hall_core::time::Date;

/// Each reason why a ball was not said.
pub fn voice() -> Vec<Event> {
    let all =
        [VoiceFault::Late, VoiceFault::Silenced, VoiceFault::Missing, VoiceFault::Ended, VoiceFault::Gone];
    let failed = |(place, why)| Event::VoiceFailed { game: GameNo(7), ordinal: Ordinal(place), why };
    (12..).zip(all).map(failed).collect()
}

pub(super) fn own<T>(value: T) -> Sourced<T> {
    Sourced { value, basis: Basis::Hall }
}

pub(super) fn law<T>(value: T) -> Sourced<T> {
    Sourced { value, basis: Basis::Law("art. 35.2".into()) }
}

pub(super) fn founded(rules: Rules) -> Event {
    Event::HallFounded {
        name: "Bingo Tívoli".into(),
        zone: "Europe/Madrid".into(),
        profile_sha256: [0x1e; 32],
        rules,
    }
}

pub(super) fn opened(rules: Rules) -> Event {
    let set = |name| SetId::parse(name).unwrap();
    Event::SessionOpened {
        session: SessionNo(9),
        date: Date { year: 2026, month: 11, day: 28 },
        mesa: PersonId(1),
        sala: PersonId(2),
        check: OpeningCheck {
            balls_counted: 90,
            set: set("J1"),
            reserve_set: set("J2"),
            seals_whole: true,
            installations_work: true,
            public_witness: true,
        },
        rules,
        profile_sha256: [0x1e; 32],
    }
}

/// The opening lines since the rules say when the panel shows a ball, and whether a draw begins without a camera.
pub fn rules_of_version_3(plain: &Rules) -> Vec<Event> {
    let with = |light, without_camera| Rules { light, without_camera, ..plain.clone() };
    let first = founded(with(own(Light::AtOnce), own(WithoutCamera::Free)));
    let second = founded(with(law(Light::Starts), own(WithoutCamera::Refused)));
    vec![first, second, opened(with(own(Light::Ends), own(WithoutCamera::TwoPeople)))]
}

/// The opening lines since the rules say whether a ball's picture is held back.
pub fn rules_of_version_4(plain: &Rules) -> Vec<Event> {
    let with = |picture| Rules { picture, ..plain.clone() };
    vec![founded(with(own(Picture::Marked))), opened(with(law(Picture::Held)))]
}
