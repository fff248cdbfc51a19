//! Other rules that were proposed (DECISIONS 39).

use hall_core::hall::LawText;
use hall_core::request::Request;

use super::hall;
use crate::support::profile::profile_text;
use crate::support::{Bench, SALA, rules};

/// SHA-256 of the profile that is proposed here.
pub fn other_rules() -> [u8; 32] {
    LawText::sha256_of(&profile_text(&rules()))
}

pub fn rules_asked() -> Bench {
    let mut bench = hall();
    let (profile, profile_sha256) = (profile_text(&rules()), other_rules());
    let reason = "Lo pide el permiso".to_owned();
    bench.ask(SALA, Request::AskRules { rules: Box::new(rules()), profile, profile_sha256, reason }).unwrap();
    // A text that is typed at random sooner or later.
    bench.ask(SALA, Request::GiveArticle36 { text: "ñandú €".into() }).unwrap();
    bench
}
