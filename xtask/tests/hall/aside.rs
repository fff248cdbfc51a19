//! What `./bombo run` says aside to one person who plays alone, against a hall and what its players' cards show.

use hall_wire::board::{CardNumber, Play, PublicBoard, Scene};
use hall_wire::link::{Client, Link};
use xtask::aside::{Aside, Decks, Manager, page};
use xtask::staff::log_in;
use xtask::tickets::Ticket;

use crate::kit::{Hall, PATIENCE, Setup};

/// The hall's manager, by the PIN that `init` showed.
fn decks(hall: &Hall) -> Manager {
    Manager { url: hall.url(), user: "lucia".to_owned(), pin: hall.pin.clone() }
}

/// Returns the public board with all that was done, as an anonymous screen sees it.
fn seen(hall: &Hall, wall: &Link<PublicBoard>) -> PublicBoard {
    hall.now();
    let seq = hall.desk.board().seq;
    let seen = wall.wait(|seen| seen.connected && seen.seq >= seq, PATIENCE).expect("the board comes");
    (*seen.board).clone()
}

fn numbers<'t>(tickets: impl Iterator<Item = &'t &'t Ticket>) -> Vec<CardNumber> {
    tickets.map(|ticket| CardNumber { series: ticket.series.clone(), card: ticket.number }).collect()
}

/// After each announced ball of a whole game, what is said aside is what the players' cards show; the page has the
/// cards that were sold, and no others.
#[test]
fn the_aside_says_who_has_the_line_and_the_bingo_and_nobody_else() {
    let hall = Hall::open(&Setup { interval_ms: 24, first_out: &[5, 9], ..Setup::default() });
    let wall: Link<PublicBoard> = Link::open(&hall.url(), "aparte", None);
    let mut aside = Aside::new(decks(&hall));
    assert!(aside.look(&seen(&hall, &wall)).expect("a board").concat().contains("abre la venta"));

    let game = hall.sell(&[("A17", 1, 12)]);
    let said = aside.look(&seen(&hall, &wall)).expect("the cards can be had").concat();
    assert!(said.contains("Intro empieza la extracción") && !said.contains("tiene"), "{said}");
    let sold = hall.sold();
    let cards = aside.sold().expect("the sale is closed").cards();
    assert_eq!(cards.iter().map(|(number, _)| number.clone()).collect::<Vec<_>>(), numbers(sold.iter()));
    let html = page::html(&seen(&hall, &wall), aside.sold());
    assert_eq!(html.matches("<figure").count(), sold.len());
    for ticket in &sold {
        assert!(html.contains(&format!("A 17 · n.º {}<", ticket.number)), "{}", ticket.number);
        for number in ticket.rows.iter().flatten() {
            assert!(html.contains(&format!("<td>{number}</td>")), "{number} is not crossed out yet");
        }
    }
    assert!(html.contains("DEMOSTRACIÓN"));

    hall.start(game);
    let mut winners = [0, 0];
    loop {
        let called = hall.ball(game);
        let board = seen(&hall, &wall);
        assert_eq!(board.announced, called);
        let said = aside.look(&board).expect("a board").concat();
        let having =
            |play: Play| aside.sold().expect("sold").having(play).into_iter().cloned().collect::<Vec<_>>();
        let lines = numbers(sold.iter().filter(|ticket| ticket.has_line(&called)));
        let bingos = numbers(sold.iter().filter(|ticket| ticket.has_bingo(&called)));
        assert_eq!((having(Play::Line), having(Play::Bingo)), (lines.clone(), bingos.clone()), "{called:?}");
        // Only what can still be sung is said.
        let open = board.game.as_ref().is_some_and(|game| game.line_open);
        for ticket in &sold {
            let card = CardNumber { series: ticket.series.clone(), card: ticket.number };
            let says = |what: &str| said.contains(&format!("el cartón {} tiene {what}", ticket.number));
            assert_eq!(says("línea"), open && lines.contains(&card), "{said} {called:?}");
            assert_eq!(says("bingo"), bingos.contains(&card), "{said} {called:?}");
        }
        winners[0] += usize::from(open && !lines.is_empty());
        winners[1] += usize::from(!bingos.is_empty());
        match hall.sung(game, &sold, &called) {
            Some(Play::Line) => {
                hall.go_on(game);
                let said = aside.look(&seen(&hall, &wall)).expect("a board").concat();
                assert!(!said.contains("tiene línea"), "it was sung and is closed: {said}");
            }
            Some(Play::Bingo) => break,
            None => (),
        }
    }
    assert_eq!(winners, [1, 1], "the line once, the bingo once");
    let board = seen(&hall, &wall);
    assert_eq!(board.scene, Scene::Winners);
    let said = aside.look(&board).expect("a board").concat();
    assert!(said.contains("abre la venta siguiente"), "the next game can go on: {said}");
    hall.finish();
}

/// What is found aside reaches nothing of the product (DECISIONS 5): with a winner on the table and nobody singing, the
/// boards, the record and the server's log say nothing of it; and who fetched the cards stands on duty nowhere.
#[test]
fn what_is_said_aside_stays_outside_the_hall() {
    let hall = Hall::open(&Setup { interval_ms: 24, ..Setup::default() });
    let wall: Link<PublicBoard> = Link::open(&hall.url(), "aparte", None);
    let game = hall.sell(&[("A17", 1, 12)]);
    let lines =
        |hall: &Hall| hall.record().into_iter().map(|row| row.line.kind.to_string()).collect::<Vec<_>>();
    hall.start(game);
    let called = hall.balls(game, 5);
    assert!(hall.sold()[0].has_line(&called), "the first card's numbers came first");
    let mut aside = Aside::new(decks(&hall));
    let said = aside.look(&seen(&hall, &wall)).expect("a board").concat();
    assert!(said.contains("el cartón 1 tiene línea"), "{said}");
    let board = hall.board(|(_, board)| board.people.iter().all(|duty| duty.device != "demostracion"));
    assert!(board.public.stop.is_none() && board.public.prizes.is_empty());
    let text = serde_json::to_string(&*board).expect("a board is JSON");
    assert!(!text.contains("tiene línea"));
    assert!(lines(&hall).iter().all(|kind| !kind.contains("claim")), "nobody sang");
    let log = std::fs::read_to_string(hall.dir().join("servidor.log")).unwrap_or_default();
    assert!(!log.contains("tiene línea"), "{log}");
    hall.to_the_end(game);
    hall.finish();
}

/// Who may not have the file of a matrix is told so, and nothing is guessed.
#[test]
fn without_the_managers_pin_there_is_no_aside() {
    let hall = Hall::open(&Setup { interval_ms: 24, ..Setup::default() });
    let mut wrong = Manager { url: hall.url(), user: "carmen".to_owned(), pin: "349157".to_owned() };
    assert!(wrong.cards(1).is_err(), "a cashier has the cards of a series, not the file of a matrix");
    let client: Client = log_in(&hall.url(), "carmen", "otra").expect("she may come in");
    assert!(client.get_bytes("/api/matrices/1/cards.csv").is_err());
    hall.finish();
}
