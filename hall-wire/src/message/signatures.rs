//! Papers to be signed, and who has signed them.

use hall_core::event::{DiligenciaKind, SignerRole};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SignatureHow;

/// The papers that the person who asks may look at, sign, or have signed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Signatures {
    /// The personal keys of the person who asks, the newest first, those that have ended too; behind them, for the jefe de sala, those
    /// of others with which one may sign.
    pub keys: Vec<PersonKeyRow>,
    /// Those of the last sessions that can be signed, the newest first.
    pub papers: Vec<PaperToSign>,
}

/// A paper that is signed: the acta of a session, or a diligencia.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PaperToSign {
    /// Its name, as in `acta-12` and `diligencia-3`.
    pub paper: String,
    /// What it is, in Spanish, as in `Acta de la sesión 12`.
    pub title: String,
    /// Its session.
    pub session: u32,
    /// SHA-256 of what is signed, in hex: of an acta's file, of a diligencia's text.
    pub sha256: String,
    /// What is signed, to be read before. Of a diligencia the very text; of an acta what its file says in short.
    pub text: String,
    /// Of a diligencia, what it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<DiligenciaKind>,
    /// Who claims; absent where nobody does, or the name was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimant: Option<String>,
    /// Who has signed it, in the order of time.
    pub signed: Vec<SignatureRow>,
    /// Who has to sign it and has not.
    pub missing: Vec<SignerRole>,
    /// As whom the person who asks may sign it now, or have it signed.
    pub may: Vec<SignerRole>,
    /// It is a claim without the claimant's signature or document, and lacks value (art. 37.4).
    pub lacks_value: bool,
}

/// A personal key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonKeyRow {
    /// The public half, in hex.
    pub key: String,
    /// Whose it is; absent where it is the own of who asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<u32>,
    /// When it was enrolled, UTC milliseconds.
    pub enrolled_at_utc_ms: i64,
    /// At which device.
    pub device: String,
    /// When it ended, UTC milliseconds; absent while one may sign with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at_utc_ms: Option<i64>,
}

/// A signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SignatureRow {
    /// Its number in the hall.
    pub signature: u32,
    /// As whom.
    pub role: SignerRole,
    /// The person's number; absent for who is not on the staff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<u32>,
    /// How.
    pub how: SignatureHow,
    /// When, UTC milliseconds.
    pub at_utc_ms: i64,
    /// The device.
    pub device: String,
}
