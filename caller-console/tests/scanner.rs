//! A scan is a scan wherever it falls: never digits, never Intro, never a key (DECISIONS 2). The hall's own cards have a code of their
//! own; those of another maker are read as the hall's settings say, from a scanner that says what it reads.

mod kit;

use std::sync::Arc;

use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::place::{Look, Over};
use caller_console::press::Press;
use hall_wire::board::{MesaBoard, SecondWord};
use hall_wire::message::{HallLists, SeriesRow};
use kit::{Console, asked_one, boards};
use serde_json::json;

/// An EAN-13 of card 301 of series A 17, as the maker of [`boards::barcodes`] prints it.
const CARD_301: &str = "]E08400170003016";

/// The same by a maker whose codes have signs that are keys elsewhere.
const SIGNS: &str = "]C0OR-A0017/00301+";

fn known(board: MesaBoard, person: u32) -> Known {
    let lists = HallLists { barcodes: boards::barcodes(), ..boards::lists() };
    Known { lists: Arc::new(lists), ..boards::seated(boards::known(board), person) }
}

fn console(board: MesaBoard, person: u32) -> Console {
    Console::of(known(board, person))
}

#[test]
fn a_bought_card_that_is_scanned_in_the_draw_was_sung() {
    for code in [CARD_301, SIGNS] {
        let mut console = console(boards::ball_on_table(20), 2);
        let asked = asked_one(&console.scan(code));
        let claim = json!({"game": 37, "play": "line", "series": "A17", "card": 301});
        assert_eq!(asked, [("claim", claim)], "{code}");
    }
}

/// Where numbers are typed a code's digits are none of them, nor its Intro one; its signs are no keys.
#[test]
fn nothing_of_a_code_is_typed_or_pressed() {
    for code in [CARD_301, SIGNS] {
        let mut console = console(boards::reading(20, SecondWord::Caller, None), 2);
        console.type_in("3");
        assert_eq!(asked_one(&console.scan(code))[0].0, "claim", "{code}");
        assert_eq!(console.lies_over(), None, "{code}: no sign opened anything");
        console.raw(egui::Key::Backspace);
        console.must_say("falta el número");
    }
}

/// Its Intro is never an Intro: half a code, one of no form, one of another maker.
#[test]
fn a_code_of_no_known_form_says_so_and_does_nothing() {
    for (code, says) in [
        ("]E0840017", "NO ES DE UN CARTÓN"),
        ("]E08400170003015", "su dígito de control no es ése"),
        ("]E08499990003016", "de la serie A9999, que la sala no tiene"),
        ("]d2123456", "NO ES DE UN CARTÓN"),
    ] {
        let mut console = console(boards::ball_on_table(20), 2);
        let before = console.next();
        let pressed = console.scan(code);
        assert!(kit::asked(&pressed).is_empty(), "{code}: {pressed:?}");
        assert!(console.says(says) || console.note().contains(says), "{code}: {}", console.note());
        assert_eq!(console.next(), before, "{code}");
    }
}

/// The settings do not say the letter, and the hall has two series of that number: it is no card's, and both are named.
#[test]
fn a_code_that_two_series_could_have_is_of_neither() {
    let mut known = known(boards::ball_on_table(20), 2);
    let lists = Arc::make_mut(&mut known.lists);
    lists.barcodes[0].letter = None;
    let other = SeriesRow { series: "B17".to_owned(), ..lists.series[0].clone() };
    lists.series.push(other);
    let mut console = Console::of(known);
    let pressed = console.scan(CARD_301);
    assert!(kit::asked(&pressed).is_empty(), "{pressed:?}");
    assert!(console.note().contains("puede ser de la serie A 17 o de la B 17"), "{}", console.note());
}

/// Where words are written a code is no word, and its Intro sends nothing.
#[test]
fn a_code_in_a_field_for_words_is_no_word() {
    let mut console = console(boards::closed(), 1);
    console.type_in("3");
    console.press(Key::F5);
    console.type_in("ana");
    let pressed = console.scan(CARD_301);
    assert!(kit::asked(&pressed).is_empty(), "{pressed:?}");
    console.must_say("ana");
    assert!(!console.says("840017"), "no digit went into a field");
}

/// F2 is the page that shows what a scan was understood as.
#[test]
fn f2_shows_what_a_scan_is_understood_as() {
    let mut console = Console::over(known(boards::idle(), 2), Over::Look(Look::Search));
    let found = console.scan(CARD_301);
    assert_eq!(found, [Press::Find("A17 301".to_owned())]);
    console.must_say("Leído: ]E08400170003016");
    console.must_say("Ortiz: serie A 17, n.º 301");
    console.lawful();
    console.scan("]E08499990003016");
    console.must_say("que la sala no tiene");
    console.lawful();
    let own = "]Q1B1:A17:1506:0123456789ABCDEF";
    assert_eq!(console.scan(own), [Press::Find("B1:A17:1506:0123456789ABCDEF".to_owned())]);
    console.must_say("Cartón de la sala: serie A 17, n.º 1506");
}

/// A computer that has much to do gets the rest of a code late: its digits are no number, and its Intro is none either.
#[test]
fn a_code_that_comes_in_two_pieces_is_one() {
    let mut console = console(boards::reading(20, SecondWord::Caller, None), 2);
    console.type_in("]E084001");
    assert!(console.wait_for_keys(1.5).is_empty());
    assert_eq!(asked_one(&console.scan("70003016"))[0].0, "claim");
    console.must_say("falta el número");
}
