//! A server that started with its clock hours behind (E 57): two people say what hour it is by their own watches.

use caller_console::keys::Key;
use caller_console::known::Known;
use hall_core::words::Lang;
use hall_wire::board::{ClockDoubt, MesaBoard};
use serde_json::json;

use super::hurried::{PACES_S, asked_by};
use super::kit::{Console, asked, asked_one, boards};
use super::{next, second, sign};

fn known(asked_by: Option<u32>) -> Known {
    // Six hours after what the server shows.
    let doubt = ClockDoubt { recorded_utc_ms: boards::NOW + 6 * 3_600_000, asked_by };
    boards::known(MesaBoard { clock_doubt: Some(doubt), ..boards::closed() })
}

#[test]
fn two_people_at_one_desk_say_the_day_and_the_hour() {
    let mut console = Console::of(known(None));
    console.must_say("El servidor ha arrancado con el reloj atrasado.");
    console.must_say("El servidor marca");
    console.lawful();
    console.type_in("22112026");
    next(&mut console);
    console.lawful();
    console.type_in("0541");
    next(&mut console);
    sign(&mut console, "1");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    let hour = json!({"date": "2026-11-22", "hour": "05:41"});
    assert_eq!(asked_one(&pressed), [("ask-clock", hour.clone()), ("confirm-clock", hour)]);
    assert_eq!(asked(&pressed)[0].second, second("1"));
}

#[test]
fn another_person_confirms_without_a_pin_and_a_day_that_is_none_is_not_sent() {
    let mut console = Console::of(known(Some(1)));
    console.must_say("M. Ortega ya ha dicho la hora. Ahora la dice otra persona, por su propio reloj.");
    // What the second compares with stands there too.
    console.must_say("El servidor marca");
    console.must_say("Lo último registrado");
    console.lawful();
    console.type_in("32112026");
    assert!(console.press_armed(Key::Intro).is_empty(), "there is no such day");
    for _ in 0..8 {
        console.raw(egui::Key::Backspace);
    }
    console.type_in("22112026");
    next(&mut console);
    console.type_in("0541");
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked_one(&pressed), [("confirm-clock", json!({"date": "2026-11-22", "hour": "05:41"}))]);
    assert_eq!(asked(&pressed)[0].second, None);
}

/// DECISIONS 37: at any pace what the same keys do slowly, once, or nothing yet.
#[test]
fn typed_in_a_hurry_the_hour_is_what_was_typed_and_goes_once() {
    let hour = json!({"date": "2026-11-22", "hour": "05:41"});
    for apart_s in PACES_S {
        let (mut console, pressed) = asked_by(known(Some(1)), "22112026⏎0541⏎⏎⏎", apart_s);
        let whole = vec![("confirm-clock", hour.clone())];
        assert!(pressed.is_empty() || pressed == whole, "{apart_s} s: {pressed:?}");
        if pressed.is_empty() {
            assert_eq!(asked_one(&console.press_armed(Key::Intro)), whole, "{apart_s} s");
        }
        assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "it is under way");
    }
}

#[test]
fn it_reads_in_english_too_and_with_the_longest_names() {
    let mut console = Console::of(boards::longest(known(Some(1))));
    console.lawful();
    console.speak(Lang::En);
    console.must_say("The server started with its clock behind.");
    console.lawful();
}
