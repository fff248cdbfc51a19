//! A till whose cable was out for a whole game (reliability.md E 52): it sold nothing meanwhile, it is back on the present board, and what
//! it asked for into the void happens neither then nor later.

use std::time::Duration;

use hall_wire::board::{MesaBoard, PublicBoard};
use hall_wire::link::{Client, ClientError, Link, Servers};
use serde_json::json;
use uuid::Uuid;
use xtask::network;
use xtask::staff::code;

use crate::kit::{Hall, PATIENCE, Setup, until};
use crate::let_in::enrolled;

/// Somebody of the hall at another computer, who gives up soon.
fn at(servers: &Servers, who: &Client) -> Client {
    Client::new(servers).with_token(who.token().map(str::to_owned)).with_patience(Duration::from_millis(500))
}

#[test]
fn a_till_that_was_away_for_a_game_sold_nothing_meanwhile_and_catches_up() {
    let hall = Hall::open(&Setup { network: true, interval_ms: 60, ..Setup::default() });
    let servers = enrolled(&hall, "caja-2", "panel");
    let till = at(&servers, &hall.staff.cajero);
    let desk: Link<MesaBoard> = Link::open(&servers, "caja-2", till.token().map(str::to_owned));
    let wall: Link<PublicBoard> = Link::open(&servers, "caja-2", None);
    until("both boards", || (desk.board().connected && wall.board().connected).then_some(()));
    let game = hall.open_sale("A17");
    hall.keep(
        &till.post("issue-block", &hall.block(game, ("A17", 1, 6)), Uuid::new_v4()).expect("online it sells"),
    );

    network::cut().expect("the cable comes out");
    until("that it is alone", || (!desk.board().connected && !wall.board().connected).then_some(()));
    let (block, id) = (hall.block(game, ("A17", 7, 12)), Uuid::new_v4());
    let unheard = till.post("issue-block", &block, id).expect_err("nobody hears it");
    assert!(matches!(unheard, ClientError::NoAnswer { .. }), "{unheard}");
    // The others play it to its end without the till, and the next one is on sale.
    hall.must(&hall.staff.cajero, "close-sale", &json!({"game": game}));
    hall.start(game);
    hall.to_the_end(game);
    let sold: u32 = hall
        .now()
        .public
        .game
        .as_ref()
        .expect("a game")
        .segments
        .iter()
        .map(|cards| cards.last + 1 - cards.first)
        .sum();
    assert_eq!(sold, 6, "what was sold online, and no more");
    let next = hall.open_sale("A17");
    assert!(!desk.board().connected, "it is away all the time");

    network::mend().expect("the cable goes in");
    let same = desk.wait(|seen| seen.connected && seen.board == hall.desk.board().board, PATIENCE);
    assert!(same.is_some(), "the till shows what the mesa shows: {:?}", desk.board().board.public.game);
    let public = wall.wait(|seen| seen.connected && *seen.board == hall.desk.board().board.public, PATIENCE);
    assert!(public.is_some(), "and so does a monitor");
    // Somebody presses again what was pressed then: it was for a game that is over.
    let late = until("an answer", || match till.post("issue-block", &block, id) {
        Err(ClientError::NoAnswer { .. }) => None,
        answer => Some(answer.expect_err("its game is over")),
    });
    assert_eq!(crate::strangers::told_of("issue-block", code(&late)), "partida-desconocida");
    assert!(hall.record().iter().all(|row| row.line.request_id != id.to_string()), "and no line is of it");
    hall.keep(
        &till.post("issue-block", &hall.block(next, ("A17", 7, 12)), Uuid::new_v4()).expect("it sells again"),
    );
    hall.must(&hall.staff.cajero, "close-sale", &json!({"game": next}));
    hall.start(next);
    hall.to_the_end(next);
    drop((desk, wall));
    hall.finish();
}
