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

impl RuleRow {
    /// A value of this row in words: `text` has them by id and by what is put into them, as in `profiles/es.ftl`.
    pub fn words(&self, value: &str, text: impl Fn(&str, &[(&str, &str)]) -> Option<String>) -> String {
        let bare = value.replace('"', "");
        let said = if self.name == "least" {
            let place = self.choices.iter().position(|choice| choice == value);
            let which = place.map_or_else(|| "own".to_owned(), |place| place.to_string());
            text(&format!("rule-least-{which}"), &[])
        } else if let Some((way, unit)) = bare.split_once(", unit = ") {
            text(&format!("rule-rounding-{way}"), &[("unit", &unit.replace('.', ","))])
        } else if value == "[]" {
            text("rule-face_values-any", &[])
        } else {
            text(&format!("rule-{}-{bare}", self.name), &[])
        };
        said.unwrap_or_else(|| bare.replace(['[', ']'], "").replace('.', ","))
    }

    /// What was typed or chosen, as the profile has it: `2 3,50` is a list of prices where there is one, `9,5` a text where
    /// there was a text.
    pub fn written(&self, typed: &str) -> String {
        let typed = typed.trim();
        let price = |word: &str| format!("\"{}\"", word.replace(',', "."));
        if !self.choices.is_empty() {
            typed.to_owned()
        } else if self.value.starts_with('[') {
            let prices: Vec<String> = typed.split_whitespace().map(price).collect();
            format!("[{}]", prices.join(", "))
        } else if self.value.starts_with('"') {
            price(typed)
        } else {
            typed.to_owned()
        }
    }

    /// Whether it is the hall's to change: the law does not say it, and one choice is none.
    pub fn is_open(&self) -> bool {
        self.article.is_none() && self.choices.len() != 1
    }
}
