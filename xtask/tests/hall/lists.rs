//! What the hall has and has done, as its manager, desk and cashier read it (`/api/hall`).

use hall_core::event::Extractor;
use hall_wire::board::Person;
use hall_wire::message::{GameRow, GameState, HallLists, SeriesRow};
use serde_json::json;

use crate::founding::SERIES_SIZE;
use crate::kit::{Hall, PRICE, Setup, until};

fn lists(hall: &Hall) -> HallLists {
    hall.staff.locutor.get("/api/hall").expect("whoever works in the hall may read it")
}

#[test]
fn the_lists_tell_what_the_hall_has_and_has_done() {
    let mut hall = Hall::open(&Setup::default());
    let before = lists(&hall);
    assert_eq!((before.next_game, before.games.len(), before.sessions.len()), (1, 0, 1));
    let row = |series: &str, next: u32| SeriesRow {
        series: series.to_owned(),
        matrix: 1,
        size: SERIES_SIZE,
        face_value_cents: PRICE,
        next_card: Some(next),
    };
    assert_eq!(before.series, [row("A17", 1), row("A18", 1)]);
    assert_eq!((before.matrices[0].matrix, before.matrices[0].size), (1, SERIES_SIZE));
    let sets: Vec<(&str, Extractor, u32)> =
        before.ball_sets.iter().map(|set| (&*set.set, set.extractor, set.games)).collect();
    assert_eq!(sets, [("J1", Extractor::Pneumatic, 0), ("J2", Extractor::Pneumatic, 0)]);
    assert_eq!(before.ball_sets[0].homologation, "HB-2024/J1");

    let played = hall.sell(&[("A17", 1, 6)]);
    hall.start(played);
    hall.to_the_end(played);
    let end = hall.public();
    let void = hall.sell(&[("A17", 7, 12)]);
    hall.void(void);
    let not_held = hall.open_sale("A17");
    hall.must(&hall.staff.cajero, "close-sale", &json!({"game": not_held}));
    let on_sale = hall.open_sale("A17");
    hall.must(&hall.staff.cajero, "issue-block", &hall.block(on_sale, ("A17", 13, 16)));

    let now = lists(&hall);
    let game = end.game.expect("the game that was played");
    let rows = |state: GameState, game: u32| GameRow {
        game,
        in_session: game,
        session: 1,
        series: "A17".to_owned(),
        cards: 0,
        takings_cents: 0,
        line_cents: 0,
        bingo_cents: 0,
        balls: 0,
        state,
    };
    let held = GameRow {
        cards: 6,
        takings_cents: 6 * PRICE,
        line_cents: game.line_cents,
        bingo_cents: game.bingo_cents,
        balls: u8::try_from(end.announced.len()).expect("at most 90"),
        ..rows(GameState::Held, played)
    };
    assert_eq!(now.games[0], GameRow { cards: 4, ..rows(GameState::OnSale, on_sale) });
    assert_eq!(now.games[1], rows(GameState::NotHeld, not_held));
    assert_eq!((now.games[2].state, now.games[2].cards, now.games[2].balls), (GameState::Void, 6, 0));
    assert_eq!(now.games[3], held);
    assert_eq!((now.next_game, now.ball_sets[0].games), (on_sale + 1, 1));
    assert_eq!(now.series, [row("A17", 13), row("A18", 1)]);
    assert!(now.seq > before.seq && now.at_utc_ms > before.at_utc_ms);

    hall.kill();
    hall.begin();
    let again = HallLists { seq: now.seq, at_utc_ms: now.at_utc_ms, ..lists(&hall) };
    assert_eq!(again, now, "a restart forgets nothing");
    hall.void(on_sale);
    hall.close_session();
    let closed = until("an acta on disk", || Some(lists(&hall)).filter(|lists| lists.sessions[0].acta));
    let session = &closed.sessions[0];
    assert_eq!((session.session, session.date.len()), (1, 10));
    assert!(session.closed_at_utc_ms.is_some_and(|at| at > session.opened_at_utc_ms));
    hall.finish();
}

/// Who sells has to know whose name is on a block.
#[test]
fn a_seller_reads_the_staff() {
    let hall = Hall::closed(&Setup { machine: false, ..Setup::default() });
    let people: Vec<Person> = hall.staff.locutor.get("/api/people").expect("names, to sell with");
    assert!(people.iter().any(|person| person.name == "Carmen Peña Gil"));
    hall.finish();
}
