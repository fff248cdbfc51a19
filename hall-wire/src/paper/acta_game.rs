//! One game of the acta.

use serde::{Deserialize, Serialize};

use super::{BallSource, CardName, Play, Prize, SaleFigures, Segment, Spoken};

/// One game (*partida*).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActaGame {
    /// Its number in the session (*nº de orden*).
    pub number: u32,
    /// Its number in the life of the hall, never used again.
    pub absolute: u64,
    /// What one card costs, in cents.
    pub face_value_cents: u64,
    /// The cards sold, by series.
    pub segments: Vec<Segment>,
    /// How many they are, and the money.
    pub sale: SaleFigures,
    /// The words said before the first ball; none if the game did not come to that.
    pub announcement: Option<Spoken>,
    /// Public rectifications of the number of cards sold.
    pub rectifications: Vec<Rectification>,
    /// When the sale began, and with it the game.
    pub sale_opened_at: String,
    /// When the sale was closed.
    pub sale_closed_at: Option<String>,
    /// When this game's row of the acta was safely on disk: no ball comes before it.
    pub acta_row_at: Option<String>,
    /// When the draw was started.
    pub draw_started_at: Option<String>,
    /// The balls in the order they came out.
    pub balls: Vec<ActaBall>,
    /// Who read them: how many everybody agreed on, and each reading that differed.
    pub readings: Option<String>,
    /// Balls that came out and do not count.
    pub set_aside: Vec<SetAside>,
    /// The claims checked, in their order.
    pub claims: Vec<ActaClaim>,
    /// The questions and orders of the jefe de mesa, with their times.
    pub questions: Vec<Spoken>,
    /// The prizes, one for each winning card.
    pub prizes: Vec<Prize>,
    /// What nobody sang, and where it went.
    pub accounts: GameAccounts,
    /// Holds, faults and the ways out of them.
    pub incidents: Vec<Incident>,
    /// The refund, if the game was void.
    pub refunds: Option<Refunds>,
    /// How the game ended.
    pub result: GameResult,
    /// When the game ended; none while it goes on.
    pub ended_at: Option<String>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// It goes on (*en curso*).
    #[default]
    InProgress,
    /// It was played to its end (*cerrada*).
    Closed,
    /// It was void (*anulada*).
    Void,
    /// No card was sold (*no celebrada*).
    NotHeld,
}

/// A public rectification of the number of cards sold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rectification {
    /// When it was made.
    pub at: String,
    /// The figures announced before.
    pub before: SaleFigures,
    /// The figures that hold from then on.
    pub after: SaleFigures,
    /// The words said.
    pub text: String,
}

/// A ball drawn in a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActaBall {
    /// Its place in the order of exit, from 1.
    pub ordinal: u32,
    /// Its number.
    pub number: u8,
    /// When it came out.
    pub extracted_at: String,
    /// When it was announced; none if it never was.
    pub announced_at: Option<String>,
    /// How the desk came to know of it.
    pub source: BallSource,
    /// Anything remarkable: a rectified announcement, a pending ball.
    pub note: Option<String>,
}

/// A ball that came out and does not count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetAside {
    /// The number as the machine gave it: 0 to 255.
    pub number: u8,
    /// Why it does not count, and how it went back.
    pub why: String,
    /// When.
    pub at: String,
}

/// One claim and its check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActaClaim {
    /// Which stop of the draw it belongs to, from 1.
    pub stop: u32,
    /// When the draw was stopped.
    pub at: String,
    /// The ordinal of the last ball announced then.
    pub ball_ordinal: u32,
    /// What was claimed.
    pub play: Play,
    /// The card.
    pub card: CardName,
    /// The system's verdict, in words.
    pub verdict: String,
    /// Who accepted or rejected it.
    pub accepted_by: String,
    /// What came of it.
    pub result: ClaimResult,
}

/// What came of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimResult {
    /// Good.
    Good,
    /// The card does not have it, or may not win it.
    Wrong,
    /// The card has it, and the jefe de mesa rejected it with a reason.
    Rejected,
    /// The card had already claimed it.
    Repeated,
}

/// What nobody sang, and where it went.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameAccounts {
    /// The line's amount, if nobody sang it.
    pub linea_no_cantada_cents: u64,
    /// The bingo's amount, if nobody sang it.
    pub bingo_no_cantado_cents: u64,
    /// What sharing prizes left over, in cents: part of the prizes.
    pub resto_reparto_cents: u64,
}

/// A hold, a fault or another incident of a game, and its way out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Incident {
    /// When it began.
    pub at: String,
    /// What happened.
    pub text: String,
    /// How it ended: *avería resuelta*, *continuación manual* and so on; none while it lasts.
    pub way_out: Option<String>,
    /// When it ended.
    pub ended_at: Option<String>,
    /// Who decided it.
    pub decided_by: Option<String>,
}

/// The refund of a void game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refunds {
    /// Why the game was void.
    pub cause: String,
    /// When the paragraph of article 36 was read aloud.
    pub paragraph_read_at: Option<String>,
    /// How many cards are to be refunded.
    pub due_count: u32,
    /// Their amount, in cents.
    pub due_cents: u64,
    /// How many were refunded.
    pub refunded_count: u32,
    /// What was given back, in cents.
    pub refunded_cents: u64,
    /// The cards that nobody handed in, as runs.
    pub not_handed_in: Vec<Segment>,
}
