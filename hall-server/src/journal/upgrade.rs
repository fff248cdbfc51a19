//! Older databases, brought to the newest schema.
//!
//! A step is one SQL file in `upgrade/`, named after the version it leads to, for the tables that are the source. All
//! steps, the tables for people made anew from the record, and the new version's number are one transaction: a power cut
//! leaves the old version or the new one (reliability.md E71). A published step is never edited.
//!
//! Archives are open beside the database and stay as they are (`archive.rs`): a step says `main.event`, not `event`.

use std::path::Path;

use rusqlite::Connection;

use super::{JournalError, rebuild};

/// The steps, the first to version 2.
const STEPS: [&str; 9] = [
    include_str!("upgrade/2.sql"),
    include_str!("upgrade/3.sql"),
    include_str!("upgrade/4.sql"),
    include_str!("upgrade/5.sql"),
    include_str!("upgrade/6.sql"),
    include_str!("upgrade/7.sql"),
    include_str!("upgrade/8.sql"),
    include_str!("upgrade/9.sql"),
    include_str!("upgrade/10.sql"),
];

/// The newest version of the schema.
pub const SCHEMA_VERSION: u32 = STEPS.len() as u32 + 1;

/// Brings the database from this version to the newest. Archives stay as they are; their last line is `archived`.
pub(super) fn run(conn: &Connection, path: &Path, from: u32, archived: u64) -> Result<(), JournalError> {
    let failed = JournalError::sqlite("actualizar la base de datos", path);
    let transaction = conn.unchecked_transaction().map_err(&failed)?;
    for (to, sql) in (2..).zip(STEPS).filter(|(to, _)| *to > from) {
        transaction.execute_batch(sql).and_then(|()| stamp(&transaction, to)).map_err(&failed)?;
    }
    rebuild::make_tables(&transaction, path, archived)?;
    transaction.commit().map_err(&failed)
}

/// Writes the schema's version into the database.
pub(super) fn stamp(conn: &Connection, version: u32) -> rusqlite::Result<()> {
    conn.pragma_update(None, "user_version", version)?;
    conn.execute(
        "insert or replace into meta (key, value) values ('schema_version', ?)",
        [version.to_string()],
    )?;
    Ok(())
}
