//! Older databases, brought to the newest schema.
//!
//! A step is one SQL file in `upgrade/`, named after the version it leads to, for the tables that are the source. All
//! steps, the tables for people made anew from the record, and the new version's number are one transaction: a power cut
//! leaves the old version or the new one (reliability.md E71). A published step is never edited.

use std::path::Path;

use rusqlite::Connection;

use super::{JournalError, rebuild};

struct Step {
    /// The version it leads to, one more than the one it starts from.
    to: u32,
    sql: &'static str,
}

/// All steps, in order; the last leads to [`super::SCHEMA_VERSION`].
const STEPS: &[Step] = &[
    Step { to: 2, sql: include_str!("upgrade/2.sql") },
    Step { to: 3, sql: include_str!("upgrade/3.sql") },
    Step { to: 4, sql: include_str!("upgrade/4.sql") },
    Step { to: 5, sql: include_str!("upgrade/5.sql") },
];

/// Brings the database from this version to the newest.
pub(super) fn run(conn: &Connection, path: &Path, from: u32) -> Result<(), JournalError> {
    let failed = JournalError::sqlite("actualizar la base de datos", path);
    let transaction = conn.unchecked_transaction().map_err(&failed)?;
    for step in STEPS.iter().filter(|step| step.to > from) {
        transaction.execute_batch(step.sql).and_then(|()| stamp(&transaction, step.to)).map_err(&failed)?;
    }
    rebuild::make_tables(&transaction, path)?;
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

#[cfg(test)]
mod tests {
    use super::super::SCHEMA_VERSION;
    use super::*;

    #[test]
    fn the_steps_lead_one_by_one_to_the_newest_version() {
        let mut version = 1;
        for step in STEPS {
            assert_eq!(step.to, version + 1);
            version = step.to;
        }
        assert_eq!(version, SCHEMA_VERSION);
    }
}
