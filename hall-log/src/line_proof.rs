//! One line's proof as a file: where it stands, the way up, and the checkpoint (C2SP tlog-proof).

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::checkpoint::Checkpoint;
use crate::exchange::hashes;
use crate::key::PublicKey;
use crate::note::SignedNote;
use crate::proof;
use crate::tree::Node;

const FIRST_LINE: &str = "c2sp.org/tlog-proof@v1";

/// That a leaf is in a log, for somebody who has neither.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineProof {
    /// The leaf's place, from 0.
    pub index: u64,
    /// From the hash beside it to the root's child.
    pub path: Vec<Node>,
    /// The checkpoint, with whatever signatures there are.
    pub note: SignedNote,
}

impl LineProof {
    /// The checkpoint in which the leaf with this hash is; none if the proof or the log's signature does not fit.
    pub fn shows(&self, leaf: &Node, key: PublicKey) -> Option<Checkpoint> {
        let checkpoint = Checkpoint::signed_in(&self.note, key)?;
        proof::is_included(leaf, self.index, checkpoint.size, &checkpoint.root, &self.path)
            .then_some(checkpoint)
    }

    /// Reads the file. What may stand under `extra` is passed over.
    pub fn parse(text: &str) -> Option<LineProof> {
        LineProof::parse_with_extra(text).map(|(proof, _)| proof)
    }

    /// The file with the leaf's own bytes under `extra`, so that it is all that has to be carried.
    pub fn with_extra(&self, extra: &[u8]) -> String {
        let plain = self.to_string();
        let (first, rest) = plain.split_once('\n').expect("there is a first line");
        format!("{first}\nextra {}\n{rest}", STANDARD.encode(extra))
    }

    /// Reads the file and what stands under `extra`; nothing if that line is absent. Nobody vouches for it but the proof.
    pub fn parse_with_extra(text: &str) -> Option<(LineProof, Vec<u8>)> {
        let (head, note) = text.split_once("\n\n")?;
        let mut lines = head.split('\n').peekable();
        lines.next().filter(|line| *line == FIRST_LINE)?;
        let extra = lines.next_if(|line| line.starts_with("extra "));
        let extra =
            extra.map(|line| STANDARD.decode(&line["extra ".len()..])).transpose().ok()?.unwrap_or_default();
        let number = lines.next()?.strip_prefix("index ")?;
        let index: u64 = number.parse().ok().filter(|index: &u64| index.to_string() == number)?;
        Some((LineProof { index, path: hashes(lines)?, note: SignedNote::parse(note)? }, extra))
    }
}

impl fmt::Display for LineProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}\nindex {}", self.index)?;
        self.path.iter().try_for_each(|hash| writeln!(f, "{}", STANDARD.encode(hash)))?;
        write!(f, "\n{}", self.note)
    }
}
