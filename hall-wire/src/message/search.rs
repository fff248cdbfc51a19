//! What a search found. Of a draw it has what was announced and nothing else: no ball before that, and no card for what it has of it
//! (DECISIONS 5).

use hall_core::event::{Play, Sought};
use hall_core::people::Role;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BallSetRow, CardFound, GameState, PrizeStands, ToldWhat};

/// The answer to a search.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SearchFound {
    /// What the text was understood as, the best first: only what the asker may look for.
    pub sought: Vec<Sought>,
    /// What was found, kind by kind in that order, the newest first.
    pub hits: Vec<SearchHit>,
    /// The kinds of which there is more than is listed.
    pub more: Vec<Sought>,
}

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SearchHit {
    /// A card of the hall.
    Card(CardFound),
    /// A game.
    Game(GameFound),
    /// Somebody of the staff.
    Person(PersonFound),
    /// A set of balls.
    BallSet(BallSetFound),
    /// Something that the record tells.
    Told(Told),
}

impl SearchHit {
    /// Under which kind it stands.
    pub const fn sought(&self) -> Sought {
        match self {
            SearchHit::Card(_) => Sought::Card,
            SearchHit::Game(_) => Sought::Game,
            SearchHit::Person(_) => Sought::Person,
            SearchHit::BallSet(_) => Sought::BallSet,
            SearchHit::Told(told) => told.what.sought(),
        }
    }
}

impl ToldWhat {
    /// Under which kind it stands.
    pub const fn sought(self) -> Sought {
        match self {
            ToldWhat::Claim | ToldWhat::PrizeOfCard => Sought::Card,
            ToldWhat::Ball => Sought::Ball,
            ToldWhat::Prize
            | ToldWhat::Sale
            | ToldWhat::Correction
            | ToldWhat::Refund
            | ToldWhat::LineTotal
            | ToldWhat::BingoTotal => Sought::Amount,
            ToldWhat::Diligencia => Sought::Words,
            ToldWhat::Line => Sought::Hour,
        }
    }
}

/// Where in the hall's papers something stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// The game.
    #[serde(default)]
    pub game: Option<u32>,
    /// Its order in the session.
    #[serde(default)]
    pub in_session: Option<u32>,
    /// The session.
    #[serde(default)]
    pub session: Option<u32>,
    /// The date of the session, as in `2026-11-28`.
    #[serde(default)]
    pub date: Option<String>,
    /// The folios of its acta, as in `12/2026, 3–5`; absent until they are taken.
    #[serde(default)]
    pub folios: Option<String>,
}

/// A game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameFound {
    /// Where it stands.
    #[serde(default)]
    pub place: Place,
    /// The series announced.
    pub series: String,
    /// The cards sold; until the sale closes, those with sellers.
    pub cards: u32,
    /// The price of a card.
    pub face_value_cents: u64,
    /// The takings; zero until the sale closes.
    pub takings_cents: u64,
    /// The line's prize.
    pub line_cents: u64,
    /// The bingo's prize.
    pub bingo_cents: u64,
    /// How far it is.
    pub state: GameState,
    /// The set of balls, from the first order to draw on.
    pub ball_set: Option<String>,
    /// When its sale opened, UTC milliseconds.
    pub opened_at_utc_ms: i64,
    /// When it ended.
    pub ended_at_utc_ms: Option<i64>,
    /// The balls announced, in order.
    pub announced: Vec<u8>,
    /// The cards sung.
    pub claims: u32,
    /// Those of them that were good.
    pub good: u32,
    /// Its prizes.
    #[serde(default)]
    pub prizes: Vec<PrizeOfGame>,
    /// Why it is void.
    pub void_cause: Option<String>,
}

/// A prize of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PrizeOfGame {
    /// What was won.
    pub play: Play,
    /// The series of the card.
    pub series: String,
    /// Its number.
    pub card: u32,
    /// How much.
    pub amount_cents: u64,
    /// How it stands.
    pub state: PrizeStands,
}

/// Somebody of the staff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonFound {
    /// The number.
    pub person: u32,
    /// The user name.
    pub user: String,
    /// The name.
    pub name: String,
    /// The roles now; none for who left.
    pub roles: Vec<Role>,
    /// Dismissed.
    pub left: bool,
    /// What the person did last, of the last 50,000 lines of the record and for those who answer for the staff.
    pub last: Vec<Told>,
}

/// A set of balls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BallSetFound {
    /// What the hall's list has of it.
    pub row: BallSetRow,
    /// The last games drawn with it.
    pub games: Vec<Place>,
}

/// Something that the record tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Told {
    /// What.
    pub what: ToldWhat,
    /// When, UTC milliseconds.
    pub at_utc_ms: i64,
    /// Where it stands.
    #[serde(default)]
    pub place: Place,
    /// Of a claim or a prize: what was sung or won.
    #[serde(default)]
    pub play: Option<Play>,
    /// The series of the card.
    #[serde(default)]
    pub series: Option<String>,
    /// Its number.
    #[serde(default)]
    pub card: Option<u32>,
    /// Whether what was sung was good.
    #[serde(default)]
    pub good: Option<bool>,
    /// A ball.
    #[serde(default)]
    pub ball: Option<u8>,
    /// Its place in the order of exit.
    #[serde(default)]
    pub ordinal: Option<u8>,
    /// Money; what went out of the till too is above zero.
    #[serde(default)]
    pub amount_cents: Option<u64>,
    /// How a prize stands.
    #[serde(default)]
    pub state: Option<PrizeStands>,
    /// The person who did it.
    #[serde(default)]
    pub by: Option<u32>,
    /// A sentence, in Spanish: the acta's own words where it has them.
    #[serde(default)]
    pub text: Option<String>,
    /// The line of the record, where it is one.
    #[serde(default)]
    pub line: Option<u64>,
}

impl Told {
    /// Nothing more than what and when, UTC milliseconds.
    pub fn at(what: ToldWhat, at_utc_ms: i64) -> Told {
        Told {
            what,
            at_utc_ms,
            place: Place::default(),
            play: None,
            series: None,
            card: None,
            good: None,
            ball: None,
            ordinal: None,
            amount_cents: None,
            state: None,
            by: None,
            text: None,
            line: None,
        }
    }
}
