//! The *hoja de la partida*: what a hall needs to finish a game by hand or on paper when the
//! machine or the power fails in it (art. 36.2).

use serde::{Deserialize, Serialize};

use super::{CardName, Play, Prize, RecordHead, SaleFigures, Segment};

/// One game in its draw, as far as it has come, with what is left to draw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSheet {
    /// The hall's name.
    pub hall: String,
    /// The session's number.
    pub session: u32,
    /// The local date of its opening, in words: `17 de octubre de 2026`.
    pub date: String,
    /// The game's number in the session (*nº de orden*).
    pub number: u32,
    /// Its number in the life of the hall.
    pub absolute: u64,
    /// What one card costs, in cents.
    pub face_value_cents: u64,
    /// The cards sold, by series.
    pub segments: Vec<Segment>,
    /// How many they are, and the money.
    pub sale: SaleFigures,
    /// Whether the line can still be sung.
    pub line_open: bool,
    /// The prizes given so far, one for each winning card.
    pub prizes: Vec<Prize>,
    /// What was sung since the draw last stopped and is not given yet.
    pub claims: Vec<SheetClaim>,
    /// Why the game is in ALTO, in words; nothing if it is not.
    pub holds: Vec<String>,
    /// The balls that are out, in order of exit.
    pub balls: Vec<SheetBall>,
    /// The balls that are not out, ascending.
    pub remaining: Vec<u8>,
    /// The jefe de mesa's name.
    pub jefe_de_mesa: String,
    /// The jefe de sala's name.
    pub jefe_de_sala: String,
    /// What anchors this sheet to the record.
    pub record: RecordHead,
    /// Whether a value of the rules is still unknown: the sheet then says BORRADOR.
    pub draft: bool,
    /// When it was as the sheet says.
    pub made_at: String,
    /// The program that made it, with its version.
    pub program: String,
}

/// A ball that is out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetBall {
    /// Its number.
    pub number: u8,
    /// Whether it was announced. Only announced balls count.
    pub announced: bool,
}

/// A claim that is being checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetClaim {
    /// What was claimed.
    pub play: Play,
    /// The card.
    pub card: CardName,
    /// The system's verdict, in words.
    pub verdict: String,
    /// What the jefe de mesa said of it; none if he has not spoken.
    pub accepted: Option<bool>,
}
