//! The balls of games that are over, by the set they were drawn from.

use hall_core::machine::SetId;

use super::{JournalError, RecordReader};

/// A set is changed between draws only, so that a game has one. A corrected ball is the one in force.
const DRAWS: &str = "select game.game, ball from game join game_ball on game_ball.game = game.game
    where ball_set = ? and state in ('ended', 'void') order by game.game, ordinal";

const OVER: &str = "select count(*), coalesce(max(game), 0) from game
    where ball_set = ? and state in ('ended', 'void')";

/// A game's number, and its balls in order of exit.
pub type Drawn = (u32, Vec<u8>);

impl RecordReader {
    /// The games of a set that are over and had a ball drawn; `None` if the hall has no such set.
    pub(crate) fn draws_of(&self, set: SetId) -> Result<Option<Vec<Drawn>>, JournalError> {
        self.view("leer las bolas de las partidas", |view| {
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
        })
    }

    /// How many games of a set are over, and the last one: its statistics change only with them.
    pub(crate) fn games_over(&self, set: SetId) -> Result<(u32, u32), JournalError> {
        self.view("leer las partidas de un juego de bolas", |view| {
            view.prepare_cached(OVER)?.query_row([set.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))
        })
    }
}
