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

impl Hall {
    /// The spare reads its record from end to end for it, so no game is disturbed by one.
    pub(super) fn decide_rehearse(&self) -> Decision {
        if let Some(game) = self.running() {
            return Err(Refusal::GameRunning(game.no));
        }
        ensure!(self.rehearsal.under_way.is_none(), Refusal::RehearsalUnderWay);
        one(Event::RehearsalAsked { rehearsal: self.rehearsal.asked + 1 })
    }

    pub(super) fn apply_rehearsal(&mut self, at_utc_ms: i64, event: &Event) {
        let rehearsal = &mut self.rehearsal;
        match event {
            Event::RehearsalAsked { rehearsal: no } => {
                (rehearsal.asked, rehearsal.under_way) = (*no, Some(*no));
            }
            Event::RehearsalPassed { .. } => {
                (rehearsal.under_way, rehearsal.failed) = (None, None);
                rehearsal.passed_utc_ms = Some(at_utc_ms);
            }
            Event::RehearsalFailed { words, .. } => {
                (rehearsal.under_way, rehearsal.failed) = (None, Some(words.clone()));
            }
            // In a new epoch it may be this computer that was the spare.
            Event::EpochBegun { .. } => {
                *rehearsal = Rehearsal { asked: rehearsal.asked, ..Rehearsal::default() }
            }
            _ => (),
        }
    }
}
