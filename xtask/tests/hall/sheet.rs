//! The sheet of a game that was finished on paper, copied by two people at two consoles, each with keys alone.

use hall_wire::board::{PrizeState, Scene};
use serde_json::Value;
use xtask::screens::Display;

use crate::founding::numbers_of;
use crate::kit::{Hall, Setup};
use crate::mesa::Mesa;

/// Keys so far apart, in milliseconds: a person who wants to be done.
const APART_MS: u32 = 90;

/// The keys of balls, one row each.
fn rows(balls: &[u8]) -> String {
    balls.iter().map(|ball| format!("{ball}⏎")).collect()
}

/// Opens the sheet from the incidencias.
#[track_caller]
fn opens(console: &Mesa<'_>) {
    let over = |what: &'static str| {
        move |shown: &Value| shown["over"].as_str().is_some_and(|over| over.contains(what))
    };
    console.screen().press(&["KP_Divide"]).expect("keys go in");
    console.shows("the incidencias", over("Trouble"));
    console.screen().press(&["F5"]).expect("keys go in");
    console.shows("the sheet", over("Transcription"));
}

/// Looks the sheet through and holds Intro until the desk has answered.
#[track_caller]
fn hands_in(console: &Mesa<'_>, act: &str, answered: impl Fn(&Value) -> bool) {
    console.screen().press(&["F8"]).expect("keys go in");
    console.shows(act, |shown| shown["live"] == true && shown["next"] == act);
    console.screen().hold("Return", true).expect("the key goes down");
    console.shows("an answer", |shown| shown["sending"].is_null() && answered(shown));
    console.screen().hold("Return", false).expect("the key comes up");
}

#[test]
fn two_people_copy_the_sheet_at_their_consoles_and_the_row_that_differs_is_found() {
    let mut hall = Hall::open(&Setup { first_out: &[1], ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    let numbers = numbers_of(1);
    hall.start(game);
    hall.balls(game, 3);
    hall.at_rest();
    // Everything is dark: the machine forgets, the server too.
    hall.kill();
    hall.machine.as_mut().expect("a machine").tell("reboot").expect("it runs");
    hall.begin();
    hall.board(|(_, board)| !board.holds.is_empty());

    let display = Display::virtual_one(2800, 800).expect("Xvfb and openbox are installed");
    let mesa = Mesa::open(&hall, &display);
    let caja = Mesa::open_as(&hall, &display, "cajero", "caja-1", "1300,0");
    let before = hall.public();
    // Five numbers make the line of card 1, fifteen its bingo.
    let copy = |balls: &[u8]| {
        let (to_the_line, rest) = balls.split_at(2);
        format!("{}+1⏎1⏎{}+1⏎1⏎⑦+1⏎", rows(to_the_line), rows(rest))
    };
    opens(&mesa);
    mesa.screen().hurry(&copy(&numbers[3..]), APART_MS).expect("keys go in");
    hands_in(&mesa, "ENTREGAR LA COPIA", |shown| shown["over"].is_null());
    hall.board(|(_, board)| board.sheet_by.is_some());

    // The cashier reads one number wrong: nothing is true yet, and the screen is at its row.
    let mut misread = numbers[3..].to_vec();
    let right = misread[5];
    misread[5] = (1..=90).find(|ball| !numbers.contains(ball)).expect("a card has fifteen numbers");
    opens(&caja);
    caja.screen().hurry(&copy(&misread), APART_MS).expect("keys go in");
    hands_in(&caja, "CONFIRMAR LA HOJA", |shown| shown["refused"] == "hoja-distinta");
    // The sixth ball, behind the row of the line.
    caja.shows("the row", |shown| shown["next"] == "CAMBIAR LA FILA 7");
    assert_eq!(hall.public(), before, "nothing of it is true yet");
    // It is read before anything is typed: what comes behind a refusal at once is left out (DECISIONS 37).
    caja.screen().order(&["sleep", "0.7"]).expect("she reads");
    caja.screen().hurry(&format!("{right}⏎"), APART_MS).expect("keys go in");
    hands_in(&caja, "CONFIRMAR LA HOJA", |shown| shown["scene"] == "winners");

    let board = hall.board(|(_, board)| board.public.scene == Scene::Winners);
    assert_eq!(board.public.announced, numbers);
    let states: Vec<PrizeState> = board.public.prizes.iter().map(|prize| prize.state).collect();
    assert_eq!(states, [PrizeState::Paid, PrizeState::Due], "the line was paid on paper");
    drop((mesa, caja));
    let code = &hall.tickets.get("A17", 1).code;
    let pay = serde_json::json!({"game": game, "prize": 2, "code": code});
    hall.must(&hall.staff.cajero, "pay-prize", &pay);
    let evidence = hall.finish();
    assert_eq!((evidence.of("transcription_asked").count(), evidence.of("transcribed").count()), (1, 1));
}
