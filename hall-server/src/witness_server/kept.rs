//! What a witness saw last of each log, on its disk: the note with its own signature below, so that each file is its own evidence.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use hall_log::cosigner::Accepted;
use hall_log::key::Verifier;
use hall_log::note::Standing;
use hall_log::{Checkpoint, SignedNote};
use hall_wire::log_name::LogName;

use super::{WitnessError, failed, sync_folder_of, write_whole};

/// The folder of what was seen, and the files' ending.
const SEEN: &str = "registros";
const NOTE: &str = ".nota";

/// The folder of what contradicts that.
const EVIDENCE: &str = "contradicciones";

/// Files that are kept there of one hall: who has one of its notes and makes up a proof fills no disk.
const EVIDENCE_MAX: usize = 100;

/// What was seen last of one log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Last {
    /// It.
    pub checkpoint: Checkpoint,
    /// When, by the witness's clock; seconds since 1970.
    pub time: u64,
}

/// What was seen last of every log, by hall and epoch.
#[derive(Debug)]
pub struct Kept {
    dir: PathBuf,
    logs: BTreeMap<String, BTreeMap<u32, Last>>,
}

impl Kept {
    /// Reads a witness's folder. One that forgot would sign anything, so a file that cannot be believed ends it.
    ///
    /// # Errors
    /// With the file.
    pub fn open(dir: &Path, by: &Verifier) -> Result<Kept, WitnessError> {
        let mut kept = Kept { dir: dir.to_owned(), logs: BTreeMap::new() };
        let folder = dir.join(SEEN);
        let files = match fs::read_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(kept),
            read => read.map_err(failed(&folder))?,
        };
        for entry in files {
            let path = entry.map_err(failed(&folder))?.path();
            // Not what was being written when the power went.
            let Some(log) = log_of(&path) else { continue };
            let last = fs::read(&path).map_err(failed(&path))?;
            let last = String::from_utf8(last).ok().and_then(|text| last_in(&text, &log, by));
            kept.put(&log, last.ok_or(WitnessError::Damaged(path))?);
        }
        Ok(kept)
    }

    fn put(&mut self, log: &LogName, last: Last) {
        self.logs.entry(log.hall().to_owned()).or_default().insert(log.epoch, last);
    }

    /// What was seen last of a log.
    pub fn last(&self, log: &LogName) -> Option<&Last> {
        self.logs.get(log.hall())?.get(&log.epoch)
    }

    /// The newest epoch of a hall of which something was seen.
    pub fn newest_epoch(&self, hall: &str) -> Option<u32> {
        self.epochs(hall).next_back().map(|(epoch, _)| *epoch)
    }

    /// What was seen last of each epoch of a hall.
    pub fn epochs(&self, hall: &str) -> impl DoubleEndedIterator<Item = (&u32, &Last)> {
        self.logs.get(hall).into_iter().flatten()
    }

    /// Keeps what was accepted, on the disk when this returns. Nothing has changed where it fails.
    pub(super) fn keep(
        &mut self,
        log: &LogName,
        note: &SignedNote,
        accepted: &Accepted,
        time: u64,
    ) -> io::Result<()> {
        let folder = self.dir.join(SEEN);
        if !folder.exists() {
            fs::create_dir(&folder).and_then(|()| sync_folder_of(&folder))?;
        }
        let mut note = note.clone();
        note.add(accepted.cosignature.clone());
        write_whole(&self.file(log), note.to_string().as_bytes())?;
        self.put(log, Last { checkpoint: accepted.checkpoint.clone(), time });
        Ok(())
    }

    fn file(&self, log: &LogName) -> PathBuf {
        self.dir.join(SEEN).join(format!("{}.epoca-{}{NOTE}", log.hall(), log.epoch))
    }

    /// Keeps two notes of a hall that do not go together; returns the file, or none where there are too many or it is there.
    pub(super) fn keep_evidence(
        &self,
        log: &LogName,
        note: &SignedNote,
        now: &Checkpoint,
        why: &str,
    ) -> io::Result<Option<PathBuf>> {
        let folder = self.dir.join(EVIDENCE);
        fs::create_dir_all(&folder)?;
        let begins = format!("{}.", log.hall());
        let root = hex::encode(&now.root[..4]);
        let path = folder.join(format!("{begins}epoca-{}-{}-{root}.txt", log.epoch, now.size));
        let names = fs::read_dir(&folder)?.filter_map(Result::ok).map(|entry| entry.file_name());
        let of_hall = names.filter(|name| name.to_string_lossy().starts_with(&begins)).count();
        if path.exists() || of_hall >= EVIDENCE_MAX {
            return Ok(None);
        }
        let saw = fs::read_to_string(self.file(log))?;
        write_whole(
            &path,
            format!("{why}\n\nVisto antes:\n\n{saw}\nPresentado después:\n\n{note}").as_bytes(),
        )?;
        Ok(Some(path))
    }

    /// The files with contradictions of a hall.
    pub fn evidence(&self, hall: &str) -> Vec<PathBuf> {
        let files = fs::read_dir(self.dir.join(EVIDENCE)).into_iter().flatten().filter_map(Result::ok);
        let begins = format!("{hall}.");
        let its = files.filter(|file| file.file_name().to_string_lossy().starts_with(&begins));
        let mut paths: Vec<PathBuf> = its.map(|file| file.path()).collect();
        paths.sort();
        paths
    }
}

/// The log that a file is about.
fn log_of(path: &Path) -> Option<LogName> {
    let name = path.file_name()?.to_str()?.strip_suffix(NOTE)?;
    LogName::parse(&name.replacen(".epoca-", "/epoca-", 1))
}

/// What a file says, if this witness signed it.
fn last_in(text: &str, log: &LogName, by: &Verifier) -> Option<Last> {
    let note = SignedNote::parse(text)?;
    let checkpoint =
        Checkpoint::parse(note.text()).filter(|checkpoint| checkpoint.origin == log.to_string())?;
    match note.standing(by) {
        Standing::Good(Some(time)) => Some(Last { checkpoint, time }),
        Standing::Good(None) | Standing::Absent | Standing::Bad => None,
    }
}
