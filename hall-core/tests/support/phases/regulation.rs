//! Other rules that were proposed (DECISIONS 39).

use hall_core::request::Request;

use super::hall;
use crate::support::{Bench, SALA, rules};

/// SHA-256 of the profile that is proposed here.
pub const OTHER_RULES: [u8; 32] = [
    0x38, 0x3d, 0x01, 0xb2, 0xc9, 0x49, 0xb8, 0x14, 0xb7, 0xe8, 0xdf, 0x5c, 0xb1, 0x12, 0x36, 0x0b, 0xc9,
    0xa0, 0xec, 0xde, 0x96, 0x24, 0x79, 0x81, 0x09, 0x2a, 0x16, 0x98, 0x7c, 0x47, 0xf6, 0xd1,
];

pub fn rules_asked() -> Bench {
    let mut bench = hall();
    let (profile, reason) = ("id = \"otro\"".to_owned(), "Lo pide el permiso".to_owned());
    bench
        .ask(
            SALA,
            Request::AskRules { rules: Box::new(rules()), profile, profile_sha256: OTHER_RULES, reason },
        )
        .unwrap();
    // A text that is typed at random sooner or later.
    bench.ask(SALA, Request::GiveArticle36 { text: "ñandú €".into() }).unwrap();
    bench
}
