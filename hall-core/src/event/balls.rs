//! What becomes true of the hall's sets of balls, apart from the games they serve (Catálogo II,
//! art. 34; reliability.md T13).

use alloc::string::String;
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::event::SessionNo;
use crate::machine::{BootId, SetId};
use crate::people::PersonId;

/// The number of a count of balls at the reader in this hall, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CountNo(pub u32);

/// What an inspection of a set found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspection {
    /// The numbers of the seals the set has from now on, in words.
    pub seals: String,
    /// The seals it had were found whole.
    pub seals_whole: bool,
    /// The set may be played with; one that failed may not, until an inspection that passes.
    pub passed: bool,
    /// What was seen, in words; always there when it failed.
    pub note: Option<String>,
}

/// A ball at the reader that is none of the set that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ForeignBall {
    /// The set it says it belongs to.
    pub set: SetId,
    /// Its number as the machine gave it; it may be no ball's.
    pub number: u8,
}

/// A fact about a set of balls. Each is one line of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BallsEvent {
    /// One person asked for the table of a set's tags to be the one with this hash.
    EnrolmentAsked {
        /// The set.
        set: SetId,
        /// How many balls the table has. Always 90.
        balls: u8,
        /// SHA-256 of the table's canonical text, as `ball-machine enrol` prints it.
        table_sha256: [u8; 32],
    },
    /// Another agreed: these tags are this set's.
    Enrolled {
        /// The set.
        set: SetId,
        /// How many balls the table has. Always 90.
        balls: u8,
        /// SHA-256 of the table.
        table_sha256: [u8; 32],
        /// Who had asked.
        asked_by: PersonId,
    },
    /// One person wrote down what an inspection found.
    InspectionAsked {
        /// The set.
        set: SetId,
        /// What was found.
        found: Inspection,
    },
    /// Another, who was there, confirmed it.
    Inspected {
        /// The set.
        set: SetId,
        /// What was found.
        found: Inspection,
        /// Who had written it down.
        asked_by: PersonId,
    },
    /// Each ball of a set was weighed.
    Weighed {
        /// The set.
        set: SetId,
        /// The weights of the balls 1 to 90, in milligrams.
        weights_mg: Vec<u32>,
        /// The lightest a ball may be, in milligrams.
        low_mg: u32,
        /// The heaviest a ball may be, in milligrams.
        high_mg: u32,
    },
    /// A set was taken out of use for ever, before or after its limit (Catálogo II).
    Withdrawn {
        /// The set.
        set: SetId,
        /// Games it has served.
        games: u32,
        /// Why, in words.
        reason: String,
        /// The spare set from now on, where the withdrawn one was the session's (34.5).
        reserve_set: Option<SetId>,
    },
    /// The balls of a set began to be passed through the reader.
    CountBegun {
        /// The count.
        count: CountNo,
        /// The set.
        set: SetId,
        /// Balls were out of the machine: it brings them back first.
        load: bool,
    },
    /// The reader gave a number during a count.
    Counted {
        /// The count.
        count: CountNo,
        /// The number as the machine gave it.
        number: u8,
        /// The set it named.
        set: SetId,
        /// 0 to 100 %.
        confidence: u8,
        /// The same presence had been read before: no further ball (reliability.md C-5, rule 4).
        again: bool,
        /// The machine's power-up.
        boot: BootId,
        /// The frame.
        seq: u32,
    },
    /// A count ended, and this is what it found.
    CountEnded {
        /// The count.
        count: CountNo,
        /// The set.
        set: SetId,
        /// How many balls of the set passed.
        balls: u8,
        /// The numbers that did not pass, ascending.
        missing: Vec<Ball>,
        /// The numbers that passed more than once, ascending.
        doubled: Vec<Ball>,
        /// The numbers one ball was read as within one presence, ascending.
        unsure: Vec<Ball>,
        /// The balls of other sets, ascending.
        foreign: Vec<ForeignBall>,
    },
    /// A count came to nothing: it was broken off, or two people did not trust the reader.
    CountCancelled {
        /// The count.
        count: CountNo,
        /// Why, in words.
        reason: String,
    },
    /// A count stands for the one by hand, at the session's opening, a change or its close (34.1).
    CountTaken {
        /// The session.
        session: SessionNo,
        /// The count.
        count: CountNo,
        /// The set.
        set: SetId,
        /// How many balls of the set passed.
        balls: u8,
    },
}

/// How many balls a set has (Catálogo II).
pub const BALLS: u8 = 90;

/// Returns the balls that are lighter or heavier than the limits, ascending.
pub fn off_weight(weights_mg: &[u32], low_mg: u32, high_mg: u32) -> Vec<Ball> {
    let weighed = Ball::all().zip(weights_mg);
    weighed.filter(|(_, weight)| !(low_mg..=high_mg).contains(weight)).map(|(ball, _)| ball).collect()
}
