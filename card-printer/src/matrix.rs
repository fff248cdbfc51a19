//! Rebuilds a matrix from its revealed key (`docs/cards.md`, «Commit and reveal»).
//!
//! The key is secret while cards of the matrix can still be sold. Its SHA-256 and that of the faces are in the record
//! from the beginning, for comparison.

use hall_core::matrix::{
    CLEAN_STRIPS_SIZE_MAX, Matrix, MatrixKey, MatrixKind, MatrixNo, MatrixOptions, SIZE_MAX, key_sha256,
    strip,
};
use serde_json::{Value, json};

use crate::check::BadInput;

/// A matrix to rebuild.
pub struct Wanted {
    /// From 1 to 4 294 967 295.
    pub number: u32,
    /// The revealed key.
    pub key: [u8; 16],
    /// Number of cards.
    pub size: u32,
    /// Single cards or strips, clean or not.
    pub options: MatrixOptions,
}

impl Wanted {
    /// # Errors
    /// [`BadInput::MatrixNumber`] and [`BadInput::MatrixSize`].
    pub fn matrix(&self) -> Result<Matrix, BadInput> {
        let number = MatrixNo::new(self.number).ok_or(BadInput::MatrixNumber)?;
        Matrix::with(number, self.size, self.options, &MatrixKey::from_bytes(self.key))
            .ok_or_else(|| BadInput::MatrixSize { size: self.size, must: sizes(self.options) })
    }
}

/// The allowed sizes, in Spanish.
fn sizes(options: MatrixOptions) -> String {
    match (options.kind, options.clean) {
        (MatrixKind::Single, _) => format!("de 1 a {SIZE_MAX} cartones"),
        (MatrixKind::Strip, false) => format!("un múltiplo de {}, hasta {SIZE_MAX}", strip::CARDS),
        (MatrixKind::Strip, true) => {
            format!("un múltiplo de {}, hasta {CLEAN_STRIPS_SIZE_MAX} si va sin filas iguales", strip::CARDS)
        }
    }
}

/// Parses a revealed key: 32 hexadecimal digits, in groups or not.
///
/// # Errors
/// [`BadInput::Key`].
pub fn key(text: &str) -> Result<[u8; 16], BadInput> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut key = [0; 16];
    hex::decode_to_slice(digits, &mut key).map_err(|_| BadInput::Key)?;
    Ok(key)
}

/// The number of cards and the hashes to compare with those in the record, as JSON.
pub fn report(matrix: &Matrix, wanted: &Wanted) -> Value {
    json!({
        "cards": matrix.size(),
        "key_sha256": hex::encode(key_sha256(&MatrixKey::from_bytes(wanted.key))),
        "faces_sha256": hex::encode(matrix.faces_sha256()),
    })
}
