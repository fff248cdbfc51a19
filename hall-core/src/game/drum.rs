//! Balls of the game that fell back into the drum. The machine counts how many are out, not which: while one of the game
//! is in the drum, equal counts say only that another is out that nobody read.

use super::Game;
use crate::ball::Ball;
use crate::event::{HoldExit, Ordinal};

impl Game {
    /// The balls of the game that are in the drum.
    fn in_the_drum(&self) -> impl Iterator<Item = Ball> {
        let fell_back = self.draw().map_or(&[][..], |draw| &draw.fell_back);
        fell_back.iter().copied().filter(|ball| self.extracted.contains(ball))
    }

    pub(crate) fn has_a_ball_in_the_drum(&self) -> bool {
        self.in_the_drum().next().is_some()
    }

    /// Whether one is there still when a hold was left so: two people may have seen it outside, or another in its place.
    pub(crate) fn has_a_ball_in_the_drum_after(&self, exit: HoldExit) -> bool {
        let HoldExit::Misread { ordinal, ball } = exit else { return self.has_a_ball_in_the_drum() };
        let replaced = self.ball_at(ordinal);
        self.in_the_drum().any(|fallen| fallen != ball && Some(fallen) != replaced)
    }

    /// The ball that has this place.
    pub(crate) fn ball_at(&self, ordinal: Ordinal) -> Option<Ball> {
        self.extracted.get(usize::from(ordinal.0).checked_sub(1)?).copied()
    }

    pub(crate) fn falls_back(&mut self, ball: Ball) {
        let fell_back = &mut self.draw_mut().fell_back;
        if !fell_back.contains(&ball) {
            fell_back.push(ball);
        }
    }

    pub(crate) fn is_out_again(&mut self, ball: Ball) {
        self.draw_mut().fell_back.retain(|fallen| *fallen != ball);
    }
}
