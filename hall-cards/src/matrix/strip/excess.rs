//! How many numbers each card of a strip has in each column.
//!
//! Every card has one to three numbers in every column; its *excess* there is that less one, the column's type. The
//! excesses of a card add up to 6; those of a column to its numbers less six: 3, 4 (the seven middle ones) or 5.
//!
//! Columns are divided one after the other. Of the earlier ones only each card's sum of excesses matters. The six sums
//! in ascending order are the *state*, of which there are 211; the order of the cards is kept beside it. An *option* for
//! the next column gives each position an excess. Its weight is 2 to the number of its ones: a card with a columns of
//! three has 6 − 2a columns of two, so its options multiply to 2⁶⁻²ᵃ, proportional to the 1 / 4ᵃ of `strip.rs`. The
//! *ways* of a state are the sum of these weights over all completions, computed from the last column backwards; an
//! option is drawn in proportion to its weight times the ways of the state it leads to.
//!
//! The draw is one look-up in an alias table. Each of its 128 slots stands for one option up to a threshold and for
//! another beyond, which gives each option its exact share. Thresholds are truncated to 57 bits; a word equal to one is
//! decided by the exact fraction with more words.

use super::words::Words;
use tables::{ACCEPTED, Options, PART_BITS, Share, Tables, Ways};

mod tables;

/// The excesses of a strip.
pub(super) struct Excess {
    /// Per column two bits per card, the first card lowest.
    columns: [u16; 9],
    /// The sum of each card, 6 when complete.
    sums: [u8; 6],
    /// The number of columns of three of each card.
    threes: [u8; 6],
}

impl Excess {
    /// Draws the excesses of a strip; `None` if they are rejected.
    pub(super) fn draw(words: &Words<'_>) -> Option<Excess> {
        let tables = Tables::get();
        let mut excess = Excess { columns: [0; 9], sums: [0; 6], threes: [0; 6] };
        let mut positions = [0, 1, 2, 3, 4, 5];
        let mut state = 0;
        for column in 0..8 {
            let option = choose(tables, state, words.option(column), |ways| words.below(ways, column));
            let parts = Options::of(column).parts(option);
            let step = tables.step(state, option);
            for (card, position) in positions.iter_mut().enumerate() {
                excess.add(card, column, (parts >> (2 * *position) & 3) as u8);
                *position = step.to(*position);
            }
            state = step.next();
        }
        // The last column gets the rest.
        (0..6).for_each(|card| excess.add(card, 8, 6 - excess.sums[card]));
        excess.is_accepted(words).then_some(excess)
    }

    /// The type of a card's column.
    pub(super) fn of(&self, card: usize, column: usize) -> usize {
        usize::from(self.columns[column] >> (2 * card) & 3)
    }

    /// Columns of three numbers of a card.
    pub(super) fn threes(&self, card: usize) -> usize {
        usize::from(self.threes[card])
    }

    fn add(&mut self, card: usize, column: usize, excess: u8) {
        self.columns[column] |= u16::from(excess) << (2 * card);
        self.sums[card] += excess;
        self.threes[card] += excess >> 1;
    }

    fn is_accepted(&self, words: &Words<'_>) -> bool {
        let one = self.threes.iter().filter(|threes| **threes == 1).count();
        let more = self.threes.iter().filter(|threes| **threes > 1).count();
        is_within(&ACCEPTED[one][more], words.acceptance(), |of| words.below(of, 8))
    }
}

/// The option of a state that a word selects. `below` draws a number below a bound, for a word equal to a threshold.
fn choose(tables: &Tables, state: usize, word: u64, below: impl FnOnce(u128) -> u128) -> usize {
    let slot = (word >> PART_BITS) as usize;
    let (threshold, other) = tables.slot(state, slot);
    let part = word & ((1 << PART_BITS) - 1);
    if part == threshold {
        return on_threshold(state, slot, below);
    }
    if part < threshold { slot } else { other }
}

/// Decides between the two options of a slot by the fraction truncated from its threshold. Rare enough to compute the
/// table of ways again.
#[cold]
fn on_threshold(state: usize, slot: usize, below: impl FnOnce(u128) -> u128) -> usize {
    let all = Ways::new();
    let (alias, ways) = (all.alias(state), all.ways[state]);
    if below(ways) < (alias.own[slot] << PART_BITS) % ways { slot } else { alias.other[slot] }
}

/// Whether a word is in a share of all words.
fn is_within(share: &Share, word: u64, below: impl FnOnce(u128) -> u128) -> bool {
    let word = u128::from(word);
    word < share.whole || (word == share.whole && below(share.of) < share.cut)
}

#[cfg(test)]
mod tests;
