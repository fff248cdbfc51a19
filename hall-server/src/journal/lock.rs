//! One process writes; a second one is told the first one's number.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::{JournalError, beside};

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
}

/// `<database>.lock`: held by the process that writes, with its number inside. The kernel releases it when the process
/// ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    pub(super) path: PathBuf,
    /// Where the process before left the database; `None` if there was none.
    pub(super) found: Option<Use>,
}

impl Lock {
    /// Takes the lock, or says who has it.
    pub(super) fn take(database: &Path) -> Result<Lock, JournalError> {
        let path = beside(database, ".lock");
        let failed = JournalError::file("bloquear", &path);
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).map_err(&failed)?;
        let locked = file.try_lock();
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(&failed)?;
        match locked {
            Ok(()) => {
                let found = text
                    .split_whitespace()
                    .find_map(|word| Use::ALL.into_iter().find(|is| is.word() == word));
                Ok(Lock { file, found, path })
            }
            Err(TryLockError::WouldBlock) => {
                let pid = text.strip_prefix("pid ").and_then(|rest| rest.split(' ').next());
                Err(JournalError::Busy { path: database.into(), pid: pid.unwrap_or("desconocido").into() })
            }
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Writes this process's number and what it has done with the database, always in the same length: a full disk must
    /// not keep a hall from opening.
    pub(super) fn write(&mut self, now: Use) -> Result<(), JournalError> {
        let text = format!("{:<40}\n", format!("pid {} {}", std::process::id(), now.word()));
        let file = &mut self.file;
        file.rewind()
            .and_then(|()| file.write_all(text.as_bytes()))
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
