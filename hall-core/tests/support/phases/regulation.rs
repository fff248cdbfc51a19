//! Other rules that were proposed (DECISIONS 39).

use hall_core::request::Request;

use super::hall;
use crate::support::{Bench, SALA, rules};

/// SHA-256 of the profile that is proposed here.
pub const OTHER_RULES: [u8; 32] = [0x39; 32];

pub fn rules_asked() -> Bench {
    let mut bench = hall();
    let (profile, reason) = ("id = \"otro\"".to_owned(), "Lo pide el permiso".to_owned());
    bench
        .ask(
            SALA,
            Request::AskRules { rules: Box::new(rules()), profile, profile_sha256: OTHER_RULES, reason },
        )
        .unwrap();
    bench
}
