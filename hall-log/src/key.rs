//! Ed25519 keys, and what a signed note calls them (C2SP signed-note).

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use sha2::{Digest, Sha256};

/// A key that signs.
#[derive(Clone)]
pub struct SecretKey(SigningKey);

impl SecretKey {
    /// The key of a seed: 32 random bytes, which are all there is of it.
    pub fn of_seed(seed: &[u8; 32]) -> SecretKey {
        SecretKey(SigningKey::from_bytes(seed))
    }

    /// The seed.
    pub fn seed(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// What others check its signatures with.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    /// Signs a message.
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey(of {:?})", self.public())
    }
}

/// A key that checks signatures: 32 bytes. Some bytes are no key, and no signature fits these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PublicKey(pub [u8; 32]);

impl PublicKey {
    /// Whether the key's holder signed this.
    pub fn signed(&self, message: &[u8], signature: &[u8]) -> bool {
        let key = VerifyingKey::from_bytes(&self.0);
        let signature = Signature::from_slice(signature);
        key.is_ok_and(|key| signature.is_ok_and(|signature| key.verify_strict(message, &signature).is_ok()))
    }

    /// The key as 64 hexadecimal digits.
    pub fn parse(hex: &str) -> Option<PublicKey> {
        let mut key = [0; 32];
        hex::decode_to_slice(hex, &mut key).ok().filter(|()| hex::encode(key) == hex).map(|()| PublicKey(key))
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// What a key signs, as its identifiers tell it apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The text of a note itself: a log signs its checkpoints so.
    Note,
    /// That the text was seen, with the time: a witness signs so.
    Cosignature,
}

impl Purpose {
    fn number(self) -> u8 {
        match self {
            Purpose::Note => 1,
            Purpose::Cosignature => 4,
        }
    }
}

/// Who signs: a name and a key. Written as C2SP's verifier key, `NAME+ID+BASE64`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verifier {
    /// The name: neither empty nor with a space or a plus sign.
    pub name: String,
    /// What it signs.
    pub purpose: Purpose,
    /// With what.
    pub key: PublicKey,
}

impl Verifier {
    /// The first four bytes of a hash of name, purpose and key: which signature of a note is this one's.
    pub fn id(&self) -> [u8; 4] {
        let hash = Sha256::new()
            .chain_update(&self.name)
            .chain_update([b'\n', self.purpose.number()])
            .chain_update(self.key.0)
            .finalize();
        [hash[0], hash[1], hash[2], hash[3]]
    }

    /// Reads what [`Display`](fmt::Display) writes; no other text is taken.
    pub fn parse(text: &str) -> Option<Verifier> {
        let (name, rest) = text.split_once('+')?;
        let (_, key) = rest.split_once('+')?;
        let key = STANDARD.decode(key).ok()?;
        let (number, key) = key.split_first()?;
        let purpose =
            [Purpose::Note, Purpose::Cosignature].into_iter().find(|purpose| purpose.number() == *number)?;
        let verifier = Verifier { name: name.to_owned(), purpose, key: PublicKey(key.try_into().ok()?) };
        (is_name(name) && verifier.to_string() == text).then_some(verifier)
    }
}

impl fmt::Display for Verifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut key = vec![self.purpose.number()];
        key.extend(self.key.0);
        write!(f, "{}+{}+{}", self.name, hex::encode(self.id()), STANDARD.encode(key))
    }
}

/// Whether somebody may sign under this name.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c.is_control() || c == '+')
}
