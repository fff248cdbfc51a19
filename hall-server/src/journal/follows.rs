//! The mark of a spare: its record is another server's, and nobody serves it before two people have promoted it.

use hall_wire::sighting::Seen;
use rusqlite::{Connection, OptionalExtension};

use super::open::damaged;
use super::{Head, Journal, JournalError};

/// The key of table `meta` with the address of the server that is followed.
const KEY: &str = "follows";

/// The server that this record is of, if it is a spare's.
pub(super) fn of(conn: &Connection) -> rusqlite::Result<Option<String>> {
    conn.query_row("select value from meta where key = ?", [KEY], |row| row.get(0)).optional()
}

impl Journal {
    /// Which record this is and how far it goes; `None` before there is a line.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn seen(&self) -> Result<Option<Seen>, JournalError> {
        Ok(self.head_at(1)?.map(|first| Seen { hall: first.hash, end: self.sighting() }))
    }

    /// The server that this record is of, if it is a spare's.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn follows(&self) -> Result<Option<String>, JournalError> {
        of(&self.conn).map_err(|error| damaged(&self.path, error))
    }

    /// Makes the record a spare's: only one without lines, or one that is a spare's already.
    ///
    /// # Errors
    /// [`JournalError::Exists`] for a hall's own record.
    pub fn follow(&mut self, server: &str) -> Result<(), JournalError> {
        if self.follows()?.is_none() && self.head() != Head::EMPTY {
            return Err(JournalError::Exists(self.path.clone()));
        }
        self.mark("insert or replace into meta (key, value) values (?, ?)", &[KEY, server])
    }

    /// Makes the record this server's own, after a new epoch was begun in it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn follow_no_more(&mut self) -> Result<(), JournalError> {
        self.mark("delete from meta where key = ?", &[KEY])
    }

    fn mark(&mut self, statement: &str, values: &[&str]) -> Result<(), JournalError> {
        self.conn
            .execute(statement, rusqlite::params_from_iter(values))
            .map_err(|error| damaged(&self.path, error))?;
        Ok(self.files.after_writing(true)?)
    }
}
