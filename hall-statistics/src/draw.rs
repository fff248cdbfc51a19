//! The draw of a game, as input of the statistics.

use hall_core::ball::{Ball, BallSet};

/// The balls of one game in order of exit, without repetition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw {
    balls: Vec<Ball>,
}

impl Draw {
    /// `None` for an empty draw or a repeated ball.
    pub fn new(balls: Vec<Ball>) -> Option<Draw> {
        let different: BallSet = balls.iter().copied().collect();
        (!balls.is_empty() && different.len() as usize == balls.len()).then_some(Draw { balls })
    }

    /// In order of exit.
    pub fn balls(&self) -> &[Ball] {
        &self.balls
    }

    /// Index 0 is ball 1: its place of exit, from 1; `None` for a ball that stayed in the drum.
    pub(crate) fn places(&self) -> [Option<u8>; 90] {
        let mut places = [None; 90];
        for (place, ball) in (1..).zip(&self.balls) {
            places[usize::from(ball.number()) - 1] = Some(place);
        }
        places
    }
}
