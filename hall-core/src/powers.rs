//! Who may ask for what: request × role (articles 24 and 26.2.b).
//!
//! `docs/powers.md` is this table, and a test compares them whole.

use crate::people::Role;
use crate::people::Role::{Cajero, Inspector, JefeDeMesa, JefeDeSala, VendedorLocutor};

/// Who may make one sort of request.
pub struct Power {
    /// The request's name.
    pub request: &'static str,
    /// The roles that may.
    pub roles: &'static [Role],
    /// The source of the rule.
    pub source: &'static str,
}

const fn power(request: &'static str, roles: &'static [Role], source: &'static str) -> Power {
    Power { request, roles, source }
}

/// The whole table. Everybody may log in and out.
pub const POWERS: [Power; 61] = [
    power("add-person", &[JefeDeSala], "24.6"),
    power("log-in", &Role::ALL, "R50"),
    power("log-out", &Role::ALL, "R50"),
    power("make-matrix", &[JefeDeSala], "24.6"),
    power("import-matrix", &[JefeDeSala], "24.6"),
    power("retire-matrix", &[JefeDeSala], "24.6"),
    power("receive-series", &[JefeDeSala], "24.6, R05"),
    power("print-cards", &[JefeDeSala], "24.6"),
    power("cancel-printing", &[JefeDeSala], "24.6"),
    power("register-ball-set", &[JefeDeSala], "24.6, 34.1"),
    power("ask-ball-enrolment", &[JefeDeSala, JefeDeMesa], "24.5, T13"),
    power("confirm-ball-enrolment", &[JefeDeSala, JefeDeMesa], "24.5, T13"),
    power("ask-ball-inspection", &[JefeDeSala, JefeDeMesa], "24.5, 34.1, T13"),
    power("confirm-ball-inspection", &[JefeDeSala, JefeDeMesa], "24.5, 34.1, T13"),
    power("weigh-ball-set", &[JefeDeSala, JefeDeMesa], "24.5, T13"),
    power("withdraw-ball-set", &[JefeDeSala, JefeDeMesa], "Cat. II, 24.5"),
    power("begin-ball-count", &[JefeDeSala, JefeDeMesa], "34.1"),
    power("end-ball-count", &[JefeDeSala, JefeDeMesa], "34.1"),
    power("cancel-ball-count", &[JefeDeSala, JefeDeMesa], "34.1"),
    power("open-session", &[JefeDeMesa], "37.3"),
    power("substitute", &[JefeDeSala, JefeDeMesa], "26.2.b, 26.3"),
    power("change-ball-set", &[JefeDeSala, JefeDeMesa], "Cat. II, 24.5, 34.1"),
    power("call-authority", &[JefeDeSala, JefeDeMesa], "34.4"),
    power("record-authority", &[JefeDeSala], "34.4, 24.6"),
    power("close-session", &[JefeDeMesa], "37.3"),
    power("announce-last-game", &[JefeDeSala, JefeDeMesa], "32.3, G19"),
    power("write-diligencia", &[JefeDeSala, JefeDeMesa], "37.4"),
    power("inspect", &[Inspector, JefeDeSala], "RD 2221/1984 art. 12, R57"),
    power("open-sale", &[JefeDeMesa], "24.5, G2"),
    power("issue-block", &[Cajero], "24.4"),
    power("return-cards", &[Cajero], "24.4"),
    power("transfer-cards", &[Cajero], "24.4, 3.5.4"),
    power("ask-burn-gap", &[Cajero, JefeDeMesa, JefeDeSala], "33.3, 26.2.b"),
    power("confirm-burn-gap", &[Cajero, JefeDeMesa, JefeDeSala], "33.3, 26.2.b"),
    power("close-sale", &[Cajero, JefeDeMesa], "24.4-5, G5"),
    power("rectify-sale", &[JefeDeMesa], "39.3.a"),
    power("start-draw", &[JefeDeMesa], "24.5, G6"),
    power("announce", &[VendedorLocutor, JefeDeMesa], "24.4, N3"),
    power("rectify-announcement", &[JefeDeMesa], "Cat. V"),
    power("stop", &[VendedorLocutor, JefeDeMesa, Cajero, JefeDeSala], "G10"),
    power("claim", &[VendedorLocutor, JefeDeMesa], "G10"),
    power("accept-claim", &[JefeDeMesa], "33.8"),
    power("reject-claim", &[JefeDeMesa], "33.7, 33.8"),
    power("ask-question", &[JefeDeMesa], "G12"),
    power("go-on", &[JefeDeMesa], "G12"),
    power("end-game", &[JefeDeMesa], "G12"),
    power("pay-prize", &[Cajero], "24.4, 35.6"),
    power("withhold-prize", &[JefeDeMesa, JefeDeSala], "39.2.g"),
    power("release-prize", &[JefeDeSala], "24.6, 35.4"),
    power("ask-void", &[JefeDeMesa], "Cat. V, 36"),
    power("confirm-void", &[JefeDeSala], "24.6"),
    power("refund-cards", &[Cajero], "36.1"),
    power("suspend-game", &[JefeDeMesa, JefeDeSala], "36.1"),
    power("lift-suspension", &[JefeDeMesa, JefeDeSala], "36.1"),
    power("read-paragraph", &[VendedorLocutor, JefeDeMesa, JefeDeSala], "36.3"),
    power("key-ball", &[VendedorLocutor, JefeDeMesa, Cajero, JefeDeSala], "36.2"),
    power("ask-transcription", &[JefeDeMesa, Cajero, JefeDeSala], "26.2.b, 37.1"),
    power("confirm-transcription", &[JefeDeMesa, Cajero, JefeDeSala], "26.2.b, 37.1"),
    power("raise-hold", &[VendedorLocutor, JefeDeMesa, Cajero, JefeDeSala], "34.4"),
    power("ask-hold-exit", &[JefeDeMesa, Cajero, JefeDeSala], "26.2.b, 34.4"),
    power("confirm-hold-exit", &[JefeDeMesa, Cajero, JefeDeSala], "26.2.b, 34.4"),
];

/// Returns whether a person with these roles may make the request with this name.
pub fn may(roles: &[Role], request: &str) -> bool {
    let row = POWERS.iter().find(|power| power.request == request);
    row.is_some_and(|power| roles.iter().any(|role| power.roles.contains(role)))
}
