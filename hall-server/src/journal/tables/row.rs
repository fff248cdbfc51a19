//! Rows of the tables for people as data, and the statements that write them.

use hall_core::ball::Ball;
use hall_core::event::{
    ClaimNo, CountNo, DiligenciaKind, Extractor, GameNo, HoldNo, Ordinal, Play, PrintingNo, PrizeNo,
    RejectReason, SessionNo, StopNo,
};
use hall_core::game::PrizeState;
use hall_core::machine::{BootId, SetId};
use hall_core::matrix::{MatrixKind, MatrixNo};
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId, Sealed};
use hall_core::record::Line;
use hall_core::series::{CardNo, SeriesId};
use hall_core::time::Date;
use hall_wire::message::{CardState, MatrixRowKind, PrintingState};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Params, params_from_iter};

use crate::journal::int;

/// A column with nothing in it.
pub(super) const NULL: Option<u8> = None;

/// What a column holds of a value: a number, the name of a choice, or text.
pub(super) trait Cell {
    fn cell(&self) -> Value;
}

macro_rules! cells_of {
    ($(|$it:ident: $($type:ty),*| $cell:expr;)*) => {$($(
        impl Cell for $type {
            fn cell(&self) -> Value {
                let $it = self;
                Value::from($cell)
            }
        }
    )*)*};
}

cells_of! {
    |it: bool, u8, u32, i64| *it;
    |it: u64| int(*it);
    |it: ClaimNo, CountNo, GameNo, HoldNo, Ordinal, PrintingNo, PrizeNo, SessionNo, StopNo, CardNo, PersonId| it.0;
    |it: Cents| int(it.0);
    |it: Sealed| int(it.id);
    |it: Ball| it.number();
    |it: MatrixNo| it.get();
    |it: DiligenciaKind, Extractor, MatrixKind, Play, PrizeState, RejectReason| it.name().to_owned();
    |it: CardState, MatrixRowKind, PrintingState| it.name().to_owned();
    |it: str, String, Actor, BootId, SetId, SeriesId, Date| it.to_string();
    |it: [u8; 32]| it.to_vec();
    |it: Value| it.clone();
}

impl<T: Cell + ?Sized> Cell for &T {
    fn cell(&self) -> Value {
        (**self).cell()
    }
}

impl<T: Cell> Cell for Option<T> {
    fn cell(&self) -> Value {
        self.as_ref().map_or(Value::Null, Cell::cell)
    }
}

/// Columns with their values. `game` alone is `game: game`.
macro_rules! cells {
    (@ $column:ident) => { Cell::cell(&$column) };
    (@ $column:ident $value:expr) => { Cell::cell(&$value) };
    ($($column:ident $(: $value:expr)?),* $(,)?) => {
        &[$((stringify!($column), cells!(@ $column $($value)?))),*]
    };
}

/// Writes a whole row, in the place of one with the same key: `put! { tables, stop { game, stop, cause } }`.
macro_rules! put {
    ($tables:expr, $table:ident { $($row:tt)* }) => {
        $tables.put(stringify!($table), cells! { $($row)* })
    };
}

/// Changes columns of the rows with a key: `set! { tables, stop[game, stop] { asked_at_utc_ms: at } }`.
macro_rules! set {
    ($tables:expr, $table:ident [$($key:tt)*] { $($row:tt)* }) => {
        $tables.set(stringify!($table), cells! { $($key)* }, cells! { $($row)* })
    };
}

pub(super) use {cells, put, set};

/// The tables, and the line of the record that is written into them.
pub(super) struct Tables<'a> {
    pub(super) conn: &'a Connection,
    pub(super) line: &'a Line,
}

impl Tables<'_> {
    pub(super) fn run(&self, sql: &str, params: impl Params) -> rusqlite::Result<()> {
        self.conn.prepare_cached(sql)?.execute(params)?;
        Ok(())
    }

    /// What a query finds first; null if nothing.
    pub(super) fn one(&self, sql: &str, params: impl Params) -> rusqlite::Result<Value> {
        let found = self.conn.prepare_cached(sql)?.query_row(params, |row| row.get(0)).optional()?;
        Ok(found.unwrap_or(Value::Null))
    }

    /// A field of the line's event: a word or number itself, a list or an object as JSON.
    pub(super) fn json(&self, path: &str) -> rusqlite::Result<Value> {
        self.one("select json_extract(?, ?)", (&self.line.body, path))
    }

    /// The last session's number; null before the first.
    pub(super) fn session(&self) -> rusqlite::Result<Value> {
        self.one("select max(session) from session", [])
    }

    pub(super) fn put(&self, table: &str, row: &[(&str, Value)]) -> rusqlite::Result<()> {
        let columns: Vec<&str> = row.iter().map(|(column, _)| *column).collect();
        let places = vec!["?"; row.len()].join(", ");
        let sql = format!("insert or replace into {table} ({}) values ({places})", columns.join(", "));
        self.run(&sql, params_from_iter(row.iter().map(|(_, value)| value)))
    }

    pub(super) fn set(
        &self,
        table: &str,
        key: &[(&str, Value)],
        row: &[(&str, Value)],
    ) -> rusqlite::Result<()> {
        let equal = |(column, _): &(&str, Value)| format!("{column} = ?");
        let [set, of] = [row, key].map(|part| part.iter().map(equal).collect::<Vec<_>>());
        let sql = format!("update {table} set {} where {}", set.join(", "), of.join(" and "));
        self.run(&sql, params_from_iter(row.iter().chain(key).map(|(_, value)| value)))
    }

    /// Writes what the machine or its line did.
    pub(super) fn machine(&self, boot: Option<BootId>, frame: Option<u32>) -> rusqlite::Result<()> {
        let Line { seq, at_utc_ms, kind, body, .. } = self.line;
        put! { self, machine_event { seq, at_utc_ms, kind, boot, frame, body } }
    }

    /// Writes money into the till, or out of it.
    pub(super) fn cash(&self, game: GameNo, kind: &str, amount_cents: i64) -> rusqlite::Result<()> {
        let Line { seq, at_utc_ms, actor, .. } = self.line;
        put! { self, cash_movement { seq, game, kind, amount_cents, at_utc_ms, actor } }
    }
}
