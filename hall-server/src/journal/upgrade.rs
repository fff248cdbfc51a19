//! Older databases, brought to the newest schema one numbered step at a time.
//!
//! A step is one SQL file in `upgrade/`, named after the version it leads to, and is executed
//! in one transaction with the new version's number: a power cut leaves the old version or
//! the new one. A step is never edited once it has been published. Tables for people are
//! best dropped in a step: whoever opens the database rebuilds them (`rebuilds`).

use rusqlite::Connection;

/// One step.
struct Step {
    /// The version it leads to, one more than the one it starts from.
    to: u32,
    sql: &'static str,
}

/// All steps, in order; the last leads to [`super::SCHEMA_VERSION`]. As in
/// `Step { to: 2, sql: include_str!("upgrade/2.sql") }`.
const STEPS: &[Step] = &[];

/// Brings the database from this version to the newest.
pub(super) fn run(conn: &mut Connection, from: u32) -> rusqlite::Result<()> {
    for step in STEPS.iter().filter(|step| step.to > from) {
        let transaction = conn.transaction()?;
        transaction.execute_batch(step.sql)?;
        stamp(&transaction, step.to)?;
        transaction.commit()?;
    }
    Ok(())
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
