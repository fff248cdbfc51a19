//! What a log and a witness say to each other (C2SP tlog-witness).
//!
//! A server of a regulator is called by the hall (`POST …/add-checkpoint`). A screen has no port to call: it fetches the same body from
//! the hall and posts back what such a server would answer.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::note::{BYTES_MAX, SignedNote};
use crate::proof::HASHES_MAX;
use crate::tree::Node;

/// Where a witness takes checkpoints, behind its address.
pub const PATH: &str = "/add-checkpoint";

/// The longest body of such a request: the longest note, and a proof before it.
pub const BODY_MAX: usize = BYTES_MAX + 32 + HASHES_MAX * 45;

/// The type of an answer that says which size the witness saw.
pub const SIZE_MEDIA_TYPE: &str = "text/x.tlog.size";

/// A size as a witness answers it.
pub fn size_text(size: u64) -> String {
    format!("{size}\n")
}

/// Reads what [`size_text`] writes; no other writing of a number is taken.
pub fn parse_size(text: &str) -> Option<u64> {
    let size: u64 = text.strip_suffix('\n')?.parse().ok()?;
    (size_text(size) == text).then_some(size)
}

/// A checkpoint, and the proof that it goes on from the one that the witness saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddCheckpoint {
    /// The size that the witness saw; 0 if it saw none.
    pub old: u64,
    /// From there to the note's size; empty from 0.
    pub proof: Vec<Node>,
    /// The checkpoint.
    pub note: SignedNote,
}

impl AddCheckpoint {
    /// Reads the body of a request. None if it is not one.
    pub fn parse(body: &str) -> Option<AddCheckpoint> {
        let (head, note) = body.split_once("\n\n")?;
        let mut lines = head.split('\n');
        let size = lines.next()?.strip_prefix("old ")?;
        let old: u64 = size.parse().ok().filter(|old: &u64| old.to_string() == size)?;
        let proof = hashes(lines)?;
        Some(AddCheckpoint { old, proof, note: SignedNote::parse(note)? })
    }
}

impl fmt::Display for AddCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "old {}", self.old)?;
        self.proof.iter().try_for_each(|hash| writeln!(f, "{}", STANDARD.encode(hash)))?;
        write!(f, "\n{}", self.note)
    }
}

/// The hashes of a proof, one on each line.
pub(crate) fn hashes<'a>(mut lines: impl Iterator<Item = &'a str>) -> Option<Vec<Node>> {
    let mut proof = Vec::new();
    lines.try_for_each(|line| {
        proof.push(STANDARD.decode(line).ok()?.try_into().ok()?);
        (proof.len() <= HASHES_MAX).then_some(())
    })?;
    Some(proof)
}
