//! The two boards and the updates that change them.
//!
//! These types are the board: `board!` reads them off the hall and makes their updates; `view` makes their parts. A screen gets the
//! whole board, then changes, and folds them with the same [`Board::apply`] that the desk's tests use (style.md P13). The
//! public and the mesa updates are different types, so that nothing of the desk can be sent to the hall. A new field is a
//! line here ([ADR 28](../../docs/adr/0028-the-wires-board-is-the-board.md)).

use hall_core::game as core;
use hall_core::hall::Hall;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

mod camera;
mod copy;
mod desk;
mod part;
mod update;
mod view;
mod voice;

pub use camera::{CameraNow, ExitUnseen};
pub use copy::CopyTrouble;
pub use desk::{
    BallCount, ByHand, Carried, ClockDoubt, DrawsWith, Duty, Exports, ForeignBall, HallMachine, Hold,
    Holding, InHall, Machine, NumberingDue, Pending, Person, Proposed, Reading, RecordCopy, Rehearsal,
    SellerTally, Shares, Suspension, TagTable, ToRefund, Trouble, VoidAsked,
};
pub use hall_core::board::{Scene, StandstillKind};
pub use hall_core::event::{CameraPost, Extractor, HoldKind, HowRead, Play, Sight, VerdictKind};
pub use hall_core::game::PrizeState;
pub use hall_core::machine::{BallReader, Fault, Mode};
pub use hall_core::people::Role;
pub use hall_core::rules::SecondWord;
pub use part::{
    CardNumber, Cards, Claim, Figures, Game, LastGame, MatrixHashes, Notice, Prize, Said, Session, Stop,
    StopCall,
};
pub use update::{MesaUpdate, OutOfStep};
pub use voice::{VoiceNow, VoiceState};

/// A board and its updates: what a link can carry.
pub trait Board: Default + Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// What changes a part of it.
    type Update: Serialize + DeserializeOwned + Send;

    /// The board's name in the address of the socket.
    const NAME: &'static str;

    /// The updates that turn `old` into `new`; none when they are equal.
    fn diff(old: &Self, new: &Self) -> Vec<Self::Update>;

    /// The updates that turn any board into this one.
    fn replicate(&self) -> Vec<Self::Update>;

    /// Applies one update. A board that an update does not fit is useless: the screen asks for the whole one.
    fn apply(&mut self, update: &Self::Update) -> Result<(), OutOfStep>;
}

/// Makes a board: its struct, how it is read off the hall, and its updates, one for each section. `changed` returns the
/// sections in which two boards differ, `put` sets one.
///
/// A section is `Name => field: Type = its value`; its update travels as `{"section": "name", "value": …}`. `of` names the
/// hall, and what several values need of it. Other fields and other updates stand in the braces before; `update.rs`
/// applies them.
macro_rules! board {
    (
        $(#[$board_meta:meta])*
        struct $board:ident { $($(#[$plain_meta:meta])* $plain:ident: $plain_type:ty = $plain_value:expr,)* }
        $(#[$update_meta:meta])* enum $update:ident { $($(#[$step_meta:meta])* $step:ident $({ $($step_of:tt)* })?,)* }
        of($hall:ident) { $($shared:tt)* }
        $($(#[$meta:meta])* $section:ident => $field:ident: $type:ty = $value:expr,)*
    ) => {
        $(#[$board_meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(default)]
        pub struct $board {
            $($(#[$plain_meta])* pub $plain: $plain_type,)*
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
            /// The board of this hall as it is.
            pub fn of($hall: &Hall) -> $board {
                $($shared)*
                $board { $($plain: $plain_value,)* $($field: $value,)* }
            }

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

    of(hall) {
        let game = hall.shown_game();
    }

    /// The hall's name.
    Hall => hall: String = hall.name.clone(),
    /// What to show.
    Scene => scene: Scene = hall.scene(),
    /// The session.
    Session => session: Option<Session> = view::session(hall),
    /// The present game, or the last one.
    Game => game: Option<Game> = game.map(|game| view::game_on(hall, game)),
    /// The announced balls, in order of exit (G9).
    Announced => announced: Vec<u8> = game.map_or_else(Vec::new, |game| view::numbers(game.announced())),
    /// The place, from 1, of a ball that the hall may see on the camera and nobody has announced: it does not count yet (G8).
    Uncalled => uncalled: Option<u8> = hall.uncalled().map(|place| place.0),
    /// Until a ball is announced its picture is held back.
    PictureHeld => picture_held: bool = hall.holds_picture(),
    /// The stop.
    Stop => stop: Option<Stop> = game.and_then(|game| view::stop(hall, game)),
    /// The prizes of this game.
    Prizes => prizes: Vec<Prize> = game.map_or_else(Vec::new, |game| view::prizes(game, game.standing_prizes())),
    /// Why no balls come: the game is held, suspended or void.
    Notice => notice: Option<Notice> = view::notice(hall, game),
    /// The hall was founded for demonstration: nothing in it is a real game.
    Demo => demo: bool = hall.is_demo(),
    /// The places, from 1, of announced balls whose number people entered, ascending (36.2).
    PlacesByHand => by_hand: Vec<u8> = game.into_iter().flat_map(core::Game::announced_by_hand).map(|place| place.0).collect(),
    /// The places, from 1, of announced balls that the caller read, ascending (DECISIONS 36).
    PlacesByCaller => by_caller: Vec<u8> = game.into_iter().flat_map(core::Game::announced_by_caller).map(|place| place.0).collect(),
    /// What sharing the prizes of this game left over.
    RestCents => rest_cents: u64 = game.map_or(0, |game| game.resto.0),
    /// When only the refund of a suspended game is open, UTC milliseconds (36.1).
    SuspendedUntilUtcMs => suspended_until_utc_ms: Option<i64> = game.and_then(|game| hall.suspended_until_utc_ms(game)),
    /// Cards of a void game that were refunded.
    Refunded => refunded: u32 = game.map_or(0, core::Game::refunded_count),
    /// What had been announced before the last public rectification of this game (39.3.a).
    Rectified => rectified: Option<Figures> = game.and_then(|game| game.rectified).map(|was| view::figures(was.cards, was.division)),
    /// While cards are on sale: what the prizes would be, were no more sold.
    SoFar => so_far: Option<Figures> = game.zip(hall.so_far()).map(|(game, money)| view::figures(game.sale.count(), money)),
    /// Who won the game before, from the next sale to its first ball.
    Last => last: Option<LastGame> = hall.held_before().map(view::last_game),
    /// When the hall means to close this sale, UTC milliseconds. Nothing happens by itself then.
    SaleClosesUtcMs => sale_closes_utc_ms: Option<i64> = hall.sale_closes_utc_ms(),
    /// When the hall means to open the next sale, UTC milliseconds. Nothing happens by itself then.
    NextSaleUtcMs => next_sale_utc_ms: Option<i64> = hall.next_sale_utc_ms(),
}

board! {
    /// What the desk sees: the public board and its own sections.
    struct MesaBoard {
        /// What the hall sees.
        public: PublicBoard = PublicBoard::of(hall),
    }

    /// What changes a section that only the desk has.
    enum DeskSection {}

    of(hall) {
        let game = hall.game.as_ref();
        let selling = game.filter(|game| game.selling().is_some());
        let drawn = game.filter(|game| game.is_in_draw());
    }

    /// Balls out and not announced, in order.
    Pending => pending: Vec<Pending> = drawn.map_or_else(Vec::new, view::pending),
    /// What the desk should know and nobody has to answer (DECISIONS 24).
    Warnings => warnings: Vec<Said> = view::warnings(hall),
    /// What is wrong with the server itself, its disk or its clock, while it lasts.
    Troubles => troubles: Vec<Trouble> = view::troubles(hall),
    /// The server's clock is in doubt: no session and no sale opens, and no draw goes on.
    ClockDoubt => clock_doubt: Option<ClockDoubt> = hall.clock_doubt.as_ref().map(view::clock_doubt),
    /// The provisional suspension, and its time.
    Suspension => suspension: Option<Suspension> = game.and_then(|game| view::suspension(hall, game)),
    /// What a provisional suspension may last in this session, by the profile, in minutes (36.1).
    SuspensionMinutes => suspension_minutes: u32 = hall.suspension_minutes(),
    /// Why the authority was called, until it has decided (34.4).
    Authority => authority: Option<String> = hall.authority_cause().map(str::to_owned),
    /// Which epoch of the record this is; the founding's is 1.
    Epoch => epoch: u32 = hall.epoch.no(),
    /// What the numbers are like while a new epoch waits for those on paper.
    NumberingDue => numbering_due: Option<NumberingDue> = view::numbering_due(hall),
    /// Notes of the jefe de sala in this session.
    Notes => notes: u32 = hall.session.as_ref().map_or(0, |session| session.notes),
    /// Sessions that people take away.
    Exports => exports: Exports = view::exports(hall),
    /// Rehearsals of the spare.
    Rehearsal => rehearsal: Rehearsal = view::rehearsal(hall),
    /// Who called the stop, and how far that was from the last ball.
    StopCall => stop_call: Option<StopCall> = drawn.and_then(view::stop_call),
    /// The game is drawn by hand.
    ByHand => by_hand: Option<ByHand> = drawn.and_then(view::by_hand),
    /// Article 36.2 was read aloud in this draw (36.3).
    AfterRead => after_read: bool = drawn.and_then(core::Game::draw).is_some_and(|draw| draw.read),
    /// The balls of the draw are read by the caller.
    Reading => reading: Option<Reading> = drawn.and_then(|game| view::reading(hall, game)),
    /// With which machine the session draws, and how its balls are read.
    DrawsWith => draws_with: Option<DrawsWith> = hall.session.as_ref().map(view::draws_with),
    /// The machines of the hall.
    Machines => machines: Vec<HallMachine> = view::machines(hall),
    /// Who typed in the sheet of this game, until another has.
    SheetBy => sheet_by: Option<u32> = game.and_then(core::Game::sheet_by).map(|by| by.0),
    /// The machine.
    Machine => machine: Machine = view::machine(hall),
    /// The holds, the first to be raised first.
    Holds => holds: Vec<Hold> = game.map_or_else(Vec::new, |game| game.holds().iter().map(view::hold).collect()),
    /// A void that waits for the jefe de sala.
    VoidAsked => void_asked: Option<VoidAsked> = game.and_then(view::void_asked),
    /// The next card to issue.
    NextCard => next_card: Option<CardNumber> = selling.map(|game| CardNumber::from(game.sale.next_card())),
    /// Returned cards that leave a gap.
    Gaps => gaps: Vec<Cards> = selling.map_or_else(Vec::new, |game| game.sale.gaps().into_iter().map(Cards::from).collect()),
    /// What each seller has, at most the last 200 blocks.
    Holdings => holdings: Vec<Holding> = selling.map_or_else(Vec::new, view::holdings),
    /// What each seller was given and gave back in the present game, or the last one, by number.
    Sellers => sellers: Vec<SellerTally> = game.map_or_else(Vec::new, view::sellers),
    /// What parts of the takings the prizes are, in this session.
    Shares => shares: Option<Shares> = hall.session.as_ref().map(view::shares),
    /// The accounts of what nobody sang.
    Carried => carried: Carried = view::carried(hall),
    /// When the sale of the present game, or the last one, was closed, UTC milliseconds.
    SaleClosedUtcMs => sale_closed_utc_ms: Option<i64> = game.and_then(|game| game.closed_at_utc_ms),
    /// When the last prize of that game was paid, UTC milliseconds.
    LastPaidUtcMs => last_paid_utc_ms: Option<i64> = game.and_then(|game| game.paid_at_utc_ms),
    /// Who is logged in.
    People => people: Vec<Duty> = view::on_duty(hall),
    /// The staff in the hall, by number, as far as it was noted.
    InHall => in_hall: Vec<InHall> = view::in_hall(hall),
    /// Prizes of earlier games of this session that are not paid.
    Owed => owed: Vec<Prize> = hall.past.values().flat_map(|game| game.owed().map(|one| view::prize(game, one))).collect(),
    /// Void games of this session and of earlier ones of which cards are still out, the oldest first.
    ToRefund => to_refund: Vec<ToRefund> = view::to_refund(hall),
    /// When the last ball was announced, UTC milliseconds.
    LastAnnouncedUtcMs => last_announced_utc_ms: Option<i64> = game.and_then(|game| game.announced_at_utc_ms),
    /// The count of balls at the reader, running or ended and not used.
    BallCount => ball_count: Option<BallCount> = hall.latest_count().map(view::ball_count),
    /// The hall's cameras that were ever heard of, the one of the ball exit first.
    Cameras => cameras: Vec<CameraNow> = camera::cameras(hall),
    /// Why the draw of the present game does not begin for want of a picture of the ball exit (Cat. IV).
    ExitUnseen => exit_unseen: Option<ExitUnseen> = camera::exit_unseen(hall),
    /// The other copies of the record. Link state: the server puts it here, the hall knows nothing of it.
    Copies => copies: Vec<RecordCopy> = Vec::new(),
    /// The hall's voice. Link state, as the copies are.
    Voice => voice: VoiceNow = VoiceNow::default(),
}
