//! Rehearsals of the spare: once a month somebody has it show that it could take the hall over (DECISIONS 41, E 14).

use alloc::string::String;

use crate::event::Event;
use crate::game::decide::{Decision, one};
use crate::hall::Hall;
use crate::refusal::Refusal;

/// After so many days without a rehearsal that was passed, another is due. Nothing is refused for it.
pub const REHEARSAL_DAYS: u32 = 31;

/// What the record has of the spare's rehearsals.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rehearsal {
    /// Asked for so far.
    pub asked: u32,
    /// The one whose end is not known yet.
    pub under_way: Option<u32>,
    /// When the last one was passed, UTC milliseconds. None in a new epoch: the computer may be another.
    pub passed_utc_ms: Option<i64>,
    /// Why the last one was not passed, if it was not.
    pub failed: Option<String>,
}

impl Rehearsal {
    pub(super) fn begins(&mut self, no: u32) {
        (self.asked, self.under_way) = (no, Some(no));
    }

    /// Passed, or why not.
    pub(super) fn ends(&mut self, at_utc_ms: i64, failed: Option<&String>) {
        (self.under_way, self.failed) = (None, failed.cloned());
        if failed.is_none() {
            self.passed_utc_ms = Some(at_utc_ms);
        }
    }

    /// In a new epoch it may be this computer that was the spare.
    pub(super) fn is_another_computers(&mut self) {
        *self = Rehearsal { asked: self.asked, ..Rehearsal::default() };
    }
}

impl Hall {
    /// The spare reads its record from end to end for it, so no game is disturbed by one.
    pub(super) fn decide_rehearse(&self) -> Decision {
        if let Some(game) = self.running() {
            return Err(Refusal::GameRunning(game.no));
        }
        ensure!(self.rehearsal.under_way.is_none(), Refusal::RehearsalUnderWay);
        one(Event::RehearsalAsked { rehearsal: self.rehearsal.asked + 1 })
    }
}
