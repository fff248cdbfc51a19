//! The certificate of a matrix: what is known of where it comes from, and its cards.

use hall_core::matrix::MatrixKind;
use serde::{Deserialize, Serialize};

use super::RecordHead;

/// A matrix, of which the printer counts the cards, checks the hashes and says how far all is from pure chance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertificateSheet {
    /// The hall's name; none if a stranger makes the certificate from a revealed key.
    pub hall: Option<String>,
    /// The matrix's number, 1 to 4 294 967 295.
    pub matrix: u32,
    /// How many cards it has.
    pub size: u32,
    /// Where its cards come from.
    pub origin: MatrixOrigin,
    /// When it was made or imported; none if that is not known.
    pub made_at: Option<String>,
    /// Who ordered it, by name.
    pub made_by: Option<String>,
    /// SHA-256 over the ranks of its cards, as in the record: 64 hexadecimal digits.
    pub faces_sha256: String,
    /// When it was retired; none while its cards can be sold.
    pub retired_at: Option<String>,
    /// Whether every matrix that the hall makes comes from an announced draw.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draws_required: bool,
    /// The series that were printed from it.
    pub series: Vec<CertificateSeries>,
    /// The rank of each card in decimal digits, card 1 first.
    pub faces: Vec<String>,
    /// What anchors this paper to the record; none if there is no record.
    pub record: Option<RecordHead>,
    /// Whether a value of the rules is still unknown: the paper then says BORRADOR.
    pub draft: bool,
    /// Whether the hall was founded for demonstration: the paper then says DEMOSTRACIÓN.
    pub demo: bool,
    /// When the certificate was printed; none if nobody vouches for the hour.
    pub printed_at: Option<String>,
    /// The program that made it, with its version.
    pub program: String,
}

/// Where the cards of a matrix come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
pub enum MatrixOrigin {
    /// From a key made in the hall.
    Made {
        /// Single cards or strips.
        kind: MatrixKind,
        /// Whether no two of its cards have an equal row.
        clean: bool,
        /// The version of the generator.
        generator: u32,
        /// SHA-256 of the key: 64 hexadecimal digits.
        key_sha256: String,
        /// The key, 32 hexadecimal digits; none while it is secret.
        key: Option<String>,
        /// What people added to the randomness of the key; none if nothing was added.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mixed: Option<MixedIn>,
        /// The public draw that was announced to make the key; what came out is then what was added.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        announced: Option<AnnouncedDraw>,
    },
    /// From a file that somebody else made.
    Imported {
        /// SHA-256 of the file: 64 hexadecimal digits.
        file_sha256: String,
        /// Who made it, in words.
        maker: String,
    },
}

/// What people added to the randomness of a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MixedIn {
    /// Their dice, or the public beacon, as they typed it.
    pub words: String,
    /// The system's own part, 64 hexadecimal digits; none while the key is secret.
    pub seed: Option<String>,
}

/// A public draw, as it was announced before it was held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnnouncedDraw {
    /// Which draw, in words.
    pub draw: String,
    /// Its day, as in 2026-11-28.
    pub date: String,
    /// When it was announced.
    pub announced_at: String,
    /// The line of the record that says so.
    pub line: u64,
    /// SHA-256 of the system's part: 64 hexadecimal digits.
    pub seed_sha256: String,
    /// How many draws of this matrix had been announced before and given up.
    pub given_up: u32,
}

/// A series that was printed from a matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertificateSeries {
    /// Its name: `A17`.
    pub series: String,
    /// What one card costs, in cents.
    pub face_value_cents: u64,
}
