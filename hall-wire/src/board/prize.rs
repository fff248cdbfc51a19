//! Prizes, and who won the game before.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardNumber, Play};

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
    /// `pendiente`, `pagado` or `retenido`.
    pub state: String,
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
