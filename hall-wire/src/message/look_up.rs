//! Cards that were looked up. Nothing here says what a card has of a draw: who has won and did not
//! sing is told nobody (DECISIONS 5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The cards that are what was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardsFound {
    /// At most 20, by series and number.
    pub cards: Vec<CardFound>,
    /// How many more there are.
    pub more: u32,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardFound {
    /// Its series, as in `A17`.
    pub series: String,
    /// Its number.
    pub card: u32,
    /// The rows from the top, nine cells each; 0 is an empty one.
    pub grid: [[u8; 9]; 3],
    /// The matrix it is of.
    pub matrix: u32,
    /// That matrix is retired: no card of it is sold any more.
    pub retired: bool,
    /// Whether the code that was asked with is one of the hall's; none if no code was.
    pub genuine: Option<bool>,
    /// The key printed beside its number, as in `4821-07`; none beside a code that is not genuine.
    pub check_key: Option<String>,
    /// Where it is or was; none if nobody was ever given it.
    pub whereabouts: Option<Whereabouts>,
}

/// Where a card is or was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Whereabouts {
    /// The game it was handed out for.
    pub game: u32,
    /// `issued`: with a seller; `sold`; `returned`: given back unsold; `burned`: given back and not to be
    /// found; `refunded`: of a void game and paid back.
    pub state: String,
    /// The person it was handed out to.
    pub seller: u32,
}
