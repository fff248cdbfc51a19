//! Balls of the game that fell back into the drum. The machine counts how many are out, not which: while one of the game
//! is in the drum, equal counts say only that another is out that nobody read.

use super::Game;
use crate::ball::Ball;
use crate::event::{HoldExit, Ordinal};
use crate::extractor::RecordedMachine;
use crate::machine::{Fault, SetId, Stored};

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

    /// What the machine saw, which is as it was before: a ball may have fallen back.
    pub(crate) fn machine_saw(&mut self, what: Stored, machine: &RecordedMachine) {
        match what {
            Stored::Loaded => self.draw_mut().fell_back = self.extracted.clone(),
            Stored::FaultRaised(Fault::Returned) if !machine.faults.contains(&Fault::Returned) => {
                // A ball at the reader that was not read yet is none of the game; with none there, it is the last one.
                let read = machine.reading.and_then(Ball::new);
                let fell = if machine.present { read } else { self.extracted.last().copied() };
                let fell_back = &self.draw().expect("a draw has begun").fell_back;
                let fell = fell.filter(|ball| self.extracted.contains(ball) && !fell_back.contains(ball));
                self.draw_mut().fell_back.extend(fell);
            }
            Stored::Present
            | Stored::Read { .. }
            | Stored::NoRead
            | Stored::Gone
            | Stored::FaultRaised(_)
            | Stored::FaultCleared(_)
            | Stored::DoorOpened
            | Stored::DoorClosed => (),
        }
    }

    /// A reading that does not count, of a machine as it was before: the first of a presence says which ball has come out again.
    pub(crate) fn machine_read(&mut self, number: u8, set: SetId, machine: &RecordedMachine) {
        if let Some(ball) = Ball::new(number)
            && machine.reading.is_none()
            && machine.set == Some(set)
        {
            self.comes_out(ball);
        }
    }

    pub(super) fn comes_out(&mut self, ball: Ball) {
        self.draw_mut().fell_back.retain(|fallen| *fallen != ball);
    }
}
