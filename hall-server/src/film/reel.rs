//! One camera's film of one game: its JPEGs one after the other in a file, and in another where each begins.
//!
//! Nothing is synced before the end. What a power cut leaves is good up to the last whole row of the index, and the film goes on
//! from there.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::FileExt;
use std::path::Path;

use sha2::{Digest, Sha256};

/// Bytes of a row of the index: hour, begin, length.
const ROW: usize = 20;

/// Bytes read at a time.
const CHUNK: usize = 256 * 1024;

/// Where a picture stands in its film.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// When it came, UTC milliseconds.
    pub at_utc_ms: i64,
    /// Its first byte.
    pub begin: u64,
    /// How many bytes.
    pub length: u32,
}

impl Frame {
    fn row(self) -> [u8; ROW] {
        let mut row = [0; ROW];
        row[..8].copy_from_slice(&self.at_utc_ms.to_le_bytes());
        row[8..16].copy_from_slice(&self.begin.to_le_bytes());
        row[16..].copy_from_slice(&self.length.to_le_bytes());
        row
    }

    fn of(row: [u8; ROW]) -> Frame {
        let [at, begin] = [0, 8].map(|from| row[from..from + 8].try_into().expect("eight bytes"));
        let length = row[16..].try_into().expect("four bytes");
        Frame {
            at_utc_ms: i64::from_le_bytes(at),
            begin: u64::from_le_bytes(begin),
            length: u32::from_le_bytes(length),
        }
    }
}

/// The pictures of a film, in their order, as far as the film has them.
pub(super) fn frames(film: &Path, index: &Path) -> io::Result<Vec<Frame>> {
    let rows = match std::fs::read(index) {
        Ok(rows) => rows,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let length = std::fs::metadata(film)?.len();
    let (rows, _torn) = rows.as_chunks::<ROW>();
    let mut end = 0;
    let follows = |frame: &Frame| {
        let good = frame.begin == end && end + u64::from(frame.length) <= length;
        end += u64::from(frame.length);
        good
    };
    Ok(rows.iter().map(|row| Frame::of(*row)).take_while(follows).collect())
}

/// The picture of a frame.
pub(super) fn picture(film: &Path, frame: Frame) -> io::Result<Vec<u8>> {
    let mut jpeg = vec![0; frame.length as usize];
    File::open(film)?.read_exact_at(&mut jpeg, frame.begin)?;
    Ok(jpeg)
}

/// A film under way.
pub(super) struct Reel {
    film: File,
    index: File,
    length: u64,
    pictures: u32,
    sha256: Sha256,
}

impl Reel {
    /// Begins a film, or goes on with one that was broken off.
    pub fn open(film: &Path, index: &Path) -> io::Result<Reel> {
        let open = |path| OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let (film_file, index_file) = (open(film)?, open(index)?);
        let frames = frames(film, index)?;
        let length = frames.last().map_or(0, |last| last.begin + u64::from(last.length));
        let pictures = u32::try_from(frames.len()).unwrap_or(u32::MAX);
        let mut sha256 = Sha256::new();
        let mut rest = (&film_file).take(length);
        let mut chunk = vec![0; CHUNK];
        loop {
            match rest.read(&mut chunk)? {
                0 => break,
                read => sha256.update(&chunk[..read]),
            }
        }
        Ok(Reel { film: film_file, index: index_file, length, pictures, sha256 })
    }

    /// Puts a picture behind the others. One that does not fit on the disk leaves no trace.
    pub fn add(&mut self, at_utc_ms: i64, jpeg: &[u8]) -> io::Result<()> {
        let length = u32::try_from(jpeg.len()).map_err(io::Error::other)?;
        self.film.write_all_at(jpeg, self.length)?;
        let frame = Frame { at_utc_ms, begin: self.length, length };
        self.index.write_all_at(&frame.row(), u64::from(self.pictures) * ROW as u64)?;
        self.length += u64::from(length);
        self.pictures += 1;
        self.sha256.update(jpeg);
        Ok(())
    }

    /// Ends the film: on disk, with nothing behind its last picture. Returns how many there are, and the hash of all.
    pub fn end(self) -> io::Result<(u32, [u8; 32])> {
        self.film.set_len(self.length)?;
        self.index.set_len(u64::from(self.pictures) * ROW as u64)?;
        self.film.sync_all()?;
        self.index.sync_all()?;
        Ok((self.pictures, self.sha256.finalize().into()))
    }
}

#[cfg(test)]
#[path = "reel_tests.rs"]
mod tests;
