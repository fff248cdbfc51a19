//! How a record stands for whoever changes the program: whether a session is open, and whether another version can read it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use rusqlite::Connection;

use super::lock::Seen;
use super::open::existing;
use super::{JournalError, SCHEMA_VERSION, look};

/// What a program reads: the newest schema of the database, and of each kind of line the newest version. As text, the schema and the
/// kinds with spaces between: `10 ball_announced:1 hall_founded:6`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reads {
    schema: u32,
    kinds: BTreeMap<String, u32>,
}

impl Reads {
    /// What this program reads.
    ///
    /// # Panics
    /// Never: the schemas of the record are JSON, and a test says so.
    pub fn of_this_program() -> Reads {
        let schemas: BTreeMap<String, serde_json::Value> =
            serde_json::from_str(&hall_core::record::schemas()).expect("the schemas are JSON");
        let version =
            |schema: &serde_json::Value| schema["version"].as_u64().and_then(|of| u32::try_from(of).ok());
        let kinds = schemas
            .iter()
            .map(|(kind, schema)| (kind.clone(), version(schema).expect("each kind has a version")));
        Reads { schema: SCHEMA_VERSION, kinds: kinds.collect() }
    }

    /// What of a record it cannot read, in words.
    fn faults(&self, record: &Reads) -> Vec<String> {
        let mut faults = Vec::new();
        if record.schema > self.schema {
            faults.push(format!(
                "la base de datos es de la versión {}, y lee hasta la {}",
                record.schema, self.schema
            ));
        }
        let unknown =
            record.kinds.iter().filter(|(kind, version)| self.kinds.get(*kind).is_none_or(|of| of < version));
        faults.extend(
            unknown.map(|(kind, version)| format!("no conoce las líneas «{kind}», versión {version}")),
        );
        faults
    }
}

impl fmt::Display for Reads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.schema)?;
        self.kinds.iter().try_for_each(|(kind, version)| write!(f, " {kind}:{version}"))
    }
}

impl FromStr for Reads {
    type Err = String;

    fn from_str(text: &str) -> Result<Reads, String> {
        let fault = || format!("«{text}» no es lo que un programa lee: ESQUEMA LÍNEA:VERSIÓN…");
        let mut words = text.split_ascii_whitespace();
        let schema = words.next().and_then(|word| word.parse().ok()).ok_or_else(fault)?;
        let kind = |word: &str| {
            let (kind, version) = word.split_once(':')?;
            Some((kind.to_owned(), version.parse().ok()?))
        };
        let kinds = words.map(kind).collect::<Option<_>>().ok_or_else(fault)?;
        Ok(Reads { schema, kinds })
    }
}

/// How a record stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stands {
    /// The session that is open.
    pub open: Option<u32>,
    /// Why the program that was asked about cannot read it; empty if it can.
    pub unreadable: Vec<String>,
}

/// Looks how the record of a hall stands, beside a running server or not, and whether `reader` could read it.
///
/// # Errors
/// Those of [`look()`].
pub fn stands(dir: &Path, reader: &Reads) -> Result<Stands, JournalError> {
    look(dir, |record| {
        record.view("mirar el registro", |conn| {
            let open = open_session(conn)?;
            let schema = conn.pragma_query_value(Some("main"), "user_version", |row| row.get(0))?;
            let mut kinds = BTreeMap::new();
            // With those of the archives.
            let mut select = conn.prepare("select kind, max(version) from event group by kind")?;
            for row in select.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, u32>(1)?)))? {
                let (kind, version) = row?;
                kinds.insert(kind, version);
            }
            Ok(Stands { open, unreadable: reader.faults(&Reads { schema, kinds }) })
        })
    })
}

/// Whether a server has the record of a hall open.
///
/// # Errors
/// There is no record, or its lock cannot be read.
pub fn is_served(dir: &Path) -> Result<bool, JournalError> {
    Ok(Seen::of(&existing(dir)?)?.held)
}

fn open_session(conn: &Connection) -> rusqlite::Result<Option<u32>> {
    conn.query_row("select max(session) from session where closed_at_utc_ms is null", [], |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_reads_is_read_again_from_its_text() {
        let ours = Reads::of_this_program();
        assert_eq!(ours.to_string().parse(), Ok(ours.clone()));
        assert!(ours.kinds["hall_founded"] >= 6, "{ours}");
        assert!(
            "".parse::<Reads>().is_err()
                && "10 a".parse::<Reads>().is_err()
                && "x a:1".parse::<Reads>().is_err()
        );
    }

    #[test]
    fn a_program_does_not_read_what_is_newer_than_itself() {
        let reads = |text: &str| text.parse::<Reads>().unwrap();
        let record = reads("10 a:1 b:3");
        assert_eq!(reads("10 a:1 b:3 c:1").faults(&record), [] as [String; 0]);
        assert_eq!(
            reads("9 a:1 b:3").faults(&record),
            ["la base de datos es de la versión 10, y lee hasta la 9"]
        );
        assert_eq!(
            reads("11 b:2").faults(&record),
            ["no conoce las líneas «a», versión 1", "no conoce las líneas «b», versión 3"]
        );
    }
}
