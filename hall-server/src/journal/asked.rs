//! The hash of what was asked: the record has of a request its id and what came of it, and not its body. So that nobody
//! changes afterwards what a client is remembered to have sent, a line takes in the requests of each session (ADR 46).

use rusqlite::Connection;
use sha2::{Digest, Sha256};

use super::check::take_in;
use super::{JournalError, RecordReader, int, uint};

/// Lines that are read at a time: no checkpoint waits for more.
const LINES: u64 = 2_000;

/// The hash of the requests that begin in some lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AskedDigest {
    /// The first line.
    pub first: u64,
    /// The last line.
    pub last: u64,
    /// How many requests begin in them.
    pub requests: u32,
    /// SHA-256 over them.
    pub sha256: [u8; 32],
}

impl RecordReader {
    /// The hash of the requests that begin after a line, and up to another; those in an archive are left out, since the record has
    /// the archive's own hash.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn digest_of_requests(&self, after: u64, last: u64) -> Result<AskedDigest, JournalError> {
        let first = after.max(self.archived()) + 1;
        let mut made = (0, Sha256::new());
        let mut at = first;
        while at <= last {
            let to = last.min(at + LINES - 1);
            let piece = digest_some(&self.conn, (at, to), &mut made);
            piece.map_err(JournalError::sqlite("leer las peticiones", self.path()))?;
            at = to + 1;
        }
        let (requests, sha) = made;
        Ok(AskedDigest { first, last, requests, sha256: sha.finalize().into() })
    }
}

fn digest_some(
    conn: &Connection,
    (first, last): (u64, u64),
    (requests, sha): &mut (u32, Sha256),
) -> rusqlite::Result<()> {
    let mut select = conn.prepare_cached(
        "select request.first_seq, request.last_seq, request.body_sha256 from main.event join main.request
           on request.device = event.device and request.request_id = event.request_id
             and request.first_seq = event.seq
         where event.seq between ? and ? and event.request_id <> '' order by event.seq",
    )?;
    let mut rows = select.query([int(first), int(last)])?;
    while let Some(row) = rows.next()? {
        *requests += 1;
        take_in(sha, uint(row, 0)?, uint(row, 1)?, row.get_ref(2)?.as_blob()?);
    }
    Ok(())
}
