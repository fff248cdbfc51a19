//! The parts of the public board.

use hall_core::event::Segment;
use hall_core::series::CardRef;
use hall_core::words::Lang;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{HoldKind, Play, PrizeState, StandstillKind, VerdictKind};

/// A sentence in the languages of the screens. No program decides on it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Said {
    /// Spanish.
    pub es: String,
    /// English.
    pub en: String,
}

/// One card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardNumber {
    /// Its series, as in `A17`.
    pub series: String,
    /// Its number in the series.
    pub card: u32,
}

/// Consecutive cards of one series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cards {
    /// The series, as in `A17`.
    pub series: String,
    /// The first card.
    pub first: u32,
    /// The last card.
    pub last: u32,
}

/// The session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// Its number.
    pub session: u32,
    /// Its date, as in `2026-11-21`.
    pub date: String,
    /// Some value of the profile is unknown: everything is a draft.
    pub draft: bool,
    /// The regulation in words.
    pub rules: String,
    /// The last game was announced.
    #[serde(default)]
    pub last_game: bool,
    /// Its order in the session, once it was.
    pub last_in_session: Option<u32>,
    /// The hour from which no sale opens, as in `03:00`.
    pub closing_hour: Option<String>,
}

/// What was announced of a game's sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Figures {
    /// The cards sold.
    pub cards: u32,
    /// The takings.
    pub takings_cents: u64,
    /// The line's prize.
    pub line_cents: u64,
    /// The bingo's prize.
    pub bingo_cents: u64,
}

/// The hashes of a matrix: they prove the key that is published when the matrix is retired, and every card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatrixHashes {
    /// Its number.
    pub matrix: u32,
    /// SHA-256 of its key, in hex; none for one made by others.
    pub key_sha256: Option<String>,
    /// SHA-256 of all its faces, in hex.
    pub faces_sha256: String,
}

/// The present game, or the last one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Game {
    /// Its number.
    pub game: u32,
    /// Its order in the session.
    pub in_session: u32,
    /// The series announced.
    pub series: String,
    /// Cards of the series.
    pub series_size: u32,
    /// What is published of its matrix before a card of it is sold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<MatrixHashes>,
    /// The price of a card.
    pub face_value_cents: u64,
    /// Cards with sellers; after the close, cards sold.
    pub cards: u32,
    /// The takings; zero until the sale closes.
    pub takings_cents: u64,
    /// The line's prize.
    pub line_cents: u64,
    /// The bingo's prize.
    pub bingo_cents: u64,
    /// The cards sold, once the sale is closed.
    pub segments: Vec<Cards>,
    /// The words that close the sale; empty until then.
    pub formula: String,
    /// The line can still be sung.
    pub line_open: bool,
    /// The bingo can still be sung.
    pub bingo_open: bool,
}

/// A card that was sung, and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ClaimView")]
pub struct Claim {
    /// The claim.
    pub claim: u32,
    /// Line or bingo.
    pub play: Play,
    /// The card.
    pub card: CardNumber,
    /// Its matrix face, top row first, 0 for an empty cell; none where there is no such card.
    pub grid: Option<[[u8; 9]; 3]>,
    /// The verdict.
    pub verdict: VerdictKind,
    /// The verdict in the acta's words.
    pub words: Said,
    /// The verdict as a headline for the desk, in capitals.
    pub desk_head: Said,
    /// The verdict as a headline for the hall, in capitals.
    pub hall_head: Said,
    /// The sentences under the hall's headline, one a line.
    pub hall_body: Said,
    /// The numbers that are missing.
    pub missing: Vec<u8>,
    /// The complete rows, bit r for row r.
    pub rows: u8,
    /// None until the jefe de mesa has accepted or rejected it.
    pub accepted: Option<bool>,
    /// When the jefe de mesa accepted it, UTC milliseconds.
    pub accepted_at_utc_ms: Option<i64>,
    /// The place of the ball that completed it, where it is good.
    pub completed_at: Option<u8>,
    /// The game it was sold in, where it is not this one.
    pub sold_in: Option<u32>,
    /// The claim whose answer stands, where it was sung before.
    pub first_claim: Option<u32>,
}

/// A stop of the draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "StopView")]
pub struct Stop {
    /// Its number in the game.
    pub stop: u32,
    /// The server started again in mid-draw; nobody called (DECISIONS 25).
    #[serde(default)]
    pub restart: bool,
    /// What was sung in it.
    pub claims: Vec<Claim>,
    /// When the question was asked, UTC milliseconds.
    pub asked_at_utc_ms: Option<i64>,
    /// Lines were asked for.
    pub asked_line: bool,
    /// Bingos were asked for.
    pub asked_bingo: bool,
    /// From when the order after the question is accepted, UTC milliseconds.
    pub order_from_utc_ms: Option<i64>,
}

/// Who called the stop. For the desk only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "StopCallView")]
pub struct StopCall {
    /// The device.
    pub device: String,
    /// How long after the announcement of the last ball it was pressed, in milliseconds, negative before it; none where the device
    /// could not say.
    pub after_ms: Option<i64>,
    /// By how much that may be wrong, in milliseconds.
    pub within_ms: i64,
    /// The last announced ball counts in this stop.
    pub counts: bool,
    /// All that, in words.
    pub words: Said,
}

/// A prize, without its bearer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Prize {
    /// The game.
    pub game: u32,
    /// The prize.
    pub prize: u32,
    /// Line or bingo.
    pub play: Play,
    /// The winning card.
    pub card: CardNumber,
    /// The amount.
    pub amount_cents: u64,
    /// What became of it.
    pub state: PrizeState,
}

/// The game before the one on sale: who won it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LastGame {
    /// Its number.
    pub game: u32,
    /// The line's prize.
    pub line_cents: u64,
    /// The bingo's prize.
    pub bingo_cents: u64,
    /// Its prizes, those that were paid too.
    pub prizes: Vec<Prize>,
}

/// Why no balls come, without a ball that was not announced and without a name (DECISIONS 5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Notice {
    /// Which.
    pub kind: StandstillKind,
    /// Why the game is held, where it is.
    pub hold: Option<HoldKind>,
    /// What happened.
    pub what: Said,
    /// What is being done; of a void game, what to do with the cards.
    pub doing: Said,
    /// What players have of it.
    pub keep: Said,
    /// A suspension: the time it may take at most (36.1).
    pub limit: Option<Said>,
    /// A suspension: what is said once this time is over.
    pub over: Option<Said>,
}

impl Said {
    /// The sentence in this language.
    pub fn in_lang(&self, lang: Lang) -> &str {
        match lang {
            Lang::Es => &self.es,
            Lang::En => &self.en,
        }
    }
}

impl Cards {
    /// How many there are.
    pub const fn count(&self) -> u32 {
        self.last + 1 - self.first
    }
}

impl From<CardRef> for CardNumber {
    fn from(card: CardRef) -> CardNumber {
        CardNumber { series: card.series.to_string(), card: card.number.0 }
    }
}

impl From<Segment> for Cards {
    fn from(cards: Segment) -> Cards {
        Cards { series: cards.series.to_string(), first: cards.first.0, last: cards.last.0 }
    }
}
