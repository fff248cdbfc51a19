//! The size and the root of a log at one moment, signed (C2SP tlog-checkpoint).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::key::{PublicKey, Purpose, SecretKey, Verifier};
use crate::note::{SignedNote, Standing};
use crate::tree::Node;

/// What a log says of itself: so many leaves, under this root.
///
/// ```
/// use hall_log::{Checkpoint, Frontier};
///
/// let checkpoint = Checkpoint { origin: "bombo-0123456789abcdef/epoca-1".into(), size: 0, root: Frontier::EMPTY.root() };
/// let text = "bombo-0123456789abcdef/epoca-1\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n";
/// assert_eq!(checkpoint.text(), text);
/// assert_eq!(Checkpoint::parse(text), Some(checkpoint));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Which log: its name, with which it signs.
    pub origin: String,
    /// How many leaves it has.
    pub size: u64,
    /// The root over them.
    pub root: Node,
}

impl Checkpoint {
    /// The three lines that are signed.
    pub fn text(&self) -> String {
        format!("{}\n{}\n{}\n", self.origin, self.size, STANDARD.encode(self.root))
    }

    /// Reads the text of a note. Lines behind the first three are let stand, and say nothing here.
    pub fn parse(text: &str) -> Option<Checkpoint> {
        let mut lines = text.strip_suffix('\n')?.split('\n');
        let (origin, size, root) = (lines.next()?, lines.next()?, lines.next()?);
        let number: u64 = size.parse().ok()?;
        // A note has no size that no record reaches: 2^63 and more would overflow a proof.
        let is_written_so = number.to_string() == size && number < 1 << 63;
        let hash = STANDARD.decode(root).ok()?.try_into().ok()?;
        let is_whole = !origin.is_empty() && is_written_so && lines.all(|line| !line.is_empty());
        is_whole.then(|| Checkpoint { origin: origin.to_owned(), size: number, root: hash })
    }

    /// The note of it, signed by the log.
    pub fn sign(&self, key: &SecretKey) -> SignedNote {
        SignedNote::sign(self.text(), &self.origin, key)
    }

    /// Who signs it, when the log has this key.
    pub fn signer(&self, key: PublicKey) -> Verifier {
        Verifier { name: self.origin.clone(), purpose: Purpose::Note, key }
    }

    /// The checkpoint in a note that a log with this key signed. None if it is another text or not signed so.
    pub fn signed_in(note: &SignedNote, key: PublicKey) -> Option<Checkpoint> {
        let checkpoint = Checkpoint::parse(note.text())?;
        matches!(note.standing(&checkpoint.signer(key)), Standing::Good(_)).then_some(checkpoint)
    }
}
