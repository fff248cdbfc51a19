//! Mirrors as witnesses at a start: how far the record went when each was written last (DECISIONS 40).

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use hall_core::record::Hash;

use super::{Looked, look};
use crate::journal::Sighting;

/// How long a start waits for the mirrors' word. A mount that hangs must not keep a hall closed; what it would have said is
/// told to the mesa when it comes.
const WORD_MAX: Duration = Duration::from_secs(3);

/// What every mirror of a hall saw of its record, all looked at at once, as far as it could be said in three seconds. One that
/// is not there, cannot be read, takes longer or is another hall's says nothing; that is told when it is to be written.
pub fn sightings(folders: &[PathBuf], hall: Option<Hash>) -> Vec<(String, Sighting)> {
    let (sender, receiver) = mpsc::sync_channel(folders.len());
    for folder in folders {
        let (folder, sender) = (folder.clone(), sender.clone());
        // A thread that hangs with its mount is left alone. There is a place for the word of each.
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
    let mut sightings = Vec::new();
    while let Ok((folder, word)) = receiver.recv_timeout(end.saturating_duration_since(Instant::now())) {
        match word {
            Ok(looked) if looked.hall.is_some() && (hall.is_none() || looked.hall == hall) => {
                sightings.push((who(&folder), looked.sighting()));
            }
            // Empty, or another hall's.
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(folder = %folder.display(), %error, "a mirror could not be asked how far the record went");
            }
        }
    }
    sightings
}

/// How a mirror is called where it contradicts a record.
pub(super) fn who(folder: &Path) -> String {
    format!("la copia de {}", folder.display())
}

impl Looked {
    /// How far the mirror saw the record go.
    pub fn sighting(&self) -> Sighting {
        Sighting { epoch: self.epoch, head: self.head }
    }
}
