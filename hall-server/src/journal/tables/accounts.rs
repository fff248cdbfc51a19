//! What nobody sang, where the rules of its session carry it: an account for the line and one for the bingo.

use hall_core::event::{GameNo, Play};
use hall_core::money::Cents;

use super::row::Tables;
use crate::journal::int;

/// A play was not sung: it is carried where the rules of the session say so.
pub(super) fn carry(t: &Tables<'_>, game: GameNo, play: Play, amount: Cents) -> rusqlite::Result<()> {
    let carried = match play {
        Play::Line => "unsung_line_to = 'carried'",
        Play::Bingo => "unsung_bingo_to = 'carried'",
    };
    let of_its_session = format!(
        "select coalesce(max({carried}), 0) from session join game using (session) where game.game = ?"
    );
    if t.one(&of_its_session, [game.0])? != 1.into() {
        return Ok(());
    }
    moved(t, game, play, (int(amount.0), 0))
}

/// A game is void: what was carried of it goes back to the players.
pub(super) fn carry_back(t: &Tables<'_>, game: GameNo) -> rusqlite::Result<()> {
    for play in [Play::Line, Play::Bingo] {
        let sql = "select sum(in_cents - out_cents) from account_movement where game = ? and account = ?";
        if let rusqlite::types::Value::Integer(carried @ 1..) = t.one(sql, (game.0, play.name()))? {
            moved(t, game, play, (0, carried))?;
        }
    }
    Ok(())
}

fn moved(t: &Tables<'_>, game: GameNo, play: Play, (into, out): (i64, i64)) -> rusqlite::Result<()> {
    t.run(
        "insert or replace into account_movement
         select ?1, ?2, ?3, (select session from game where game = ?3), ?4, ?5, ?4 - ?5 + coalesce(
           (select balance_cents from account_movement where account = ?2 and seq < ?1 order by seq desc limit 1), 0), ?6",
        (int(t.line.seq), play.name(), game.0, into, out, t.line.at_utc_ms),
    )
}
