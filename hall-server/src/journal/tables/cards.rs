//! Table `card_sale`: where the cards of a game are. A card is in at most one row.

use hall_core::event::{GameNo, Segment};
use hall_core::people::PersonId;
use hall_core::series::CardNo;
use hall_wire::message::CardState;
use rusqlite::types::Value;

use super::row::{Cell, Tables, cells, put, set};

/// Part of a row that was taken out.
struct Piece {
    first: u32,
    last: u32,
    seller: PersonId,
}

/// Brings cards into a state, with this seller, or each with its own.
pub(super) fn put(
    t: &Tables<'_>,
    game: GameNo,
    cards: Segment,
    seller: Option<PersonId>,
    state: CardState,
) -> rusqlite::Result<()> {
    let (taken, since) = (take_out(t, game, cards)?, t.line.at_utc_ms);
    match seller {
        Some(seller) => insert(t, game, cards, seller, (state, since)),
        None => taken.iter().try_for_each(|piece| {
            let cards = Segment { first: CardNo(piece.first), last: CardNo(piece.last), ..cards };
            insert(t, game, cards, piece.seller, (state, since))
        }),
    }
}

/// The sale closes: what sellers have is sold, and each series goes on after it.
pub(super) fn sell(t: &Tables<'_>, game: GameNo, segments: &[Segment]) -> rusqlite::Result<()> {
    set! { t, card_sale[game, state: CardState::Issued] { state: CardState::Sold, since_utc_ms: t.line.at_utc_ms } }?;
    segments.iter().try_for_each(|segment| pass(t, *segment))
}

/// The series goes on after these cards; it never goes back (3.5.5).
pub(super) fn pass(t: &Tables<'_>, cards: Segment) -> rusqlite::Result<()> {
    let sql = "update series set next_card = max(next_card, ?) where series = ?";
    t.run(sql, (i64::from(cards.last.0) + 1, cards.series.to_string()))
}

/// Takes cards out of whatever rows they are in; what is left of those rows stays.
fn take_out(t: &Tables<'_>, game: GameNo, cards: Segment) -> rusqlite::Result<Vec<Piece>> {
    let series = cards.series.to_string();
    let mut select = t.conn.prepare_cached(
        "select first, last, seller, state, since_utc_ms from card_sale
         where game = ? and series = ? and first <= ? and last >= ? order by first",
    )?;
    let (first, last) = (cards.first.0, cards.last.0);
    let rows = select.query_map((game.0, &series, last, first), |row| {
        let piece = Piece { first: row.get(0)?, last: row.get(1)?, seller: PersonId(row.get(2)?) };
        Ok((piece, row.get::<_, Value>(3)?, row.get::<_, i64>(4)?))
    })?;
    let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
    let mut taken = Vec::with_capacity(rows.len());
    for (row, state, since) in rows {
        let sql = "delete from card_sale where game = ? and series = ? and first = ?";
        t.run(sql, (game.0, &series, row.first))?;
        let left = |first, last| {
            let cards = Segment { first: CardNo(first), last: CardNo(last), ..cards };
            insert(t, game, cards, row.seller, (&state, since))
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
    t: &Tables<'_>,
    game: GameNo,
    Segment { series, first, last }: Segment,
    seller: PersonId,
    (state, since_utc_ms): (impl Cell, i64),
) -> rusqlite::Result<()> {
    put! { t, card_sale { game, series, first, last, seller, state, since_utc_ms } }
}
