//! What the record knows of the machine, and what its last heartbeat said.

use alloc::collections::BTreeSet;

use crate::ball::Ball;
use crate::event::Evidence;
use crate::machine::{BootId, Fault, Mode, SetId, Stored, is_newer};

/// The line to the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Line {
    /// Nothing heard since the server started.
    #[default]
    Unknown,
    /// A machine has said who it is.
    Up,
    /// It was lost.
    Lost,
}

/// The machine, as the record has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Extractor {
    /// The line.
    pub line: Line,
    /// The machine's power-up.
    pub boot: Option<BootId>,
    /// The set loaded.
    pub set: Option<SetId>,
    /// How many balls it works with.
    pub balls: u8,
    /// What it does.
    pub mode: Option<Mode>,
    /// The last stored frame that is on disk: what may be acknowledged.
    pub position: Option<(BootId, u32)>,
    /// Where a loss of frames ended: what was lost will never come.
    pub lost_to: Option<(BootId, u32)>,
    /// Faults raised and not cleared.
    pub faults: BTreeSet<Fault>,
    /// The door is open.
    pub door_open: bool,
    /// A ball is at the reader.
    pub present: bool,
    /// The number read in this presence.
    pub reading: Option<u8>,
}

impl Extractor {
    /// The server started. A machine's fault outlives that (R43); only the line must be heard anew.
    pub(crate) fn restarted(&mut self) {
        (self.line, self.mode) = (Line::Unknown, None);
    }

    /// A machine said who it is.
    pub(crate) fn identified(&mut self, boot: BootId, balls: u8, set: SetId) {
        if self.boot != Some(boot) {
            *self = Extractor { mode: self.mode, ..Extractor::default() };
        }
        (self.line, self.boot, self.balls, self.set) = (Line::Up, Some(boot), balls, Some(set));
    }

    /// Its line was lost.
    pub(crate) fn lost(&mut self) {
        (self.line, self.mode) = (Line::Lost, None);
    }

    /// It gave a number.
    pub(crate) fn read(&mut self, boot: BootId, seq: u32, number: u8) {
        (self.position, self.reading) = (Some((boot, seq)), Some(number));
    }

    /// A ball came out in a game. One that waited for the second reader is an older frame than the last one.
    pub(crate) fn extracted(&mut self, ball: Ball, evidence: &[Evidence]) {
        for item in evidence {
            if let Evidence::Machine { boot, seq, .. } = item
                && self.position.is_none_or(|(at, last)| at != *boot || is_newer(*seq, last))
            {
                self.read(*boot, *seq, ball.number());
            }
        }
    }

    /// Returns the number of the last frame there is to know of: the last one on disk, or the
    /// end of a loss behind it.
    pub fn known(&self) -> u32 {
        let on_disk = self.position.map_or(0, |(_, seq)| seq);
        let lost_to = self.lost_to.filter(|(boot, _)| self.boot == Some(*boot)).map(|(_, seq)| seq);
        lost_to.filter(|seq| on_disk == 0 || is_newer(*seq, on_disk)).unwrap_or(on_disk)
    }

    /// A stored frame other than a reading.
    pub(crate) fn saw(&mut self, boot: BootId, seq: u32, what: Stored) {
        self.position = Some((boot, seq));
        match what {
            Stored::Present => {
                self.present = true;
                self.reading = None;
            }
            Stored::Gone | Stored::Loaded => {
                self.present = false;
                self.reading = None;
            }
            Stored::FaultRaised(fault) => {
                // Back in the drum it is not at the reader any more, and no `gone` will come.
                if fault == Fault::Returned {
                    self.present = false;
                    self.reading = None;
                }
                self.faults.insert(fault);
            }
            Stored::FaultCleared(fault) => {
                self.faults.remove(&fault);
            }
            Stored::DoorOpened => self.door_open = true,
            Stored::DoorClosed => self.door_open = false,
            Stored::Read { .. } | Stored::NoRead => (),
        }
    }
}

/// The last heartbeat. Link state: it is not in the record and not replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beat {
    /// The machine's power-up.
    pub boot: BootId,
    /// The last stored frame it had sent.
    pub seq: u32,
    /// What it does.
    pub mode: Mode,
    /// Balls out of the drum.
    pub out: u8,
}
