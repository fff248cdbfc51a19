//! The plain run of a game at the mesa, view by view: what Intro does, what each key does, and what
//! the hall is told (console.md 3, DECISIONS 1-5, 24, 26, 28).

mod kit;

use caller_console::keys::Key;
use caller_console::place::{Look, Over};
use caller_console::press::Press;
use hall_core::words::Lang;
use hall_wire::board::{Claim, MesaBoard, Play, Scene};
use kit::{Console, asked, asked_one, boards};
use serde_json::json;
use std::sync::Arc;

fn with(board: MesaBoard, change: impl FnOnce(&mut MesaBoard)) -> Console {
    let mut board = board;
    change(&mut board);
    Console::of(boards::known(board))
}

fn good_line() -> Claim {
    boards::claim(Play::Line, 1497, "good")
}

#[test]
fn the_sale_opens_with_what_was_announced() {
    let mut console = Console::of(boards::known(boards::idle()));
    console.must_say("Se ponen a la venta cartones de la serie");
    console.lawful();
    let (name, body) = asked_one(&console.press_armed(Key::Intro)).remove(0);
    assert_eq!(name, "open-sale");
    let first = &console.known().lists.series[0];
    assert_eq!(body["series"], json!(first.series));
    assert_eq!(body["series_size"], json!(first.size), "G2: series, size and value are announced");
}

#[test]
fn without_a_series_nothing_opens_and_the_screen_says_why() {
    let mut known = boards::known(boards::idle());
    let mut lists = (*known.lists).clone();
    lists.series.clear();
    known.lists = Arc::new(lists);
    let mut console = Console::of(known);
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
    console.must_say("falta una serie con cartones");
    console.lawful();
}

#[test]
fn a_held_intro_announces_once() {
    let mut console = Console::of(boards::known(boards::ball_on_table(21)));
    console.wait(1.0);
    let pressed = console.hold(Key::Intro, 3.0);
    assert_eq!(asked(&pressed).len(), 1, "a held key is one press");
}

#[test]
fn a_ball_is_announced_with_its_place_and_number() {
    let mut console = Console::of(boards::known(boards::ball_on_table(21)));
    let ball = console.known().board.pending[0].clone();
    console.must_say(&format!("ANUNCIAR EL {}", ball.ball));
    console.must_say("SIN ANUNCIAR");
    console.lawful();
    let game = console.known().game().expect("a game").game;
    let asked = asked_one(&console.press_armed(Key::Intro));
    let body = json!({"game": game, "ordinal": ball.ordinal, "ball": ball.ball, "typed": false});
    assert_eq!(asked, [("announce", body)]);
}

#[test]
fn intro_is_deaf_for_a_moment_when_another_ball_comes() {
    let mut console = Console::of(boards::known(boards::ball_on_table(21)));
    console.wait(1.0);
    console.learn(|known| {
        let board = Arc::make_mut(&mut known.board);
        board.pending[0].ordinal += 1;
        board.pending[0].ball = if board.pending[0].ball == 90 { 89 } else { board.pending[0].ball + 1 };
    });
    assert!(asked(&console.press(Key::Intro)).is_empty(), "the object has changed: Intro is deaf");
    assert_eq!(asked(&console.press_armed(Key::Intro)).len(), 1);
}

#[test]
fn the_second_of_two_enters_asks_nothing() {
    let mut console = Console::of(boards::known(boards::ball_on_table(21)));
    console.wait(1.0);
    let mut pressed = console.press(Key::Intro);
    pressed.extend(console.press(Key::Intro));
    assert_eq!(asked(&pressed).len(), 1);
}

#[test]
fn stop_is_alive_while_something_is_being_recorded() {
    let mut console = Console::of(boards::known(boards::ball_on_table(21)));
    let pressed = console.press(Key::Stop);
    let game = console.known().game().expect("a game").game;
    let announced = console.known().public().announced.len();
    assert_eq!(asked_one(&pressed), [("stop", json!({"game": game, "announced": announced}))]);
    console.sending("ANUNCIAR EL 7", 700);
    console.must_say("REGISTRANDO");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "nothing is asked over what is under way");
    assert_eq!(asked(&console.press(Key::Stop)).len(), 1, "PARADA is always safe");
}

#[test]
fn another_number_on_the_ball_is_typed_and_said_with_what_the_machine_read() {
    let mut console = Console::over(boards::known(boards::ball_on_table(21)), Over::OtherBall);
    console.lawful();
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
    let read = console.known().board.pending[0].clone();
    let other = if read.ball == 61 { 16 } else { 61 };
    console.type_in(&other.to_string());
    console.must_say(&format!("la máquina leyó el {}: habrá ALTO", read.ball));
    console.lawful();
    let (name, body) = asked_one(&console.press_armed(Key::Intro)).remove(0);
    assert_eq!(name, "announce");
    assert_eq!((body["ball"].clone(), body["typed"].clone()), (json!(other), json!(true)));
}

#[test]
fn a_number_that_is_no_ball_is_not_announced() {
    let mut console = Console::over(boards::known(boards::ball_on_table(21)), Over::OtherBall);
    console.type_in("95");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
    console.must_say("faltan las cifras, del 1 al 90");
}

#[test]
fn a_scan_in_the_draw_is_a_claim() {
    let mut console = Console::of(boards::known(boards::ball_on_table(21)));
    let asked = asked_one(&console.scan("B1:A17:301:0123456789ABCDEF"));
    assert_eq!(asked[0].0, "claim");
    assert_eq!(asked[0].1["code"], json!("B1:A17:301:0123456789ABCDEF"));
    assert_eq!(asked[0].1["play"], json!("line"), "the line is open");
}

/// A computer that has much to do gets a scanner's keys late. A stop does not wait for the rest.
#[test]
fn a_scan_that_comes_in_two_pieces_is_one_and_a_stop_between_them_is_a_stop() {
    let mut console = Console::of(boards::known(boards::ball_on_table(21)));
    console.type_in("B1:A17:301:01234567");
    assert!(console.wait_for_keys(1.5).is_empty());
    assert_eq!(asked_one(&console.type_in("*"))[0].0, "stop");
    let asked = asked_one(&console.scan("89ABCDEF"));
    assert_eq!(asked[0].1["code"], json!("B1:A17:301:0123456789ABCDEF"));
    // Half a code that nothing comes after is said to be of no card.
    console.type_in("B1:A17:301:01234567");
    assert!(console.wait_for_keys(2.2).iter().any(|press| matches!(press, Press::Refuse(_))));
    // A whole one needs no key behind it, and waits for none.
    console.type_in("B1:A17:301:0123456789ABCDEF");
    assert_eq!(asked_one(&console.wait_for_keys(0.5))[0].0, "claim");
}

#[test]
fn waiting_for_a_ball_says_so_and_intro_does_nothing() {
    let mut console = with(boards::ball_on_table(21), |board| board.pending.clear());
    console.must_say("ESPERE BOLA");
    console.lawful();
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
}

#[test]
fn who_may_not_announce_waits_for_who_may() {
    let mut console = Console::of(boards::known(boards::ball_on_table(21)));
    console.learn(|known| {
        known.me.as_mut().expect("somebody").roles = vec![hall_core::people::Role::JefeDeMesa]
    });
    assert_eq!(asked(&console.press_armed(Key::Intro)).len(), 1, "the jefe de mesa may (24.4)");
    let mut console = Console::of(boards::known(boards::totals()));
    console.learn(|known| {
        known.me.as_mut().expect("somebody").roles = vec![hall_core::people::Role::VendedorLocutor]
    });
    console.must_say("ESPERANDO AL JEFE DE MESA");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
}

#[test]
fn totals_are_read_before_the_draw() {
    let mut console = Console::of(boards::known(boards::totals()));
    console.must_say("Premio de línea: noventa euros con dieciocho céntimos");
    console.lawful();
    console.wait(3.0);
    assert!(asked(&console.press(Key::Intro)).is_empty(), "the words take five seconds");
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked[0].0, "start-draw");
}

#[test]
fn a_card_is_keyed_in_a_stop_and_nobody_may_have_sung() {
    let mut console = with(boards::check(Vec::new()), |_| {});
    console.lawful();
    assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "no card yet");
    let nobody = asked_one(&console.press(Key::Back));
    assert_eq!(nobody[0].0, "go-on", "a stop in which nobody sang is left with −");
    console.type_in("1497");
    console.must_say("COMPROBAR 1497");
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!((asked[0].0, asked[0].1["card"].clone()), ("claim", json!(1497)));
}

#[test]
fn a_good_verdict_is_given_and_the_question_asked_with_one_key() {
    let mut console = Console::of(boards::known(boards::check(vec![good_line()])));
    console.must_say("LÍNEA CORRECTA");
    console.must_say("¿Alguna línea más?");
    console.lawful();
    console.wait(1.0);
    assert!(asked(&console.press(Key::Intro)).is_empty(), "1.5 s after a verdict");
    let asked = asked_one(&console.press_armed(Key::Intro));
    let names: Vec<&str> = asked.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["accept-claim", "ask-question"], "G12");
}

#[test]
fn a_card_that_is_not_the_same_is_rejected_with_a_reason() {
    let mut console = Console::of(boards::known(boards::check(vec![good_line()])));
    assert_eq!(console.press(Key::Back), [Press::Typed]);
    console.raw(egui::Key::ArrowDown);
    console.lawful();
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!((asked[0].0, asked[0].1["reason"].clone()), ("reject-claim", json!("manipulated")), "33.8");
}

#[test]
fn a_wrong_verdict_says_what_is_missing_and_goes_on_with_no_question() {
    let mut wrong = boards::claim(Play::Line, 1497, "incomplete");
    let grid = wrong.grid.expect("a card");
    wrong.missing = vec![grid[1].iter().copied().find(|number| *number != 0).expect("a number")];
    let mut console = Console::of(boards::known(boards::check(vec![wrong.clone()])));
    console.must_say("NO ES LÍNEA");
    // What is missing is in the sentence, in Spanish whatever the console speaks.
    console.must_say("«No es línea: falta el");
    console.speak(Lang::En);
    console.must_say("«No es línea: falta el");
    console.speak(Lang::Es);
    console.must_say(&format!("falta el {}", wrong.missing[0]));
    console.lawful();
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked[0].0, "go-on", "after wrong claims only nothing closes (G11)");
}

/// Nothing goes on then but claims, the question and the closing order (DECISIONS 10).
#[test]
fn after_ninety_balls_the_question_comes_and_never_the_order_to_go_on() {
    let ninety = |claims| {
        let mut board = boards::check(claims);
        board.public.announced = boards::BALLS.to_vec();
        Console::of(boards::known(board))
    };
    let mut console = ninety(Vec::new());
    assert!(asked(&console.press(Key::Back)).is_empty(), "«nobody sang» is no way on");
    console.lawful();
    assert_eq!(asked_one(&console.press_armed(Key::Intro))[0].0, "ask-question");
    let mut console = ninety(vec![boards::claim(Play::Bingo, 1497, "not_sold")]);
    console.lawful();
    assert_eq!(asked_one(&console.press_armed(Key::Intro))[0].0, "ask-question");
}

#[test]
fn the_order_waits_for_the_desks_clock() {
    let until = boards::NOW + 5_000;
    let board = {
        let mut board = boards::check(vec![{
            let mut given = good_line();
            given.accepted = Some(true);
            given
        }]);
        board.public.scene = Scene::Question;
        let stop = board.public.stop.as_mut().expect("a stop");
        stop.asked_at_utc_ms = Some(boards::NOW);
        stop.order_from_utc_ms = Some(until);
        stop.asked_line = true;
        board
    };
    let mut console = Console::of(boards::known(board));
    console.must_say("«¿Alguna línea más?»");
    console.must_say("dentro de 5 s");
    console.lawful();
    console.wait(3.0);
    assert!(asked(&console.press(Key::Intro)).is_empty(), "the hall's minimum is not over");
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked[0].0, "go-on");
}

#[test]
fn after_a_bingo_the_order_ends_the_game() {
    let mut bingo = good_line();
    bingo.play = Play::Bingo;
    bingo.accepted = Some(true);
    let mut board = boards::check(vec![bingo]);
    board.public.scene = Scene::Question;
    let game = board.public.game.as_mut().expect("a game");
    game.line_open = false;
    let stop = board.public.stop.as_mut().expect("a stop");
    (stop.asked_at_utc_ms, stop.order_from_utc_ms, stop.asked_bingo) =
        (Some(boards::NOW), Some(boards::NOW), true);
    let mut console = Console::of(boards::known(board));
    console.must_say("FIN DE LA PARTIDA");
    console.lawful();
    assert_eq!(asked_one(&console.press_armed(Key::Intro))[0].0, "end-game");
}

#[test]
fn prizes_wait_for_the_cashier_and_the_next_sale_may_be_prepared() {
    let mut console = Console::of(boards::known(boards::winners()));
    console.lawful();
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
    assert_eq!(console.press(Key::More), [Press::Open(Over::OpenSale)], "DECISIONS 20");
    console.lawful();
    assert_eq!(asked_one(&console.press_armed(Key::Intro))[0].0, "open-sale");
}

#[test]
fn silence_leaves_the_last_board_and_takes_every_act_away() {
    let mut console = Console::of(boards::known(boards::ball_on_table(21)));
    console.lost(3);
    console.must_say("SIN CONEXIÓN");
    console.must_say("ESPERANDO CONEXIÓN");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
    assert!(console.press(Key::Stop).is_empty(), "nobody would hear it");
    assert!(!console.is_on("PARADA"));
    console.lawful();
    console.learn(|known| {
        known.link.connected = true;
        known.link.just_back = true;
    });
    console.must_say("No se ha perdido nada.");
    assert_eq!(asked(&console.press_armed(Key::Intro)).len(), 1, "it comes back by itself");
}

#[test]
fn everything_to_look_at_is_whole_in_both_languages() {
    for over in [Over::Look(Look::Order), Over::Look(Look::Acta), Over::Look(Look::Cables)] {
        let mut console = Console::over(boards::known(boards::ball_on_table(21)), over);
        console.lawful();
        let mut console = console.in_english();
        console.lawful();
        assert_eq!(console.press(Key::Back), [Press::Close]);
    }
}

#[test]
fn every_view_is_whole_in_english_and_for_the_left_hand() {
    let boards = [
        boards::idle(),
        boards::sale(),
        boards::totals(),
        boards::ball_on_table(21),
        boards::check(Vec::new()),
        boards::check(vec![good_line()]),
        boards::winners(),
    ];
    for board in boards {
        let mut console = Console::of(boards::known(board)).in_english();
        console.lawful();
        console.learn(|known| known.left_handed = true);
        console.lawful();
    }
}
