//! The key that signs the record's checkpoints, and its file (ADR 42). It lies in the hall's folder, or where a link of that
//! name leads, and in no copy of the record.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hall_core::event::Event;
use hall_core::people::Actor;
use hall_log::{PublicKey, SecretKey};

use crate::clock;
use crate::journal::{AppendError, Batch, BatchEntry, Journal, JournalError, RecordReader, beside};
use crate::key_file;

/// The file's name in the hall's folder.
pub const FILE: &str = "registro.clave";

/// A next key, until the record names it.
const NEXT: &str = ".nueva";

/// The device in the lines that are written at the server itself.
const DEVICE: &str = "servidor";

/// The record cannot be signed.
#[derive(Debug, thiserror::Error)]
pub enum RecordKeyError {
    /// The record names a key, and its file is gone.
    #[error(
        "Falta {}, con la clave que firma el registro (huella {}). Devuélvala a su sitio; si se ha perdido, haga otra con \
         «hall-server new-key»: constará en el registro.", path.display(), short(.key)
    )]
    Missing {
        /// The file.
        path: PathBuf,
        /// The key that the record names.
        key: PublicKey,
    },
    /// The file has another key than the record names.
    #[error(
        "{} no es la clave que firma el registro (huella {}), sino otra. Ponga la buena en su sitio; si se ha perdido, haga \
         otra con «hall-server new-key»: constará en el registro.", path.display(), short(.key)
    )]
    Another {
        /// The file.
        path: PathBuf,
        /// The key that the record names.
        key: PublicKey,
    },
    /// The file cannot be read or written.
    #[error(
        "No se puede leer o escribir {}: {source}. Compruebe el fichero y sus permisos; si se ha estropeado, apártelo y haga \
         otra clave con «hall-server new-key».", path.display()
    )]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// The record could not be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The record could not be written.
    #[error(transparent)]
    Append(#[from] AppendError),
}

/// What people compare of a key: its first sixteen digits, in fours.
pub fn short(key: &PublicKey) -> String {
    let digits = key.to_string();
    [&digits[..4], &digits[4..8], &digits[8..12], &digits[12..16]].join(" ")
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> RecordKeyError {
    let path = path.to_owned();
    |source| RecordKeyError::File { path, source }
}

fn read(path: &Path) -> Result<Option<SecretKey>, RecordKeyError> {
    Ok(key_file::read(path).map_err(failed(path))?.map(|seed| SecretKey::of_seed(&seed)))
}

fn make(path: &Path) -> Result<SecretKey, RecordKeyError> {
    Ok(SecretKey::of_seed(&key_file::make(path).map_err(failed(path))?))
}

/// The key of the hall in a folder, whose record is open. One that the record does not name yet is made, if there is none; the desk
/// writes the line that names it.
///
/// # Errors
/// When the record names another, or its file is gone.
pub fn of_hall(dir: &Path, record: &RecordReader) -> Result<SecretKey, RecordKeyError> {
    let path = dir.join(FILE);
    let named = record.signing_key()?;
    finish(&path, named)?;
    match (read(&path)?, named) {
        (Some(key), named) if named.is_none_or(|named| named == key.public()) => Ok(key),
        (None, None) => make(&path),
        (None, Some(key)) => Err(RecordKeyError::Missing { path, key }),
        (Some(_), Some(key)) => Err(RecordKeyError::Another { path, key }),
        (Some(_), None) => unreachable!("any key will do where none is named"),
    }
}

/// Gives a next key its name, if the record names it: what made it was cut off in between.
fn finish(path: &Path, named: Option<PublicKey>) -> Result<(), RecordKeyError> {
    let next = beside(path, NEXT);
    let is_named = read(&next)?.is_some_and(|key| Some(key.public()) == named);
    if is_named { fs::rename(&next, path).map_err(failed(&next)) } else { Ok(()) }
}

/// `hall-server new-key`: another key, in a hall that nobody serves. Returns it, and the line that names it.
///
/// # Errors
/// When the file or the record cannot be read or written.
pub fn run(dir: &Path) -> Result<(PublicKey, u64), RecordKeyError> {
    let (mut journal, _) = Journal::open(dir)?;
    let key = begin(dir, &mut journal)?;
    Ok((key, journal.head().seq))
}

/// Begins another key in a record that nobody serves. Its line is signed by the key before too, where that
/// is still there. Returns the new one.
///
/// # Errors
/// When the file or the record cannot be written.
fn begin(dir: &Path, journal: &mut Journal) -> Result<PublicKey, RecordKeyError> {
    let path = dir.join(FILE);
    let named = journal.signing_key()?;
    finish(&path, named)?;
    // One that cannot be read signs nothing; it is not written over by name alone.
    let before = read(&path).ok().flatten().filter(|key| Some(key.public()) == named);
    let next = beside(&path, NEXT);
    if next.exists() {
        fs::remove_file(&next).map_err(failed(&next))?;
    }
    let key = make(&next)?;
    name(journal, &key, before)?;
    fs::rename(&next, &path).map_err(failed(&path))?;
    Ok(key.public())
}

/// After a hall was founded, or two people began an epoch of it: it has the key that its record names, or gets another.
///
/// # Errors
/// When the file or the record cannot be written.
pub fn ensure(dir: &Path, journal: &mut Journal) -> Result<(), RecordKeyError> {
    match of_hall(dir, journal) {
        Ok(key) if journal.signing_key()?.is_none() => name(journal, &key, None),
        Ok(key) => Ok(journal.sign_with(key, None)?),
        Err(RecordKeyError::Missing { .. } | RecordKeyError::Another { .. }) => {
            begin(dir, journal).map(|_| ())
        }
        Err(error) => Err(error),
    }
}

/// Writes the line that names a key.
fn name(journal: &mut Journal, key: &SecretKey, before: Option<SecretKey>) -> Result<(), RecordKeyError> {
    let named = journal.signing_key()?.map(|key| key.0);
    journal.sign_with(key.clone(), before)?;
    let event = Event::SigningKeyBegun { key: key.public().0, before: named };
    let entry = BatchEntry::unasked(Actor::System, DEVICE, vec![event]);
    let at_utc_ms = clock::utc_ms().max(journal.known()?.at_utc_ms);
    journal.append(&Batch { at_utc_ms, entries: vec![entry] })?;
    Ok(())
}
