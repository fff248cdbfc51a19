//! The receipt of a prize that was paid: what was paid for which card, and where its game is proved.

use hall_core::event::Play;
use serde::{Deserialize, Serialize};

use super::{CardName, RecordHead};

/// A prize that was paid. Nobody's name stands on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReceiptSheet {
    /// The hall's name.
    pub hall: String,
    /// The company that holds the authorisation.
    pub company: String,
    /// Where the hall is, in a line.
    pub place: String,
    /// The game's number in the hall.
    pub game: u32,
    /// What was won.
    pub play: Play,
    /// The card it was paid against.
    pub card: CardName,
    /// What was paid.
    pub amount_cents: u64,
    /// When.
    pub paid_at: String,
    /// The number of who paid.
    pub paid_by: u32,
    /// The address of the page that proves the game, for the code; none where the hall has not told one.
    pub proof: Option<String>,
    /// What anchors this paper to the record.
    pub record: RecordHead,
    /// Whether a value of the rules is still unknown: the paper then says BORRADOR.
    pub draft: bool,
    /// Whether the hall was founded for demonstration: the paper then says DEMOSTRACIÓN.
    pub demo: bool,
    /// The program that made it, with its version.
    pub program: String,
}
