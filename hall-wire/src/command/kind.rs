//! The choices inside commands, each a word, and the lines of a sheet.

use hall_core::event::{DiligenciaKind, Extractor, Found, PaperAnswer, PaperLine, Paragraph, RejectReason};
use hall_core::matrix::MatrixKind;
use hall_core::series::CardRef;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{BallField, CardField, SeriesField};
use crate::board::Play;

pub use hall_core::event::ExitKind;

/// What machine a set of balls is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExtractorKind {
    /// An air machine.
    Pneumatic,
    /// A drum.
    Drum,
}

/// How the cards of a matrix hang together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardKind {
    /// Each card by itself.
    #[default]
    Single,
    /// Strips of six with all ninety numbers.
    Strip,
}

/// Why a card is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RejectKind {
    /// Tampered with.
    Manipulated,
    /// Its numbers cannot be read.
    Illegible,
    /// Not the original card.
    NotOriginal,
}

/// What a recount found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FoundKind {
    /// Cards were sold and not counted.
    Sold,
    /// Cards counted as sold were not.
    Unsold,
}

/// What a diligencia is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AboutKind {
    /// Something that happened.
    Incidencia,
    /// A player's claim.
    Reclamacion,
}

/// A paragraph of article 36.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ParagraphKind {
    /// A failure before the first ball.
    #[serde(rename = "36.1")]
    BeforeExtraction,
    /// A failure once balls have come out.
    #[serde(rename = "36.2")]
    AfterExtraction,
}

/// What a jefe de mesa said of a card, as the sheet has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerKind {
    /// It was good and accepted.
    Good,
    /// Numbers were missing, or it was no card of this game.
    NotGood,
    /// Its numbers were good and it had been tampered with.
    Manipulated,
    /// Its numbers could not be read.
    Illegible,
    /// It was not the original card.
    NotOriginal,
}

/// A line of the sheet of a game that was finished on paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
pub enum SheetLine {
    /// A ball came out and was announced.
    Ball {
        /// The ball.
        ball: BallField,
    },
    /// A card was sung and looked at.
    Sung {
        /// Line or bingo.
        play: Play,
        /// The card's series.
        series: SeriesField,
        /// The card's number.
        card: CardField,
        /// What was said of it.
        answer: AnswerKind,
    },
    /// A prize was paid against its card.
    Paid {
        /// Line or bingo.
        play: Play,
        /// The card's series.
        series: SeriesField,
        /// The card's number.
        card: CardField,
    },
    /// The closing order.
    End,
}

impl From<ExtractorKind> for Extractor {
    fn from(kind: ExtractorKind) -> Extractor {
        match kind {
            ExtractorKind::Pneumatic => Extractor::Pneumatic,
            ExtractorKind::Drum => Extractor::Drum,
        }
    }
}

impl From<CardKind> for MatrixKind {
    fn from(kind: CardKind) -> MatrixKind {
        match kind {
            CardKind::Single => MatrixKind::Single,
            CardKind::Strip => MatrixKind::Strip,
        }
    }
}

impl From<FoundKind> for Found {
    fn from(kind: FoundKind) -> Found {
        match kind {
            FoundKind::Sold => Found::Sold,
            FoundKind::Unsold => Found::Unsold,
        }
    }
}

impl From<AboutKind> for DiligenciaKind {
    fn from(kind: AboutKind) -> DiligenciaKind {
        match kind {
            AboutKind::Incidencia => DiligenciaKind::Incidencia,
            AboutKind::Reclamacion => DiligenciaKind::Reclamacion,
        }
    }
}

impl From<RejectKind> for RejectReason {
    fn from(kind: RejectKind) -> RejectReason {
        match kind {
            RejectKind::Manipulated => RejectReason::Manipulated,
            RejectKind::Illegible => RejectReason::Illegible,
            RejectKind::NotOriginal => RejectReason::NotOriginal,
        }
    }
}

impl From<ParagraphKind> for Paragraph {
    fn from(kind: ParagraphKind) -> Paragraph {
        match kind {
            ParagraphKind::BeforeExtraction => Paragraph::BeforeExtraction,
            ParagraphKind::AfterExtraction => Paragraph::AfterExtraction,
        }
    }
}

impl From<AnswerKind> for PaperAnswer {
    fn from(kind: AnswerKind) -> PaperAnswer {
        match kind {
            AnswerKind::Good => PaperAnswer::Good,
            AnswerKind::NotGood => PaperAnswer::NotGood,
            AnswerKind::Manipulated => PaperAnswer::Rejected(RejectReason::Manipulated),
            AnswerKind::Illegible => PaperAnswer::Rejected(RejectReason::Illegible),
            AnswerKind::NotOriginal => PaperAnswer::Rejected(RejectReason::NotOriginal),
        }
    }
}

impl From<SheetLine> for PaperLine {
    fn from(line: SheetLine) -> PaperLine {
        let shown = |series: SeriesField, card: CardField| CardRef { series: series.0, number: card.0 };
        match line {
            SheetLine::Ball { ball } => PaperLine::Ball(ball.0),
            SheetLine::Sung { play, series, card, answer } => {
                PaperLine::Sung { play: play.into(), card: shown(series, card), answer: answer.into() }
            }
            SheetLine::Paid { play, series, card } => {
                PaperLine::Paid { play: play.into(), card: shown(series, card) }
            }
            SheetLine::End => PaperLine::End,
        }
    }
}
