//! Clean matrices: no two cards have an equal line.
//!
//! Two cards with an equal line complete it at the same ball in every game. A clean matrix is the plain one without the
//! cards, or strips, that repeat a line of an earlier one. The skipped indices are stored: about two hundred for 20,000
//! single cards.

use alloc::vec;
use alloc::vec::Vec;

use crate::card::Card;
use crate::card::line::{LINE_COUNT, LineId};

/// Takes `wanted` of the cards or strips `all`. Returns the indices skipped up to the last one taken.
pub(super) fn skipped<const N: usize>(all: impl Iterator<Item = [Card; N]>, wanted: u32) -> Vec<u32> {
    let mut seen = LineSet::new();
    let mut skipped = Vec::new();
    let mut taken = 0;
    for (index, cards) in (0..).zip(all) {
        // Lines of one strip differ, as it has each number once.
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

/// A set of lines, one bit for each possible one.
struct LineSet(Vec<u64>);

impl LineSet {
    fn new() -> LineSet {
        LineSet(vec![0; LINE_COUNT.div_ceil(64) as usize])
    }

    fn contains(&self, line: LineId) -> bool {
        self.0[line.rank() as usize / 64] >> (line.rank() % 64) & 1 == 1
    }

    fn insert(&mut self, line: LineId) {
        self.0[line.rank() as usize / 64] |= 1 << (line.rank() % 64);
    }
}
