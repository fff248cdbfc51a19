//! The key of a hall's two servers, and the codes made with it.

use std::fmt;
use std::path::Path;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::mirror::key::{Identity, KeyError};

/// The header with the code of a request or of an answer.
pub(crate) const CODE: &str = "Spare-Code";

/// What a code is about. One for a question is none for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    /// How a server stands; with the asker's nonce.
    Standing,
    /// A portion on its way to the spare.
    Portion,
    /// The spare's answer to it.
    Taken,
    /// The order to rehearse.
    Rehearsal,
    /// The spare's answer to it.
    Rehearsed,
}

/// The secret that both servers have, as a file on each: a key of age, made by `hall-server spare-key`.
#[derive(Clone)]
pub struct SpareKey {
    identity: Identity,
    code: [u8; 32],
}

impl SpareKey {
    /// Reads the file.
    ///
    /// # Errors
    /// When it cannot be read or has no key.
    pub fn read(path: &Path) -> Result<SpareKey, KeyError> {
        Ok(SpareKey::of(Identity::read(path)?))
    }

    /// The key with this identity.
    pub fn of(identity: Identity) -> SpareKey {
        let code = identity.derived("bombo spare code 1");
        SpareKey { identity, code }
    }

    /// Who reads what is sent, and for whom it is encrypted.
    pub(crate) fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The code of these bytes.
    pub(crate) fn code(&self, about: About, parts: &[&[u8]]) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.code).expect("a key may have any length");
        mac.update(&[about as u8]);
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        hex::encode(mac.finalize().into_bytes())
    }

    /// Whether this is the code of these bytes.
    pub(crate) fn is_code(&self, code: Option<&str>, about: About, parts: &[&[u8]]) -> bool {
        let right = self.code(about, parts);
        code.is_some_and(|code| code.as_bytes().ct_eq(right.as_bytes()).into())
    }
}

impl fmt::Debug for SpareKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SpareKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_of_one_key_one_matter_and_one_text() {
        let key = SpareKey::of(Identity::generate());
        let code = key.code(About::Taken, &[b"a", b"bc"]);
        assert!(key.is_code(Some(&code), About::Taken, &[b"a", b"bc"]));
        assert!(!key.is_code(Some(&code), About::Taken, &[b"ab", b"c"]), "the parts are told apart");
        assert!(!key.is_code(Some(&code), About::Portion, &[b"a", b"bc"]));
        assert!(!key.is_code(Some(""), About::Taken, &[b"a", b"bc"]));
        assert!(!key.is_code(None, About::Taken, &[b"a", b"bc"]));
        assert!(!SpareKey::of(Identity::generate()).is_code(Some(&code), About::Taken, &[b"a", b"bc"]));
    }
}
