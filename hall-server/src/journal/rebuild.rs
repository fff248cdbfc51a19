//! The tables for people, made again from the record.

use std::path::Path;

use hall_log::Frontier;
use rusqlite::Connection;

use super::{Head, Journal, JournalError, SCHEMA, archive, read, tree};

/// The tables that are made from `event`, in the order of `schema.sql`.
pub(super) const TABLES: [&str; 30] = [
    "subtree",
    "record_key",
    "record_witness",
    "epoch",
    "hall",
    "person",
    "matrix",
    "series",
    "printing",
    "ball_set",
    "ball_set_inspection",
    "ball_weighing",
    "ball_weight",
    "ball_count",
    "session",
    "game",
    "game_ball",
    "card_sale",
    "stop",
    "claim",
    "prize",
    "cash_movement",
    "account_movement",
    "machine_event",
    "hold",
    "diligencia",
    "acta",
    "acta_copy",
    "book",
    "acta_folio",
];

/// Makes the tables for people again, whatever was in them. The server must be stopped. With a broken record nothing is
/// changed.
pub fn rebuild(path: &Path) -> Result<Head, JournalError> {
    let (mut journal, _) = Journal::open(path)?;
    let failed = JournalError::sqlite("rehacer las tablas", journal.path());
    let transaction = journal.conn.unchecked_transaction().map_err(&failed)?;
    let head = make_tables(&transaction, journal.path(), archive::left_to_archive(&journal.archives))?;
    transaction.commit().map_err(&failed)?;
    journal.files.after_writing(true)?;
    Ok(head)
}

/// Makes the tables for people as `schema.sql` has them and fills them from the record, within the caller's transaction. Rows of games
/// up to the line `archived` are left to the archives.
pub(super) fn make_tables(conn: &Connection, path: &Path, archived: u64) -> Result<Head, JournalError> {
    let failed = JournalError::sqlite("rehacer las tablas", path);
    let empty = || -> rusqlite::Result<()> {
        let fresh = Connection::open_in_memory()?;
        fresh.execute_batch(SCHEMA)?;
        for name in TABLES {
            let create: String =
                fresh.query_row("select sql from sqlite_schema where name = ?", [name], |row| row.get(0))?;
            conn.execute_batch(&format!("drop table if exists main.{name}; {create}"))?;
        }
        Ok(())
    };
    empty().map_err(&failed)?;
    let mut tree = Frontier::EMPTY;
    read::each_line(conn, path, |line, event| {
        tree::fold(conn, &mut tree, line, event)
            .and_then(|()| if line.seq == archived { archive::leave_to_archive(conn) } else { Ok(()) })
            .map_err(&failed)
    })
}
