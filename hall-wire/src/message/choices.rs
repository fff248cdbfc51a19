//! Choices in lists and answers, with their names (ADR 25). Those of the rules have theirs in `hall-core/src/names.rs`.

use std::borrow::Cow;

use hall_core::event::Signed;
use hall_core::matrix::MatrixKind;
use hall_core::names;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Where a game of the lists stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameState {
    /// Cards are on sale.
    OnSale,
    /// The sale is closed and no ball is out.
    Announced,
    /// Balls come out, or cards are checked.
    Playing,
    /// It was played to its end.
    Held,
    /// No card was sold (DECISIONS 11).
    NotHeld,
    /// Void: its cards are refunded.
    Void,
}

/// How a matrix was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MatrixRowKind {
    /// By this program, cards one by one.
    #[default]
    Single,
    /// By this program, in strips of six cards with the numbers 1 to 90.
    Strip,
    /// By others.
    Imported,
}

impl From<MatrixKind> for MatrixRowKind {
    fn from(kind: MatrixKind) -> MatrixRowKind {
        match kind {
            MatrixKind::Single => MatrixRowKind::Single,
            MatrixKind::Strip => MatrixRowKind::Strip,
        }
    }
}

/// Where a printing of cards stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintingState {
    /// Ordered, or being printed.
    Ordered,
    /// The pages are on disk.
    Done,
    /// Cancelled by somebody.
    Cancelled,
    /// The printer failed.
    Failed,
}

/// How a paper was signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignatureHow {
    /// On the screen.
    Drawn,
    /// On paper, and the page scanned.
    Page,
    /// With a personal key.
    Key,
}

impl From<&Signed> for SignatureHow {
    fn from(how: &Signed) -> SignatureHow {
        match how {
            Signed::Drawn { .. } => SignatureHow::Drawn,
            Signed::Page { .. } => SignatureHow::Page,
            Signed::Key { .. } => SignatureHow::Key,
        }
    }
}

/// What a session does with a set of balls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetDuty {
    /// It is played with.
    Playing,
    /// It is the reserve.
    Reserve,
}

/// What the statistics say of a set of balls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetState {
    /// Too few games to say.
    Few,
    /// Nothing stands out.
    Normal,
    /// At most 5 of 100 fair sets ever get so far.
    Watch,
    /// At most 1 of 100 fair sets ever gets so far.
    Withdraw,
}

/// To which side a ball stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BallLean {
    /// It comes out less often, and later.
    Less,
    /// It comes out more often, and sooner.
    More,
}

/// What became of a card that was handed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardState {
    /// With a seller.
    Issued,
    /// Sold.
    Sold,
    /// Given back unsold.
    Returned,
    /// Given back, and not to be found.
    Burned,
    /// Of a void game, and paid back.
    Refunded,
}

/// How a prize stands, in a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrizeStands {
    /// Its game goes on.
    Awarded,
    /// To be paid.
    Due,
    /// Paid.
    Paid,
    /// In dispute.
    Withheld,
    /// Nobody had come when the session closed.
    Unclaimed,
    /// Of a void game.
    Void,
}

/// What a search found that is neither card nor game, person nor set of balls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToldWhat {
    /// A card was sung.
    Claim,
    /// What a card won.
    PrizeOfCard,
    /// A ball was announced.
    Ball,
    /// A prize of this amount.
    Prize,
    /// The takings of a game.
    Sale,
    /// What a public rectification changed of them.
    Correction,
    /// Cards of a void game, paid back.
    Refund,
    /// A game's amount for the line.
    LineTotal,
    /// A game's amount for the bingo.
    BingoTotal,
    /// A diligencia or a note.
    Diligencia,
    /// Another line of the record.
    Line,
}

names! {
    PrizeStands {
        Awarded => "awarded", Due => "due", Paid => "paid", Withheld => "withheld", Unclaimed => "unclaimed",
        Void => "void",
    }
    ToldWhat {
        Claim => "claim", PrizeOfCard => "prize_of_card", Ball => "ball", Prize => "prize", Sale => "sale",
        Correction => "correction", Refund => "refund", LineTotal => "line_total", BingoTotal => "bingo_total",
        Diligencia => "diligencia", Line => "line",
    }
    BallLean { Less => "less", More => "more" }
    CardState {
        Issued => "issued", Sold => "sold", Returned => "returned", Burned => "burned", Refunded => "refunded",
    }
    GameState {
        OnSale => "on_sale", Announced => "announced", Playing => "playing", Held => "held", NotHeld => "not_held",
        Void => "void",
    }
    MatrixRowKind { Single => "single", Strip => "strip", Imported => "imported" }
    SignatureHow { Drawn => "drawn", Page => "page", Key => "key" }
    PrintingState { Ordered => "ordered", Done => "done", Cancelled => "cancelled", Failed => "failed" }
    SetDuty { Playing => "playing", Reserve => "reserve" }
    SetState { Few => "few", Normal => "normal", Watch => "watch", Withdraw => "withdraw" }
}
