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
    ByHand { caller: u32, second: u32 },
    Authority,
}

/// A post of article 24.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Post {
    Sala,
    Mesa,
    Cashier,
    Seller,
    Inspector,
}

/// What the sheet says of a card that was sung.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Good,
    NotGood,
    Rejected,
}

/// A line of the sheet on which a game was finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    Ball(u8),
    Sung { sung: Sung, card: Tag, answer: Answer },
    Paid { sung: Sung, card: Tag },
    End,
}

/// What people ask for and what machines do, in one list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Not who would be expected to, but this person at this device.
    By {
        who: u32,
        at: &'static str,
        act: Box<Act>,
    },
    LogIn,
    LogOut,
    OpenSession {
        sala: u32,
        balls: u8,
        set: &'static str,
        reserve: &'static str,
        /// The minute of the day at which the hall has to close.
        hour: Option<u16>,
    },
    Substitute {
        post: Post,
        person: u32,
        stand_in: u32,
    },
    ChangeSet {
        set: &'static str,
        reserve: &'static str,
        balls: u8,
        sealed: bool,
    },
    CallAuthority,
    RecordAuthority {
        goes_on: bool,
    },
    CloseSession {
        balls: u8,
    },
    OpenSale {
        series: &'static str,
        size: u32,
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
    },
    Reject {
        game: u32,
        claim: u32,
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
    },
    ConfirmExit {
        game: u32,
        hold: u32,
        way: Way,
    },
    Suspend {
        game: u32,
    },
    Lift {
        game: u32,
    },
    /// Paragraph 36.1 or 36.2 is read aloud.
    Read {
        game: u32,
        paragraph: u8,
    },
    KeyBall {
        game: u32,
        place: u8,
        ball: u8,
    },
    AskSheet {
        game: u32,
        lines: Vec<Line>,
    },
    ConfirmSheet {
        game: u32,
        lines: Vec<Line>,
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
    /// Another set of balls is put into the machine.
    Load(&'static str),
    /// The server is told to stop; what comes next is its start.
    Stopping {
        power: bool,
    },
    Restart,
    /// Somebody sets the clock by so many seconds.
    Clock(i64),
    Shown {
        game: u32,
        place: u8,
    },
    Wait(u32),
}

/// An act, who asks for it, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    pub who: u32,
    pub at: &'static str,
    pub act: Act,
}

/// The part of the regulation an act belongs to: each has its own file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    Session,
    Posts,
    Sale,
    Draw,
    Claims,
    Money,
    Holds,
    Article36,
    Sheet,
    Machine,
}

impl Act {
    /// The same, asked for by this person.
    pub fn by(self, who: u32) -> Act {
        self.at(who, "mesa-1")
    }

    /// The same, asked for by this person at this device.
    pub fn at(self, who: u32, at: &'static str) -> Act {
        let act = if let Act::By { act, .. } = self { act } else { Box::new(self) };
        Act::By { who, at, act }
    }

    pub fn area(&self) -> Area {
        match self {
            Act::By { act, .. } => act.area(),
            Act::LogIn | Act::LogOut | Act::Substitute { .. } => Area::Posts,
            Act::OpenSession { .. }
            | Act::ChangeSet { .. }
            | Act::CallAuthority
            | Act::RecordAuthority { .. }
            | Act::CloseSession { .. } => Area::Session,
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
            Act::Suspend { .. } | Act::Lift { .. } | Act::Read { .. } | Act::KeyBall { .. } => {
                Area::Article36
            }
            Act::AskSheet { .. } | Act::ConfirmSheet { .. } => Area::Sheet,
            Act::Ball(_)
            | Act::Unreadable
            | Act::Jam
            | Act::Unjam
            | Act::Cable
            | Act::Identity
            | Act::Beat
            | Act::TakeBack
            | Act::Load(_)
            | Act::Stopping { .. }
            | Act::Restart
            | Act::Clock(_)
            | Act::Shown { .. }
            | Act::Wait(_) => Area::Machine,
        }
    }
}
