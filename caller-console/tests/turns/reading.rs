//! A draw whose balls the caller reads: the caller's keys, the second word's, and hands in a hurry (DECISIONS 36).

use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::place::{Mesa, Over, Run, Turn, mesa};
use caller_console::press::Press;
use hall_wire::board::{MesaBoard, Pending, SecondWord};
use serde_json::json;

use super::hurried::PACES_S;
use super::kit::{Console, asked, asked_one, boards};

/// The number that the first balls of these boards leave out.
const NEW: &str = "30";

fn caller_alone() -> MesaBoard {
    boards::reading(20, SecondWord::Caller, None)
}

fn console_of(board: MesaBoard, person: u32) -> Console {
    Console::of(boards::seated(boards::known(board), person))
}

#[test]
fn the_caller_reads_keys_and_says_a_ball_with_three_keys() {
    let mut console = console_of(caller_alone(), 2);
    assert_eq!(mesa(console.known()), Mesa::Run(Run::Reading));
    console.must_say("Lea la bola, dígala y teclee su número.");
    console.must_say("LEE EL LOCUTOR");
    assert!(matches!(console.bar().next, Next::Missing { .. }), "nothing is typed yet");
    console.type_in(NEW);
    console.lawful();
    assert_eq!(console.next(), "ANUNCIAR EL 30");
    let asked = asked_one(&console.press(Key::Intro));
    assert_eq!(asked, [("key-ball", json!({"game": 37, "ordinal": 21, "ball": 30}))]);
    // PARADA is alive all the time.
    assert_eq!(asked_one(&console.press(Key::Stop)), [("stop", json!({"game": 37, "announced": 20}))]);
}

#[test]
fn a_number_that_no_ball_has_does_nothing() {
    let mut console = console_of(caller_alone(), 2);
    for (typed, says) in
        [("", "falta el número"), ("0", "del 1 al 90"), ("00", "del 1 al 90"), ("91", "del 1 al 90")]
    {
        console.type_in(typed);
        console.must_say(says);
        assert!(asked(&console.press(Key::Intro)).is_empty(), "{typed:?}");
        console.raw(egui::Key::Backspace);
        console.raw(egui::Key::Backspace);
    }
    // A third digit is no other ball.
    console.type_in("301");
    assert_eq!(console.next(), "ANUNCIAR EL 30");
    // Before Intro one key takes a digit back.
    console.raw(egui::Key::Backspace);
    console.type_in("8");
    assert_eq!(console.next(), "ANUNCIAR EL 38");
}

#[test]
fn a_ball_that_is_out_already_holds_the_game_only_if_intro_is_held() {
    let mut console = console_of(caller_alone(), 2);
    let out = boards::BALLS[7];
    console.type_in(&out.to_string());
    assert_eq!(console.next(), format!("ALTO: EL {out} YA SALIÓ"));
    console.lawful();
    assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "a slip is seen before it stops the room");
    let held = asked_one(&console.hold(Key::Intro, 1.3));
    assert_eq!(held, [("key-ball", json!({"game": 37, "ordinal": 21, "ball": out}))]);
}

/// Two digits, Intro and the next two: what is typed while a ball is on its way is of the next one, and nothing is lost.
#[test]
fn hurried_hands_read_ball_after_ball() {
    // The slower the desk, the more of the next ball is typed before it answers.
    for (apart_s, frames) in PACES_S.into_iter().zip([1, 4, 8]) {
        let mut console = console_of(caller_alone(), 2);
        console.slow_desk();
        let left = caller_alone().reading.expect("it is read").remaining;
        let balls: Vec<u8> = left.into_iter().filter(|ball| *ball > 9).take(12).collect();
        let mut heard: Vec<u64> = Vec::new();
        // In how many frames the desk answers.
        let mut due = 0;
        let mut desk = |console: &mut Console| {
            let answers = due == 1;
            due -= i32::from(due > 0);
            if answers {
                let mut board = (*console.known().board).clone();
                let ball = u8::try_from(*heard.last().expect("it was asked for")).expect("a ball");
                board.public.announced.push(ball);
                let reading = board.reading.as_mut().expect("it is read");
                reading.next += 1;
                reading.remaining.retain(|left| *left != ball);
                console.granted_with(Arc::new(board));
            }
            for press in console.outside() {
                let one = asked_one(&[press]);
                assert_eq!(one[0].0, "key-ball");
                heard.push(one[0].1["ball"].as_u64().expect("a number"));
                due = frames;
            }
        };
        for ball in &balls {
            for key in format!("{ball}⏎").chars() {
                console.hurry(key, apart_s, &mut desk);
            }
        }
        console.hurry_on(1.0, &mut desk);
        let typed: Vec<u64> = balls.iter().map(|ball| u64::from(*ball)).collect();
        assert_eq!(heard, typed, "{apart_s} s a key");
    }
}

#[test]
fn the_mesa_confirms_with_one_key_what_it_sees() {
    let board = boards::reading(20, SecondWord::Mesa, Some(4));
    let mut console = console_of(board.clone(), 2);
    console.must_say("El locutor ha leído el 30. ¿Es el que se ve?");
    console.lawful();
    let confirmed = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(confirmed, [("key-ball", json!({"game": 37, "ordinal": 21, "ball": 30}))]);
    // It sees another: both numbers are on the screen before they hold the game.
    console.show(boards::seated(boards::known(board), 2), None);
    console.type_in("38");
    assert_eq!(console.next(), "ALTO: SE VE EL 38");
    console.must_say("el locutor ha leído el 30");
    let differs = asked_one(&console.press(Key::Intro));
    assert_eq!(differs, [("key-ball", json!({"game": 37, "ordinal": 21, "ball": 38}))]);
}

#[test]
fn the_second_person_does_not_see_what_the_caller_keyed() {
    let mut console = console_of(boards::reading(20, SecondWord::SecondPerson, Some(4)), 2);
    console.must_say("Lea usted la bola y teclee su número.");
    console.type_in(NEW);
    assert_eq!(console.next(), "LEÍDO EL 30");
    let too = asked_one(&console.press(Key::Intro));
    assert_eq!(too, [("key-ball", json!({"game": 37, "ordinal": 21, "ball": 30}))]);
}

#[test]
fn who_has_keyed_waits_and_may_still_correct_it() {
    for (second_word, waits) in
        [(SecondWord::SecondPerson, "ESPERANDO A LA OTRA PERSONA"), (SecondWord::Mesa, "ESPERANDO A LA MESA")]
    {
        let mut console = console_of(boards::reading(20, second_word, Some(2)), 2);
        assert_eq!(console.next(), waits);
        console.lawful();
        console.type_in("38");
        console.must_say("Corrige lo que tecleó.");
        let again = asked_one(&console.press(Key::Intro));
        assert_eq!(again, [("key-ball", json!({"game": 37, "ordinal": 21, "ball": 38}))]);
    }
}

/// After an ALTO about its number a ball is out, and waits for nothing but to be said.
#[test]
fn a_ball_that_two_people_looked_at_is_announced_with_one_key() {
    let mut board = caller_alone();
    board.pending = vec![Pending { ordinal: 21, ball: 30 }];
    let mut console = console_of(board, 2);
    console.lawful();
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("announce", json!({"game": 37, "ordinal": 21, "ball": 30, "typed": false}))]);
}

#[test]
fn the_last_ball_is_put_right_from_the_view_and_from_the_incidencias() {
    let mut console = console_of(caller_alone(), 2);
    assert_eq!(console.press(Key::Back), [Press::Open(Over::Turn(Turn::RectifyBall))]);
    console.show(boards::seated(boards::known(caller_alone()), 2), Some(Over::Turn(Turn::RectifyBall)));
    let last = boards::BALLS[19];
    console.must_say(&format!("La bola 20 se cantó como el {last}."));
    console.type_in(&boards::BALLS[3].to_string());
    console.must_say("esa bola ya ha salido");
    console.raw(egui::Key::Backspace);
    console.raw(egui::Key::Backspace);
    console.type_in(NEW);
    console.must_say("Rectificación: la bola anterior no es el");
    console.lawful();
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked, [("rectify-reading", json!({"game": 37, "ordinal": 20, "ball": 30}))]);
}

#[test]
fn a_card_that_is_scanned_was_sung_and_is_no_number() {
    let mut console = console_of(caller_alone(), 2);
    console.type_in("3");
    let pressed = console.scan("B1:A17:1506:00000000000000AA");
    assert_eq!(asked_one(&pressed)[0].0, "claim");
    console.raw(egui::Key::Backspace);
    console.must_say("falta el número");
}
