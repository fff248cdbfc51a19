//! How many numbers each card of a strip has in each column.
//!
//! Every card has at least one number in every column. What it has beyond that, none, one or two, is its
//! *excess* there, the column's type. The excesses of a card add up to 6; those of a column to 3, 4 (the
//! seven in the middle) or 5, the column's numbers less six.
//!
//! Columns are divided one after the other. What matters of those before is only how much excess each card
//! has had so far, and not even which card: six sums in ascending order are a *state*, and with the state goes
//! which card has which of its positions. There are 211 states. An option for the next column gives each
//! position an excess; it counts 2 to the power of its ones, because an excess of one then can be had in two
//! halves of the column and one of none or two in one way only: a card with a columns of three gets
//! 2⁶⁻²ᵃ ways, which is the weight of 1 / 4ᵃ that `strip.rs` asks for. The ways of a state are those in which
//! it can be completed, summed over all options from the last column backwards; an option is chosen with
//! the ways of what it leads to.
//!
//! Choosing takes one look at an alias table: each of 128 slots stands for an option of its own up to a
//! threshold, and beyond it for another one, so that each option has its exact share. The threshold is cut to
//! 57 bits; a word that falls just on it is decided with more words and the exact fraction.

use super::words::Words;
use tables::{Counted, KEPT, Options, PART_BITS, Share, Tables};

mod tables;

/// The excesses of a strip.
pub(super) struct Excess {
    /// For each column two bits a card, the first card lowest.
    columns: [u16; 9],
    /// The excess of each card, in the end 6.
    sums: [u8; 6],
    /// How many columns of three numbers each card has.
    threes: [u8; 6],
}

impl Excess {
    /// Draws the excesses of a strip, or `None` if they are not to be kept.
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
        // The last column gets what is left.
        (0..6).for_each(|card| excess.add(card, 8, 6 - excess.sums[card]));
        excess.is_kept(words).then_some(excess)
    }

    /// Returns the type of a card's column.
    pub(super) fn of(&self, card: usize, column: usize) -> usize {
        usize::from(self.columns[column] >> (2 * card) & 3)
    }

    /// Returns how many columns of a card have three numbers.
    pub(super) fn threes(&self, card: usize) -> usize {
        usize::from(self.threes[card])
    }

    fn add(&mut self, card: usize, column: usize, excess: u8) {
        self.columns[column] |= u16::from(excess) << (2 * card);
        self.sums[card] += excess;
        self.threes[card] += excess >> 1;
    }

    fn is_kept(&self, words: &Words<'_>) -> bool {
        let one = self.threes.iter().filter(|threes| **threes == 1).count();
        let more = self.threes.iter().filter(|threes| **threes > 1).count();
        is_within(&KEPT[one][more], words.keep(), |of| words.below(of, 8))
    }
}

/// Returns the option of a state that a word chooses. `below` gives random numbers below an end, if the
/// word falls just on a threshold.
fn choose(tables: &Tables, state: usize, word: u64, below: impl FnOnce(u128) -> u128) -> usize {
    let slot = (word >> PART_BITS) as usize;
    let (threshold, other) = tables.slot(state, slot);
    let part = word & ((1 << PART_BITS) - 1);
    if part == threshold {
        return on_threshold(state, slot, below);
    }
    if part < threshold { slot } else { other }
}

/// Decides between the two options of a slot by the fraction that was cut from its threshold. So rare that
/// everything is counted again for it.
#[cold]
fn on_threshold(state: usize, slot: usize, below: impl FnOnce(u128) -> u128) -> usize {
    let counted = Counted::new();
    let (alias, ways) = (counted.alias(state), counted.ways[state]);
    if below(ways) < (alias.own[slot] << PART_BITS) % ways { slot } else { alias.other[slot] }
}

/// Returns whether a word falls into a share of all words.
fn is_within(share: &Share, word: u64, below: impl FnOnce(u128) -> u128) -> bool {
    let word = u128::from(word);
    word < share.whole || (word == share.whole && below(share.of) < share.cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHOOSING: usize = 207;

    /// Slots are of one size, so what they give to an option in all must be 128 times its ways.
    #[test]
    fn every_option_has_its_exact_share() {
        let counted = Counted::new();
        assert_eq!(counted.ways.len(), 211, "cards.md 4.1");
        assert_eq!(counted.ways[0], 744_851_983_059_029_405_280, "cards.md 4.1");
        for state in 0..CHOOSING {
            let (alias, ways) = (counted.alias(state), counted.ways[state]);
            let mut shares = [0; 128];
            for slot in 0..128 {
                assert!(alias.own[slot] <= ways);
                shares[slot] += alias.own[slot];
                shares[alias.other[slot]] += ways - alias.own[slot];
            }
            for (option, share) in shares.into_iter().enumerate() {
                assert_eq!(share, 128 * counted.weight(state, option), "state {state}, option {option}");
            }
            assert_eq!(shares.iter().sum::<u128>(), 128 * ways);
        }
    }

    /// Words beside a threshold go to their sides; one that falls on it asks for more, and the exact
    /// fraction decides.
    #[test]
    fn a_word_on_a_threshold_is_decided_by_the_fraction() {
        let (tables, counted) = (Tables::get(), Counted::new());
        let mut decided = 0;
        for state in 0..CHOOSING {
            let (alias, ways) = (counted.alias(state), counted.ways[state]);
            for slot in 0..128 {
                let own = alias.own[slot];
                let (threshold, cut) = ((own << PART_BITS) / ways, (own << PART_BITS) % ways);
                let word = |part: u128| u64::try_from((slot as u128) << PART_BITS | part).unwrap();
                let sure = |part| choose(tables, state, word(part), |_| panic!("no doubt here"));
                if own == ways {
                    assert_eq!((sure(0), alias.other[slot]), (slot, slot));
                    continue;
                }
                assert_eq!(sure((1 << PART_BITS) - 1), alias.other[slot]);
                if threshold > 0 {
                    assert_eq!((sure(0), sure(threshold - 1)), (slot, slot));
                }
                // Counting everything again takes its time: not for every slot.
                if cut > 0 && slot % 64 == state % 64 {
                    let with = |number| {
                        choose(tables, state, word(threshold), |end| {
                            assert_eq!(end, ways);
                            number
                        })
                    };
                    assert_eq!((with(cut - 1), with(cut)), (slot, alias.other[slot]));
                    decided += 1;
                }
            }
        }
        assert!(decided > 30, "{decided}");
    }

    #[test]
    fn excesses_are_kept_in_their_exact_share() {
        assert!(is_within(&KEPT[0][0], u64::MAX, |_| panic!("all are kept")));
        for one in 0..=6_u32 {
            for more in 0..=6 - one {
                let share = &KEPT[one as usize][more as usize];
                let kept = 284_u128.pow(one) * 512_u128.pow(more);
                assert_eq!(share.of, 285_u128.pow(one) * 513_u128.pow(more));
                assert_eq!((share.whole * share.of + share.cut) >> 64, kept);
                if one + more > 0 {
                    let at = u64::try_from(share.whole).unwrap();
                    assert!(is_within(share, at - 1, |_| panic!("no doubt here")));
                    assert!(!is_within(share, at + 1, |_| panic!("no doubt here")));
                    assert!(is_within(share, at, |_| share.cut - 1) && !is_within(share, at, |_| share.cut));
                }
            }
        }
    }
}
