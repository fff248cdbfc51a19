//! The bodies about the hall's sets of balls.

use hall_core::event::{CountNo, Inspection};
use hall_core::request::{BallsRequest, Request};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::command::CommandError;
use crate::command::field::{HashField, SetField};
use crate::command::kind::ExtractorKind;

bodies! {
    /// Enters a set of balls.
    RegisterBallSet {
        /// Its name.
        set: SetField,
        /// What machine it is for.
        extractor: ExtractorKind,
        /// The reference of its homologation.
        homologation: String,
        /// Who made it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        maker: Option<String>,
        /// Its serial number, or the invoice it came with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reference: Option<String>,
    }
    /// Proposes the table of a set's tags.
    AskBallEnrolment {
        /// The set.
        set: SetField,
        /// How many balls the table has: always 90.
        balls: u8,
        /// SHA-256 of the table, as `ball-machine enrol` prints it.
        table_sha256: HashField,
    }
    /// Agrees to the table that another person proposed.
    ConfirmBallEnrolment {
        /// The set.
        set: SetField,
        /// SHA-256 of the table, as it was proposed.
        table_sha256: HashField,
    }
    /// What an inspection of a set found: written down by one person, and the same by another.
    BallInspection {
        /// The set.
        set: SetField,
        /// The numbers of the seals it has from now on.
        seals: String,
        /// The seals it had were found whole.
        seals_whole: bool,
        /// It may be played with.
        passed: bool,
        /// What was seen; a set that failed needs it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    }
    /// Writes down what each ball of a set weighs.
    WeighBallSet {
        /// The set.
        set: SetField,
        /// The weights of the balls 1 to 90, in milligrams.
        weights_mg: Vec<u32>,
        /// The lightest a ball may be, in milligrams.
        low_mg: u32,
        /// The heaviest a ball may be, in milligrams.
        high_mg: u32,
    }
    /// Takes a set out of use for ever.
    WithdrawBallSet {
        /// The set.
        set: SetField,
        /// Why.
        reason: String,
        /// The spare set from now on, where the withdrawn one is the session's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reserve_set: Option<SetField>,
    }
    /// Begins to pass the balls of a set through the reader.
    BeginBallCount {
        /// The set, which is in the machine.
        set: SetField,
    }
    /// Names a count at the reader.
    ThisCount {
        /// The count.
        count: u32,
    }
    /// Breaks a count off, or sets its result aside.
    CancelBallCount {
        /// The count.
        count: u32,
        /// Why.
        reason: String,
    }
}

impl BallInspection {
    /// Returns the set and what was found.
    pub fn found(self) -> (hall_core::machine::SetId, Inspection) {
        let BallInspection { set, seals, seals_whole, passed, note } = self;
        (set.0, Inspection { seals, seals_whole, passed, note })
    }
}

into_request! {
    RegisterBallSet(b) => Request::RegisterBallSet {
        set: b.set.0, extractor: b.extractor.into(), homologation: b.homologation, maker: b.maker,
        reference: b.reference,
    };
    AskBallEnrolment(b) => Request::Balls(BallsRequest::AskEnrolment {
        set: b.set.0, balls: b.balls, table_sha256: b.table_sha256.0,
    });
    ConfirmBallEnrolment(b) => Request::Balls(BallsRequest::ConfirmEnrolment {
        set: b.set.0, table_sha256: b.table_sha256.0,
    });
    WeighBallSet(b) => Request::Balls(BallsRequest::Weigh {
        set: b.set.0, weights_mg: b.weights_mg, low_mg: b.low_mg, high_mg: b.high_mg,
    });
    WithdrawBallSet(b) => Request::Balls(BallsRequest::Withdraw {
        set: b.set.0, reason: b.reason, reserve_set: b.reserve_set.map(|set| set.0),
    });
    BeginBallCount(b) => Request::Balls(BallsRequest::BeginCount { set: b.set.0 });
    ThisCount(b) => Request::Balls(BallsRequest::EndCount { count: CountNo(b.count) });
    CancelBallCount(b) => Request::Balls(BallsRequest::CancelCount {
        count: CountNo(b.count), reason: b.reason,
    });
}
