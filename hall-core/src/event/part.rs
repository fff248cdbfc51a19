//! The values in events: numbers, reasons, verdicts, ways out of a HOLD.

use alloc::string::String;
use alloc::vec::Vec;

use super::Event;
use crate::ball::Ball;
use crate::machine::{BootId, LinkLoss, SetId};
use crate::money::Cents;
use crate::people::{PersonId, Sealed};
use crate::series::{CardNo, CardRef, SeriesId};

/// Makes an enum of the same choices without what they carry, and the function that tells which it is.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident of $whole:ident { $($variant:ident)+ })+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $kind {
            $(#[doc = concat!("[`", stringify!($whole), "::", stringify!($variant), "`].")] $variant,)+
        }

        impl $whole {
            /// Which it is.
            pub const fn kind(&self) -> $kind {
                match self { $($whole::$variant { .. } => $kind::$variant,)+ }
            }
        }
    )+};
}

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
    /// How many cards there are from first to last.
    pub fn count(&self) -> u32 {
        self.last.0 - self.first.0 + 1
    }

    /// Whether the card is one of these.
    pub fn has(&self, card: CardRef) -> bool {
        card.series == self.series && (self.first..=self.last).contains(&card.number)
    }
}

/// What sort of extractor a set of balls is for (Catálogo II).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Extractor {
    /// An air machine: its sets serve a limited number of games.
    #[default]
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

/// What the agent of the authority is called for: his word is about this doubt, and another one needs another (34.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// What held the draw.
    Hold(HoldNo),
    /// The set has so many balls, and not ninety.
    Count {
        /// How many.
        balls: u8,
    },
    /// What the cause says.
    Other,
}

/// Why a ball was set aside, on the table and in no draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetAside {
    /// No game was being drawn, or its acta row was not on disk yet (G6).
    NotDrawing,
}

/// How a ball's number is known. A list from the first version (DECISIONS 6).
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
    /// It is on the sheet of a game that was finished on paper (DECISIONS 34).
    Paper,
    /// The caller read it on a ball of a machine without a line, said it and keyed it (DECISIONS 36).
    Read {
        /// Who.
        by: PersonId,
    },
    /// The jefe de mesa saw the ball on the camera and confirmed what the caller had keyed.
    Confirmed {
        /// Who.
        by: PersonId,
    },
}

/// Why the draw stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopCause {
    /// PARADA was pressed.
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
    /// A person called it, for this reason.
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
    /// Two people put another ball in the place of this one, which may still lie outside: no machine counts the
    /// balls there (ADR 22).
    LeftOut {
        /// The place that it had.
        ordinal: Ordinal,
        /// The ball.
        ball: Ball,
    },
    /// The caller keyed a ball that is out already: a slip, or two balls with one number.
    KeyedAgain {
        /// The place it would have had.
        ordinal: Ordinal,
        /// The ball.
        ball: Ball,
    },
    /// Somebody says that the last ball is another one: it was read wrong (Cat. V), or, after a restart, the ball in the hall has
    /// another number than the record (DECISIONS 25).
    ReadWrong {
        /// Its place.
        ordinal: Ordinal,
        /// What was read and announced.
        read: Ball,
        /// What it is said to be.
        ball: Ball,
    },
}

/// Why the hall's voice did not say a ball.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoiceFault {
    /// It could not begin in time: a number that is said late is worse than one that is not.
    Late,
    /// Its device fell silent.
    Silenced,
    /// Its words have no recording.
    Missing,
    /// Its program ended in it.
    Ended,
    /// Its program was not heard of.
    Gone,
}

kinds! {
    /// Why a game is held, without the ball and the numbers it is about.
    HoldKind of HoldWhy {
        Repeated OutOfRange ForeignSet NoRead Fault DoorOpen LinkLost Rebooted FramesMissing CountDiffers
        CallerDiffers Called KeyedDiffers ReadersDiffer SecondSilent SecondLost LeftOut
        KeyedAgain ReadWrong
    }

    /// A way out of a HOLD, without its ball and its people.
    ExitKind of HoldExit { Misread Repaired ByHand Authority }

    /// How a claim was judged, without the numbers it is about.
    VerdictKind of Verdict {
        Good UnknownSeries NoSuchCard Forged NotSold Returned PlayClosed Repeated Incomplete
    }
}

/// The numbers that a hold is about, as far as it has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HoldNumbers {
    /// The place in doubt, from 1.
    pub ordinal: Option<Ordinal>,
    /// The ball: what the machine read, what the first person keyed, or what lost its place.
    pub ball: Option<Ball>,
    /// What the other read or keyed, whether there is such a ball or not.
    pub other: Option<u8>,
}

impl HoldWhy {
    /// Whether an event of the game ends this hold. Going on by hand ends every hold that is only about the machine;
    /// finishing on paper ends all.
    pub fn ends_with(&self, hold: HoldNo, event: &Event) -> bool {
        if let Event::HoldLeft { hold: left, exit, .. } = event {
            *left == hold || matches!(exit, HoldExit::ByHand { .. }) && !self.doubts_a_ball()
        } else {
            matches!(event, Event::Transcribed { .. })
        }
    }

    /// The numbers it is about. For the desk only: the ball may not have been announced.
    pub const fn numbers(&self) -> HoldNumbers {
        let (ordinal, ball, other) = match self {
            HoldWhy::Repeated(ball) | HoldWhy::SecondSilent(ball) => (None, Some(*ball), None),
            HoldWhy::OutOfRange(number) => (None, None, Some(*number)),
            HoldWhy::CallerDiffers { ordinal, machine: ball, caller: other }
            | HoldWhy::KeyedDiffers { ordinal, first: ball, second: other } => {
                (Some(*ordinal), Some(*ball), Some(other.number()))
            }
            HoldWhy::ReadWrong { ordinal, read, ball } => (Some(*ordinal), Some(*read), Some(ball.number())),
            HoldWhy::ReadersDiffer { ordinal, machine, second } => {
                (Some(*ordinal), Some(*machine), Some(*second))
            }
            HoldWhy::LeftOut { ordinal, ball } | HoldWhy::KeyedAgain { ordinal, ball } => {
                (Some(*ordinal), Some(*ball), None)
            }
            HoldWhy::ForeignSet(_)
            | HoldWhy::NoRead
            | HoldWhy::Fault(_)
            | HoldWhy::DoorOpen
            | HoldWhy::LinkLost(_)
            | HoldWhy::Rebooted(_)
            | HoldWhy::FramesMissing
            | HoldWhy::CountDiffers { .. }
            | HoldWhy::Called(_)
            | HoldWhy::SecondLost(_) => (None, None, None),
        };
        HoldNumbers { ordinal, ball, other }
    }

    /// Whether the number of a ball is in doubt, not only the machine out of order: then somebody must look at the
    /// ball, even if the game goes on by hand.
    pub const fn doubts_a_ball(&self) -> bool {
        match self {
            HoldWhy::Repeated(_)
            | HoldWhy::OutOfRange(_)
            | HoldWhy::ForeignSet(_)
            | HoldWhy::NoRead
            | HoldWhy::CallerDiffers { .. }
            | HoldWhy::KeyedDiffers { .. }
            | HoldWhy::KeyedAgain { .. }
            | HoldWhy::ReadWrong { .. }
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
    /// *Lectura errónea*: two people looked at the ball on the camera, and the ball in this place is this one. If it
    /// is the recorded one, the reading is confirmed.
    Misread {
        /// The ball's place in the game.
        ordinal: Ordinal,
        /// The number seen on it.
        ball: Ball,
    },
    /// *Avería resuelta*: the machine works again and nothing about the balls is in doubt.
    Repaired,
    /// *Continuación manual*: the remaining balls are drawn by hand, and these two people key each (36.2,
    /// DECISIONS 22).
    ByHand {
        /// The caller.
        caller: PersonId,
        /// The second person, at another device.
        second: PersonId,
    },
    /// *Suspendida por la autoridad*: a ball is repeated, missing or faulty, and the agent is called (34.4).
    Authority,
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
/// [`MatrixKey::mixed`](crate::matrix::MatrixKey::mixed) of both, so that neither side alone decides it.
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
    /// This person stopped it.
    Cancelled(PersonId),
    /// It could not be done; the words are the printer's.
    Failed(String),
}
