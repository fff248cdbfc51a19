//! What a set of balls has done so far. Only games that have ended are in it, and no player ever sees it (DECISIONS 5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The statistics of a set of balls.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BallSetStatistics {
    /// Its name.
    pub set: String,
    /// The games that are counted: ended or void, with balls drawn from this set.
    pub games: u32,
    /// Games that say nothing, as a ball is recorded twice in them.
    pub left_out: Vec<u32>,
    /// The number of the last game that is counted.
    pub last_game: Option<u32>,
    /// The balls drawn in all of them.
    pub drawn: u32,
    /// How often each ball of a fair set is expected to have come out.
    pub expected: f64,
    /// All ninety counts of a fair set are between these two in 99 looks of 100.
    pub least: f64,
    /// As `least`.
    pub most: f64,
    /// How likely one certain ball of a fair set is never drawn in so many games, 0 to 1.
    pub never: f64,
    /// How far the counts are from equal, for this one look; none while there are too few games.
    pub chi_square: Option<ChiSquare>,
    /// What is to be thought of the set.
    pub verdict: SetVerdict,
    /// The ninety balls, in order.
    pub balls: Vec<BallStatistics>,
}

/// A chi-square that takes into account that balls are not put back.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChiSquare {
    /// Its value.
    pub value: f64,
    /// Its degrees of freedom.
    pub degrees: u32,
    /// How likely a fair set has one as large or larger, 0 to 1.
    pub p: f64,
}

/// What is to be thought of a set, however often somebody looks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SetVerdict {
    /// `few`: too early to say; `normal`; `watch`: at most 5 of 100 fair sets ever get so far; `withdraw`: at most 1 of 100.
    pub state: String,
    /// The evidence at its highest: 20 is `watch`, 100 `withdraw`. At most a thousand million.
    pub evidence: f64,
    /// The game after which `state` was first reached; none where nothing is wrong.
    pub since_game: Option<u32>,
    /// The ball that stood out then.
    pub ball: Option<u8>,
    /// `less`: it comes out less often, and later. `more`: the opposite.
    pub lean: Option<String>,
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
    /// The games since it last came out, 0 if it did in the last one; none where it never did.
    pub since: Option<u32>,
    /// The most games in a row without it.
    pub longest_gap: u32,
    /// By how many standard deviations it comes out sooner and more often (above 0), or later and less often.
    pub z: f64,
    /// Holm's corrected p of that, for this one look, 0 to 1.
    pub p: f64,
    /// Its part of the evidence against the set. At most a thousand million.
    pub evidence: f64,
}
