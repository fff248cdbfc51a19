//! Checkpoints: the size and root of the record, signed by the hall, and by whoever saw them (ADR 42).
//!
//! One that belongs to an act is written in its transaction. They stand beside the record: what they say follows from it, but
//! for the signatures.

use std::ops::RangeInclusive;
use std::sync::Arc;

use hall_core::event::Event;
use hall_core::record::{Hash, Line};
use hall_log::key::{Purpose, Verifier};
use hall_log::note::NoteSignature;
use hall_log::{Checkpoint, LineProof, PublicKey, SecretKey, SignedNote};
use hall_wire::log_name::LogName;
use rusqlite::{Connection, OptionalExtension, Row};

use super::open::damaged;
use super::tree::End;
use super::{AppendError, Journal, JournalError, RecordReader, int, uint};

/// Cosignatures of screens that are kept of a checkpoint: more say no more, and a hall has a dozen screens. Those of servers that
/// the settings name are kept besides.
pub const COSIGNATURES_MAX: u32 = 4;

/// The first version of the schema with checkpoints.
pub(super) const SINCE: u32 = 7;

/// Cosignatures that wait for a commit: some for each screen of a hall.
const WAITING_MAX: usize = 256;

/// What signs checkpoints.
#[derive(Debug, Clone)]
pub(super) struct Signer {
    key: SecretKey,
    /// The key before it, for the line that names the new one.
    before: Option<SecretKey>,
    /// The hash of the record's first line; none before there is one.
    hall: Option<Hash>,
}

/// The name of the log that an epoch of a hall is. `hall` is the hash of its record's first line.
pub fn origin(hall: Hash, epoch: u32) -> String {
    LogName::of(hall, epoch).to_string()
}

/// A checkpoint of the record and who signed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// The epoch in which it was signed.
    pub epoch: u32,
    /// What it says.
    pub checkpoint: Checkpoint,
    /// The note, with the cosignatures that are kept.
    pub note: SignedNote,
}

/// Whether a checkpoint is signed with this event: what people act upon, or could deny.
fn is_worth_one(event: &Event) -> bool {
    matches!(
        event,
        Event::SaleClosed { .. }
            | Event::ClaimAccepted { .. }
            | Event::ClaimRejected { .. }
            | Event::GameEnded { .. }
            | Event::GameNotHeld { .. }
            | Event::GameVoided { .. }
            | Event::SessionClosed { .. }
            | Event::ServerStarted { .. }
            | Event::ServerStopped { .. }
            | Event::ActaIssued { .. }
            | Event::ActaCopied { .. }
            | Event::EpochBegun { .. }
            | Event::SigningKeyBegun { .. }
            | Event::RecordArchived { .. }
            // What is sold is signed before it is.
            | Event::KeyDrawAnnounced { .. }
            | Event::MatrixMade { .. }
            | Event::MatrixImported { .. }
            | Event::SeriesReceived { .. }
    )
}

impl Signer {
    /// Writes the checkpoint of the record as it ends now, unless it is there.
    fn sign(&self, conn: &Connection, end: &End) -> rusqlite::Result<()> {
        let (epoch, size) = (end.sighting.epoch, end.tree.size());
        let Some(hall) = self.hall else { return Ok(()) };
        let checkpoint = Checkpoint { origin: origin(hall, epoch), size, root: end.tree.root() };
        let mut note = checkpoint.sign(&self.key);
        if let Some(before) = &self.before {
            checkpoint.sign(before).signatures().iter().for_each(|by_both| note.add(by_both.clone()));
        }
        let note = note.to_string();
        conn.prepare_cached("insert or ignore into main.checkpoint (epoch, size, note) values (?, ?, ?)")?
            .execute((epoch, int(size), note))
            .map(|_| ())
    }

    /// As [`Signer::sign`], where one of these events is worth it.
    pub(super) fn sign_with<'e>(
        &self,
        conn: &Connection,
        end: &End,
        mut events: impl Iterator<Item = &'e Event>,
    ) -> rusqlite::Result<bool> {
        let signs = self.hall.is_some() && events.any(is_worth_one);
        if signs { self.sign(conn, end).map(|()| true) } else { Ok(false) }
    }
}

impl Journal {
    /// Signs checkpoints with this key from now on, and with the one before it too, where a line is to be written that names the
    /// new one.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn sign_with(&mut self, key: SecretKey, before: Option<SecretKey>) -> Result<(), JournalError> {
        let hall = self.head_at(1)?.map(|first| first.hash);
        self.signer = Some(Arc::new(Signer { key, before, hall }));
        Ok(())
    }

    /// The key that signs, if one does.
    pub fn signs_with(&self) -> Option<PublicKey> {
        self.signer.as_ref().map(|signer| signer.key.public())
    }

    /// How many lines the newest checkpoint covers; 0 without one, or before one was written by this process.
    pub fn signed(&self) -> u64 {
        self.signed
    }

    /// A witness signed that it saw a checkpoint, which was looked at: it is written with the next lines, or by
    /// [`Journal::keep_cosignatures`].
    pub fn saw(&mut self, cosigned: Cosigned) {
        if self.cosigned.len() < WAITING_MAX && !self.cosigned.contains(&cosigned) {
            self.cosigned.push(cosigned);
        }
    }

    /// Whether there are cosignatures that no line has carried yet.
    pub fn has_cosignatures(&self) -> bool {
        !self.cosigned.is_empty()
    }

    /// Signs the record as it is, if it has a line that no checkpoint covers and there is a key. Returns whether it was
    /// written; a commit of its own.
    ///
    /// # Errors
    /// Those of [`Journal::append`].
    pub fn sign_end(&mut self) -> Result<bool, AppendError> {
        let Some(signer) = self.signer.clone() else { return Ok(false) };
        self.transact(|conn, end| {
            let last = "select max(size) from main.checkpoint where epoch = ?";
            let last: Option<i64> = conn.query_row(last, [end.sighting.epoch], |row| row.get(0))?;
            let is_new = last.is_none_or(|last| last < int(end.tree.size()));
            if is_new {
                signer.sign(conn, &end)?;
            }
            Ok((end, is_new))
        })
        .inspect(|_| self.signed = self.end.tree.size())
    }

    /// Writes the cosignatures that wait, in a commit of their own.
    ///
    /// # Errors
    /// Those of [`Journal::append`].
    pub fn keep_cosignatures(&mut self) -> Result<(), AppendError> {
        let waiting = std::mem::take(&mut self.cosigned);
        self.transact(|conn, end| keep(conn, &waiting).map(|()| (end, ())))
    }
}

/// Writes cosignatures, as far as there is room for them.
pub(super) fn keep(conn: &Connection, seen: &[Cosigned]) -> rusqlite::Result<()> {
    seen.iter().try_for_each(|Cosigned { epoch, size, signature, is_outside }| {
        let most = if *is_outside { u32::MAX } else { COSIGNATURES_MAX };
        conn.prepare_cached(
            "insert or ignore into main.cosignature (epoch, size, name, line)
             select ?1, ?2, ?3, ?4 where
               exists (select 1 from main.checkpoint where epoch = ?1 and size = ?2)
               and (select count(*) from main.cosignature where epoch = ?1 and size = ?2) < ?5",
        )?
        .execute((epoch, int(*size), &signature.name, signature.to_string(), most))
        .map(|_| ())
    })
}

/// A cosignature of a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cosigned {
    /// The epoch of the checkpoint.
    pub epoch: u32,
    /// Its size.
    pub size: u64,
    /// That it was seen, and by whom.
    pub signature: NoteSignature,
    /// Of a server that the settings name: kept however many screens signed before it.
    pub is_outside: bool,
}

const COLUMNS: &str = "epoch, size, note";

impl RecordReader {
    /// The key that the record names last, as the one that signs it.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn signing_key(&self) -> Result<Option<PublicKey>, JournalError> {
        let sql = "select key from record_key order by seq desc limit 1";
        let key = self.conn.query_row(sql, [], |row| row.get(0).map(PublicKey)).optional();
        key.map_err(|error| damaged(&self.path, error))
    }

    /// That key, under the name of the log that the newest checkpoint is of: what a witness has to know of this hall.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn verifier(&self) -> Result<Option<Verifier>, JournalError> {
        let (key, newest) = (self.signing_key()?, self.newest_checkpoint()?);
        Ok(key.zip(newest).map(|(key, newest)| newest.checkpoint.signer(key)))
    }

    /// The line that names the key after this one, if there is one.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn key_after(&self, key: PublicKey) -> Result<Option<u64>, JournalError> {
        let sql = "select seq from record_key where before = ? order by seq desc limit 1";
        let seq = self.conn.query_row(sql, [key.0], |row| uint(row, 0)).optional();
        seq.map_err(|error| damaged(&self.path, error))
    }

    /// Every key that signed the record or signs it, with the line that names it, the first first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn signing_keys(&self) -> Result<Vec<(u64, PublicKey)>, JournalError> {
        self.view("leer las claves", |conn| {
            let mut select = conn.prepare("select seq, key from record_key order by seq")?;
            let rows = select.query_map([], |row| Ok((uint(row, 0)?, PublicKey(row.get(1)?))))?;
            rows.collect()
        })
    }

    /// Every witness that the record names, with the line that does.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn witness_keys(&self) -> Result<Vec<(u64, Verifier)>, JournalError> {
        self.view("leer los testigos", |conn| {
            let mut select = conn.prepare("select seq, name, key from record_witness order by seq")?;
            let rows = select.query_map([], |row| {
                let (name, key) = (row.get(1)?, PublicKey(row.get(2)?));
                Ok((uint(row, 0)?, Verifier { name, purpose: Purpose::Cosignature, key }))
            })?;
            rows.collect()
        })
    }

    /// The checkpoint of one size in an epoch, if there is one.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn checkpoint_of(&self, epoch: u32, size: u64) -> Result<Option<Signed>, JournalError> {
        let sql = format!("select {COLUMNS} from checkpoint where epoch = ? and size = ?");
        self.one_signed(&sql, (epoch, int(size)))
    }

    /// The note of one as the hall signed it, without those who saw it; byte for byte.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn note_as_signed(&self, epoch: u32, size: u64) -> Result<Option<String>, JournalError> {
        let sql = "select note from checkpoint where epoch = ? and size = ?";
        let note = self.conn.query_row(sql, (epoch, int(size)), |row| row.get(0)).optional();
        note.map_err(|error| damaged(&self.path, error))
    }

    /// The newest checkpoint, if there is one.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn newest_checkpoint(&self) -> Result<Option<Signed>, JournalError> {
        let sql = format!("select {COLUMNS} from checkpoint order by epoch desc, size desc limit 1");
        self.one_signed(&sql, [])
    }

    /// The first checkpoint that covers a line, if there is one.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn checkpoint_covering(&self, seq: u64) -> Result<Option<Signed>, JournalError> {
        let sql = format!(
            "select {COLUMNS} from checkpoint where epoch = ? and size between ? and ? order by size limit 1"
        );
        // One of an epoch about lines that came to be lost says nothing that is so.
        for (epoch, first, last) in self.spans()? {
            if let Some(found) = self.one_signed(&sql, (epoch, int(first.max(seq)), int(last)))? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The newest checkpoint with one of these sizes, both included, that a witness signed; or that none did, where there is no
    /// other.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn newest_within(&self, from: u64, to: u64) -> Result<Option<Signed>, JournalError> {
        let seen = "and exists (select 1 from cosignature as seen
                      where seen.epoch = checkpoint.epoch and seen.size = checkpoint.size)";
        for seen in [seen, ""] {
            let sql = format!(
                "select {COLUMNS} from checkpoint where epoch = ? and size between ? and ? {seen} order by size desc limit 1"
            );
            for (epoch, first, last) in self.spans()?.into_iter().rev() {
                let range = (epoch, int(first.max(from)), int(last.min(to)));
                if let Some(found) = self.one_signed(&sql, range)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// A line's proof in a checkpoint that covers it, as a file (C2SP tlog-proof, the line's bytes as its `extra`).
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn line_proof(&self, line: &Line, signed: &Signed) -> Result<String, JournalError> {
        let path = self.inclusion(line.seq, signed.checkpoint.size)?;
        let proof = LineProof { index: line.seq - 1, path, note: signed.note.clone() };
        Ok(proof.with_extra(&line.bytes()))
    }

    /// The checkpoints of these sizes, both included, in order.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn checkpoints(&self, from: u64, to: u64) -> Result<Vec<Signed>, JournalError> {
        let sql = format!("select {COLUMNS} from checkpoint where size between ? and ? order by size, epoch");
        self.signed(&sql, (int(from), int(to)))
    }

    /// The checkpoints of these sizes that are about the record as it is, in order: one of lines that were accepted as lost is not.
    pub(crate) fn checkpoints_that_stand(
        &self,
        sizes: RangeInclusive<u64>,
    ) -> Result<Vec<Signed>, JournalError> {
        self.standing(&sizes, "order by size")
    }

    /// The first of them.
    pub(crate) fn first_checkpoint(
        &self,
        sizes: RangeInclusive<u64>,
    ) -> Result<Option<Signed>, JournalError> {
        Ok(self.standing(&sizes, "order by size limit 1")?.pop())
    }

    /// The last of them.
    pub(crate) fn last_checkpoint(&self, sizes: RangeInclusive<u64>) -> Result<Option<Signed>, JournalError> {
        Ok(self.standing(&sizes, "order by size desc limit 1")?.pop())
    }

    fn standing(&self, sizes: &RangeInclusive<u64>, order: &str) -> Result<Vec<Signed>, JournalError> {
        // A record has at least one line when it is signed.
        let sql = format!(
            "select {COLUMNS} from checkpoint where size between max(?1, 1) and ?2
               and size <= (select max(seq) from event)
               and epoch = coalesce((select max(epoch.epoch) from epoch where epoch.seq <= checkpoint.size), 1) {order}"
        );
        self.signed(&sql, (int(*sizes.start()), int(*sizes.end())))
    }

    fn one_signed(&self, sql: &str, of: impl rusqlite::Params) -> Result<Option<Signed>, JournalError> {
        Ok(self.signed(sql, of)?.pop())
    }

    fn signed(&self, sql: &str, of: impl rusqlite::Params) -> Result<Vec<Signed>, JournalError> {
        let read = || -> rusqlite::Result<Vec<Signed>> {
            let mut select = self.conn.prepare_cached(sql)?;
            let rows = select.query_map(of, signed)?;
            rows.map(|signed| signed.and_then(|signed| self.with_cosignatures(signed))).collect()
        };
        read().map_err(|error| damaged(&self.path, error))
    }

    fn with_cosignatures(&self, mut signed: Signed) -> rusqlite::Result<Signed> {
        let sql = "select line from cosignature where epoch = ? and size = ? order by name";
        let mut select = self.conn.prepare_cached(sql)?;
        let lines = select.query_map((signed.epoch, int(signed.checkpoint.size)), |row| row.get(0))?;
        for line in lines {
            let line: String = line?;
            NoteSignature::parse(&line).into_iter().for_each(|signature| signed.note.add(signature));
        }
        Ok(signed)
    }
}

fn signed(row: &Row<'_>) -> rusqlite::Result<Signed> {
    let text: String = row.get(2)?;
    let note = SignedNote::parse(&text).ok_or(rusqlite::Error::InvalidQuery)?;
    let checkpoint = Checkpoint::parse(note.text()).filter(|found| Some(found.size) == uint(row, 1).ok());
    let checkpoint = checkpoint.ok_or(rusqlite::Error::InvalidQuery)?;
    Ok(Signed { epoch: row.get(0)?, checkpoint, note })
}

/// The last checkpoint of an epoch, whatever is beyond the end of the record included.
pub(super) fn last_of(conn: &Connection, epoch: u32) -> rusqlite::Result<Option<Checkpoint>> {
    let sql = format!("select {COLUMNS} from main.checkpoint where epoch = ? order by size desc limit 1");
    let found = conn.query_row(&sql, [epoch], signed).optional()?;
    Ok(found.map(|signed| signed.checkpoint))
}
