//! The keys of the hall's devices that have no person: its camera and its voice. Each is a file in the hall's folder.

use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Length of a key: 32 bytes in hex.
const KEY_LETTERS: usize = 64;

/// Identifies a device. Kept as a hash.
#[derive(Clone)]
pub struct DeviceKey([u8; 32]);

impl DeviceKey {
    /// `None` unless it is a key in hex.
    pub fn parse(text: &str) -> Option<DeviceKey> {
        let text = text.trim();
        let hex = text.len() == KEY_LETTERS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        hex.then(|| DeviceKey(Sha256::digest(text.to_ascii_lowercase().as_bytes()).into()))
    }

    /// Reads the key from its file in a hall's folder, or creates it.
    pub fn of_folder(dir: &Path, file: &str) -> io::Result<DeviceKey> {
        let path = dir.join(file);
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => make_key(&path)?,
            read => read?,
        };
        DeviceKey::parse(&text).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no es una clave"))
    }

    /// Whether this text is the key.
    pub fn is(&self, key: &str) -> bool {
        DeviceKey::parse(key).is_some_and(|theirs| self.0.ct_eq(&theirs.0).into())
    }
}

/// Creates a key, readable by the server's user only. Never overwrites one.
fn make_key(path: &Path) -> io::Result<String> {
    let mut bytes = [0; KEY_LETTERS / 2];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    let text = hex::encode(bytes);
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    Ok(text)
}
