//! Writes a file whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

/// Writes to a temporary file, then renames it. Returns the SHA-256 of the content.
///
/// # Errors
/// When writing fails: an earlier file is then still there.
pub fn written(output: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<[u8; 32]> {
    let name = output.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let folder = match output.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    };
    let temporary = folder.join(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
    let done = write_new(&temporary, fill).and_then(|hash| fs::rename(&temporary, output).map(|()| hash));
    if done.is_err() {
        // The first error is the one to report; the temporary file may not exist.
        let _ = fs::remove_file(&temporary);
    }
    let hash = done?;
    File::open(folder)?.sync_all()?;
    Ok(hash)
}

fn write_new(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<[u8; 32]> {
    let file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let mut out = Hashed { out: BufWriter::with_capacity(1 << 16, file), hash: Sha256::new() };
    fill(&mut out)?;
    out.flush()?;
    out.out.get_ref().sync_all()?;
    Ok(out.hash.finalize().into())
}

/// Hashes what is written through it.
struct Hashed<W> {
    out: W,
    hash: Sha256,
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.hash.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
