//! One process writes; a second one is told the first one's number.
//!
//! What the file says decides whether a `-wal` may be missing, so only exactly what is written here counts. Anything else,
//! cut, changed or empty, is *not closed in order*. A file that is not there says nothing against the database: a new
//! hall, or a copy without it.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use nix::fcntl::{AT_FDCWD, RenameFlags, renameat2};

use super::{JournalError, beside};

/// How often a start tries again while others look at the lock, and the pause between. A look has it for microseconds.
const TRIES: u32 = 1000;
const PAUSE: Duration = Duration::from_millis(1);

/// The number shown for a process that has not written its own.
const UNKNOWN: &str = "desconocido";

/// What the process that holds the lock has done with the database. Written into the file, where people read it too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Open,
    /// From here on SQLite may delete the `-wal`.
    Closing,
    Closed,
}

impl Use {
    const ALL: [Use; 3] = [Use::Open, Use::Closing, Use::Closed];

    /// On disk, and never changed.
    const fn word(self) -> &'static str {
        match self {
            Use::Open => "abierta",
            Use::Closing => "cerrando",
            Use::Closed => "cerrada",
        }
    }

    /// The file, always of the same length: a full disk must not keep a hall from opening.
    pub(super) fn text(self, pid: u32) -> String {
        format!("{:<40}\n", format!("pid {pid} {}", self.word()))
    }

    /// What a file says, if it is one of those that are written.
    fn of(text: &[u8]) -> Option<Use> {
        let pid: u32 = pid(text)?.parse().ok()?;
        Use::ALL.into_iter().find(|says| says.text(pid).as_bytes() == text)
    }
}

fn pid(text: &[u8]) -> Option<&str> {
    str::from_utf8(text).ok()?.strip_prefix("pid ")?.split(' ').next()
}

/// The lock as somebody finds it who only looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seen {
    /// A process has the database open.
    pub(super) held: bool,
    /// How the last process left the database; `None` if the file says nothing that can be believed.
    pub(super) says: Option<Use>,
    text: Vec<u8>,
}

impl Seen {
    /// Looks at the lock of a database. For as long as the look takes it is shared, which [`Lock::take`] waits for.
    pub(super) fn of(database: &Path) -> Result<Seen, JournalError> {
        let path = beside(database, ".lock");
        let failed = JournalError::file("leer", &path);
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Seen { held: false, says: Some(Use::Closed), text: Vec::new() });
            }
            Err(error) => return Err(failed(error)),
        };
        let held = match file.try_lock_shared() {
            Ok(()) => false,
            Err(TryLockError::WouldBlock) => true,
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        };
        let text = read(&mut file);
        file.unlock().map_err(&failed)?;
        let text = text.map_err(&failed)?;
        Ok(Seen { held, says: Use::of(&text), text })
    }
}

/// `<database>.lock`: held by the process that writes, with its number inside. The kernel releases it when the process
/// ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    pub(super) path: PathBuf,
    /// How the process before left the database; `None` if the file says nothing that can be believed.
    pub(super) found: Option<Use>,
}

impl Lock {
    /// Takes the lock, or says who has it. Where there is no file, it makes one.
    pub(super) fn take(database: &Path) -> Result<Lock, JournalError> {
        let path = beside(database, ".lock");
        let failed = JournalError::file("bloquear", &path);
        let mut options = File::options();
        options.read(true).write(true);
        let mut file = match options.open(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                make(&path).and_then(|()| options.open(&path)).map_err(&failed)?
            }
            opened => opened.map_err(&failed)?,
        };
        let locked = lock(&file).map_err(&failed)?;
        let text = read(&mut file).map_err(&failed)?;
        if locked {
            Ok(Lock { file, found: Use::of(&text), path })
        } else {
            let pid = pid(&text).unwrap_or(UNKNOWN).into();
            Err(JournalError::Busy { path: database.into(), pid })
        }
    }

    /// Writes this process's number and what it has done with the database.
    pub(super) fn write(&mut self, now: Use) -> Result<(), JournalError> {
        let text = now.text(std::process::id());
        let file = &mut self.file;
        file.rewind()
            .and_then(|()| file.write_all(text.as_bytes()))
            .and_then(|()| file.set_len(text.len() as u64))
            .and_then(|()| file.sync_all())
            .map_err(JournalError::file("escribir", &self.path))
    }

    /// Makes every later [`Lock::write`] fail.
    #[cfg(test)]
    pub(super) fn fail_writes(&mut self) {
        self.file = File::open(&self.path).unwrap();
    }
}

impl Drop for Lock {
    /// Releases at once: a child process being started has the file open too.
    fn drop(&mut self) {
        self.file.unlock().ok();
    }
}

/// Makes the file, whole or not at all: half of one would say that a process did not close the database.
fn make(path: &Path) -> io::Result<()> {
    let draft = beside(path, &format!(".{}", std::process::id()));
    let made = File::create(&draft)
        .and_then(|mut file| {
            file.write_all(Use::Closed.text(std::process::id()).as_bytes())?;
            file.sync_all()
        })
        .and_then(|()| {
            let named = renameat2(AT_FDCWD, &draft, AT_FDCWD, path, RenameFlags::RENAME_NOREPLACE);
            named.map_err(io::Error::from)
        });
    match made {
        Ok(()) => Ok(()),
        // Somebody else was quicker: theirs is as good.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => fs::remove_file(&draft),
        Err(error) => {
            fs::remove_file(&draft).ok();
            Err(error)
        }
    }
}

/// Takes the lock for this process alone; returns whether it could. Who only looks shares it for a moment, which is no
/// reason to refuse a start.
fn lock(file: &File) -> io::Result<bool> {
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) => {}
        }
        match file.try_lock_shared() {
            Ok(()) => file.unlock()?,
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) => return Ok(false),
        }
        thread::sleep(PAUSE);
    }
    Ok(false)
}

/// What is in the file, as far as it matters: what is longer is none of ours.
fn read(file: &mut File) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    file.take(64).read_to_end(&mut text)?;
    Ok(text)
}
