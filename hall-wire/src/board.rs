//! The two boards and the updates that change them.
//!
//! These types are the board: `view` makes them straight from the hall, `board!` makes their updates. A screen gets the
//! whole board, then changes, and folds them with the same [`Board::apply`] that the desk's tests use (style.md P13). The
//! public and the mesa updates are different types, so that nothing of the desk can be sent to the hall. A new field is a
//! line here and one in `view` ([ADR 28](../../docs/adr/0028-the-wires-board-is-the-board.md)).

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

mod desk;
mod part;
mod update;
mod view;

pub use desk::{
    BallCount, ByHand, Duty, ForeignBall, Hold, Holding, Machine, Pending, Person, Proposed, SellerTally,
    Shares, Suspension, TagTable, VoidAsked, WayOut,
};
pub use hall_core::board::{Scene, StandstillKind};
pub use hall_core::event::{HoldKind, Play, VerdictKind};
pub use hall_core::game::PrizeState;
pub use hall_core::machine::{Fault, Mode, Reader};
pub use hall_core::people::Role;
pub use part::{
    CardNumber, Cards, Claim, Figures, Game, LastGame, MatrixHashes, Notice, Prize, Said, Session, Stop,
};
pub use update::{MesaUpdate, OutOfStep};
pub use view::{mesa_board, public_board};

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

/// Makes a board's struct, the enum of its updates with one variant for each section, and the two functions between
/// them: `changed` returns the sections in which two boards differ, `put` sets one.
///
/// A section is `Name => field: Type`; its update travels as `{"section": "name", "value": …}`. Updates that are no
/// section, and fields that are none, stand in the braces before; what the former do is written in `update.rs`.
macro_rules! board {
    (
        $(#[$board_meta:meta])* struct $board:ident { $($plain:tt)* }
        $(#[$update_meta:meta])* enum $update:ident { $($(#[$step_meta:meta])* $step:ident $({ $($step_of:tt)* })?,)* }
        $($(#[$meta:meta])* $section:ident => $field:ident: $type:ty,)*
    ) => {
        $(#[$board_meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(default)]
        pub struct $board {
            $($plain)*
            $($(#[$meta])* pub $field: $type,)*
        }

        $(#[$update_meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "section", content = "value", rename_all = "snake_case")]
        pub enum $update {
            $($(#[$step_meta])* $step $({ $($step_of)* })?,)*
            $($(#[$meta])* $section($type),)*
        }

        impl $board {
            fn changed(old: &$board, new: &$board) -> Vec<$update> {
                let mut updates = Vec::new();
                $(if old.$field != new.$field {
                    updates.push($update::$section(new.$field.clone()));
                })*
                updates
            }

            fn put(&mut self, update: &$update) -> Result<(), OutOfStep> {
                match update {
                    $($update::$step { .. } => self.step(update)?,)*
                    $($update::$section(value) => self.$field.clone_from(value),)*
                }
                Ok(())
            }
        }
    };
}

board! {
    /// What the hall may see.
    struct PublicBoard {}

    /// What changes a public board.
    enum Update {
        /// Everything goes, the sections of the desk too. Always followed by the whole board.
        Cleared,
        /// The next ball was announced.
        BallAnnounced {
            /// Its place, one more than the balls announced before it.
            ordinal: u8,
            /// Its number.
            ball: u8,
        },
    }

    /// The hall's name.
    Hall => hall: String,
    /// What to show.
    Scene => scene: Scene,
    /// The session.
    Session => session: Option<Session>,
    /// The present game, or the last one.
    Game => game: Option<Game>,
    /// The announced balls, in order of exit (G9).
    Announced => announced: Vec<u8>,
    /// The stop.
    Stop => stop: Option<Stop>,
    /// The prizes of this game.
    Prizes => prizes: Vec<Prize>,
    /// Why no balls come: the game is held, suspended or void.
    Notice => notice: Option<Notice>,
    /// The hall was founded for demonstration: nothing in it is a real game.
    Demo => demo: bool,
    /// The places, from 1, of announced balls whose number people entered, ascending (36.2).
    PlacesByHand => by_hand: Vec<u8>,
    /// What sharing the prizes of this game left over.
    RestCents => rest_cents: u64,
    /// When only the refund of a suspended game is open, UTC milliseconds (36.1).
    SuspendedUntilUtcMs => suspended_until_utc_ms: Option<i64>,
    /// Cards of a void game that were refunded.
    Refunded => refunded: u32,
    /// What had been announced before the last public rectification of this game (39.3.a).
    Rectified => rectified: Option<Figures>,
    /// While cards are on sale: what the prizes would be, were no more sold.
    SoFar => so_far: Option<Figures>,
    /// Who won the game before, from the next sale to its first ball.
    Last => last: Option<LastGame>,
    /// When the hall means to close this sale, UTC milliseconds. Nothing happens by itself then.
    SaleClosesUtcMs => sale_closes_utc_ms: Option<i64>,
    /// When the hall means to open the next sale, UTC milliseconds. Nothing happens by itself then.
    NextSaleUtcMs => next_sale_utc_ms: Option<i64>,
}

board! {
    /// What the desk sees: the public board and its own sections.
    struct MesaBoard {
        /// What the hall sees.
        pub public: PublicBoard,
    }

    /// What changes a section that only the desk has.
    enum DeskSection {}

    /// Balls out and not announced, in order.
    Pending => pending: Vec<Pending>,
    /// What the desk should know and nobody has to answer, in words (DECISIONS 24).
    Warnings => warnings: Vec<String>,
    /// The provisional suspension, and its time.
    Suspension => suspension: Option<Suspension>,
    /// What a provisional suspension may last in this session, by the profile, in minutes (36.1).
    SuspensionMinutes => suspension_minutes: u32,
    /// Why the authority was called, until it has decided (34.4).
    Authority => authority: Option<String>,
    /// The game is drawn by hand.
    ByHand => by_hand: Option<ByHand>,
    /// Who typed in the sheet of this game, until another has.
    SheetBy => sheet_by: Option<u32>,
    /// The machine.
    Machine => machine: Machine,
    /// The holds, the first to be raised first.
    Holds => holds: Vec<Hold>,
    /// A void that waits for the jefe de sala.
    VoidAsked => void_asked: Option<VoidAsked>,
    /// The next card to issue.
    NextCard => next_card: Option<CardNumber>,
    /// Returned cards that leave a gap.
    Gaps => gaps: Vec<Cards>,
    /// What each seller has, at most the last 200 blocks.
    Holdings => holdings: Vec<Holding>,
    /// What each seller was given and gave back in the present game, or the last one, by number.
    Sellers => sellers: Vec<SellerTally>,
    /// What parts of the takings the prizes are, in this session.
    Shares => shares: Option<Shares>,
    /// When the sale of the present game, or the last one, was closed, UTC milliseconds.
    SaleClosedUtcMs => sale_closed_utc_ms: Option<i64>,
    /// When the last prize of that game was paid, UTC milliseconds.
    LastPaidUtcMs => last_paid_utc_ms: Option<i64>,
    /// Who is logged in.
    People => people: Vec<Duty>,
    /// Prizes of earlier games of this session that are not paid.
    Owed => owed: Vec<Prize>,
    /// When the last ball was announced, UTC milliseconds.
    LastAnnouncedUtcMs => last_announced_utc_ms: Option<i64>,
    /// The count of balls at the reader, running or ended and not used.
    BallCount => ball_count: Option<BallCount>,
}
