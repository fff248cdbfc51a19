//! A key, as people and records name it.

use std::fmt;

use sha2::{Digest, Sha256};

/// The hash of a public key as certificates carry it (SHA-256 of its `SubjectPublicKeyInfo`).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyHash(pub [u8; 32]);

impl KeyHash {
    /// Of the key in this `SubjectPublicKeyInfo`, in DER.
    pub fn of(public_key_info: &[u8]) -> KeyHash {
        KeyHash(Sha256::digest(public_key_info).into())
    }

    /// Of 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<KeyHash> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok().map(|()| KeyHash(bytes))
    }

    /// All of it, as 64 hexadecimal digits.
    pub fn to_hex(self) -> String {
        hex::encode(self.0)
    }
}

/// What two people compare when they read it aloud: its first 64 bits, as in `1A2B-3C4D-5E6F-7081`.
impl fmt::Display for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, pair) in self.0[..8].chunks(2).enumerate() {
            let between = if at == 0 { "" } else { "-" };
            write!(f, "{between}{:02X}{:02X}", pair[0], pair[1])?;
        }
        Ok(())
    }
}

impl fmt::Debug for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyHash({self})")
    }
}
