//! Clean matrices: no two of their cards have an equal line.
//!
//! Two cards with the same line would sing it together, and no draw can tell them apart. The cards of a plain
//! matrix are walked in order, and one (or a strip) that has a line of an earlier one is skipped. What is
//! stored is the list of those skipped: about two hundred for 20,000 single cards.

use alloc::vec;
use alloc::vec::Vec;

use crate::card::Card;
use crate::card::line::{LINE_COUNT, LineId};

/// Walks `all`, the cards of each index from 0, until so many were taken. Returns the indices that were
/// skipped.
pub(super) fn skipped<const N: usize>(all: impl Iterator<Item = [Card; N]>, wanted: u32) -> Vec<u32> {
    let mut seen = Lines::new();
    let mut skipped = Vec::new();
    let mut taken = 0;
    for (index, cards) in (0..).zip(all) {
        // The lines of one strip are different: it has each number once.
        let lines = cards.map(Card::lines);
        if lines.as_flattened().iter().any(|line| seen.contains(*line)) {
            skipped.push(index);
            continue;
        }
        lines.as_flattened().iter().for_each(|line| seen.insert(*line));
        taken += 1;
        if taken == wanted {
            break;
        }
    }
    skipped
}

/// A set of lines: one bit for each there can be.
struct Lines(Vec<u64>);

impl Lines {
    fn new() -> Lines {
        Lines(vec![0; LINE_COUNT.div_ceil(64) as usize])
    }

    fn contains(&self, line: LineId) -> bool {
        self.0[line.place() as usize / 64] >> (line.place() % 64) & 1 == 1
    }

    fn insert(&mut self, line: LineId) {
        self.0[line.place() as usize / 64] |= 1 << (line.place() % 64);
    }
}
