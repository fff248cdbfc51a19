//! The length and the SHA-256 of a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

/// The length of a file and the SHA-256 of what is in it.
pub(crate) fn sha256_of(path: &Path) -> io::Result<(u64, [u8; 32])> {
    let (mut file, mut sha, mut buffer, mut bytes) = (File::open(path)?, Sha256::new(), vec![0; 1 << 20], 0);
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok((bytes, sha.finalize().into()));
        }
        sha.update(&buffer[..read]);
        bytes += read as u64;
    }
}
