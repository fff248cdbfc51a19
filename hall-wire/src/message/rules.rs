//! The hall's regulation, for the screens.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The hall's regulation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulesNow {
    /// What it is called.
    pub title: String,
    /// Its first day, as in `2002-10-01`, where the profile says one.
    pub valid_from: Option<String>,
    /// SHA-256 of its profile, in hex.
    pub sha256: String,
    /// Its values, in the order of the profile.
    pub values: Vec<RuleRow>,
    /// It was adopted, and no session was played under it yet.
    pub to_come: bool,
    /// The first day of another one that was adopted and waits for it, as in `2027-01-01`.
    pub waits_until: Option<String>,
    /// Who proposed another one, to which nobody has agreed.
    pub asked_by: Option<u32>,
    /// Article 36 as the hall gave it, whole; none where it did not: then a summary is read aloud.
    #[serde(default)]
    pub article_36: Option<String>,
    /// What stands in `articulo-36.txt` in the hall's folder, for who may give the text.
    #[serde(default)]
    pub article_36_file: Option<String>,
}

/// A value of a regulation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleRow {
    /// The part of the profile, as in `prizes`.
    pub part: String,
    /// Its name, as in `question_min_secs`.
    pub name: String,
    /// What it is, as it stands in the profile.
    pub value: String,
    /// The article, where the law says it.
    pub article: Option<String>,
    /// The hall decides it.
    pub of_hall: bool,
    /// What it may be, where that is one of a few.
    pub choices: Vec<String>,
}
