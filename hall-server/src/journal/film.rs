//! The balls of a game, for those who look at their pictures.

use hall_core::event::GameNo;
use hall_wire::message::FilmedBall;

use super::{JournalError, RecordReader};

const BALLS: &str = "select ordinal, ball, extracted_at_utc_ms, announced_at_utc_ms from game_ball
    where game = ? order by ordinal";

impl RecordReader {
    /// The balls of a game that are out, announced or not; none of them has its picture yet.
    pub(crate) fn balls_of(&self, game: GameNo) -> Result<Vec<FilmedBall>, JournalError> {
        self.view("leer las bolas de una partida", |view| {
            let mut select = view.prepare_cached(BALLS)?;
            let ball = |row: &rusqlite::Row<'_>| {
                Ok(FilmedBall {
                    ordinal: row.get(0)?,
                    ball: row.get(1)?,
                    at_utc_ms: row.get(2)?,
                    announced_at_utc_ms: row.get(3)?,
                    pictured: false,
                })
            };
            select.query_map([game.0], ball)?.collect()
        })
    }
}
