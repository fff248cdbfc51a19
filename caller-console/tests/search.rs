//! F2: one search for everything, over any view: cards as ever at this key, and games, balls, people, sets of balls, amounts, hours and
//! words of the acta.

mod kit;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::place::{Look, Over, Turn};
use caller_console::press::Press;
use hall_core::event::{Play, Sought};
use hall_core::people::Role;
use hall_core::words::Lang;
use hall_wire::message::{
    BallSetFound, GameFound, GameState, PersonFound, Place, PrizeOfGame, PrizeStands, SearchFound, SearchHit,
    Told, ToldWhat,
};
use kit::{Console, asked, asked_one, boards};

const CODE: &str = "B1:A17:301:0123456789ABCDEF";

const SEARCH: Over = Over::Look(Look::Search);

fn searching() -> Console {
    let mut console = Console::of(boards::known(boards::draw(20)));
    console.press(Key::F2);
    assert_eq!(console.lies_over(), Some(SEARCH));
    console
}

/// The server's answer to what was sought last.
fn answer(console: &mut Console, hits: Vec<SearchHit>) {
    let mut sought: Vec<Sought> = hits.iter().map(SearchHit::sought).collect();
    sought.dedup();
    console.learn(|known| {
        let text = known.search.text.clone();
        known.search.answered(&text, SearchFound { sought, hits, more: Vec::new() });
    });
}

fn find(text: &str) -> Press {
    Press::Find(text.to_string())
}

fn card(number: u32, genuine: Option<bool>) -> SearchHit {
    SearchHit::Card(boards::card_found(number, genuine))
}

fn place() -> Place {
    Place {
        game: Some(37),
        in_session: Some(5),
        session: Some(12),
        date: Some("2026-11-21".to_string()),
        folios: Some("12/2026, 3–5".to_string()),
    }
}

fn told(what: ToldWhat) -> SearchHit {
    let text = matches!(what, ToldWhat::Diligencia | ToldWhat::Line)
        .then(|| "Se repone un monitor que estaba sin imagen desde las ocho de la tarde".to_string());
    SearchHit::Told(Told {
        place: place(),
        play: Some(Play::Bingo),
        series: Some("A17".to_string()),
        card: Some(1_506),
        good: Some(true),
        ball: Some(45),
        ordinal: Some(12),
        amount_cents: Some(9_850),
        state: Some(PrizeStands::Paid),
        by: Some(5),
        text,
        line: Some(41_207),
        ..Told::at(what, boards::NOW)
    })
}

fn game() -> SearchHit {
    let prize = |play, card| PrizeOfGame {
        play,
        series: "A17".to_string(),
        card,
        amount_cents: 9_018,
        state: PrizeStands::Due,
    };
    SearchHit::Game(GameFound {
        place: place(),
        series: "A17".to_string(),
        cards: 1_501,
        face_value_cents: 200,
        takings_cents: 300_200,
        line_cents: 9_018,
        bingo_cents: 159_118,
        state: GameState::Void,
        ball_set: Some("J1".to_string()),
        opened_at_utc_ms: boards::NOW,
        ended_at_utc_ms: Some(boards::NOW + 900_000),
        announced: boards::BALLS.to_vec(),
        claims: 7,
        good: 6,
        prizes: (0..6).map(|nth| prize(Play::Line, 1_500 + nth)).collect(),
        void_cause: Some("Se cae el bombo y hay que recoger las bolas del suelo".to_string()),
    })
}

/// One of each kind.
fn all_kinds() -> Vec<SearchHit> {
    let person = PersonFound {
        person: 5,
        user: "blas".to_string(),
        name: "Blas Gil".to_string(),
        roles: vec![Role::Cajero, Role::JefeDeMesa],
        left: false,
        last: (0..3)
            .map(|_| Told {
                text: Some("Partida 37: se paga el premio 2, 98,50 €".into()),
                ..Told::at(ToldWhat::Line, boards::NOW)
            })
            .collect(),
    };
    let set = BallSetFound { row: boards::sets()[0].clone(), games: vec![place(), place()] };
    vec![
        card(301, None),
        told(ToldWhat::Claim),
        told(ToldWhat::PrizeOfCard),
        game(),
        told(ToldWhat::Ball),
        SearchHit::BallSet(set),
        SearchHit::Person(person),
        told(ToldWhat::Prize),
        told(ToldWhat::Sale),
        told(ToldWhat::Correction),
        told(ToldWhat::Refund),
        told(ToldWhat::LineTotal),
        told(ToldWhat::BingoTotal),
        told(ToldWhat::Line),
        told(ToldWhat::Diligencia),
    ]
}

fn missing(console: &mut Console) -> String {
    match console.bar().next {
        Next::Missing { what, .. } => what,
        other @ (Next::Do(_) | Next::Wait(_)) => panic!("nothing is missing: {other:?}"),
    }
}

#[test]
fn every_desk_searches_from_anywhere_and_the_inspection_is_told_that_it_is_recorded() {
    let mut console = Console::of(boards::known(boards::closed()));
    for (at, board) in boards::every() {
        for person in [1, 2, 3, 5, 9] {
            console.show(boards::seated(boards::known(board.clone()), person), None);
            console.press(Key::F2);
            assert_eq!(console.lies_over(), Some(SEARCH), "{at}, person {person}");
            let recorded = console.bar().prompt.contains("consta la clase");
            assert_eq!(recorded, person == 9, "{at}, person {person}");
        }
    }
}

#[test]
fn a_card_is_sought_by_its_code_its_number_and_what_is_left_of_it() {
    let mut console = searching();
    console.lawful();
    assert_eq!(missing(&mut console), "lea o escriba lo que busca");
    assert_eq!(console.scan(CODE), [find(CODE)]);
    for typed in [
        "A17,301",
        "301",
        "17,301",
        "4,17.33,48,52,88",
        "a18,4,17,33,48,52,88",
        "98,50",
        "5,28/11",
        "p3",
        "ana",
    ] {
        let mut console = searching();
        for c in typed.chars() {
            // A slash is a key, which stands for its sign here.
            drop(if c == '/' { console.press(Key::Trouble) } else { console.press_char(c) });
        }
        console.lawful();
        // No key more than ever: what is typed, and Intro.
        assert_eq!(console.press_armed(Key::Intro), [find(typed)], "{typed}");
        assert!(console.outside().contains(&find(typed)), "{typed}");
    }
    for (typed, why) in [("A17", "falta el número"), ("4,17,33,48", "faltan 2 números: hacen falta seis")] {
        let mut console = searching();
        console.type_in(typed);
        assert_eq!(missing(&mut console), why, "{typed}");
        assert!(console.press_armed(Key::Intro).is_empty(), "{typed}");
    }
}

#[test]
fn a_card_that_was_found_is_shown_with_what_is_known_of_it_and_nothing_of_the_draw() {
    let mut console = searching();
    console.scan(CODE);
    answer(&mut console, vec![card(301, Some(true))]);
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
fn a_forged_code_is_said_to_be_one_and_nothing_is_an_answer() {
    let mut console = searching();
    console.scan(CODE);
    answer(&mut console, vec![card(301, Some(false))]);
    console.must_say("CÓDIGO FALSO");
    console.must_say("Ese código no es de la sala");
    console.lawful();
    console.scan(CODE);
    answer(&mut console, vec![]);
    console.must_say("Nada así que su función pueda ver");
    // What can be looked for is said where nothing was found.
    console.must_say("Importe: 98,50");
    console.lawful();
    let other = console.scan("B1:basura");
    assert_eq!(other, [Press::Refuse("lectura-ilegible")]);
    console.lawful();
}

#[test]
fn arrows_go_through_what_was_found_and_intro_to_the_game_of_it() {
    let mut console = searching();
    console.type_in("45");
    console.press_armed(Key::Intro);
    answer(&mut console, vec![card(45, None), game(), told(ToldWhat::Ball), told(ToldWhat::Prize)]);
    console.must_say("Serie A 17 · n.º 45");
    console.lawful();
    assert!(matches!(console.bar().next, Next::Do(act) if act.press == Press::Close), "a card is all there");
    for (words, open) in
        [("37 (5.ª), anulada", false), ("sale el 45, 12.ª bola", true), ("premio de bingo, 98,50 €", true)]
    {
        console.raw(egui::Key::ArrowDown);
        console.must_say(words);
        console.lawful();
        assert_eq!(console.next() == "VER LA PARTIDA 37", open, "{words}");
    }
    for _ in 0..9 {
        console.raw(egui::Key::ArrowDown);
    }
    assert_eq!(console.press_armed(Key::Intro), [find("partida 37")]);
    console.step();
    console.must_say("partida 37");
    answer(&mut console, vec![game()]);
    for words in [
        "Sesión 12, 21-11-2026",
        "Anunciado: línea 90,18 €",
        "Cantos: 7; buenos, 6",
        "12/2026, 3–5",
        "Causa: Se cae",
    ] {
        console.must_say(words);
    }
    console.lawful();
    assert_eq!(console.press_armed(Key::Intro), [Press::Close]);
    assert_eq!(console.lies_over(), None);
}

#[test]
fn each_kind_has_its_page_in_both_languages() {
    let kinds = all_kinds();
    for language in [Lang::Es, Lang::En] {
        let mut console = searching();
        console.speak(language);
        console.type_in("ana");
        console.press_armed(Key::Intro);
        answer(&mut console, kinds.clone());
        for _ in &kinds {
            console.lawful();
            console.raw(egui::Key::ArrowDown);
        }
    }
}

/// The answer comes late, and the hands go on: what it shows is what was asked for, and a key behind Intro begins another text.
#[test]
fn hurried_hands_get_the_card_they_typed() {
    for pace_s in [0.03, 0.08, 0.15] {
        let mut console = searching();
        for key in "A17,301⏎".chars() {
            console.hurry(key, pace_s, &mut |_| {});
        }
        console.hurry_on(0.1, &mut |_| {});
        assert_eq!(
            console.outside(),
            [Press::Open(SEARCH), find("A17,301")]
                .into_iter()
                .filter(|press| press.is_for_program())
                .collect::<Vec<_>>(),
            "{pace_s} s"
        );
        for key in "302⏎".chars() {
            console.hurry(key, pace_s, &mut |_| {});
        }
        console.hurry_on(0.1, &mut |_| {});
        assert_eq!(console.outside(), [find("302")], "{pace_s} s");
        let late = SearchFound { sought: vec![Sought::Card], hits: vec![card(301, None)], more: Vec::new() };
        console.learn(|known| known.search.answered("A17,301", late));
        assert!(!console.says("n.º 301"), "{pace_s} s: an answer to another question");
        answer(&mut console, vec![card(302, None)]);
        console.must_say("n.º 302");
    }
}

/// F2, F3, F4 and F10 lie over a form as over a view: it is there again, with what was written in it.
#[test]
fn what_was_written_in_a_form_is_there_when_the_search_closes() {
    for key in [Key::F2, Key::F3, Key::F4, Key::F10] {
        let mut console = Console::over(boards::known(boards::ball_on_table(20)), Over::OtherBall);
        console.type_in("4");
        console.press(key);
        assert!(matches!(console.lies_over(), Some(Over::Look(_))), "{}", key.cap());
        console.press(Key::Back);
        assert_eq!(console.lies_over(), Some(Over::OtherBall), "{}", key.cap());
        console.type_in("7");
        console.must_say("47");

        let diligencia = Over::Turn(Turn::Diligencia);
        let mut console = Console::over(boards::known(boards::idle()), diligencia);
        console.type_in("1");
        console.press_armed(Key::Intro);
        console.type_in("Se cae un monitor");
        let before = console.bar();
        console.press(key);
        if key == Key::F2 {
            console.type_in("A17,301");
            // From the search to something else to look at, and to the search again.
            console.press(Key::F10);
            console.press(Key::F2);
            console.press(Key::Back);
        }
        console.press(Key::Back);
        assert_eq!(console.lies_over(), Some(diligencia), "{}", key.cap());
        assert_eq!(console.bar(), before, "{}", key.cap());
        console.type_in(" y se repone");
        console.must_say("Se cae un monitor y se repone");
    }
    // Opened anew, the search is empty.
    let mut console = searching();
    console.type_in("A17,301");
    console.press(Key::Back);
    console.press(Key::F2);
    assert_eq!(missing(&mut console), "lea o escriba lo que busca");
}

#[test]
fn the_stop_works_over_a_search_and_takes_it_away() {
    let mut console = searching();
    console.type_in("A17,3");
    let pressed = console.press(Key::Stop);
    assert_eq!(asked(&pressed).len(), 1);
    assert_eq!(asked_one(&pressed)[0].0, "stop");
    assert_eq!(console.lies_over(), None);
    // A blank stops the draw too; where no ball can come it stands between words, and a slash in a date.
    let mut console = searching();
    assert_eq!(asked_one(&console.raw(egui::Key::Space))[0].0, "stop");
    let mut console = Console::over(boards::known(boards::idle()), SEARCH);
    console.type_in("ana");
    console.raw(egui::Key::Space);
    console.type_in("ruiz");
    console.press(Key::Trouble);
    assert_eq!(console.lies_over(), Some(SEARCH));
    assert_eq!(console.press_armed(Key::Intro), [find("ana ruiz/")]);
    // Hurried too: the keys before a blank are not dropped as they are before a stop.
    let mut console = Console::over(boards::known(boards::idle()), SEARCH);
    for key in "ana*ruiz⏎".chars() {
        console.hurry(key, 0.02, &mut |_| {});
    }
    console.hurry_on(0.2, &mut |_| {});
    assert_eq!(console.outside(), [find("ana ruiz")]);
}

#[test]
fn whatever_is_typed_is_text() {
    let long = "palabra,".repeat(25);
    for typed in ["%_'--", "\u{202e}ana\u{202c}", "ñandú,PEÑA", long.as_str()] {
        let mut console = Console::over(boards::known(boards::idle()), SEARCH);
        console.type_in(typed);
        console.step();
        let next = console.bar().next;
        let Next::Do(act) = next else { panic!("{typed}: {next:?}") };
        let Press::Find(text) = &act.press else { panic!("{typed}: {act:?}") };
        assert!(text.chars().count() <= 60, "{typed}");
        console.lawful();
        console.press_armed(Key::Intro);
        answer(&mut console, vec![]);
        console.lawful();
    }
}

/// A refusal leaves what was typed, and Intro tries again.
#[test]
fn a_search_that_fails_can_be_tried_again() {
    let mut console = searching();
    console.type_in("ana");
    assert_eq!(console.press_armed(Key::Intro), [find("ana")]);
    assert!(matches!(console.bar().next, Next::Wait(_)));
    console.learn(|known| known.search.failed = true);
    assert_eq!(console.press_armed(Key::Intro), [find("ana")]);
}
