//! The ends of a session, the agent of the authority, and the last ball after a restart (34.1, 34.4, DECISIONS 25).

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::place::{Over, Turn};
use caller_console::press::{Part, Second};
use hall_wire::board::MesaBoard;
use serde_json::json;

use super::kit::{Console, asked, asked_one, boards};
use super::{next, second};

/// The jefe de sala signs for the count with the PIN, before the mesa asks.
fn counter(person: &str) -> Option<Second> {
    second(person).map(|second| Second { part: Part::First, ..second })
}

/// A stop because the server started again, after twenty balls or before the first was announced.
fn restarted(before_any: bool) -> MesaBoard {
    let mut board = boards::check(Vec::new());
    board.public.stop.as_mut().expect("a stop").restart = true;
    if before_any {
        board.public.announced.clear();
    }
    board
}

#[test]
fn the_session_opens_after_every_item_was_answered() {
    let mut console = Console::of(boards::known(boards::closed()));
    // Staff, installations, set, reserve, seals, spare machine, jefe de sala: the first option of each.
    // The set in the machine, the only other one, and the only jefe de sala are proposed: Intro takes them.
    for step in 0..7 {
        let proposed = matches!(step, 2 | 3 | 6);
        assert_eq!(matches!(console.bar().next, Next::Missing { .. }), !proposed, "step {step}");
        if !proposed {
            console.type_in("1");
        }
        next(&mut console);
    }
    console.type_in("89");
    console.must_say("tienen que ser 90");
    assert!(console.press_armed(Key::Intro).is_empty());
    console.raw(egui::Key::Backspace);
    console.raw(egui::Key::Backspace);
    console.type_in("90");
    next(&mut console);
    console.type_in("1");
    next(&mut console);
    console.type_in("1");
    console.type_in("0300");
    next(&mut console);
    console.must_say("firma que ha contado las bolas");
    assert!(console.press_armed(Key::Intro).is_empty(), "nobody opens without that PIN (34.1)");
    console.type_in("493817");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked(&pressed)[0].second, counter("1"));
    let body = json!({
        "sala": 1, "balls_counted": 90, "set": "J1", "reserve_set": "J2", "seals_whole": true,
        "installations_work": true, "public_witness": true, "reserve_machine": true, "read": "connected", "staff_complete": true, "rules_shown": true,
        "closing_hour": "03:00",
    });
    let signed = json!({"set": "J1", "balls_counted": 90});
    assert_eq!(asked_one(&pressed), [("sign-count", signed), ("open-session", body)]);
}

#[test]
fn the_last_game_is_read_aloud_and_the_session_closes_with_a_count_and_a_hold() {
    let mut console = Console::over(boards::known(boards::idle()), Over::Turn(Turn::LastGame));
    console.must_say("la próxima partida será la última");
    let last = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(last, [("announce-last-game", json!({}))]);
    console.show(boards::known(boards::idle()), Some(Over::Turn(Turn::CloseSession)));
    // The only other jefe de sala is proposed as the one who counted.
    console.type_in("90");
    next(&mut console);
    console.type_in("2");
    next(&mut console);
    console.wait(2.0);
    assert!(
        asked(&console.hold(Key::Intro, 1.2)).is_empty(),
        "the jefe de sala has not signed for the count"
    );
    console.release(Key::Intro);
    console.type_in("493817");
    console.lawful();
    console.wait(2.0);
    let pressed = console.hold(Key::Intro, 1.2);
    let body = json!({"balls_counted": 90, "public_witness": false});
    let signed = json!({"set": "J1", "balls_counted": 90});
    assert_eq!(asked_one(&pressed), [("sign-count", signed), ("close-session", body)]);
    assert_eq!(asked(&pressed)[0].second, counter("1"));
}

/// A ball is missing at the end: the agent decides, and then the session can be closed with what there is (34.4).
#[test]
fn a_session_closes_with_the_balls_there_are_and_the_form_says_what_that_needs() {
    let mut console = Console::over(boards::known(boards::idle()), Over::Turn(Turn::CloseSession));
    console.type_in("9");
    assert!(matches!(console.bar().next, Next::Missing { .. }), "a digit is missing");
    console.raw(egui::Key::Backspace);
    console.type_in("89");
    console.must_say("No son 90: avise antes a la autoridad");
    console.lawful();
    next(&mut console);
    console.type_in("2");
    next(&mut console);
    console.type_in("493817");
    console.wait(2.0);
    let body = json!({"balls_counted": 89, "public_witness": false});
    let signed = json!({"set": "J1", "balls_counted": 89});
    let asked = asked_one(&console.hold(Key::Intro, 1.2));
    assert_eq!(asked, [("sign-count", signed), ("close-session", body)]);
}

/// The agent is called for the balls that there are, between games, and his word is about those.
#[test]
fn the_agent_is_called_for_a_count_by_its_number() {
    let mut console = Console::over(boards::known(boards::idle()), Over::Turn(Turn::Material));
    console.type_in("1");
    next(&mut console);
    console.must_say("Lo que decida el agente vale para eso");
    console.type_in("1");
    next(&mut console);
    console.type_in("89");
    next(&mut console);
    console.type_in("2");
    console.lawful();
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("call-authority", json!({"cause": "Falta una bola", "balls": 89}))]);
    // In a game a count that differs is an ALTO: nothing is asked about it.
    console.show(boards::known(boards::draw(20)), Some(Over::Turn(Turn::Material)));
    console.type_in("1");
    next(&mut console);
    assert!(!console.says("Qué duda es"));
}

/// DECISIONS 25: after a restart the last ball is said by its two digits; what is typed goes, whatever the record has.
#[test]
fn after_a_restart_the_last_ball_is_typed_before_the_draw_goes_on() {
    let mut console = Console::of(boards::known(restarted(false)));
    console.press_armed(Key::Back);
    assert_eq!(console.lies_over(), Some(Over::Turn(Turn::LastBall)), "no order to go on before that");
    console.lawful();
    for wrong in ["4", "00", "91"] {
        console.type_in(wrong);
        assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "{wrong} is no ball");
        for _ in wrong.chars() {
            console.raw(egui::Key::Backspace);
        }
    }
    console.type_in("07");
    console.lawful();
    let last = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(last, [("go-on-after-restart", json!({"game": 37, "stop": 1, "last": 7}))]);
    // No ball announced yet: nothing is typed.
    let mut console = Console::of(boards::known(restarted(true)));
    let none = asked_one(&console.press_armed(Key::Back));
    assert_eq!(none[0].0, "go-on");
}
