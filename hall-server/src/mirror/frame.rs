//! A frame of a mirror as bytes. Frozen: version 1.
//!
//! ```text
//! "BNGM", 1, kind        6 bytes; kind 0 begins a segment, kind 1 has a portion
//! seq, hash              the head of the record before it: 8 bytes, big-endian, and 32
//! seq, hash              the head after it; as before in a frame that begins a segment
//! epoch                  of the record then, 4 bytes, big-endian
//! length                 of the body, 4 bytes, big-endian
//! body                   kind 0: the hash of the hall's line 1. Kind 1: an age file with the bytes of a portion
//! sha256                 over all of the above, 32 bytes
//! ```

use hall_core::record::Hash;
use sha2::{Digest, Sha256};

use crate::journal::Head;

pub(super) const MAGIC: &[u8; 4] = b"BNGM";
const VERSION: u8 = 1;

/// The bytes before a body.
pub(super) const HEAD_LEN: usize = 4 + 1 + 1 + 2 * (8 + 32) + 4 + 4;

/// The bytes after a body.
pub(super) const TAIL_LEN: usize = 32;

/// The longest body: a portion has about a mebibyte, and one request may have more. What says more was not written here.
const BODY_MAX: u32 = 1 << 28;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The first frame of a segment.
    Begin,
    Portion,
}

/// What a frame says in clear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FrameHead {
    pub(super) kind: Kind,
    pub(super) before: Head,
    pub(super) after: Head,
    pub(super) epoch: u32,
    pub(super) body_len: usize,
}

impl FrameHead {
    /// The length of the whole frame.
    pub(super) fn frame_len(&self) -> u64 {
        (HEAD_LEN + self.body_len + TAIL_LEN) as u64
    }

    /// Reads the bytes before a body; `None` if they cannot be a frame's.
    pub(super) fn parse(bytes: &[u8; HEAD_LEN]) -> Option<FrameHead> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let ([version, kind], rest) = rest.split_first_chunk()?;
        let (before, rest) = head(rest)?;
        let (after, rest) = head(rest)?;
        let (epoch, rest) = rest.split_first_chunk()?;
        let epoch = u32::from_be_bytes(*epoch);
        let body_len = u32::from_be_bytes(rest.try_into().ok()?);
        let kind = match kind {
            0 => Kind::Begin,
            1 => Kind::Portion,
            _ => return None,
        };
        let moves = match kind {
            Kind::Begin => before == after && body_len == 32,
            Kind::Portion => before.seq < after.seq && body_len <= BODY_MAX,
        };
        let good = *version == VERSION && moves && epoch > 0;
        good.then_some(FrameHead { kind, before, after, epoch, body_len: body_len as usize })
    }
}

fn head(bytes: &[u8]) -> Option<(Head, &[u8])> {
    let (seq, rest) = bytes.split_first_chunk()?;
    let (hash, rest) = rest.split_first_chunk()?;
    Some((Head { seq: u64::from_be_bytes(*seq), hash: Hash(*hash) }, rest))
}

/// The frame that begins a segment at this head of the record.
pub(super) fn begin(hall: Hash, at: Head, epoch: u32) -> Vec<u8> {
    frame(Kind::Begin, (at, at), epoch, &hall.0)
}

/// The frame of a portion with the heads before and after it, and the epoch after it.
pub(super) fn portion(heads: (Head, Head), epoch: u32, body: &[u8]) -> Vec<u8> {
    frame(Kind::Portion, heads, epoch, body)
}

fn frame(kind: Kind, (before, after): (Head, Head), epoch: u32, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD_LEN + body.len() + TAIL_LEN);
    bytes.extend(MAGIC);
    bytes.push(VERSION);
    bytes.push(match kind {
        Kind::Begin => 0,
        Kind::Portion => 1,
    });
    for head in [before, after] {
        bytes.extend(head.seq.to_be_bytes());
        bytes.extend(head.hash.0);
    }
    bytes.extend(epoch.to_be_bytes());
    let length = u32::try_from(body.len()).expect("a portion has less than 4 GiB");
    bytes.extend(length.to_be_bytes());
    bytes.extend(body);
    bytes.extend(sha256(&[&bytes]));
    bytes
}

/// SHA-256 over these, one after the other.
pub(super) fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    parts.iter().fold(Sha256::new(), |sha, part| sha.chain_update(part)).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frozen form. A change here is a change of what mirrors of years hold.
    #[test]
    fn the_form_is_frozen() {
        let (before, after) = (Head { seq: 7, hash: Hash([1; 32]) }, Head { seq: 9, hash: Hash([2; 32]) });
        let bytes = portion((before, after), 5, b"abc");
        let golden = format!(
            "424e474d0101{:016x}{}{:016x}{}0000000500000003616263",
            7,
            "01".repeat(32),
            9,
            "02".repeat(32)
        );
        assert!(hex::encode(&bytes).starts_with(&golden), "{}", hex::encode(&bytes));
        assert_eq!(bytes.len(), HEAD_LEN + 3 + TAIL_LEN);
        assert_eq!(sha256(&[&bytes[..HEAD_LEN + 3]])[..], bytes[HEAD_LEN + 3..]);
        let parsed = FrameHead::parse(bytes[..HEAD_LEN].try_into().unwrap()).unwrap();
        assert_eq!(parsed, FrameHead { kind: Kind::Portion, before, after, epoch: 5, body_len: 3 });
        let bytes = begin(Hash([3; 32]), before, 1);
        let parsed = FrameHead::parse(bytes[..HEAD_LEN].try_into().unwrap()).unwrap();
        assert_eq!((parsed.kind, parsed.before, parsed.after), (Kind::Begin, before, before));
    }
}
