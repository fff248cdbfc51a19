//! What events are made of: numbers, words of the trade, verdicts, reasons, ways out.

use alloc::string::String;
use alloc::vec::Vec;

use super::Event;
use crate::ball::Ball;
use crate::machine::{BootId, LinkLoss, SetId};
use crate::money::Cents;
use crate::people::{PersonId, Sealed};
use crate::series::{CardNo, CardRef, SeriesId};

/// A game's number in this hall: from 1, one after the other, never used again (G1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameNo(pub u32);

/// A session's number in this hall, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionNo(pub u32);

/// The number of a stop within its game, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StopNo(pub u32);

/// The number of a claim within its game, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClaimNo(pub u32);

/// The number of a HOLD in this hall, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HoldNo(pub u32);

/// The number of a prize within its game, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PrizeNo(pub u32);

/// The number of a printing of cards in this hall, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PrintingNo(pub u32);

/// The place of a ball in its game: 1 for the first extracted, at most 90 of good balls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ordinal(pub u8);

/// What is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Play {
    /// Any of the three rows of a card (Catálogo I).
    Line,
    /// All fifteen numbers.
    Bingo,
}

/// Consecutive cards of one series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Segment {
    /// The series.
    pub series: SeriesId,
    /// The first card.
    pub first: CardNo,
    /// The last card, not before the first.
    pub last: CardNo,
}

impl Segment {
    /// Returns how many cards there are from first to last.
    pub fn count(&self) -> u32 {
        self.last.0 - self.first.0 + 1
    }

    /// Returns whether the card is one of these.
    pub fn has(&self, card: CardRef) -> bool {
        card.series == self.series && (self.first..=self.last).contains(&card.number)
    }
}

/// What sort of extractor a set of balls is for (Catálogo II).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extractor {
    /// An air machine: its sets serve a limited number of games.
    Pneumatic,
    /// A drum (bombo).
    Drum,
}

/// What was checked before the first game (S3, S4; DECISIONS 30).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpeningCheck {
    /// Balls counted by the jefe de sala with the jefe de mesa present (art. 34.1). Always 90.
    pub balls_counted: u8,
    /// The set that goes into the machine.
    pub set: SetId,
    /// The complete spare set (art. 34.5).
    pub reserve_set: SetId,
    /// The seals of both sets were whole.
    pub seals_whole: bool,
    /// Machine, panel, monitors and sound were tried (Catálogo IV).
    pub installations_work: bool,
    /// One person of the public watched the count (art. 34.1: if there was one).
    pub public_witness: bool,
}

/// Why a ball was set aside: it lies on the table and is no part of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetAside {
    /// No game was being drawn, or its acta row was not on disk yet (G6).
    NotDrawing,
}

/// How we know a ball's number. A list from the first version (DECISIONS 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// The extractor's reader.
    Machine {
        /// The machine's power-up.
        boot: BootId,
        /// The frame.
        seq: u32,
        /// 0 to 100 %.
        confidence: u8,
    },
    /// The hall's second reader, on a line of its own.
    SecondReader {
        /// Its power-up.
        boot: BootId,
        /// The frame.
        seq: u32,
        /// 0 to 100 %.
        confidence: u8,
    },
    /// The caller read the number on the ball and said it (DECISIONS 26).
    CallerKey,
    /// The caller typed the number.
    CallerTyped,
    /// This person read the ball and keyed it, the machine being out of use (36.2, DECISIONS 22).
    Keyed {
        /// Who.
        by: PersonId,
    },
    /// It is on the sheet on which the game was finished, power or server being gone
    /// (DECISIONS 34).
    Paper,
}

/// Why the draw stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopCause {
    /// Somebody pressed PARADA.
    Called,
    /// A claim came in.
    Claim,
    /// The server had to start again in the middle of the draw (DECISIONS 25).
    Restart,
}

/// Why a game is held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HoldWhy {
    /// The machine gave a number twice.
    Repeated(Ball),
    /// The machine gave a number no ball has.
    OutOfRange(u8),
    /// A ball of a set that is not the one loaded.
    ForeignSet(SetId),
    /// A ball could not be read.
    NoRead,
    /// The machine raised a fault.
    Fault(crate::machine::Fault),
    /// Its door was opened.
    DoorOpen,
    /// The line was lost.
    LinkLost(LinkLoss),
    /// Another power-up, or another machine, in the middle of a game.
    Rebooted(BootId),
    /// Frames were lost for good.
    FramesMissing,
    /// The machine counts other balls out than the game does.
    CountDiffers {
        /// What the machine says.
        machine: u8,
        /// What the game has.
        game: u8,
    },
    /// The caller read another number than the machine (DECISIONS 26).
    CallerDiffers {
        /// The ball's place in the game.
        ordinal: Ordinal,
        /// What the machine read.
        machine: Ball,
        /// What the caller typed.
        caller: Ball,
    },
    /// Somebody called it, with a word of why.
    Called(String),
    /// Going on by hand, two people keyed different numbers (DECISIONS 22).
    KeyedDiffers {
        /// The ball's place in the game.
        ordinal: Ordinal,
        /// What the first keyed.
        first: Ball,
        /// What the second keyed.
        second: Ball,
    },
    /// The two readers have read different numbers on the same ball.
    ReadersDiffer {
        /// The ball's place in the game.
        ordinal: Ordinal,
        /// What the machine read.
        machine: Ball,
        /// What the second reader read, whether there is such a ball or not.
        second: u8,
    },
    /// The machine has gone on to its next ball and the second reader has not read this one.
    SecondSilent(Ball),
    /// The second reader's line was lost.
    SecondLost(LinkLoss),
    /// Two people put another ball in the place of this one, and no machine counts the balls outside: it may
    /// lie there and stand nowhere in the game (ADR 22).
    LeftOut {
        /// The place that it had.
        ordinal: Ordinal,
        /// The ball.
        ball: Ball,
    },
}

impl HoldWhy {
    /// Returns whether an event of the game, `hold` being open for this reason, ends it. Who goes on by hand leaves
    /// whatever held only the machine; who finished on paper leaves all.
    pub fn ends_with(&self, hold: HoldNo, event: &Event) -> bool {
        if let Event::HoldLeft { hold: left, exit, .. } = event {
            *left == hold || matches!(exit, HoldExit::ByHand { .. }) && !self.doubts_a_ball()
        } else {
            matches!(event, Event::Transcribed { .. })
        }
    }

    /// Returns whether the number of a ball is in doubt, and not just the machine out of order:
    /// then somebody has to look at the ball, whoever draws the next.
    pub const fn doubts_a_ball(&self) -> bool {
        match self {
            HoldWhy::Repeated(_)
            | HoldWhy::OutOfRange(_)
            | HoldWhy::ForeignSet(_)
            | HoldWhy::NoRead
            | HoldWhy::CallerDiffers { .. }
            | HoldWhy::KeyedDiffers { .. }
            | HoldWhy::ReadersDiffer { .. }
            | HoldWhy::SecondSilent(_) => true,
            HoldWhy::Fault(_)
            | HoldWhy::DoorOpen
            | HoldWhy::LinkLost(_)
            | HoldWhy::Rebooted(_)
            | HoldWhy::FramesMissing
            | HoldWhy::CountDiffers { .. }
            | HoldWhy::SecondLost(_)
            | HoldWhy::LeftOut { .. }
            | HoldWhy::Called(_) => false,
        }
    }
}

/// A way out of a HOLD (DECISIONS 23).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HoldExit {
    /// *Lectura errónea*: the ball was looked at on the camera by two people. The ball in this
    /// place is this one; when `ball` is the number already recorded, the reading is confirmed.
    Misread {
        /// The ball's place in the game.
        ordinal: Ordinal,
        /// The number seen on it.
        ball: Ball,
    },
    /// *Avería resuelta*: the machine works again and nothing about the balls is in doubt.
    Repaired,
    /// *Continuación manual*: the rest of the game is drawn by hand from the balls that are
    /// left, and these two people key each number (36.2, DECISIONS 22).
    ByHand {
        /// The caller.
        caller: PersonId,
        /// The second person, at another device.
        second: PersonId,
    },
    /// *Suspendida por la autoridad*: a ball is truly repeated, missing or faulty, and the agent
    /// is called (34.4).
    Authority,
}

/// What sort of way out of a HOLD it is, without the ball and the people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitKind {
    /// *Lectura errónea*.
    Misread,
    /// *Avería resuelta*.
    Repaired,
    /// *Continuación manual* (36.2).
    ByHand,
    /// *Suspendida por la autoridad* (34.4).
    Authority,
}

impl HoldExit {
    /// Returns what sort of way out it is.
    pub const fn kind(&self) -> ExitKind {
        match self {
            HoldExit::Misread { .. } => ExitKind::Misread,
            HoldExit::Repaired => ExitKind::Repaired,
            HoldExit::ByHand { .. } => ExitKind::ByHand,
            HoldExit::Authority => ExitKind::Authority,
        }
    }
}

/// The system's judgement of a claim. The first rule that fails is the verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Every number of the combination had been announced.
    Good {
        /// The rows that are complete, bit r for row r (0 the top one).
        rows: u8,
        /// The place of the announced ball that completed it.
        completed_at: Ordinal,
    },
    /// The hall has no such series.
    UnknownSeries,
    /// The series has no such card.
    NoSuchCard,
    /// The code on the card was not made with the hall's key.
    Forged,
    /// The card is not sold in this game: never, or in the game named.
    NotSold {
        /// The game in which it was sold.
        sold_in: Option<GameNo>,
    },
    /// It was returned unsold in this game.
    Returned,
    /// The play is closed: no right to it remains (G12).
    PlayClosed,
    /// The same card and play was already claimed; its answer stands (DECISIONS 8).
    Repeated {
        /// The first claim.
        of: ClaimNo,
    },
    /// Numbers are missing. For a line, those of the row that lacks fewest.
    Incomplete {
        /// The missing numbers, ascending.
        missing: Vec<Ball>,
    },
}

/// Why a jefe de mesa rejects a card whose numbers are good (33.7, 33.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RejectReason {
    /// Tampered with.
    Manipulated,
    /// Its numbers cannot be read.
    Illegible,
    /// Not the original card.
    NotOriginal,
}

/// What a recount of the cards found (39.3.a).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// Cards counted as sold were not.
    Unsold,
    /// Cards were sold and not counted.
    Sold,
}

/// What a diligencia is about (art. 37.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiligenciaKind {
    /// Something that happened: signed by jefe de sala and jefe de mesa.
    Incidencia,
    /// A player's claim: signed by jefe de sala and claimant.
    Reclamacion,
}

/// One winner's share of a prize.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrizeShare {
    /// The prize's number in the game.
    pub prize: PrizeNo,
    /// The claim that won it.
    pub claim: ClaimNo,
    /// The winning card.
    pub card: CardRef,
    /// What the bearer is paid.
    pub amount: Cents,
}

/// A paragraph of article 36, read aloud before it is applied (36.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paragraph {
    /// 36.1: a failure before the first ball.
    BeforeExtraction,
    /// 36.2: a failure once balls have come out.
    AfterExtraction,
}

/// A line of the sheet on which a game was finished by hand (DECISIONS 34).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaperLine {
    /// A ball came out and was announced.
    Ball(Ball),
    /// A card was sung and looked at.
    Sung {
        /// Line or bingo.
        play: Play,
        /// The card.
        card: CardRef,
        /// What the jefe de mesa said.
        answer: PaperAnswer,
    },
    /// A prize was paid against its card.
    Paid {
        /// Line or bingo.
        play: Play,
        /// The card.
        card: CardRef,
    },
    /// The closing order.
    End,
}

/// What a jefe de mesa said of a card, as the sheet has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaperAnswer {
    /// It was good and was accepted.
    Good,
    /// Numbers were missing, or it was no card of this game.
    NotGood,
    /// Its numbers were good and it was rejected for what it was.
    Rejected(RejectReason),
}

/// What people added to the randomness of a matrix's key: dice, a public beacon. The key is
/// [`MatrixKey::mixed`](crate::matrix::MatrixKey::mixed) of both, so that neither the system's
/// randomness nor these people alone decide it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mixed {
    /// As they typed it.
    pub words: String,
    /// What the system gave, 32 bytes; revealed with the key.
    pub seed: Sealed,
}

/// Why a printing left no pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrintingStop {
    /// Somebody stopped it.
    Cancelled(PersonId),
    /// It could not be done; the words are the printer's.
    Failed(String),
}
