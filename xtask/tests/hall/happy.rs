//! The happy moment: the card that won stands before the room for 4 s, also where the mesa gives it and asks in
//! one breath. On the real wall and on the television page, by the desk's own clock.

use hall_wire::board::Scene;
use serde_json::{Value, json};
use xtask::screens::Display;

use crate::browser::Browser;
use crate::kit::{Hall, Setup};
use crate::mesa::Panel;

/// How long a card that won stands, in milliseconds of the desk's clock.
const STANDS_MS: i64 = 4_000;

/// Writes down each scene that the television page draws, with the desk's clock when it drew it.
const NOTE_SCENES: &str = "(function () {
    var told = tell;
    window.drawn = [];
    tell = function (board) { told(board); drawn.push([sceneOn(board), deskNow()]); };
    return true;
})()";

#[test]
fn a_card_that_won_stands_for_four_seconds_though_the_question_is_asked_at_once() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let display = Display::virtual_one(2800, 800).expect("Xvfb and openbox are installed");
    let panel = Panel::start(&hall, &display, "pared-1.jsonl", &[]);
    let mut television = Browser::open(&format!("{}/tv", hall.url()), 1280, 720);
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    television.until("document.body.getAttribute('data-on') === 'draw'");
    for (play, balls) in [("line", 5), ("bingo", 15)] {
        let called = hall.balls(game, balls);
        panel.lights(&called);
        television.until(&format!("document.body.getAttribute('data-lit') === '{balls}'"));
        assert_eq!(television.eval(NOTE_SCENES), true);
        let before = panel.showed().len();

        let mesa = &hall.staff.mesa;
        let code = &hall.tickets.get("A17", 1).code;
        let sung = hall.must(mesa, "claim", &json!({"game": game, "play": play, "code": code}));
        let claim = sung.events.last().expect("a claim is an event").body["claim"].clone();
        panel.shows("the card", |shown| shown["scene"] == "check" && shown["claims"] == 1);
        television.until("document.body.getAttribute('data-on') === 'check'");
        let stop = hall.stop_no();
        let accept = hall.ask(mesa, "accept-claim", &json!({"game": game, "claim": claim}));
        let ask = hall.ask(mesa, "ask-question", &json!({"game": game, "stop": stop}));
        accept.and(ask).expect("one right after the other");

        let board = hall.public();
        assert_eq!(board.scene, Scene::Question);
        let claims = board.stop.expect("the stop").claims;
        let accepted = claims[0].accepted_at_utc_ms.expect("it was accepted");
        let question = panel.shows("the question", |shown| shown["scene"] == "question");
        let desk = question["desk_utc_ms"].as_i64().expect("the desk's clock is known");
        assert!(desk >= accepted + STANDS_MS, "{play}: the wall asked after {} ms", desk - accepted);
        let showed: Vec<Value> = panel.showed().split_off(before);
        let scenes: Vec<&str> = showed.iter().filter_map(|shown| shown["scene"].as_str()).collect();
        let (last, others) = scenes.split_last().expect("something was shown");
        assert_eq!(*last, "question", "{scenes:?}");
        let since = others.iter().position(|scene| *scene == "check").expect("the card was shown");
        assert!(others[since..].iter().all(|scene| *scene == "check"), "nothing between: {scenes:?}");

        television.until("document.body.getAttribute('data-on') === 'question'");
        let drawn = television.eval("drawn");
        let drawn = drawn.as_array().expect("what it drew");
        let first = drawn.iter().find(|drawn| drawn[0] == "question").expect("it has asked");
        let desk = first[1].as_f64().expect("the desk's clock");
        #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 fit")]
        let due = (accepted + STANDS_MS) as f64;
        assert!(desk >= due, "{play}: the television asked {} ms too early", due - desk);
        if play == "line" {
            hall.go_on(game);
        } else {
            hall.must(mesa, "end-game", &json!({"game": game, "stop": stop}));
        }
    }
    hall.pay(game);
    drop((panel, television));
    hall.finish();
}
