//! 22, 23 · The jefe de sala and the inspector.

mod kit;

use hall_wire::board::HoldKind;
use hall_wire::message::GameState;
use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::known::{Desk, Known, SheetSeen};
use caller_console::place::{Look, Over, Turn};
use caller_console::press::{Paper, Press};
use hall_core::ball::Ball;
use hall_core::event::{HoldExit, Ordinal};
use hall_wire::board::{Cards, MesaBoard, Play, Proposed};
use hall_wire::message::{GameLook, GameRow, Inspection, MatrixRow, SessionRow};
use kit::{Console, asked, asked_one, boards};
use serde_json::json;

fn manager(board: MesaBoard) -> Known {
    boards::seated(boards::known(board), 1)
}

fn at(board: MesaBoard) -> Console {
    Console::of(manager(board))
}

fn missing(console: &mut Console) -> String {
    match console.bar().next {
        Next::Missing { what, .. } => what,
        other @ (Next::Do(_) | Next::Wait(_)) => panic!("nothing is missing: {other:?}"),
    }
}

fn acta(session: u32) -> Press {
    // The fourth is open.
    let so_far = if session == 4 { ", hasta ahora" } else { "" };
    let title = format!("Acta de la sesión {session}{so_far}");
    Press::Paper(Paper::new(
        format!("/api/sessions/{session}/acta.pdf"),
        format!("acta-{session}.pdf"),
        title,
    ))
}

#[test]
fn a_digit_chooses_a_tab() {
    let mut console = at(boards::draw(20));
    for (digit, words) in [
        ("2", "Partidas de la sesión 4"),
        ("3", "Carlos Vidal"),
        ("4", "Matriz 1"),
        ("5", "EN SERVICIO"),
        ("6", "EN COLA"),
        ("1", "De servicio"),
    ] {
        console.type_in(digit);
        console.must_say(words);
        console.lawful();
    }
    console.touch("Personas");
    console.must_say("Carlos Vidal");
}

#[test]
fn cards_are_ordered_on_paper_and_it_is_said_how_many_pages_and_which_copy() {
    let mut console = at(boards::draw(20));
    console.type_in("6");
    console.press(Key::F5);
    console.lawful();
    assert_eq!(missing(&mut console), "falta la serie");
    console.type_in("A19");
    assert_eq!(missing(&mut console), "la sala no tiene la A19");
    console.lawful();
    console.give_up();
    console.press(Key::F5);
    console.type_in("A17");
    console.press_armed(Key::Intro);
    console.type_in("601");
    console.press_armed(Key::Intro);
    console.type_in("1801");
    assert_eq!(missing(&mut console), "la serie va del 1 al 1800");
    console.give_up();
    console.press(Key::F5);
    console.type_in("A17");
    console.press_armed(Key::Intro);
    console.type_in("601");
    console.press_armed(Key::Intro);
    console.type_in("700");
    console.press_armed(Key::Intro);
    // Cards 601 to 700 are on 17 sheets of six: 601 is the first of its sheet, 700 the fourth.
    console.must_say("100 cartones · 17 páginas · COPIA 3");
    console.lawful();
    console.type_in("3");
    // On sheets of four with a back.
    console.must_say("100 cartones · 50 páginas · COPIA 3");
    let pressed = console.press_armed(Key::Intro);
    let body = json!({ "series": "A17", "first": 601, "last": 700, "template": "fiestas" });
    assert_eq!(asked_one(&pressed), [("print-cards", body)]);
}

/// Point 7 of printing: the sheet is seen before it is ordered, once for each template, back and front.
#[test]
fn the_sheet_is_seen_before_it_is_printed() {
    let path = |template: &str, back: bool| {
        format!("/api/series/A17/preview.png?template={template}&first=601&last=700&back={back}")
    };
    let asked_for = |pressed: &[Press]| {
        let path = |press: &Press| if let Press::Preview(path) = press { Some(path.clone()) } else { None };
        pressed.iter().filter_map(path).collect::<Vec<String>>()
    };
    let mut console = at(boards::draw(20));
    console.type_in("6");
    console.press(Key::F5);
    let mut pressed = Vec::new();
    for word in ["A17", "601", "700"] {
        pressed.extend(console.type_in(word));
        assert_eq!(asked_for(&pressed), [""; 0], "nothing is fetched while the form is filled in");
        pressed.extend(console.press_armed(Key::Intro));
    }
    assert_eq!(asked_for(&pressed), [path("a4-6", false)]);
    console.must_say("Así saldrá la hoja del cartón 601");
    console.must_say("Preparando la muestra…");
    console.lawful();

    assert_eq!(asked_for(&console.type_in("3")), [path("fiestas", false)]);
    assert_eq!(asked_for(&console.press(Key::F6)), [path("fiestas", true)]);
    console.must_say("Así saldrá el dorso de la hoja");
    console.lawful();
    // Another sheet than the one that is looked at now is not shown as if it were that one.
    let none = |template: &str| {
        let seen = Err("la plantilla está rota".to_string());
        Some(Arc::new(SheetSeen { path: path(template, true), seen }))
    };
    console.learn(|known| known.sheet = none("a4-strip"));
    console.must_say("Preparando la muestra…");
    console.learn(|known| known.sheet = none("fiestas"));
    console.must_say("No hay muestra: la plantilla está rota");
    console.lawful();
}

#[test]
fn what_cannot_be_printed_is_said_before_it_is_asked_for() {
    let mut console = at(boards::draw(20));
    console.type_in("6");
    console.press(Key::F5);
    console.type_in("A17");
    for _ in 0..3 {
        console.press_armed(Key::Intro);
    }
    assert_eq!(missing(&mut console), "unos ya se prepararon y otros no: pídalos aparte");
    console.type_in("4");
    assert_eq!(missing(&mut console), "plantilla boda, línea 3: «down» es un número entero de 1 a 12");
    console.lawful();
}

#[test]
fn the_printing_that_is_under_way_is_cancelled_by_two_keys_and_a_done_one_is_opened() {
    let mut console = at(boards::draw(20));
    console.type_in("6");
    console.must_say("Impresión 6");
    console.lawful();
    // The chosen one first; where it has ended, the one that is printed now.
    for (down, number) in [(0, 6), (1, 5), (2, 5)] {
        let mut console = at(boards::draw(20));
        console.type_in("6");
        (0..down).for_each(|_| drop(console.raw(egui::Key::ArrowDown)));
        assert!(asked(&console.press(Key::F7)).is_empty());
        console.lawful();
        assert_eq!(console.next(), format!("CANCELAR LA IMPRESIÓN {number}"));
        let pressed = console.press_armed(Key::Intro);
        assert_eq!(asked_one(&pressed), [("cancel-printing", json!({ "printing": number }))]);
    }
    console.raw(egui::Key::ArrowDown);
    console.must_say("128 de 300 páginas");
    console.raw(egui::Key::ArrowDown);
    let of = |press: &Press| {
        let Press::Paper(paper) = press else { return None };
        Some((paper.path.clone(), paper.file.clone(), paper.title.clone()))
    };
    let opened: Vec<_> = console.press_armed(Key::Intro).iter().filter_map(of).collect();
    let (path, file) = ("/api/printings/4/file.pdf", "cartones-A17-601-1200-copia-2.pdf");
    assert_eq!(opened, [(path.to_string(), file.to_string(), "Cartones A17, del 601 al 1200".to_string())]);
    console.raw(egui::Key::ArrowDown);
    console.raw(egui::Key::ArrowDown);
    console.must_say("no queda espacio en el disco");
    console.lawful();
}

#[test]
fn a_void_that_was_asked_for_is_confirmed_by_holding_the_key() {
    // DECISIONS 17: the jefe de mesa asks, the jefe de sala confirms.
    let mut console = at(boards::void_asked(2));
    console.must_say("R. Ortega pide anular la partida 37");
    console.must_say("Bola mal cantada y advertida tarde");
    console.lawful();
    assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "a press voids nothing");
    console.wait(2.0);
    assert!(asked(&console.hold(Key::Intro, 1.5)).is_empty(), "let go too early");
    console.release(Key::Intro);
    console.wait(2.0);
    let pressed = console.hold(Key::Intro, 2.3);
    let body = json!({ "game": 37, "cause": "Bola mal cantada y advertida tarde" });
    assert_eq!(asked_one(&pressed), [("confirm-void", body)]);
}

#[test]
fn who_asked_for_the_void_does_not_confirm_it() {
    let mut console = at(boards::void_asked(1));
    assert_eq!(console.next(), "ACTA DE LA SESIÓN 4");
    console.must_say("No hay nada pendiente de su decisión.");
    console.lawful();
}

#[test]
fn a_way_out_that_was_proposed_is_confirmed_as_it_was_proposed() {
    let mut board = boards::held(HoldKind::OutOfRange, "La máquina ha leído el número 97, que no existe");
    let exit = HoldExit::Misread { ordinal: Ordinal(20), ball: Ball::new(34).expect("a ball") };
    let words = boards::said("lectura errónea: la bola 20 es el 34");
    board.holds[0].proposed = Some(Proposed { words, by: 2, exit });
    let mut console = at(board);
    console.must_say("R. Ortega propone levantar el alto");
    console.lawful();
    let body = json!({ "game": 37, "hold": 3, "exit": "misread", "ordinal": 20, "ball": 34 });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("confirm-hold-exit", body)]);
}

#[test]
fn withheld_prizes_and_the_authority_lead_to_where_they_are_settled() {
    let mut board = boards::authority_called();
    board.owed = vec![boards::prize(35, 2, Play::Bingo, 902, 49_560, "withheld")];
    let mut console = at(board);
    console.must_say("Hay 2 asuntos pendientes de su decisión");
    console.lawful();
    assert_eq!(console.press_armed(Key::Intro), [Press::Open(Over::Turn(Turn::Material))]);
    let mut console = at({
        let mut board = boards::idle();
        board.owed = vec![boards::prize(35, 2, Play::Bingo, 902, 49_560, "withheld")];
        board
    });
    console.must_say("Premio retenido de la 35: 495,60 €");
    assert_eq!(console.press_armed(Key::Intro), [Press::Open(Over::Turn(Turn::Withhold))]);
}

#[test]
fn arrows_choose_among_what_waits() {
    let mut board = boards::authority_called();
    board.owed = vec![boards::prize(35, 2, Play::Bingo, 902, 49_560, "withheld")];
    let mut console = at(board);
    console.raw(egui::Key::ArrowDown);
    assert_eq!(console.press_armed(Key::Intro), [Press::Open(Over::Turn(Turn::Withhold))]);
}

#[test]
fn the_acta_of_a_chosen_session_is_fetched() {
    let mut known = manager(boards::idle());
    let mut lists = (*known.lists).clone();
    lists.sessions.push(SessionRow {
        session: 3,
        date: "2026-11-20".to_string(),
        opened_at_utc_ms: boards::NOW - 90_000_000,
        closed_at_utc_ms: Some(boards::NOW - 70_000_000),
        acta: true,
        copies: 0,
    });
    known.lists = Arc::new(lists);
    let mut console = Console::of(known);
    assert_eq!(console.press_armed(Key::Intro), [acta(4)], "today's");
    console.type_in("2");
    console.raw(egui::Key::ArrowDown);
    console.must_say("Partidas de la sesión 3");
    console.lawful();
    assert_eq!(console.press_armed(Key::Intro), [acta(3)]);
}

#[test]
fn the_last_game_is_announced_through_its_own_page() {
    let mut console = at(boards::idle());
    assert_eq!(console.press(Key::F11), [Press::Open(Over::Turn(Turn::LastGame))]);
    let mut board = boards::idle();
    board.public.session.as_mut().expect("a session").last_game = true;
    let console = at(board);
    assert!(!console.is_on("Última partida"));
    assert!(!at(boards::closed()).is_on("Última partida"));
}

#[test]
fn a_person_is_entered_with_words_a_pin_twice_and_roles() {
    let mut console = at(boards::idle());
    console.type_in("3");
    console.press(Key::F5);
    console.lawful();
    assert_eq!(missing(&mut console), "falta el usuario");
    console.type_in("eva");
    console.press_armed(Key::Intro);
    // A name has blanks and signs that are keys elsewhere.
    console.type_in("Eva Ruiz-Soler");
    console.must_say("Eva Ruiz-Soler");
    console.press_armed(Key::Intro);
    console.type_in("493817");
    console.press_armed(Key::Intro);
    console.type_in("493818");
    console.press_armed(Key::Intro);
    console.type_in("12345678Z");
    console.press_armed(Key::Intro);
    console.type_in("31-13-2028");
    console.press_armed(Key::Intro);
    assert_eq!(missing(&mut console), "los dos PIN no son iguales");
    console.lawful();
    for _ in 0..3 {
        console.raw(egui::Key::ArrowUp);
    }
    console.raw(egui::Key::Backspace);
    console.type_in("7");
    for _ in 0..3 {
        console.press_armed(Key::Intro);
    }
    assert_eq!(missing(&mut console), "la fecha del carné, como 31-5-2028");
    console.raw(egui::Key::ArrowUp);
    for _ in 0..10 {
        console.raw(egui::Key::Backspace);
    }
    console.type_in("31-5-2028");
    console.press_armed(Key::Intro);
    assert_eq!(missing(&mut console), "falta al menos una función");
    console.type_in("43");
    console.type_in("3");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    let body = json!({
        "user": "eva", "name": "Eva Ruiz-Soler", "document": "12345678Z", "card_until": "2028-05-31",
        "pin": "493817", "roles": ["vendedor_locutor"],
    });
    assert_eq!(asked_one(&pressed), [("add-person", body)]);
    console.grant();
    console.must_say("De servicio");
}

#[test]
fn a_user_name_that_is_taken_is_said_before_it_is_sent() {
    let mut console = at(boards::idle());
    console.type_in("3");
    console.press(Key::F5);
    console.type_in("blas");
    console.press_armed(Key::Intro);
    console.press_armed(Key::Intro);
    assert_eq!(missing(&mut console), "ese usuario ya es de otra persona");
}

#[test]
fn a_series_and_a_set_of_balls_are_entered() {
    let mut console = at(boards::idle());
    console.type_in("4");
    console.press(Key::F5);
    console.type_in("a19");
    console.press_armed(Key::Intro);
    console.type_in("7");
    console.press_armed(Key::Intro);
    console.type_in("2,5");
    console.press_armed(Key::Intro);
    assert_eq!(missing(&mut console), "no hay matriz 7");
    console.raw(egui::Key::ArrowUp);
    console.raw(egui::Key::ArrowUp);
    console.raw(egui::Key::Backspace);
    console.type_in("1");
    console.press_armed(Key::Intro);
    console.press_armed(Key::Intro);
    console.must_say("1.800 cartones, a 2,50 €");
    console.lawful();
    // The first of them, and no more than there are.
    console.type_in("1801");
    assert_eq!(missing(&mut console), "la matriz 1 tiene 1.800 cartones");
    for _ in 0..4 {
        console.raw(egui::Key::Backspace);
    }
    console.type_in("420");
    console.must_say("420 cartones, a 2,50 €");
    console.lawful();
    let part = json!({ "series": "A19", "matrix": 1, "face_value_cents": 250, "cards": 420 });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("receive-series", part)]);
    console.refuse("otro", "OTRA COSA", "");
    for _ in 0..3 {
        console.raw(egui::Key::Backspace);
    }
    let body = json!({ "series": "A19", "matrix": 1, "face_value_cents": 250 });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("receive-series", body)]);
    console.grant();
    console.type_in("5");
    console.press(Key::F5);
    console.type_in("j3");
    console.press_armed(Key::Intro);
    console.type_in("H-99/2");
    console.press_armed(Key::Intro);
    assert_eq!(missing(&mut console), "falta el fabricante");
    console.type_in("Bolas del Sur");
    console.press_armed(Key::Intro);
    console.press_armed(Key::Intro);
    assert_eq!(missing(&mut console), "falta el tipo de extractor");
    console.type_in("12");
    console.lawful();
    let body =
        json!({ "set": "J3", "extractor": "drum", "homologation": "H-99/2", "maker": "Bolas del Sur" });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("register-ball-set", body)]);
}

#[test]
fn back_closes_a_form_and_digits_are_tabs_again() {
    let mut console = at(boards::idle());
    console.type_in("4");
    console.press(Key::F6);
    console.type_in("1");
    console.must_say("Cartones");
    console.give_up();
    console.type_in("1");
    console.must_say("De servicio");
}

fn inspector(board: MesaBoard) -> Console {
    Console::of(boards::seated(boards::known(board), 9))
}

fn look() -> Inspection {
    Inspection {
        seq: 99,
        at_utc_ms: boards::NOW,
        scene: hall_wire::board::Scene::Draw,
        game: Some(37),
        look: Some(GameLook {
            in_session: 12,
            series: "A17".to_string(),
            segments: vec![
                Cards { series: "A17".to_string(), first: 1341, last: 1800 },
                Cards { series: "A18".to_string(), first: 1, last: 41 },
            ],
            segments_whole: true,
            face_value_cents: 200,
            cards: 501,
            takings_cents: 100_200,
            line_cents: Some(9_018),
            bingo_cents: Some(59_118),
            formula:
                "Cartones vendidos 501, de la serie A 17 del número 1341 al 1800 y de la serie A 18 del \
                      número 1 al 41"
                    .to_string(),
        }),
    }
}

#[test]
fn an_inspector_looks_once_and_again_only_by_the_key() {
    // DECISIONS 35: the look is a line of the record, so no loop may ask for it.
    let known = boards::seated(boards::known(boards::draw(20)), 9);
    let mut console = Console::of(known);
    assert_eq!(console.known().desk, Desk::Inspeccion);
    // The first frame asked; ten seconds of frames ask for nothing more.
    console.must_say("Pidiendo los datos de la partida…");
    let mut pressed = Vec::new();
    for _ in 0..200 {
        pressed.extend(console.raw(egui::Key::ArrowDown));
    }
    assert!(!pressed.contains(&Press::Inspect));
    assert_eq!(console.press(Key::F5), [Press::Inspect]);
}

#[test]
fn the_first_look_has_series_numbers_value_count_and_amount() {
    let mut console = inspector(boards::draw(20));
    console.learn(|known| known.inspection = Some(Arc::new(look())));
    for words in [
        "Serie A 17, del 1341 al 1800",
        "460 cartones",
        "Serie A 18, del 1 al 41",
        "2,00 €",
        "501 · 1.002,00 €",
        "90,18 €",
        "591,18 €",
        "20 bolas anunciadas, en orden",
        "SÓLO LECTURA",
    ] {
        console.must_say(words);
    }
    console.lawful();
    let sheet = Press::Paper(Paper::new("/api/partidas/37/hoja", "hoja-37.pdf", "Hoja de la partida 37"));
    assert_eq!(console.press(Key::F7), [sheet]);
    assert_eq!(console.press_armed(Key::Intro), [acta(4)]);
    assert_eq!(console.press(Key::F4), [Press::Open(Over::Look(Look::Acta))], "as everywhere");
}

#[test]
fn an_inspector_can_ask_for_nothing_that_changes_the_hall() {
    for (name, board) in boards::every() {
        let mut console = inspector(board);
        for tab in ["1", "2", "3"] {
            console.type_in(tab);
            console.lawful();
            let bar = console.bar();
            let presses = bar.buttons.iter().filter_map(|button| button.press.clone());
            let next = match bar.next {
                Next::Do(act) => Some(act.press),
                Next::Wait(_) | Next::Missing { .. } => None,
            };
            for press in presses.chain(next) {
                assert!(!matches!(press, Press::Ask(_)), "{name}: {press:?}");
            }
        }
    }
}

#[test]
fn there_is_no_sheet_of_a_game_that_is_not_in_its_draw() {
    assert!(!inspector(boards::sale()).is_on("Hoja de la partida"));
    assert!(!inspector(boards::idle()).is_on("Hoja de la partida"));
}

#[test]
fn every_state_is_lawful_for_a_manager_in_both_languages() {
    // Drawn by hand with the manager as the second person: the console shows what is keyed.
    for (_, board) in boards::every().into_iter().filter(|(_, board)| board.by_hand.is_none()) {
        let mut console = at(board);
        console.lawful();
        for tab in ["2", "3", "4", "5"] {
            console.type_in(tab);
            console.lawful();
        }
        let mut console = console.in_english();
        for tab in ["1", "2", "3", "4", "5"] {
            console.type_in(tab);
            console.lawful();
        }
    }
}

#[test]
fn the_longest_evening_is_not_cut() {
    let mut known = boards::longest(manager(boards::void_asked(2)));
    let mut lists = (*known.lists).clone();
    lists.games = (1..=118)
        .rev()
        .map(|game| GameRow {
            game,
            in_session: game,
            session: 4,
            series: "B119".to_string(),
            cards: 6_295,
            takings_cents: 1_259_118,
            line_cents: 125_912,
            bingo_cents: 755_470,
            balls: 90,
            state: if game % 2 == 0 { GameState::NotHeld } else { GameState::Void },
        })
        .collect();
    let session = lists.sessions[0].clone();
    lists.sessions.extend((0..60).map(|_| session.clone()));
    let set = lists.ball_sets[0].clone();
    lists.ball_sets.extend((0..30).map(|_| set.clone()));
    let series = lists.series[0].clone();
    lists.series.extend((0..60).map(|_| series.clone()));
    let matrix = boards::retired(9, &"Cartones gastados ".repeat(8));
    lists.matrices = (1..=30).map(|number| MatrixRow { matrix: number, ..matrix.clone() }).collect();
    known.lists = Arc::new(lists);
    let mut seen = look();
    let run = seen.look.as_ref().expect("a game").segments[0].clone();
    seen.look.as_mut().expect("a game").segments.extend((0..40).map(|_| run.clone()));
    known.inspection = Some(Arc::new(seen));
    for english in [false, true] {
        let mut console = Console::of(known.clone());
        if english {
            console = console.in_english();
        }
        for tab in ["1", "2", "3", "4", "5"] {
            console.type_in(tab);
            console.lawful();
        }
        for (tab, key) in [("3", Key::F5), ("4", Key::F5), ("4", Key::F6), ("4", Key::F7), ("5", Key::F5)] {
            console.type_in(tab);
            console.press(key);
            console.lawful();
            console.press(Key::Back);
        }
        let mut console = Console::of(boards::longest(boards::seated(known.clone(), 9)));
        if english {
            console = console.in_english();
        }
        for tab in ["1", "2", "3"] {
            console.type_in(tab);
            console.lawful();
        }
    }
}
