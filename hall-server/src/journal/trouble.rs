//! What is wrong with the disk, where it is known: full, write-protected, somebody else's. People can do something about
//! these, so each has its own words.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use nix::sys::statvfs::{FsFlags, statvfs};
use nix::unistd::{AccessFlags, access};
use rusqlite::ErrorCode;

use super::JournalError;

/// The least room that SQLite needs to open a database, in bytes: its working memory.
const ROOM_NEEDED: u64 = 64 * 1024;

impl JournalError {
    pub(super) fn sqlite(
        doing: &'static str,
        path: &Path,
    ) -> impl Fn(rusqlite::Error) -> JournalError + use<> {
        let path = path.to_owned();
        move |source| {
            let trouble = match source.sqlite_error_code() {
                Some(ErrorCode::DiskFull) => Some(Trouble::Full),
                // SQLite keeps what the system said to itself, so the disk is asked.
                Some(ErrorCode::SystemIoFailure) => Trouble::of(&path).filter(|is| *is == Trouble::Full),
                Some(ErrorCode::CannotOpen) => Trouble::of(&path),
                Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                    Some(Trouble::of(&path).unwrap_or(Trouble::Forbidden))
                }
                _ => None,
            };
            match trouble {
                Some(trouble) => trouble.error(doing, &path, source.into()),
                None => JournalError::Sqlite { doing, path: path.clone(), source },
            }
        }
    }

    /// Whether the file is not what was written. Otherwise the disk or the system failed, and that may pass.
    pub fn is_of_the_record(&self) -> bool {
        let of_sqlite: Option<&rusqlite::Error> = if let JournalError::Sqlite { source, .. } = self {
            Some(source)
        } else if let JournalError::Malformed { source, .. } = self {
            source.downcast_ref()
        } else {
            None
        };
        match of_sqlite.and_then(rusqlite::Error::sqlite_error_code) {
            Some(code) => matches!(code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase),
            None => {
                self.seq().is_some()
                    || matches!(self, JournalError::Damaged { .. } | JournalError::NotADatabase(_))
            }
        }
    }

    /// As [`JournalError::sqlite`], of a look: it writes only where SQLite puts its temporary files.
    pub(super) fn looking(
        doing: &'static str,
        path: &Path,
    ) -> impl Fn(rusqlite::Error) -> JournalError + use<> {
        let failed = JournalError::sqlite(doing, path);
        move |source| match source.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Trouble::Full.error(doing, &temporary_files(), source.into()),
            _ => failed(source),
        }
    }

    pub(crate) fn file(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> JournalError + use<> {
        let path = path.to_owned();
        move |source| {
            let kind = source.kind();
            let trouble = if matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
                Trouble::Full
            } else if kind == ErrorKind::PermissionDenied {
                Trouble::Forbidden
            } else if kind == ErrorKind::ReadOnlyFilesystem {
                Trouble::WriteProtected
            } else {
                return JournalError::File { doing, path: path.clone(), source };
            };
            trouble.error(doing, &path, source.into())
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trouble {
    Full,
    WriteProtected,
    Forbidden,
}

impl Trouble {
    /// What keeps this process from writing to a database, if the disk knows.
    fn of(database: &Path) -> Option<Trouble> {
        let folder = folder_of(database);
        let disk = statvfs(folder).ok()?;
        if disk.flags().contains(FsFlags::ST_RDONLY) {
            Some(Trouble::WriteProtected)
        } else if disk.blocks_available().saturating_mul(disk.fragment_size()) < ROOM_NEEDED
            || (disk.files() > 0 && disk.files_available() == 0)
        {
            Some(Trouble::Full)
        } else {
            let writable = |path: &Path| access(path, AccessFlags::W_OK).is_ok();
            (!writable(folder) || !writable(database)).then_some(Trouble::Forbidden)
        }
    }

    fn error(
        self,
        doing: &'static str,
        path: &Path,
        source: Box<dyn std::error::Error + Send + Sync>,
    ) -> JournalError {
        let path = path.to_owned();
        match self {
            Trouble::Full => JournalError::Full { doing, path, source },
            Trouble::WriteProtected => JournalError::WriteProtected { doing, path, source },
            Trouble::Forbidden => JournalError::Forbidden { doing, path, source },
        }
    }
}

/// The folder a file lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where SQLite puts temporary files: the first of its list in which this process may write
/// (sqlite.org/tempfiles.html, 5).
fn temporary_files() -> PathBuf {
    let named = ["SQLITE_TMPDIR", "TMPDIR"].into_iter().filter_map(std::env::var_os).map(PathBuf::from);
    let usual = ["/var/tmp", "/usr/tmp", "/tmp"].map(PathBuf::from);
    let usable =
        |folder: &PathBuf| folder.is_dir() && access(folder, AccessFlags::W_OK | AccessFlags::X_OK).is_ok();
    named.chain(usual).find(usable).unwrap_or_else(|| PathBuf::from("."))
}
