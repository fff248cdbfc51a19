//! When balls came out, read from the tables for people.

use hall_core::event::SessionNo;
use serde::Deserialize;

use super::fields::rows;
use super::{JournalError, RecordReader};

/// Each ball of a session with the one before it. Apart when people entered one of the two, or when a stop or a HOLD was
/// open for some time between them. Only rows of the session's games are looked at, also where archives are read.
pub(super) const INTERVALS: &str = "with
    balls as materialized (select game, ordinal, extracted_at_utc_ms, evidence from game_ball where game between ?2 and ?3),
    stood as materialized (
        select game, stopped_at_utc_ms as since, coalesce(resumed_at_utc_ms, 9223372036854775807) as until
        from stop where game between ?2 and ?3
        union all select game, raised_at_utc_ms, coalesce(left_at_utc_ms, 9223372036854775807)
        from hold where game between ?2 and ?3)
    select b.game, b.ordinal, max(b.extracted_at_utc_ms - a.extracted_at_utc_ms, 0) as ms,
           instr(a.evidence, '\"machine\"') = 0 or instr(b.evidence, '\"machine\"') = 0
           or exists (select 1 from stood where stood.game = b.game
               and since < b.extracted_at_utc_ms and until > a.extracted_at_utc_ms) as apart
    from balls a join balls b on b.game = a.game and b.ordinal = a.ordinal + 1
    join game on game.game = b.game
    where game.session = ?1 order by b.game, b.ordinal";

/// The first and the last game of a session.
const GAMES: &str = "select coalesce(min(game), 0), coalesce(max(game), 0) from game where session = ?";

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
            let (first, last): (u32, u32) =
                view.query_row(GAMES, [found], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(Some((SessionNo(found), rows(view, INTERVALS, [found, first, last])?)))
        })
    }
}
