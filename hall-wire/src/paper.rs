//! What the server hands to the printer: a sheet of cards, the acta of a session, the sheet of the game that is being
//! played, a matrix to be certified, what is fixed of the cards on sale, who signed a paper, or a copy of an acta.
//!
//! Every time is text with its offset, as in `2026-10-17 21:04:09 +02:00`, one within a sentence too: the
//! printer shows what of it is needed. Amounts are whole cents. Nothing here is ever read back: the record
//! is the truth.

use hall_core::rules::Division;
use serde::{Deserialize, Serialize};

use crate::sighting::Head;

mod acta;
mod acta_game;
mod cards;
mod certificate;
mod copy;
mod game_sheet;
mod notice;
mod receipt;
mod signatures;

pub use acta::{
    ActaMatrix, ActaPart, ActaSheet, BallCount, BallSetGames, Book, CarriedAccount, DayTotals, Diligencia,
    FreeFolios, Hall, Leaf, RecordLines, RuleValue, RulesInForce, Session, Signatory, Spoken, StaffMember,
};
pub use acta_game::{
    ActaBall, ActaClaim, ActaGame, ClaimResult, GameAccounts, GameResult, Incident, Rectification, Refunds,
    SetAside,
};
pub use cards::{SeriesSheet, SheetCard};
pub use certificate::{AnnouncedDraw, CertificateSeries, CertificateSheet, MatrixOrigin, MixedIn};
pub use copy::CopySheet;
pub use game_sheet::{GameSheet, SheetBall, SheetClaim};
pub use hall_core::event::Play;
pub use hall_core::game::PrizeState;
pub use hall_core::words::BallSource;
pub use notice::{NoticeMatrix, NoticeSeries, NoticeSheet};
pub use receipt::ReceiptSheet;
pub use signatures::{PaperSignature, SignatureSheet};

/// What anchors a paper to the record: the last line that it covers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordHead {
    /// Its number.
    pub seq: u64,
    /// The hash of the chain there, in hexadecimal.
    pub head_hash: String,
}

impl From<Head> for RecordHead {
    fn from(head: Head) -> RecordHead {
        RecordHead { seq: head.seq, head_hash: head.hash.to_string() }
    }
}

/// What was sold in a game or a session, and how the money is divided, in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaleFigures {
    /// How many cards.
    pub sold: u32,
    /// What they brought: line, bingo, house and remainder together.
    pub takings_cents: u64,
    /// The prize of the line.
    pub line_cents: u64,
    /// The prize of the bingo.
    pub bingo_cents: u64,
    /// What the hall keeps.
    pub house_cents: u64,
    /// What rounding left over.
    pub resto_cents: u64,
}

impl SaleFigures {
    /// The figures of a game with so many cards sold.
    pub const fn new(sold: u32, division: &Division) -> SaleFigures {
        SaleFigures {
            sold,
            takings_cents: division.takings.0,
            line_cents: division.line.0,
            bingo_cents: division.bingo.0,
            house_cents: division.house.0,
            resto_cents: division.resto.0,
        }
    }
}

/// Consecutive cards of one series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    /// The series: `A17`.
    pub series: String,
    /// The first card.
    pub first: u32,
    /// The last card, not before the first.
    pub last: u32,
}

/// One card, by its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardName {
    /// The series: `A17`.
    pub series: String,
    /// The number in the series.
    pub number: u32,
}

/// A prize of one winning card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prize {
    /// What it was won with.
    pub play: Play,
    /// The winning card, attached to the acta.
    pub card: CardName,
    /// Its share, in cents.
    pub amount_cents: u64,
    /// Where the money is.
    pub state: PrizeState,
    /// When it was paid.
    pub paid_at: Option<String>,
    /// Who paid it.
    pub paid_by: Option<String>,
}
