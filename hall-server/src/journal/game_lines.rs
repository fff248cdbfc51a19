//! The lines of a game, and those that fixed its cards, found by their hour: the tables for people have it, and no line's number.

use hall_core::event::{Event, GameNo};
use hall_core::matrix::MatrixNo;
use hall_core::record::Line;
use hall_core::series::SeriesId;
use rusqlite::{Connection, OptionalExtension};

use super::{JournalError, RecordReader, int, uint};

/// More lines than a game has ever had: what would take longer to show than anybody waits is not shown.
const LINES_MAX: u64 = 20_000;

impl RecordReader {
    /// The lines from the opening of a game's sale to its end; `None` while it is not over, or if there is no such game.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn lines_of_game(&self, game: GameNo) -> Result<Option<Vec<(Line, Event)>>, JournalError> {
        let sql = "select opened_at_utc_ms, coalesce(voided_at_utc_ms, ended_at_utc_ms) from game
                   where game = ? and state in ('ended', 'not_held', 'void')";
        let hours: Option<(i64, i64)> = self.view("leer una partida", |conn| {
            conn.query_row(sql, [game.0], |row| Ok((row.get(0)?, row.get(1)?))).optional()
        })?;
        let Some((opened, over)) = hours else { return Ok(None) };
        let is_first =
            |event: &Event| matches!(event, Event::SaleOpened { .. }) && event.game() == Some(game);
        let is_last = |event: &Event| {
            let ends = matches!(
                event,
                Event::GameEnded { .. } | Event::GameNotHeld { .. } | Event::GameVoided { .. }
            );
            ends && event.game() == Some(game)
        };
        let first = self.line_at(opened, is_first)?;
        let last = self.line_at(over, is_last)?;
        let (Some(first), Some(last)) = (first, last) else { return Ok(None) };
        if last < first || last - first >= LINES_MAX {
            return Ok(None);
        }
        self.lines(first, last).map(Some)
    }

    /// The first line of an hour or after it, UTC milliseconds, or the one behind the last.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub(crate) fn first_from(&self, at_utc_ms: i64) -> Result<u64, JournalError> {
        self.view("buscar una hora en el registro", |conn| first_from(conn, at_utc_ms))
    }

    /// The line with which a matrix was made or taken in.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn line_of_matrix(&self, matrix: MatrixNo) -> Result<Option<u64>, JournalError> {
        let sql = "select made_at_utc_ms from matrix where matrix = ?";
        self.line_by(sql, matrix.get(), |event| {
            let made = |made: MatrixNo| made == matrix;
            matches!(event, Event::MatrixMade { matrix, .. } | Event::MatrixImported { matrix, .. } if made(*matrix))
        })
    }

    /// The line with which a series came into the hall's stock.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn line_of_series(&self, series: SeriesId) -> Result<Option<u64>, JournalError> {
        let sql = "select received_at_utc_ms from series where series = ?";
        self.line_by(
            sql,
            series.to_string(),
            |event| matches!(event, Event::SeriesReceived { series: received, .. } if *received == series),
        )
    }

    fn line_by(
        &self,
        sql: &str,
        key: impl rusqlite::ToSql,
        is: impl Fn(&Event) -> bool,
    ) -> Result<Option<u64>, JournalError> {
        let hour: Option<i64> = self
            .view("leer cuándo se fijó", |conn| conn.query_row(sql, [key], |row| row.get(0)).optional())?;
        hour.map_or(Ok(None), |hour| self.line_at(hour, is))
    }

    /// The first line of an hour, UTC milliseconds, with an event.
    fn line_at(&self, at_utc_ms: i64, is: impl Fn(&Event) -> bool) -> Result<Option<u64>, JournalError> {
        let near = self.view("buscar una hora en el registro", |conn| {
            let first = first_from(conn, at_utc_ms)?;
            let mut same = conn
                .prepare_cached("select seq, at_utc_ms from event where seq >= ? order by seq limit 5000")?;
            let mut rows = same.query([int(first)])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                if row.get::<_, i64>(1)? != at_utc_ms {
                    break;
                }
                found.push(uint(row, 0)?);
            }
            Ok(found)
        })?;
        match self.one_of(&near, &is)? {
            Some(line) => Ok(Some(line)),
            // The clock was put back meanwhile, and hours do not follow each other: every line is looked at.
            None => {
                let all = self.view("buscar una hora en el registro", |conn| {
                    let mut select =
                        conn.prepare("select seq from event where at_utc_ms = ? order by seq limit 5000")?;
                    select.query_map([at_utc_ms], |row| uint(row, 0))?.collect::<rusqlite::Result<Vec<_>>>()
                })?;
                self.one_of(&all, &is)
            }
        }
    }

    fn one_of(&self, lines: &[u64], is: &impl Fn(&Event) -> bool) -> Result<Option<u64>, JournalError> {
        for line in lines {
            if self.lines(*line, *line)?.iter().any(|(_, event)| is(event)) {
                return Ok(Some(*line));
            }
        }
        Ok(None)
    }
}

/// The first line of an hour or after it, or the one behind the last, as long as the clock only went on.
fn first_from(conn: &Connection, at_utc_ms: i64) -> rusqlite::Result<u64> {
    let mut hour = conn.prepare_cached("select at_utc_ms from event where seq = ?")?;
    let (mut first, mut end): (u64, u64) =
        (1, conn.query_row("select coalesce(max(seq), 0) + 1 from event", [], |row| uint(row, 0))?);
    while first < end {
        let middle = first + (end - first) / 2;
        let found: Option<i64> = hour.query_row([int(middle)], |row| row.get(0)).optional()?;
        // Lines in an archive that is not there are older than any that is looked for.
        if found.is_none_or(|found| found < at_utc_ms) { first = middle + 1 } else { end = middle }
    }
    Ok(first)
}
