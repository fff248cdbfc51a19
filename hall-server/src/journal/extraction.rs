//! When balls came out, read from the tables for people.

use hall_core::event::SessionNo;
use serde::Deserialize;

use super::fields::rows;
use super::{JournalError, RecordReader};

/// Each ball of a session with the one before it. Apart when people entered one of the two, or when a stop or a HOLD was
/// open for some time between them.
const INTERVALS: &str =
    "select b.game, b.ordinal, max(b.extracted_at_utc_ms - a.extracted_at_utc_ms, 0) as ms,
           instr(a.evidence, '\"machine\"') = 0 or instr(b.evidence, '\"machine\"') = 0
           or exists (select 1 from stop where stop.game = b.game
               and stopped_at_utc_ms < b.extracted_at_utc_ms
               and coalesce(resumed_at_utc_ms, 9223372036854775807) > a.extracted_at_utc_ms)
           or exists (select 1 from hold where hold.game = b.game
               and raised_at_utc_ms < b.extracted_at_utc_ms
               and coalesce(left_at_utc_ms, 9223372036854775807) > a.extracted_at_utc_ms) as apart
    from game_ball a join game_ball b on b.game = a.game and b.ordinal = a.ordinal + 1
    join game on game.game = b.game
    where game.session = ? order by b.game, b.ordinal";

/// The time from one ball to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Interval {
    /// The game.
    pub game: u32,
    /// The place, from 2, of the later ball.
    pub ordinal: u8,
    /// In milliseconds.
    pub ms: u64,
    /// The draw stood meanwhile, or people entered one of the two balls.
    pub apart: bool,
}

impl RecordReader {
    /// A session, the last one by default, and its intervals in order; `None` if there is no such session.
    pub(crate) fn intervals(
        &self,
        session: Option<SessionNo>,
    ) -> Result<Option<(SessionNo, Vec<Interval>)>, JournalError> {
        self.view("leer las extracciones", |view| {
            let last = "select max(session) from session where session = ?1 or ?1 is null";
            let found: Option<u32> =
                view.query_row(last, [session.map(|session| session.0)], |row| row.get(0))?;
            let Some(found) = found else { return Ok(None) };
            Ok(Some((SessionNo(found), rows(view, INTERVALS, [found])?)))
        })
    }
}
