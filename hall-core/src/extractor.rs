//! What the record knows of the machine, and what its last heartbeat said.

use alloc::collections::BTreeSet;

use crate::ball::Ball;
use crate::event::Evidence;
use crate::machine::{BootId, Fault, Mode, SetId, Stored, is_newer};

/// The line to the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LinkState {
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
pub struct RecordedMachine {
    /// The line.
    pub line: LinkState,
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

impl RecordedMachine {
    /// The server started. Faults stay (R43); the line must identify itself again.
    pub(crate) fn restarted(&mut self) {
        (self.line, self.mode) = (LinkState::Unknown, None);
    }

    pub(crate) fn identified(&mut self, boot: BootId, balls: u8, set: SetId) {
        if self.boot != Some(boot) {
            *self = RecordedMachine { mode: self.mode, ..RecordedMachine::default() };
        }
        (self.line, self.boot, self.balls, self.set) = (LinkState::Up, Some(boot), balls, Some(set));
    }

    pub(crate) fn lost(&mut self) {
        (self.line, self.mode) = (LinkState::Lost, None);
    }

    pub(crate) fn read(&mut self, boot: BootId, seq: u32, number: u8) {
        (self.position, self.reading) = (Some((boot, seq)), Some(number));
    }

    /// A ball of the game. If it waited for the second reader, its frame is not the machine's last.
    pub(crate) fn extracted(&mut self, ball: Ball, evidence: &[Evidence]) {
        for item in evidence {
            if let Evidence::Machine { boot, seq, .. } = item
                && self.position.is_none_or(|(at, last)| at != *boot || is_newer(*seq, last))
            {
                self.read(*boot, *seq, ball.number());
            }
        }
    }

    /// The number of the last frame that can be known: the last one on disk, or the end of a loss behind it.
    pub fn known(&self) -> u32 {
        let on_disk = self.position.map_or(0, |(_, seq)| seq);
        let lost_to = self.lost_to.filter(|(boot, _)| self.boot == Some(*boot)).map(|(_, seq)| seq);
        lost_to.filter(|seq| on_disk == 0 || is_newer(*seq, on_disk)).unwrap_or(on_disk)
    }

    /// A stored frame other than a reading.
    pub(crate) fn saw(&mut self, boot: BootId, seq: u32, what: Stored) {
        self.position = Some((boot, seq));
        match what {
            Stored::Present => (self.present, self.reading) = (true, None),
            Stored::Gone | Stored::Loaded => (self.present, self.reading) = (false, None),
            Stored::FaultRaised(fault) => {
                // A ball that is back in the drum has left the reader, and no `gone` will come.
                if fault == Fault::Returned {
                    (self.present, self.reading) = (false, None);
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

/// The last heartbeat. It is not in the record.
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
