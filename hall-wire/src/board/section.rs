//! The parts of the boards, and how each is made from the core's.

use hall_core::board as core_board;
use hall_core::event::{ExitKind, HoldExit, Segment};
use hall_core::hall::views::exit_words;
use hall_core::series::CardRef;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::machine::Machine;
use super::matrix::MatrixHashes;
use super::prize::{LastGame, Prize};
use super::sellers::{SellerTally, Shares};
use super::{MesaBoard, PublicBoard};

/// What a monitor of the hall should show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
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

/// What is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Play {
    /// Any row of a card.
    Line,
    /// All fifteen numbers.
    Bingo,
}

/// What a machine does, or is asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// At rest.
    Stop,
    /// Drawing balls.
    Run,
    /// Paused within a draw.
    Hold,
    /// Bringing every ball back into the drum.
    Load,
    /// It stopped itself.
    Fault,
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

/// The session, as everybody may know it.
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
    #[serde(default)]
    pub last_in_session: Option<u32>,
    /// The hour from which no sale opens, as in `03:00`.
    #[serde(default)]
    pub closing_hour: Option<String>,
}

/// What was announced of a game's sale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
    /// A stable code of the verdict, as in `correcto`.
    pub verdict: String,
    /// The verdict in words.
    pub words: String,
    /// The numbers that are missing.
    pub missing: Vec<u8>,
    /// The complete rows, bit r for row r.
    pub rows: u8,
    /// None until the jefe de mesa has accepted or rejected it.
    pub accepted: Option<bool>,
    /// When the jefe de mesa accepted it, UTC milliseconds.
    #[serde(default)]
    pub accepted_at_utc_ms: Option<i64>,
    /// The place of the ball that completed it, where it is good.
    #[serde(default)]
    pub completed_at: Option<u8>,
}

/// A stop of the draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "StopView")]
pub struct Stop {
    /// Its number in the game.
    pub stop: u32,
    /// Nobody called: the server had to start again in the middle of the draw.
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
    #[serde(default)]
    pub order_from_utc_ms: Option<i64>,
}

/// A ball that is out and not announced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pending {
    /// Its place in the game.
    pub ordinal: u8,
    /// Its number.
    pub ball: u8,
}

/// Words of somebody that wait for somebody else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proposed {
    /// The words.
    pub words: String,
    /// Who asked.
    pub by: u32,
    /// The way out of a hold, as `leave-hold` wants it back; none of a void.
    #[serde(default)]
    pub exit: Option<WayOut>,
}

/// A way out of a hold, with the fields of the command that proposes or takes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WayOut {
    /// Which; `misread` has `ordinal` and `ball` too, `by_hand` has `caller` and `second`.
    pub exit: ExitKind,
    /// The misread ball's place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ordinal: Option<u8>,
    /// The number seen on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ball: Option<u8>,
    /// Who calls the balls drawn by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller: Option<u32>,
    /// Who keys them again, at another device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<u32>,
}

/// A hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hold {
    /// Its number.
    pub hold: u32,
    /// A stable code of the reason, as in `bola-repetida`; empty from an older server.
    #[serde(default)]
    pub kind: String,
    /// Why, in words.
    pub why: String,
    /// The way out somebody proposed.
    pub proposed: Option<Proposed>,
}

/// A provisional suspension (36.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Suspension {
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ByHand {
    /// The caller.
    pub caller: u32,
    /// The second person.
    pub second: u32,
    /// The place of the next ball.
    pub next: u8,
    /// Who has keyed it; the other is awaited. What was keyed is shown to nobody.
    pub keyed_by: Option<u32>,
    /// The balls still to be extracted, ascending.
    pub remaining: Vec<u8>,
}

/// Cards in the hands of a seller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Holding {
    /// The seller.
    pub seller: u32,
    /// The cards.
    pub cards: Cards,
}

/// A person on duty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Duty {
    /// Who.
    pub person: u32,
    /// With what roles, as in `jefe_de_mesa`.
    pub roles: Vec<String>,
    /// Where.
    pub device: String,
}

/// A person of the staff, with name: for the desk's lists, never on a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Person {
    /// The number.
    pub person: u32,
    /// The user name.
    pub user: String,
    /// The name.
    pub name: String,
    /// The roles, as in `jefe_de_mesa`.
    pub roles: Vec<String>,
}

impl From<core_board::Scene> for Scene {
    fn from(scene: core_board::Scene) -> Scene {
        match scene {
            core_board::Scene::Closed => Scene::Closed,
            core_board::Scene::Idle => Scene::Idle,
            core_board::Scene::Sale => Scene::Sale,
            core_board::Scene::Totals => Scene::Totals,
            core_board::Scene::Draw => Scene::Draw,
            core_board::Scene::Check => Scene::Check,
            core_board::Scene::Question => Scene::Question,
            core_board::Scene::Winners => Scene::Winners,
            core_board::Scene::Hold => Scene::Hold,
            core_board::Scene::Suspended => Scene::Suspended,
            core_board::Scene::Void => Scene::Void,
            core_board::Scene::NotHeld => Scene::NotHeld,
        }
    }
}

impl From<hall_core::event::Play> for Play {
    fn from(play: hall_core::event::Play) -> Play {
        match play {
            hall_core::event::Play::Line => Play::Line,
            hall_core::event::Play::Bingo => Play::Bingo,
        }
    }
}

impl From<Play> for hall_core::event::Play {
    fn from(play: Play) -> hall_core::event::Play {
        match play {
            Play::Line => hall_core::event::Play::Line,
            Play::Bingo => hall_core::event::Play::Bingo,
        }
    }
}

impl From<hall_core::machine::Mode> for Mode {
    fn from(mode: hall_core::machine::Mode) -> Mode {
        match mode {
            hall_core::machine::Mode::Stop => Mode::Stop,
            hall_core::machine::Mode::Run => Mode::Run,
            hall_core::machine::Mode::Hold => Mode::Hold,
            hall_core::machine::Mode::Load => Mode::Load,
            hall_core::machine::Mode::Fault => Mode::Fault,
        }
    }
}

impl From<HoldExit> for WayOut {
    fn from(exit: HoldExit) -> WayOut {
        let plain = |exit| WayOut { exit, ordinal: None, ball: None, caller: None, second: None };
        match exit {
            HoldExit::Misread { ordinal, ball } => {
                WayOut { ordinal: Some(ordinal.0), ball: Some(ball.number()), ..plain(ExitKind::Misread) }
            }
            HoldExit::Repaired => plain(ExitKind::Repaired),
            HoldExit::ByHand { caller, second } => {
                WayOut { caller: Some(caller.0), second: Some(second.0), ..plain(ExitKind::ByHand) }
            }
            HoldExit::Authority => plain(ExitKind::Authority),
        }
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

fn session(view: &core_board::SessionView) -> Session {
    Session {
        session: view.session.0,
        date: view.date.to_string(),
        draft: view.draft,
        rules: view.rules.clone(),
        last_game: view.last_game,
        last_in_session: view.last_in_session,
        closing_hour: view.closing_hour.map(|hour| hour.to_string()),
    }
}

fn figures(view: core_board::FiguresView) -> Figures {
    Figures {
        cards: view.cards,
        takings_cents: view.takings.0,
        line_cents: view.line.0,
        bingo_cents: view.bingo.0,
    }
}

fn game(view: &core_board::GameView) -> Game {
    Game {
        game: view.game.0,
        in_session: view.in_session,
        series: view.series.to_string(),
        series_size: view.series_size,
        matrix: Some(MatrixHashes::from(&view.matrix)),
        face_value_cents: view.face_value.0,
        cards: view.cards,
        takings_cents: view.takings.0,
        line_cents: view.line.0,
        bingo_cents: view.bingo.0,
        segments: view.segments.iter().copied().map(Cards::from).collect(),
        formula: view.formula.clone(),
        line_open: view.line_open,
        bingo_open: view.bingo_open,
    }
}

fn claim(view: &core_board::ClaimView) -> Claim {
    Claim {
        claim: view.claim.0,
        play: view.play.into(),
        card: view.card.into(),
        grid: view.grid,
        verdict: view.verdict.to_string(),
        words: view.words.clone(),
        missing: view.missing.iter().map(|ball| ball.number()).collect(),
        rows: view.rows,
        accepted: view.accepted,
        accepted_at_utc_ms: view.accepted_at_utc_ms,
        completed_at: view.completed_at.map(|place| place.0),
    }
}

fn stop(view: &core_board::StopView) -> Stop {
    Stop {
        stop: view.stop.0,
        restart: view.restart,
        claims: view.claims.iter().map(claim).collect(),
        asked_at_utc_ms: view.asked_at_utc_ms,
        asked_line: view.asked_line,
        asked_bingo: view.asked_bingo,
        order_from_utc_ms: view.order_from_utc_ms,
    }
}

fn prize(view: &core_board::PrizeView) -> Prize {
    Prize {
        game: view.game.0,
        prize: view.prize.0,
        play: view.play.into(),
        card: view.card.into(),
        amount_cents: view.amount.0,
        state: view.state.to_string(),
    }
}

fn last_game(view: &core_board::LastGameView) -> LastGame {
    LastGame {
        game: view.game.0,
        line_cents: view.line.0,
        bingo_cents: view.bingo.0,
        prizes: view.prizes.iter().map(prize).collect(),
    }
}

fn hold(view: &core_board::HoldView) -> Hold {
    let proposed = view.proposed.map(|(exit, by)| Proposed {
        words: exit_words(exit),
        by: by.0,
        exit: Some(WayOut::from(exit)),
    });
    Hold { hold: view.hold.0, kind: view.kind.to_string(), why: view.why.clone(), proposed }
}

fn suspension(view: &core_board::SuspensionView) -> Suspension {
    Suspension {
        cause: view.cause.clone(),
        since_utc_ms: view.since_utc_ms,
        until_utc_ms: view.until_utc_ms,
        read: view.read,
    }
}

fn by_hand(view: &core_board::ByHandView) -> ByHand {
    ByHand {
        caller: view.caller.0,
        second: view.second.0,
        next: view.next,
        keyed_by: view.keyed_by.map(|by| by.0),
        remaining: view.remaining.iter().map(|ball| ball.number()).collect(),
    }
}

fn duty(view: &core_board::DutyView) -> Duty {
    let roles = view.roles.iter().map(|role| role.name().to_string()).collect();
    Duty { person: view.person.0, roles, device: view.device.clone() }
}

impl From<&core_board::PublicBoard> for PublicBoard {
    fn from(board: &core_board::PublicBoard) -> PublicBoard {
        PublicBoard {
            hall: board.hall.clone(),
            scene: board.scene.into(),
            session: board.session.as_ref().map(session),
            game: board.game.as_ref().map(game),
            announced: board.announced.iter().map(|ball| ball.number()).collect(),
            stop: board.stop.as_ref().map(stop),
            prizes: board.prizes.iter().map(prize).collect(),
            notice: board.notice.clone(),
            demo: board.demo,
            by_hand: board.by_hand.iter().map(|place| place.0).collect(),
            rest_cents: board.rest.0,
            suspended_until_utc_ms: board.suspended_until_utc_ms,
            refunded: board.refunded,
            rectified: board.rectified.map(figures),
            so_far: board.so_far.map(figures),
            last: board.last.as_ref().map(last_game),
            sale_closes_utc_ms: board.sale_closes_utc_ms,
            next_sale_utc_ms: board.next_sale_utc_ms,
        }
    }
}

impl From<&core_board::MesaBoard> for MesaBoard {
    fn from(board: &core_board::MesaBoard) -> MesaBoard {
        let pending =
            |view: &core_board::PendingView| Pending { ordinal: view.ordinal, ball: view.ball.number() };
        let holding =
            |view: &core_board::HoldingView| Holding { seller: view.seller.0, cards: view.cards.into() };
        let tally = |view: &core_board::SellerView| SellerTally {
            seller: view.seller.0,
            issued: view.issued,
            returned: view.returned,
        };
        let void_asked = board.void_asked.as_ref();
        MesaBoard {
            public: PublicBoard::from(&board.public),
            pending: board.pending.iter().map(pending).collect(),
            machine: Machine::from(&board.machine),
            warnings: board.warnings.clone(),
            suspension: board.suspension.as_ref().map(suspension),
            authority: board.authority.clone(),
            by_hand: board.by_hand.as_ref().map(by_hand),
            sheet_by: board.sheet_by.map(|by| by.0),
            holds: board.holds.iter().map(hold).collect(),
            void_asked: void_asked.map(|(words, by)| Proposed { words: words.clone(), by: by.0, exit: None }),
            next_card: board.next_card.map(CardNumber::from),
            gaps: board.gaps.iter().copied().map(Cards::from).collect(),
            holdings: board.holdings.iter().map(holding).collect(),
            sellers: board.sellers.iter().map(tally).collect(),
            shares: board
                .shares
                .map(|of| Shares { line: of.line.hundredths(), bingo: of.bingo.hundredths() }),
            sale_closed_utc_ms: board.sale_closed_utc_ms,
            last_paid_utc_ms: board.last_paid_utc_ms,
            people: board.people.iter().map(duty).collect(),
            owed: board.owed.iter().map(prize).collect(),
            last_announced_utc_ms: board.last_announced_utc_ms,
            ball_count: board.count.as_ref().map(super::BallCount::from),
        }
    }
}
