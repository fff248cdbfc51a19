//! What is read for an export: lines of some kinds, sessions as pieces of the record, and the tables for people row by row.

use std::ops::RangeInclusive;

use hall_core::people::Sealed;
use hall_core::record::{Hash, Line};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params_from_iter};

use super::read::{COLUMNS, line, malformed};
use super::{JournalError, RecordReader, int, uint};

/// A value of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cell {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A session as a piece of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SessionSpan {
    pub(crate) session: u32,
    /// Its local date, as in "2026-11-21".
    pub(crate) date: String,
    /// The line that opened it.
    pub(crate) opened: u64,
    /// The line that closed it.
    pub(crate) closed: Option<u64>,
}

/// Which rows of a table belong to a piece of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rows {
    /// All: these are few, and what happened before is needed to read the rest.
    All,
    /// Those of its sessions.
    OfSessions,
    /// Those of its games.
    OfGames,
    /// Those of its lines.
    OfLines,
}

/// The tables for people that are taken away, and which rows.
pub(crate) const TABLES: [(&str, Rows); 27] = [
    ("epoch", Rows::All),
    ("hall", Rows::All),
    ("person", Rows::All),
    ("matrix", Rows::All),
    ("series", Rows::All),
    ("printing", Rows::All),
    ("ball_set", Rows::All),
    ("ball_set_inspection", Rows::All),
    ("ball_weighing", Rows::All),
    ("ball_weight", Rows::All),
    ("ball_count", Rows::All),
    ("session", Rows::OfSessions),
    ("acta", Rows::OfSessions),
    ("acta_copy", Rows::OfSessions),
    ("acta_folio", Rows::OfSessions),
    ("book", Rows::All),
    ("game", Rows::OfSessions),
    ("game_ball", Rows::OfGames),
    ("card_sale", Rows::OfGames),
    ("stop", Rows::OfGames),
    ("claim", Rows::OfGames),
    ("prize", Rows::OfGames),
    ("hold", Rows::OfGames),
    ("cash_movement", Rows::OfLines),
    ("account_movement", Rows::OfLines),
    ("machine_event", Rows::OfLines),
    ("diligencia", Rows::OfLines),
];

/// A piece of the record in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) lines: RangeInclusive<u64>,
    pub(crate) sessions: RangeInclusive<u32>,
    pub(crate) games: RangeInclusive<u32>,
}

/// A row of `sealed` that the record cites, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) number: u32,
    pub(crate) roles: String,
    pub(crate) sealed: Sealed,
}

impl RecordReader {
    /// The version of the schema of which its tables are.
    pub(crate) fn schema_version(&self) -> Result<u32, JournalError> {
        self.view("leer la versión", |view| view.pragma_query_value(None, "user_version", |row| row.get(0)))
    }

    /// Every session, in order.
    pub(crate) fn sessions(&self) -> Result<Vec<SessionSpan>, JournalError> {
        // A session's opening stands among what was said of the session before; both lists have the same order.
        const OPENED: &str = "select seq from diligencia where kind = 'session_opened' order by seq";
        const SQL: &str = "select session, date,
                (select max(seq) from diligencia where diligencia.session = session.session and kind = 'session_closed')
            from session order by session";
        self.view("leer las sesiones", |view| {
            let opened: Vec<u64> =
                view.prepare(OPENED)?.query_map([], |row| uint(row, 0))?.collect::<rusqlite::Result<_>>()?;
            let mut opened = opened.into_iter();
            let row = |row: &Row<'_>| {
                let closed = row.get::<_, Option<i64>>(2)?.map(|seq| u64::try_from(seq).unwrap_or(0));
                let opened = opened.next().ok_or(rusqlite::Error::QueryReturnedNoRows)?;
                Ok(SessionSpan { session: row.get(0)?, date: row.get(1)?, opened, closed })
            };
            view.prepare(SQL)?.query_map([], row)?.collect()
        })
    }

    /// The last line between two that is about a paper: an acta, its folios, its signatures, a time stamp.
    pub(crate) fn last_paper(&self, within: RangeInclusive<u64>) -> Result<Option<u64>, JournalError> {
        let sql = "select max(seq) from event where seq between ? and ?
            and kind in ('acta_issued', 'folios_taken', 'paper_signed', 'time_stamped')";
        let found: Option<i64> = self.view("leer el registro", |view| {
            view.query_row(sql, [int(*within.start()), int(*within.end())], |row| row.get(0))
        })?;
        Ok(found.and_then(|seq| u64::try_from(seq).ok()))
    }

    /// The files of the actas of these sessions, with their hashes, in the order of issue.
    pub(crate) fn actas(&self, of: &RangeInclusive<u32>) -> Result<Vec<(String, [u8; 32])>, JournalError> {
        let sql = "select file, sha256 from acta where session between ? and ? order by seq";
        self.view("leer las actas", |view| {
            let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
            view.prepare(sql)?.query_map([of.start(), of.end()], row)?.collect()
        })
    }

    /// The games of these sessions; an empty range if there are none.
    pub(crate) fn games_of(&self, of: &RangeInclusive<u32>) -> Result<RangeInclusive<u32>, JournalError> {
        let sql =
            "select coalesce(min(game), 1), coalesce(max(game), 0) from game where session between ? and ?";
        self.view("leer las partidas", |view| {
            view.query_row(sql, [of.start(), of.end()], |row| Ok(row.get(0)?..=row.get(1)?))
        })
    }

    /// The session of a game.
    pub(crate) fn session_of(&self, game: u32) -> Result<Option<u32>, JournalError> {
        let sql = "select max(session) from game where game = ?";
        self.view("leer las partidas", |view| view.query_row(sql, [game], |row| row.get(0)))
    }

    /// The lines of some kinds between two, with their hashes, without a look at the chain.
    pub(crate) fn lines_of_kinds(
        &self,
        within: RangeInclusive<u64>,
        kinds: &[&str],
        mut each: impl FnMut(&Line, Hash) -> Result<(), JournalError>,
    ) -> Result<(), JournalError> {
        let failed = JournalError::sqlite("leer el registro", &self.path);
        let places = vec!["?"; kinds.len()].join(", ");
        let sql = format!(
            "select {COLUMNS} from event where seq between {} and {} and kind in ({places}) order by seq",
            int(*within.start()),
            int(*within.end())
        );
        let mut select = self.conn.prepare(&sql).map_err(&failed)?;
        let mut rows = select.query(params_from_iter(kinds)).map_err(&failed)?;
        while let Some(row) = rows.next().map_err(&failed)? {
            let seq = uint(row, 0).unwrap_or(0);
            let (line, hash) = line(row).map_err(|error| malformed(seq, error))?;
            each(&line, hash)?;
        }
        Ok(())
    }

    /// The rows of a table that belong to a piece of the record, after the names of its columns. What refers to sealed
    /// values is left out.
    pub(crate) fn table(
        &self,
        (table, rows): (&str, Rows),
        of: &Piece,
        mut each: impl FnMut(&[String], Option<&[Cell]>) -> Result<(), JournalError>,
    ) -> Result<(), JournalError> {
        let failed = JournalError::sqlite("leer las tablas", &self.path);
        let column = match rows {
            Rows::All => None,
            Rows::OfSessions => {
                Some(("session", u64::from(*of.sessions.start()), u64::from(*of.sessions.end())))
            }
            Rows::OfGames => Some(("game", u64::from(*of.games.start()), u64::from(*of.games.end()))),
            Rows::OfLines => Some(("seq", *of.lines.start(), *of.lines.end())),
        };
        let of_piece = column.map_or(String::new(), |(name, first, last)| {
            format!(" where {name} between {} and {}", int(first), int(last))
        });
        let columns = columns(&self.conn, table).map_err(&failed)?;
        let order: Vec<String> = (1..=columns.len().min(3)).map(|place| place.to_string()).collect();
        let sql =
            format!("select {} from {table}{of_piece} order by {}", columns.join(", "), order.join(", "));
        each(&columns, None)?;
        let mut select = self.conn.prepare(&sql).map_err(&failed)?;
        let mut found = select.query([]).map_err(&failed)?;
        while let Some(row) = found.next().map_err(&failed)? {
            let cells: rusqlite::Result<Vec<Cell>> =
                (0..columns.len()).map(|place| Ok(cell(row.get_ref(place)?))).collect();
            each(&columns, Some(&cells.map_err(&failed)?))?;
        }
        Ok(())
    }

    /// What is sealed of the people, as it was said last: who they are.
    pub(crate) fn identities(&self) -> Result<Vec<Named>, JournalError> {
        let sql = "select json_extract(body, '$.person'), json_extract(body, '$.roles'),
                json_extract(body, '$.identity.id'), json_extract(body, '$.identity.sha256'), max(seq)
            from event where kind in ('person_added', 'person_changed') group by 1 order by 1";
        self.view("leer las personas", |view| view.prepare(sql)?.query_map([], named)?.collect())
    }

    /// What is sealed of those who made a claim in some lines; the number is the diligencia's.
    pub(crate) fn claimants(&self, lines: &RangeInclusive<u64>) -> Result<Vec<Named>, JournalError> {
        let sql = "select json_extract(body, '$.diligencia'), '',
                json_extract(body, '$.claimant.id'), json_extract(body, '$.claimant.sha256')
            from event where kind = 'diligencia_written' and seq between ? and ?
                and json_extract(body, '$.claimant.id') is not null order by seq";
        self.view("leer las reclamaciones", |view| {
            view.prepare(sql)?.query_map([int(*lines.start()), int(*lines.end())], named)?.collect()
        })
    }
}

fn named(row: &Row<'_>) -> rusqlite::Result<Named> {
    let hash: String = row.get(3)?;
    let hash = Hash::parse(&hash).ok_or(rusqlite::Error::InvalidQuery)?.0;
    let sealed = Sealed { id: uint(row, 2)?, hash };
    Ok(Named { number: row.get(0)?, roles: row.get(1)?, sealed })
}

fn columns(conn: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let select = conn.prepare(&format!("select * from {table} limit 0"))?;
    let names = select.column_names().map(str::to_owned);
    Ok(names.filter(|name| !name.ends_with("_sealed")).collect())
}

fn cell(value: ValueRef<'_>) -> Cell {
    match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(number) => Cell::Integer(number),
        // No column of a table for people is a fraction.
        ValueRef::Real(number) => Cell::Text(number.to_string()),
        ValueRef::Text(text) => Cell::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Cell::Bytes(bytes.to_owned()),
    }
}
