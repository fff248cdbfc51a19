//! The arbiter: when what the readers say is a ball of the game (reliability.md C-5).
//!
//! A ball is *present* at the machine's reader, a *candidate* once that has read it, *agreed* when there is all the
//! evidence that the rules ask of readers, then *recorded*, *announced* by the caller and *shown*. Under
//! [`EvidencePolicy::Caller`] the machine's reading is enough; under [`EvidencePolicy::SecondReader`] a second reader, on
//! a line of its own, must read the same number, before or after the machine. Where the two differ or one stays
//! silent, the game is held and two people look at the ball.
//!
//! Nothing here knows a clock: that the second reader is silent is noticed when the machine reads its next ball.

use crate::ball::Ball;
use crate::event::{Evidence, ReaderEvent};
use crate::extractor::LinkState;
use crate::machine::{BootId, Fault, Stored};
#[cfg(doc)]
use crate::rules::EvidencePolicy;

/// The ball that waits, and the second reader.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arbiter {
    /// The second reader's line.
    pub line: LinkState,
    /// Its power-up.
    pub boot: Option<BootId>,
    /// Its last frame on disk: what may be acknowledged.
    pub position: Option<(BootId, u32)>,
    /// What the machine has read and the second reader has not.
    pub candidate: Option<Reading>,
    /// What the second reader has read and the machine has not.
    pub second: Option<Reading>,
    /// The last ball that was agreed; when a reader reads it once more, that is nothing new.
    pub last: Option<u8>,
}

/// What one reader read of the ball in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// The number, which may be no ball's.
    pub number: u8,
    /// The reader's power-up.
    pub boot: BootId,
    /// Its frame.
    pub seq: u32,
    /// 0 to 100 %.
    pub confidence: u8,
}

impl Reading {
    /// It as the machine's evidence.
    pub const fn of_machine(self) -> Evidence {
        Evidence::Machine { boot: self.boot, seq: self.seq, confidence: self.confidence }
    }

    /// It as the second reader's evidence.
    pub const fn of_second(self) -> Evidence {
        Evidence::SecondReader { boot: self.boot, seq: self.seq, confidence: self.confidence }
    }
}

/// How a reading compares with the other reader's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The other reader has read nothing yet.
    Waits,
    /// Both read the same number.
    Agreed {
        /// What the machine read.
        machine: Reading,
        /// What the second reader read.
        second: Reading,
    },
    /// The other reader read this number.
    Differs(u8),
    /// The last agreed ball, read once more.
    Again,
    /// This reader has just read another number, on a ball that the other has not read.
    Wavers,
}

impl Arbiter {
    /// What a reading of the machine comes to. No candidate may wait already.
    pub fn of_machine(&self, machine: Reading) -> Comparison {
        match self.second {
            None => Comparison::Waits,
            Some(second) if second.number == machine.number => Comparison::Agreed { machine, second },
            Some(second) => Comparison::Differs(second.number),
        }
    }

    /// What a reading of the second reader comes to.
    pub fn of_second(&self, second: Reading) -> Comparison {
        match (self.candidate, self.second) {
            (Some(machine), _) if machine.number == second.number => Comparison::Agreed { machine, second },
            (Some(machine), _) => Comparison::Differs(machine.number),
            (None, _) if self.last == Some(second.number) => Comparison::Again,
            (None, Some(before)) if before.number != second.number => Comparison::Wavers,
            (None, Some(_) | None) => Comparison::Waits,
        }
    }

    pub(crate) fn restarted(&mut self) {
        self.line = LinkState::Unknown;
    }

    pub(crate) fn draw_started(&mut self) {
        (self.candidate, self.second, self.last) = (None, None, None);
    }

    pub(crate) fn extracted(&mut self, ball: Ball, evidence: &[Evidence]) {
        for item in evidence {
            if let Evidence::SecondReader { boot, seq, .. } = item {
                self.position = Some((*boot, *seq));
            }
        }
        self.settle(ball);
    }

    /// A ball that is back in the drum is read again when it comes again.
    pub(crate) fn machine_saw(&mut self, what: Stored) {
        if let Stored::FaultRaised(Fault::Returned) | Stored::Loaded = what {
            (self.candidate, self.second) = (None, None);
        }
    }

    /// It is known which ball was at the readers.
    pub(crate) fn settle(&mut self, ball: Ball) {
        (self.candidate, self.second) = (None, None);
        self.last = Some(ball.number());
    }

    pub(crate) fn apply(&mut self, event: &ReaderEvent) {
        match *event {
            ReaderEvent::Candidate { ball, boot, seq, confidence, .. } => {
                self.candidate = Some(Reading { number: ball.number(), boot, seq, confidence });
            }
            ReaderEvent::Identified { boot } => {
                if self.boot != Some(boot) {
                    self.position = None;
                }
                (self.line, self.boot) = (LinkState::Up, Some(boot));
            }
            ReaderEvent::LinkLost { .. } => self.line = LinkState::Lost,
            ReaderEvent::Saw { boot, seq, what } => {
                self.position = Some((boot, seq));
                if let Stored::Read { number, confidence, .. } = what
                    && self.last != Some(number)
                {
                    self.second = Some(Reading { number, boot, seq, confidence });
                }
            }
        }
    }
}
