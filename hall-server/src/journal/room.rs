//! How much room the disk has, for the desk to tell.

use std::io;
use std::path::Path;

use super::Journal;
use super::open::RESERVE_BYTES;

/// The room on the record's disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Free bytes, for this process.
    pub free: u64,
    /// The reserve for a full disk is there, whole.
    pub reserve: bool,
}

impl Room {
    /// Putting the reserve back leaves room to play on.
    pub fn is_enough_for_the_reserve(self) -> bool {
        self.free >= 3 * RESERVE_BYTES.unsigned_abs()
    }
}

/// Free bytes for this process on the disk of a folder, and the bytes of the whole disk.
///
/// # Errors
/// What the system says.
pub fn room_at(path: &Path) -> io::Result<(u64, u64)> {
    let found = nix::sys::statvfs::statvfs(path)?;
    let size = found.fragment_size();
    Ok((found.blocks_available().saturating_mul(size), found.blocks().saturating_mul(size)))
}

impl Journal {
    /// Asks the system.
    pub fn room(&self) -> io::Result<Room> {
        let (free, _) = room_at(self.path())?;
        let reserve = std::fs::metadata(self.reserve_path());
        Ok(Room { free, reserve: reserve.is_ok_and(|file| file.len() == RESERVE_BYTES.unsigned_abs()) })
    }
}
