//! The witness: a small file beside the database with the head after each commit (DECISIONS 40).
//!
//! A `-wal` that lost its tail, or one bit of it, opens as a record that ends earlier: sound, and with acknowledged lines
//! gone. The witness knows how far the record went. It stands twice in its file, each time with its own sum and in a page
//! of its own, so that no write that was cut and no flipped bit takes both. It is written behind each commit and never
//! before it: after a crash it may be one commit behind the record, and never ahead of it. It is synced by a thread of its
//! own; after a power cut it may be as far behind as that thread was.
//!
//! A copy of the head that a console, a wall or a mirror keeps is a [`Sighting`] too, and is compared in the same way.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, OptionalExtension};
use sha2::{Digest, Sha256};

use super::{JournalError, Sighting, beside};

/// What it is called beside the database.
const SUFFIX: &str = ".testigo";

/// Where the two entries stand: in different pages of any file system.
const PLACES: [u64; 2] = [0, 4096];

/// The length of an entry, filled up with spaces: within one sector.
const ENTRY_BYTES: usize = 256;

/// The key of table `meta` that says that there must be one.
const KEPT: &str = "witness";

/// The witness beside a database.
pub(super) fn file_of(database: &Path) -> PathBuf {
    beside(database, SUFFIX)
}

/// Whether this database had one: from then on it may not be missing.
pub(super) fn is_kept(conn: &Connection) -> rusqlite::Result<bool> {
    let kept = conn.query_row("select value from meta where key = ?", [KEPT], |row| row.get::<_, String>(0));
    kept.optional().map(|kept| kept.is_some())
}

/// Writes down that there must be one from now on.
pub(super) fn keep_from_now_on(conn: &Connection) -> rusqlite::Result<()> {
    if !is_kept(conn)? {
        conn.execute("insert into meta (key, value) values (?, '1')", [KEPT])?;
    }
    Ok(())
}

/// What a witness file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Testimony {
    /// There is no file.
    Missing,
    /// Neither entry can be believed.
    Garbled,
    /// The record went as far as this.
    Saw(Sighting),
}

/// Reads the witness of a database.
pub(super) fn read(database: &Path) -> Result<Testimony, JournalError> {
    let path = beside(database, SUFFIX);
    let mut bytes = Vec::new();
    match File::open(&path).and_then(|file| file.take(PLACES[1] * 2).read_to_end(&mut bytes)) {
        Ok(_) => (),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Testimony::Missing),
        Err(error) => return Err(JournalError::file("leer", &path)(error)),
    }
    let entry = |place: u64| {
        let from = usize::try_from(place).expect("places are small");
        parsed(bytes.get(from..from + ENTRY_BYTES)?)
    };
    let newest = PLACES.into_iter().filter_map(entry).max_by_key(|saw| (saw.epoch, saw.head.seq));
    Ok(newest.map_or(Testimony::Garbled, Testimony::Saw))
}

/// What the witness beside a database says; `None` if there is none that can be believed.
pub fn witnessed(path: &Path) -> Option<Sighting> {
    if let Ok(Testimony::Saw(saw)) = read(&super::database_in(path)) { Some(saw) } else { None }
}

/// `EPOCH:SEQ:HASH SUM` and spaces to the end of the line.
fn written(saw: &Sighting) -> [u8; ENTRY_BYTES] {
    let text = saw.to_string();
    let line = format!("{text} {}", sum(&text));
    let mut entry = [b' '; ENTRY_BYTES];
    entry[..line.len()].copy_from_slice(line.as_bytes());
    entry[ENTRY_BYTES - 1] = b'\n';
    entry
}

fn parsed(entry: &[u8]) -> Option<Sighting> {
    let line = std::str::from_utf8(entry).ok()?;
    let (text, rest) = line.split_once(' ')?;
    // Written again and compared, so that nothing but what is written here is believed.
    let saw = Sighting::parse(text).filter(|_| rest.starts_with(&sum(text)))?;
    (written(&saw) == *entry).then_some(saw)
}

fn sum(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

/// The witness of an open record.
#[derive(Debug)]
pub(super) struct Witness {
    file: Arc<File>,
    path: PathBuf,
    wanted: Arc<Wanted>,
    syncing: Option<JoinHandle<()>>,
    /// The last write failed: said once, until one succeeds.
    failing: bool,
}

impl Witness {
    /// Makes the file anew with this sighting, whole or not at all, and keeps it from now on.
    pub(super) fn renew(database: &Path, saw: &Sighting) -> Result<Witness, JournalError> {
        let path = beside(database, SUFFIX);
        let draft = beside(database, ".testigo.nuevo");
        let failed = JournalError::file("escribir", &path);
        let file = File::options().write(true).create(true).truncate(true).open(&draft).map_err(&failed)?;
        // Without holes: later writes need no room on a disk that is full.
        let blank = vec![b' '; usize::try_from(PLACES[1]).expect("places are small") + ENTRY_BYTES];
        file.write_all_at(&blank, 0).map_err(&failed)?;
        put(&file, saw).and_then(|()| file.sync_all()).map_err(&failed)?;
        std::fs::rename(&draft, &path).map_err(&failed)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all()).map_err(&failed)?;
        Witness::of(file, path)
    }

    /// Keeps the file that is there.
    pub(super) fn keep(database: &Path) -> Result<Witness, JournalError> {
        let path = beside(database, SUFFIX);
        let file = File::options().write(true).open(&path).map_err(JournalError::file("escribir", &path))?;
        Witness::of(file, path)
    }

    fn of(file: File, path: PathBuf) -> Result<Witness, JournalError> {
        let (file, wanted) = (Arc::new(file), Arc::<Wanted>::default());
        let (theirs, asked) = (file.clone(), wanted.clone());
        let syncing = thread::Builder::new()
            .name("witness".into())
            .spawn(move || {
                while asked.wait() {
                    // What fails here fails at the next write too, and is said there.
                    theirs.sync_data().ok();
                }
            })
            .map_err(JournalError::file("escribir", &path))?;
        Ok(Witness { file, path, wanted, syncing: Some(syncing), failing: false })
    }

    /// Writes down what is committed. A witness that cannot be written never stops a game: it stays behind the record, and
    /// what it says stays true.
    pub(super) fn note(&mut self, saw: &Sighting) {
        match put(&self.file, saw) {
            Ok(()) => {
                self.failing = false;
                self.wanted.ask();
            }
            Err(error) if !self.failing => {
                self.failing = true;
                tracing::error!(%error, path = %self.path.display(), "the witness of the record cannot be written");
            }
            Err(_) => (),
        }
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        self.wanted.end();
        if let Some(thread) = self.syncing.take() {
            thread.join().ok();
        }
    }
}

/// One entry behind the other: a cut leaves one of them whole.
fn put(file: &File, saw: &Sighting) -> std::io::Result<()> {
    let entry = written(saw);
    PLACES.into_iter().try_for_each(|place| file.write_all_at(&entry, place))
}

/// Whether a sync is wanted: the thread that makes them asks for no more of them than the disk can do.
#[derive(Debug, Default)]
struct Wanted {
    /// Something to sync; to end.
    state: Mutex<(bool, bool)>,
    changed: Condvar,
}

impl Wanted {
    fn ask(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).0 = true;
        self.changed.notify_one();
    }

    fn end(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
        self.changed.notify_one();
    }

    /// Waits for something to sync; false once all is synced and no more comes.
    fn wait(&self) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_while(state, |(wanted, end)| !*wanted && !*end);
        std::mem::take(&mut waited.unwrap_or_else(PoisonError::into_inner).0)
    }
}

#[cfg(test)]
mod tests {
    use hall_core::record::Hash;

    use super::super::Head;
    use super::*;

    fn saw(epoch: u32, seq: u64) -> Sighting {
        Sighting { epoch, head: Head { seq, hash: Hash([u8::try_from(seq).unwrap(); 32]) } }
    }

    fn file(folder: &Path) -> PathBuf {
        beside(&folder.join("sala.db"), SUFFIX)
    }

    #[test]
    fn what_is_noted_is_read_and_the_newest_counts() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("sala.db");
        assert_eq!(read(&database).unwrap(), Testimony::Missing);
        let mut witness = Witness::renew(&database, &saw(1, 0)).unwrap();
        for seq in 0..9 {
            witness.note(&saw(1, seq));
            assert_eq!(read(&database).unwrap(), Testimony::Saw(saw(1, seq)));
        }
        drop(witness);
        // A new epoch begins at an earlier line.
        drop(Witness::renew(&database, &saw(2, 4)).unwrap());
        let mut witness = Witness::keep(&database).unwrap();
        assert_eq!(read(&database).unwrap(), Testimony::Saw(saw(2, 4)));
        witness.note(&saw(2, 5));
        assert_eq!(read(&database).unwrap(), Testimony::Saw(saw(2, 5)));
    }

    /// Every byte that a cut write may end at, every length of the file, and every flipped bit: what is read was written.
    #[test]
    fn no_cut_and_no_flipped_bit_makes_it_lie_or_takes_both_entries() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("sala.db");
        drop(Witness::renew(&database, &saw(1, 7)).unwrap());
        let before = std::fs::read(file(folder.path())).unwrap();
        let (new, old) = (Testimony::Saw(saw(1, 8)), Testimony::Saw(saw(1, 7)));
        let is = |bytes: &[u8]| {
            std::fs::write(file(folder.path()), bytes).unwrap();
            read(&database).unwrap()
        };
        let entry = written(&saw(1, 8));
        for cut in 0..=ENTRY_BYTES {
            let mut bytes = before.clone();
            bytes[..cut].copy_from_slice(&entry[..cut]);
            let found = is(&bytes);
            assert!(found == new || found == old, "the first entry cut at {cut}: {found:?}");
            bytes[..ENTRY_BYTES].copy_from_slice(&entry);
            bytes[4096..4096 + cut].copy_from_slice(&entry[..cut]);
            assert_eq!(is(&bytes), new, "the second entry cut at {cut}");
        }
        for bit in 0..ENTRY_BYTES * 8 {
            for place in [0, 4096] {
                let mut bytes = before.clone();
                bytes[place + bit / 8] ^= 1 << (bit % 8);
                assert_eq!(is(&bytes), old, "bit {bit} of the entry at {place}: the other one is whole");
            }
        }
        for length in 0..before.len() {
            let expected = if length < ENTRY_BYTES { Testimony::Garbled } else { old };
            assert_eq!(is(&before[..length]), expected, "{length} bytes");
        }
        let mut both = before.clone();
        (both[3], both[4096 + 5]) = (b'!', b'!');
        assert_eq!(is(&both), Testimony::Garbled);
    }
}
