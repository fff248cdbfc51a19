//! The real console and the real wall on a virtual display, with a window manager, and keys through
//! XTEST as from a keyboard: a whole game, and screens that are killed in the middle of it.

use hall_wire::board::Scene;
use serde_json::Value;
use xtask::screens::Display;

use crate::kit::{Hall, Setup};
use crate::mesa::{Mesa, Panel};

/// One key for each ball and eight more: sale, draw, and for line and bingo each PARADA, the gift
/// with its question, and the order (DECISIONS 26, G12).
#[test]
fn a_whole_game_takes_one_key_for_each_ball_and_eight_more() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(1400, 800).expect("Xvfb and openbox are installed");
    let mesa = Mesa::open(&hall, &display);
    mesa.press("Return", |board| board.public.scene == Scene::Sale);
    let game = hall.public().game.expect("a game is on sale").game;
    sell_out(&hall, game);
    mesa.press("Return", |board| board.public.scene == Scene::Draw);
    mesa.balls(5);
    mesa.sing(&hall);
    mesa.press("Return", |board| board.public.scene == Scene::Draw);
    mesa.balls(15);
    mesa.sing(&hall);
    mesa.press("Return", |board| board.public.scene == Scene::Winners);
    assert_eq!(mesa.keys.get(), 15 + 8);
    // Each new act was deaf at first: who presses twice does it once.
    let showed = mesa.showed();
    let at_once = |two: &&[Value]| two[0]["next"] != two[1]["next"] && two[1]["live"] == true;
    let at_once: Vec<&[Value]> = showed.windows(2).filter(at_once).collect();
    assert!(showed.iter().any(|shown| shown["live"] == true) && at_once.is_empty(), "{at_once:#?}");
    hall.pay(game);
    drop(mesa);
    hall.finish();
}

/// A console that dies comes back to where the game is, without a PIN; a wall shows the truth at once
/// (DECISIONS 5, style.md P13). The other screens go on.
#[test]
fn screens_that_are_killed_come_back_to_the_truth() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(2800, 800).expect("Xvfb and openbox are installed");
    let mut mesa = Mesa::open(&hall, &display);
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    mesa.balls(3);
    mesa.crash();
    mesa.balls(5);
    let one = Panel::start(&hall, &display, "pared-1.jsonl", &[]);
    one.lights(&hall.called());
    drop(one);
    mesa.screen().focus().expect("the console has the keyboard again");
    mesa.balls(5);
    mesa.press("KP_Multiply", |board| board.public.stop.is_some());
    // In the stop: both die.
    mesa.crash();
    let two = Panel::start(&hall, &display, "pared-2.jsonl", &[]);
    mesa.screen().focus().expect("the console has the keyboard again");
    // Nobody sang: the order is given by the console that came back, and the next ball reaches the wall.
    mesa.press("minus", |board| board.public.scene == Scene::Draw);
    mesa.balls(6);
    two.lights(&hall.called());
    drop(two);
    hall.to_the_end(game);
    drop(mesa);
    hall.finish();
}

fn sell_out(hall: &Hall, game: u32) {
    let block = hall.block(game, ("A17", 1, 12));
    hall.must(&hall.staff.cajero, "issue-block", &block);
    hall.must(&hall.staff.cajero, "close-sale", &serde_json::json!({"game": game}));
}
