//! What events about sets of balls are made of.

use alloc::string::String;
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::machine::SetId;

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

/// A ball at the reader that is not of the set being counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ForeignBall {
    /// The set it says it belongs to.
    pub set: SetId,
    /// Its number as the machine gave it; it may be no ball's.
    pub number: u8,
}

/// How many balls a set has (Catálogo II).
pub const BALLS: u8 = 90;

/// The balls that are lighter or heavier than the limits, ascending.
pub fn off_weight(weights_mg: &[u32], low_mg: u32, high_mg: u32) -> Vec<Ball> {
    let weighed = Ball::all().zip(weights_mg);
    weighed.filter(|(_, weight)| !(low_mg..=high_mg).contains(weight)).map(|(ball, _)| ball).collect()
}
