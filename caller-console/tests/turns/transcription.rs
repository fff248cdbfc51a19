//! The sheet of a game that was finished on paper: two people copy it, each from the paper (DECISIONS 34). Every wrong row, a sheet that
//! the desk refuses, hands in a hurry, and what nothing may lose.

use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::place::{Over, Turn};
use caller_console::press::Press;
use hall_core::words::Lang;
use hall_wire::board::{HoldKind, MesaBoard, Pending, Play, Scene};
use serde_json::{Value, json};

use super::hurried::PACES_S;
use super::kit::{Console, asked, asked_one, boards};

const SHEET: Over = Over::Turn(Turn::Transcription);

/// The next ball of the game after the twenty that are out.
fn ball(place: usize) -> u8 {
    boards::BALLS[20 + place]
}

/// The power was gone after twenty balls; the machine forgot everything.
fn dark() -> MesaBoard {
    boards::held(HoldKind::Rebooted, "La máquina se ha reiniciado en plena partida (arranque 00A7)")
}

/// The same, with a ball out that nobody had announced.
fn dark_with_a_ball() -> MesaBoard {
    let mut board = dark();
    board.pending = vec![Pending { ordinal: 21, ball: ball(0) }];
    board
}

fn console_of(board: MesaBoard, person: u32) -> Console {
    Console::over(boards::seated(boards::known(board), person), SHEET)
}

fn first() -> Console {
    console_of(dark(), 2)
}

/// Types a number and Intro.
fn row(console: &mut Console, number: impl ToString) {
    console.type_in(&number.to_string());
    assert_eq!(console.press(Key::Intro), [Press::Typed], "{}", number.to_string());
}

fn rows_of(console: &mut Console, places: std::ops::Range<usize>) {
    places.for_each(|place| row(console, ball(place)));
}

/// Types a card that was sung, with the digit of what was said of it.
fn sung(console: &mut Console, card: u32, answer: &str) {
    console.press(Key::More);
    row(console, card);
    row(console, answer);
}

fn missing(console: &mut Console) -> String {
    match console.bar().next {
        Next::Missing { what, .. } => what,
        other @ (Next::Do(_) | Next::Wait(_)) => panic!("nothing is missing: {other:?}"),
    }
}

/// Looks the sheet through and holds Intro; returns what is asked of the desk.
fn hand_in(console: &mut Console) -> Vec<(&'static str, Value)> {
    assert_eq!(console.press(Key::F8), [Press::Typed]);
    assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "it is held");
    console.wait(1.0);
    let pressed = console.hold(Key::Intro, 1.3);
    console.release(Key::Intro);
    asked_one(&pressed)
}

fn of_ball(ball: u8) -> Value {
    json!({"is": "ball", "ball": ball})
}

fn of_card(play: &str, card: u32, answer: Value) -> Value {
    json!({"is": "sung", "play": play, "series": "A17", "card": card, "answer": answer})
}

fn sheet(lines: Vec<Value>) -> Value {
    json!({"game": 37, "lines": lines})
}

/// Ten more balls, then this.
fn with_ten(more: Vec<Value>) -> Vec<Value> {
    (0..10).map(|place| of_ball(ball(place))).chain(more).collect()
}

#[test]
fn it_is_offered_among_the_incidencias_where_a_game_was_interrupted() {
    let mut restarted = boards::check(Vec::new());
    restarted.public.stop.as_mut().expect("a stop").restart = true;
    for board in [dark(), restarted, boards::by_hand()] {
        let mut console = Console::over(boards::known(board), Over::Trouble);
        console.lawful();
        assert_eq!(console.press(Key::F5), [Press::Open(SHEET)]);
        console.lawful();
    }
    let doubt = boards::held(HoldKind::Repeated, "La máquina ha leído otra vez la bola 80");
    for (board, why) in [
        (boards::draw(20), "no hay corte ni alto"),
        (boards::idle(), "no hay extracción"),
        (doubt, "hay una bola en duda"),
        (boards::authority_called(), "está suspendida"),
    ] {
        let mut console = Console::over(boards::known(board.clone()), Over::Trouble);
        assert!(console.press(Key::F5).is_empty(), "{why}");
        console.must_say(why);
        let mut console = console_of(board, 2);
        console.must_say(why);
        console.lawful();
    }
    // A seller has no part in it.
    let mut console = Console::over(boards::seated(boards::known(dark()), 3), Over::Trouble);
    assert!(console.press(Key::F5).is_empty());
}

#[test]
fn a_whole_sheet_is_typed_with_digits_and_handed_in() {
    let mut console = console_of(dark_with_a_ball(), 2);
    console.must_say("Constan 20 bolas");
    console.must_say(&format!("Fuera y sin anunciar: {}, la 21.ª", ball(0)));
    console.must_say("Bola 21 de la partida");
    console.lawful();
    rows_of(&mut console, 0..6);
    console.must_say(&format!("26.ª · {}", ball(5)));
    sung(&mut console, 1506, "1");
    console.must_say("línea 1506 · vale");
    rows_of(&mut console, 6..10);
    // Once a ball came after the good line, a card is sung for the bingo.
    sung(&mut console, 1702, "2");
    console.must_say("bingo 1702 · no vale");
    sung(&mut console, 1341, "1");
    assert_eq!(console.press(Key::F7), [Press::Typed]);
    console.must_say("orden de cierre");
    // Behind the closing order the same key is for the payments.
    for card in [1506, 1341] {
        console.press(Key::More);
        row(&mut console, card);
    }
    console.must_say("línea 1506 · pagado");
    console.must_say("bingo 1341 · pagado");
    for language in [Lang::En, Lang::Es] {
        console.speak(language);
        console.lawful();
    }
    let mut lines: Vec<Value> = (0..6).map(|place| of_ball(ball(place))).collect();
    lines.push(of_card("line", 1506, json!("good")));
    lines.extend((6..10).map(|place| of_ball(ball(place))));
    lines.extend([of_card("bingo", 1702, json!("not_good")), of_card("bingo", 1341, json!("good"))]);
    lines.push(json!({"is": "end"}));
    let paid = |play: &str, card: u32| json!({"is": "paid", "play": play, "series": "A17", "card": card});
    lines.extend([paid("line", 1506), paid("bingo", 1341)]);
    assert_eq!(hand_in(&mut console), [("ask-transcription", sheet(lines))]);
}

#[test]
fn what_cannot_be_is_said_at_the_row_and_does_not_become_one() {
    let mut console = console_of(dark_with_a_ball(), 2);
    let out = boards::BALLS[7];
    let waits = format!("La 21.ª ya estaba fuera: es el {}.", ball(0));
    let table = [
        ("", "falta la bola".to_string()),
        ("0", "del 1 al 90".to_string()),
        ("00", "del 1 al 90".to_string()),
        ("91", "del 1 al 90".to_string()),
        ("301", "del 1 al 90".to_string()),
        (&out.to_string(), format!("El {out} ya consta: es la 8.ª bola.")),
        (&ball(3).to_string(), waits),
    ];
    for (typed, why) in table {
        console.type_in(typed);
        assert!(missing(&mut console).contains(&why), "{typed:?}: {}", missing(&mut console));
        if !typed.is_empty() {
            console.must_say(&why);
        }
        console.lawful();
        assert!(console.press(Key::Intro).is_empty(), "{typed:?}");
        for _ in typed.chars() {
            console.raw(egui::Key::Backspace);
        }
    }
    row(&mut console, ball(0));
    console.type_in(&ball(0).to_string());
    assert_eq!(missing(&mut console), format!("El {} ya está en la fila 1.", ball(0)));
    console.press(Key::Back);
    // Cards: no such number, no such series, one that was not sold and was good all the same.
    for (card, why) in [("9999", "La serie A 17 va del 1 al 1800."), ("0", "La serie A 17 va del 1 al 1800.")]
    {
        console.press(Key::More);
        console.type_in(card);
        assert_eq!(missing(&mut console), why);
        console.must_say(why);
        console.lawful();
        assert!(console.press(Key::Intro).is_empty());
        console.press(Key::Back);
    }
    console.press(Key::More);
    row(&mut console, 1850 - 600);
    assert_eq!(missing(&mut console), "falta lo que dice la hoja");
    console.type_in("1");
    console.must_say("El 1250 no se vendió en esta partida: no pudo valer.");
    assert!(console.press(Key::Intro).is_empty());
    row(&mut console, "2");
    console.must_say("línea 1250 · no vale");
    // The closing order comes behind a bingo.
    assert!(console.press(Key::F7).is_empty());
    assert!(!console.says("orden de cierre"));
    sung(&mut console, 1506, "1");
    rows_of(&mut console, 1..3);
    sung(&mut console, 1341, "1");
    console.press(Key::F7);
    console.type_in(&ball(7).to_string());
    assert_eq!(missing(&mut console), "Detrás de la orden de cierre sólo van pagos.");
    console.press(Key::Back);
    console.press(Key::More);
    console.type_in("1702");
    assert_eq!(missing(&mut console), "El 1702 no tiene ese premio en la hoja.");
    console.press(Key::Back);
    console.press(Key::More);
    row(&mut console, 1506);
    console.press(Key::More);
    console.type_in("1506");
    assert!(
        missing(&mut console).contains("no tiene ese premio"),
        "the line of it is paid: {}",
        missing(&mut console)
    );
    console.raw(egui::Key::ArrowUp);
    assert_eq!(missing(&mut console), "El 1506 ya está pagado en la hoja.");
}

#[test]
fn a_card_of_another_series_and_a_rejected_one_are_said_with_arrows_and_a_digit() {
    let mut console = first();
    rows_of(&mut console, 0..10);
    console.press(Key::More);
    console.type_in("12");
    console.must_say("serie A 17");
    console.raw(egui::Key::ArrowRight);
    console.must_say("serie A 18");
    console.raw(egui::Key::ArrowDown);
    console.must_say("BINGO");
    console.press(Key::Intro);
    console.raw(egui::Key::ArrowDown);
    console.raw(egui::Key::ArrowDown);
    console.press(Key::Intro);
    console.must_say("bingo A 18 12 · no vale");
    console.scan("B1:A17:1702:0123456789ABCDEF");
    console.press(Key::Intro);
    row(&mut console, "4");
    console.must_say("línea 1702 · rechazado");
    console.lawful();
    let other = json!({"is": "sung", "play": "bingo", "series": "A18", "card": 12, "answer": "not_good"});
    let rejected = of_card("line", 1702, json!("manipulated"));
    assert_eq!(hand_in(&mut console), [("ask-transcription", sheet(with_ten(vec![other, rejected])))]);
}

#[test]
fn rows_are_taken_back_changed_and_inserted() {
    let mut console = first();
    rows_of(&mut console, 0..4);
    // One key takes the last one back, once however long it is held.
    console.hold(Key::F5, 1.0);
    console.release(Key::F5);
    assert!(!console.says(&format!("24.ª · {}", ball(3))));
    console.must_say(&format!("23.ª · {}", ball(2)));
    // ↑ chooses a row: what is typed replaces it.
    console.raw(egui::Key::ArrowUp);
    console.raw(egui::Key::ArrowUp);
    console.must_say("En lugar de la fila 2");
    console.lawful();
    console.type_in(&ball(9).to_string());
    assert_eq!(console.next(), "CAMBIAR LA FILA 2");
    console.press(Key::Intro);
    console.must_say(&format!("22.ª · {}", ball(9)));
    console.must_say("Fila 4 de la hoja, al final");
    // F6 makes room before it.
    console.raw(egui::Key::ArrowUp);
    console.raw(egui::Key::ArrowUp);
    console.press(Key::F6);
    console.must_say("Delante de la fila 2");
    console.lawful();
    row(&mut console, ball(5));
    console.must_say(&format!("23.ª · {}", ball(9)));
    // A claim goes to any place, too.
    console.raw(egui::Key::ArrowUp);
    console.press(Key::F6);
    sung(&mut console, 1506, "2");
    let lines = [ball(0), ball(5), ball(9)].map(of_ball).into_iter();
    let lines = lines.chain([of_card("line", 1506, json!("not_good")), of_ball(ball(2))]).collect();
    assert_eq!(hand_in(&mut console), [("ask-transcription", sheet(lines))]);
}

#[test]
fn a_correction_that_makes_another_row_wrong_leads_to_it() {
    let mut console = first();
    rows_of(&mut console, 0..3);
    sung(&mut console, 1341, "2");
    // The record has a ball by now that the sheet has too: somebody went on.
    console.learn(|known| {
        let board = Arc::make_mut(&mut known.board);
        board.public.announced.push(ball(1));
    });
    assert_eq!(console.press(Key::F8), [Press::Typed]);
    console.must_say(&format!("El {} ya consta: es la 21.ª bola.", ball(1)));
    console.must_say("En lugar de la fila 2");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
    console.lawful();
    console.press(Key::F5);
    let lines = vec![of_ball(ball(0)), of_ball(ball(2)), of_card("line", 1341, json!("not_good"))];
    assert_eq!(hand_in(&mut console), [("ask-transcription", sheet(lines))]);
}

/// A hurried person types 45 rows: every one arrives, once, and in order.
#[test]
fn hurried_hands_type_forty_five_rows() {
    for apart_s in PACES_S {
        let mut console = first();
        for key in (0..45).flat_map(|place| format!("{}⏎", ball(place)).chars().collect::<Vec<_>>()) {
            console.hurry(key, apart_s, &mut |_| {});
        }
        for key in "+1506⏎2⏎".chars() {
            console.hurry(key, apart_s, &mut |_| {});
        }
        console.hurry_on(1.0, &mut |_| {});
        let lines = (0..45).map(|place| of_ball(ball(place)));
        let lines = lines.chain([of_card("line", 1506, json!("not_good"))]).collect();
        assert_eq!(hand_in(&mut console), [("ask-transcription", sheet(lines))], "{apart_s} s a key");
    }
}

/// A number keyed twice, a bounce of Intro and a third digit make no row of another number.
#[test]
fn slips_of_hurried_hands_make_no_row() {
    let number = |place| ball(place).to_string();
    for apart_s in PACES_S {
        for keys in [
            format!("{}⏎⏎{}⏎", number(0), number(1)),
            format!("{}⏎{}⏎{}⏎", number(0), number(0), number(1)),
            format!("{}⏎911⏎{}⏎", number(0), number(1)),
        ] {
            let mut console = first();
            for key in keys.chars() {
                console.hurry(key, apart_s, &mut |_| {});
            }
            console.hurry_on(1.0, &mut |_| {});
            if missing(&mut console) != "falta la bola" {
                console.press(Key::Back);
            }
            let lines = hand_in(&mut console).remove(0).1["lines"].clone();
            let lines = lines.as_array().expect("rows");
            // The rest is left out aloud, or is there: nothing else is.
            let (one, two) = (of_ball(ball(0)), of_ball(ball(1)));
            assert!(*lines == [one.clone()] || *lines == [one, two], "{keys} {apart_s}: {lines:?}");
        }
    }
}

#[test]
fn a_refusal_of_the_desk_leads_to_its_row() {
    let mut console = first();
    rows_of(&mut console, 0..10);
    sung(&mut console, 1506, "1");
    assert_eq!(hand_in(&mut console).len(), 1);
    let why = "Línea 11 de la hoja: El canto 1 no es correcto y no puede darse por bueno.";
    console.refuse_line("hoja-no-valida", 11, why);
    console.must_say("En lugar de la fila 11");
    console.must_say("no puede darse por bueno");
    assert_eq!(console.lies_over(), Some(SHEET));
    console.lawful();
    console.speak(Lang::En);
    console.lawful();
    console.speak(Lang::Es);
    // The card was not good: it is typed over.
    sung(&mut console, 1506, "2");
    console.must_say("Fila 12 de la hoja, al final");
    let lines = with_ten(vec![of_card("line", 1506, json!("not_good"))]);
    assert_eq!(hand_in(&mut console), [("ask-transcription", sheet(lines))]);
}

#[test]
fn the_second_person_copies_the_paper_and_not_the_screen() {
    let mut board = dark();
    board.sheet_by = Some(2);
    let mut console = console_of(board, 5);
    console.must_say("R. Ortega ya la ha copiado: cópiela usted del papel.");
    console.lawful();
    rows_of(&mut console, 0..5);
    let whole = sheet((0..5).map(|place| of_ball(ball(place))).collect());
    assert_eq!(hand_in(&mut console), [("confirm-transcription", whole)]);
    console.refuse_line("hoja-distinta", 4, "Las dos transcripciones difieren en la línea 4.");
    console.must_say("En lugar de la fila 4");
    console.must_say("La otra copia dice aquí otra cosa.");
    console.lawful();
    row(&mut console, ball(8));
    let mut lines: Vec<Value> = (0..5).map(|place| of_ball(ball(place))).collect();
    lines[3] = of_ball(ball(8));
    assert_eq!(hand_in(&mut console), [("confirm-transcription", sheet(lines.clone()))]);
    // The other copy is longer: there is a row to type at the end.
    console.refuse_line("hoja-distinta", 6, "Las dos transcripciones difieren en la línea 6.");
    console.must_say("Fila 6 de la hoja, al final");
    console.must_say("La otra copia dice aquí otra cosa.");
    row(&mut console, ball(9));
    lines.push(of_ball(ball(9)));
    // Hers is the right one: it goes in as the first, and the other person copies the paper again.
    console.press(Key::F8);
    console.press(Key::F6);
    console.lawful();
    assert_eq!(console.next(), "ENTREGAR LA COPIA");
    console.press(Key::F6);
    assert_eq!(console.next(), "CONFIRMAR LA HOJA");
    console.wait(1.0);
    assert_eq!(asked_one(&console.hold(Key::Intro, 1.3)), [("confirm-transcription", sheet(lines))]);
    console.grant();
    assert_eq!(console.lies_over(), None, "it is done");
    console.open(SHEET);
    console.must_say("Fila 1 de la hoja, al final");
}

#[test]
fn the_first_person_waits_and_may_hand_a_corrected_copy_in() {
    let mut console = first();
    rows_of(&mut console, 0..3);
    assert_eq!(hand_in(&mut console).len(), 1);
    console.grant();
    let by = |person: Option<u32>| move |known: &mut Known| Arc::make_mut(&mut known.board).sheet_by = person;
    console.learn(by(Some(2)));
    console.open(SHEET);
    assert_eq!(console.next(), "ESPERANDO LA SEGUNDA COPIA");
    console.must_say("Su copia espera a la otra persona.");
    console.lawful();
    console.raw(egui::Key::ArrowUp);
    row(&mut console, ball(7));
    let lines = [ball(0), ball(1), ball(7)].map(of_ball).to_vec();
    assert_eq!(hand_in(&mut console), [("ask-transcription", sheet(lines))]);
    console.grant();
    // The second person confirms it elsewhere, and the game goes on from there: the copy has served.
    console.learn(|known| {
        let board = Arc::make_mut(&mut known.board);
        (board.sheet_by, board.public.scene) = (None, Scene::Check);
        board.public.announced.extend([ball(0), ball(1), ball(7)]);
    });
    console.open(SHEET);
    console.must_say("Fila 1 de la hoja, al final");
}

/// The power was gone after the last ball: a sheet of claims alone is not done before the desk has shown that it holds it.
#[test]
fn a_copy_without_a_ball_waits_for_the_second_like_any_other() {
    let mut console = first();
    sung(&mut console, 1506, "1");
    assert_eq!(hand_in(&mut console).len(), 1);
    console.grant();
    console.open(SHEET);
    // The answer is here and the board is not.
    console.must_say("línea 1506 · vale");
    console.learn(|known| Arc::make_mut(&mut known.board).sheet_by = Some(2));
    console.open(SHEET);
    assert_eq!(console.next(), "ESPERANDO LA SEGUNDA COPIA");
}

/// What was written stands there again after F1, a lock, another view, a stop, a lost answer and a lost connection.
#[test]
fn nothing_that_was_typed_is_lost() {
    let mut console = first();
    rows_of(&mut console, 0..9);
    let stands = |console: &mut Console, when: &str| {
        for place in 0..9 {
            let words = format!("{}.ª · {}", 21 + place, ball(place));
            assert!(console.says(&words), "{when}: «{words}» is gone");
        }
        console.lawful();
    };
    stands(&mut console, "typed");
    console.press(Key::F1);
    console.press(Key::Back);
    stands(&mut console, "F1");
    console.press(Key::F12);
    assert!(!console.says(&format!("21.ª · {}", ball(0))), "a locked desk shows nothing");
    console.comes_in(2);
    console.open(SHEET);
    stands(&mut console, "lock");
    for over in [Over::Trouble, Over::Turn(Turn::Diligencia), Over::Look(caller_console::place::Look::Order)]
    {
        console.open(over);
        console.open(SHEET);
        stands(&mut console, "another view");
    }
    console.press(Key::Back);
    assert_eq!(console.lies_over(), None, "− leaves without a question: nothing is thrown away");
    console.open(SHEET);
    stands(&mut console, "left");
    // The board is gone for a moment, as while the link comes back.
    let board = Arc::clone(&console.known().board);
    console.learn(|known| known.board = Arc::default());
    console.lost(20);
    console.learn(|known| known.board = board);
    console.learn(|known| known.link.connected = true);
    stands(&mut console, "connection");
    // The answer does not come; the console asks again by itself, and what comes at last is no answer.
    console.slow_desk();
    assert_eq!(hand_in(&mut console).len(), 1);
    console.wait(8.0);
    assert!(asked(&console.press(Key::Intro)).is_empty(), "one request at a time");
    console.refuse("sin-respuesta", "No hay respuesta", "no hay respuesta");
    console.press(Key::Back);
    stands(&mut console, "answer");
    assert_eq!(console.lies_over(), Some(SHEET));
}

/// Two people at one console: neither sees the other's copy, and each finds their own.
#[test]
fn a_copy_is_shown_to_nobody_but_who_typed_it() {
    let mut console = first();
    rows_of(&mut console, 0..4);
    let words = format!("24.ª · {}", ball(3));
    console.must_say(&words);
    console.goes_out();
    console.comes_in(5);
    console.open(SHEET);
    assert!(!console.says(&words));
    rows_of(&mut console, 4..6);
    console.goes_out();
    console.comes_in(2);
    console.open(SHEET);
    console.must_say(&words);
    // Of another game it is no sheet.
    console.learn(|known| {
        let board = Arc::make_mut(&mut known.board);
        board.public.game.as_mut().expect("a game").game = 38;
    });
    assert!(!console.says(&words));
}

#[test]
fn the_jefe_de_sala_finds_the_sheet_that_waits_among_his_decisions() {
    let mut board = dark();
    board.sheet_by = Some(2);
    let mut console = Console::of(boards::seated(boards::known(board.clone()), 1));
    console.must_say("R. Ortega ha copiado la hoja de la partida 37");
    console.lawful();
    assert_eq!(console.press_armed(Key::Intro), [Press::Open(SHEET)]);
    console.lawful();
    // The cashier finds it among the incidencias.
    let mut console = Console::of(boards::seated(boards::known(board), 5));
    assert_eq!(console.press(Key::Trouble), [Press::Open(Over::Trouble)]);
    console.must_say("falta la segunda copia");
    assert_eq!(console.press(Key::F5), [Press::Open(SHEET)]);
}

/// The longest game, with every claim that finds room, is not cut.
#[test]
fn the_longest_sheet_is_not_cut() {
    let mut board = boards::draw(0);
    board.public.scene = Scene::Hold;
    board.holds = dark().holds;
    board.public.prizes = vec![boards::prize(37, 1, Play::Line, 1506, 9_018, "due")];
    let known = boards::longest(boards::known(board));
    let mut console = Console::over(known, SHEET);
    for place in 0..90 {
        row(&mut console, boards::BALLS[place]);
    }
    for digit in ["1", "2", "3"] {
        sung(&mut console, 1506, digit);
        console.lawful();
    }
    console.press(Key::F7);
    console.press(Key::NextPage);
    for language in [Lang::En, Lang::Es] {
        console.speak(language);
        console.lawful();
    }
    console.press(Key::F8);
    console.lawful();
    let board = boards::draw(89);
    let holds = dark().holds;
    let mut console = console_of(MesaBoard { holds, ..board }, 2);
    console.lawful();
}
