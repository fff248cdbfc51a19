//! A witness: what it signs, and what it refuses (C2SP tlog-cosignature, tlog-witness).
//!
//! It looks at sizes and hashes only, and remembers one checkpoint of each log. That is enough: no log that two of its
//! readers compare through it can have gone back, or tell them different things.

use crate::checkpoint::Checkpoint;
use crate::exchange::AddCheckpoint;
use crate::key::{PublicKey, Purpose, SecretKey, Verifier};
use crate::note::NoteSignature;
use crate::proof;

/// A witness: its name and its key.
#[derive(Debug, Clone)]
pub struct Cosigner {
    name: String,
    key: SecretKey,
}

/// What a witness accepted. It is to be kept on disk before the signature is given to anybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// What the witness has seen from now on.
    pub checkpoint: Checkpoint,
    /// That it has.
    pub cosignature: NoteSignature,
}

/// Why a witness does not sign.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The note is not a checkpoint of that log.
    #[error("lo que llega no es un punto de control de {origin}")]
    NotACheckpoint {
        /// The log that was expected.
        origin: String,
    },
    /// No key that the witness knows of this log signed it, or the signature does not fit.
    #[error("el punto de control de la línea {size} no lleva la firma de la sala")]
    NotSigned {
        /// Its size.
        size: u64,
    },
    /// It goes on from another size than the one seen last: the log is to send the proof from there.
    #[error("este testigo vio la línea {seen}")]
    SawAnother {
        /// The size seen last.
        seen: u64,
    },
    /// It is smaller than what it goes on from.
    #[error("el registro tiene {size} líneas y este testigo vio {seen}")]
    WentBack {
        /// The size seen last.
        seen: u64,
        /// The size now.
        size: u64,
    },
    /// It does not go on from what was seen: lines before were changed.
    #[error("las {seen} líneas que vio este testigo no son las que ahora tiene el registro de {size}")]
    Forked {
        /// The size seen last.
        seen: u64,
        /// The size now.
        size: u64,
    },
}

impl Cosigner {
    /// A witness. None if nobody may sign under that name.
    pub fn of(name: &str, key: SecretKey) -> Option<Cosigner> {
        crate::key::is_name(name).then(|| Cosigner { name: name.to_owned(), key })
    }

    /// What others check its signatures with.
    pub fn verifier(&self) -> Verifier {
        Verifier { name: self.name.clone(), purpose: Purpose::Cosignature, key: self.key.public() }
    }

    /// Looks at a checkpoint of the log `origin`, which signs with one of `keys`, and of which it saw `seen` last.
    /// `now` is in seconds since 1970.
    ///
    /// # Errors
    /// With the reason why it does not sign. Of [`Refused::WentBack`] and [`Refused::Forked`] the note is the evidence:
    /// the log signed it.
    pub fn consider(
        &self,
        origin: &str,
        keys: &[PublicKey],
        seen: Option<&Checkpoint>,
        asked: &AddCheckpoint,
        now: u64,
    ) -> Result<Accepted, Refused> {
        let not_a_checkpoint = || Refused::NotACheckpoint { origin: origin.to_owned() };
        let checkpoint = Checkpoint::parse(asked.note.text()).ok_or_else(not_a_checkpoint)?;
        if checkpoint.origin != origin {
            return Err(not_a_checkpoint());
        }
        let size = checkpoint.size;
        if !keys.iter().any(|key| Checkpoint::signed_in(&asked.note, *key).is_some()) {
            return Err(Refused::NotSigned { size });
        }
        goes_on(seen, &checkpoint, asked)?;
        let cosignature = NoteSignature::cosign(asked.note.text(), now, &self.name, &self.key);
        Ok(Accepted { checkpoint, cosignature })
    }
}

/// Whether a checkpoint only adds to the one seen last.
fn goes_on(seen: Option<&Checkpoint>, now: &Checkpoint, asked: &AddCheckpoint) -> Result<(), Refused> {
    let nothing = crate::tree::empty();
    let (old, root) = seen.map_or((0, &nothing), |seen| (seen.size, &seen.root));
    let size = now.size;
    if size < old {
        return Err(Refused::WentBack { seen: old, size });
    }
    if asked.old != old {
        return Err(Refused::SawAnother { seen: old });
    }
    if !proof::is_consistent((old, root), (size, &now.root), &asked.proof) {
        return Err(Refused::Forked { seen: old, size });
    }
    Ok(())
}
