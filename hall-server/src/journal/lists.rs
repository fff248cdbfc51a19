//! The hall's lists for screens, read from the tables for people. Each column has the name of its field.

use hall_core::event::{GameNo, Play, PrizeNo, SessionNo};
use hall_wire::message::{HallLists, PrintingRow, RulesNow};
use rusqlite::OptionalExtension;

use super::fields::{fields, first, rows};
use super::{JournalError, RecordReader, uint};

pub(super) mod balls;

/// Games listed: more than a week of them.
const GAMES_MAX: u32 = 200;

/// Printings listed.
const PRINTINGS_MAX: u32 = 100;

/// Sessions listed: a quarter of a year.
const SESSIONS_MAX: u32 = 100;

const SERIES: &str = "select series, matrix, coalesce(size, 0) as size, face_value_cents,
           case when next_card <= size then next_card end as next_card
    from series order by substr(series, 1, 1), cast(substr(series, 2) as integer)";

/// A key is read out of `sealed` only when its matrix is retired and no card of it is sold.
const MATRICES: &str = "select matrix, size, kind, clean, maker, mixed,
           nullif(lower(hex(key_sha256)), '') as key_sha256, lower(hex(faces_sha256)) as faces_sha256,
           made_at_utc_ms, cast(substr(made_by, 2) as integer) as made_by,
           retired_at_utc_ms, cast(substr(retired_by, 2) as integer) as retired_by, reason,
           (select lower(hex(value)) from sealed where id = key_sealed and retired_at_utc_ms is not null) as key,
           (select lower(hex(value)) from sealed where id = seed_sealed and retired_at_utc_ms is not null) as seed
    from matrix order by matrix";

/// With the SHA-256 of the pages, which is in no list. What follows chooses and orders.
const PRINTINGS: &str = "select printing, series, first, last, template, copy, state, ordered_at_utc_ms,
           cast(substr(ordered_by, 2) as integer) as ordered_by, ended_at_utc_ms, file, pages, words, pdf_sha256
    from printing";

/// Until the sale closes, and where a game was void before that, the cards are those with sellers. Rows of games are counted from
/// the oldest one that is listed on, so that no archive is read through.
pub(super) const GAMES: &str = "with
    heard as (select game, count(announced_at_utc_ms) as balls from game_ball where game >= ?1 group by game),
    out as (select game, sum(last - first + 1) as cards from card_sale
        where game >= ?1 and state in ('issued', 'sold', 'refunded') group by game)
    select game.game as game, in_session, coalesce(session, 0) as session, series,
           coalesce(sold, out.cards, 0) as cards, coalesce(takings_cents, 0) as takings_cents,
           coalesce(line_cents, 0) as line_cents, coalesce(bingo_cents, 0) as bingo_cents,
           coalesce(heard.balls, 0) as balls,
           case when state in ('on_sale', 'not_held', 'void') then state when state = 'closed' then 'announced'
               when state = 'ended' then 'held' else 'playing' end as state
    from game left join heard on heard.game = game.game left join out on out.game = game.game
    where game.game >= ?1 order by game.game desc";

/// The oldest game that is listed.
const OLDEST: &str = "select coalesce(min(game), 0) from (select game from game order by game desc limit ?)";

const SESSIONS: &str = "select session, date, opened_at_utc_ms, closed_at_utc_ms,
           exists (select 1 from acta where acta.session = session.session) as acta,
           (select count(*) from acta_copy where acta_copy.session = session.session) as copies
    from session order by session desc limit ?";

const IN_SHORT: &str = "select date, opened_at_utc_ms, closed_at_utc_ms,
           (select count(*) from game where game.session = session.session) as games,
           (select coalesce(sum(sold), 0) from game where game.session = session.session and state <> 'void') as sold,
           (select coalesce(sum(takings_cents), 0) from game
               where game.session = session.session and state <> 'void') as takings_cents,
           (select coalesce(sum(line_cents + bingo_cents), 0) from game
               where game.session = session.session and state <> 'void') as prizes_cents
    from session where session = ?";

/// A prize that was paid, and by whom.
const PAID: &str =
    "select game, play, series, card, amount_cents, since_utc_ms, cast(substr(by, 2) as integer) as by
    from prize where game = ? and prize = ? and state = 'paid'";

/// A copy of an acta, as the record has it.
const ACTA_COPY: &str = "select reason, made_at_utc_ms, cast(substr(by, 2) as integer) as by
    from acta_copy where session = ? and copy = ?";

/// A copy of an acta that somebody asked for.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
pub(crate) struct ActaCopy {
    /// For whom, or why.
    pub(crate) reason: String,
    /// When, UTC milliseconds.
    pub(crate) made_at_utc_ms: i64,
    /// The number of who asked.
    pub(crate) by: u32,
}

/// A prize that was paid.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
pub struct PaidPrize {
    /// The game's number.
    pub game: u32,
    /// What was won.
    pub play: Play,
    /// The series of the card.
    pub series: String,
    /// Its number.
    pub card: u32,
    /// What was paid.
    pub amount_cents: u64,
    /// When, UTC milliseconds.
    pub since_utc_ms: i64,
    /// The number of who paid.
    pub by: u32,
}

/// A session in short.
pub(crate) struct SessionInShort {
    /// The local date of its opening.
    pub(crate) date: String,
    /// When it opened, UTC milliseconds.
    pub(crate) opened_at_utc_ms: i64,
    /// When it closed.
    pub(crate) closed_at_utc_ms: Option<i64>,
    /// Its games, those void or not held too.
    pub(crate) games: u32,
    /// Cards sold, without games that are void.
    pub(crate) sold: u32,
    /// What they brought.
    pub(crate) takings_cents: u64,
    /// The prizes of line and bingo.
    pub(crate) prizes_cents: u64,
}

/// A printing, and the SHA-256 of its pages once they are there.
pub(crate) type PrintedRow = (PrintingRow, Option<[u8; 32]>);

impl RecordReader {
    /// A prize of a game; `None` unless it was paid.
    pub(crate) fn paid_prize(&self, game: GameNo, prize: PrizeNo) -> Result<Option<PaidPrize>, JournalError> {
        self.view("leer un premio", |view| first(view, PAID, [game.0, prize.0]))
    }

    /// A copy of the acta of a session; `None` where nobody asked for it.
    pub(crate) fn acta_copy(&self, session: SessionNo, copy: u32) -> Result<Option<ActaCopy>, JournalError> {
        self.view("leer una copia de un acta", |view| first(view, ACTA_COPY, [session.0, copy]))
    }

    /// The hall's lists, all of one moment, without the time and what only the server knows.
    pub(crate) fn lists(&self) -> Result<HallLists, JournalError> {
        self.view("leer las listas de la sala", |view| {
            let number = |sql| view.query_row(sql, [], |row| row.get::<_, u32>(0));
            let oldest: u32 = view.query_row(OLDEST, [GAMES_MAX], |row| row.get(0))?;
            Ok(HallLists {
                seq: number("select coalesce((select seq from event order by seq desc limit 1), 0)")?.into(),
                at_utc_ms: 0,
                screens: 0,
                wired: false,
                backup: None,
                next_game: number("select coalesce(max(game), 0) + 1 from game")?,
                series: rows(view, SERIES, [])?,
                matrices: rows(view, MATRICES, [])?,
                exporting: None,
                key_draw: None,
                key_draws_required: false,
                rules: RulesNow::default(),
                devices: Vec::new(),
                guessed_codes: Vec::new(),
                hall_key: None,
                hall_fingerprint: None,
                log_ins: Vec::new(),
                barcodes: Vec::new(),
                printings: rows(
                    view,
                    &format!("{PRINTINGS} order by printing desc limit ?"),
                    [PRINTINGS_MAX],
                )?,
                ball_sets: balls::all(view)?,
                games: rows(view, GAMES, [oldest])?,
                sessions: rows(view, SESSIONS, [SESSIONS_MAX])?,
            })
        })
    }

    /// What there is to say of a session in a line; none of one that is not in the tables.
    pub(crate) fn session_in_short(
        &self,
        session: SessionNo,
    ) -> Result<Option<SessionInShort>, JournalError> {
        self.view("leer una sesión", |view| {
            view.query_row(IN_SHORT, [session.0], |row| {
                Ok(SessionInShort {
                    date: row.get("date")?,
                    opened_at_utc_ms: row.get("opened_at_utc_ms")?,
                    closed_at_utc_ms: row.get("closed_at_utc_ms")?,
                    games: row.get("games")?,
                    sold: row.get("sold")?,
                    takings_cents: uint(row, 5)?,
                    prizes_cents: uint(row, 6)?,
                })
            })
            .optional()
        })
    }

    pub(crate) fn printing(&self, number: u32) -> Result<Option<PrintedRow>, JournalError> {
        self.view("leer una impresión", |view| {
            let sql = format!("{PRINTINGS} where printing = ?");
            view.query_row(&sql, [number], |row| Ok((fields(row)?, row.get("pdf_sha256")?))).optional()
        })
    }
}
