//! The two boards: what the hall may see, and what the desk sees.
//!
//! *Público*: never a ball before it is announced, never a winner nobody sang, never a
//! person. *Mesa*: adds pending balls, the machine and the people. Both are views of
//! [`Hall`](crate::hall::Hall) and decide nothing (DECISIONS 5). The winner finder reaches neither.

use alloc::string::String;
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::event::{
    ClaimNo, CountNo, ForeignBall, GameNo, HoldExit, HoldNo, Ordinal, Play, PrizeNo, Segment, SessionNo,
    StopNo,
};
use crate::machine::{Mode, Reader, SetId};
use crate::matrix::MatrixNo;
use crate::money::{Cents, Percent};
use crate::people::{PersonId, Role};
use crate::series::{CardRef, SeriesId};
use crate::time::{Date, HourOfDay};

/// What a monitor of the hall should show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scene {
    /// No session.
    #[default]
    Closed,
    /// A session between games.
    Idle,
    /// Cards are on sale.
    Sale,
    /// Totals and prizes, before the first ball.
    Totals,
    /// Balls are coming out.
    Draw,
    /// A stop: cards are checked.
    Check,
    /// «¿Alguna línea más? ¿Algún bingo más?»
    Question,
    /// The game ended: winners.
    Winners,
    /// ALTO.
    Hold,
    /// Suspended: provisionally, or until the authority decides.
    Suspended,
    /// The game is void: refunds.
    Void,
    /// No card was sold.
    NotHeld,
}

/// The session, as everybody may know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionView {
    /// Its number.
    pub session: SessionNo,
    /// Its date.
    pub date: Date,
    /// Some value of the profile is unknown: everything is a draft.
    pub draft: bool,
    /// The regulation in words.
    pub rules: String,
    /// The last game was announced (G19).
    pub last_game: bool,
    /// Its order in the session, once it was.
    pub last_in_session: Option<u32>,
    /// The hour from which no sale opens, where the permit says it.
    pub closing_hour: Option<HourOfDay>,
}

/// What was announced of a game's sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FiguresView {
    /// The cards sold.
    pub cards: u32,
    /// The takings.
    pub takings: Cents,
    /// The line's prize.
    pub line: Cents,
    /// The bingo's prize.
    pub bingo: Cents,
}

/// What may be known of a matrix while its cards are sold: enough to hold the hall to it later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatrixView {
    /// Its number.
    pub matrix: MatrixNo,
    /// SHA-256 of its key; none for one made by others.
    pub key_sha256: Option<[u8; 32]>,
    /// SHA-256 of all its faces.
    pub faces_sha256: [u8; 32],
}

/// The present game, or the last one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameView {
    /// Its number.
    pub game: GameNo,
    /// Its order in the session.
    pub in_session: u32,
    /// The series announced.
    pub series: SeriesId,
    /// Cards of the series.
    pub series_size: u32,
    /// The matrix it was printed from.
    pub matrix: MatrixView,
    /// The price of a card.
    pub face_value: Cents,
    /// Cards handed to sellers and not returned; after the close, cards sold.
    pub cards: u32,
    /// The takings; zero until the sale closes.
    pub takings: Cents,
    /// The line's prize.
    pub line: Cents,
    /// The bingo's prize.
    pub bingo: Cents,
    /// The cards sold, once the sale is closed.
    pub segments: Vec<Segment>,
    /// The formula of M13; empty until the sale closes.
    pub formula: String,
    /// The line can still be sung.
    pub line_open: bool,
    /// The bingo can still be sung.
    pub bingo_open: bool,
}

/// A card that was sung, and its answer, as the monitors show them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimView {
    /// The claim.
    pub claim: ClaimNo,
    /// Line or bingo.
    pub play: Play,
    /// The card.
    pub card: CardRef,
    /// Its matrix face, top row first, 0 for an empty cell; none where there is no such card.
    pub grid: Option<[[u8; 9]; 3]>,
    /// A stable code of the verdict, as in "correcto" or "faltan-numeros".
    pub verdict: &'static str,
    /// The verdict in words.
    pub words: String,
    /// The numbers that are missing.
    pub missing: Vec<Ball>,
    /// The complete rows, bit r for row r.
    pub rows: u8,
    /// `None` until the jefe de mesa has accepted (`true`) or rejected (`false`) it.
    pub accepted: Option<bool>,
    /// When the jefe de mesa accepted it, UTC milliseconds.
    pub accepted_at_utc_ms: Option<i64>,
    /// The place of the ball that completed it, where it is good.
    pub completed_at: Option<Ordinal>,
}

/// A stop of the draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StopView {
    /// Its number in the game.
    pub stop: StopNo,
    /// Nobody called: the server had to start again in the middle of the draw (DECISIONS 25).
    pub restart: bool,
    /// What was sung in it.
    pub claims: Vec<ClaimView>,
    /// When the question was asked, UTC milliseconds.
    pub asked_at_utc_ms: Option<i64>,
    /// Lines were asked for.
    pub asked_line: bool,
    /// Bingos were asked for.
    pub asked_bingo: bool,
    /// From when the order after the question is accepted, UTC milliseconds (G12).
    pub order_from_utc_ms: Option<i64>,
}

/// A prize, without its bearer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrizeView {
    /// The game.
    pub game: GameNo,
    /// The prize.
    pub prize: PrizeNo,
    /// Line or bingo.
    pub play: Play,
    /// The winning card.
    pub card: CardRef,
    /// The amount.
    pub amount: Cents,
    /// "pendiente", "pagado" or "retenido".
    pub state: &'static str,
}

/// The game before the one on sale: who won it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastGameView {
    /// Its number.
    pub game: GameNo,
    /// The line's prize.
    pub line: Cents,
    /// The bingo's prize.
    pub bingo: Cents,
    /// Its prizes, those that were paid too.
    pub prizes: Vec<PrizeView>,
}

/// What the hall may see.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PublicBoard {
    /// The hall's name.
    pub hall: String,
    /// What to show.
    pub scene: Scene,
    /// The session.
    pub session: Option<SessionView>,
    /// The game.
    pub game: Option<GameView>,
    /// The announced balls, in order of exit (G9).
    pub announced: Vec<Ball>,
    /// The stop.
    pub stop: Option<StopView>,
    /// The prizes of this game.
    pub prizes: Vec<PrizeView>,
    /// Why the game is held or void, in words for the public.
    pub notice: Option<String>,
    /// The hall was founded for demonstration: nothing in it is a real game.
    pub demo: bool,
    /// The places of announced balls whose number people entered, ascending (36.2).
    pub by_hand: Vec<Ordinal>,
    /// What sharing the prizes of this game left over.
    pub rest: Cents,
    /// When only the refund of a suspended game is open, UTC milliseconds (36.1).
    pub suspended_until_utc_ms: Option<i64>,
    /// Cards of a void game that were refunded.
    pub refunded: u32,
    /// What had been announced before the last public rectification of this game (39.3.a).
    pub rectified: Option<FiguresView>,
    /// While cards are on sale: what the prizes would be, were no more sold.
    pub so_far: Option<FiguresView>,
    /// Who won the game before, from the next sale to its first ball.
    pub last: Option<LastGameView>,
    /// When the hall means to close this sale, UTC milliseconds. Nothing happens by itself then.
    pub sale_closes_utc_ms: Option<i64>,
    /// When the hall means to open the next sale, UTC milliseconds. Nothing happens by itself then.
    pub next_sale_utc_ms: Option<i64>,
}

/// A ball that is out and not announced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingView {
    /// Its place in the game.
    pub ordinal: u8,
    /// Its number.
    pub ball: Ball,
}

/// The machine and its line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MachineView {
    /// The line is up and the machine has said who it is.
    pub linked: bool,
    /// What it does.
    pub mode: Option<Mode>,
    /// What it should do.
    pub wanted: Option<Mode>,
    /// The set loaded.
    pub set: Option<SetId>,
    /// Balls out of the drum.
    pub out: u8,
    /// Faults raised and not cleared, and an open door, in words.
    pub faults: Vec<String>,
    /// The tables that the readers of tags were started with.
    pub tables: Vec<TagTableView>,
}

/// The table of tags by which a reader knows the balls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagTableView {
    /// The reader.
    pub reader: Reader,
    /// The set it is of.
    pub set: SetId,
    /// SHA-256 of its canonical text.
    pub sha256: [u8; 32],
    /// Why it cannot be played with, and what to do, in words.
    pub wrong: Option<String>,
}

/// A hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoldView {
    /// Its number.
    pub hold: HoldNo,
    /// A stable code of the reason, as in "bola-repetida".
    pub kind: &'static str,
    /// Why, in words.
    pub why: String,
    /// The way out somebody proposed, and who.
    pub proposed: Option<(HoldExit, PersonId)>,
}

/// A provisional suspension (36.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuspensionView {
    /// What failed.
    pub cause: String,
    /// Since when, UTC milliseconds.
    pub since_utc_ms: i64,
    /// When only the refund is open, UTC milliseconds.
    pub until_utc_ms: i64,
    /// Paragraph 36.1 was read aloud.
    pub read: bool,
}

/// A game that is drawn by hand (36.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByHandView {
    /// The caller.
    pub caller: PersonId,
    /// The second person.
    pub second: PersonId,
    /// The place of the next ball.
    pub next: u8,
    /// Who has keyed it; the other is awaited.
    pub keyed_by: Option<PersonId>,
    /// The balls still to be extracted, ascending.
    pub remaining: Vec<Ball>,
}

/// A count of balls at the reader (34.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BallCountView {
    /// Its number.
    pub count: CountNo,
    /// The set.
    pub set: SetId,
    /// Who began it or, once it has ended, who ended it.
    pub by: PersonId,
    /// Balls are being passed.
    pub running: bool,
    /// The machine brings its balls back first.
    pub loading: bool,
    /// The numbers that have not passed, ascending.
    pub missing: Vec<Ball>,
    /// The numbers that passed more than once, ascending.
    pub doubled: Vec<Ball>,
    /// The numbers that one ball was read as, ascending.
    pub unsure: Vec<Ball>,
    /// The balls of other sets.
    pub foreign: Vec<ForeignBall>,
    /// Once it has ended: what it found wrong, in words; none when the set is whole.
    pub wrong: Option<String>,
}

/// Cards in the hands of a seller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoldingView {
    /// The seller.
    pub seller: PersonId,
    /// The cards.
    pub cards: Segment,
}

/// What a seller was given, gave back and sells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SellerView {
    /// The seller.
    pub seller: PersonId,
    /// Cards given.
    pub issued: u32,
    /// Cards given back, or passed on to another seller.
    pub returned: u32,
}

/// What parts of the takings the prizes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharesView {
    /// The line's.
    pub line: Percent,
    /// The bingo's.
    pub bingo: Percent,
}

/// A person on duty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DutyView {
    /// Who.
    pub person: PersonId,
    /// With what roles.
    pub roles: Vec<Role>,
    /// Where.
    pub device: String,
}

/// What the desk sees besides the public board.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MesaBoard {
    /// What the hall sees.
    pub public: PublicBoard,
    /// Balls out and not announced, in order.
    pub pending: Vec<PendingView>,
    /// What the desk should know and nobody has to answer, in words (DECISIONS 24).
    pub warnings: Vec<String>,
    /// The provisional suspension, and its time.
    pub suspension: Option<SuspensionView>,
    /// Why the authority was called, until it has decided (34.4).
    pub authority: Option<String>,
    /// The game is drawn by hand.
    pub by_hand: Option<ByHandView>,
    /// Who typed in the sheet of this game, until another has.
    pub sheet_by: Option<PersonId>,
    /// The machine.
    pub machine: MachineView,
    /// The holds, the first to be raised first.
    pub holds: Vec<HoldView>,
    /// A void that waits for the jefe de sala: cause and who asked.
    pub void_asked: Option<(String, PersonId)>,
    /// The next card to issue.
    pub next_card: Option<CardRef>,
    /// Returned cards that leave a gap.
    pub gaps: Vec<Segment>,
    /// What each seller has, at most the last 200 blocks.
    pub holdings: Vec<HoldingView>,
    /// What each seller was given and gave back in the present game, or the last one, by number.
    pub sellers: Vec<SellerView>,
    /// What parts of the takings the prizes are, in this session.
    pub shares: Option<SharesView>,
    /// When the sale of the present game, or the last one, was closed, UTC milliseconds.
    pub sale_closed_utc_ms: Option<i64>,
    /// When the last prize of that game was paid, UTC milliseconds.
    pub last_paid_utc_ms: Option<i64>,
    /// Who is logged in.
    pub people: Vec<DutyView>,
    /// Prizes of earlier games of this session that are not paid.
    pub owed: Vec<PrizeView>,
    /// The count of balls at the reader, running or ended and not used.
    pub count: Option<BallCountView>,
    /// When the last ball was announced, UTC milliseconds.
    pub last_announced_utc_ms: Option<i64>,
}
