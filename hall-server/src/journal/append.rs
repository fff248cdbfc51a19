//! Writing a batch: one transaction, the tables for people included, one sync.
//!
//! Where it fails decides what is known. Before COMMIT nothing is on disk, ever. At COMMIT nobody knows: an error of the
//! sync leaves the frames in the `-wal`, and the next process may well find them (reliability.md 0.1). The exception is
//! SQLITE_FULL, which comes from a write, never from a sync: the frame that makes a commit is written last, so it is the
//! one that did not fit or was not reached, and without it the others do not count. The database is still asked.

use std::time::Duration;

use hall_core::record::{self, Hash, Line};
use rusqlite::{Connection, ErrorCode};

use super::tree::End;
use super::witness::Witness;
use super::{Batch, Head, Journal, JournalError, Moved, RecordReader, int, seal, signed};

/// How long a commit waits for another program that has the database locked, as one that a technician has open.
const PATIENCE: Duration = Duration::from_secs(5);

/// A batch in the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appended {
    /// The head after it.
    pub head: Head,
    /// The lines of each entry, one for each event.
    pub lines: Vec<Vec<Line>>,
}

/// A batch was not written, or nobody knows.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The disk is full. Nothing of the batch is on disk; the journal can be used.
    #[error(
        "El disco está lleno: no se ha escrito nada desde la línea {seq} del registro. Deje \
         espacio libre; la partida en curso puede terminarse con la reserva."
    )]
    Full {
        /// The first line that was to be written.
        seq: u64,
        /// What SQLite says.
        #[source]
        source: rusqlite::Error,
    },
    /// COMMIT failed. Answer nothing and end the process: what was written is known only after opening again. The journal
    /// writes nothing more.
    #[error(
        "No se sabe si la línea {seq} del registro está en el disco. El servidor se cierra; al \
         arrancar de nuevo lo comprobará. Mire el disco antes de seguir."
    )]
    InDoubt {
        /// The first line of the batch.
        seq: u64,
        /// What SQLite says; none if an earlier batch is in doubt.
        #[source]
        source: Option<rusqlite::Error>,
    },
    /// The open files are no longer those of the folder: what is written goes where nobody looks. Answer nothing and end the
    /// process; the journal writes nothing more.
    #[error(transparent)]
    Moved(#[from] Moved),
    /// The batch could not be written. Nothing of it is on disk.
    #[error("No se ha podido escribir la línea {seq} del registro. No se ha escrito nada.")]
    Failed {
        /// The first line that was to be written.
        seq: u64,
        /// What SQLite says.
        #[source]
        source: rusqlite::Error,
    },
}

impl Journal {
    /// Writes a batch and returns when it is on disk, all of it or nothing. After [`AppendError::InDoubt`] the process
    /// must end, and after [`AppendError::Moved`].
    pub fn append(&mut self, batch: &Batch) -> Result<Appended, AppendError> {
        let (signer, cosigned) = (self.signer.clone(), std::mem::take(&mut self.cosigned));
        // On a full disk the lines are tried once more, and these are not missed.
        let (appended, is_signed) = self.transact(|conn, from| {
            let (end, appended) = write(conn, batch, from)?;
            let events = batch.entries.iter().flat_map(|entry| &entry.events);
            let is_signed = match signer {
                Some(signer) => signer.sign_with(conn, &end, events)?,
                None => false,
            };
            signed::keep(conn, &cosigned)?;
            Ok((end, (appended, is_signed)))
        })?;
        if is_signed {
            self.signed = appended.head.seq;
        }
        Ok(appended)
    }

    /// Writes lines in one transaction, into files that are in their places. What writes them is given the end of the record and returns the one
    /// after them.
    pub(super) fn transact<T>(
        &mut self,
        write: impl FnOnce(&Connection, End) -> rusqlite::Result<(End, T)>,
    ) -> Result<T, AppendError> {
        let seq = self.head().seq + 1;
        if self.in_doubt {
            return Err(AppendError::InDoubt { seq, source: None });
        }
        self.is_in_place()?;
        let written = self.in_one_commit(write);
        let looked = self.files.after_writing(false);
        self.in_its_place(looked)?;
        written
    }

    /// The files are still those that were opened, in their places, and nobody else has written into them. The desk asks before it
    /// answers what needs no commit, and while it has nothing to do.
    pub fn is_in_place(&mut self) -> Result<(), Moved> {
        let looked = self.files.as_left();
        self.in_its_place(looked)
    }

    /// What is left in the wrong place is left as it is.
    fn in_its_place(&mut self, looked: Result<(), Moved>) -> Result<(), Moved> {
        self.in_doubt |= looked.is_err();
        // What was saved has no witness yet.
        if let Err(Moved { saved: Some(Ok(folder)), .. }) = &looked {
            let database = folder.join(self.path().file_name().unwrap_or_default());
            if let Err(error) = Witness::renew(&database, &self.sighting()) {
                tracing::error!(%error, "no witness beside what was saved");
            }
        }
        looked
    }

    fn in_one_commit<T>(
        &mut self,
        write: impl FnOnce(&Connection, End) -> rusqlite::Result<(End, T)>,
    ) -> Result<T, AppendError> {
        let begun = self.conn.execute_batch("begin immediate");
        let (after, written) = match begun.and_then(|()| write(&self.conn, self.end.clone())) {
            Ok(written) => written,
            Err(source) => return Err(self.undo(source)),
        };
        match self.commit() {
            Ok(()) => {
                self.end = after;
                self.note_head();
                Ok(written)
            }
            Err(source) if source.sqlite_error_code() == Some(ErrorCode::DiskFull) => Err(self.undo(source)),
            Err(source) => Err(self.doubt(source)),
        }
    }

    fn commit(&mut self) -> rusqlite::Result<()> {
        #[cfg(test)]
        if std::mem::take(&mut self.fail_next_commit) {
            return Err(rusqlite::Error::SqliteFailure(
                rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_IOERR_FSYNC),
                None,
            ));
        }
        self.conn.execute_batch("commit")
    }

    /// Rolls back, makes sure of it, and says what had failed.
    fn undo(&mut self, source: rusqlite::Error) -> AppendError {
        let rolled_back = self.conn.is_autocommit() || self.conn.execute_batch("rollback").is_ok();
        if !rolled_back || RecordReader::head(self).ok() != Some(self.head()) {
            return self.doubt(source);
        }
        let seq = self.head().seq + 1;
        if source.sqlite_error_code() == Some(ErrorCode::DiskFull) {
            AppendError::Full { seq, source }
        } else {
            AppendError::Failed { seq, source }
        }
    }

    fn doubt(&mut self, source: rusqlite::Error) -> AppendError {
        self.in_doubt = true;
        AppendError::InDoubt { seq: self.head().seq + 1, source: Some(source) }
    }

    /// Brings what is in the `-wal` into the file itself and empties the `-wal`: at the end of each game. With a reader in
    /// the way, the rest is brought later; nobody waits for it. If the disk fails, what was committed stays committed.
    pub fn checkpoint(&mut self) -> Result<(), JournalError> {
        self.is_in_place()?;
        let patience = |patience| self.conn.busy_timeout(patience);
        let done = patience(Duration::ZERO)
            .and_then(|()| self.conn.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(())))
            .and_then(|()| patience(PATIENCE))
            .map_err(JournalError::sqlite("pasar el diario a la base de datos", self.path()));
        let looked = self.files.after_writing(true);
        self.in_its_place(looked)?;
        done
    }
}

/// Writes all of a batch into the open transaction.
pub(super) fn write(conn: &Connection, batch: &Batch, mut at: End) -> rusqlite::Result<(End, Appended)> {
    let mut lines = Vec::with_capacity(batch.entries.len());
    for entry in &batch.entries {
        for row in &entry.sealed {
            seal::insert(conn, row)?;
        }
        let mut of_entry = Vec::with_capacity(entry.events.len());
        for event in &entry.events {
            let encoded = record::encode(event);
            let line = Line {
                seq: at.sighting.head.seq + 1,
                at_utc_ms: batch.at_utc_ms,
                kind: encoded.kind.into(),
                version: encoded.version,
                request_id: entry.request_id.clone(),
                actor: entry.actor,
                device: entry.device.clone(),
                body: encoded.body,
            };
            let hash = line.hash(&at.sighting.head.hash);
            insert(conn, &line, &hash)?;
            at.take(conn, &line, event, hash)?;
            seal::obey(conn, event)?;
            of_entry.push(line);
        }
        if let (Some(body), [first, ..]) = (&entry.request_body, &of_entry[..]) {
            remember(conn, (&entry.device, &entry.request_id), body, (first.seq, at.sighting.head.seq))?;
        }
        lines.push(of_entry);
    }
    let head = at.sighting.head;
    Ok((at, Appended { head, lines }))
}

pub(super) fn insert(conn: &Connection, line: &Line, hash: &Hash) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "insert into main.event (seq, at_utc_ms, kind, version, request_id, actor, device, body, hash)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?
    .execute((
        int(line.seq),
        line.at_utc_ms,
        &line.kind,
        line.version,
        &line.request_id,
        line.actor.to_string(),
        &line.device,
        &line.body,
        hash.0,
    ))?;
    Ok(())
}

pub(super) fn remember(
    conn: &Connection,
    (device, request_id): (&str, &str),
    body: &[u8; 32],
    (first, last): (u64, u64),
) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "insert into main.request (device, request_id, body_sha256, first_seq, last_seq)
         values (?, ?, ?, ?, ?)",
    )?
    .execute((device, request_id, body, int(first), int(last)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use hall_core::event::Event;
    use hall_core::people::Actor;

    use super::super::BatchEntry;
    use super::*;

    fn batch() -> Batch {
        let event = Event::LoginRefused { tries: 1 };
        Batch { at_utc_ms: 1, entries: vec![BatchEntry::unasked(Actor::System, "", vec![event])] }
    }

    #[test]
    fn a_commit_that_fails_is_in_doubt_and_nothing_more_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::create(folder.path(), 0).unwrap();
        assert_eq!(journal.append(&batch()).unwrap().head.seq, 1);
        journal.fail_next_commit = true;
        for _ in 0..2 {
            let error = journal.append(&batch()).unwrap_err();
            assert!(matches!(error, AppendError::InDoubt { seq: 2, .. }), "{error:?}");
        }
        drop(journal);
        let (mut journal, opened) = Journal::open(folder.path()).unwrap();
        assert!(opened.after_crash, "a journal in doubt is not closed in good order");
        assert_eq!(opened.head.seq, 1);
        assert_eq!(journal.append(&batch()).unwrap().head.seq, 2);
    }

    #[test]
    fn an_error_before_the_commit_is_rolled_back_and_the_journal_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::create(folder.path(), 0).unwrap();
        let mut twice = batch();
        twice.entries[0].request_body = Some([1; 32]);
        twice.entries.push(twice.entries[0].clone());
        let error = journal.append(&twice).unwrap_err();
        assert!(matches!(error, AppendError::Failed { seq: 1, .. }), "{error:?}");
        assert_eq!(journal.append(&batch()).unwrap().head.seq, 1);
    }
}
