//! The balls of games that are over, by the set they were drawn from.

use hall_core::machine::SetId;

use super::{JournalError, RecordReader};

/// A set is changed between draws only, so that a game has one; a corrected ball is the one in force. A game that runs is none of
/// anybody's statistics.
const DRAWS: &str = "select game.game, ball from game join game_ball on game_ball.game = game.game
    where ball_set = ? and state in ('ended', 'void') order by game.game, ordinal";

const OVER: &str = "select count(*), coalesce(max(game), 0) from game
    where ball_set = ? and state in ('ended', 'void')";

/// A game's number, and its balls in order of exit.
pub type Drawn = (u32, Vec<u8>);

impl RecordReader {
    /// Returns the games of a set that are over and had a ball drawn, each with its balls in order of exit; `None` where the hall has no
    /// such set.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn draws_of(&self, set: SetId) -> Result<Option<Vec<Drawn>>, JournalError> {
        let read = || -> rusqlite::Result<Option<Vec<Drawn>>> {
            // One view of the file, while the desk goes on writing.
            let view = self.conn().unchecked_transaction()?;
            let known = "select exists (select 1 from ball_set where ball_set = ?)";
            if !view.query_row(known, [set.as_str()], |row| row.get(0))? {
                return Ok(None);
            }
            let mut select = view.prepare(DRAWS)?;
            let mut rows = select.query([set.as_str()])?;
            let mut games: Vec<Drawn> = Vec::new();
            while let Some(row) = rows.next()? {
                let (game, ball) = (row.get(0)?, row.get(1)?);
                match games.last_mut() {
                    Some((last, balls)) if *last == game => balls.push(ball),
                    Some(_) | None => games.push((game, vec![ball])),
                }
            }
            Ok(Some(games))
        };
        read().map_err(JournalError::sqlite("leer las bolas de las partidas", self.path()))
    }

    /// Returns how many games of a set are over, and the last one: with the same two its statistics are the same.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn games_over(&self, set: SetId) -> Result<(u32, u32), JournalError> {
        let read = || -> rusqlite::Result<(u32, u32)> {
            let mut select = self.conn().prepare_cached(OVER)?;
            select.query_row([set.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))
        };
        read().map_err(JournalError::sqlite("leer las partidas de un juego de bolas", self.path()))
    }
}
