//! The whole check, at the close of a session and on demand: SQLite's own, schema, chain, tables, requests, sealed values
//! and files. It changes nothing (`look.rs`) and may run beside the server.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use hall_core::hall::Signing;
use hall_log::proof;
use rusqlite::{Connection, OptionalExtension};
use sha2::{Digest, Sha256};

use super::open::{damaged, plain};
use super::rebuild::TABLES;
use super::signatures::{self, Signatures};
use super::tree::{self, Stored};
use super::witness::Testimony;
use super::{Archive, Head, JournalError, RecordReader, SCHEMA, archive, doubt, int, look, read, witness};
use crate::file_hash::sha256_of;

mod key_draws;
mod outside;
mod signed_papers;

use outside::Cited;
pub(super) use outside::take_in;
use signed_papers::SignedPapers;

/// A fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The first line of the record it is about.
    pub seq: Option<u64>,
    /// The table it is about.
    pub table: Option<String>,
    /// A sentence in Spanish.
    pub words: String,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckReport {
    /// The head of the record, as far as it is whole.
    pub head: Head,
    /// What is wrong, the record first.
    pub findings: Vec<Finding>,
}

impl CheckReport {
    /// Nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty()
    }

    /// The first bad line of the record.
    pub fn first_bad_seq(&self) -> Option<u64> {
        self.findings.iter().filter_map(|finding| finding.seq).min()
    }

    fn add(&mut self, seq: Option<u64>, table: Option<&str>, words: impl Into<String>) {
        self.findings.push(Finding { seq, table: table.map(Into::into), words: words.into() });
    }
}

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            writeln!(f, "{}", finding.words)?;
        }
        if self.is_sound() {
            writeln!(f, "Todo está en orden.")?;
        }
        write!(f, "Registro: {} líneas, {}", self.head.seq, self.head.hash)
    }
}

/// Checks everything, and that the line `head` names, as printed on an acta, has that hash. Fails only when the database
/// cannot be looked at.
pub fn check(path: &Path, head: Option<Head>) -> Result<CheckReport, JournalError> {
    look::look_with(path, None, |reader, missing| {
        let mut report = CheckReport { head: Head::EMPTY, findings: Vec::new() };
        if let Some(missing) = missing {
            report.add(None, None, missing.to_string());
        }
        let has_values = !archive::is_one(reader.path());
        check_database(reader, head, report, Reach { has_values, ..Reach::WHOLE })
    })
}

/// As [`check`], of the database alone: a copy without its witness and without the files that the record names. Its archives
/// are in `archives_in`, or beside it; the lines in them are not read.
pub fn check_copy(path: &Path, archives_in: Option<&Path>) -> Result<CheckReport, JournalError> {
    check_apart(path, archives_in, Reach { has_values: !archive::is_one(path), ..Reach::COPY })
}

/// As [`check_copy`], of what becomes an archive: it has no sealed values.
pub(super) fn check_archive(path: &Path, archives_in: &Path) -> Result<CheckReport, JournalError> {
    check_apart(path, Some(archives_in), Reach { has_values: false, ..Reach::COPY })
}

fn check_apart(path: &Path, archives_in: Option<&Path>, reach: Reach) -> Result<CheckReport, JournalError> {
    look::look_with(path, archives_in, |reader, missing| {
        let mut report = CheckReport { head: Head::EMPTY, findings: Vec::new() };
        if let Some(missing) = missing {
            report.add(None, None, missing.to_string());
        }
        check_database(reader, None, report, reach)
    })
}

/// As [`check_copy`], with a reader that can be interrupted.
///
/// # Errors
/// When the database cannot be looked at, or was not looked at to the end.
pub fn check_copy_by(reader: &RecordReader) -> Result<CheckReport, JournalError> {
    let report = CheckReport { head: Head::EMPTY, findings: Vec::new() };
    check_database(reader, None, report, Reach::COPY)
}

/// As [`check`], each night, with a reader that can be interrupted: the lines in archives are not read.
///
/// # Errors
/// When the database cannot be looked at, or was not looked at to the end.
pub fn check_by(reader: &RecordReader) -> Result<CheckReport, JournalError> {
    let report = CheckReport { head: Head::EMPTY, findings: Vec::new() };
    check_database(reader, None, report, Reach { archived_lines: false, ..Reach::WHOLE })
}

/// What is looked at.
#[derive(Clone, Copy)]
struct Reach {
    /// Also what lies beside the database.
    in_its_folder: bool,
    /// Also every line in the archives. Without, their hashes alone.
    archived_lines: bool,
    /// It has the sealed values; an archive has none.
    has_values: bool,
}

impl Reach {
    const WHOLE: Reach = Reach { in_its_folder: true, archived_lines: true, has_values: true };
    const COPY: Reach = Reach { in_its_folder: false, archived_lines: false, has_values: true };
}

fn check_database(
    reader: &RecordReader,
    head: Option<Head>,
    mut report: CheckReport,
    Reach { in_its_folder, archived_lines, has_values }: Reach,
) -> Result<CheckReport, JournalError> {
    let (conn, path) = (&reader.conn, reader.path());
    let failed = JournalError::looking("comprobar la base de datos", path);
    // Before the view: a server that goes on is never behind its witness.
    let testimony = if in_its_folder { witness::read(path)? } else { Testimony::Missing };
    // One view of everything, while the server goes on.
    let conn = conn.unchecked_transaction().map_err(&failed)?;

    let rebuilt = Connection::open("").map_err(&failed)?;
    rebuilt.execute_batch(SCHEMA).map_err(&failed)?;
    rebuilt.set_prepared_statement_cache_capacity(128);
    let (mut cited, mut papers) = (Cited::default(), SignedPapers::default());
    let (left_to_archive, archived) = (archive::left_to_archive(&reader.archives), reader.archived());
    let are_as_named = hashed(reader, &mut report)?;
    let begins_at = reader.archives.first().filter(|_| are_as_named && !archived_lines);
    let begins_at = begins_at.map_or(0, |newest| newest.last.seq);
    let mut signatures = Signatures::after_line(&conn, begins_at).map_err(&failed)?;
    let from = match reader.archives.first() {
        Some(newest) if are_as_named && !archived_lines => begin_behind(
            &conn,
            newest,
            &reader.archives,
            &rebuilt,
            (&mut cited, &mut papers),
            &mut signatures,
        )?,
        _ => Head::EMPTY,
    };
    let making = rebuilt.unchecked_transaction().map_err(&failed)?;
    report.head = from;
    let mut edge = proof::frontier(&Stored(&conn), from.seq).map_err(|error| damaged(path, error))?;
    let chain = read::lines_after(&conn, path, from, None, |_, line, event| {
        report.head.seq = line.seq;
        if line.seq > archived {
            cited.note(line, event);
        } else {
            cited.note_archived(line, event);
        }
        papers.look_at(line, event);
        tree::fold(&making, &mut edge, line, event)
            .and_then(
                |()| if line.seq == left_to_archive { archive::leave_to_archive(&making) } else { Ok(()) },
            )
            .map_err(&failed)?;
        signatures.after(event, &edge).map_err(&failed)
    });
    // SQLite has then ended the transaction too.
    if let Err(full @ JournalError::Full { .. }) = chain {
        return Err(full);
    }
    making.commit().map_err(&failed)?;

    integrity(&conn, path, &mut report)?;
    let whole = chain.is_ok();
    match chain {
        Ok(found) => report.head = found,
        Err(error) => match error.seq() {
            Some(seq) => report.add(Some(seq), Some("event"), error.to_string()),
            None => return Err(error),
        },
    }
    for (seq, words) in papers.found {
        report.add(Some(seq), Some("event"), words);
    }
    if whole {
        for (seq, table, words) in signatures.end(report.head.seq).map_err(&failed)? {
            report.add(Some(seq), Some(table), words);
        }
    }
    match doubt::doubts(&conn, path, testimony, &[]) {
        Ok(doubts) => {
            // A copy has no witness; that a hall has one is asked when it is opened.
            for found in doubts.iter().filter(|found| !matches!(found, JournalError::WitnessMissing(_))) {
                report.add(Some(report.head.seq + 1), Some("event"), found.to_string());
            }
        }
        Err(error) => report.add(None, None, error.to_string()),
    }
    if let Some(head) = head {
        printed(&conn, &mut report, head).map_err(&failed)?;
    }
    schema(&conn, &rebuilt, &mut report).map_err(&failed)?;
    meta(&conn, &mut report).map_err(&failed)?;
    // Tables made from half a record say nothing.
    if whole {
        same_tables(&conn, &rebuilt, &mut report).map_err(&failed)?;
        cited.requests(&conn, archived, &mut report).map_err(&failed)?;
        if has_values {
            cited.values(&conn, reader, &mut report)?;
        }
        if in_its_folder {
            cited.files(path, &mut report);
        }
    }
    Ok(report)
}

/// Compares each archive with the hash that the record has of it. Returns whether they are the ones, and of this schema.
fn hashed(reader: &RecordReader, report: &mut CheckReport) -> Result<bool, JournalError> {
    let mut are_as_named = true;
    for Archive { file, last, sha256, of_this_schema, .. } in &reader.archives {
        let (_, found) = sha256_of(file).map_err(JournalError::file("leer", file))?;
        if found != *sha256 {
            let words = JournalError::ArchiveDiffers(file.clone()).to_string();
            report.add(Some(last.seq + 1), Some("event"), words);
        }
        are_as_named &= found == *sha256 && *of_this_schema;
    }
    Ok(are_as_named)
}

/// Begins behind the archives, each of which was checked when it was made: takes the tables as they were then, and all that was
/// cited before. Returns the last archived line.
fn begin_behind(
    conn: &Connection,
    newest: &Archive,
    archives: &[Archive],
    rebuilt: &Connection,
    (cited, papers): (&mut Cited, &mut SignedPapers),
    signatures: &mut Signatures<'_>,
) -> Result<Head, JournalError> {
    let failed = JournalError::looking("comprobar la base de datos", &newest.file);
    let carry = || -> rusqlite::Result<()> {
        rebuilt.execute("attach ? as old", [look::immutable(&newest.file)])?;
        for table in TABLES.into_iter().filter(|table| !archive::OF_GAMES.contains(table)) {
            rebuilt.execute_batch(&format!("insert into main.{table} select * from old.{table}"))?;
        }
        rebuilt.execute_batch("detach old")
    };
    carry().map_err(&failed)?;
    for (nth, archive) in archives.iter().enumerate().rev() {
        let table = format!("{}.event", Archive::name(nth));
        let kinds: Vec<&str> =
            Cited::kinds().into_iter().chain(signatures::KINDS).chain(Signing::KINDS).collect();
        read::each_of_kinds(conn, (&table, &archive.file), &kinds, |line, event| {
            cited.note_archived(line, event);
            signatures.learn(event);
            papers.learn(line, event);
        })?;
    }
    Ok(newest.last)
}

/// SQLite's own check of every page and index.
fn integrity(conn: &Connection, path: &Path, report: &mut CheckReport) -> Result<(), JournalError> {
    let found = || -> rusqlite::Result<Vec<String>> {
        conn.prepare("pragma main.integrity_check(20)")?.query_map([], |row| row.get(0))?.collect()
    };
    for damage in found().map_err(|error| damaged(path, error))?.iter().filter(|found| *found != "ok") {
        report.add(None, None, format!("SQLite encuentra daños: {damage}"));
    }
    Ok(())
}

/// The head on paper against the line in the file.
fn printed(conn: &Connection, report: &mut CheckReport, Head { seq, hash }: Head) -> rusqlite::Result<()> {
    if seq == 0 {
        return Ok(());
    }
    let select = conn.query_row("select hash from event where seq = ?", [int(seq)], |row| row.get(0));
    let found: Option<[u8; 32]> = select.optional()?;
    if found.is_none() {
        let words = format!("El acta cita la línea {seq}, y el registro acaba antes: faltan líneas.");
        report.add(Some(report.head.seq + 1), Some("event"), words);
    } else if found != Some(hash.0) {
        let words =
            format!("La línea {seq} no tiene la huella que imprime el acta: el registro se ha reescrito.");
        report.add(Some(seq), Some("event"), words);
    }
    Ok(())
}

/// The schema against `schema.sql`; comments and spaces do not count.
fn schema(conn: &Connection, fresh: &Connection, report: &mut CheckReport) -> rusqlite::Result<()> {
    let (found, wanted) = (statements(conn)?, statements(fresh)?);
    for (name, sql) in &wanted {
        match found.get(name) {
            None => report.add(None, Some(name), format!("Falta {name} en el esquema.")),
            Some(other) if other != sql => {
                report.add(None, Some(name), format!("{name} no es como en schema.sql."));
            }
            Some(_) => {}
        }
    }
    for name in found.keys().filter(|name| !wanted.contains_key(*name)) {
        report.add(None, Some(name), format!("{name} no está en schema.sql."));
    }
    Ok(())
}

/// What the file says of itself: nothing that this program does not write.
fn meta(conn: &Connection, report: &mut CheckReport) -> rusqlite::Result<()> {
    let version: i64 = conn.query_row("pragma main.user_version", [], |row| row.get(0))?;
    let mut select = conn.prepare("select key, value from main.meta order by key")?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows: BTreeMap<String, String> = rows.collect::<rusqlite::Result<_>>()?;
    for (key, value) in &rows {
        let good = match key.as_str() {
            "schema_version" => *value == version.to_string(),
            "created_at_utc_ms" => value.parse::<i64>().is_ok(),
            "witness" => value == "1",
            "follows" => true,
            _ => false,
        };
        if !good {
            report.add(
                None,
                Some("meta"),
                format!("La fila {key} de meta no es de este programa: {value:.40}."),
            );
        }
    }
    for key in ["schema_version", "created_at_utc_ms"].into_iter().filter(|key| !rows.contains_key(*key)) {
        report.add(None, Some("meta"), format!("Falta la fila {key} de meta."));
    }
    Ok(())
}

fn statements(conn: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    let mut select = conn.prepare("select name, sql from main.sqlite_schema where sql is not null")?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, plain(&row.get::<_, String>(1)?))))?;
    rows.collect()
}

/// Every table against the one made again from the record.
fn same_tables(conn: &Connection, rebuilt: &Connection, report: &mut CheckReport) -> rusqlite::Result<()> {
    for table in TABLES {
        // A table that is missing or has other columns is reported with the schema.
        let Ok(found) = digest(conn, table) else { continue };
        if found != digest(rebuilt, table)? {
            let words = format!(
                "La tabla {table} no es la que resulta del registro. Rehágala con «hall-server rebuild»."
            );
            report.add(None, Some(table), words);
        }
    }
    Ok(())
}

/// The SHA-256 over every row, quoted, in the order of the primary key.
fn digest(conn: &Connection, table: &str) -> rusqlite::Result<[u8; 32]> {
    let mut info = conn.prepare("select name, pk from pragma_table_info(?, 'main') order by cid")?;
    let columns: Vec<(String, i64)> =
        info.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    let mut key: Vec<_> = columns.iter().filter(|(_, pk)| *pk > 0).collect();
    key.sort_by_key(|(_, pk)| *pk);
    let key: Vec<_> = key.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    let quoted: Vec<_> = columns.iter().map(|(name, _)| format!("quote(\"{name}\")")).collect();
    let sql = format!("select {} from main.{table} order by {}", quoted.join(" || ',' || "), key.join(", "));
    let mut select = conn.prepare(&sql)?;
    let mut rows = select.query([])?;
    let mut sha = Sha256::new();
    while let Some(row) = rows.next()? {
        sha.update(row.get_ref(0)?.as_bytes()?);
        sha.update(b"\n");
    }
    Ok(sha.finalize().into())
}
