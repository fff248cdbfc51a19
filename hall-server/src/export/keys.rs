//! `claves.json`: the public keys, and those of matrices that were revealed.

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::journal::{JournalError, RecordReader};

/// The text. What is not as it was published is left out, with a warning.
pub(super) fn text(reader: &RecordReader, warnings: &mut Vec<String>) -> Result<String, JournalError> {
    #[derive(Serialize)]
    struct Keys {
        sala: Vec<Key>,
        testigos: Vec<Key>,
        matrices: Vec<Revealed>,
    }
    #[derive(Serialize)]
    struct Key {
        #[serde(skip_serializing_if = "Option::is_none")]
        nombre: Option<String>,
        clave: String,
        linea: u64,
    }
    #[derive(Serialize)]
    struct Revealed {
        matriz: u32,
        clave: String,
        semilla: Option<String>,
    }
    let of_hall = reader.signing_keys()?.into_iter();
    let of_witnesses = reader.witness_keys()?.into_iter();
    let mut revealed = Vec::new();
    for matrix in reader.lists()?.matrices {
        let Some(key) = matrix.key else { continue };
        let sha256 = hex::decode(&key).map(|key| hex::encode(Sha256::digest(key)));
        if sha256.ok() == matrix.key_sha256 {
            revealed.push(Revealed { matriz: matrix.matrix, clave: key, semilla: matrix.seed });
        } else {
            warnings.push(format!(
                "La clave de la matriz {} no es la que se publicó: no va en la exportación. Ejecute «hall-server check».",
                matrix.matrix
            ));
        }
    }
    let keys = Keys {
        sala: of_hall.map(|(linea, key)| Key { nombre: None, clave: key.to_string(), linea }).collect(),
        testigos: of_witnesses
            .map(|(linea, by)| Key { nombre: Some(by.name), clave: by.key.to_string(), linea })
            .collect(),
        matrices: revealed,
    };
    Ok(format!("{}\n", serde_json::to_string(&keys).expect("texts and numbers are JSON")))
}
