//! A reader of tags plays with a set only by the table that two people agreed on, and a spare set is for the same sort
//! of machine as the one it would replace (34.5; reliability.md D, T13).

mod support;

use hall_core::event::{Extractor, StopNo};
use hall_core::machine::{BallReader, LoadedTable, Report};
use hall_core::money::Cents;
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use support::phases::*;
use support::{Bench, MESA, SALA, VENDEDOR, set};

const RIGHT: [u8; 32] = [0x11; 32];
const OTHER: [u8; 32] = [0x99; 32];

fn load(bench: &mut Bench, reader: BallReader, name: &str, sha256: [u8; 32]) {
    let lines = bench.record.len();
    let table = LoadedTable { reader, set: set(name), sha256 };
    assert!(bench.report(&Report::Table(table)).is_empty(), "it is link state");
    assert_eq!(bench.record.len(), lines);
}

fn enrol(bench: &mut Bench, name: &str, table_sha256: [u8; 32]) {
    let ask = Request::AskBallEnrolment { set: set(name), balls: 90, table_sha256 };
    bench.ask(MESA, ask).unwrap();
    let confirm = Request::ConfirmBallEnrolment { set: set(name), table_sha256 };
    bench.ask(SALA, confirm).unwrap();
}

/// What the refusal says; panics when it is another one.
fn words<T: std::fmt::Debug>(answer: Result<T, Refusal>) -> String {
    let refusal = answer.unwrap_err();
    assert_eq!(refusal.code(), "tabla-de-etiquetas", "{refusal}");
    refusal.to_string()
}

fn opening() -> Request {
    Bench::opening_of(SALA, Bench::opening())
}

fn change(to: &str, reserve: &str) -> Request {
    Request::ChangeBallSet {
        set: set(to),
        reserve_set: set(reserve),
        balls_counted: 90,
        seals_whole: true,
        reason: "gastadas".into(),
    }
}

#[test]
fn a_session_opens_only_with_the_table_that_two_people_agreed_on() {
    let mut bench = hall();
    load(&mut bench, BallReader::Machine, "J1", RIGHT);
    let said = words(bench.ask(MESA, opening()));
    assert!(said.contains("la máquina (11111111…)"), "{said}");
    assert!(said.contains("Denla de alta dos personas"), "{said}");
    let asked = Request::AskBallEnrolment { set: set("J1"), balls: 90, table_sha256: RIGHT };
    bench.ask(MESA, asked).unwrap();
    words(bench.ask(MESA, opening()));
    let confirmed = Request::ConfirmBallEnrolment { set: set("J1"), table_sha256: RIGHT };
    bench.ask(SALA, confirmed).unwrap();
    assert!(bench.warnings().is_empty(), "{:?}", bench.warnings());
    load(&mut bench, BallReader::Machine, "J1", OTHER);
    let said = words(bench.ask(MESA, opening()));
    assert!(said.contains(" 99999999…") && said.contains(" 11111111…"), "both hashes: {said}");
    assert_eq!(bench.warnings().len(), 1, "the desk reads it before it opens");
    load(&mut bench, BallReader::Machine, "J2", RIGHT);
    let said = words(bench.ask(MESA, opening()));
    assert!(said.contains("la tabla de etiquetas del juego J2 y no la del J1"), "{said}");
    assert!(said.contains("«tags» de [machine]"), "{said}");
    load(&mut bench, BallReader::Machine, "J1", RIGHT);
    bench.sign_count(90);
    bench.ask(MESA, opening()).unwrap();
}

#[test]
fn the_second_readers_table_is_compared_too_and_named() {
    let mut bench = hall();
    load(&mut bench, BallReader::Second, "J1", OTHER);
    enrol(&mut bench, "J1", RIGHT);
    load(&mut bench, BallReader::Machine, "J1", RIGHT);
    let said = words(bench.ask(MESA, opening()));
    assert!(said.starts_with("El segundo lector tiene"), "{said}");
    load(&mut bench, BallReader::Second, "J1", RIGHT);
    bench.sign_count(90);
    bench.ask(MESA, opening()).unwrap();
    // The other one alone.
    load(&mut bench, BallReader::Machine, "J1", OTHER);
    let said = words(bench.ask(MESA, Bench::sale_of("A17", Cents(200))));
    assert!(said.starts_with("La máquina tiene"), "{said}");
}

#[test]
fn a_set_goes_into_the_machine_only_with_its_own_table() {
    let mut bench = hall();
    enrol(&mut bench, "J1", RIGHT);
    load(&mut bench, BallReader::Machine, "J1", RIGHT);
    bench.sign_count(90);
    bench.ask(MESA, opening()).unwrap();
    words(bench.ask(MESA, change("J2", "J1")));
    load(&mut bench, BallReader::Machine, "J2", OTHER);
    words(bench.ask(MESA, change("J2", "J1")));
    enrol(&mut bench, "J2", OTHER);
    bench.ask(MESA, change("J2", "J1")).unwrap();
}

/// The server comes back with another table in the middle of an evening.
#[test]
fn no_sale_opens_and_no_draw_begins_or_goes_on_with_another_table() {
    let mut bench = hall();
    enrol(&mut bench, "J1", RIGHT);
    load(&mut bench, BallReader::Machine, "J1", RIGHT);
    bench.open_session();
    load(&mut bench, BallReader::Machine, "J1", OTHER);
    words(bench.ask(MESA, Bench::sale_of("A17", Cents(200))));
    load(&mut bench, BallReader::Machine, "J1", RIGHT);
    let mut bench = announced_in(bench);
    let game = game_of(&bench);
    load(&mut bench, BallReader::Machine, "J1", OTHER);
    words(bench.ask(MESA, Request::StartDraw { game }));
    load(&mut bench, BallReader::Machine, "J1", RIGHT);
    bench.ask(MESA, Request::StartDraw { game }).unwrap();
    draw_and_say(&mut bench, 7);
    bench.ask(VENDEDOR, Request::stop(game, 1)).unwrap();
    load(&mut bench, BallReader::Machine, "J1", OTHER);
    let go_on = Request::GoOn { game, stop: StopNo(1) };
    words(bench.ask(MESA, go_on.clone()));
    assert!(bench.warnings().iter().any(|said| said.contains("tabla de etiquetas")));
    load(&mut bench, BallReader::Machine, "J1", RIGHT);
    bench.ask(MESA, go_on).unwrap();
}

#[test]
fn no_count_is_taken_by_a_table_that_is_not_on_record() {
    let mut bench = hall();
    let count = || Request::BeginBallCount { set: set("J1") };
    load(&mut bench, BallReader::Machine, "J1", RIGHT);
    words(bench.ask(MESA, count()));
    enrol(&mut bench, "J1", RIGHT);
    bench.ask(MESA, count()).unwrap();
}

#[test]
fn a_spare_set_is_for_the_same_sort_of_machine() {
    let mut bench = hall();
    for (name, extractor) in [("J4", Extractor::Drum), ("J5", Extractor::Pneumatic)] {
        let homologation = "H-2/2020".to_owned();
        let (set, maker, reference) = (set(name), None, None);
        let register = Request::RegisterBallSet { set, extractor, homologation, maker, reference };
        bench.ask(SALA, register).unwrap();
    }
    let other = Refusal::ReserveOfAnotherSort { set: set("J1"), reserve: set("J4") };
    let mut check = Bench::opening();
    check.reserve_set = set("J4");
    assert_eq!(bench.ask(MESA, Bench::opening_of(SALA, check)), Err(other.clone()));
    bench.open_session();
    let change = bench.ask(MESA, change("J5", "J4"));
    assert_eq!(change, Err(Refusal::ReserveOfAnotherSort { set: set("J5"), reserve: set("J4") }));
    let withdraw = |reserve: &str| {
        let (reason, reserve_set) = ("gastadas".to_owned(), Some(set(reserve)));
        Request::WithdrawBallSet { set: set("J2"), reason, reserve_set }
    };
    assert_eq!(bench.ask(SALA, withdraw("J4")), Err(other));
    bench.ask(SALA, withdraw("J5")).unwrap();
    assert_eq!(bench.hall.session.as_ref().unwrap().check.reserve_set, set("J5"));
}
