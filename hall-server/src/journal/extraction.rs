//! When balls came out, read from the tables for people.

use hall_core::event::SessionNo;
use rusqlite::OptionalExtension;

use super::{JournalError, RecordReader, uint};

/// The last session.
const LAST: &str = "select max(session) from session";

/// Each ball of a session with the one before it. It is apart when people entered one of the two,
/// or when a stop or a HOLD was open for some time between them.
const INTERVALS: &str = "select b.game, b.ordinal, max(b.extracted_at_utc_ms - a.extracted_at_utc_ms, 0),
           instr(a.evidence, '\"machine\"') = 0 or instr(b.evidence, '\"machine\"') = 0
           or exists (select 1 from stop where stop.game = b.game
               and stopped_at_utc_ms < b.extracted_at_utc_ms
               and coalesce(resumed_at_utc_ms, 9223372036854775807) > a.extracted_at_utc_ms)
           or exists (select 1 from hold where hold.game = b.game
               and raised_at_utc_ms < b.extracted_at_utc_ms
               and coalesce(left_at_utc_ms, 9223372036854775807) > a.extracted_at_utc_ms)
    from game_ball a join game_ball b on b.game = a.game and b.ordinal = a.ordinal + 1
    join game on game.game = b.game
    where game.session = ? order by b.game, b.ordinal";

/// From one ball to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// The game.
    pub game: u32,
    /// The place, from 2, of the later ball.
    pub ordinal: u8,
    /// How long, in milliseconds.
    pub ms: u64,
    /// The draw stood meanwhile, or people entered one of the two balls.
    pub apart: bool,
}

impl RecordReader {
    /// Returns a session, the last one unless another is asked for, and its intervals in order; none
    /// when there is no such session.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn intervals(
        &self,
        session: Option<SessionNo>,
    ) -> Result<Option<(SessionNo, Vec<Interval>)>, JournalError> {
        let read = || -> rusqlite::Result<Option<(SessionNo, Vec<Interval>)>> {
            // One view of the file, while the desk goes on writing.
            let view = self.conn().unchecked_transaction()?;
            let found: Option<u32> = match session {
                Some(session) => view
                    .query_row("select session from session where session = ?", [session.0], |row| row.get(0))
                    .optional()?,
                None => view.query_row(LAST, [], |row| row.get(0))?,
            };
            let Some(found) = found else { return Ok(None) };
            let intervals = view
                .prepare_cached(INTERVALS)?
                .query_map([found], |row| {
                    let (game, ordinal, apart) = (row.get(0)?, row.get(1)?, row.get(3)?);
                    Ok(Interval { game, ordinal, ms: uint(row, 2)?, apart })
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(Some((SessionNo(found), intervals)))
        };
        read().map_err(JournalError::sqlite("leer las extracciones", self.path()))
    }
}
