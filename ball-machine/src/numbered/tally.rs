//! The balls that are out of the drum, counted for a machine that does not count them.

use hall_core::machine::{Fault, Stored};

/// The most balls there are to be out.
const OUT_MAX: u8 = 99;

/// What was passed on, counted: what still waits behind a gap is not in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tally {
    out: u8,
    /// A ball is at the reader.
    present: bool,
}

impl Tally {
    /// `out`: balls out of the drum by the record, 0 to 90.
    pub(super) fn new(out: u8) -> Tally {
        Tally { out, present: false }
    }

    pub(super) fn out(&self) -> u8 {
        self.out
    }

    pub(super) fn is_present(&self) -> bool {
        self.present
    }

    /// Nobody listened for a while: what was at the reader is not there any more.
    pub(super) fn leave_reader(&mut self) {
        self.present = false;
    }

    /// Something is passed on.
    pub(super) fn take(&mut self, what: Stored) {
        match what {
            Stored::Present => self.present = true,
            Stored::Gone => {
                if std::mem::take(&mut self.present) {
                    self.out = (self.out + 1).min(OUT_MAX);
                }
            }
            Stored::FaultRaised(Fault::Returned) => self.present = false,
            Stored::Loaded => *self = Tally::new(0),
            Stored::Read { .. }
            | Stored::NoRead
            | Stored::FaultRaised(_)
            | Stored::FaultCleared(_)
            | Stored::DoorOpened
            | Stored::DoorClosed => (),
        }
    }

    /// Two people have put in a ball, and so many are out now. One that is still at the reader is
    /// that ball, and counts when it leaves.
    pub(super) fn told(&mut self, out: u8) {
        if !self.present {
            self.out = self.out.max(out);
        }
    }
}
