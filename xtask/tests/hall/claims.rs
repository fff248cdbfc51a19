//! Claims: two devices at once (E40), and each card that may not win with its own verdict (E41).

use std::sync::{Arc, Barrier};

use serde_json::{Value, json};
use uuid::Uuid;

use crate::founding::{SERIES_SIZE, numbers_of};
use crate::kit::{Hall, Setup};

/// Returns the verdicts of one card sung at two devices at the same moment.
fn sung_twice(hall: &Hall, claim: &Value) -> [Value; 2] {
    let start = Arc::new(Barrier::new(2));
    let askers = [&hall.staff.mesa, &hall.staff.locutor].map(|who| {
        let (who, claim, start) = (who.clone(), claim.clone(), Arc::clone(&start));
        std::thread::spawn(move || {
            start.wait();
            who.post("claim", &claim, Uuid::new_v4()).expect("a claim is taken in")
        })
    });
    askers.map(|asker| {
        let answer = asker.join().expect("it asks");
        hall.keep(&answer);
        answer.events.last().expect("a claim is an event").body.clone()
    })
}

#[test]
fn a_card_sung_at_two_devices_at_once_is_good_once_and_repeated_once() {
    let hall = Hall::open(&Setup::default());
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.balls(game, 5);
    for (play, announced) in [("line", 5), ("bingo", 15)] {
        hall.balls(game, announced);
        let code = &hall.tickets.get("A17", 1).code;
        let both = sung_twice(&hall, &json!({"game": game, "play": play, "code": code}));
        let good = both.iter().find(|claim| claim["verdict"]["is"] == "good").expect("one is good");
        let other = both.iter().find(|claim| claim["verdict"]["is"] == "repeated").expect("one is not");
        assert_eq!(other["verdict"]["of"], good["claim"]);
        // The answer of the second is no second prize: it cannot be accepted.
        let again = json!({"game": game, "claim": other["claim"]});
        assert_eq!(hall.refused(&hall.staff.mesa, "accept-claim", &again), "canto-no-valido");
        // The canary: two cards at once are two claims, and neither is a repeat.
        let wrong = [2, 3].map(|card| json!({"game": game, "play": play, "series": "A17", "card": card}));
        let verdicts = wrong.map(|claim| {
            hall.must(&hall.staff.mesa, "claim", &claim).events[0].body["verdict"]["is"].clone()
        });
        assert_eq!(verdicts, ["incomplete", "incomplete"]);
        hall.must(&hall.staff.mesa, "accept-claim", &json!({"game": game, "claim": good["claim"]}));
        let stop = hall.stop_no();
        hall.must(&hall.staff.mesa, "ask-question", &json!({"game": game, "stop": stop}));
        let order = if play == "line" { "go-on" } else { "end-game" };
        hall.must(&hall.staff.mesa, order, &json!({"game": game, "stop": stop}));
    }
    hall.pay(game);
    let evidence = hall.finish();
    let given: Vec<usize> =
        evidence.of("play_awarded").map(|row| row.body["winners"].as_array().unwrap().len()).collect();
    assert_eq!(given, [1, 1]);
}

/// A code whose last digit is another one.
fn forged(code: &str) -> String {
    let (text, last) = code.split_at(code.len() - 1);
    format!("{text}{}", if last == "0" { "1" } else { "0" })
}

#[test]
fn each_card_that_may_not_win_has_a_verdict_of_its_own() {
    let mut hall = Hall::open(&Setup { first_out: &[7, 13], ..Setup::default() });
    // Game 1 is void, game 2 is played, game 3 is of another session.
    let void = hall.sell(&[("A17", 1, 6)]);
    hall.void(void);
    let played = hall.sell(&[("A17", 7, 12)]);
    hall.start(played);
    hall.to_the_end(played);
    hall.close_session();
    hall.next_session();

    let game = hall.open_sale("A17");
    hall.must(&hall.staff.cajero, "issue-block", &hall.block(game, ("A17", 13, 20)));
    let back =
        json!({"game": game, "series": "A17", "first": 19, "last": 20, "seller": hall.staff.sellers[1]});
    hall.must(&hall.staff.cajero, "return-cards", &back);
    hall.must(&hall.staff.cajero, "close-sale", &json!({"game": game}));
    hall.start(game);
    let called = hall.balls(game, 5);
    assert_eq!(called, numbers_of(13)[..5], "card 13 has its line");

    let keyed =
        |series: &str, card: u32| json!({"game": game, "play": "line", "series": series, "card": card});
    let scanned = |code: &str| json!({"game": game, "play": "line", "code": code});
    let genuine = hall.tickets.get("A17", 13).code.clone();
    // The same card of a hall with another key, as an old one of ours would be.
    let foreign = code_of_another_hall(13);
    assert_ne!(foreign, genuine);
    let table: [(&str, Value, Value); 11] = [
        ("unsold", keyed("A17", 40), json!({"is": "not_sold", "sold_in": null})),
        ("returned", keyed("A17", 20), json!({"is": "returned"})),
        ("of a void game", keyed("A17", 1), json!({"is": "not_sold", "sold_in": void})),
        ("of another session's game", keyed("A17", 7), json!({"is": "not_sold", "sold_in": played})),
        ("of a series on the shelf", keyed("A18", 13), json!({"is": "not_sold", "sold_in": null})),
        ("of a series nobody has", keyed("B99", 13), json!({"is": "unknown_series"})),
        ("out of range", keyed("A17", SERIES_SIZE + 1), json!({"is": "no_such_card"})),
        ("with a forged code", scanned(&forged(&genuine)), json!({"is": "forged"})),
        ("with the code of another key", scanned(&foreign), json!({"is": "forged"})),
        ("the winner", scanned(&genuine), json!({"is": "good", "rows": 1, "completed_at": 5})),
        ("the winner again", scanned(&genuine), json!({"is": "repeated", "of": 10})),
    ];
    for (what, claim, verdict) in &table {
        let answer = hall.must(&hall.staff.mesa, "claim", claim);
        assert_eq!(answer.events.last().expect("a claim").body["verdict"], *verdict, "{what}");
    }
    // A card of another game of this session: game 4 tells game 3's.
    let stop = hall.stop_no();
    hall.must(&hall.staff.mesa, "accept-claim", &json!({"game": game, "claim": 10}));
    hall.must(&hall.staff.mesa, "ask-question", &json!({"game": game, "stop": stop}));
    hall.must(&hall.staff.mesa, "go-on", &json!({"game": game, "stop": stop}));
    let late = hall.must(&hall.staff.mesa, "claim", &keyed("A17", 14));
    assert_eq!(late.events.last().expect("a claim").body["verdict"]["is"], "play_closed");
    let stop = hall.stop_no();
    hall.must(&hall.staff.mesa, "go-on", &json!({"game": game, "stop": stop}));
    hall.to_the_end(game);

    let next = hall.sell(&[("A17", 19, 24)]);
    hall.start(next);
    hall.ball(next);
    for (card, verdict) in [(13, "not_sold"), (19, "incomplete")] {
        let claim = json!({"game": next, "play": "bingo", "series": "A17", "card": card});
        let answer = hall.must(&hall.staff.mesa, "claim", &claim);
        let body = &answer.events.last().expect("a claim").body;
        assert_eq!(body["verdict"]["is"], verdict);
        assert!(card != 13 || body["verdict"]["sold_in"] == game, "{body}");
    }
    hall.void(next);
    let evidence = hall.finish();
    let winners: usize =
        evidence.of("play_awarded").map(|row| row.body["winners"].as_array().unwrap().len()).sum();
    assert_eq!(winners, 4, "a line and a bingo in two games; nobody else");
}

/// Returns the code of a card of A17 in a hall with another key.
fn code_of_another_hall(card: u32) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dir = folder.path().join("otra");
    let founded = xtask::programs::found(&dir, &["--demo-seed", "8"]).expect("another hall");
    let server = xtask::programs::Server::start(&dir, None).expect("it starts");
    let mut lucia = hall_wire::link::Client::new(&server.url);
    lucia.login("lucia", &founded.pin, "despacho").expect("the manager logs in");
    let series = json!({"series": "A17", "matrix": 1, "face_value_cents": 200});
    lucia.post("receive-series", &series, Uuid::new_v4()).expect("granted");
    let csv = lucia.get_bytes("/api/series/A17/cards.csv").expect("the cards");
    let mut tickets = xtask::tickets::Tickets::default();
    tickets.read("A17", &String::from_utf8(csv).expect("text")).expect("cards");
    tickets.get("A17", card).code.clone()
}
