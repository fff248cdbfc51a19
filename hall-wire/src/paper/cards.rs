//! Cards of a series, for the printer.

use serde::{Deserialize, Serialize};

/// Cards of one series, to be printed six to a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesSheet {
    /// The hall's name, printed on every card.
    pub hall: String,
    /// The series, letter and number: `A17`.
    pub series: String,
    /// What one card costs, in cents.
    pub face_value_cents: u64,
    /// How many cards the series has.
    pub series_size: u32,
    /// The number of the matrix that the series is a printing of.
    pub matrix: u32,
    /// The extract of the rules printed at the foot of each card.
    pub legal: String,
    /// Whether a value of the rules is still unknown: every page then says BORRADOR.
    pub draft: bool,
    /// The cards, in the order of printing.
    pub cards: Vec<SheetCard>,
}

/// One card of a sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetCard {
    /// Its number in the series, from 1.
    pub number: u32,
    /// Its three rows of nine columns; 0 is an empty cell.
    pub rows: [[u8; 9]; 3],
    /// What its 2-D code says: `B1:A17:301:0123456789abcdef`.
    pub code: String,
}

impl SeriesSheet {
    /// Takes the codes off the cards: what is left in their place is genuine with no key. For cards that are
    /// only looked at.
    pub fn without_codes(&mut self) {
        for card in &mut self.cards {
            card.code = format!("B1:{}:{}:{}", self.series, card.number, "0".repeat(16));
        }
    }
}
