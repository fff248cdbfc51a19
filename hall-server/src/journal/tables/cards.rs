//! Table `card_sale`: where the cards of a game are. A card is in at most one row.

use hall_core::event::{GameNo, Segment};
use hall_core::people::PersonId;
use hall_core::series::CardNo;
use rusqlite::Connection;

use super::run;

/// Part of a row that was taken out.
struct Piece {
    first: u32,
    last: u32,
    seller: u32,
}

/// Brings cards into a state, with this seller, or with the one each has had.
pub(super) fn put(
    conn: &Connection,
    game: GameNo,
    cards: Segment,
    seller: Option<PersonId>,
    state: &str,
    at: i64,
) -> rusqlite::Result<()> {
    let taken = take_out(conn, game, cards)?;
    match seller {
        Some(seller) => insert(conn, game, cards, seller.0, state, at),
        None => taken.iter().try_for_each(|piece| {
            let cards = Segment { first: CardNo(piece.first), last: CardNo(piece.last), ..cards };
            insert(conn, game, cards, piece.seller, state, at)
        }),
    }
}

/// The sale closes: what is with sellers is sold, and the series go on after it.
pub(super) fn sell(conn: &Connection, game: GameNo, segments: &[Segment], at: i64) -> rusqlite::Result<()> {
    run(
        conn,
        "update card_sale set state = 'sold', since_utc_ms = ? where game = ? and state = 'issued'",
        (at, game.0),
    )?;
    segments.iter().try_for_each(|segment| pass(conn, *segment))
}

/// The series goes on after these cards; it never goes back (3.5.5).
pub(super) fn pass(conn: &Connection, cards: Segment) -> rusqlite::Result<()> {
    run(
        conn,
        "update series set next_card = max(next_card, ?) where series = ?",
        (i64::from(cards.last.0) + 1, cards.series.to_string()),
    )
}

/// Takes cards out of whatever rows they are in; what is left of those rows stays.
fn take_out(conn: &Connection, game: GameNo, cards: Segment) -> rusqlite::Result<Vec<Piece>> {
    let series = cards.series.to_string();
    let mut select = conn.prepare_cached(
        "select first, last, seller, state, since_utc_ms from card_sale
         where game = ? and series = ? and first <= ? and last >= ? order by first",
    )?;
    let (first, last) = (cards.first.0, cards.last.0);
    let rows = select.query_map((game.0, &series, last, first), |row| {
        let piece = Piece { first: row.get(0)?, last: row.get(1)?, seller: row.get(2)? };
        Ok((piece, row.get::<_, String>(3)?, row.get::<_, i64>(4)?))
    })?;
    let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
    let mut taken = Vec::with_capacity(rows.len());
    for (row, state, since) in rows {
        run(
            conn,
            "delete from card_sale where game = ? and series = ? and first = ?",
            (game.0, &series, row.first),
        )?;
        let left = |first, last| {
            let cards = Segment { first: CardNo(first), last: CardNo(last), ..cards };
            insert(conn, game, cards, row.seller, &state, since)
        };
        if row.first < first {
            left(row.first, first - 1)?;
        }
        if row.last > last {
            left(last + 1, row.last)?;
        }
        taken.push(Piece { first: row.first.max(first), last: row.last.min(last), seller: row.seller });
    }
    Ok(taken)
}

fn insert(
    conn: &Connection,
    game: GameNo,
    cards: Segment,
    seller: u32,
    state: &str,
    since: i64,
) -> rusqlite::Result<()> {
    run(
        conn,
        "insert or replace into card_sale values (?, ?, ?, ?, ?, ?, ?)",
        (game.0, cards.series.to_string(), cards.first.0, cards.last.0, seller, state, since),
    )
}
