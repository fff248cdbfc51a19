//! Values that may not be in the record. It has their id and salted hash only, so that they can be deleted by law and
//! the chain stays whole (DECISIONS 2).

use hall_core::event::Event;
use hall_core::people::Sealed;
use rusqlite::{Connection, OptionalExtension};
use sha2::{Digest, Sha256};

use super::{JournalError, RecordReader, int};

/// A row of table `sealed`, with what the record says of it.
#[derive(Clone, PartialEq, Eq)]
pub struct SealedRow {
    /// Its reference, for the event.
    pub sealed: Sealed,
    /// 32 random bytes.
    pub salt: [u8; 32],
    /// The value.
    pub value: Vec<u8>,
    /// From when on it is deleted, UTC milliseconds, as its line says ([`Event::DeletionSet`]); `None` if none does.
    pub delete_after: Option<i64>,
}

impl std::fmt::Debug for SealedRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SealedRow({})", self.sealed.id)
    }
}

/// Seals a value under a random id and salt.
///
/// # Panics
/// When the system has no random bytes.
pub fn seal(value: &[u8]) -> SealedRow {
    let mut salt = [0; 32];
    let mut id = [0; 8];
    getrandom::fill(&mut salt).expect("the system gives random bytes");
    getrandom::fill(&mut id).expect("the system gives random bytes");
    SealedRow {
        sealed: Sealed {
            // 53 bits: programs that read JSON with floats must not round it.
            id: u64::from_be_bytes(id) >> 11,
            hash: hash(&salt, value),
        },
        salt,
        value: value.to_vec(),
        delete_after: None,
    }
}

pub(super) fn hash(salt: &[u8], value: &[u8]) -> [u8; 32] {
    let mut sha = Sha256::new();
    sha.update(salt);
    sha.update(value);
    sha.finalize().into()
}

pub(super) fn insert(conn: &Connection, row: &SealedRow) -> rusqlite::Result<()> {
    conn.prepare_cached("insert into sealed (id, salt, value, delete_after_utc_ms) values (?, ?, ?, ?)")?
        .execute((int(row.sealed.id), row.salt, &row.value, row.delete_after))?;
    Ok(())
}

impl RecordReader {
    /// A sealed value, or `None` if it was deleted by law. Fails when the value is not the one the record refers to.
    pub fn unseal(&self, sealed: &Sealed) -> Result<Option<Vec<u8>>, JournalError> {
        let row =
            self.conn.prepare_cached("select salt, value from sealed where id = ?").and_then(|mut select| {
                select.query_row([int(sealed.id)], |row| Ok((row.get(0)?, row.get(1)?))).optional()
            });
        let row: Option<(Vec<u8>, Vec<u8>)> =
            row.map_err(JournalError::sqlite("leer un valor reservado", &self.path))?;
        match row {
            Some((salt, value)) if hash(&salt, &value) == sealed.hash => Ok(Some(value)),
            Some(_) => Err(JournalError::SealedDiffers(*sealed)),
            None => Ok(None),
        }
    }
}

/// Does to the table what a line says: the day of a deletion, and the deletion itself, which every record that takes the
/// line in does too. Bytes that were deleted are overwritten on disk at the next checkpoint (`secure_delete`).
pub(super) fn obey(conn: &Connection, event: &Event) -> rusqlite::Result<()> {
    if let Event::DeletionSet { value, after_utc_ms, .. } = event {
        conn.prepare_cached("update main.sealed set delete_after_utc_ms = ? where id = ?")?
            .execute((int(*after_utc_ms), int(*value)))?;
    } else if let Event::ValuesDeleted { values, .. } = event {
        let mut delete = conn.prepare_cached("delete from main.sealed where id = ?")?;
        for value in values {
            delete.execute([int(*value)])?;
        }
    }
    Ok(())
}
