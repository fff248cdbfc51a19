//! One process writes; a second one is told the number of the first.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::{JournalError, beside};

/// `<database>.lock`: held by the process that writes, with its number inside for the one that
/// comes second. The kernel lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    pub(super) path: PathBuf,
    /// What the process before had written.
    pub(super) found: String,
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
            Ok(()) => Ok(Lock { file, found: text, path }),
            Err(TryLockError::WouldBlock) => {
                let pid = text.strip_prefix("pid ").and_then(|rest| rest.split(' ').next());
                Err(JournalError::Busy { path: database.into(), pid: pid.unwrap_or("desconocido").into() })
            }
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Writes this process's number and what it has done with the database, over what was there
    /// and always as long: a full disk must not keep a hall from opening.
    pub(super) fn write(&mut self, state: &str) -> Result<(), JournalError> {
        let text = format!("{:<40}\n", format!("pid {} {state}", std::process::id()));
        let file = &mut self.file;
        file.rewind()
            .and_then(|()| file.write_all(text.as_bytes()))
            .and_then(|()| file.sync_all())
            .map_err(JournalError::file("escribir", &self.path))
    }

    /// Lets every later [`Lock::write`] fail, for tests.
    #[cfg(test)]
    pub(super) fn fail_writes(&mut self) {
        self.file = File::open(&self.path).unwrap();
    }
}

impl Drop for Lock {
    /// Lets go at once: a child process that is just being started has the file open too.
    fn drop(&mut self) {
        self.file.unlock().ok();
    }
}
