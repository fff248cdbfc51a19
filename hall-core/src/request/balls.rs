//! What people can ask for about the hall's sets of balls.

use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{CountNo, Inspection};
use crate::machine::SetId;

/// A request about a set of balls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BallsRequest {
    /// Proposes the table of a set's tags.
    AskEnrolment {
        /// The set.
        set: SetId,
        /// How many balls the table has; 90, or it is refused.
        balls: u8,
        /// SHA-256 of the table's canonical text.
        table_sha256: [u8; 32],
    },
    /// Agrees to it; another person.
    ConfirmEnrolment {
        /// The set.
        set: SetId,
        /// The table, as this person saw it (DECISIONS 28).
        table_sha256: [u8; 32],
    },
    /// Writes down what an inspection found.
    AskInspection {
        /// The set.
        set: SetId,
        /// What was found; a failure says why.
        found: Inspection,
    },
    /// Confirms it; another person.
    ConfirmInspection {
        /// The set.
        set: SetId,
        /// What was found, as this person saw it.
        found: Inspection,
    },
    /// Writes down what each ball of a set weighs.
    Weigh {
        /// The set.
        set: SetId,
        /// The weights of the balls 1 to 90, in milligrams, each from 1 to [`WEIGHT_MAX_MG`].
        weights_mg: Vec<u32>,
        /// The lightest a ball may be.
        low_mg: u32,
        /// The heaviest a ball may be.
        high_mg: u32,
    },
    /// Takes a set out of use for ever.
    Withdraw {
        /// The set.
        set: SetId,
        /// Why.
        reason: String,
        /// The spare set from now on; needed when the withdrawn one is the session's.
        reserve_set: Option<SetId>,
    },
    /// Begins to pass the balls of a set through the reader.
    BeginCount {
        /// The set; the one in the machine.
        set: SetId,
    },
    /// All have passed.
    EndCount {
        /// The count.
        count: CountNo,
    },
    /// Breaks a count off, or sets the result of one aside; then it takes another person than who
    /// ended it.
    CancelCount {
        /// The count.
        count: CountNo,
        /// Why.
        reason: String,
    },
}

/// The heaviest weight that is taken in, in milligrams: no ball of a bingo weighs a hundred grams.
pub const WEIGHT_MAX_MG: u32 = 100_000;

impl BallsRequest {
    /// Returns the request's name, as on the wire and in `docs/powers.md`.
    pub const fn name(&self) -> &'static str {
        match self {
            BallsRequest::AskEnrolment { .. } => "ask-ball-enrolment",
            BallsRequest::ConfirmEnrolment { .. } => "confirm-ball-enrolment",
            BallsRequest::AskInspection { .. } => "ask-ball-inspection",
            BallsRequest::ConfirmInspection { .. } => "confirm-ball-inspection",
            BallsRequest::Weigh { .. } => "weigh-ball-set",
            BallsRequest::Withdraw { .. } => "withdraw-ball-set",
            BallsRequest::BeginCount { .. } => "begin-ball-count",
            BallsRequest::EndCount { .. } => "end-ball-count",
            BallsRequest::CancelCount { .. } => "cancel-ball-count",
        }
    }
}
