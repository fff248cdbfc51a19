//! A text with signatures below it (C2SP signed-note).

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::key::{PublicKey, Purpose, SecretKey, Verifier, is_name};

/// A longer note is not read: a checkpoint and a hundred cosignatures have a fifth of it.
pub const BYTES_MAX: usize = 64 * 1024;

/// More signatures are not read.
pub const SIGNATURES_MAX: usize = 100;

/// A text and who signed it. What is read and not yet checked is one too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedNote {
    text: String,
    signatures: Vec<NoteSignature>,
}

/// A line below a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteSignature {
    /// Who signed, as they say.
    pub name: String,
    /// Of the key: [`Verifier::id`].
    pub id: [u8; 4],
    /// The signature; of a cosignature, its time before it.
    pub bytes: Vec<u8>,
}

/// A signature of somebody who is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// There is none by that key.
    Absent,
    /// It is theirs; of a cosignature, its time in seconds since 1970.
    Good(Option<u64>),
    /// It has their name and key, and does not fit: the note is forged or damaged.
    Bad,
}

impl SignedNote {
    /// A text signed with a key under a name.
    ///
    /// # Panics
    /// Where it is no text of a note ([`is_text`]) or no name of a signer ([`is_name`]).
    pub fn sign(text: String, name: &str, key: &SecretKey) -> SignedNote {
        assert!(is_text(&text) && is_name(name), "neither text nor name come from outside");
        let by = Verifier { name: name.to_owned(), purpose: Purpose::Note, key: key.public() };
        let bytes = key.sign(text.as_bytes()).to_vec();
        let signature = NoteSignature { id: by.id(), name: by.name, bytes };
        SignedNote { text, signatures: vec![signature] }
    }

    /// Reads a note. None if it is not one.
    pub fn parse(note: &str) -> Option<SignedNote> {
        if note.len() > BYTES_MAX {
            return None;
        }
        // The last empty line is the border: the text may have others.
        let border = note.rfind("\n\n")?;
        let (text, lines) = (&note[..=border], &note[border + 2..]);
        if !is_text(text) || !lines.ends_with('\n') {
            return None;
        }
        let signatures: Option<Vec<_>> = lines.split_terminator('\n').map(NoteSignature::parse).collect();
        let signatures = signatures.filter(|all| (1..=SIGNATURES_MAX).contains(&all.len()))?;
        Some(SignedNote { text: text.to_owned(), signatures })
    }

    /// What is signed, with the end of its last line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Who signed it, as it says.
    pub fn signatures(&self) -> &[NoteSignature] {
        &self.signatures
    }

    /// Adds a signature, unless that key's is there.
    pub fn add(&mut self, signature: NoteSignature) {
        let is_same = |has: &NoteSignature| has.name == signature.name && has.id == signature.id;
        if !self.signatures.iter().any(is_same) {
            self.signatures.push(signature);
        }
    }

    /// Whether somebody signed it.
    pub fn standing(&self, by: &Verifier) -> Standing {
        let id = by.id();
        let mut standing = Standing::Absent;
        for signature in self.signatures.iter().filter(|has| has.name == by.name && has.id == id) {
            let found = match by.purpose {
                Purpose::Note => {
                    by.key.signed(self.text.as_bytes(), &signature.bytes).then_some(Standing::Good(None))
                }
                Purpose::Cosignature => {
                    seen_at(&self.text, &signature.bytes, &by.key).map(|time| Standing::Good(Some(time)))
                }
            };
            let Some(good) = found else { return Standing::Bad };
            standing = good;
        }
        standing
    }
}

impl fmt::Display for SignedNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.text)?;
        self.signatures.iter().try_for_each(|signature| writeln!(f, "{signature}"))
    }
}

impl NoteSignature {
    /// That somebody saw a text at a time, in seconds since 1970 (C2SP tlog-cosignature).
    pub fn cosign(text: &str, time: u64, name: &str, key: &SecretKey) -> NoteSignature {
        let by = Verifier { name: name.to_owned(), purpose: Purpose::Cosignature, key: key.public() };
        let mut bytes = time.to_be_bytes().to_vec();
        bytes.extend(key.sign(seen_text(text, time).as_bytes()));
        NoteSignature { id: by.id(), name: by.name, bytes }
    }

    /// Reads `— NAME BASE64`, without the end of the line.
    pub fn parse(line: &str) -> Option<NoteSignature> {
        let (name, bytes) = line.strip_prefix("— ")?.split_once(' ')?;
        let bytes = STANDARD.decode(bytes).ok()?;
        let (id, bytes) = bytes.split_first_chunk().filter(|(_, rest)| !rest.is_empty())?;
        is_name(name).then(|| NoteSignature { name: name.to_owned(), id: *id, bytes: bytes.to_vec() })
    }
}

impl fmt::Display for NoteSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = self.id.to_vec();
        bytes.extend(&self.bytes);
        write!(f, "— {} {}", self.name, STANDARD.encode(bytes))
    }
}

/// What a witness signs: when, and the whole text.
fn seen_text(text: &str, time: u64) -> String {
    format!("cosignature/v1\ntime {time}\n{text}")
}

/// The time of a cosignature, in seconds since 1970, if it is this key's over this text.
fn seen_at(text: &str, bytes: &[u8], key: &PublicKey) -> Option<u64> {
    let (time, signature) = bytes.split_first_chunk()?;
    let time = u64::from_be_bytes(*time);
    (time < 1 << 63 && key.signed(seen_text(text, time).as_bytes(), signature)).then_some(time)
}

/// Whether a text can be signed: lines, the last one ended, without any other control character.
pub fn is_text(text: &str) -> bool {
    text.ends_with('\n') && !text.contains(|c: char| c < ' ' && c != '\n')
}
