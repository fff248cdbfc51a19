//! A new epoch of the record: two people read the last numbers from the paper, each for himself (DECISIONS 40, 41).

use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::place::{Over, Turn};
use caller_console::press::Press;
use hall_core::words::Lang;
use hall_wire::board::{CardNumber, MesaBoard, NumberingDue};
use serde_json::json;

use super::hurried::{PACES_S, asked_by};
use super::kit::{Console, asked, asked_one, boards};
use super::{next, second, sign};

fn due(asked_by: Option<u32>) -> MesaBoard {
    let sold = vec![CardNumber { series: "A17".to_string(), card: 480 }];
    let numbering_due = Some(NumberingDue { game: 1_234, session: 31, diligencia: 7, sold, asked_by });
    MesaBoard { epoch: 2, numbering_due, ..boards::closed() }
}

fn known(asked_by: Option<u32>) -> Known {
    boards::known(due(asked_by))
}

#[test]
fn the_mesa_sees_what_happened_and_types_the_numbers_of_the_paper() {
    let mut console = Console::of(known(None));
    console.must_say("FALTA LA NUMERACIÓN");
    console.must_say("Época 2 del registro: acaba en la partida 1.234 y pueden faltar otras.");
    console.lawful();
    console.press_armed(Key::Intro);
    console.must_say("El registro llega al 1.234: el papel dice ése o uno mayor.");
    console.type_in("1233");
    assert!(console.press_armed(Key::Intro).is_empty(), "a paper older than the record");
    console.lawful();
    for _ in 0..4 {
        console.raw(egui::Key::Backspace);
    }
    console.type_in("1236");
    next(&mut console);
    console.lawful();
    // The session and the diligencia are the record's.
    next(&mut console);
    next(&mut console);
    console.type_in("502");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    let numbering =
        json!({"game": 1236, "session": 31, "diligencia": 7, "sold": [{"series": "A17", "card": 502}]});
    assert_eq!(asked_one(&pressed), [("ask-numbering", numbering)]);
}

#[test]
fn typed_fast_nothing_is_lost_and_nothing_goes_twice() {
    let mut console = Console::of(known(None));
    console.slow_desk();
    console.type_in("1234");
    for _ in 0..3 {
        next(&mut console);
    }
    let pressed = console.press_armed(Key::Intro);
    let numbering = json!({"game": 1234, "session": 31, "diligencia": 7, "sold": []});
    assert_eq!(asked_one(&pressed), [("ask-numbering", numbering)], "what the record says needs no typing");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "it is under way");
}

/// DECISIONS 37: at any pace what the same keys do slowly, once, or nothing yet; a number of one line is never joined to that of
/// another.
#[test]
fn typed_in_a_hurry_the_numbers_are_those_that_were_typed() {
    let numbering =
        json!({"game": 1236, "session": 31, "diligencia": 7, "sold": [{"series": "A17", "card": 502}]});
    let whole = vec![("ask-numbering", numbering)];
    for apart_s in PACES_S {
        let (mut console, pressed) = asked_by(known(None), "1236⏎⏎⏎502⏎⏎⏎", apart_s);
        assert!(pressed.is_empty() || pressed == whole, "{apart_s} s: {pressed:?}");
        if pressed.is_empty() {
            assert_eq!(asked_one(&console.press_armed(Key::Intro)), whole, "{apart_s} s");
        }
        assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "it is under way");
        // One that is too low stops it there, whatever is typed behind it.
        let (_, pressed) = asked_by(known(None), "1233⏎⏎⏎502⏎⏎⏎", apart_s);
        assert_eq!(pressed, [], "{apart_s} s: a paper older than the record");
    }
}

#[test]
fn another_person_reads_and_confirms_without_seeing_the_first_reading() {
    // Ramón sits here; Marta has read.
    let mut console = Console::of(known(Some(1)));
    console.must_say("M. Ortega ya los ha leído. Ahora los lee en el papel otra persona.");
    console.must_say("Leo yo, y confirmo");
    console.lawful();
    console.type_in("1");
    next(&mut console);
    console.type_in("1236");
    for _ in 0..3 {
        next(&mut console);
    }
    let pressed = console.press_armed(Key::Intro);
    let numbering = json!({"game": 1236, "session": 31, "diligencia": 7, "sold": []});
    assert_eq!(asked_one(&pressed), [("confirm-numbering", numbering)]);
    assert_eq!(asked(&pressed)[0].second, None);
}

#[test]
fn at_the_desk_of_the_first_the_second_reads_and_signs_with_a_pin() {
    let mut console = Console::of(known(Some(2)));
    console.must_say("Lee otra persona en este puesto");
    console.type_in("1");
    next(&mut console);
    console.type_in("1236");
    for _ in 0..4 {
        next(&mut console);
    }
    sign(&mut console, "1");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked_one(&pressed)[0].0, "confirm-numbering");
    assert_eq!(asked(&pressed)[0].second, second("1"));
}

#[test]
fn a_first_reading_that_was_wrong_is_begun_again() {
    let mut console = Console::of(known(Some(2)));
    console.type_in("2");
    next(&mut console);
    console.type_in("1240");
    for _ in 0..3 {
        next(&mut console);
    }
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked_one(&pressed)[0].0, "ask-numbering");
}

#[test]
fn a_refusal_of_the_paper_is_a_refusal_and_not_news_of_a_paper() {
    let mut console = Console::of(known(None));
    console.refuse("papel-anterior-al-registro", "", "El papel dice partida 9 y el registro llega a 12.");
    console.must_say("ESE PAPEL NO ES EL ÚLTIMO.");
    console.must_say("papel-anterior-al-registro");
    console.lawful();
}

#[test]
fn the_jefe_de_sala_opens_it_and_the_others_are_told_why_nothing_opens() {
    let mut console = Console::of(boards::seated(known(None), 1));
    console.must_say("FALTA LA NUMERACIÓN");
    console.must_say("Época 2 del registro: falta confirmar la numeración");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(pressed, [Press::Open(Over::Turn(Turn::Numbering))]);
    console.must_say("Última partida");
    console.lawful();
    for person in [3, 5, 9] {
        let mut console = Console::of(boards::seated(known(None), person));
        console.must_say("FALTA LA NUMERACIÓN");
        console.lawful();
    }
}

#[test]
fn it_reads_in_english_too_and_with_the_longest_names() {
    let mut console = Console::of(boards::longest(known(Some(1))));
    console.lawful();
    console.speak(Lang::En);
    console.must_say("NUMBERING NOT KNOWN");
    console.lawful();
}
