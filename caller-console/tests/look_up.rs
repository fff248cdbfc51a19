//! F2: a card that is looked at, over any view.

mod kit;

use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::place::{Look, Over};
use caller_console::press::{Press, Sought};
use hall_wire::message::{CardFound, CardsFound};
use kit::{Console, asked, asked_one, boards};

const CODE: &str = "B1:A17:301:0123456789ABCDEF";

fn looking() -> Console {
    let mut console = Console::of(boards::known(boards::draw(20)));
    console.press(Key::F2);
    assert_eq!(console.lies_over(), Some(Over::Look(Look::Card)));
    console
}

/// The desk's answer to what was sought last.
fn answer(console: &mut Console, sought: Sought, cards: Vec<CardFound>) {
    console.learn(|known| known.found = Some(Arc::new((sought, CardsFound { cards, more: 0 }))));
}

fn missing(console: &mut Console) -> String {
    match console.bar().next {
        Next::Missing { what, .. } => what,
        other @ (Next::Do(_) | Next::Wait(_)) => panic!("nothing is missing: {other:?}"),
    }
}

#[test]
fn those_who_may_see_cards_look_at_one_from_anywhere() {
    let mut console = Console::of(boards::known(boards::closed()));
    for (at, board) in boards::every() {
        for (person, may) in [(1, true), (2, true), (5, true), (9, false)] {
            console.show(boards::seated(boards::known(board.clone()), person), None);
            console.press(Key::F2);
            let over = may.then_some(Over::Look(Look::Card));
            assert_eq!(console.lies_over(), over, "{at}, person {person}");
        }
    }
}

#[test]
fn a_card_is_sought_by_its_code_its_number_and_what_is_left_of_it() {
    let mut console = looking();
    console.lawful();
    assert_eq!(missing(&mut console), "lea o escriba el cartón");
    assert_eq!(console.scan(CODE), [Press::Find(Sought::Code(CODE.to_string()))]);
    let rows = [
        ("A17,301", Sought::Card { series: "A17".into(), card: 301 }, "/api/cards?series=A17&card=301"),
        // A number alone is of the series that is played with.
        ("301", Sought::Card { series: "A17".into(), card: 301 }, "/api/cards?series=A17&card=301"),
        (
            "4,17.33,48,52,88",
            Sought::Holding { series: None, numbers: vec![4, 17, 33, 48, 52, 88] },
            "/api/cards?numbers=4,17,33,48,52,88",
        ),
        (
            "a18,4,17,33,48,52,88",
            Sought::Holding { series: Some("A18".into()), numbers: vec![4, 17, 33, 48, 52, 88] },
            "/api/cards?numbers=4,17,33,48,52,88&series=A18",
        ),
    ];
    for (typed, sought, path) in rows {
        let mut console = looking();
        console.type_in(typed);
        console.lawful();
        let pressed = console.press_armed(Key::Intro);
        assert_eq!(pressed, [Press::Find(sought.clone())], "{typed}");
        assert_eq!(sought.path(), path);
        assert!(console.outside().contains(&Press::Find(sought)), "{typed}");
    }
    for (typed, why) in [
        ("A17", "falta el número"),
        ("4,17,33,48", "faltan 2 números: hacen falta seis"),
        ("A0,3", "serie y número, como A17,301, o números"),
        ("4,A17", "serie y número, como A17,301, o números"),
    ] {
        let mut console = looking();
        console.type_in(typed);
        assert_eq!(missing(&mut console), why, "{typed}");
        assert!(console.press_armed(Key::Intro).is_empty(), "{typed}");
    }
}

#[test]
fn a_card_that_was_found_is_shown_with_what_is_known_of_it_and_nothing_of_the_draw() {
    let mut console = looking();
    console.scan(CODE);
    answer(&mut console, Sought::Code(CODE.to_string()), vec![boards::card_found(301, Some(true))]);
    for words in
        ["Serie A 17 · n.º 301", "CÓDIGO AUTÉNTICO", "4821-07", "Vendido en la partida 37", "Matriz 1"]
    {
        console.must_say(words);
    }
    console.lawful();
    // Twenty balls are called, some of them on this card: none of that is to be seen.
    let called = console.known().public().announced.clone();
    let on_it =
        boards::card_found(301, None).grid.into_iter().flatten().filter(|number| called.contains(number));
    assert!(on_it.count() > 0, "the test needs a called number");
    assert!(!console.labels().iter().any(|label| label.contains("bola ") || label.contains("falta")));
    // Typing again begins another search.
    console.type_in("7");
    assert!(!console.says("CÓDIGO AUTÉNTICO"));
    console.must_say("7");
    console.press(Key::Back);
    assert_eq!(console.lies_over(), None);
}

#[test]
fn a_forged_code_is_said_to_be_one_and_no_card_is_an_answer() {
    let mut console = looking();
    console.scan(CODE);
    answer(&mut console, Sought::Code(CODE.to_string()), vec![boards::card_found(301, Some(false))]);
    console.must_say("CÓDIGO FALSO");
    console.must_say("Ese código no es de la sala");
    console.lawful();
    answer(&mut console, Sought::Code(CODE.to_string()), vec![]);
    console.must_say("Ningún cartón de la sala tiene esos números");
    let other = console.scan("B1:basura");
    assert_eq!(other, [Press::Refuse("lectura-ilegible")]);
}

#[test]
fn arrows_go_through_the_cards_that_were_found() {
    let mut console = looking();
    console.type_in("4,17,33,48,52,88");
    let sought = Sought::Holding { series: None, numbers: vec![4, 17, 33, 48, 52, 88] };
    let cards = (301..=320).map(|card| boards::card_found(card, None)).collect();
    answer(&mut console, sought, cards);
    console.must_say("Serie A 17 · n.º 301");
    console.lawful();
    console.raw(egui::Key::ArrowDown);
    console.must_say("Serie A 17 · n.º 302");
    for _ in 0..30 {
        console.raw(egui::Key::ArrowDown);
    }
    console.must_say("Serie A 17 · n.º 320");
    console.lawful();
    let mut console = console.in_english();
    console.lawful();
}

#[test]
fn the_stop_works_over_a_card_and_takes_it_away() {
    let mut console = looking();
    console.type_in("A17,3");
    let pressed = console.press(Key::Stop);
    assert_eq!(asked(&pressed).len(), 1);
    assert_eq!(asked_one(&pressed)[0].0, "stop");
    assert_eq!(console.lies_over(), None);
}
