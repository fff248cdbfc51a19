//! Putting the lines that there are into an archive, and going on in a new file (ADR 41).
//!
//! The archive is a copy of the database without its secrets, checked; only then a new database is made beside the old one, with
//! all that is carried on and the line that names the archive, and takes its name. So whatever ends this process, under the name
//! of the database there is the old one or the new one, whole, and every line is in one of the two files.

use std::fs::{self, DirBuilder, Permissions};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use hall_core::event::Event;
use hall_core::people::Actor;
use rusqlite::{Connection, OpenFlags};

use super::archive::{ARCHIVES, MOST, OF_GAMES, name_of};
use super::check::check_archive;
use super::lock::Use;
use super::open::{damaged, make, sync, wal_of};
use super::rebuild::TABLES;
use super::tree::End;
use super::trouble::folder_of;
use super::witness::Witness;
use super::{
    Archive, Batch, BatchEntry, Head, Journal, JournalError, Pace, RecordReader, Sighting, append, beside,
    uint,
};
use crate::file_hash::sha256_of;

/// The archive that is being made.
const DRAFT: &str = ".archivando";

/// Nothing was archived, and the database is as it was.
#[derive(Debug, thiserror::Error)]
pub enum RollError {
    /// SQLite opens no more.
    #[error(
        "Ya hay {MOST} archivos, y no se abren más a la vez. El registro sigue en sala.db, como hasta ahora; pida el \
         programa más nuevo."
    )]
    TooMany,
    /// What was to be archived is not sound.
    #[error("El registro no está en orden, y no se archiva: {0}")]
    NotSound(String),
    /// Another program has the database open.
    #[error("Otro programa tiene abierta {}. Ciérrelo y repita la orden; no se ha cambiado nada.", .0.display())]
    InUse(PathBuf),
    /// The record could not be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl Journal {
    /// Puts every line of the database into an archive, and goes on in a new database whose first line names it. Returns the
    /// archive. The journal is closed; `progress` is told what is being done and how much of it, from 0 to 100.
    pub fn archive(
        mut self,
        at_utc_ms: i64,
        progress: &mut dyn FnMut(&str, u64),
    ) -> Result<Archive, RollError> {
        if self.archives.len() >= MOST {
            return Err(RollError::TooMany);
        }
        self.is_in_place().map_err(JournalError::from)?;
        let path = self.path().to_owned();
        let archive = self.put_away(progress)?;
        // Until a record names it, it is nobody's.
        let unnamed = Gone(archive.file.clone());
        progress("Empezando la base de datos nueva", 0);
        // Where the name is a link, the file that it leads to is replaced.
        let database = fs::canonicalize(&path).map_err(JournalError::file("leer", &path))?;
        let next = beside(&database, ".nueva");
        remove(&next)?;
        let _next = Gone(next.clone());
        make(&next, at_utc_ms).map_err(JournalError::sqlite("crear la base de datos", &next))?;
        carry(&self.conn, &next).map_err(JournalError::sqlite("crear la base de datos", &next))?;
        let last_at = self.known()?.at_utc_ms;
        let begun = begin(&next, &archive, at_utc_ms.max(last_at), self.end.clone())?;
        let as_it_was = fs::metadata(&database).map_err(JournalError::file("leer", &database))?.permissions();
        fs::set_permissions(&next, as_it_was).map_err(JournalError::file("escribir", &next))?;
        sync(&next)?;
        self.is_in_place().map_err(JournalError::from)?;
        self.close_for_good()?;
        fs::rename(&next, &database).map_err(JournalError::file("dar nombre a", &database))?;
        std::mem::forget(unnamed);
        sync(folder_of(&database))?;
        // One that is a line behind is no lie, and the next start renews it.
        if let Err(error) = Witness::renew(&path, &begun) {
            tracing::error!(%error, "the witness of the record could not be renewed");
        }
        progress("Empezando la base de datos nueva", 100);
        Ok(archive)
    }

    /// Makes the archive: a copy, without the sealed values, which have a day on which they are deleted.
    fn put_away(&self, progress: &mut dyn FnMut(&str, u64)) -> Result<Archive, RollError> {
        let path = self.path();
        let hall = folder_of(path);
        let folder = hall.join(ARCHIVES);
        let made = DirBuilder::new().mode(0o700).recursive(true).create(&folder);
        made.map_err(JournalError::file("crear", &folder))?;
        let first = "select min(seq) from main.event";
        let first =
            self.conn.query_row(first, [], |row| uint(row, 0)).map_err(|error| damaged(path, error))?;
        let last = self.head();
        // It has the secrets for a while, so it is where they are.
        let draft = beside(path, DRAFT);
        remove(&draft)?;
        let _draft = Gone(draft.clone());
        self.copy_to(&draft, Pace::Fast, |done, of| {
            progress("Copiando", done * 100 / of.max(1));
            Ok(())
        })?;
        forget_secrets(&draft).map_err(JournalError::sqlite("escribir el archivo", &draft))?;
        progress("Comprobando el archivo", 0);
        let report = check_archive(&draft, hall)?;
        if !report.is_sound() || report.head != last {
            return Err(RollError::NotSound(report.to_string()));
        }
        progress("Comprobando el archivo", 100);
        let (_, sha256) = sha256_of(&draft).map_err(JournalError::file("leer", &draft))?;
        let file = folder.join(name_of(first, last));
        fs::set_permissions(&draft, Permissions::from_mode(0o400))
            .map_err(JournalError::file("escribir", &draft))?;
        sync(&draft)?;
        fs::rename(&draft, &file).map_err(JournalError::file("dar nombre a", &file))?;
        sync(&folder)?;
        sync(hall)?;
        Ok(Archive { file, first, last, sha256, of_this_schema: true, is_signed: true })
    }

    /// Closes the database, which must then have no `-wal`. The lock stays taken.
    fn close_for_good(&mut self) -> Result<(), RollError> {
        let Some(RecordReader { conn, path, .. }) = self.record.take() else { return Ok(()) };
        self.witness = None;
        self.lock.write(Use::Closing)?;
        conn.close().map_err(|(_, error)| damaged(&path, error))?;
        if wal_of(&path).exists() {
            return Err(RollError::InUse(path));
        }
        Ok(self.lock.write(Use::Closed)?)
    }
}

/// Takes the secrets out of a copy and makes it a file that is read without any other beside it.
fn forget_secrets(copy: &Path) -> rusqlite::Result<()> {
    let conn = Connection::open_with_flags(
        copy,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    conn.execute_batch("pragma secure_delete = on; pragma journal_mode = delete; delete from sealed")?;
    conn.close().map_err(|(_, error)| error)
}

/// Copies into the new database what is no line and goes on.
fn carry(conn: &Connection, next: &Path) -> rusqlite::Result<()> {
    conn.execute("attach ? as next", [next.to_string_lossy()])?;
    let carried = conn.execute_batch("begin").and_then(|()| {
        let tables = TABLES.into_iter().filter(|table| !OF_GAMES.contains(table));
        for table in ["meta", "sealed"].into_iter().chain(tables) {
            conn.execute_batch(&format!("insert or replace into next.{table} select * from main.{table}"))?;
        }
        conn.execute_batch("commit")
    });
    if carried.is_err() {
        conn.execute_batch("rollback").ok();
    }
    carried.and(conn.execute_batch("detach next"))
}

/// Writes the first line of the new database, which follows the last of the archive.
fn begin(next: &Path, of: &Archive, at_utc_ms: i64, from: End) -> Result<Sighting, JournalError> {
    let Archive { file, first, last: Head { seq: last, hash }, sha256, .. } = of;
    let file = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let event = Event::RecordArchived { first: *first, last: *last, head: hash.0, file, sha256: *sha256 };
    let batch = Batch { at_utc_ms, entries: vec![BatchEntry::unasked(Actor::System, "", vec![event])] };
    let written = || -> rusqlite::Result<Sighting> {
        let mut conn = Connection::open(next)?;
        let transaction = conn.transaction()?;
        let (begun, _) = append::write(&transaction, &batch, from)?;
        transaction.commit()?;
        conn.close().map_err(|(_, error)| error)?;
        Ok(begun.sighting)
    };
    written().map_err(JournalError::sqlite("crear la base de datos", next))
}

fn remove(file: &Path) -> Result<(), JournalError> {
    if file.exists() { fs::remove_file(file).map_err(JournalError::file("borrar", file)) } else { Ok(()) }
}

/// Deleted when it is dropped, if it still has this name.
struct Gone(PathBuf);

impl Drop for Gone {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}
