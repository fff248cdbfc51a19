//! What a game is made of: its phase, its stops, what was sung, the prizes, the holds.

use alloc::string::String;
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::card::CardId;
use crate::event::{
    ClaimNo, Event, HoldExit, HoldNo, HoldWhy, Ordinal, PaperLine, Play, Pressed, PrizeNo, PrizeShare,
    RejectReason, Segment, StopCause, StopNo, Verdict,
};
use crate::money::Cents;
use crate::people::{Actor, PersonId};
use crate::rules::Division;
use crate::series::CardRef;

/// Where a game stands. What exists only in one phase lives in that variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Phase {
    /// Cards are on sale.
    Selling(Selling),
    /// The sale is closed and the acta row written; totals are read aloud.
    Announced {
        /// Its provisional suspension (36.1).
        suspension: Option<Suspension>,
    },
    /// Balls come out and are announced.
    Drawing(Draw),
    /// The draw has stopped; cards are checked.
    Stopped(Draw, Stop),
    /// The closing order was given; prizes are due.
    Ended,
    /// No card was sold.
    NotHeld,
    /// Void: cards are refunded.
    Voided,
}

impl Phase {
    /// The phase in words.
    pub const fn words(&self) -> &'static str {
        match self {
            Phase::Selling(_) => "en venta",
            Phase::Announced { .. } => "con la venta cerrada, antes de extraer",
            Phase::Drawing(_) => "en extracción",
            Phase::Stopped(..) => "detenida",
            Phase::Ended => "cerrada",
            Phase::NotHeld => "cerrada: no celebrada",
            Phase::Voided => "anulada",
        }
    }
}

/// A sale that is open.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selling {
    /// Gaps that one person asked to burn, and who (DECISIONS 13).
    pub burns_asked: Vec<(Segment, PersonId)>,
    /// Its provisional suspension (36.1).
    pub suspension: Option<Suspension>,
}

/// A draw that has begun and not ended, going on or stopped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draw {
    /// While there is one, nothing is announced.
    pub holds: Vec<Hold>,
    /// What brings the balls out.
    pub hand: Hand,
    /// Article 36.2 was read aloud.
    pub read: bool,
    /// The sheet of a game finished on paper, as one person typed it in (DECISIONS 34).
    pub sheet: Option<(Vec<PaperLine>, PersonId)>,
    /// Balls that count in the game and fell back into the drum, as far as the machine said so. The machine counts
    /// none of them as out, so another that came out unread makes its count right again.
    pub fell_back: Vec<Ball>,
}

/// What brings the balls out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Hand {
    /// The machine.
    #[default]
    Machine,
    /// Two people, the machine being given up (36.2).
    Pair {
        /// Who.
        people: ByHand,
        /// The ball that one of them has keyed and the other not yet.
        keyed: Option<Keyed>,
    },
    /// The caller, who reads each ball of a machine without a line and keys its number (DECISIONS 36).
    Caller {
        /// The ball that he has keyed, while it waits for the second word.
        keyed: Option<Keyed>,
    },
}

impl Hand {
    /// The ball that one person has keyed, where people do.
    pub(super) const fn keyed_mut(&mut self) -> Option<&mut Option<Keyed>> {
        match self {
            Hand::Machine => None,
            Hand::Pair { keyed, .. } | Hand::Caller { keyed } => Some(keyed),
        }
    }
}

impl Draw {
    pub(super) fn forget_keyed(&mut self) {
        if let Some(keyed) = self.hand.keyed_mut() {
            *keyed = None;
        }
    }

    /// A ball took this place: a proposal made for it is out of date.
    pub(super) fn forget_proposals_for(&mut self, ordinal: Ordinal) {
        let stands = |(exit, _): &(HoldExit, PersonId)| !matches!(exit, HoldExit::Misread { ordinal: place, .. } if *place == ordinal);
        for hold in &mut self.holds {
            hold.proposed = hold.proposed.filter(stands);
        }
    }
}

/// A stop of the draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// Its number in the game.
    pub no: StopNo,
    /// Why.
    pub cause: StopCause,
    /// How many of the announced balls count in it (ADR 74).
    pub counting: u8,
    /// By what press it was called, as far as is known.
    pub call: Call,
    /// The question, once asked.
    pub question: Option<Question>,
    /// The provisional suspension of a game without a ball (36.1).
    pub suspension: Option<Suspension>,
}

/// Who called a stop, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Who: the system after a restart.
    pub by: Actor,
    /// At which device.
    pub device: String,
    /// When it came in, UTC milliseconds.
    pub at_utc_ms: i64,
    /// When it was pressed, where the device could say.
    pub pressed: Option<Pressed>,
}

impl Call {
    /// When it was pressed, or came in where nothing else is known, and how sure that is: UTC milliseconds, and milliseconds.
    pub fn hour(&self) -> (i64, i64) {
        self.pressed.map_or((self.at_utc_ms, 0), |pressed| (pressed.at_utc_ms(), pressed.within_ms.into()))
    }
}

/// «¿Alguna línea más? ¿Algún bingo más?»
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// When, UTC milliseconds.
    pub at_utc_ms: i64,
    /// Lines were asked for.
    pub line: bool,
    /// Bingos were asked for.
    pub bingo: bool,
}

/// A card that was sung.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Its number in the game.
    pub no: ClaimNo,
    /// The stop it was made in.
    pub stop: StopNo,
    /// Line or bingo.
    pub play: Play,
    /// The card.
    pub card: CardRef,
    /// The card's face, where there is one.
    pub face: Option<CardId>,
    /// The system's judgement.
    pub verdict: Verdict,
    /// The jefe de mesa's answer to a good one: accepted or rejected.
    pub accepted: Option<bool>,
    /// When it was accepted, UTC milliseconds.
    pub accepted_at_utc_ms: Option<i64>,
    /// Why it was rejected.
    pub rejected: Option<RejectReason>,
}

impl Claim {
    /// Whether the jefe de mesa has still to answer.
    pub fn is_pending(&self) -> bool {
        matches!(self.verdict, Verdict::Good { .. }) && self.accepted.is_none()
    }
}

/// Whether a play can still be sung.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayState {
    /// It can.
    Open,
    /// It was awarded.
    Awarded,
    /// The game ended without it.
    Unsung,
}

/// What became of a prize (35.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrizeState {
    /// To be paid.
    Due,
    /// Paid, against the card.
    Paid,
    /// Kept back in dispute.
    Withheld,
    /// Not claimed by the close of the session. It is still paid against the card.
    Unclaimed,
}

impl PrizeState {
    /// The state after the close of its session.
    #[must_use]
    pub const fn at_close(self) -> PrizeState {
        match self {
            PrizeState::Due => PrizeState::Unclaimed,
            PrizeState::Paid | PrizeState::Withheld | PrizeState::Unclaimed => self,
        }
    }

    /// The state in words.
    pub const fn words(&self) -> &'static str {
        match self {
            PrizeState::Due => "pendiente",
            PrizeState::Paid => "pagado",
            PrizeState::Withheld => "retenido",
            PrizeState::Unclaimed => "no reclamado",
        }
    }
}

/// A prize of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prize {
    /// Its number in the game.
    pub no: PrizeNo,
    /// Line or bingo.
    pub play: Play,
    /// The winning card.
    pub card: CardRef,
    /// What its bearer gets.
    pub amount: Cents,
    /// What became of it.
    pub state: PrizeState,
    /// When, UTC milliseconds, and by whom it was paid or withheld.
    pub settled: Option<(i64, Actor)>,
}

impl Prize {
    /// The prize of a winner's share.
    pub const fn won(play: Play, share: &PrizeShare) -> Prize {
        let PrizeShare { prize: no, card, amount, .. } = *share;
        Prize { no, play, card, amount, state: PrizeState::Due, settled: None }
    }

    /// Moves on by an event that names it.
    pub fn apply(&mut self, at_utc_ms: i64, actor: Actor, event: &Event) {
        let settled = Some((at_utc_ms, actor));
        if let Event::PrizePaid { .. } = event {
            (self.state, self.settled) = (PrizeState::Paid, settled);
        } else if let Event::PrizeWithheld { .. } = event {
            (self.state, self.settled) = (PrizeState::Withheld, settled);
        } else if let Event::PrizeReleased { .. } = event {
            (self.state, self.settled) = (PrizeState::Due, None);
        }
    }
}

/// What had been announced of the sale before it was publicly put right (39.3.a).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rectified {
    /// The cards.
    pub cards: u32,
    /// The money.
    pub division: Division,
}

/// A HOLD and the way out that one person has proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// Its number.
    pub no: HoldNo,
    /// Why.
    pub why: HoldWhy,
    /// The proposal.
    pub proposed: Option<(HoldExit, PersonId)>,
}

/// A provisional suspension (36.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspension {
    /// Since when, UTC milliseconds.
    pub since_utc_ms: i64,
    /// What failed.
    pub cause: String,
    /// Article 36.1 was read aloud.
    pub read: bool,
}

/// The two people who draw the rest of a game by hand (36.2, DECISIONS 22).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByHand {
    /// The caller.
    pub caller: PersonId,
    /// The second person.
    pub second: PersonId,
}

/// A ball that only one of the two has keyed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyed {
    /// Its place in the game.
    pub ordinal: Ordinal,
    /// What was keyed.
    pub ball: Ball,
    /// By whom.
    pub by: PersonId,
    /// At which device.
    pub device: String,
}

/// What nobody sang and the rules carry (9.4): of a game, or of the hall, not spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Carried {
    /// In `linea_no_cantada`.
    pub line: Cents,
    /// In `bingo_no_cantado`.
    pub bingo: Cents,
}

impl Carried {
    /// The account of a play.
    pub const fn of(&self, play: Play) -> Cents {
        match play {
            Play::Line => self.line,
            Play::Bingo => self.bingo,
        }
    }

    pub(crate) fn of_mut(&mut self, play: Play) -> &mut Cents {
        match play {
            Play::Line => &mut self.line,
            Play::Bingo => &mut self.bingo,
        }
    }
}
