//! 22 · The jefe de sala's tab of the sets of balls.

mod kit;

use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::known::Known;
use hall_wire::board::{BallCount, TagTable};
use hall_wire::message::SetState;
use kit::{Console, asked, asked_one, boards};
use serde_json::json;

/// The jefe de sala at the tab, with sets in each state.
fn at(count: Option<BallCount>) -> Console {
    let mut board = boards::idle();
    board.ball_count = count;
    let mut known: Known = boards::seated(boards::known(board), 1);
    let mut lists = (*known.lists).clone();
    lists.ball_sets = boards::sets();
    known.lists = Arc::new(lists);
    let mut console = Console::of(known);
    console.type_in("5");
    console
}

fn missing(console: &mut Console) -> String {
    match console.bar().next {
        Next::Missing { what, .. } => what,
        other @ (Next::Do(_) | Next::Wait(_)) => panic!("nothing is missing: {other:?}"),
    }
}

/// Holds Intro as long as it takes, once every arming is over.
fn held(console: &mut Console) -> Vec<caller_console::press::Press> {
    console.wait(6.0);
    let pressed = console.hold(Key::Intro, 2.3);
    console.release(Key::Intro);
    pressed
}

/// Opens what a digit of the chosen set's list does.
fn open(console: &mut Console, digit: &str) {
    console.press(Key::F6);
    console.must_say("Contar las bolas por el lector");
    console.lawful();
    console.type_in(digit);
    console.lawful();
}

#[test]
fn the_state_of_each_set_is_in_words() {
    let mut console = at(None);
    for words in ["QUEDAN 32", "RESERVA", "disponible", "AGOTADO", "NO APTO", "RETIRADO", "POR CONFIRMAR"] {
        console.must_say(words);
    }
    console.must_say("968 de 1.000 · quedan 32");
    console.must_say("fuera: 7 (2391), 61 (2655)");
    for _ in 0..boards::sets().len() {
        console.lawful();
        console.raw(egui::Key::ArrowDown);
    }
    let mut console = at(None).in_english();
    console.type_in("5");
    console.must_say("32 LEFT");
    console.lawful();
}

/// DECISIONS 5: those who answer for the sets see it without opening their statistics.
#[test]
fn a_set_that_its_statistics_ask_to_withdraw_is_flagged_in_the_list_and_in_today() {
    let mut known = boards::seated(boards::known(boards::idle()), 1);
    let mut lists = (*known.lists).clone();
    lists.ball_sets = boards::sets();
    lists.ball_sets[2].verdict = Some(SetState::Withdraw);
    known.lists = Arc::new(lists);
    let mut console = Console::of(known);
    console.type_in("5");
    console.must_say("RETIRAR Y PESAR");
    console.raw(egui::Key::ArrowDown);
    console.raw(egui::Key::ArrowDown);
    console.must_say("La estadística pide retirarlo y pesar sus bolas");
    console.lawful();
    console.type_in("1");
    console.must_say("Juego J3: la estadística pide retirarlo y pesarlo");
    console.lawful();
}

/// T13: one writes it down, the other confirms it, both at this desk.
#[test]
fn an_inspection_is_written_down_and_confirmed_by_two_people_at_one_desk() {
    let mut console = at(None);
    open(&mut console, "1");
    console.type_in("P-1");
    console.press_armed(Key::Intro);
    console.type_in("bola 7 rajada");
    console.press_armed(Key::Intro);
    console.type_in("luis");
    console.press_armed(Key::Intro);
    console.type_in("493817");
    console.press_armed(Key::Intro);
    assert_eq!(missing(&mut console), "falta si es apto o no");
    console.type_in("23");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    let body = json!({ "set": "J1", "seals": "P-1", "seals_whole": false, "passed": false,
        "note": "bola 7 rajada" });
    let halves = [("ask-ball-inspection", body.clone()), ("confirm-ball-inspection", body)];
    assert_eq!(asked_one(&pressed), halves);
    let second = asked(&pressed)[0].second.as_ref().map(|second| second.user.as_str());
    assert_eq!(second, Some("luis"), "the second half goes in the other's name");
}

#[test]
fn what_another_wrote_down_is_confirmed_and_not_ones_own() {
    let mut console = at(None);
    for _ in 0..6 {
        console.raw(egui::Key::ArrowDown);
    }
    console.must_say("CONFIRMAR: J7 APTO");
    console.lawful();
    let pressed = held(&mut console);
    let body = json!({ "set": "J7", "seals": "P-0231 y P-0232", "seals_whole": true, "passed": true });
    assert_eq!(asked_one(&pressed), [("confirm-ball-inspection", body)]);
    console.learn(|known| {
        let mut lists = (*known.lists).clone();
        lists.ball_sets[6].inspection_asked.as_mut().expect("it is asked").asked_by = 1;
        known.lists = Arc::new(lists);
    });
    console.must_say("LO CONFIRMA OTRA PERSONA");
}

#[test]
fn ninety_weights_are_pasted_and_a_set_is_withdrawn() {
    let mut console = at(None);
    open(&mut console, "3");
    console.type_in("2450");
    console.press_armed(Key::Intro);
    console.type_in("2610");
    console.press_armed(Key::Intro);
    console.type_in("2500 2500");
    assert_eq!(missing(&mut console), "pesos escritos: 2; han de ser 90");
    console.type_in(&" 2500".repeat(88));
    let body = json!({ "set": "J1", "weights_mg": vec![2500; 90], "low_mg": 2450, "high_mg": 2610 });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("weigh-ball-set", body)]);
    console.grant();
    console.raw(egui::Key::ArrowDown);
    open(&mut console, "4");
    console.type_in("golpeadas");
    console.press_armed(Key::Intro);
    console.type_in("j3");
    let body = json!({ "set": "J2", "reason": "golpeadas", "reserve_set": "J3" });
    assert_eq!(asked_one(&held(&mut console)), [("withdraw-ball-set", body)]);
}

/// 34.1: the count at the reader.
#[test]
fn a_count_is_begun_ended_and_set_aside() {
    let mut console = at(None);
    open(&mut console, "5");
    let body = json!({ "set": "J1" });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("begin-ball-count", body)]);
    let count = |running, missing: Vec<u8>, wrong: Option<&str>| BallCount {
        count: 4,
        set: "J1".into(),
        by: 1,
        running,
        missing,
        wrong: wrong.map(str::to_owned),
        ..BallCount::default()
    };
    let mut console = at(Some(count(true, vec![7, 61], None)));
    console.must_say("88 DE 90");
    console.lawful();
    let body = json!({ "count": 4 });
    assert_eq!(asked_one(&held(&mut console)), [("end-ball-count", body)]);
    let wrong = "faltan las bolas 7 y 61";
    let mut console = at(Some(count(false, vec![7, 61], Some(wrong))));
    console.must_say("NO CUADRA");
    console.must_say(wrong);
    console.lawful();
    console.press(Key::F7);
    console.type_in("lector sucio");
    let body = json!({ "count": 4, "reason": "lector sucio" });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("cancel-ball-count", body)]);
    let mut console = at(Some(count(false, vec![], None)));
    console.must_say("COMPLETO");
    console.lawful();
}

/// The readers were started with these tables.
fn load(console: &mut Console, tables: Vec<TagTable>) {
    console.learn(|known| Arc::make_mut(&mut known.board).machine.tables = tables);
}

/// The 64 digits are those the reader was started with; who types others is told so.
#[test]
fn the_loaded_table_is_offered_and_compared() {
    let hash = "1a2b3c4d5e6f7081".repeat(4);
    let table = |reader: &str, hash: &str| TagTable {
        reader: hall_core::machine::BallReader::from_name(reader).expect("a reader"),
        set: "J1".into(),
        sha256: hash.into(),
        wrong: None,
    };
    let to_the_last_field = |console: &mut Console| {
        for _ in 0..2 {
            console.press_armed(Key::Intro);
        }
    };
    let mut console = at(None);
    open(&mut console, "2");
    to_the_last_field(&mut console);
    assert_eq!(
        missing(&mut console),
        "falta el SHA-256 de la tabla",
        "no reader reads tags: it has to be typed"
    );
    let mut console = at(None);
    load(&mut console, vec![table("machine", &hash), table("second", &hash)]);
    open(&mut console, "2");
    console.must_say("La tabla cargada en el lector es 1a2b3c4d5e6f7081…");
    console.lawful();
    to_the_last_field(&mut console);
    let body = json!({ "set": "J1", "balls": 90, "table_sha256": hash });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("ask-ball-enrolment", body)]);
    console.grant();

    // Another one, typed.
    let mut console = at(None);
    load(&mut console, vec![table("machine", &hash)]);
    console.must_say("Tabla cargada");
    open(&mut console, "2");
    console.type_in(&"0".repeat(64));
    console.must_say("NO es la cargada en el lector (1a2b3c4d5e6f7081…)");
    console.lawful();

    // Two readers that do not agree: nothing is offered.
    let mut console = at(None);
    load(&mut console, vec![table("machine", &hash), table("second", &"0".repeat(64))]);
    console.must_say("DISTINTA EN CADA LECTOR");
    open(&mut console, "2");
    console.must_say("tablas distintas");
    to_the_last_field(&mut console);
    assert_eq!(missing(&mut console), "falta el SHA-256 de la tabla");
}
