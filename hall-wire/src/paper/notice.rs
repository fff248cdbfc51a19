//! The notice that hangs where cards are sold: what is fixed of them, before the first is sold.

use serde::{Deserialize, Serialize};

use super::{MatrixOrigin, RecordHead};

/// What players can hold the hall to, on paper.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoticeSheet {
    /// The hall's name.
    pub hall: String,
    /// The matrices with cards to sell, by their number.
    pub matrices: Vec<NoticeMatrix>,
    /// What anchors this paper to the record.
    pub record: RecordHead,
    /// Whether a value of the rules is still unknown: the paper then says BORRADOR.
    pub draft: bool,
    /// Whether the hall was founded for demonstration: the paper then says DEMOSTRACIÓN.
    pub demo: bool,
    /// The program that made it, with its version.
    pub program: String,
}

/// A matrix with cards to sell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoticeMatrix {
    /// The matrix's number, 1 to 4 294 967 295.
    pub matrix: u32,
    /// How many cards it has.
    pub size: u32,
    /// Where its cards come from; the key is never in it.
    pub origin: MatrixOrigin,
    /// When it was made or imported: since then it is fixed.
    pub made_at: String,
    /// SHA-256 over the ranks of its cards, as in the record: 64 hexadecimal digits.
    pub faces_sha256: String,
    /// The series of it with cards to sell.
    pub series: Vec<NoticeSeries>,
}

/// A series with cards to sell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoticeSeries {
    /// Its name: `A17`.
    pub series: String,
    /// How many cards it has.
    pub size: u32,
    /// What one card costs, in cents.
    pub face_value_cents: u64,
}
