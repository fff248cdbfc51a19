//! Equal cards, cards with the same fifteen numbers, and shared rows.

use hall_core::card::CardId;
use hall_core::matrix::MatrixKind;

use super::measure::STRIP;

/// Expected pairs of equal rows of two uniform single cards: the sum over the 12,565,000 possible rows of the squared
/// probability that a card has the row.
const EQUAL_ROWS_SINGLE: f64 = 9.196_34e-7;

/// The same for two cards of different strips, to three figures; within a strip it is 0.
const EQUAL_ROWS_STRIP: f64 = 9.38e-7;

/// Expected pairs of equal rows in a matrix of `size` cards that is not clean.
pub fn expected_rows(kind: MatrixKind, size: u64) -> f64 {
    let pairs = |of: f64| of * (of - 1.0) / 2.0;
    let (size, strip) = (size as f64, STRIP as f64);
    match kind {
        MatrixKind::Single => EQUAL_ROWS_SINGLE * pairs(size),
        MatrixKind::Strip => EQUAL_ROWS_STRIP * (pairs(size) - size / strip * pairs(strip)),
    }
}

/// Numbers of equal pairs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Equals {
    /// Pairs of equal cards.
    pub cards: u64,
    /// Pairs of cards with the same fifteen numbers, equal ones included.
    pub numbers: u64,
    /// Pairs of equal rows of two cards, up to three per pair of cards; no card has two equal rows.
    pub rows: u64,
}

/// `sets` has the numbers of each card.
pub(super) fn of(faces: &[CardId], sets: &[u128]) -> Equals {
    let rows = faces.iter().flat_map(|face| face.card().lines());
    Equals {
        cards: pairs(faces.to_vec()),
        numbers: pairs(sets.to_vec()),
        rows: pairs(rows.map(|line| line.rank()).collect()),
    }
}

/// Number of pairs of equal things.
fn pairs<T: Ord>(mut things: Vec<T>) -> u64 {
    things.sort_unstable();
    let of_a_run = |run: &[T]| run.len() as u64 * (run.len() as u64 - 1) / 2;
    things.chunk_by(|a, b| a == b).map(of_a_run).sum()
}
