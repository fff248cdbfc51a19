//! A copy of an acta that was issued: what its pages say of it.

use serde::{Deserialize, Serialize};

/// A COPIA of an acta. Nobody's name stands in it, so that it has the same bytes whenever it is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CopySheet {
    /// The session's number.
    pub session: u32,
    /// Which copy of this acta it is, from 1.
    pub copy: u32,
    /// For whom, or why.
    pub reason: String,
    /// When it was asked for.
    pub made_at: String,
    /// The number of who asked.
    pub made_by: u32,
    /// SHA-256 of the acta as it was issued, in hexadecimal.
    pub acta_sha256: String,
}
