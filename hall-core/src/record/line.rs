//! One line of the record, the bytes that are hashed, and the chain. Frozen: version 1.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use sha2::{Digest, Sha256};

use crate::people::Actor;

/// One line of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// 1 for the first, and no gaps, ever.
    pub seq: u64,
    /// When it was written, in milliseconds since 1970-01-01 UTC. Order comes from `seq`.
    pub at_utc_ms: i64,
    /// What happened, as in "ball_extracted".
    pub kind: String,
    /// The version of that kind's encoding.
    pub version: u32,
    /// The id of the request that led to it; empty if there was none.
    pub request_id: String,
    /// Who did it.
    pub actor: Actor,
    /// The device it was asked from; empty if there was none.
    pub device: String,
    /// The event: see [`super::encode`].
    pub body: String,
}

impl Line {
    /// The bytes that are hashed: the eight fields in the order above, each as its
    /// length in bytes (32 bits, big-endian) and then its bytes.
    ///
    /// `seq` and `at_utc_ms` are 8 bytes and `version` 4, big-endian, the second in two's
    /// complement; texts are UTF-8; the actor is written as its `Display` writes it. Every
    /// field has its length before it, so no two lines have the same bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(96 + self.body.len());
        let mut field = |field: &[u8]| {
            let length = u32::try_from(field.len()).expect("no field has 4 GiB");
            bytes.extend(length.to_be_bytes());
            bytes.extend(field);
        };
        field(&self.seq.to_be_bytes());
        field(&self.at_utc_ms.to_be_bytes());
        field(self.kind.as_bytes());
        field(&self.version.to_be_bytes());
        field(self.request_id.as_bytes());
        field(self.actor.to_string().as_bytes());
        field(self.device.as_bytes());
        field(self.body.as_bytes());
        bytes
    }

    /// The line's hash: SHA-256 over the hash of the line before and then
    /// [`Line::bytes`]. The line before the first has [`Hash::GENESIS`].
    pub fn hash(&self, previous: &Hash) -> Hash {
        Hash(Sha256::new().chain_update(previous.0).chain_update(self.bytes()).finalize().into())
    }
}

/// A SHA-256.
///
/// ```
/// use hall_core::record::Hash;
///
/// let text = Hash::GENESIS.to_string();
/// assert_eq!(text, "0".repeat(64));
/// assert_eq!(Hash::parse(&text), Some(Hash::GENESIS));
/// assert_eq!(Hash::parse("00"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What stands for the hash of the line before the first: 32 zero bytes.
    pub const GENESIS: Hash = Hash([0; 32]);

    /// The hash written as 64 lower-case hexadecimal digits.
    pub fn parse(text: &str) -> Option<Hash> {
        unhex(text)?.try_into().ok().map(Hash)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0 {
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

/// The bytes that are written as pairs of lower-case hexadecimal digits.
pub(super) fn unhex(text: &str) -> Option<Vec<u8>> {
    let byte = |pair: &[u8]| Some(hex_digit(pair[0])? << 4 | hex_digit(*pair.get(1)?)?);
    text.as_bytes().chunks(2).map(byte).collect()
}

/// The value of a lower-case hexadecimal digit.
pub(super) fn hex_digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}
