//! A piece of the record that can travel: to a mirror, into a restored hall, to a second server.
//!
//! It holds consecutive rows of `event` and, with each, what stands beside the record and cannot be made from it: the rows
//! of `sealed` that the event cites and that are still there, and the row of `request` that begins with it. It is read by
//! primary keys only, so that it costs the same at any place of a record of millions of lines: whoever follows the desk
//! and whoever has years to catch up with do the same thing.
//!
//! A portion never ends within a request or within what followed from one report: such a record has never been on disk.

use hall_core::event::Event;
use hall_core::record::Line;
use rusqlite::{Connection, OptionalExtension, Row};

use super::append::insert;
use super::cited::sealed_of;
use super::open::damaged;
use super::tree::End;
use super::{AppendError, Head, Journal, JournalError, RecordReader, SealedRow, int, read, seal, uint};

mod bytes;

pub use bytes::PortionError;

/// A portion is closed at the end of the request with which its values, bodies and lines have this size, so that a catalogue
/// of imported cards does not make one too large to hold: 1 MiB.
const BYTES_MAX: usize = 1 << 20;

/// Consecutive lines of the record with what stands beside them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portion {
    before: Head,
    after: Head,
    lines: Vec<PortionLine>,
}

/// A line with what it cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortionLine {
    /// The line.
    pub line: Line,
    /// The line's event.
    pub event: Event,
    /// The head of the record after it: its number and its hash.
    pub head: Head,
    /// The values that the event cites, but for those that were deleted by law.
    pub sealed: Vec<SealedRow>,
    /// The request whose first line this is.
    pub request: Option<PortionRequest>,
}

/// A row of `request`; device and id are those of its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PortionRequest {
    /// SHA-256 of its body.
    pub body_sha256: [u8; 32],
    /// Its last line, in the same portion.
    pub last_seq: u64,
}

/// A portion was not taken into a record.
#[derive(Debug, thiserror::Error)]
pub enum TakeInError {
    /// It does not follow from the record's last line: it is of another hall, of another time, or one is missing.
    #[error(
        "Lo que llega sigue a la línea {} ({}), y este registro acaba en la {} ({}). No es lo que le sigue: es de otra \
         sala, de otro momento o falta una parte.", from.seq, from.hash, at.seq, at.hash
    )]
    NotNext {
        /// The head of this record.
        at: Head,
        /// The head that the portion follows.
        from: Head,
    },
    /// It could not be written.
    #[error(transparent)]
    Append(#[from] AppendError),
}

impl Portion {
    /// The head of the record before its first line.
    pub fn before(&self) -> Head {
        self.before
    }

    /// The head of the record after its last line; as before if it has none.
    pub fn after(&self) -> Head {
        self.after
    }

    /// Its lines, in order.
    pub fn lines(&self) -> &[PortionLine] {
        &self.lines
    }

    /// What of it comes after a head of the record within it: at its beginning, or at the end of one of its requests. `None`
    /// if that head is not in it, or its line there has another hash.
    pub fn after_head(&self, head: Head) -> Option<Portion> {
        if head == self.before {
            return Some(self.clone());
        }
        let at = self.lines.iter().position(|line| line.head == head)?;
        let lines = self.lines[at + 1..].to_vec();
        Some(Portion { before: head, after: self.after, lines })
    }

    /// There was nothing after the line it was read from.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The number of its first line; 0 if it has none.
    pub fn first_seq(&self) -> u64 {
        if self.is_empty() { 0 } else { self.before.seq + 1 }
    }

    /// The number of its last line; 0 if it has none.
    pub fn last_seq(&self) -> u64 {
        if self.is_empty() { 0 } else { self.after.seq }
    }
}

impl RecordReader {
    /// The lines after one, 0 for the first, with what they cite; about `lines_max` of them, more where a request would be
    /// cut, fewer where they are large. Empty at the end of the record.
    ///
    /// # Errors
    /// [`JournalError::Gap`] with the first line that is missing, also when the record ends before `after`;
    /// [`JournalError::Broken`] with the first line that is not what was written;
    /// [`JournalError::Malformed`] with a line whose columns or whose request cannot be what was written;
    /// [`JournalError::SealedDiffers`] when a value is not the one that its line cites.
    pub fn portion(&self, after: u64, lines_max: usize) -> Result<Portion, JournalError> {
        let failed = JournalError::sqlite("leer el registro", &self.path);
        // One view, so that a value that is deleted meanwhile is there or not, and no request is half there.
        let view = self.conn.unchecked_transaction().map_err(&failed)?;
        let before = read::head_at(&view, after).map_err(|error| damaged(&self.path, error))?;
        let before = before.ok_or(JournalError::Gap(after))?;
        let mut portion = Portion { before, after: before, lines: Vec::new() };
        let mut bytes = 0;
        let sql = format!("select {} from event where seq > ? order by seq", read::COLUMNS);
        let mut select = view.prepare_cached(&sql).map_err(&failed)?;
        let mut rows = select.query([int(after)]).map_err(&failed)?;
        loop {
            let seq = portion.after.seq + 1;
            let row = rows.next().map_err(|error| read::malformed(seq, error))?;
            let Some(row) = row else { break };
            let (line, event, head) = read::next_line(row, portion.after)?;
            let full = portion.lines.len() >= lines_max || bytes >= BYTES_MAX;
            if full && portion.lines.last().is_some_and(|last| !is_of_same_entry(&last.line, &line)) {
                break;
            }
            let sealed = sealed(&view, &event).map_err(&failed)?;
            if let Some(row) = sealed.iter().find(|row| row.sealed.hash != seal::hash(&row.salt, &row.value))
            {
                return Err(JournalError::SealedDiffers(row.sealed));
            }
            let request = request(&view, &line).map_err(&failed)?;
            bytes += line.body.len() + sealed.iter().map(|row| row.value.len()).sum::<usize>();
            portion.after = head;
            portion.lines.push(PortionLine { line, event, head, sealed, request });
        }
        let last = portion.after.seq;
        let mut requests = portion.lines.iter().filter_map(|line| Some((line.line.seq, line.request?)));
        if let Some((seq, _)) = requests.find(|(seq, request)| !(*seq..=last).contains(&request.last_seq)) {
            let source = "its row of `request` names lines that are not there".into();
            return Err(JournalError::Malformed { seq, source });
        }
        Ok(portion)
    }
}

/// Whether two consecutive lines may be of one request, or of what followed from one report.
fn is_of_same_entry(line: &Line, next: &Line) -> bool {
    let of = |line: &Line| (line.at_utc_ms, line.actor);
    of(line) == of(next) && (&line.request_id, &line.device) == (&next.request_id, &next.device)
}

/// The values an event cites. Their hash is the one the event cites.
fn sealed(conn: &Connection, event: &Event) -> rusqlite::Result<Vec<SealedRow>> {
    let mut found = Vec::new();
    for sealed in sealed_of(event) {
        let mut select =
            conn.prepare_cached("select salt, value, delete_after_utc_ms from sealed where id = ?")?;
        let row = |row: &Row<'_>| {
            Ok(SealedRow { sealed, salt: row.get(0)?, value: row.get(1)?, delete_after: row.get(2)? })
        };
        found.extend(select.query_row([int(sealed.id)], row).optional()?);
    }
    Ok(found)
}

/// The request whose first line this is.
fn request(conn: &Connection, line: &Line) -> rusqlite::Result<Option<PortionRequest>> {
    if line.request_id.is_empty() {
        return Ok(None);
    }
    let mut select = conn.prepare_cached(
        "select body_sha256, last_seq from request where device = ? and request_id = ? and first_seq = ?",
    )?;
    let row = |row: &Row<'_>| Ok(PortionRequest { body_sha256: row.get(0)?, last_seq: uint(row, 1)? });
    select.query_row((&line.device, &line.request_id, int(line.seq)), row).optional()
}

impl Journal {
    /// Writes the lines of a portion, what stands beside them and the tables for people in one transaction, and returns
    /// the new head when it is on disk.
    ///
    /// # Errors
    /// [`TakeInError::NotNext`] unless the portion follows exactly from this record's head; nothing is written then. After
    /// [`AppendError::InDoubt`] the process must end, as with [`Journal::append`].
    pub fn take_in(&mut self, portion: &Portion) -> Result<Head, TakeInError> {
        if portion.before != self.head() {
            return Err(TakeInError::NotNext { at: self.head(), from: portion.before });
        }
        if portion.is_empty() {
            return Ok(self.head());
        }
        Ok(self.transact(|conn, from| {
            let after = write(conn, portion, from)?;
            let head = after.sighting.head;
            Ok((after, head))
        })?)
    }
}

fn write(conn: &Connection, portion: &Portion, mut at: End) -> rusqlite::Result<End> {
    for PortionLine { line, event, head, sealed, request } in &portion.lines {
        for row in sealed {
            seal::insert(conn, row)?;
        }
        insert(conn, line, &head.hash)?;
        at.take(conn, line, event, head.hash)?;
        seal::obey(conn, event)?;
        if let Some(PortionRequest { body_sha256, last_seq }) = request {
            let id = (line.device.as_str(), line.request_id.as_str());
            super::append::remember(conn, id, body_sha256, (line.seq, *last_seq))?;
        }
    }
    Ok(at)
}
