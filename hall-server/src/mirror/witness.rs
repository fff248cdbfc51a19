//! Mirrors as witnesses at a start: how far the record went when each was written last (DECISIONS 40).

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::{Looked, MirrorError, look};
use crate::journal::{Head, JournalError, RecordReader};

/// How long a start waits for the mirrors' word. A mount that hangs must not keep a hall closed; what it would have said is
/// told to the mesa when it comes.
const WORD_MAX: Duration = Duration::from_secs(3);

/// What a mirror says of the record, against the record.
#[derive(Debug, thiserror::Error)]
pub enum Contradiction {
    /// The record is shorter.
    #[error(
        "El registro acaba en la línea {} y la copia de {} llegó a la {}: faltan {} líneas. No se arranca. Devuelva a su \
         sitio el fichero que falte (sala.db-wal) o restaure de la copia.",
        ours.seq, folder.display(), saw.seq, saw.seq - ours.seq
    )]
    Shorter {
        /// The mirror.
        folder: PathBuf,
        /// Its head.
        saw: Head,
        /// The record's.
        ours: Head,
    },
    /// The record has another line in the same place.
    #[error(
        "La línea {} del registro no es la de la copia de {}: esta base de datos es otra, o la han reescrito. No se \
         arranca. Compárela con la última acta («hall-server check --head») y restaure.", saw.seq, folder.display()
    )]
    Rewritten {
        /// The mirror.
        folder: PathBuf,
        /// Its head.
        saw: Head,
    },
}

/// Looks at every mirror, all at once, and returns what could be said in three seconds. One that is not there, cannot be
/// read or takes longer says nothing.
pub fn words(folders: &[PathBuf]) -> Vec<(PathBuf, Looked)> {
    // A word of each.
    let (sender, receiver) = mpsc::sync_channel(folders.len());
    for folder in folders {
        let (folder, sender) = (folder.clone(), sender.clone());
        // A thread that hangs with its mount is left alone.
        let looking = thread::Builder::new().name("mirror-look".into()).spawn(move || {
            let word = look(&folder);
            sender.send((folder, word)).ok();
        });
        if let Err(error) = looking {
            tracing::warn!(%error, "no thread to look at a mirror");
        }
    }
    drop(sender);
    let end = Instant::now() + WORD_MAX;
    let mut words = Vec::new();
    while let Ok((folder, word)) = receiver.recv_timeout(end.saturating_duration_since(Instant::now())) {
        match word {
            Ok(looked) => words.push((folder, looked)),
            Err(error) => tell(&folder, &error),
        }
    }
    words
}

fn tell(folder: &Path, error: &MirrorError) {
    tracing::warn!(folder = %folder.display(), %error, "a mirror could not be asked how far the record went");
}

/// Compares a record with what its mirrors say. One of another hall says nothing about it.
///
/// # Errors
/// The first contradiction; [`JournalError`] when the record cannot be read.
pub fn compare(record: &RecordReader, words: &[(PathBuf, Looked)]) -> Result<(), WitnessError> {
    let ours = record.head()?;
    let hall = record.head_at(1)?.map(|line| line.hash);
    for (folder, looked) in words.iter().filter(|(_, looked)| looked.hall.is_some()) {
        // A record without a line is shorter than any.
        if hall.is_some() && looked.hall != hall {
            continue;
        }
        let saw = looked.head;
        match record.head_at(saw.seq)? {
            Some(line) if line == saw => {}
            Some(_) => return Err(Contradiction::Rewritten { folder: folder.clone(), saw }.into()),
            None => return Err(Contradiction::Shorter { folder: folder.clone(), saw, ours }.into()),
        }
    }
    Ok(())
}

/// A record and its mirrors could not be compared, or contradict each other.
#[derive(Debug, thiserror::Error)]
pub enum WitnessError {
    /// They contradict each other.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// The record could not be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
}
