//! What becomes of log-ins and of the values that are sealed of people (ADR 68).

mod support;

use std::collections::BTreeSet;

use hall_core::event::{DeletionWhy, Event};
use hall_core::people::{PersonId, Role};
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Request, Retention};
use support::phases::{GONE, SALA_Y_MESA, open};
use support::{Bench, CAJERO, SALA, VENDEDOR, sealed};

/// Where a person is logged in.
fn devices(bench: &Bench, person: PersonId) -> Vec<String> {
    let of = bench.hall.log_ins.keys().filter(|(_, who)| *who == person);
    of.map(|(device, _)| device.clone()).collect()
}

/// The vendedor at two devices.
fn at_two() -> Bench {
    let mut bench = open();
    let here: Vec<String> = devices(&bench, VENDEDOR);
    for device in here {
        bench.ask_at(&device, VENDEDOR, Request::LogOut).unwrap();
    }
    bench.log_in("caja-7", VENDEDOR);
    bench.log_in("caja-8", VENDEDOR);
    bench
}

#[test]
fn who_changes_the_own_pin_stays_at_that_device_alone() {
    let mut bench = at_two();
    bench.ask_at("caja-8", VENDEDOR, Request::ChangePin { pin: sealed(700) }).unwrap();
    assert_eq!(devices(&bench, VENDEDOR), ["caja-8"]);
    assert_eq!(bench.replayed(), bench.hall);
}

#[test]
fn a_pin_that_was_given_and_a_dismissal_end_every_log_in() {
    let asks = [
        Request::ResetPin { person: VENDEDOR, pin: sealed(700) },
        Request::DismissPerson { person: VENDEDOR, reason: "Fin de contrato".into() },
    ];
    for ask in asks {
        let mut bench = at_two();
        bench.ask(SALA, ask).unwrap();
        assert!(devices(&bench, VENDEDOR).is_empty());
        assert_eq!(bench.replayed(), bench.hall);
    }
}

#[test]
fn a_pin_that_others_have_replaced_is_deleted_and_the_present_one_never() {
    let mut bench = at_two();
    let [first, of_who_left] = [VENDEDOR, GONE].map(|person| bench.hall.people[&person].pin.id);
    bench.ask(SALA, Request::ResetPin { person: VENDEDOR, pin: sealed(700) }).unwrap();
    bench.ask_at("caja-7", VENDEDOR, Request::ChangePin { pin: sealed(701) }).unwrap();
    bench.ask(SALA, Request::DismissPerson { person: VENDEDOR, reason: "Se va".into() }).unwrap();
    bench.ask(SALA, Request::TakeBackPerson { person: VENDEDOR, pin: sealed(702) }).unwrap();
    bench.close_session();
    let (now_utc_ms, kept) = (bench.now_ms, Retention::default());
    let due = bench.notice(&Notice::DeletionsDue { now_utc_ms, kept });
    let mut deleted = BTreeSet::new();
    for event in &due {
        if let Event::ValuesDeleted { values, why: DeletionWhy::PinReplaced } = event {
            deleted.extend(values.iter().copied());
        }
    }
    assert_eq!(deleted, BTreeSet::from([first, of_who_left, 700, 701]));
    assert_eq!(bench.hall.people[&VENDEDOR].pin.id, 702);
}

#[test]
fn an_inspector_is_not_kept_waiting_by_a_first_pin() {
    let mut bench = open();
    let (identity, pin, card_until) = (sealed(50), sealed(51), None);
    let inspector = bench.hall.next_person();
    let roles = vec![Role::Inspector];
    bench.ask(SALA, Request::AddPerson { roles, identity, pin, card_until }).unwrap();
    assert!(bench.hall.people[&inspector].first_pin);
    bench.ask(inspector, Request::Inspect).unwrap();
    // Nobody gets round it by being an inspector too.
    let both = vec![Role::Inspector, Role::JefeDeMesa];
    bench.ask(SALA, Request::ChangePerson { person: inspector, roles: both, identity, card_until }).unwrap();
    assert_eq!(bench.ask(inspector, Request::Inspect), Err(Refusal::ChangePinFirst));
}

/// The PIN is checked outside the desk, and replaced meanwhile.
#[test]
fn a_log_in_with_a_pin_that_was_replaced_meanwhile_is_none() {
    let mut bench = open();
    let checked = bench.hall.people[&VENDEDOR].pin;
    let log_in = |pin| Request::LogIn { token: sealed(60), pin: Some(pin), device_key_sha256: None };
    bench.ask_at("caja-7", VENDEDOR, log_in(checked)).unwrap();
    bench.ask(SALA, Request::ResetPin { person: VENDEDOR, pin: sealed(700) }).unwrap();
    let late = bench.ask_at("caja-8", VENDEDOR, log_in(checked));
    assert!(matches!(late, Err(Refusal::Stale { .. })), "{late:?}");
    bench.ask_at("caja-8", VENDEDOR, log_in(sealed(700))).unwrap();
}

#[test]
fn the_last_manager_stays_whatever_posts_are_taken_over() {
    let mut bench = open();
    let dismiss = Request::DismissPerson { person: SALA_Y_MESA, reason: "Se va".into() };
    bench.ask(SALA, dismiss).unwrap();
    let (post, reason) = (Role::JefeDeSala, "descanso".into());
    bench.ask(SALA, Request::Substitute { post, person: SALA, stand_in: CAJERO, reason }).unwrap();
    // The cashier stands in for the manager tonight, and is none tomorrow.
    let dismiss = Request::DismissPerson { person: SALA, reason: "Se va".into() };
    assert_eq!(bench.ask(CAJERO, dismiss), Err(Refusal::LastManager));
}
