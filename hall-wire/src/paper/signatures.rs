//! The sheet of a paper's signatures. The paper itself is never written again: its hash is in the record.

use serde::{Deserialize, Serialize};

use super::RecordHead;

/// Who signed a paper, how, and the hash of what was signed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignatureSheet {
    /// The hall's name.
    pub hall: String,
    /// The paper's name, as in `acta-12`.
    pub paper: String,
    /// What it is, as in `Acta de la sesión 12`.
    pub title: String,
    /// SHA-256 of what was signed, in hexadecimal.
    pub sha256: String,
    /// What was signed, line by line; of an acta, what its file says in short.
    pub text: Vec<String>,
    /// What a reader has to know: that a claim lacks value, above all.
    pub notes: Vec<String>,
    /// The signatures, in the order of time.
    pub signatures: Vec<PaperSignature>,
    /// Who has to sign it and has not.
    pub missing: Vec<String>,
    /// What anchors this paper to the record.
    pub record: RecordHead,
    /// What the 2-D code of each page says.
    pub checkpoint: String,
    /// Whether a value of the rules is still unknown: the paper then says BORRADOR.
    pub draft: bool,
    /// When this sheet was made.
    pub printed_at: String,
    /// The program that made it, with its version.
    pub program: String,
}

/// A signature.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperSignature {
    /// Its number in the hall.
    pub number: u32,
    /// As whom: `Jefe de Sala`.
    pub role: String,
    /// The name; empty where only the person knows it.
    pub name: String,
    /// The document, for who claims.
    pub document: Option<String>,
    /// When.
    pub at: String,
    /// At which device.
    pub device: String,
    /// How, in words.
    pub how: String,
    /// What was drawn, on a plane of 3000 × 1000; empty where nothing was, or it was deleted.
    pub strokes: Vec<Vec<[u16; 2]>>,
}
