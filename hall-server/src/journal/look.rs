//! Opening a folder to look at it. Nothing in it changes: no file is made, no byte is written, no hour is moved.
//!
//! SQLite's ordinary way of reading makes a `-wal` where there is none, and an empty `-wal` beside a hall that crashed
//! would pass for the one with its last commits. So there are three ways, and the folder says which:
//!
//! | who has the lock | `-wal` | the way |
//! |---|---|---|
//! | a server | there | as any reader of SQLite: both files are there already, and its locks keep the server from taking away what is being read |
//! | nobody | none | `immutable=1`: the file itself, no locks, no other file |
//! | nobody | there: a crash, or a copy | the file and the `-wal`, no locks, the index of the `-wal` on the heap and never in a `-shm`, no checkpoint |
//!
//! The last two work on a medium that cannot be written. They keep nobody out, so a server that starts meanwhile may write
//! over what they read: [`look`] then begins again, beside that server.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::archive::{self, Sees};
use super::lock::{Seen, Use};
use super::open::{check_is_ours, damaged, existing, wal_of};
use super::trouble::folder_of;
use super::{JournalError, RecordReader, beside};

/// How often a server that starts or ends under the look is given time, and how long. Its `-wal` is missing for
/// milliseconds only.
const TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(20);

/// How often a look begins again because the record was written meanwhile. The second time there is a server, and beside
/// it nothing disturbs; more are needed only while one ends and starts all the time.
const LOOKS: u32 = 5;

/// Reads from the record in a folder without changing anything there, beside a running server or not. If a server started
/// to write while `read` was reading, `read` is called again and its first answer is dropped.
///
/// # Errors
/// Those of [`RecordReader::open`] and of `read`, and [`JournalError::Unsteady`].
pub fn look<T>(
    path: &Path,
    mut read: impl FnMut(&RecordReader) -> Result<T, JournalError>,
) -> Result<T, JournalError> {
    look_with(path, None, |reader, missing| match missing {
        Some(missing) => Err(missing),
        None => read(reader),
    })
}

/// As [`look`]. Where the `-wal` of a crash is missing, `read` is told, and reads what is left. The archives are in the
/// folder of the database, or in `archives_in`.
pub(super) fn look_with<T>(
    path: &Path,
    archives_in: Option<&Path>,
    mut read: impl FnMut(&RecordReader, Option<JournalError>) -> Result<T, JournalError>,
) -> Result<T, JournalError> {
    for _ in 0..LOOKS {
        let (reader, missing) = open(path, archives_in)?;
        let found = read(&reader, missing);
        if reader.is_undisturbed() {
            return found;
        }
    }
    Err(JournalError::Unsteady(path.into()))
}

/// Opens for reading, in one of the three ways. With it comes [`JournalError::WalMissing`] if the last commits may be
/// missing with their file.
pub(super) fn open(
    path: &Path,
    archives_in: Option<&Path>,
) -> Result<(RecordReader, Option<JournalError>), JournalError> {
    let path = existing(path)?;
    let mut stands = Folder::of(&path)?;
    for _ in 0..TRIES {
        let lies_still = !stands.lock.held;
        if !lies_still && stands.wal.is_none() {
            thread::sleep(PAUSE);
            stands = Folder::of(&path)?;
            continue;
        }
        let opened = connect(&path, &stands);
        let now = Folder::of(&path)?;
        let same = if lies_still { now == stands } else { now.lock.held && now.wal.is_some() };
        if !same {
            stands = now;
            continue;
        }
        let missing = stands.misses_wal().then(|| wal_missing(&path));
        let conn = opened?;
        let archives =
            archive::attach(&conn, &path, archives_in.unwrap_or(folder_of(&path)), Sees::AllTables)?;
        let reader = RecordReader { conn, path, stood: lies_still.then_some(stands), archives };
        return Ok((reader, missing));
    }
    if stands.wal.is_none() { Err(wal_missing(&path)) } else { Err(JournalError::Unsteady(path)) }
}

/// The refusal of a database whose last commits are not beside it.
pub(super) fn wal_missing(path: &Path) -> JournalError {
    JournalError::WalMissing { path: path.into(), wal: wal_of(path), lock: beside(path, ".lock") }
}

fn connect(path: &Path, stands: &Folder) -> Result<Connection, JournalError> {
    // Archives are opened by their URI.
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let opened = match (stands.lock.held, &stands.wal) {
        (true, _) => Connection::open_with_flags(path, flags),
        (false, None) => Connection::open_with_flags(immutable(path), flags),
        // This one takes no locks; and where a database is locked for one process alone, the index of the -wal is on
        // its heap.
        (false, Some(_)) => Connection::open_with_flags_and_vfs(path, flags, "unix-none").and_then(|conn| {
            conn.execute_batch("pragma locking_mode = exclusive")?;
            Ok(conn)
        }),
    };
    let conn = opened.map_err(JournalError::sqlite("abrir la base de datos", path))?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
        .and_then(|_| conn.execute_batch("pragma trusted_schema = off; pragma cell_size_check = on"))
        .map_err(|error| damaged(path, error))?;
    check_is_ours(&conn, "main", path)?;
    Ok(conn)
}

/// The name under which SQLite takes the file for one that nobody can change.
pub(super) fn immutable(path: &Path) -> String {
    let mut name = String::from("file:");
    for byte in path.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(byte) {
            name.push(char::from(*byte));
        } else {
            name.push_str(&format!("%{byte:02X}"));
        }
    }
    name.push_str("?mode=ro&immutable=1");
    name
}

/// How a database and the files beside it stand. Two that are equal have nothing written between them: a server writes
/// into the lock before it writes anything else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Folder {
    database: Mark,
    wal: Option<Mark>,
    lock: Seen,
    lock_file: Option<Mark>,
}

impl Folder {
    pub(super) fn of(path: &Path) -> Result<Folder, JournalError> {
        let database = Mark::of(path)?.ok_or_else(|| JournalError::Missing(path.into()))?;
        let lock_file = Mark::of(&beside(path, ".lock"))?;
        Ok(Folder { database, wal: Mark::of(&wal_of(path))?, lock: Seen::of(path)?, lock_file })
    }

    /// A process had it open, and the file with what it wrote last is gone.
    fn misses_wal(&self) -> bool {
        self.wal.is_none() && !matches!(self.lock.says, Some(Use::Closing | Use::Closed))
    }
}

/// A file as it is, as far as its length and hour tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mark {
    device: u64,
    inode: u64,
    length: u64,
    written: (i64, i64),
}

impl Mark {
    fn of(path: &Path) -> Result<Option<Mark>, JournalError> {
        match fs::metadata(path) {
            Ok(file) => Ok(Some(Mark {
                device: file.dev(),
                inode: file.ino(),
                length: file.len(),
                written: (file.mtime(), file.mtime_nsec()),
            })),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(JournalError::file("leer", path)(error)),
        }
    }
}
