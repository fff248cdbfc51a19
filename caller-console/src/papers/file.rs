//! A file that is there whole or not at all, whatever is killed, full or pulled out meanwhile.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use nix::fcntl::{PosixFadviseAdvice, posix_fadvise};
use nix::unistd::syncfs;

/// How much is written at once.
const PIECE_BYTES: usize = 128 * 1024;

/// How far a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// So many bytes are on their way to the disk.
    Written(u64),
    /// Everything is on the disk; it is read back.
    Compares,
}

/// Writes a file under a temporary name, waits for the disk, reads it back from there, compares, and
/// only then gives it its name; an older file of that name is there until that moment.
///
/// # Errors
/// When any of it fails; then nothing of the new file is left, if that can still be done.
/// [`io::ErrorKind::InvalidData`] means that another thing was read than was written.
pub fn write_whole(folder: &Path, file: &str, bytes: &[u8], tell: &dyn Fn(Step)) -> io::Result<PathBuf> {
    let path = folder.join(file);
    let mut half: OsString = ".".into();
    half.push(file);
    half.push(".parte");
    let half = folder.join(half);
    let done = written(&half, bytes, tell).and_then(|()| std::fs::rename(&half, &path)).and_then(|()| {
        // The name is on the disk too: nothing more is owed to a stick that may be pulled out now.
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
        // Piece by piece to the disk: what is told is what the stick has, not what memory has.
        to.sync_data()?;
        count += piece.len() as u64;
        tell(Step::Written(count));
    }
    to.sync_all()?;
    drop(to);
    tell(Step::Compares);
    let mut from = File::open(half)?;
    // What memory has of it is forgotten: it is the disk that is read. Where that cannot be asked
    // for, memory is all there is.
    let _ = posix_fadvise(&from, 0, 0, PosixFadviseAdvice::POSIX_FADV_DONTNEED);
    let mut back = Vec::with_capacity(bytes.len());
    from.read_to_end(&mut back)?;
    if back == bytes { Ok(()) } else { Err(io::Error::from(io::ErrorKind::InvalidData)) }
}
