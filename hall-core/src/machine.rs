//! What ball machines report, in words that every driver shares.
//!
//! A report cannot be refused: a ball on the table is a fact. The drivers that make them are in the crate
//! `ball-machine`; [`crate::hall::Hall::observe`] decides which events they become.

use alloc::vec::Vec;
use core::fmt;

/// The number a machine draws at each power-up (BLP/1). Another one means that it lost its memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BootId(pub u32);

impl fmt::Display for BootId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08X}", self.0)
    }
}

/// The name of a set of balls: 1 to 8 of A-Z and 0-9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId([u8; 8]);

impl SetId {
    /// The name, or `None` if it is empty, longer than eight or has other characters.
    ///
    /// ```
    /// use hall_core::machine::SetId;
    ///
    /// assert_eq!(SetId::parse("J2").unwrap().as_str(), "J2");
    /// assert!(SetId::parse("").is_none() && SetId::parse("a").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<SetId> {
        let bytes = text.as_bytes();
        let good = |b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit();
        if bytes.is_empty() || bytes.len() > 8 || !bytes.iter().all(good) {
            return None;
        }
        let mut name = [0; 8];
        name[..bytes.len()].copy_from_slice(bytes);
        Some(SetId(name))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        let len = self.0.iter().position(|b| *b == 0).unwrap_or(8);
        core::str::from_utf8(&self.0[..len]).expect("a set's name is ASCII")
    }
}

impl fmt::Display for SetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The number of a stored frame: 1 to 999 999, then 1 again (BLP/1).
pub const SEQ_MAX: u32 = 999_999;

/// The number that follows `seq`.
pub const fn next_seq(seq: u32) -> u32 {
    if seq >= SEQ_MAX { 1 } else { seq + 1 }
}

/// Whether frame `a` is newer than frame `b`: (a − b) mod 999 999 lies in 1..=499 999.
pub const fn is_newer(a: u32, b: u32) -> bool {
    let d = (a + SEQ_MAX - b) % SEQ_MAX;
    d >= 1 && d <= 499_999
}

/// What a machine does, or is asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// At rest, balls where they are.
    Stop,
    /// Drawing balls.
    Run,
    /// Paused within a draw.
    Hold,
    /// Bringing every ball back into the drum.
    Load,
    /// The machine stopped itself. Reported, never asked for.
    Fault,
}

/// What can go wrong in a machine (BLP/1, frames F and C).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A ball is stuck.
    Jam,
    /// More than one ball at the reader.
    Multiple,
    /// A ball went back into the drum after it had been picked.
    Returned,
    /// The blower or the drum's motor.
    Blower,
    /// A sensor.
    Sensor,
    /// The machine's own power.
    Power,
}

/// Why there is no link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkLoss {
    /// The port gave zero bytes or an end of file: the cable is out (reliability.md C-4).
    HungUp,
    /// No heartbeat for three seconds, the port still open.
    Silent,
    /// The port could not be opened or gave an error.
    PortError,
}

/// Something a machine or its line was seen to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report {
    /// The machine identified itself: after a silence, or as another than before.
    Identity {
        /// This power-up of the machine.
        boot: BootId,
        /// How many balls it works with.
        balls: u8,
        /// The set loaded.
        set: SetId,
    },
    /// The line is gone.
    LinkLost(LinkLoss),
    /// A heartbeat. Link state: it becomes an event only where something changed.
    Beat {
        /// This power-up of the machine.
        boot: BootId,
        /// The last stored frame's number; 0 before the first.
        seq: u32,
        /// What the machine does.
        mode: Mode,
        /// Balls out of the drum in this draw.
        out: u8,
    },
    /// A stored frame, in order, each (boot, seq) once for one opening of the port. The core skips what the record
    /// already has.
    Stored {
        /// This power-up of the machine.
        boot: BootId,
        /// The frame's number, 1 to 999 999.
        seq: u32,
        /// What happened.
        what: Stored,
    },
    /// Frames are missing and asking again for two seconds did not bring them.
    Gap {
        /// This power-up of the machine.
        boot: BootId,
        /// The number that should have come.
        expected: u32,
        /// The number that came.
        got: u32,
    },
    /// Bytes that are no frame; at most one report a second.
    BadFrames {
        /// How many frames were thrown away since the last report.
        count: u32,
        /// How many bytes they had.
        bytes: u32,
        /// The first bytes of the first of them, at most 32.
        first: Vec<u8>,
    },
    /// Something at the hall's second reader, which has a line of its own.
    Second(SecondReport),
    /// The table that a reader of tags was started with. The one it should have is in the record.
    Table(LoadedTable),
}

/// One of the hall's readers of balls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BallReader {
    /// The machine's own.
    Machine,
    /// The second one, on a line of its own.
    Second,
}

/// The table of tags by which a reader knows the balls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoadedTable {
    /// The reader.
    pub reader: BallReader,
    /// The set it is of.
    pub set: SetId,
    /// SHA-256 of its canonical text, as `ball-machine enrol` prints it.
    pub sha256: [u8; 32],
}

/// Something the second reader was seen to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecondReport {
    /// It has said who it is.
    Identity {
        /// This power-up of it.
        boot: BootId,
    },
    /// Its line is gone.
    LinkLost(LinkLoss),
    /// A stored frame of it, as [`Report::Stored`].
    Stored {
        /// This power-up of it.
        boot: BootId,
        /// The frame's number.
        seq: u32,
        /// What happened.
        what: Stored,
    },
}

impl SecondReport {
    /// What matters of a report over the second reader's line: not its mode nor its counts, and lost frames show as
    /// its silence about a ball.
    pub fn of(report: Report) -> Option<SecondReport> {
        match report {
            Report::Identity { boot, .. } => Some(SecondReport::Identity { boot }),
            Report::LinkLost(why) => Some(SecondReport::LinkLost(why)),
            Report::Stored { boot, seq, what } => Some(SecondReport::Stored { boot, seq, what }),
            Report::Second(report) => Some(report),
            Report::Beat { .. } | Report::Gap { .. } | Report::BadFrames { .. } | Report::Table(_) => None,
        }
    }
}

/// What a stored frame tells (BLP/1: P, B, N, G, F, C, D, L).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// A ball is at the reader.
    Present,
    /// A ball was read.
    Read {
        /// The number as the machine gave it: 0 to 99, so it may be no ball at all.
        number: u8,
        /// The set the ball belongs to.
        set: SetId,
        /// 0 to 100 %.
        confidence: u8,
    },
    /// A ball is there and could not be read.
    NoRead,
    /// The ball left the reader for the rack.
    Gone,
    /// A fault began.
    FaultRaised(Fault),
    /// A fault ended.
    FaultCleared(Fault),
    /// The door was opened.
    DoorOpened,
    /// The door was closed.
    DoorClosed,
    /// Every ball is back in the drum.
    Loaded,
}
