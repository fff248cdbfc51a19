//! The hall's sets of balls, as its lists have them.

use hall_core::event::Extractor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{SetDuty, SetState};

/// A set of balls.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BallSetRow {
    /// Its name.
    pub set: String,
    /// The sort of machine it is for.
    pub extractor: Extractor,
    /// The reference of its homologation.
    pub homologation: String,
    /// Games with a ball drawn, void ones too.
    pub games: u32,
    /// Who made it.
    #[serde(default)]
    pub maker: Option<String>,
    /// Its serial number or invoice.
    #[serde(default)]
    pub reference: Option<String>,
    /// How many games it may serve; absent where the law sets no limit.
    #[serde(default)]
    pub games_max: Option<u32>,
    /// Games from which the desk is warned.
    #[serde(default)]
    pub games_warning: Option<u32>,
    /// SHA-256 of the table of its tags, in hex.
    #[serde(default)]
    pub table_sha256: Option<String>,
    /// A table proposed for it: SHA-256 in hex, and the person.
    #[serde(default)]
    pub enrolment_asked: Option<(String, u32)>,
    /// Its last inspection.
    #[serde(default)]
    pub inspection: Option<InspectionRow>,
    /// An inspection not confirmed by the other person yet.
    #[serde(default)]
    pub inspection_asked: Option<InspectionRow>,
    /// Its last weighing.
    #[serde(default)]
    pub weighing: Option<WeighingRow>,
    /// What the open session does with it.
    #[serde(default)]
    pub in_session: Option<SetDuty>,
    /// What the last session, open or closed, did with it.
    #[serde(default)]
    pub in_last_session: Option<SetDuty>,
    /// Why it was withdrawn, for good.
    #[serde(default)]
    pub withdrawn: Option<String>,
    /// `watch` or `withdraw` where its statistics ask for it, for those who may read them.
    #[serde(default)]
    pub verdict: Option<SetState>,
}

/// An inspection of a set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InspectionRow {
    /// The numbers of the seals put on.
    pub seals: String,
    /// The seals it had were found whole.
    pub seals_whole: bool,
    /// It may be played with.
    pub passed: bool,
    /// What was seen.
    pub note: Option<String>,
    /// Who entered it.
    pub asked_by: u32,
    /// When, UTC milliseconds.
    pub asked_at_utc_ms: i64,
    /// Who confirmed it.
    pub confirmed_by: Option<u32>,
    /// When, UTC milliseconds.
    pub confirmed_at_utc_ms: Option<i64>,
}

/// What the balls of a set weigh.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WeighingRow {
    /// When they were weighed, UTC milliseconds.
    pub at_utc_ms: i64,
    /// Who entered it.
    pub by: u32,
    /// The lightest a ball may be, in milligrams.
    pub low_mg: u32,
    /// The heaviest a ball may be, in milligrams.
    pub high_mg: u32,
    /// The weights of the balls 1 to 90, in milligrams.
    pub weights_mg: Vec<u32>,
}

impl WeighingRow {
    /// The balls that are too light or too heavy, with their weights, ascending.
    pub fn off(&self) -> Vec<(u8, u32)> {
        let weighed = (1..=90).zip(self.weights_mg.iter().copied());
        weighed.filter(|(_, weight)| !(self.low_mg..=self.high_mg).contains(weight)).collect()
    }
}
