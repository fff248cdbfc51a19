//! A founded hall, its journal, and mirrors of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hall_core::event::Event;
use hall_core::people::{Actor, PersonId};
use hall_core::record::Hash;
use hall_server::journal::{Batch, BatchEntry, Head, Journal, RecordReader, database_in, seal};
use hall_server::mirror::{self, Identity, MirrorReport, MirrorSettings, Mirrors, Wait};

pub use crate::served::new_hall;

/// Longest wait for anything. Nothing is measured by it.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until it is so.
pub fn until(mut so: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !so() {
        assert!(Instant::now() < end, "it never came to be so");
        std::thread::sleep(Duration::from_millis(2));
    }
}

pub struct Hall {
    /// Before its folder: a journal whose files are gone saves them beside it.
    journal: Journal,
    folder: tempfile::TempDir,
    pub key: Identity,
    appended: u64,
}

pub fn settings(key: &Identity, folders: &[&Path]) -> MirrorSettings {
    MirrorSettings {
        folders: folders.iter().map(|folder| (*folder).to_owned()).collect(),
        recipient: key.recipient(),
        wait: Wait::Money,
        same_disk: true,
    }
}

/// A request with so many lines and a sealed value.
pub fn request(number: u64, lines: usize) -> Batch {
    let row = seal(&number.to_be_bytes());
    let mut events = vec![Event::LoginRefused { tries: 3 }; lines];
    events[0] = Event::CardKeyMade { key: row.sealed };
    let at_utc_ms = 1_000_000 + i64::try_from(number).unwrap();
    let entry = BatchEntry {
        request_id: format!("r-{number}"),
        actor: Actor::Person(PersonId(1)),
        device: "mesa-1".into(),
        events,
        sealed: vec![row],
        request_body: Some([7; 32]),
    };
    Batch { at_utc_ms, entries: vec![entry] }
}

impl Hall {
    pub fn new() -> Hall {
        let folder = tempfile::tempdir().unwrap();
        new_hall(folder.path(), "Bingo del Espejo");
        let (journal, _) = Journal::open(folder.path()).unwrap();
        Hall { folder, journal, key: Identity::generate(), appended: 0 }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn head(&self) -> Head {
        self.journal.head()
    }

    pub fn line_1(&self) -> Hash {
        self.journal.head_at(1).unwrap().unwrap().hash
    }

    /// Writes a request of so many lines.
    pub fn append(&mut self, lines: usize) {
        self.appended += 1;
        self.journal.append(&request(self.appended, lines)).unwrap();
    }

    /// Starts mirrors in these folders.
    pub fn mirrors(&self, folders: &[&Path]) -> Mirrors {
        Mirrors::start(&settings(&self.key, folders), self.folder(), self.head()).unwrap()
    }

    /// Lets them write what they have not, and ends them.
    pub fn end(&self, mirrors: Mirrors) {
        mirrors.committed(self.head().seq);
        mirrors.end(PATIENCE);
    }

    /// Starts mirrors, waits until each has everything, and ends them.
    pub fn mirrored(&self, folders: &[&Path]) {
        let mirrors = self.mirrors(folders);
        until(|| mirrors.now().iter().all(|one| one.head == self.head()));
        self.end(mirrors);
    }

    /// Checks a mirror with its key, which must be sound.
    pub fn checked(&self, folder: &Path) -> MirrorReport {
        let report = self.check(folder, true);
        assert!(report.is_sound(), "{report}");
        report
    }

    pub fn check(&self, folder: &Path, with_key: bool) -> MirrorReport {
        mirror::check(folder, &self.journal, with_key.then_some(&self.key)).unwrap()
    }

    /// A copy of the hall's files, as another process would find them.
    pub fn copy(&self) -> tempfile::TempDir {
        let copy = tempfile::tempdir().unwrap();
        for entry in fs::read_dir(self.folder()).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() && entry.file_name() != "sala.db-shm" {
                fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
            }
        }
        copy
    }
}

/// The segments of a mirror, by name.
pub fn segments(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "espejo"));
    found.sort();
    found
}

/// Every line of two halls, and the values and requests beside them.
pub fn same_tables(one: &Path, other: &Path) {
    let all = |folder: &Path| {
        let reader = RecordReader::open(&database_in(folder)).unwrap();
        let (mut after, mut all) = (0, Vec::new());
        loop {
            let portion = reader.portion(after, 1000).unwrap();
            if portion.is_empty() {
                return all;
            }
            after = portion.last_seq();
            all.extend(portion.lines().to_vec());
        }
    };
    assert_eq!(all(one), all(other));
}
