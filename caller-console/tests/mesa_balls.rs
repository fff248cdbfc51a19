//! The sets of balls at the mesa: with the keyboard alone, from the cables or before a session or a sale opens.

mod kit;

use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::place::{Look, Over};
use caller_console::press::Press;
use hall_wire::board::{BallCount, MesaBoard};
use kit::{Console, asked, asked_one, boards};
use serde_json::{Value, json};

/// The jefe de mesa, with sets in each state.
fn known(board: MesaBoard) -> Known {
    let mut known = boards::known(board);
    let mut lists = (*known.lists).clone();
    lists.ball_sets = boards::sets();
    known.lists = Arc::new(lists);
    known
}

/// The page, opened as a person opens it.
fn at(board: MesaBoard) -> Console {
    let mut console = Console::of(known(board));
    console.press(Key::F10);
    console.press(Key::F6);
    assert_eq!(console.lies_over(), Some(Over::Balls));
    console.lawful();
    console
}

/// Opens what a digit of the chosen set's list does.
fn open(console: &mut Console, digit: &str) {
    assert_eq!(console.press(Key::F6), [Press::Typed]);
    console.must_say("Contar las bolas por el lector");
    console.lawful();
    console.type_in(digit);
    console.lawful();
}

/// Types into one field after the other, and goes on from each but the last.
fn fill(console: &mut Console, fields: &[&str]) {
    for (number, field) in fields.iter().enumerate() {
        if number > 0 {
            assert_eq!(console.press_armed(Key::Intro), [Press::Typed], "on to field {number}");
        }
        console.type_in(field);
    }
}

/// Holds Intro as long as it takes, once every arming is over.
fn held(console: &mut Console) -> Vec<Press> {
    console.wait(6.0);
    let pressed = console.hold(Key::Intro, 2.3);
    console.release(Key::Intro);
    pressed
}

fn missing(console: &mut Console) -> String {
    match console.bar().next {
        Next::Missing { what, .. } => what,
        other @ (Next::Do(_) | Next::Wait(_)) => panic!("nothing is missing: {other:?}"),
    }
}

fn count(running: bool, missing: &[u8], wrong: Option<&str>) -> BallCount {
    let wrong = wrong.map(str::to_owned);
    let missing = missing.to_vec();
    BallCount { count: 4, set: "J1".into(), by: 2, running, missing, wrong, ..BallCount::default() }
}

fn counted(count: BallCount) -> MesaBoard {
    MesaBoard { ball_count: Some(count), ..boards::closed() }
}

fn halves(pressed: &[Press], second: &str) -> Vec<(&'static str, Value)> {
    let of = asked(pressed)[0].second.as_ref().map(|second| second.user.as_str());
    assert_eq!(of, Some(second), "the second half goes in the other's name");
    asked_one(pressed)
}

#[test]
fn only_those_who_may_do_something_with_the_sets_open_the_page() {
    let mut console = Console::of(boards::known(boards::closed()));
    for (name, board) in boards::every() {
        for (person, may) in [(1, true), (2, true), (3, false), (5, false), (9, false)] {
            console.show(boards::seated(known(board.clone()), person), None);
            console.press(Key::F10);
            console.press(Key::F6);
            let over = if may { Over::Balls } else { Over::Look(Look::Cables) };
            assert_eq!(console.lies_over(), Some(over), "{name}, person {person}");
        }
    }
}

#[test]
fn it_is_one_key_away_before_a_session_and_before_a_sale() {
    for board in [boards::closed(), boards::idle()] {
        let mut console = Console::of(known(board));
        console.lawful();
        assert_eq!(console.press(Key::F6), [Press::Open(Over::Balls)]);
        console.lawful();
        assert_eq!(console.press(Key::Back), [Press::Close]);
        assert_eq!(console.lies_over(), None);
    }
}

#[test]
fn the_arrows_choose_a_set_and_intro_closes_where_nothing_waits() {
    let mut console = at(boards::closed());
    for set in boards::sets() {
        console.must_say(&format!("Juego {}", set.set));
        console.lawful();
        console.raw(egui::Key::ArrowDown);
    }
    console.must_say("Juego J1");
    console.raw(egui::Key::ArrowUp);
    console.must_say("LO CONFIRMA OTRA PERSONA");
    assert!(console.press_armed(Key::Intro).is_empty(), "one's own is confirmed by nobody here");
    console.raw(egui::Key::ArrowDown);
    assert_eq!(console.press_armed(Key::Intro), [Press::Close]);
    let mut console = at(boards::closed()).in_english();
    console.must_say("choose a set with the arrows");
    console.lawful();
}

#[test]
fn the_mesa_registers_no_set_and_sees_no_statistics() {
    let mut console = at(boards::closed());
    assert!(console.press(Key::F5).is_empty() && console.press(Key::More).is_empty());
    assert_eq!(console.lies_over(), Some(Over::Balls));
}

/// 24.5, T13: with seals and remarks, by two people at this desk, or by one of them here.
#[test]
fn an_inspection_is_written_down_with_its_seals() {
    let mut console = at(boards::closed());
    open(&mut console, "1");
    fill(&mut console, &["P-7 y P-8", "", "marta", "493817"]);
    console.press_armed(Key::Intro);
    assert_eq!(missing(&mut console), "falta si es apto o no");
    console.type_in("1");
    console.lawful();
    let body = json!({ "set": "J1", "seals": "P-7 y P-8", "seals_whole": true, "passed": true });
    let both = [("ask-ball-inspection", body.clone()), ("confirm-ball-inspection", body.clone())];
    assert_eq!(halves(&console.press_armed(Key::Intro), "marta"), both);

    let mut console = at(boards::closed());
    open(&mut console, "1");
    fill(&mut console, &["P-7 y P-8", "", "", ""]);
    console.raw(egui::Key::Tab);
    console.type_in("2");
    assert_eq!(missing(&mut console), "diga por qué no es apto", "a set does not fail without a word");
    console.type_in("1");
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("ask-ball-inspection", body)]);
}

#[test]
fn a_table_of_tags_is_agreed_on() {
    let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let mut console = at(boards::closed());
    open(&mut console, "2");
    console.type_in(&hash[1..]);
    for _ in 0..2 {
        console.press_armed(Key::Intro);
    }
    assert_eq!(missing(&mut console), "un SHA-256 son 64 cifras hexadecimales");
    console.raw(egui::Key::ArrowUp);
    console.raw(egui::Key::ArrowUp);
    hash.chars().skip(1).for_each(|_| {
        console.raw(egui::Key::Backspace);
    });
    fill(&mut console, &[&hash.to_uppercase(), "marta", "493817"]);
    let ask = json!({ "set": "J1", "balls": 90, "table_sha256": hash });
    let confirm = json!({ "set": "J1", "table_sha256": hash });
    let both = [("ask-ball-enrolment", ask), ("confirm-ball-enrolment", confirm)];
    assert_eq!(halves(&console.press_armed(Key::Intro), "marta"), both);
}

#[test]
fn weights_are_typed_with_their_limits_and_a_set_is_withdrawn_for_a_reason() {
    let mut console = at(boards::closed());
    open(&mut console, "3");
    fill(&mut console, &["2450", "2610", "2500"]);
    assert_eq!(missing(&mut console), "pesos escritos: 1; han de ser 90");
    console.type_in(&" 2500".repeat(89));
    console.lawful();
    let body = json!({ "set": "J1", "weights_mg": vec![2500; 90], "low_mg": 2450, "high_mg": 2610 });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("weigh-ball-set", body)]);
    console.grant();
    assert_eq!(console.lies_over(), Some(Over::Balls), "the page stays");

    open(&mut console, "4");
    assert_eq!(console.press_armed(Key::Intro), [Press::Typed]);
    assert_eq!(missing(&mut console), "falta el motivo");
    console.press(Key::Back);
    open(&mut console, "4");
    fill(&mut console, &["bola rajada", "j2"]);
    assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "it is held");
    console.release(Key::Intro);
    let body = json!({ "set": "J1", "reason": "bola rajada", "reserve_set": "J2" });
    assert_eq!(asked_one(&held(&mut console)), [("withdraw-ball-set", body)]);
}

/// 34.1: the count at the reader, from its beginning to its end, and what it holds up is said at the mesa.
#[test]
fn the_balls_are_counted_at_the_reader() {
    let mut console = at(boards::closed());
    open(&mut console, "5");
    let set = json!({ "set": "J1" });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("begin-ball-count", set)]);

    let mut console = Console::of(known(counted(count(true, &[7, 61], None))));
    console.must_say("recuento del J1: 88 DE 90");
    console.lawful();
    console.press(Key::F6);
    console.must_say("88 DE 90");
    console.lawful();
    assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "with balls missing it is held");
    console.release(Key::Intro);
    let body = json!({ "count": 4 });
    assert_eq!(asked_one(&held(&mut console)), [("end-ball-count", body.clone())]);

    let mut console = at(counted(count(true, &[], None)));
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("end-ball-count", body)], "and not when whole");

    let mut console = Console::of(known(counted(count(false, &[7], Some("falta la bola 7")))));
    console.must_say("recuento del J1: NO CUADRA");
    console.press(Key::F6);
    console.must_say("falta la bola 7");
    console.press(Key::F7);
    assert_eq!(missing(&mut console), "falta el motivo");
    console.type_in("bola en el suelo");
    console.lawful();
    let body = json!({ "count": 4, "reason": "bola en el suelo" });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("cancel-ball-count", body)]);
}

/// What another wrote down is confirmed here; a PIN does not outlive a refusal, nor a stop what is written.
#[test]
fn what_waits_is_confirmed_and_a_stop_leaves_the_words_and_takes_the_pin() {
    let mut console = at(boards::closed());
    console.raw(egui::Key::ArrowUp);
    let body = json!({ "set": "J7", "seals": "P-0231 y P-0232", "seals_whole": true, "passed": true });
    let asked_by = boards::sets()[6].inspection_asked.as_ref().map(|found| found.asked_by);
    assert_eq!(asked_by, Some(2), "the canary: the jefe de mesa wrote it down");
    console.show(boards::seated(known(boards::closed()), 1), Some(Over::Balls));
    console.raw(egui::Key::ArrowUp);
    assert_eq!(asked_one(&held(&mut console)), [("confirm-ball-inspection", body)]);

    let mut console = at(boards::draw(20));
    open(&mut console, "1");
    fill(&mut console, &["P-7", "", "marta", "493817"]);
    assert_eq!(console.lies_over(), Some(Over::Balls));
    assert_eq!(asked_one(&console.press(Key::Stop))[0].0, "stop", "PARADA is alive while a PIN is typed");
    assert_eq!(console.lies_over(), None);
    console.open(Over::Balls);
    console.must_say("P-7");
    console.must_say("marta");
    assert!(!console.says("●●●●●●"), "the PIN is gone");
}
