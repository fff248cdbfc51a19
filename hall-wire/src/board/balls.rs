//! A count of balls at the reader, and the tables of tags, as the desk's board has them.

use hall_core::ball::Ball;
use hall_core::board::{BallCountView, TagTableView};
use hall_core::machine::Reader;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A count of balls at the reader.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BallCount {
    /// Its number.
    pub count: u32,
    /// The set.
    pub set: String,
    /// Who began it or, once it has ended, who ended it.
    pub by: u32,
    /// Balls are being passed.
    pub running: bool,
    /// The machine brings its balls back first.
    pub loading: bool,
    /// The numbers that have not passed, ascending.
    pub missing: Vec<u8>,
    /// The numbers that passed more than once, ascending.
    pub doubled: Vec<u8>,
    /// The numbers that one ball was read as, ascending.
    pub unsure: Vec<u8>,
    /// The balls of other sets.
    pub foreign: Vec<ForeignBall>,
    /// Once it has ended: what it found wrong, in words; none when the set is whole.
    pub wrong: Option<String>,
}

/// A ball at the reader that is none of the set that is counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ForeignBall {
    /// The set it says it belongs to.
    pub set: String,
    /// Its number as the machine gave it.
    pub number: u8,
}

/// The table of tags by which a reader knows the balls of a set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct TagTable {
    /// Which reader: `machine` or `second`.
    pub reader: String,
    /// The set it is of.
    pub set: String,
    /// SHA-256 of its canonical text, in hex: what two people agree on.
    pub sha256: String,
    /// Why it cannot be played with, and what to do; none where it is the one in the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<String>,
}

impl From<&TagTableView> for TagTable {
    fn from(view: &TagTableView) -> TagTable {
        let reader = match view.reader {
            Reader::Machine => "machine",
            Reader::Second => "second",
        };
        TagTable {
            reader: reader.to_owned(),
            set: view.set.to_string(),
            sha256: view.sha256.iter().map(|byte| format!("{byte:02x}")).collect(),
            wrong: view.wrong.clone(),
        }
    }
}

impl From<&BallCountView> for BallCount {
    fn from(view: &BallCountView) -> BallCount {
        let numbers = |balls: &[Ball]| balls.iter().map(|ball| ball.number()).collect();
        let foreign = view.foreign.iter();
        BallCount {
            count: view.count.0,
            set: view.set.to_string(),
            by: view.by.0,
            running: view.running,
            loading: view.loading,
            missing: numbers(&view.missing),
            doubled: numbers(&view.doubled),
            unsure: numbers(&view.unsure),
            foreign: foreign
                .map(|ball| ForeignBall { set: ball.set.to_string(), number: ball.number })
                .collect(),
            wrong: view.wrong.clone(),
        }
    }
}
