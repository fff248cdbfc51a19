//! The arbiter: when what the readers say is a ball of the game (reliability.md C-5).
//!
//! A ball goes through these, one after the other: *present* at the machine's reader, *candidate* once that has read it,
//! *agreed* when the hall's rules have all the evidence they ask of readers, then *recorded*, *announced* by the
//! caller, whose word is evidence too, and *shown*. Under [`EvidencePolicy::Caller`] the machine's reading alone
//! makes a candidate agreed; under [`EvidencePolicy::SecondReader`] it waits for the same number from a second reader on
//! a line of its own, in whichever order the two speak. Where they differ, or one of them stays silent, the game is
//! held, and two people look at the ball.
//!
//! Nothing here knows a clock: that the second reader is silent is noticed when the machine reads its next ball.

use crate::ball::Ball;
use crate::event::{Evidence, ReaderEvent};
use crate::extractor::Line;
use crate::machine::{BootId, Fault, Stored};
#[cfg(doc)]
use crate::rules::EvidencePolicy;

/// The ball that waits, and the second reader.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arbiter {
    /// The second reader's line.
    pub line: Line,
    /// Its power-up.
    pub boot: Option<BootId>,
    /// Its last frame on disk: what may be acknowledged.
    pub position: Option<(BootId, u32)>,
    /// What the machine has read and the second reader has not.
    pub candidate: Option<Reading>,
    /// What the second reader has read and the machine has not.
    pub second: Option<Reading>,
    /// The last ball that was agreed: a reader that reads it once more says nothing new.
    pub last: Option<u8>,
}

/// One reader's word about the ball in hand.
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
    /// Returns it as the machine's evidence.
    pub const fn of_machine(self) -> Evidence {
        Evidence::Machine { boot: self.boot, seq: self.seq, confidence: self.confidence }
    }

    /// Returns it as the second reader's evidence.
    pub const fn of_second(self) -> Evidence {
        Evidence::SecondReader { boot: self.boot, seq: self.seq, confidence: self.confidence }
    }
}

/// What two readings, or one and none, come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// The other reader has not spoken.
    Waits,
    /// Both say the same.
    Agreed {
        /// What the machine said.
        machine: Reading,
        /// What the second reader said.
        second: Reading,
    },
    /// They differ: the number of the other reader.
    Differs(u8),
    /// This reader has said it of the ball before, which was agreed.
    Again,
    /// Its own word of a moment ago was another, about a ball that the other reader has not read.
    Wavers,
}

impl Arbiter {
    /// Returns what a reading of the machine comes to. No candidate may wait already.
    pub fn of_machine(&self, machine: Reading) -> Word {
        match self.second {
            None => Word::Waits,
            Some(second) if second.number == machine.number => Word::Agreed { machine, second },
            Some(second) => Word::Differs(second.number),
        }
    }

    /// Returns what a reading of the second reader comes to.
    pub fn of_second(&self, second: Reading) -> Word {
        match (self.candidate, self.second) {
            (Some(machine), _) if machine.number == second.number => Word::Agreed { machine, second },
            (Some(machine), _) => Word::Differs(machine.number),
            (None, _) if self.last == Some(second.number) => Word::Again,
            (None, Some(before)) if before.number != second.number => Word::Wavers,
            (None, Some(_) | None) => Word::Waits,
        }
    }

    /// The server started: the line must be heard anew.
    pub(crate) fn restarted(&mut self) {
        self.line = Line::Unknown;
    }

    /// A draw began.
    pub(crate) fn draw_started(&mut self) {
        (self.candidate, self.second, self.last) = (None, None, None);
    }

    /// A ball came out in the game.
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

    /// It is known which ball it was that waited.
    pub(crate) fn settle(&mut self, ball: Ball) {
        (self.candidate, self.second) = (None, None);
        self.last = Some(ball.number());
    }

    /// Moves on by one event of the second reader.
    pub(crate) fn apply(&mut self, event: &ReaderEvent) {
        match *event {
            ReaderEvent::Candidate { ball, boot, seq, confidence, .. } => {
                self.candidate = Some(Reading { number: ball.number(), boot, seq, confidence });
            }
            ReaderEvent::Identified { boot } => {
                if self.boot != Some(boot) {
                    self.position = None;
                }
                (self.line, self.boot) = (Line::Up, Some(boot));
            }
            ReaderEvent::LinkLost { .. } => self.line = Line::Lost,
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
