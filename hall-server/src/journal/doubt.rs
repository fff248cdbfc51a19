//! Whether a record is as long as those who saw it say (DECISIONS 40).

use std::path::Path;

use hall_log::{Frontier, proof};
use rusqlite::{Connection, OptionalExtension};

use super::open::damaged;
use super::tree::Stored;
use super::witness::{self, Testimony};
use super::{Difference, Head, JournalError, RecordReader, Sighting, int, read, signed, tree, uint};

/// The end of the record as it is.
pub(super) fn sighting(conn: &Connection, path: &Path) -> Result<Sighting, JournalError> {
    let epoch = epochs(conn, path)?.last().map_or(1, |epoch| epoch.no);
    Ok(Sighting { epoch, head: read::last_line(conn, path)? })
}

/// Every reason not to trust a record: its witness is missing or damaged, or it or others saw what is not in it. `others`
/// are named, as in "la copia de /media/copia".
pub(super) fn doubts(
    conn: &Connection,
    path: &Path,
    testimony: Testimony,
    others: &[(String, Sighting)],
) -> Result<Vec<JournalError>, JournalError> {
    let file = witness::file_of(path);
    let mut doubts = Vec::new();
    let mut seen = Vec::new();
    match testimony {
        Testimony::Saw(saw) => seen.push((format!("el testigo de la carpeta ({})", file.display()), saw)),
        Testimony::Garbled => doubts.push(JournalError::WitnessGarbled(file)),
        Testimony::Missing if witness::is_kept(conn).map_err(|error| damaged(path, error))? => {
            doubts.push(JournalError::WitnessMissing(file));
        }
        Testimony::Missing => (),
    }
    seen.extend(others.iter().cloned());
    let ours = sighting(conn, path)?;
    for (who, saw) in seen {
        doubts.extend(contradiction(conn, path, ours, who, saw)?);
    }
    Ok(doubts)
}

/// The right edge of the tree over the lines, and what the hall's own last checkpoint has against them. Where the rows of the
/// tree do not agree with it, the lines are read themselves.
pub(super) fn tree(
    conn: &Connection,
    path: &Path,
    ours: Sighting,
) -> Result<(Frontier, Option<JournalError>), JournalError> {
    let size = ours.head.seq;
    let last = signed::last_of(conn, ours.epoch).map_err(|error| damaged(path, error))?;
    let longer = last.as_ref().filter(|signed| signed.size > size);
    let longer = longer.map(|signed| JournalError::SignedLonger { signed: signed.size, ends: size });
    let within = last.filter(|signed| signed.size <= size);
    let stored = Stored(conn);
    let edge = proof::frontier(&stored, size);
    let agrees = within.as_ref().is_none_or(|signed| {
        proof::frontier(&stored, signed.size).is_ok_and(|edge| edge.root() == signed.root)
    });
    if let (Ok(edge), true) = (edge, agrees) {
        return Ok((edge, longer));
    }
    tracing::error!(
        "the rows of the tree are not those of the record: «hall-server rebuild» makes them again"
    );
    let mut at_signed = None;
    let edge = tree::from_lines(conn, path, |edge| {
        if within.as_ref().is_some_and(|signed| signed.size == edge.size()) {
            at_signed = Some(edge.root());
        }
    })?;
    let other = within.filter(|signed| at_signed != Some(signed.root));
    let other = other.map(|signed| JournalError::NotAsSigned(signed.size));
    Ok((edge, other.or(longer)))
}

impl RecordReader {
    /// What in this record contradicts what somebody saw of it, if anything does; `who` as in "la copia de /media/copia". Lines
    /// that two people accepted as lost contradict nothing.
    pub fn contradiction(&self, who: &str, saw: Sighting) -> Result<Option<JournalError>, JournalError> {
        let ours = sighting(&self.conn, &self.path)?;
        contradiction(&self.conn, &self.path, ours, who.to_owned(), saw)
    }

    /// The head of the record, and what its witness has against it. A copy has no witness, and is not asked for one.
    pub fn witnessed_head(&self) -> Result<(Head, Vec<JournalError>), JournalError> {
        // First, since a server that goes on is never behind its witness.
        let testimony = witness::read(&self.path)?;
        let mut doubts = doubts(&self.conn, &self.path, testimony, &[])?;
        doubts.retain(|found| !matches!(found, JournalError::WitnessMissing(_)));
        Ok((self.head()?, doubts))
    }

    /// The epoch that the record was in after this line, from 1.
    pub fn epoch_at(&self, seq: u64) -> Result<u32, JournalError> {
        let epochs = epochs(&self.conn, &self.path)?;
        Ok(epochs.iter().rev().find(|epoch| epoch.seq <= seq).map_or(1, |epoch| epoch.no))
    }

    /// Each epoch, from the founding's, with its first and its last line; of the present one, the largest that there could be.
    pub(super) fn spans(&self) -> Result<Vec<(u32, u64, u64)>, JournalError> {
        let epochs = epochs(&self.conn, &self.path)?;
        let ends = epochs.iter().map(|epoch| epoch.seq - 1).chain([i64::MAX.unsigned_abs()]);
        let begins = std::iter::once((1, 1)).chain(epochs.iter().map(|epoch| (epoch.no, epoch.seq)));
        Ok(begins.zip(ends).map(|((no, first), last)| (no, first, last)).collect())
    }
}

/// An epoch after the founding's.
struct Epoch {
    no: u32,
    /// Its first line.
    seq: u64,
    /// The last line that was accepted as lost; none where nobody knows.
    lost_to: Option<u64>,
}

/// The epochs after the founding's. Before version 6 of the schema there was no table, and no epochs.
fn epochs(conn: &Connection, path: &Path) -> Result<Vec<Epoch>, JournalError> {
    let read = || -> rusqlite::Result<Vec<Epoch>> {
        if !conn.table_exists(None, "epoch")? {
            return Ok(Vec::new());
        }
        let mut select = conn.prepare("select epoch, seq, lost_to_seq from epoch order by epoch")?;
        let rows = select.query_map([], |row| {
            let lost_to = row.get::<_, Option<i64>>(2)?.map(|_| uint(row, 2)).transpose()?;
            Ok(Epoch { no: row.get(0)?, seq: uint(row, 1)?, lost_to })
        })?;
        rows.collect()
    };
    read().map_err(|error| damaged(path, error))
}

/// What in this record contradicts what somebody saw of it, if anything does.
fn contradiction(
    conn: &Connection,
    path: &Path,
    ours: Sighting,
    who: String,
    saw: Sighting,
) -> Result<Option<JournalError>, JournalError> {
    let found = |ours| Box::new(Difference { who, saw, ours });
    if saw.epoch > ours.epoch {
        return Ok(Some(JournalError::OlderEpoch(found(ours))));
    }
    let after = epochs(conn, path)?.into_iter().find(|epoch| epoch.no > saw.epoch);
    // Lines of an earlier epoch that are not in this record were accepted as lost, or were not.
    if let Some(epoch) = after.filter(|epoch| saw.head.seq >= epoch.seq) {
        let accepted = epoch.lost_to.is_none_or(|last| saw.head.seq <= last);
        let ours = Sighting { epoch: saw.epoch, head: Head { seq: epoch.seq - 1, ..ours.head } };
        return Ok((!accepted).then(|| JournalError::Shorter(found(ours))));
    }
    if saw.head.seq > ours.head.seq {
        return Ok(Some(JournalError::Shorter(found(ours))));
    }
    let select = "select hash from event where seq = ?";
    let hash: Option<[u8; 32]> = conn
        .query_row(select, [int(saw.head.seq)], |row| row.get(0))
        .optional()
        .map_err(|error| damaged(path, error))?;
    let same = saw.head == Head::EMPTY || hash == Some(saw.head.hash.0);
    Ok((!same).then(|| JournalError::Rewritten(found(ours))))
}
