//! The two boards as they travel, and the updates that change them.
//!
//! Twins of [`hall_core::board`] that serialise: series as `A17`, amounts in cents, people
//! as numbers. A screen gets the whole board, then changes, and folds them with the same
//! [`Board::apply`] that the desk's tests use (style.md P13). The public and the mesa
//! updates are different types, so that nothing of the desk can be sent to the hall.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

mod balls;
mod machine;
mod matrix;
mod section;
mod prize;
mod sellers;
mod update;

pub use balls::{BallCount, ForeignBall, TagTable};
pub use machine::Machine;
pub use matrix::MatrixHashes;
pub use prize::{LastGame, Prize};
pub use section::{
    ByHand, CardNumber, Cards, Claim, Duty, Figures, Game, Hold, Holding, Mode, Pending, Person, Play,
    Proposed, Scene, Session, Stop, Suspension, WayOut,
};
pub use sellers::{SellerTally, Shares};
pub use update::{DeskSection, MesaUpdate, OutOfStep, Update};

/// A board and its updates: what a link can carry.
pub trait Board: Default + Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// What changes a part of it.
    type Update: Serialize + DeserializeOwned + Send;

    /// The board's name in the address of the socket.
    const NAME: &'static str;

    /// Returns the updates that turn `old` into `new`; none when they are equal.
    fn diff(old: &Self, new: &Self) -> Vec<Self::Update>;

    /// Returns the updates that turn any board into this one.
    fn replicate(&self) -> Vec<Self::Update>;

    /// Applies one update. When it does not fit, the board is of no use any more: a screen
    /// then asks for the whole one.
    fn apply(&mut self, update: &Self::Update) -> Result<(), OutOfStep>;
}

/// What the hall may see.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct PublicBoard {
    /// The hall's name.
    pub hall: String,
    /// What to show.
    pub scene: Scene,
    /// The session.
    pub session: Option<Session>,
    /// The present game, or the last one.
    pub game: Option<Game>,
    /// The announced balls, in order of exit.
    pub announced: Vec<u8>,
    /// The stop.
    pub stop: Option<Stop>,
    /// The prizes of this game.
    pub prizes: Vec<Prize>,
    /// Why the game is held or void, in words for the public.
    pub notice: Option<String>,
    /// The hall was founded for demonstration: nothing in it is a real game.
    #[serde(default)]
    pub demo: bool,
    /// The places, from 1, of announced balls whose number people entered.
    #[serde(default)]
    pub by_hand: Vec<u8>,
    /// What sharing the prizes of this game left over.
    #[serde(default)]
    pub rest_cents: u64,
    /// When only the refund of a suspended game is open, UTC milliseconds.
    #[serde(default)]
    pub suspended_until_utc_ms: Option<i64>,
    /// Cards of a void game that were refunded.
    #[serde(default)]
    pub refunded: u32,
    /// What had been announced before the last public rectification of this game.
    #[serde(default)]
    pub rectified: Option<Figures>,
    /// While cards are on sale: what the prizes would be, were no more sold.
    #[serde(default)]
    pub so_far: Option<Figures>,
    /// Who won the game before, from the next sale to its first ball.
    #[serde(default)]
    pub last: Option<LastGame>,
    /// When the hall means to close this sale, UTC milliseconds. Nothing happens by itself then.
    #[serde(default)]
    pub sale_closes_utc_ms: Option<i64>,
    /// When the hall means to open the next sale, UTC milliseconds. Nothing happens by itself then.
    #[serde(default)]
    pub next_sale_utc_ms: Option<i64>,
}

/// What the desk sees: the public board and its own sections.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct MesaBoard {
    /// What the hall sees.
    pub public: PublicBoard,
    /// Balls out and not announced, in order.
    pub pending: Vec<Pending>,
    /// What the desk should know and nobody has to answer, in words.
    pub warnings: Vec<String>,
    /// The provisional suspension, and its time.
    pub suspension: Option<Suspension>,
    /// Why the authority was called, until it has decided.
    pub authority: Option<String>,
    /// The game is drawn by hand.
    pub by_hand: Option<ByHand>,
    /// Who typed in the sheet of this game, until another has.
    pub sheet_by: Option<u32>,
    /// The machine.
    pub machine: Machine,
    /// The holds, the first to be raised first.
    pub holds: Vec<Hold>,
    /// A void that waits for the jefe de sala.
    pub void_asked: Option<Proposed>,
    /// The next card to issue.
    pub next_card: Option<CardNumber>,
    /// Returned cards that leave a gap.
    pub gaps: Vec<Cards>,
    /// What each seller has.
    pub holdings: Vec<Holding>,
    /// What each seller was given and gave back in the present game, or the last one, by number.
    #[serde(default)]
    pub sellers: Vec<SellerTally>,
    /// What parts of the takings the prizes are, in this session.
    #[serde(default)]
    pub shares: Option<Shares>,
    /// When the sale of the present game, or the last one, was closed, UTC milliseconds.
    #[serde(default)]
    pub sale_closed_utc_ms: Option<i64>,
    /// When the last prize of that game was paid, UTC milliseconds.
    #[serde(default)]
    pub last_paid_utc_ms: Option<i64>,
    /// Who is logged in.
    pub people: Vec<Duty>,
    /// Prizes of earlier games of this session that are not paid.
    pub owed: Vec<Prize>,
    /// When the last ball was announced, UTC milliseconds.
    #[serde(default)]
    pub last_announced_utc_ms: Option<i64>,
    /// The count of balls at the reader, running or ended and not used.
    #[serde(default)]
    pub ball_count: Option<BallCount>,
}
