//! Rebuilds a matrix from its key, for whoever doubts it (`docs/cards.md`, «Commit and reveal»).
//!
//! The key is secret while cards of the matrix can still be sold. Its SHA-256 and that of the faces are in the
//! record from the beginning; once the key is revealed, anybody compares.

use hall_core::matrix::{
    CLEAN_STRIPS_SIZE_MAX, Matrix, MatrixKey, MatrixKind, MatrixNo, MatrixOptions, SIZE_MAX, key_sha256,
    strip,
};
use serde_json::{Value, json};

use crate::check::BadInput;

/// A matrix as it was asked for.
pub struct Wanted {
    /// Its number, 1 to 4 294 967 295.
    pub number: u32,
    /// Its key.
    pub key: [u8; 16],
    /// How many cards.
    pub size: u32,
    /// Single cards or strips, clean or not.
    pub options: MatrixOptions,
}

impl Wanted {
    /// Returns the matrix.
    ///
    /// # Errors
    /// [`BadInput::MatrixNumber`] and [`BadInput::MatrixSize`].
    pub fn matrix(&self) -> Result<Matrix, BadInput> {
        let number = MatrixNo::new(self.number).ok_or(BadInput::MatrixNumber)?;
        Matrix::with(number, self.size, self.options, &MatrixKey::from_bytes(self.key))
            .ok_or_else(|| BadInput::MatrixSize { size: self.size, must: sizes(self.options) })
    }
}

/// Which sizes a matrix may have.
fn sizes(options: MatrixOptions) -> String {
    match (options.kind, options.clean) {
        (MatrixKind::Single, _) => format!("de 1 a {SIZE_MAX} cartones"),
        (MatrixKind::Strip, false) => format!("un múltiplo de {}, hasta {SIZE_MAX}", strip::CARDS),
        (MatrixKind::Strip, true) => {
            format!("un múltiplo de {}, hasta {CLEAN_STRIPS_SIZE_MAX} si va sin filas iguales", strip::CARDS)
        }
    }
}

/// Reads a key as it is revealed: 32 hexadecimal digits, in groups or not.
///
/// # Errors
/// [`BadInput::Key`].
pub fn key(text: &str) -> Result<[u8; 16], BadInput> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut key = [0; 16];
    hex::decode_to_slice(digits, &mut key).map_err(|_| BadInput::Key)?;
    Ok(key)
}

/// Returns what a stranger compares with what the record has had since the matrix was made.
pub fn report(matrix: &Matrix, wanted: &Wanted) -> Value {
    json!({
        "cards": matrix.size(),
        "key_sha256": hex::encode(key_sha256(&MatrixKey::from_bytes(wanted.key))),
        "faces_sha256": hex::encode(matrix.faces_sha256()),
    })
}
