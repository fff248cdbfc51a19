//! How long a log-in lasts, and who ends it (ADR 84).

mod support;

use hall_core::event::{Event, LogInEnd};
use hall_core::hall::{LOG_IN_MAX_MS, LogInOver};
use hall_core::people::PersonId;
use hall_core::record::{read_hall, write_hall};
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Request};
use support::phases::{hall, open, with_devices};
use support::{Bench, CAJERO, MESA, SALA, VENDEDOR};

const HOUR_MS: i64 = 60 * 60 * 1000;

fn due(bench: &mut Bench) -> Vec<Event> {
    let now_utc_ms = bench.now_ms;
    assert_eq!(
        bench.hall.log_ins_are_due(now_utc_ms),
        !bench.hall.notice(&Notice::LogInsDue { now_utc_ms }).is_empty()
    );
    bench.notice(&Notice::LogInsDue { now_utc_ms })
}

fn ended(person: PersonId, device: &str, why: LogInEnd) -> Event {
    Event::LogInEnded { person, device: device.into(), why }
}

fn clock_steps(bench: &mut Bench, by_ms: i64) {
    bench.now_ms += by_ms;
    bench.notice(&Notice::ClockStepped { by_ms });
}

fn is_in(bench: &Bench, device: &str, person: PersonId) -> bool {
    bench.hall.log_ins.contains_key(&(device.into(), person))
}

#[test]
fn a_log_in_ends_after_twelve_hours_and_a_restart_is_no_new_hour() {
    let mut bench = open();
    bench.log_in("caja-7", CAJERO);
    let made = bench.now_ms;
    bench.now_ms = made + 6 * HOUR_MS;
    bench.log_in("caja-8", VENDEDOR);
    bench.now_ms = made + LOG_IN_MAX_MS - 1;
    assert_eq!(due(&mut bench), []);
    // A start, from the record or from a snapshot, knows the hour of the line.
    bench.notice(&Notice::Started { version: "0.2.0".into() });
    let replayed = bench.replayed();
    let read = read_hall(&write_hall(&bench.hall)).unwrap();
    for hall in [&replayed, &read] {
        assert!(
            !hall.log_ins_are_due(made + LOG_IN_MAX_MS - 1) && hall.log_ins_are_due(made + LOG_IN_MAX_MS)
        );
    }
    bench.now_ms = made + LOG_IN_MAX_MS;
    assert_eq!(due(&mut bench), [ended(CAJERO, "caja-7", LogInEnd::TooLong)]);
    assert!(!is_in(&bench, "caja-7", CAJERO) && is_in(&bench, "caja-8", VENDEDOR));
    assert_eq!(bench.hall.log_ins_over.last().unwrap().why, LogInOver::TooLong);
    assert_eq!(bench.replayed(), bench.hall);
}

#[test]
fn a_clock_that_is_set_neither_lengthens_a_log_in_nor_ends_it() {
    for by_ms in [-10 * HOUR_MS, -HOUR_MS, HOUR_MS, 20 * HOUR_MS] {
        let mut bench = open();
        bench.log_in("caja-7", CAJERO);
        bench.now_ms += 3 * HOUR_MS;
        clock_steps(&mut bench, by_ms);
        bench.now_ms += 9 * HOUR_MS - 1;
        assert_eq!(due(&mut bench), [], "{by_ms}");
        bench.now_ms += 1;
        assert_eq!(due(&mut bench), [ended(CAJERO, "caja-7", LogInEnd::TooLong)], "{by_ms}");
        assert_eq!(bench.replayed(), bench.hall);
    }
}

#[test]
fn the_log_ins_of_a_session_last_until_the_next_is_opened_and_who_opens_stays() {
    let mut bench = open();
    for (device, who) in [("mesa-1", MESA), ("caja-7", CAJERO), ("despacho", SALA), ("mesa-2", MESA)] {
        bench.log_in(device, who);
    }
    bench.close_session();
    assert!(is_in(&bench, "caja-7", CAJERO), "what comes after the close is still to be done");
    bench.log_in("caja-8", CAJERO);
    let before = bench.record.len();
    bench.open_session();
    let ends: Vec<_> = bench.record[before..].iter().map(|line| line.event.clone()).collect();
    for (device, who) in [("caja-7", CAJERO), ("despacho", SALA), ("mesa-2", MESA)] {
        assert!(ends.contains(&ended(who, device, LogInEnd::NextSession)), "{device}");
        assert!(!is_in(&bench, device, who), "{device}");
    }
    assert!(is_in(&bench, "mesa-1", MESA) && is_in(&bench, "caja-8", CAJERO));
    assert_eq!(bench.replayed(), bench.hall);
}

#[test]
fn a_jefe_de_sala_ends_the_log_in_of_anybody_at_one_device() {
    let mut bench = open();
    bench.log_in("caja-7", CAJERO);
    bench.log_in("caja-8", CAJERO);
    let end = |device: &str| Request::EndLogIn { person: CAJERO, device: device.into() };
    let refused = bench.ask(MESA, end("caja-7")).unwrap_err();
    assert_eq!(refused.code(), "sin-facultad");
    let events = bench.ask(SALA, end("caja-7")).unwrap();
    assert_eq!(events, [ended(CAJERO, "caja-7", LogInEnd::Manager)]);
    assert_eq!(bench.ask(SALA, end("caja-7")), Err(Refusal::LogInOver), "it has ended");
    assert_eq!(
        bench.ask(SALA, Request::EndLogIn { person: VENDEDOR, device: "caja-8".into() }),
        Err(Refusal::LogInOver)
    );
    assert!(is_in(&bench, "caja-8", CAJERO));
    assert_eq!(bench.hall.log_ins_over.last().unwrap().why, LogInOver::Manager);
    assert!(
        bench.hall.passing.ended.len() == 1,
        "its token's hash is deleted with the night's other deletions"
    );
    assert_eq!(bench.replayed(), bench.hall);
}

#[test]
fn the_record_knows_at_which_devices_a_person_sat() {
    let mut bench = with_devices(hall());
    let devices = bench.hall.devices.clone();
    let (no, device) = devices.enrolled.iter().next().unwrap();
    let key = Some(device.key_sha256);
    let login = Request::LogIn { token: support::sealed(950), pin: None, device_key_sha256: key };
    bench.ask_at(&device.name, CAJERO, login).unwrap();
    bench.ask_at(&device.name, CAJERO, Request::LogOut).unwrap();
    assert_eq!(Vec::from_iter(&bench.hall.people[&CAJERO].sat_at), [no]);
    let other = devices.enrolled.values().find(|other| other.name != device.name).unwrap().name.clone();
    bench.ask_at(&other, SALA, Request::RevokeDevice { device: *no }).unwrap();
    assert!(bench.hall.people[&CAJERO].sat_at.is_empty(), "a device that comes back is another");
    assert_eq!(bench.replayed(), bench.hall);
}
