//! How long things have been on a wall, which the board does not say.

use std::time::{Duration, Instant};

use hall_wire::board::{PublicBoard, Scene};

use crate::scene::Memo;

/// What a wall remembers of earlier boards.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    wholes: u64,
    scene: Option<(Scene, Instant)>,
    claim: Option<(u32, Instant)>,
    ball: Option<Ball>,
}

/// The last ball, and when it came.
#[derive(Debug, Clone, Copy)]
struct Ball {
    game: u32,
    place: usize,
    /// `None` if it was already on the board when that came whole.
    since: Option<Instant>,
}

impl Memory {
    /// Takes a board. `wholes` counts the boards received whole, whose content is not news.
    pub fn see(&mut self, board: &PublicBoard, wholes: u64, now: Instant) {
        if self.scene.is_none_or(|(scene, _)| scene != board.scene) {
            self.scene = Some((board.scene, now));
        }
        let claims = board.stop.iter().flat_map(|stop| &stop.claims);
        let claim = claims.map(|claim| claim.claim).max();
        if claim != self.claim.map(|(claim, _)| claim) {
            self.claim = claim.map(|claim| (claim, now));
        }
        let place = board.announced.len();
        let game = board.game.as_ref().map_or(0, |game| game.game);
        let whole = std::mem::replace(&mut self.wholes, wholes) != wholes;
        let before = self.ball;
        if before.is_none_or(|before| (before.game, before.place) != (game, place)) {
            // Only the next ball of the same game is news.
            let next = before.is_some_and(|before| before.game == game && place == before.place + 1);
            self.ball = Some(Ball { game, place, since: (next && !whole).then_some(now) });
        }
    }

    /// How long everything has been shown.
    pub fn memo(&self, now: Instant) -> Memo {
        let ms = |since: Instant| {
            let since = now.checked_duration_since(since).unwrap_or(Duration::ZERO);
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        };
        Memo {
            scene_ms: self.scene.map_or(0, |(_, since)| ms(since)),
            claim_ms: self.claim.map_or(0, |(_, since)| ms(since)),
            ball_ms: self.ball.and_then(|ball| ball.since).map(ms),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(balls: &[u8]) -> PublicBoard {
        PublicBoard { scene: Scene::Draw, announced: balls.to_vec(), ..PublicBoard::default() }
    }

    #[test]
    fn a_ball_is_news_only_where_it_was_seen_coming() {
        let start = Instant::now();
        let mut memory = Memory::default();
        memory.see(&board(&[7, 8]), 1, start);
        assert_eq!(memory.memo(start).ball_ms, None, "it was there already");
        memory.see(&board(&[7, 8, 9]), 1, start);
        assert_eq!(memory.memo(start + Duration::from_millis(200)).ball_ms, Some(200));
        memory.see(&board(&[7, 8, 9]), 1, start + Duration::from_millis(300));
        assert_eq!(memory.memo(start + Duration::from_millis(400)).ball_ms, Some(400), "no new event");
        memory.see(&board(&[7, 8, 9, 10]), 2, start);
        assert_eq!(memory.memo(start).ball_ms, None, "missed balls are not played again");
    }
}
