//! Values that may not be in the record. The record has their id and salted hash; they can be
//! deleted by law and the chain stays whole (DECISIONS 2).

use hall_core::people::Sealed;
use rusqlite::{Connection, OptionalExtension};
use sha2::{Digest, Sha256};

use super::{Journal, JournalError, int};

/// A value on its way to table `sealed`, and what the record says of it.
#[derive(Clone, PartialEq, Eq)]
pub struct SealedRow {
    /// What goes into the event.
    pub sealed: Sealed,
    /// 32 random bytes.
    pub salt: [u8; 32],
    /// The value.
    pub value: Vec<u8>,
    /// From when on it must be deleted, UTC milliseconds; `None` if no law says so.
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
/// When the system has no random bytes to give: then no key may be made either.
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

/// Returns the value, or `None` if it was deleted.
pub(super) fn unseal(
    conn: &Connection,
    path: &std::path::Path,
    sealed: &Sealed,
) -> Result<Option<Vec<u8>>, JournalError> {
    let row: Option<(Vec<u8>, Vec<u8>)> = conn
        .prepare_cached("select salt, value from sealed where id = ?")
        .and_then(|mut select| {
            select.query_row([int(sealed.id)], |row| Ok((row.get(0)?, row.get(1)?))).optional()
        })
        .map_err(JournalError::sqlite("leer un valor reservado", path))?;
    match row {
        Some((salt, value)) if hash(&salt, &value) == sealed.hash => Ok(Some(value)),
        Some(_) => Err(JournalError::SealedDiffers { sealed: *sealed }),
        None => Ok(None),
    }
}

impl Journal {
    /// Returns a sealed value, or `None` if it was deleted by law.
    ///
    /// # Errors
    /// When the value is not the one the record refers to, or cannot be read.
    pub fn unseal(&self, sealed: &Sealed) -> Result<Option<Vec<u8>>, JournalError> {
        unseal(self.conn(), self.path(), sealed)
    }

    /// Deletes the sealed values whose time has come, and returns how many. Their bytes are
    /// overwritten on disk at the next checkpoint (`secure_delete`).
    ///
    /// # Errors
    /// When SQLite cannot write.
    pub fn delete_expired(&mut self, now_utc_ms: i64) -> Result<usize, JournalError> {
        self.conn()
            .execute("delete from sealed where delete_after_utc_ms <= ?", [now_utc_ms])
            .map_err(JournalError::sqlite("borrar valores reservados", self.path()))
    }
}
