//! Keys that the server makes for itself: 32 random bytes in hexadecimal, in a file that only its user may read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Bytes of a key.
pub const BYTES: usize = 32;

/// Reads a key; none where there is no file.
///
/// # Errors
/// When the file cannot be read, or is no key.
pub fn read(path: &Path) -> io::Result<Option<[u8; BYTES]>> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        read => read?,
    };
    let mut key = [0; BYTES];
    let found = hex::decode_to_slice(text.trim(), &mut key);
    found.map_err(|_| io::Error::new(ErrorKind::InvalidData, "no es una clave"))?;
    Ok(Some(key))
}

/// Makes a key and its file, which must not be there yet. It is on the disk when this returns.
///
/// # Errors
/// When it cannot be written.
pub fn make(path: &Path) -> io::Result<[u8; BYTES]> {
    let mut key = [0; BYTES];
    getrandom::fill(&mut key).expect("the system gives random bytes");
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(hex::encode(key).as_bytes())?;
    file.sync_all()?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        File::open(folder)?.sync_all()?;
    }
    Ok(key)
}
