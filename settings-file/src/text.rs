//! Reads a whole text file. Refuses whatever else has its name, without blocking on it.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use crate::Faults;

/// A file that cannot be read as text.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// No such file.
    #[error("no existe el fichero {0}")]
    Missing(String),
    /// It is a folder.
    #[error("{0} es una carpeta, no un fichero")]
    Folder(String),
    /// It is a pipe, a device or a socket.
    #[error("{0} no es un fichero: es un dispositivo, una tubería o un socket")]
    NoFile(String),
    /// No permission.
    #[error("no hay permiso para leer {0}")]
    Denied(String),
    /// Another error of the system.
    #[error("no se puede leer {path}: el sistema da el error {code}")]
    System {
        /// The file.
        path: String,
        /// `errno`.
        code: i32,
    },
    /// It is not text, too long, or has faults.
    #[error(transparent)]
    Faults(#[from] Faults),
}

/// The text of a file of at most `max` bytes.
///
/// # Errors
/// [`TextError`]; the line of the first byte that is not UTF-8.
pub fn read_text(path: &Path, max: u64) -> Result<String, TextError> {
    let name = path.display().to_string();
    let told = |error: std::io::Error| {
        let (path, kind) = (name.clone(), error.kind());
        if matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory) {
            TextError::Missing(path)
        } else if kind == ErrorKind::PermissionDenied {
            TextError::Denied(path)
        } else {
            TextError::System { path, code: error.raw_os_error().unwrap_or_default() }
        }
    };
    // Before it is opened: opening a pipe waits for its writer.
    let kind = std::fs::metadata(path).map_err(told)?;
    if kind.is_dir() {
        return Err(TextError::Folder(name));
    }
    if !kind.is_file() {
        return Err(TextError::NoFile(name));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(max + 1).read_to_end(&mut bytes)).map_err(told)?;
    if bytes.len() as u64 > max {
        return Err(Faults::one(&name, 1, format!("el fichero pasa de {max} bytes")).into());
    }
    Ok(from_utf8(&name, bytes)?)
}

/// The text of a file's bytes.
///
/// # Errors
/// The line of the first byte that is not UTF-8.
pub fn from_utf8(name: &str, bytes: Vec<u8>) -> Result<String, Faults> {
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        Faults::one(name, line, "no es texto UTF-8: guarde el fichero con esa codificación")
    })
}
