//! What a hall need not keep, and when it goes (DECISIONS 2; RGPD 5.1.e).

use hall_core::event::{DeletionWhy, DiligenciaKind, EpochCause, Event, GameNo};
use hall_core::hall::{ClockDoubt, Hall};
use hall_core::people::{Actor, PersonId, Sealed};
use hall_core::request::{Notice, Retention};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

const NOW: i64 = 100 * DAY_MS;

fn happens(hall: &mut Hall, at_utc_ms: i64, device: &str, event: &Event) {
    hall.apply(1, at_utc_ms, Actor::Person(PersonId(1)), device, event);
}

fn logs_in(hall: &mut Hall, device: &str, id: u64) {
    let event = Event::LoggedIn { person: PersonId(1), token: Sealed { id, hash: [0; 32] } };
    happens(hall, 0, device, &event);
}

fn complains(hall: &mut Hall, at_utc_ms: i64, id: u64) {
    let claimant = Some(Sealed { id, hash: [0; 32] });
    let event = Event::DiligenciaWritten {
        diligencia: 1,
        about: DiligenciaKind::Reclamacion,
        game: None,
        text: "No se oyó".into(),
        claimant,
        document: true,
        signed: true,
    };
    happens(hall, at_utc_ms, "sala-1", &event);
}

/// Carries out what is due, and returns it.
fn night(hall: &mut Hall, now: i64, claimant_days: Option<u32>) -> Vec<Event> {
    let due = hall.notice(&Notice::DeletionsDue {
        now_utc_ms: now,
        kept: Retention { claimant_days, ..Retention::default() },
    });
    for event in &due {
        hall.apply(1, now, Actor::System, "servidor", event);
    }
    due
}

fn deleted(values: &[u64], why: DeletionWhy) -> Event {
    Event::ValuesDeleted { values: values.to_vec(), why }
}

#[test]
fn a_token_goes_when_its_log_in_has_ended_and_not_before() {
    let mut hall = Hall::default();
    logs_in(&mut hall, "mesa-1", 1);
    logs_in(&mut hall, "caja-1", 2);
    assert_eq!(night(&mut hall, NOW, None), []);
    // Again at the same desk, and out.
    logs_in(&mut hall, "mesa-1", 3);
    happens(&mut hall, 0, "caja-1", &Event::LoggedOut { person: PersonId(1) });
    assert_eq!(night(&mut hall, NOW, None), [deleted(&[1, 2], DeletionWhy::LogInEnded)]);
    assert_eq!(night(&mut hall, NOW, None), []);
    assert_eq!(hall.log_ins.len(), 1);
    let begun = Event::EpochBegun { epoch: 2, cause: EpochCause::Restored, lost_to: None, people: vec![] };
    happens(&mut hall, 0, "servidor", &begun);
    assert_eq!(night(&mut hall, NOW, None), [deleted(&[3], DeletionWhy::LogInEnded)]);
}

#[test]
fn claimants_are_kept_for_ever_unless_the_hall_says_for_how_long() {
    let mut hall = Hall::default();
    complains(&mut hall, NOW - 31 * DAY_MS, 1);
    complains(&mut hall, NOW - 29 * DAY_MS, 2);
    assert_eq!(night(&mut hall, NOW, None), []);
    let dated =
        |value, after: i64| Event::DeletionSet { value, days: 30, after_utc_ms: after.unsigned_abs() };
    let due = [dated(1, NOW - DAY_MS), dated(2, NOW + DAY_MS), deleted(&[1], DeletionWhy::DateReached)];
    assert_eq!(night(&mut hall, NOW, Some(30)), due);
    // Once it stands in the record, another setting does not move it.
    assert_eq!(night(&mut hall, NOW, Some(9_000)), []);
    assert_eq!(night(&mut hall, NOW + DAY_MS, None), [deleted(&[2], DeletionWhy::DateReached)]);
}

#[test]
fn nothing_is_deleted_by_a_clock_in_doubt() {
    let mut hall = Hall::default();
    logs_in(&mut hall, "mesa-1", 1);
    logs_in(&mut hall, "mesa-1", 2);
    complains(&mut hall, 0, 3);
    hall.clock_ahead_days = Some(400);
    let due = hall.notice(&Notice::DeletionsDue {
        now_utc_ms: NOW,
        kept: Retention { claimant_days: Some(30), ..Retention::default() },
    });
    assert_eq!(due, [deleted(&[1], DeletionWhy::LogInEnded)], "by no date");
}

#[test]
fn film_goes_in_the_order_of_its_games_and_neither_in_a_session_nor_by_a_clock_in_doubt() {
    let mut hall = Hall { games: 5, ..Hall::default() };
    let past = |hall: &Hall, last| hall.notice(&Notice::FilmPast { last: GameNo(last), days: 30 });
    let deleted = |first, last| Event::FilmDeleted { first: GameNo(first), last: GameNo(last), days: 30 };
    assert_eq!(past(&hall, 3), [deleted(1, 3)]);
    let doubt = ClockDoubt { recorded_utc_ms: NOW, started_utc_ms: 0, asked: None };
    assert_eq!(past(&Hall { clock_doubt: Some(doubt), ..hall.clone() }, 3), []);
    assert_eq!(past(&Hall { clock_ahead_days: Some(400), ..hall.clone() }, 3), []);
    happens(&mut hall, NOW, "servidor", &deleted(1, 3));
    assert_eq!(past(&hall, 3), [], "once");
    assert_eq!(past(&hall, 5), [deleted(4, 5)]);
    assert_eq!(past(&hall, 6), [], "of a game that never was");
}
