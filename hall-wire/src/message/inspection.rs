//! How an inspector comes in by a code.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::command::texts;

/// Asks for a code with which an inspector comes in once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InspectionCodeAsked {
    /// The number of the inspector.
    pub person: u32,
}

/// A code for an inspector. It is shown once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InspectionCode {
    /// Eight digits.
    pub code: String,
    /// Whose it is.
    pub person: u32,
    /// Until when it is good, UTC milliseconds.
    pub until_utc_ms: i64,
    /// The same as the hall's clock says it, as in `21:05:30`.
    pub until: String,
}

/// The body with which an inspector comes in by a code.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InspectionLogIn {
    /// Eight digits; spaces do not count.
    #[schemars(schema_with = "texts::code")]
    pub code: String,
}
