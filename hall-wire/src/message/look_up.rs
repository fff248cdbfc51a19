//! Cards looked up. What a card has of a draw is not here: nobody is told who has won and did not sing (DECISIONS 5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::CardState;

/// The cards that match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardsFound {
    /// At most 20, by series and number.
    pub cards: Vec<CardFound>,
    /// How many more match.
    pub more: u32,
}

/// A card that matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardFound {
    /// Its series, as in `A17`.
    pub series: String,
    /// Its number.
    pub card: u32,
    /// The rows from the top, nine cells each; 0 is an empty cell.
    pub grid: [[u8; 9]; 3],
    /// Its matrix.
    pub matrix: u32,
    /// Its matrix is retired: no card of it is sold.
    pub retired: bool,
    /// Whether the code that was looked up is genuine; absent if none was.
    pub genuine: Option<bool>,
    /// The key printed beside its number, as in `4821-07`; absent for a code that is not genuine.
    pub check_key: Option<String>,
    /// Where it is or was; absent if it was never handed out.
    pub whereabouts: Option<Whereabouts>,
}

/// Where a card is or was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Whereabouts {
    /// The game it was handed out for.
    pub game: u32,
    /// What became of it there.
    pub state: CardState,
    /// The person it was handed out to.
    pub seller: u32,
}
