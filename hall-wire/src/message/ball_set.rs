//! The statistics of a set of balls, from games that are over. Players never see them (DECISIONS 5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BallLean, SetState};

/// The statistics of a set of balls.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BallSetStatistics {
    /// Its name.
    pub set: String,
    /// Games counted: ended or void, with balls drawn from this set.
    pub games: u32,
    /// Games not counted, because a ball is recorded twice in them.
    pub left_out: Vec<u32>,
    /// The number of the last game that is counted.
    pub last_game: Option<u32>,
    /// The balls drawn in all of them.
    pub drawn: u32,
    /// How often each ball of a fair set is expected to have come out.
    pub expected: f64,
    /// In 99 looks of 100 all ninety counts of a fair set are between this and `most`.
    pub least: f64,
    /// As `least`.
    pub most: f64,
    /// Probability, 0 to 1, that one given ball of a fair set is never drawn in so many games.
    pub never: f64,
    /// How far the counts are from equal, for this one look; absent while there are too few games.
    pub chi_square: Option<ChiSquare>,
    /// The verdict on the set.
    pub verdict: SetVerdict,
    /// The ninety balls, in order.
    pub balls: Vec<BallStatistics>,
}

/// A chi-square for balls drawn without replacement.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChiSquare {
    /// Its value.
    pub value: f64,
    /// Its degrees of freedom.
    pub degrees: u32,
    /// Probability, 0 to 1, that a fair set has one as large.
    pub p: f64,
}

/// The verdict on a set; valid however often somebody looks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SetVerdict {
    /// How far the evidence has got.
    pub state: SetState,
    /// The highest evidence so far, at most 10⁹: 20 is `watch`, 100 `withdraw`.
    pub evidence: f64,
    /// The game after which `state` was first reached; absent if nothing is wrong.
    pub since_game: Option<u32>,
    /// The ball that stood out then.
    pub ball: Option<u8>,
    /// To which side it stood out.
    pub lean: Option<BallLean>,
}

/// One ball.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BallStatistics {
    /// Its number.
    pub ball: u8,
    /// In how many games it came out.
    pub drawn: u32,
    /// In how many it was the first.
    pub first: u32,
    /// Its mean place in the games it came out in, 1 the first.
    pub mean_place: Option<f64>,
    /// What that is for a fair set.
    pub fair_place: Option<f64>,
    /// Games since it last came out, 0 if it did in the last one; absent if it never did.
    pub since: Option<u32>,
    /// The most games in a row without it.
    pub longest_gap: u32,
    /// In standard deviations: above 0 it comes out sooner and more often, below 0 later and less often.
    pub z: f64,
    /// Holm's corrected p of that, for this one look, 0 to 1.
    pub p: f64,
    /// Its part of the evidence against the set, at most 10⁹.
    pub evidence: f64,
}
