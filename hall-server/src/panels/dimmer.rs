//! Holds back the light of a ball until the hall's voice has said it, as the rules want (G8: heard, then shown).

use std::time::Duration;

use hall_core::rules::Light;
use hall_wire::board::{PublicBoard, Scene};
use tokio::time::Instant;

use crate::voice::{LIGHT_MAX, Said, Spoken};

/// What the hall's screens wait for.
#[derive(Debug)]
pub(super) struct Dimmer {
    /// The last ball whose light was not held back, or not any longer.
    lit: Option<Spoken>,
    /// The ball that is held back, and until when at most.
    held: Option<(Spoken, Instant)>,
}

impl Dimmer {
    /// Of screens that show this board whole.
    pub(super) fn of(board: &PublicBoard) -> Dimmer {
        Dimmer { lit: last_or_none(board), held: None }
    }

    /// What the hall may see of a board now: all of it, or all but its last ball.
    ///
    /// `said` is what the voice has said; none while it does not speak.
    pub(super) fn shows(
        &mut self,
        board: &PublicBoard,
        light: Light,
        said: Option<Said>,
        now: Instant,
    ) -> PublicBoard {
        let last = last_ball(board);
        // A ball that is announced while another is held back lets that one go.
        if let (Some(((held, at), _)), Some((game, place))) = (self.held, last)
            && held == game
            && place > at
        {
            self.lit = Some((game, place - 1));
        }
        // Only a ball that is added to what the hall saw waits; a board that begins with many does not.
        let is_next =
            last.zip(self.lit).is_some_and(|((game, place), (of, before))| of == game && place == before + 1);
        let waits = board.scene == Scene::Draw
            && is_next
            && last.zip(said).is_some_and(|(ball, said)| !said.lights(light, ball));
        let Some(ball) = last.filter(|_| waits) else {
            (self.held, self.lit) = (None, last_or_none(board));
            return board.clone();
        };
        let until = match self.held {
            Some((held, until)) if held == ball => until,
            _ => now + LIGHT_MAX,
        };
        if now >= until {
            (self.held, self.lit) = (None, Some(ball));
            return board.clone();
        }
        self.held = Some((ball, until));
        without_last(board)
    }

    /// The longest that what is held back stays so.
    pub(super) fn until(&self) -> Instant {
        // Far away where nothing is.
        self.held.map_or_else(|| Instant::now() + Duration::from_secs(3_600), |(_, until)| until)
    }
}

/// The last announced ball; place 0 in a game without one, so that its first is the next.
fn last_or_none(board: &PublicBoard) -> Option<Spoken> {
    last_ball(board).or_else(|| board.game.as_ref().map(|game| (game.game, 0)))
}

/// The last announced ball.
pub(super) fn last_ball(board: &PublicBoard) -> Option<Spoken> {
    let place = u8::try_from(board.announced.len()).ok().filter(|place| *place > 0)?;
    Some((board.game.as_ref()?.game, place))
}

/// To the hall it is still to be called: mark, number and light change together.
fn without_last(board: &PublicBoard) -> PublicBoard {
    let mut dim = board.clone();
    dim.uncalled = u8::try_from(dim.announced.len()).ok();
    dim.announced.pop();
    for marked in [&mut dim.by_hand, &mut dim.by_caller] {
        marked.retain(|place| usize::from(*place) <= dim.announced.len());
    }
    dim
}

#[cfg(test)]
#[path = "dimmer_tests.rs"]
mod tests;
