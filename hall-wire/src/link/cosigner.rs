//! A screen's other witness: of the tree over the record's lines (ADR 42). It asks the server to show that its record only adds
//! to what this screen saw, keeps that, and signs it.
//!
//! The server is asked for hashes and not for its word, so one that lies is found out too. What it showed is on this
//! screen's disk before it is signed. A screen that cannot write signs nothing, and shows its board all the same.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use hall_core::record::Hash;
use hall_log::exchange::AddCheckpoint;
use hall_log::key::Verifier;
use hall_log::{Checkpoint, Cosigner, LineProof, PublicKey, SecretKey, SignedNote, proof, tree};
use serde::{Deserialize, Serialize};

use super::Behind;
use crate::log_name::LogName;
use crate::message::Cosignature;
use crate::sighting::{Head, Sighting, Verdict};

/// Halls that are kept.
const HALLS_MAX: usize = 8;

/// Changes of the hall's key that are gone along at once.
const KEYS_MAX: usize = 16;

/// More is never written: eight notes.
const FILE_MAX_BYTES: u64 = 1 << 20;

/// What was seen last of one hall.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Saw {
    /// What its logs' names begin with.
    hall: String,
    /// The key that signs them.
    key: String,
    /// The note.
    note: String,
}

/// What this screen does with a checkpoint.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Looked {
    /// It saw that one before.
    Known,
    /// It saw it now; what it signs of it, if it knows the key.
    New(Option<Cosignature>),
    /// The server has not what this screen saw.
    Refused(Behind),
    /// Of this log another was seen: the proof is to go on from there.
    From(String, u64),
    /// It is no checkpoint.
    Nothing,
}

/// A screen that signs.
pub struct Cosigning {
    cosigner: Cosigner,
    file: PathBuf,
    saw: Mutex<Vec<Saw>>,
    tell: Box<dyn Fn(&str) + Send + Sync>,
}

impl Cosigning {
    /// Reads the screen's key and what it saw, beside its witness file; makes the key where there is none. None where it cannot be
    /// had, which `tell` hears.
    pub(super) fn open(
        witness: &Path,
        name: &str,
        tell: impl Fn(&str) + Send + Sync + 'static,
    ) -> Option<Cosigning> {
        let (key, file) = (beside(witness, ".clave"), beside(witness, ".puntos"));
        let seed = key_in(&key).map_err(|error| {
            tell(&format!("{}: {error}. Este puesto no firma como testigo del registro.", key.display()));
        });
        let saw = read(&file).unwrap_or_else(|error| {
            tell(&format!("{}: {error}. Este puesto no sabe qué puntos de control vio.", file.display()));
            Vec::new()
        });
        let cosigner = Cosigner::of(&named(name), SecretKey::of_seed(&seed.ok()?))?;
        Some(Cosigning { cosigner, file, saw: Mutex::new(saw), tell: Box::new(tell) })
    }

    /// The log and the size that were seen last of the hall, to ask from there on. Of any hall, the last.
    pub(super) fn last(&self) -> Option<(String, u64)> {
        let saw = self.lock();
        let checkpoint = checkpoint_of(saw.last()?)?;
        Some((checkpoint.origin, checkpoint.size))
    }

    /// Looks at what the server showed. `says` is the key with which it says that it signs; `next` finds the proof that the hall
    /// changed the key that this screen knew for another.
    pub(super) fn look(
        &self,
        asked: &AddCheckpoint,
        says: Option<PublicKey>,
        next: impl Fn(PublicKey) -> Option<String>,
    ) -> Looked {
        let Some(now) = Checkpoint::parse(asked.note.text()) else { return Looked::Nothing };
        let Some(log) = LogName::parse(&now.origin) else { return Looked::Nothing };
        let (hall, epoch) = (log.hall(), log.epoch);
        let mut all = self.lock();
        let before = all.iter().find(|saw| saw.hall == hall).cloned();
        let seen = before.as_ref().and_then(checkpoint_of);
        let mut key = before.as_ref().and_then(|saw| PublicKey::parse(&saw.key));
        let mut goes_on_from = None;
        if let Some(seen) = &seen {
            let saw_epoch = LogName::parse(&seen.origin).map_or(1, |log| log.epoch);
            let behind = |verdict| {
                let saw = sighting(saw_epoch, seen);
                Looked::Refused(Behind { verdict, saw, ends: sighting(epoch, &now) })
            };
            if epoch < saw_epoch {
                return behind(Verdict::OlderEpoch);
            }
            if epoch == saw_epoch {
                if (now.size, now.root) == (seen.size, seen.root) {
                    return Looked::Known;
                }
                let verdict = goes_on(seen, &now, asked);
                if let Some(verdict) = verdict {
                    self.keep_evidence(before.as_ref(), &asked.note, seen, &now);
                    return behind(verdict);
                }
                if asked.old != seen.size {
                    return Looked::From(seen.origin.clone(), seen.size);
                }
                goes_on_from = Some(seen);
            }
        }
        let signed_by = |key: &PublicKey| Checkpoint::signed_in(&asked.note, *key).is_some();
        if !key.as_ref().is_some_and(signed_by) {
            let changed = |key: PublicKey| next(key).and_then(|text| next_key(&text, key));
            let next = key.and_then(|key| {
                std::iter::successors(changed(key), |key| changed(*key)).take(KEYS_MAX).find(signed_by)
            });
            let new_epoch = goes_on_from.is_none();
            // The first key of a hall, or of an epoch that two people signed, is taken as it is.
            key = next.or(says.filter(|_| new_epoch)).filter(signed_by);
        }
        let Some(key) = key else {
            (self.tell)(
                "El registro va firmado con una clave que este puesto no conoce: no lo firma como testigo.",
            );
            return Looked::New(None);
        };
        let accepted = self.cosigner.consider(&now.origin, &[key], goes_on_from, asked, seconds());
        let Ok(accepted) = accepted else { return Looked::Nothing };
        all.retain(|saw| saw.hall != hall);
        let excess = (all.len() + 1).saturating_sub(HALLS_MAX);
        all.drain(..excess);
        all.push(Saw { hall: hall.to_owned(), key: key.to_string(), note: asked.note.to_string() });
        if let Err(error) = write(&self.file, &all) {
            (self.tell)(&format!(
                "No se puede escribir {}: {error}. Este puesto no firma.",
                self.file.display()
            ));
            return Looked::New(None);
        }
        Looked::New(Some(Cosignature {
            verifier: self.cosigner.verifier().to_string(),
            origin: now.origin,
            size: now.size,
            line: accepted.cosignature.to_string(),
        }))
    }

    /// Both notes: the hall signed them, and they cannot both be so.
    fn keep_evidence(&self, saw: Option<&Saw>, note: &SignedNote, seen: &Checkpoint, now: &Checkpoint) {
        let file = beside(&self.file, &format!(".contradiccion-{}-{}.txt", seen.size, now.size));
        if file.exists() {
            return;
        }
        let saw = saw.map(|saw| saw.note.as_str()).unwrap_or_default();
        let text = format!("Visto antes:\n\n{saw}\nVisto después:\n\n{note}");
        let kept = fs::write(&file, text);
        (self.tell)(&match kept {
            Ok(()) => format!(
                "El registro contradice lo que vio este puesto; la prueba está en {}.",
                file.display()
            ),
            Err(error) => format!(
                "El registro contradice lo que vio este puesto; la prueba no se ha podido guardar: {error}."
            ),
        });
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Saw>> {
        self.saw.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is wrong with a checkpoint of the same log, if it does not go on from the one that was seen.
fn goes_on(seen: &Checkpoint, now: &Checkpoint, asked: &AddCheckpoint) -> Option<Verdict> {
    if now.size < seen.size {
        return Some(Verdict::Behind);
    }
    let shows = proof::is_consistent((seen.size, &seen.root), (now.size, &now.root), &asked.proof);
    (asked.old == seen.size && !shows).then_some(Verdict::Rewritten)
}

/// The key that a line of the record begins, where a checkpoint that the key before signed has that line.
fn next_key(text: &str, before: PublicKey) -> Option<PublicKey> {
    let (proof, line) = LineProof::parse_with_extra(text)?;
    proof.shows(&tree::leaf(&line), before)?;
    // The third field is the kind, the eighth the body.
    let mut fields = Vec::new();
    let mut rest = line.as_slice();
    while let Some((length, more)) = rest.split_first_chunk::<4>() {
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let (field, more) = more.split_at_checked(length)?;
        fields.push(field);
        rest = more;
    }
    let [_, _, kind, _, _, _, _, body] = fields.try_into().ok()?;
    let body: serde_json::Value =
        (kind == b"signing_key_begun").then(|| serde_json::from_slice(body).ok())??;
    PublicKey::parse(body.get("key")?.as_str()?)
}

fn checkpoint_of(saw: &Saw) -> Option<Checkpoint> {
    Checkpoint::parse(SignedNote::parse(&saw.note)?.text())
}

fn sighting(epoch: u32, checkpoint: &Checkpoint) -> Sighting {
    Sighting { epoch, head: Head { seq: checkpoint.size, hash: Hash(checkpoint.root) } }
}

/// A device's name as that of a signer.
fn named(device: &str) -> String {
    let name: String =
        device.chars().filter(|c| !c.is_whitespace() && !c.is_control() && *c != '+').collect();
    if name.is_empty() { "puesto".to_owned() } else { name }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a witness signs with the hour of its own clock, not the desk's"
)]
fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The key in a file; made where there is none, and readable by this user alone.
fn key_in(path: &Path) -> io::Result<[u8; 32]> {
    let mut text = String::new();
    match File::open(path).and_then(|mut file| file.read_to_string(&mut text)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return make_key(path),
        read => read?,
    };
    let key = PublicKey::parse(text.trim()).map(|bytes| bytes.0);
    key.ok_or_else(|| {
        io::Error::new(ErrorKind::InvalidData, "no es una clave; apártelo para que se cree otra")
    })
}

fn make_key(path: &Path) -> io::Result<[u8; 32]> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(io::Error::other)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(PublicKey(seed).to_string().as_bytes())?;
    file.sync_all()?;
    Ok(seed)
}

fn read(file: &Path) -> io::Result<Vec<Saw>> {
    let mut bytes = Vec::new();
    match File::open(file).and_then(|file| file.take(FILE_MAX_BYTES).read_to_end(&mut bytes)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        read => read?,
    };
    serde_json::from_slice(&bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "está dañado"))
}

/// Writes the file whole or not at all, and to the disk.
fn write(file: &Path, saw: &[Saw]) -> io::Result<()> {
    let draft = beside(file, ".nuevo");
    let mut to = File::create(&draft)?;
    to.write_all(&serde_json::to_vec(saw).expect("texts are JSON"))?;
    to.sync_all()?;
    fs::rename(&draft, file)
}

/// The header in which the server says with which key it signs, as C2SP writes a verifier key.
pub const KEY_HEADER: &str = "Record-Key";

/// The key of such a header.
pub(super) fn key_of_header(text: &str) -> Option<PublicKey> {
    Verifier::parse(text).map(|verifier| verifier.key)
}

#[cfg(test)]
#[path = "cosigner_tests.rs"]
mod tests;
