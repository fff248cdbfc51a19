//! What a game tells of its balls: which came out, in order.

use hall_core::ball::{Ball, BallSet};

/// The balls of one game, in order of exit, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw {
    balls: Vec<Ball>,
}

impl Draw {
    /// Returns the draw, or `None` where no ball came out or one is there twice: such a game says nothing of chance.
    pub fn new(balls: Vec<Ball>) -> Option<Draw> {
        let different: BallSet = balls.iter().copied().collect();
        (!balls.is_empty() && different.len() as usize == balls.len()).then_some(Draw { balls })
    }

    /// Returns the balls, the first one first.
    pub fn balls(&self) -> &[Ball] {
        &self.balls
    }

    /// Returns for each ball, from 1, its place of exit, from 1; `None` for those that stayed in the drum.
    pub(crate) fn places(&self) -> [Option<u8>; 90] {
        let mut places = [None; 90];
        for (place, ball) in (1..).zip(&self.balls) {
            places[usize::from(ball.number()) - 1] = Some(place);
        }
        places
    }
}
