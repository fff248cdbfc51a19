//! Reading the record: every line with its chain, some lines, one answer.

use std::path::{Path, PathBuf};

use hall_core::event::Event;
use hall_core::people::Actor;
use hall_core::record::{self, Hash, Line};
use rusqlite::{Connection, OptionalExtension, Row};

use super::archive::Archive;
use super::look::{self, Folder};
use super::open::damaged;
use super::{Head, JournalError, int, uint};

pub(super) const COLUMNS: &str = "seq, at_utc_ms, kind, version, request_id, actor, device, body, hash";

/// What became of a request.
pub(super) const ANSWER: &str =
    "select first_seq, last_seq, body_sha256 from request where device = ? and request_id = ?";

/// The next name of a device at which something was asked.
pub(super) const NEXT_DEVICE: &str = "select device from request where device > ? order by device limit 1";

/// What an accepted request led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answered {
    /// Its first event.
    pub first_seq: u64,
    /// Its last event; all between are its own.
    pub last_seq: u64,
    /// SHA-256 of its body.
    pub body_sha256: [u8; 32],
}

/// Ends what a [`RecordReader`] is doing, from another thread: it gets an error.
pub struct Interrupter(rusqlite::InterruptHandle);

impl Interrupter {
    /// Ends the statement that runs now, if one does.
    pub fn interrupt(&self) {
        self.0.interrupt();
    }
}

/// The record, open for reading: as part of the [`Journal`](super::Journal), or beside it, in this process or another.
#[derive(Debug)]
pub struct RecordReader {
    pub(super) conn: Connection,
    pub(super) path: PathBuf,
    /// How the folder stood, where nothing keeps a server from writing over what is read.
    pub(super) stood: Option<Folder>,
    /// The files with earlier lines, the newest first.
    pub(super) archives: Vec<Archive>,
}

impl RecordReader {
    /// Opens a hall's database for reading, and changes nothing in its folder (`journal/look.rs`). Fails when it is not
    /// there, not a hall's, of a newer schema, or the `-wal` of a crash is gone.
    pub fn open(path: &Path) -> Result<RecordReader, JournalError> {
        match look::open(path, None)? {
            (reader, None) => Ok(reader),
            (_, Some(missing)) => Err(missing),
        }
    }

    /// Whether all that was read is of one moment: no server has begun to write under this look.
    pub(super) fn is_undisturbed(&self) -> bool {
        let Some(stood) = &self.stood else { return true };
        Folder::of(&self.path).is_ok_and(|stands| stands == *stood)
    }

    /// What ends a statement of this reader from another thread.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.conn.get_interrupt_handle())
    }

    /// The database's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The last line on disk, without a look at the chain.
    pub fn head(&self) -> Result<Head, JournalError> {
        last_line(&self.conn, &self.path)
    }

    /// The head of the record as it was after this line; `None` if it has no such line. [`Head::EMPTY`] before the first.
    pub fn head_at(&self, seq: u64) -> Result<Option<Head>, JournalError> {
        head_at(&self.conn, seq).map_err(|error| damaged(&self.path, error))
    }

    /// Reads every line, in one view of the record while others are added, and checks that none is missing and each
    /// follows from the one before. Returns the head.
    ///
    /// # Errors
    /// [`JournalError::Gap`] or [`JournalError::Broken`] with the first bad line, or
    /// [`JournalError::Unreadable`] if this program does not know such an event.
    pub fn replay(&self, mut each: impl FnMut(&Line, &Event)) -> Result<Head, JournalError> {
        each_line(&self.conn, &self.path, |line, event| {
            each(line, event);
            Ok(())
        })
    }

    /// As [`RecordReader::replay`], but only what follows a line, which must be in the record; each line comes with the
    /// head after it.
    ///
    /// # Errors
    /// Those of `replay`; [`JournalError::Broken`] with that line if it is another.
    pub fn replay_after(
        &self,
        from: Head,
        mut each: impl FnMut(Head, &Line, &Event),
    ) -> Result<(), JournalError> {
        if !self.has(from)? {
            return Err(JournalError::Broken(from.seq));
        }
        lines_after(&self.conn, &self.path, from, None, |head, line, event| {
            each(head, line, event);
            Ok(())
        })?;
        Ok(())
    }

    /// Reads at most so many lines after one, with their chain. Returns the head after them; `from` at the end of the
    /// record. Whoever reads all of it so stands in the way of no checkpoint.
    ///
    /// # Errors
    /// Those of [`RecordReader::replay`].
    pub fn replay_some(
        &self,
        from: Head,
        lines_max: u32,
        mut each: impl FnMut(Head, &Line, &Event),
    ) -> Result<Head, JournalError> {
        lines_after(&self.conn, &self.path, from, Some(lines_max), |head, line, event| {
            each(head, line, event);
            Ok(())
        })
    }

    /// Whether the record has this very line. One that was never written is not there; the one before the first is.
    pub fn has(&self, head: Head) -> Result<bool, JournalError> {
        if head.seq == 0 {
            return Ok(head == Head::EMPTY);
        }
        let select =
            self.conn.query_row("select hash from event where seq = ?", [int(head.seq)], |row| row.get(0));
        let found: Option<[u8; 32]> = select.optional().map_err(|error| damaged(&self.path, error))?;
        Ok(found == Some(head.hash.0))
    }

    /// Reads every line of some kinds, in order, without a look at the chain.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn each_of(&self, kinds: &[&str], each: impl FnMut(&Line, &Event)) -> Result<(), JournalError> {
        each_of_kinds(&self.conn, ("event", &self.path), kinds, each)
    }

    /// Has SQLite look at every page, without the indexes' contents. It takes as long as reading the file.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] with the first damage.
    pub fn check_pages(&self) -> Result<(), JournalError> {
        check_pages(&self.conn, &self.path)
    }

    /// What became of a person's request, at whatever device it was made, if it was accepted. It costs a few steps in the index for
    /// each name that a device ever had, and none for each request.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn answer_to(&self, who: Actor, request: &str) -> Result<Option<Answered>, JournalError> {
        let mut device = self.device_after("")?;
        while let Some(name) = device {
            if let Some(answer) = self.answer_of(&name, request)?
                && self.actor_of(answer.first_seq)? == Some(who.to_string())
            {
                return Ok(Some(answer));
            }
            device = self.device_after(&name)?;
        }
        Ok(None)
    }

    /// The next name of a device at which something was asked, in the index's order.
    fn device_after(&self, name: &str) -> Result<Option<String>, JournalError> {
        self.one(NEXT_DEVICE, [name])
    }

    fn actor_of(&self, seq: u64) -> Result<Option<String>, JournalError> {
        self.one("select actor from event where seq = ?", [int(seq)])
    }

    fn one(&self, sql: &str, with: impl rusqlite::Params) -> Result<Option<String>, JournalError> {
        let found = self
            .conn
            .prepare_cached(sql)
            .and_then(|mut select| select.query_row(with, |row| row.get(0)).optional());
        found.map_err(JournalError::sqlite("leer una petición", &self.path))
    }

    /// What became of the request that has this id at this device, if it was accepted.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn answer_of(&self, device: &str, request: &str) -> Result<Option<Answered>, JournalError> {
        let answer = |row: &Row<'_>| {
            Ok(Answered { first_seq: uint(row, 0)?, last_seq: uint(row, 1)?, body_sha256: row.get(2)? })
        };
        let found = self
            .conn
            .prepare_cached(ANSWER)
            .and_then(|mut select| select.query_row([device, request], answer).optional());
        found.map_err(JournalError::sqlite("leer una petición", &self.path))
    }

    /// The lines from first to last, both included, without a look at the chain.
    pub fn lines(&self, first: u64, last: u64) -> Result<Vec<(Line, Event)>, JournalError> {
        let failed = JournalError::sqlite("leer el registro", &self.path);
        let sql = format!("select {COLUMNS} from event where seq between ? and ? order by seq");
        let mut select = self.conn.prepare_cached(&sql).map_err(&failed)?;
        let mut rows = select.query([int(first), int(last)]).map_err(&failed)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(&failed)? {
            let (line, _) = line(row).map_err(|error| malformed(first, error))?;
            let event = decode(&line)?;
            found.push((line, event));
        }
        Ok(found)
    }

    /// Reads from the tables for people, in one view of them while the desk goes on writing.
    pub(super) fn view<T>(
        &self,
        doing: &'static str,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, JournalError> {
        let view = self.conn.unchecked_transaction();
        view.and_then(|view| read(&view)).map_err(JournalError::sqlite(doing, &self.path))
    }
}

pub(super) fn check_pages(conn: &Connection, path: &Path) -> Result<(), JournalError> {
    let found: String = conn
        .query_row("pragma main.quick_check(1)", [], |row| row.get(0))
        .map_err(|error| damaged(path, error))?;
    if found == "ok" { Ok(()) } else { Err(JournalError::Damaged { path: path.into(), detail: found }) }
}

/// The events of some kinds in one of the attached files, without a look at the chain.
pub(super) fn each_of_kinds(
    conn: &Connection,
    (table, file): (&str, &Path),
    kinds: &[&str],
    mut each: impl FnMut(&Line, &Event),
) -> Result<(), JournalError> {
    let failed = JournalError::sqlite("leer el archivo", file);
    let places = vec!["?"; kinds.len()].join(", ");
    let sql = format!("select {COLUMNS} from {table} where kind in ({places}) order by seq");
    let mut select = conn.prepare(&sql).map_err(&failed)?;
    let mut rows = select.query(rusqlite::params_from_iter(kinds)).map_err(&failed)?;
    while let Some(row) = rows.next().map_err(&failed)? {
        let seq = uint(row, 0).unwrap_or(0);
        let (line, _) = line(row).map_err(|error| malformed(seq, error))?;
        each(&line, &decode(&line)?);
    }
    Ok(())
}

pub(super) fn each_line(
    conn: &Connection,
    path: &Path,
    mut each: impl FnMut(&Line, &Event) -> Result<(), JournalError>,
) -> Result<Head, JournalError> {
    lines_after(conn, path, Head::EMPTY, None, |_, line, event| each(line, event))
}

/// The lines after one, at most so many, each with the head after it; returns the last head.
pub(super) fn lines_after(
    conn: &Connection,
    path: &Path,
    from: Head,
    lines_max: Option<u32>,
    mut each: impl FnMut(Head, &Line, &Event) -> Result<(), JournalError>,
) -> Result<Head, JournalError> {
    let failed = JournalError::sqlite("leer el registro", path);
    let sql = format!("select {COLUMNS} from event where seq > ? order by seq limit ?");
    let mut select = conn.prepare_cached(&sql).map_err(&failed)?;
    let limit = lines_max.map_or(-1, i64::from);
    let mut rows = select.query([int(from.seq), limit]).map_err(&failed)?;
    let mut head = from;
    loop {
        let seq = head.seq + 1;
        // A page that cannot be read is damage near the line that was to come.
        let row = rows.next().map_err(|error| malformed(seq, error))?;
        let Some(row) = row else { return Ok(head) };
        let (line, event, next) = next_line(row, head)?;
        each(next, &line, &event)?;
        head = next;
    }
}

/// The line of a row, which must follow from the head, with its event and the head after it.
pub(super) fn next_line(row: &Row<'_>, head: Head) -> Result<(Line, Event, Head), JournalError> {
    let seq = head.seq + 1;
    if uint(row, 0) != Ok(seq) {
        return Err(JournalError::Gap(seq));
    }
    let (line, hash) = line(row).map_err(|error| malformed(seq, error))?;
    if line.hash(&head.hash) != hash {
        return Err(JournalError::Broken(seq));
    }
    let event = decode(&line)?;
    Ok((line, event, Head { seq, hash }))
}

pub(super) fn last_line(conn: &Connection, path: &Path) -> Result<Head, JournalError> {
    let sql = "select seq, hash from event order by seq desc limit 1";
    let head = conn.query_row(sql, [], |row| Ok(Head { seq: uint(row, 0)?, hash: Hash(row.get(1)?) }));
    let head = head.optional().map_err(|error| damaged(path, error))?;
    Ok(head.unwrap_or(Head::EMPTY))
}

pub(super) fn head_at(conn: &Connection, seq: u64) -> rusqlite::Result<Option<Head>> {
    if seq == 0 {
        return Ok(Some(Head::EMPTY));
    }
    let mut select = conn.prepare_cached("select hash from event where seq = ?")?;
    let hash = select.query_row([int(seq)], |row| row.get(0)).optional()?;
    Ok(hash.map(|hash| Head { seq, hash: Hash(hash) }))
}

pub(super) fn line(row: &Row<'_>) -> rusqlite::Result<(Line, Hash)> {
    // One spelling for each actor: "p07" would have the hash of "p7".
    let text = row.get_ref(5)?.as_str()?;
    let actor = Actor::parse(text).filter(|actor| actor.to_string() == text);
    let line = Line {
        seq: uint(row, 0)?,
        at_utc_ms: row.get(1)?,
        kind: row.get(2)?,
        version: row.get(3)?,
        request_id: row.get(4)?,
        actor: actor.ok_or(rusqlite::Error::InvalidQuery)?,
        device: row.get(6)?,
        body: row.get(7)?,
    };
    Ok((line, Hash(row.get(8)?)))
}

pub(super) fn decode(line: &Line) -> Result<Event, JournalError> {
    record::decode(&line.kind, line.version, &line.body)
        .map_err(|source| JournalError::Unreadable { seq: line.seq, source })
}

pub(super) fn malformed(seq: u64, source: rusqlite::Error) -> JournalError {
    JournalError::Malformed { seq, source: source.into() }
}
