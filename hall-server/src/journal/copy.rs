//! A copy of the whole database in another file, while a server writes or not (SQLite's backup API).
//!
//! The record is read in one view, so that the copy is of one moment however long it takes and is not begun again at each
//! commit. Meanwhile the server's `-wal` grows; the next checkpoint after the copy brings it home.

use std::fs::File;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use hall_core::event::Event;
use hall_core::record::Hash;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::open::damaged;
use super::{Head, JournalError, RecordReader, Sighting, doubt, read};

/// Pages of one step: about a mebibyte.
const PAGES: i32 = 256;

/// How long a step waits for a lock that somebody else has.
const LOCKED: Duration = Duration::from_millis(20);

/// Steps that may find a lock one after the other.
const LOCKED_MAX: u32 = 500;

/// How fast a copy is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// As fast as the disks can.
    Fast,
    /// Beside a hall that plays: three quarters of the time it does nothing.
    Gentle,
}

/// What people know a record by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The hash of line 1, which no other hall has; [`Hash::GENESIS`] without a line.
    pub hall: Hash,
    /// The hall's name; empty without a line.
    pub name: String,
    /// Its time zone; empty without a line.
    pub zone: String,
    /// Where the record ends.
    pub sighting: Sighting,
    /// When its last line was written, UTC milliseconds; 0 without a line.
    pub at_utc_ms: i64,
    /// The last session; 0 before the first.
    pub session: u32,
    /// The last game; 0 before the first.
    pub game: u32,
}

impl RecordReader {
    /// What people know this record by, without a look at its chain.
    pub fn known(&self) -> Result<Known, JournalError> {
        let _view = self.conn.unchecked_transaction().map_err(|error| damaged(&self.path, error))?;
        self.known_in_view()
    }

    fn known_in_view(&self) -> Result<Known, JournalError> {
        let view = &self.conn;
        let sighting = doubt::sighting(view, &self.path)?;
        let mut known = Known {
            hall: Hash::GENESIS,
            name: String::new(),
            zone: String::new(),
            sighting,
            at_utc_ms: 0,
            session: 0,
            game: 0,
        };
        if sighting.head == Head::EMPTY {
            return Ok(known);
        }
        let line_1 = read::head_at(view, 1).map_err(|error| damaged(&self.path, error))?;
        known.hall = line_1.ok_or(JournalError::Gap(1))?.hash;
        if let Some((_, Event::HallFounded { name, zone, .. })) = self.lines(1, 1)?.pop() {
            (known.name, known.zone) = (name, zone);
        }
        let last = self.lines(sighting.head.seq, sighting.head.seq)?;
        known.at_utc_ms = last.first().map_or(0, |(line, _)| line.at_utc_ms);
        let number =
            |sql| view.query_row(sql, [], |row| row.get(0)).map_err(|error| damaged(&self.path, error));
        known.session = number("select ifnull(max(session), 0) from session")?;
        known.game = number("select ifnull(max(game), 0) from game")?;
        Ok(known)
    }

    /// Writes the whole database into a file of its owner's alone, which is made anew, and returns once it is on that disk.
    /// `each` is told how many pages are copied and how many there are, and may end it. What is left of a copy that failed
    /// is for the caller to delete.
    ///
    /// # Errors
    /// What `each` returns; [`JournalError`] when the record cannot be read or the file not written.
    pub fn copy_to(
        &self,
        to: &Path,
        pace: Pace,
        mut each: impl FnMut(u64, u64) -> Result<(), JournalError>,
    ) -> Result<Known, JournalError> {
        let reading = JournalError::sqlite("leer el registro", &self.path);
        let writing = JournalError::sqlite("escribir la copia", to);
        let file = File::options().write(true).create(true).truncate(true).mode(0o600).open(to);
        let file = file.map_err(JournalError::file("escribir la copia", to))?;
        let _view = self.conn.unchecked_transaction().map_err(&reading)?;
        let known = self.known_in_view()?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut into = Connection::open_with_flags(to, flags).map_err(&writing)?;
        // It has a name only once it is whole, so nothing must be undone in it.
        into.execute_batch("pragma journal_mode = off; pragma synchronous = off").map_err(&writing)?;
        {
            let backup = Backup::new(&self.conn, &mut into).map_err(&writing)?;
            let mut locked = 0;
            loop {
                let began = Instant::now();
                let step = backup.step(PAGES).map_err(&writing)?;
                let now = backup.progress();
                let of = u64::try_from(now.pagecount).unwrap_or(0);
                each(of.saturating_sub(u64::try_from(now.remaining).unwrap_or(0)), of)?;
                if step == StepResult::Done {
                    break;
                }
                if step == StepResult::More {
                    if pace == Pace::Gentle {
                        thread::sleep(began.elapsed() * 3);
                    }
                } else if locked < LOCKED_MAX {
                    locked += 1;
                    thread::sleep(LOCKED);
                } else {
                    return Err(JournalError::Unsteady(self.path.clone()));
                }
            }
        }
        into.close().map_err(|(_, error)| writing(error))?;
        file.sync_all().map_err(JournalError::file("escribir la copia", to))?;
        Ok(known)
    }
}
