//! What the hall has and has done, read from the tables for people: for lists on screens.

use hall_wire::message::{GameRow, GameState, HallLists, MatrixRow, PrintingRow, SeriesRow, SessionRow};
use rusqlite::{Connection, OptionalExtension, Row};

use super::read::last_line;
use super::{JournalError, RecordReader, uint};

mod balls;

/// How many games are listed: more than a week of them.
const GAMES_MAX: u32 = 200;

/// How many printings are listed.
const PRINTINGS_MAX: u32 = 100;

/// How many sessions are listed: a quarter of a year.
const SESSIONS_MAX: u32 = 100;

const SERIES: &str = "select series, matrix, coalesce(size, 0), face_value_cents,
           case when next_card <= size then next_card end
    from series order by substr(series, 1, 1), cast(substr(series, 2) as integer)";

/// A key is read out of `sealed` only when its matrix is retired: no card of it is sold any more.
const MATRICES: &str = "select matrix, size, kind, clean, maker, mixed, lower(hex(key_sha256)),
           lower(hex(faces_sha256)), made_at_utc_ms, retired_at_utc_ms, reason,
           (select lower(hex(value)) from sealed where id = key_sealed and retired_at_utc_ms is not null),
           (select lower(hex(value)) from sealed where id = seed_sealed and retired_at_utc_ms is not null),
           cast(substr(made_by, 2) as integer), cast(substr(retired_by, 2) as integer)
    from matrix order by matrix";

/// The latest printings, the last first.
const PRINTINGS: &str = "select printing, series, first, last, template, copy, state, ordered_at_utc_ms,
           cast(substr(ordered_by, 2) as integer), ended_at_utc_ms, file, pages, words
    from printing order by printing desc limit ?";

/// Until the sale closes, and where a game was void before that, the cards are those with sellers.
const GAMES: &str = "select game, in_session, coalesce(session, 0), series,
           coalesce(sold, (select sum(last - first + 1) from card_sale
               where card_sale.game = game.game and card_sale.state in ('issued', 'sold', 'refunded')), 0),
           coalesce(takings_cents, 0), coalesce(line_cents, 0), coalesce(bingo_cents, 0),
           (select count(announced_at_utc_ms) from game_ball where game_ball.game = game.game),
           state
    from game order by game desc limit ?";

const SESSIONS: &str = "select session, date, opened_at_utc_ms, closed_at_utc_ms,
           exists (select 1 from acta where acta.session = session.session)
    from session order by session desc limit ?";

impl RecordReader {
    /// Returns what the hall has and has done, all of one moment. The time, and the screens that are
    /// connected, are the asker's to fill in.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn lists(&self) -> Result<HallLists, JournalError> {
        let failed = JournalError::sqlite("leer las listas de la sala", self.path());
        // One view of the file, while the desk goes on writing.
        let view = self.conn().unchecked_transaction().map_err(&failed)?;
        let seq = last_line(&view, self.path())?.seq;
        let lists = || -> rusqlite::Result<HallLists> {
            Ok(HallLists {
                seq,
                at_utc_ms: 0,
                screens: 0,
                next_game: view
                    .query_row("select coalesce(max(game), 0) + 1 from game", [], |row| row.get(0))?,
                series: rows(&view, SERIES, [], series)?,
                matrices: rows(&view, MATRICES, [], matrix)?,
                printings: rows(&view, PRINTINGS, [PRINTINGS_MAX], printing)?,
                ball_sets: balls::all(&view)?,
                games: rows(&view, GAMES, [GAMES_MAX], game)?,
                sessions: rows(&view, SESSIONS, [SESSIONS_MAX], session)?,
            })
        };
        lists().map_err(failed)
    }
}

/// A printing, and the SHA-256 of its pages once they are there.
pub type PrintedRow = (PrintingRow, Option<[u8; 32]>);

/// One printing.
const PRINTING: &str = "select printing, series, first, last, template, copy, state, ordered_at_utc_ms,
           cast(substr(ordered_by, 2) as integer), ended_at_utc_ms, file, pages, words, pdf_sha256
    from printing where printing = ?";

impl RecordReader {
    /// Returns a printing, and the SHA-256 of its pages once they are there.
    ///
    /// # Errors
    /// When SQLite cannot read.
    pub fn printing(&self, number: u32) -> Result<Option<PrintedRow>, JournalError> {
        let found = self.conn().query_row(PRINTING, [number], |row| Ok((printing(row)?, row.get(13)?)));
        found.optional().map_err(JournalError::sqlite("leer una impresión", self.path()))
    }
}

fn rows<T>(
    view: &Connection,
    sql: &str,
    limit: impl rusqlite::Params,
    each: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    view.prepare(sql)?.query_map(limit, each)?.collect()
}

fn matrix(row: &Row<'_>) -> rusqlite::Result<MatrixRow> {
    let (key_sha256, key): (String, Option<String>) = (row.get(6)?, row.get(11)?);
    Ok(MatrixRow {
        matrix: row.get(0)?,
        size: row.get(1)?,
        kind: row.get(2)?,
        clean: row.get(3)?,
        maker: row.get(4)?,
        mixed: row.get(5)?,
        key_sha256: Some(key_sha256).filter(|hash| !hash.is_empty()),
        faces_sha256: row.get(7)?,
        made_at_utc_ms: row.get(8)?,
        retired_at_utc_ms: row.get(9)?,
        reason: row.get(10)?,
        key,
        seed: row.get(12)?,
        made_by: row.get(13)?,
        retired_by: row.get(14)?,
    })
}

fn printing(row: &Row<'_>) -> rusqlite::Result<PrintingRow> {
    Ok(PrintingRow {
        printing: row.get(0)?,
        series: row.get(1)?,
        first: row.get(2)?,
        last: row.get(3)?,
        template: row.get(4)?,
        copy: row.get(5)?,
        state: row.get(6)?,
        ordered_at_utc_ms: row.get(7)?,
        ordered_by: row.get(8)?,
        ended_at_utc_ms: row.get(9)?,
        file: row.get(10)?,
        pages: row.get(11)?,
        words: row.get(12)?,
        progress: None,
    })
}

fn series(row: &Row<'_>) -> rusqlite::Result<SeriesRow> {
    Ok(SeriesRow {
        series: row.get(0)?,
        matrix: row.get(1)?,
        size: row.get(2)?,
        face_value_cents: uint(row, 3)?,
        next_card: row.get(4)?,
    })
}

fn game(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        game: row.get(0)?,
        in_session: row.get(1)?,
        session: row.get(2)?,
        series: row.get(3)?,
        cards: row.get(4)?,
        takings_cents: uint(row, 5)?,
        line_cents: uint(row, 6)?,
        bingo_cents: uint(row, 7)?,
        balls: row.get(8)?,
        state: match row.get_ref(9)?.as_str()? {
            "on_sale" => GameState::OnSale,
            "closed" => GameState::Announced,
            "ended" => GameState::Held,
            "not_held" => GameState::NotHeld,
            "void" => GameState::Void,
            _ => GameState::Playing,
        },
    })
}

fn session(row: &Row<'_>) -> rusqlite::Result<SessionRow> {
    Ok(SessionRow {
        session: row.get(0)?,
        date: row.get(1)?,
        opened_at_utc_ms: row.get(2)?,
        closed_at_utc_ms: row.get(3)?,
        acta: row.get(4)?,
    })
}
