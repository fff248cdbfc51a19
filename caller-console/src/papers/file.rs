//! Writes a file whole or not at all, even if the process is killed, the disk full or the stick pulled out.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use nix::fcntl::{PosixFadviseAdvice, posix_fadvise};
use nix::unistd::syncfs;

/// Bytes per write.
const PIECE_BYTES: usize = 128 * 1024;

/// Progress of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Bytes on disk.
    Written(u64),
    /// All on disk; now being read back.
    Compares,
}

/// Writes a file under a temporary name, syncs, reads it back, compares, and renames it. An older file of that name
/// stays until the rename.
///
/// # Errors
/// When any step fails; the temporary file is then removed if possible. [`io::ErrorKind::InvalidData`] if the data
/// read back differs.
pub fn write_whole(folder: &Path, file: &str, bytes: &[u8], tell: &dyn Fn(Step)) -> io::Result<PathBuf> {
    let path = folder.join(file);
    let mut half: OsString = ".".into();
    half.push(file);
    half.push(".parte");
    let half = folder.join(half);
    let done = written(&half, bytes, tell).and_then(|()| std::fs::rename(&half, &path)).and_then(|()| {
        // Sync the directory entry too: the stick may be pulled out right away.
        let folder = File::open(folder)?;
        folder.sync_all()?;
        Ok(syncfs(&folder)?)
    });
    if done.is_err() {
        let _ = std::fs::remove_file(&half);
    }
    done.map(|()| path)
}

fn written(half: &Path, bytes: &[u8], tell: &dyn Fn(Step)) -> io::Result<()> {
    let mut to = OpenOptions::new().create(true).write(true).truncate(true).open(half)?;
    let mut count = 0;
    for piece in bytes.chunks(PIECE_BYTES) {
        to.write_all(piece)?;
        // Sync each piece, so that progress is that of the stick, not of the page cache.
        to.sync_data()?;
        count += piece.len() as u64;
        tell(Step::Written(count));
    }
    to.sync_all()?;
    drop(to);
    tell(Step::Compares);
    let mut from = File::open(half)?;
    // Drop the page cache, so that the disk is read. Where unsupported, the cache is compared.
    let _ = posix_fadvise(&from, 0, 0, PosixFadviseAdvice::POSIX_FADV_DONTNEED);
    let mut back = Vec::with_capacity(bytes.len());
    from.read_to_end(&mut back)?;
    if back == bytes { Ok(()) } else { Err(io::Error::from(io::ErrorKind::InvalidData)) }
}
