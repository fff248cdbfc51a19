//! An ALTO: why it is, and the ways out that two people take.

use std::sync::Arc;

use caller_console::keys::Key;
use caller_console::place::{Over, Turn};
use hall_core::event::HoldExit;
use hall_wire::board::HoldKind;
use hall_wire::board::Proposed;
use serde_json::json;

use crate::kit::{Console, asked, asked_one, boards};
use crate::{next, second, sign};

#[test]
fn an_alto_by_hand_costs_one_press_and_lays_itself_down_when_granted() {
    let mut console = Console::over(boards::known(boards::draw(20)), Over::Turn(Turn::RaiseHold));
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("raise-hold", json!({"game": 37, "reason": "Duda con una bola"}))]);
    console.grant();
    assert_eq!(console.lies_over(), None);
}

#[test]
fn every_alto_says_why_and_has_a_way_out_for_two() {
    for (kind, why) in boards::HOLDS {
        let console = Console::of(boards::known(boards::held(kind, why)));
        console.must_say("ALTO");
        console.must_say(why);
        assert!(!console.says("p1") && !console.says("p2"), "people have names");
        let ball = matches!(
            kind,
            HoldKind::CallerDiffers | HoldKind::KeyedDiffers | HoldKind::ReadWrong | HoldKind::ReadersDiffer
        );
        let (read, unread) = doubt(kind);
        assert_eq!(console.says("Lectura errónea: la bola es otra"), read, "{kind:?}");
        assert_eq!(console.says("Ha salido una bola que la máquina no ha leído"), unread, "{kind:?}");
        // Where two numbers differ, nothing is repaired: somebody has to look at the ball.
        let repaired = console.says("Avería resuelta: sigue la máquina") || console.says("Comprobado: ");
        assert_eq!(repaired, !ball, "{kind:?}");
    }
}

/// Whether a number that was read can be wrong, and whether a ball may be out that nobody read.
fn doubt(kind: HoldKind) -> (bool, bool) {
    match kind {
        HoldKind::Fault | HoldKind::DoorOpen | HoldKind::LinkLost | HoldKind::LeftOut => (false, false),
        HoldKind::NoRead
        | HoldKind::FramesMissing
        | HoldKind::CountDiffers
        | HoldKind::Rebooted
        | HoldKind::Called => (false, true),
        HoldKind::Repeated
        | HoldKind::OutOfRange
        | HoldKind::ForeignSet
        | HoldKind::CallerDiffers
        | HoldKind::KeyedDiffers
        | HoldKind::KeyedAgain
        | HoldKind::ReadWrong
        | HoldKind::ReadersDiffer
        | HoldKind::SecondSilent
        | HoldKind::SecondLost => (true, false),
    }
}

/// The machine started anew, or people held the game, and a ball fell meanwhile: it is one of the game.
#[test]
fn a_ball_that_the_machine_did_not_read_is_entered_by_two_people() {
    for kind in [HoldKind::Rebooted, HoldKind::Called] {
        let (_, why) = boards::HOLDS.into_iter().find(|(own, _)| *own == kind).expect("a hold");
        let mut console = Console::of(boards::known(boards::held(kind, why)));
        console.lawful();
        // What is usual comes first: the machine goes on.
        console.type_in("1");
        let repaired = asked_one(&console.press(Key::F5));
        assert_eq!(repaired[0].1["exit"], "repaired", "{kind:?}");
        console.type_in("2");
        next(&mut console);
        console.lawful();
        next(&mut console);
        console.type_in("30");
        next(&mut console);
        sign(&mut console, "1");
        console.must_say("Bola sin leer: la 21 de la partida es el 30");
        console.lawful();
        let pressed = console.press_armed(Key::Intro);
        let way = json!({"game": 37, "hold": 3, "exit": "misread", "ordinal": 21, "ball": 30});
        assert_eq!(
            asked_one(&pressed),
            [("ask-hold-exit", way.clone()), ("confirm-hold-exit", way)],
            "{kind:?}"
        );
        assert_eq!(asked(&pressed)[0].second, second("1"));
    }
}

/// Another ball stands in its place: it was read wrongly, or it came after one that nobody read (ADR 22).
#[test]
fn a_ball_that_lost_its_place_is_not_outside_or_is_the_next() {
    let (kind, why) = boards::HOLDS[16];
    let mut console = Console::of(boards::known(boards::held(kind, why)));
    console.lawful();
    console.must_say("Comprobado: no está fuera, se leyó mal");
    // What is usual comes first: it was read wrongly.
    console.type_in("1");
    let repaired = asked_one(&console.press(Key::F5));
    assert_eq!((kind, &repaired[0].1["exit"]), (HoldKind::LeftOut, &json!("repaired")));
    console.must_say("Está fuera: es la siguiente bola");
    console.type_in("2");
    next(&mut console);
    next(&mut console);
    // Which ball it is, is known; it is looked at all the same.
    next(&mut console);
    sign(&mut console, "1");
    console.must_say("Bola fuera: la 22 de la partida es el 80");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    let way = json!({"game": 37, "hold": 3, "exit": "misread", "ordinal": 22, "ball": 80});
    assert_eq!(asked_one(&pressed), [("ask-hold-exit", way.clone()), ("confirm-hold-exit", way)]);
}

#[test]
fn a_misread_ball_is_put_right_by_two_people_at_one_desk() {
    let (kind, why) = boards::HOLDS[10];
    let mut console = Console::of(boards::known(boards::held(kind, why)));
    console.type_in("1");
    next(&mut console);
    next(&mut console);
    console.type_in("30");
    next(&mut console);
    console.type_in("2");
    console.must_say("tiene que ser otra persona");
    console.raw(egui::Key::Backspace);
    sign(&mut console, "1");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    let way = json!({"game": 37, "hold": 3, "exit": "misread", "ordinal": 20, "ball": 30});
    assert_eq!(asked_one(&pressed), [("ask-hold-exit", way.clone()), ("confirm-hold-exit", way)]);
    assert_eq!(asked(&pressed)[0].second, second("1"));
}

#[test]
fn a_way_out_that_another_desk_proposed_is_confirmed_with_one_press() {
    let mut board = boards::held(HoldKind::Fault, "Avería de la máquina: atasco");
    board.holds[0].proposed =
        Some(Proposed { words: boards::said("Avería resuelta"), by: 1, exit: HoldExit::Repaired });
    let mut console = Console::of(boards::known(board));
    console.must_say("La propone M. Ortega.");
    let pressed = console.press_armed(Key::Intro);
    let body = json!({"game": 37, "hold": 3, "exit": "repaired"});
    assert_eq!(asked_one(&pressed), [("confirm-hold-exit", body)]);
    assert_eq!(asked(&pressed)[0].second, None);
}

#[test]
fn a_way_out_can_be_proposed_here_and_confirmed_elsewhere() {
    let mut console =
        Console::of(boards::known(boards::held(HoldKind::Fault, "Avería de la máquina: atasco")));
    assert!(console.press(Key::F5).is_empty(), "nothing is chosen");
    console.type_in("1");
    let asked = asked_one(&console.press(Key::F5));
    assert_eq!(asked, [("ask-hold-exit", json!({"game": 37, "hold": 3, "exit": "repaired"}))]);
}

#[test]
fn going_on_by_hand_reads_the_paragraph_first_and_names_two_people() {
    let mut console =
        Console::of(boards::known(boards::held(HoldKind::Fault, "Avería de la máquina: atasco")));
    console.type_in("2");
    console.must_say("Resumen del apartado 2");
    next(&mut console);
    console.type_in("1");
    console.lawful();
    assert_eq!(console.next(), "LEÍDO EL 36.2");
    assert!(!console.is_on("PROPONERLA"), "reading is an act of its own, and so is the way out (36.3)");
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("read-paragraph", crate::nights::in_short("36.2"))]);
    console.grant();
    console.learn(|known| Arc::make_mut(&mut known.board).after_read = true);
    console.type_in("2");
    assert!(!console.says("Resumen del apartado 2"), "it was read");
    for _ in 0..2 {
        next(&mut console);
        console.type_in("1");
    }
    next(&mut console);
    sign(&mut console, "1");
    let asked = asked_one(&console.press_armed(Key::Intro));
    let way = json!({"game": 37, "hold": 3, "exit": "by_hand", "caller": 2, "second": 1});
    assert_eq!(asked, [("ask-hold-exit", way.clone()), ("confirm-hold-exit", way)]);
}
