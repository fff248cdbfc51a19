//! A record in several files: `sala.db` has the lines since the last archive, and its first line names the file with those
//! before it (ADR 41).
//!
//! An archive was `sala.db` once. It lies in the folder `archivo` beside the database, is never written again, and names in
//! its own first line the one before it. Whoever opens the database opens them all, for reading, and sees one record: temporary
//! views with the names of the tables lie over the tables. Only what writes says `main`.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use hall_core::event::Event;
use hall_core::record::{self, Hash};
use rusqlite::{Connection, OptionalExtension};

use super::look::immutable;
use super::open::{check_is_ours, damaged};
use super::trouble::folder_of;
use super::{Head, JournalError, RecordReader, SCHEMA_VERSION, read, signed, uint};

/// The folder of the archives, in the hall's folder and in that of its copies.
pub const ARCHIVES: &str = "archivo";

/// What an archive's name begins with.
const NAMED: &str = "registro-";

/// Archives that SQLite opens beside a database.
pub(super) const MOST: usize = 10;

/// The tables for people with many rows for each game. An archive keeps those of its games, and `sala.db` begins without
/// them; the other tables are carried on whole.
pub(super) const OF_GAMES: [&str; 8] =
    ["game_ball", "card_sale", "stop", "claim", "cash_movement", "machine_event", "hold", "diligencia"];

/// A file with earlier lines of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Archive {
    /// Its path.
    pub file: PathBuf,
    /// Its first line.
    pub first: u64,
    /// Its last line, after which the record goes on elsewhere.
    pub last: Head,
    /// SHA-256 of the file.
    pub sha256: [u8; 32],
    /// It has the tables of this program, which reads them as if they were in one file.
    pub(super) of_this_schema: bool,
    /// It has checkpoints.
    pub(super) is_signed: bool,
}

impl Archive {
    /// The name under which a connection has it, the newest being the first.
    pub(super) fn name(nth: usize) -> String {
        format!("archive_{nth}")
    }
}

/// The folder of the hall that a database is of, whose files its record names: the one it lies in, or the one that the folder
/// of the archives lies in.
pub(super) fn hall_of(path: &Path) -> PathBuf {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = folder_of(&path);
    let among_them = folder.file_name().is_some_and(|name| name == ARCHIVES);
    if is_one(&path) && among_them { folder_of(folder).to_owned() } else { folder.to_owned() }
}

/// Whether a database is an archive, by its name.
pub(super) fn is_one(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(NAMED))
}

/// The name of an archive's file. With a piece of the hash: copies of several halls may lie in one folder.
pub(super) fn name_of(first: u64, last: Head) -> String {
    format!("{NAMED}{first}-{}-{}.db", last.seq, &last.hash.to_string()[..8])
}

/// What the reader sees of the tables for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sees {
    /// Those of `sala.db` alone, where rows are written.
    OwnTables,
    /// Those of every year.
    AllTables,
}

/// Opens the archives of a database beside it, the newest first, and lays the views over them. Without any it does nothing.
/// `folder` is the hall's, which has [`ARCHIVES`].
///
/// # Errors
/// [`JournalError::ArchiveMissing`], [`JournalError::ArchiveDiffers`], and what SQLite says.
pub(super) fn attach(
    conn: &Connection,
    path: &Path,
    folder: &Path,
    sees: Sees,
) -> Result<Vec<Archive>, JournalError> {
    let mut archives: Vec<Archive> = Vec::new();
    let mut schema = "main".to_owned();
    loop {
        // What is wrong in an archive is told of the archive: one file has to be put back, and nothing restored.
        let of = archives.last().map(|archive| archive.file.clone());
        let differs = |error| match &of {
            Some(archive) => JournalError::ArchiveDiffers(archive.clone()),
            None => damaged(path, error),
        };
        let Some(mut archive) = cited(conn, &schema, folder).map_err(differs)? else { break };
        let of = archive.file.clone();
        if !of.is_file() {
            return Err(JournalError::ArchiveMissing {
                file: of,
                last: archive.last.seq,
                sha256: archive.sha256,
            });
        }
        schema = Archive::name(archives.len());
        conn.execute(&format!("attach ? as {schema}"), [immutable(&of)])
            .map_err(JournalError::sqlite("abrir el archivo", &of))?;
        let last = format!("select seq, hash from {schema}.event order by seq desc limit 1");
        let last = conn.query_row(&last, [], |row| Ok(Head { seq: uint(row, 0)?, hash: Hash(row.get(1)?) }));
        if last.ok() != Some(archive.last) {
            return Err(JournalError::ArchiveDiffers(of));
        }
        let version = check_is_ours(conn, &schema, &of).map_err(|_| JournalError::ArchiveDiffers(of))?;
        archive.of_this_schema = version == SCHEMA_VERSION;
        archive.is_signed = version >= signed::SINCE;
        archives.push(archive);
    }
    if !archives.is_empty() {
        let views = views(&archives, sees);
        conn.execute_batch(&views).map_err(|error| damaged(path, error))?;
    }
    Ok(archives)
}

/// The archive that the first line of a file names; none if the file begins with the hall's founding, has no line yet, or
/// begins where nothing says why, which whoever reads the lines will find.
fn cited(conn: &Connection, schema: &str, folder: &Path) -> rusqlite::Result<Option<Archive>> {
    let sql = format!("select seq, kind, version, body from {schema}.event order by seq limit 1");
    let row = |row: &rusqlite::Row<'_>| {
        let event = || -> rusqlite::Result<_> {
            Ok(record::decode(&row.get::<_, String>(1)?, row.get(2)?, &row.get::<_, String>(3)?))
        };
        Ok((uint(row, 0)?, event().ok().and_then(Result::ok)))
    };
    let Some((seq, Some(Event::RecordArchived { first, last, head, file, sha256 }))) =
        conn.query_row(&sql, [], row).optional()?
    else {
        return Ok(None);
    };
    // A name, and no way out of the folder.
    let is_name = Path::new(&file).file_name().is_some_and(|name| name == file.as_str());
    if last + 1 != seq || !is_name {
        return Ok(None);
    }
    // An archive that is looked at has the one before it beside it.
    let places = [folder.join(ARCHIVES).join(&file), folder.join(&file)];
    let found = places.iter().find(|place| place.is_file()).unwrap_or(&places[0]);
    Ok(Some(Archive {
        file: found.clone(),
        first,
        last: Head { seq: last, hash: Hash(head) },
        sha256,
        of_this_schema: false,
        is_signed: false,
    }))
}

/// The archives that a database names and that lie in a hall's folder, for who copies or brings them.
///
/// # Errors
/// Those of [`RecordReader::open`].
pub fn archives_of(path: &Path) -> Result<Vec<Archive>, JournalError> {
    super::look(path, |record| Ok(record.archives.clone()))
}

impl RecordReader {
    /// The last line that is in an archive; 0 without one.
    pub fn archived(&self) -> u64 {
        self.archives.first().map_or(0, |newest| newest.last.seq)
    }
}

fn views(archives: &[Archive], sees: Sees) -> String {
    let mut sql = String::new();
    let mut over = |table: &str, columns: &str, schemas: &[String]| {
        let parts = schemas.iter().map(|schema| format!("select {columns} from {schema}.{table}"));
        let all = parts.collect::<Vec<_>>().join(" union all ");
        write!(sql, "create temp view {table} as {all};").expect("text can be written");
    };
    let schemas: Vec<String> =
        (0..archives.len()).rev().map(Archive::name).chain(["main".to_owned()]).collect();
    over("event", read::COLUMNS, &schemas);
    over("request", "device, request_id, body_sha256, first_seq, last_seq", &schemas);
    let signed = archives.iter().take_while(|archive| archive.is_signed).count();
    let with_checkpoints: Vec<String> =
        (0..signed).rev().map(Archive::name).chain(["main".to_owned()]).collect();
    over("checkpoint", "epoch, size, note", &with_checkpoints);
    over("cosignature", "epoch, size, name, line", &with_checkpoints);
    let readable = of_this_schema(archives).count();
    if sees == Sees::AllTables && readable > 0 {
        let schemas: Vec<String> =
            (0..readable).rev().map(Archive::name).chain(["main".to_owned()]).collect();
        for table in OF_GAMES {
            over(table, "*", &schemas);
        }
    }
    sql
}

/// The newest archives, as far as their tables are this program's. What older ones have is left in the tables of `sala.db`, which
/// every upgrade makes anew.
fn of_this_schema(archives: &[Archive]) -> impl Iterator<Item = &Archive> {
    archives.iter().take_while(|archive| archive.of_this_schema)
}

/// The last line whose rows of games are read from an archive and not from `sala.db`; 0 without one.
pub(super) fn left_to_archive(archives: &[Archive]) -> u64 {
    of_this_schema(archives).next().map_or(0, |newest| newest.last.seq)
}

/// Takes the rows of archived games out of tables that were made from every line. Called after the last archived line.
pub(super) fn leave_to_archive(conn: &Connection) -> rusqlite::Result<()> {
    OF_GAMES.iter().try_for_each(|table| conn.execute_batch(&format!("delete from main.{table}")))
}

#[cfg(test)]
mod tests {
    use super::super::{SCHEMA, extraction, lists};
    use super::*;

    /// A year beside the hall costs a screen nothing: no list reads an archive through.
    #[test]
    fn no_list_goes_through_an_archive() {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(SCHEMA).unwrap();
        conn.execute_batch("attach ':memory:' as archive_0").unwrap();
        let other = SCHEMA
            .replace("create table ", "create table archive_0.")
            .replace("create index ", "create index archive_0.")
            .replace("create trigger ", "create trigger archive_0.");
        conn.execute_batch(&other).unwrap();
        let archive = Archive {
            file: PathBuf::new(),
            first: 1,
            last: Head::EMPTY,
            sha256: [0; 32],
            of_this_schema: true,
            is_signed: true,
        };
        conn.execute_batch(&views(&[archive], Sees::AllTables)).unwrap();
        let of_requests = [read::ANSWER, read::NEXT_DEVICE, "select actor from event where seq = ?1"];
        let of_lists = [lists::GAMES, extraction::INTERVALS, "select hash from event where seq = ?1"];
        for sql in of_lists.into_iter().chain(of_requests) {
            let mut explained = conn.prepare(&format!("explain query plan {sql}")).unwrap();
            let params = rusqlite::params_from_iter(vec![7; explained.parameter_count()]);
            let rows = explained.query_map(params, |row| row.get("detail")).unwrap();
            let plan: Vec<String> = rows.collect::<Result<_, _>>().unwrap();
            assert!(plan.iter().any(|step| step.starts_with("SEARCH")), "{plan:#?}");
            // Holds are few, and are gone through once.
            let through = |step: &&String| step.starts_with("SCAN archive_0") && !step.ends_with(".hold");
            assert_eq!(plan.iter().find(through), None, "{plan:#?}");
        }
    }
}
