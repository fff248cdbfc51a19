//! What is published of a matrix while its cards are sold.

use hall_core::board::MatrixView;
use hall_core::record::Hash;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The hashes of a matrix. Whoever notes them can check the key that is revealed when the matrix is retired,
/// and every card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatrixHashes {
    /// Its number.
    pub matrix: u32,
    /// SHA-256 of its key, in hex; none for one made by others.
    pub key_sha256: Option<String>,
    /// SHA-256 of all its faces, in hex.
    pub faces_sha256: String,
}

impl From<&MatrixView> for MatrixHashes {
    fn from(view: &MatrixView) -> MatrixHashes {
        MatrixHashes {
            matrix: view.matrix.get(),
            key_sha256: view.key_sha256.map(|hash| Hash(hash).to_string()),
            faces_sha256: Hash(view.faces_sha256).to_string(),
        }
    }
}
