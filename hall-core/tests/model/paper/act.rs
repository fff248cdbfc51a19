//! What people ask for and what machines do, in one list.

use super::Tag;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sung {
    Line,
    Bingo,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    Keyed,
    Scanned,
    /// Scanned, with a code of another hall.
    Forged,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Misread { place: u8, ball: u8 },
    Repaired,
}

/// What people ask for and what machines do, in one list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    OpenSession {
        by: u32,
    },
    CloseSession {
        balls: u8,
    },
    OpenSale {
        series: &'static str,
        price: u64,
    },
    Issue {
        game: u32,
        series: &'static str,
        first: u32,
        last: u32,
        seller: u32,
        price: u64,
    },
    Return {
        game: u32,
        series: &'static str,
        first: u32,
        last: u32,
        seller: u32,
    },
    Transfer {
        game: u32,
        series: &'static str,
        first: u32,
        last: u32,
        from: u32,
        to: u32,
    },
    CloseSale {
        game: u32,
        by: u32,
    },
    StartDraw {
        game: u32,
    },
    Announce {
        game: u32,
        place: u8,
        ball: u8,
        typed: bool,
    },
    Stop {
        game: u32,
        said: u8,
        by: u32,
    },
    Claim {
        game: u32,
        sung: Sung,
        card: Tag,
        how: How,
    },
    Accept {
        game: u32,
        claim: u32,
        by: u32,
    },
    Reject {
        game: u32,
        claim: u32,
        by: u32,
    },
    Ask {
        game: u32,
        stop: u32,
    },
    GoOn {
        game: u32,
        stop: u32,
    },
    End {
        game: u32,
        stop: u32,
    },
    Pay {
        game: u32,
        prize: u32,
        card: Tag,
        by: u32,
    },
    Withhold {
        game: u32,
        prize: u32,
    },
    AskVoid {
        game: u32,
    },
    ConfirmVoid {
        game: u32,
    },
    Refund {
        game: u32,
        series: &'static str,
        first: u32,
        last: u32,
    },
    RaiseHold {
        game: u32,
    },
    AskExit {
        game: u32,
        hold: u32,
        way: Way,
        by: u32,
    },
    ConfirmExit {
        game: u32,
        hold: u32,
        way: Way,
        by: u32,
    },
    /// From here on: the world.
    Ball(u8),
    Unreadable,
    Jam,
    Unjam,
    Cable,
    Identity,
    Beat,
    /// The balls in the rack that are none of the game's go back.
    TakeBack,
    Restart,
    Shown {
        game: u32,
        place: u8,
    },
    Wait(u32),
}

/// The part of the regulation an act belongs to: each has its own file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    Session,
    Sale,
    Draw,
    Claims,
    Money,
    Holds,
    Machine,
}

impl Act {
    pub fn area(&self) -> Area {
        match self {
            Act::OpenSession { .. } | Act::CloseSession { .. } => Area::Session,
            Act::OpenSale { .. }
            | Act::Issue { .. }
            | Act::Return { .. }
            | Act::Transfer { .. }
            | Act::CloseSale { .. } => Area::Sale,
            Act::StartDraw { .. }
            | Act::Announce { .. }
            | Act::Stop { .. }
            | Act::Ask { .. }
            | Act::GoOn { .. }
            | Act::End { .. } => Area::Draw,
            Act::Claim { .. } | Act::Accept { .. } | Act::Reject { .. } => Area::Claims,
            Act::Pay { .. }
            | Act::Withhold { .. }
            | Act::AskVoid { .. }
            | Act::ConfirmVoid { .. }
            | Act::Refund { .. } => Area::Money,
            Act::RaiseHold { .. } | Act::AskExit { .. } | Act::ConfirmExit { .. } => Area::Holds,
            Act::Ball(_)
            | Act::Unreadable
            | Act::Jam
            | Act::Unjam
            | Act::Cable
            | Act::Identity
            | Act::Beat
            | Act::TakeBack
            | Act::Restart
            | Act::Shown { .. }
            | Act::Wait(_) => Area::Machine,
        }
    }
}
