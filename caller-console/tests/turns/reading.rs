//! A draw whose balls the caller reads: the caller's keys, the second word's, and hands in a hurry (DECISIONS 36).

use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::place::{Mesa, Over, Run, Turn, mesa};
use caller_console::press::Press;
use hall_wire::board::{MesaBoard, Pending, SecondWord};
use serde_json::{Value, json};

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

fn keys(ordinal: u8, ball: u8, again: bool) -> Value {
    json!({"game": 37, "ordinal": ordinal, "ball": ball, "again": again})
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
    assert_eq!(asked, [("key-ball", keys(21, 30, false))]);
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
    // With a third digit, of a key that bounced, it is no ball.
    console.type_in("301");
    console.must_say("del 1 al 90");
    assert!(asked(&console.press(Key::Intro)).is_empty());
    console.raw(egui::Key::Backspace);
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
    assert_eq!(held, [("key-ball", keys(21, out, false))]);
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
    assert_eq!(confirmed, [("key-ball", keys(21, 30, false))]);
    // It sees another: both numbers are on the screen before they hold the game.
    console.show(boards::seated(boards::known(board), 2), None);
    console.type_in("38");
    assert_eq!(console.next(), "ALTO: SE VE EL 38");
    console.must_say("el locutor ha leído el 30");
    let differs = asked_one(&console.press(Key::Intro));
    assert_eq!(differs, [("key-ball", keys(21, 38, false))]);
}

#[test]
fn the_second_person_does_not_see_what_the_caller_keyed() {
    let mut console = console_of(boards::reading(20, SecondWord::SecondPerson, Some(4)), 2);
    console.must_say("Lea usted la bola y teclee su número.");
    console.type_in(NEW);
    assert_eq!(console.next(), "LEÍDO EL 30");
    let too = asked_one(&console.press(Key::Intro));
    assert_eq!(too, [("key-ball", keys(21, 30, false))]);
}

#[test]
fn who_has_keyed_waits_and_may_still_correct_it() {
    for (second_word, waits) in
        [(SecondWord::SecondPerson, "ESPERANDO A LA OTRA PERSONA"), (SecondWord::Mesa, "ESPERANDO A LA MESA")]
    {
        let mut console = console_of(boards::reading(20, second_word, Some(2)), 2);
        assert_eq!(console.next(), waits);
        console.must_say("no la diga aún");
        console.lawful();
        console.type_in("38");
        console.must_say("Corrige lo que tecleó.");
        assert_eq!(console.next(), "CORREGIR: ES EL 38");
        console.lawful();
        // The next ball, keyed in a hurry, does not take the place of the one that waits.
        assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "{waits}");
        let again = asked_one(&console.hold(Key::Intro, 1.3));
        assert_eq!(again, [("key-ball", keys(21, 38, true))]);
    }
}

/// Both read the same ball, and one is faster by a digit: what the other has typed stays.
#[test]
fn the_first_word_does_not_take_a_digit_from_under_the_second() {
    let mut console = console_of(boards::reading(20, SecondWord::SecondPerson, None), 2);
    console.type_in("3");
    let first = Arc::new(boards::reading(20, SecondWord::SecondPerson, Some(4)));
    console.learn(|known| known.board = first);
    console.type_in("0");
    assert_eq!(console.next(), "LEÍDO EL 30");
    assert_eq!(asked_one(&console.press(Key::Intro)), [("key-ball", keys(21, 30, false))]);
}

/// Where it takes two, nobody sings with a number that does not count yet.
#[test]
fn a_number_is_said_once_it_counts() {
    let mut console = console_of(boards::reading(20, SecondWord::SecondPerson, None), 2);
    console.must_say("Después, lea la siguiente y tecléela.");
    console.must_say("Diga: «");
    console.lawful();
    let mut first = boards::reading(20, SecondWord::SecondPerson, None);
    first.public.announced.clear();
    console.show(boards::seated(boards::known(first), 2), None);
    console.must_say("dígalo cuando salga aquí");
    console.lawful();
}

/// Who confirms is not asked to read, and if he was faster all the same the caller's word makes it a ball.
#[test]
fn the_mesa_that_confirms_waits_for_the_caller() {
    let console_at = |keyed_by, person| console_of(boards::reading(20, SecondWord::Mesa, keyed_by), person);
    let mut mesa = console_at(None, 2);
    mesa.must_say("El locutor lee la bola y la teclea.");
    mesa.type_in("30");
    assert!(asked(&mesa.press_armed(Key::Intro)).is_empty());
    let mut caller = console_at(Some(2), 4);
    caller.must_say("Lea usted la bola y teclee su número.");
    caller.type_in("30");
    assert_eq!(asked_one(&caller.press(Key::Intro)), [("key-ball", keys(21, 30, false))]);
}

/// A digit that was typed before a stop is of a ball that may be another by then.
#[test]
fn what_was_begun_before_a_stop_is_not_part_of_the_next_number() {
    let mut console = console_of(caller_alone(), 2);
    console.type_in("3");
    console.learn(|known| known.board = Arc::new(boards::totals()));
    console.step();
    console.learn(|known| known.board = Arc::new(caller_alone()));
    console.step();
    console.must_say("falta el número");
    console.type_in(NEW);
    assert_eq!(asked_one(&console.press(Key::Intro)), [("key-ball", keys(21, 30, false))]);
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
    // It was read and keyed right, and another was said.
    console.show(boards::seated(boards::known(caller_alone()), 2), Some(Over::Turn(Turn::RectifyBall)));
    for _ in 0..2 {
        console.raw(egui::Key::Backspace);
    }
    console.type_in(&last.to_string());
    console.press(Key::Intro);
    console.must_say("Es la que consta: no cambia.");
    console.type_in(NEW);
    console.lawful();
    let said = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(said, [("rectify-announcement", json!({"game": 37, "ordinal": 20, "said": 30}))]);
}

/// While it is filled in the next ball comes: what was meant of ball 20 is not asked of ball 21.
#[test]
fn a_rectification_does_not_slide_to_the_next_ball() {
    let over = Some(Over::Turn(Turn::RectifyBall));
    let mut console = console_of(caller_alone(), 2);
    console.show(boards::seated(boards::known(caller_alone()), 2), over);
    console.type_in(NEW);
    console.learn(|known| known.board = Arc::new(boards::reading(21, SecondWord::Caller, None)));
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
    console.must_say("La bola 21 se cantó como el");
}

/// What two people agreed on two put right, in an ALTO.
#[test]
fn what_two_agreed_on_is_not_one_person_s_to_change() {
    let over = Some(Over::Turn(Turn::RectifyBall));
    let mut console = console_of(boards::reading(20, SecondWord::SecondPerson, None), 2);
    console.show(boards::seated(boards::known(boards::reading(20, SecondWord::SecondPerson, None)), 2), over);
    console.type_in(NEW);
    console.must_say("ALTO: dos personas dicen cuál es");
    console.must_say("será un ALTO: la miran dos personas");
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

/// A hall with one console at the mesa and one at the caja plays with a second person too.
#[test]
fn the_second_person_sits_at_the_caja_or_in_the_sala() {
    for person in [5, 1] {
        // Either of the two may be the faster.
        for keyed_by in [Some(2), None] {
            let mut console = console_of(boards::reading(20, SecondWord::SecondPerson, keyed_by), person);
            console.lawful();
            console.must_say("Segunda persona");
            assert_eq!(console.press(Key::F8), [Press::Open(Over::SecondWord)]);
            console.lawful();
            console.must_say("Lea usted la bola y teclee su número.");
            console.type_in(NEW);
            assert_eq!(console.next(), "LEÍDO EL 30");
            console.lawful();
            assert_eq!(asked_one(&console.press(Key::Intro)), [("key-ball", keys(21, 30, false))]);
            // It stays for the next ball, and a digit does not outlive a stop.
            console.grant();
            console.learn(|known| {
                known.board = Arc::new(boards::reading(21, SecondWord::SecondPerson, Some(2)));
            });
            assert_eq!(console.lies_over(), Some(Over::SecondWord));
            console.type_in("3");
            console.learn(|known| known.board = Arc::new(boards::question()));
            console.must_say("La extracción está parada.");
            console.learn(|known| {
                known.board = Arc::new(boards::reading(21, SecondWord::SecondPerson, Some(2)));
            });
            console.must_say("falta el número de la bola");
            assert_eq!(console.press(Key::Back), [Press::Close]);
        }
        for board in [boards::reading(20, SecondWord::Mesa, Some(2)), boards::draw(20)] {
            assert!(!console_of(board, person).is_on("Segunda persona"));
        }
    }
}
