//! The random words of a strip, all from AES under the matrix's key, and exact choices with them.
//!
//! Each attempt at a strip has 22 words of its own, each with a fixed use. The few choices that a word
//! leaves open go on with spare words, of which every choice has its own row.

use aes::Aes128;
use aes::cipher::{Array, BlockCipherEncrypt};

use crate::matrix::MatrixNo;

/// How many blocks of two words an attempt has.
const BLOCKS: usize = 11;

/// Where the words are for: the options of the first eight columns, keeping the counts,
/// the shuffles of the nine columns, the layouts of the cards (two to a word).
const KEEP: usize = 8;
const SHUFFLES: usize = 9;
const LAYOUTS: usize = 18;

/// The rows of spare words: one for each use.
const SPARE_LAYOUTS: u64 = 16;
const SPARE_SHUFFLES: u64 = 32;

/// The words of one attempt at one strip.
pub(super) struct Words<'a> {
    cipher: &'a Aes128,
    /// Matrix and attempt, with room for the number of a block.
    head: u64,
    index: u64,
    words: [u64; 2 * BLOCKS],
}

impl Words<'_> {
    /// Returns the words of an attempt at a strip.
    pub(super) fn new(cipher: &Aes128, number: MatrixNo, index: u64, attempt: u64) -> Words<'_> {
        let head = u64::from(number.get()) << 32 | attempt << 16;
        let mut blocks = core::array::from_fn::<_, BLOCKS, _>(|j| Array::from(block(head | j as u64, index)));
        cipher.encrypt_blocks(&mut blocks);
        let mut words = [0; 2 * BLOCKS];
        for (pair, block) in words.chunks_exact_mut(2).zip(blocks) {
            pair.copy_from_slice(&halves(block.into()));
        }
        Words { cipher, head, index, words }
    }

    /// Returns the word that chooses how one of the first eight columns is divided.
    pub(super) fn option(&self, column: usize) -> u64 {
        self.words[column]
    }

    /// Returns the word that decides whether the counts are kept.
    pub(super) fn keep(&self) -> u64 {
        self.words[KEEP]
    }

    /// Returns 52 random bits for the shuffle of a column, or those after so many that did not do.
    pub(super) fn shuffle(&self, column: usize, tries: usize) -> u64 {
        let word = match tries.checked_sub(1) {
            None => self.words[SHUFFLES + column],
            Some(spare) => self.spare(SPARE_SHUFFLES + column as u64, spare),
        };
        word >> 12
    }

    /// Returns a random number below `count`, for the layout of a card.
    pub(super) fn layout(&self, card: usize, count: u64) -> usize {
        let first = self.words[LAYOUTS + card / 2] >> (32 * (card % 2));
        let spare = (0..).map(|at| self.spare(SPARE_LAYOUTS + card as u64, at));
        core::iter::once(first).chain(spare).find_map(|random| part(random, count)).unwrap_or_default()
    }

    /// Returns a random number below `end`, for what a word left undecided: the options of columns 0 to 7,
    /// or, as 8, keeping the counts.
    pub(super) fn below(&self, end: u128, undecided: usize) -> u128 {
        let bits = u128::BITS - end.leading_zeros();
        let mut number = end;
        let mut at = 0;
        while number >= end {
            let [low, high] = [at, at + 1].map(|at| u128::from(self.spare(undecided as u64, at)));
            number = (high << 64 | low) & (u128::MAX >> (u128::BITS - bits));
            at += 2;
        }
        number
    }

    /// Returns a word of a row of spare words.
    fn spare(&self, row: u64, at: usize) -> u64 {
        let number = 0x1000 + 64 * row + at as u64 / 2;
        let mut block = Array::from(block(self.head | number, self.index));
        self.cipher.encrypt_block(&mut block);
        halves(block.into())[at % 2]
    }
}

/// Returns into which of `count` equal parts of its range a number of 32 bits falls, the lower half of a
/// word; `None` if it is one of those by which the range is too large for equal parts.
fn part(word: u64, count: u64) -> Option<usize> {
    let product = (word & 0xFFFF_FFFF) * count;
    let is_over = product & 0xFFFF_FFFF < (1 << 32) % count;
    (!is_over).then_some((product >> 32) as usize)
}

/// Returns what is encrypted for a block of words.
fn block(head: u64, index: u64) -> [u8; 16] {
    (u128::from(index) << 64 | u128::from(head)).to_le_bytes()
}

/// Returns the two words of a block.
fn halves(block: [u8; 16]) -> [u64; 2] {
    let block = u128::from_le_bytes(block);
    [block as u64, (block >> 64) as u64]
}

#[cfg(test)]
mod tests {
    use super::*;
    use aes::cipher::KeyInit;
    use std::vec::Vec;

    /// As cards.md 4.2 writes it: attempt 5 at strip 9 of matrix 3, row 17, the fourth spare word.
    #[test]
    fn spare_words_are_the_blocks_behind() {
        let cipher = Aes128::new(&Array::from(*b"some other bytes"));
        let words = Words::new(&cipher, MatrixNo::new(3).unwrap(), 9, 5);
        let mut block = Array::from([0; 16]);
        block[..8].copy_from_slice(&(3_u64 << 32 | 5 << 16 | (0x1000 + 64 * 17 + 1)).to_le_bytes());
        block[8..].copy_from_slice(&9_u64.to_le_bytes());
        cipher.encrypt_block(&mut block);
        assert_eq!(words.spare(17, 3).to_le_bytes(), block[8..]);
        assert_eq!(words.spare(17, 2).to_le_bytes(), block[..8]);
    }

    /// What each part keeps of its stretch of the 2³² numbers is counted from its two ends.
    #[test]
    fn every_layout_has_as_many_words() {
        for count in [1710, 639, 240, 90] {
            let begin = |part: u64| (part << 32).div_ceil(count);
            for at in 0..count {
                let (first, last) = (begin(at), begin(at + 1) - 1);
                let over = (first..=last).take_while(|word| part(*word, count).is_none()).count() as u64;
                assert_eq!(last + 1 - first - over, (1 << 32) / count, "part {at} of {count}");
                assert_eq!(part(first + over, count), Some(at as usize));
                assert_eq!(part(last | 7 << 32, count), Some(at as usize), "the upper half does not matter");
            }
        }
    }

    /// The words of a strip are set to numbers that are left over: the spare ones take their place.
    #[test]
    fn what_a_word_leaves_open_is_drawn_again() {
        let cipher = Aes128::new(&Array::from([1; 16]));
        let mut words = Words::new(&cipher, MatrixNo::new(1).unwrap(), 0, 0);
        words.words = [0; 2 * BLOCKS];
        for card in 0..6 {
            assert_eq!(part(0, 1710), None);
            let spare = words.spare(16 + card as u64, 0);
            assert_eq!(Some(words.layout(card, 1710)), part(spare, 1710));
        }
        for column in 0..9 {
            let spare: Vec<u64> = (0..3).map(|at| words.spare(32 + column as u64, at) >> 12).collect();
            assert_eq!((0..4).map(|tries| words.shuffle(column, tries)).collect::<Vec<_>>()[1..], spare);
            assert_eq!(words.shuffle(column, 0), 0);
        }
    }

    #[test]
    fn a_number_below_an_end_is_the_first_pair_of_words_that_is() {
        let cipher = Aes128::new(&Array::from([2; 16]));
        let mut later = 0;
        for index in 0..200 {
            let words = Words::new(&cipher, MatrixNo::new(1).unwrap(), index, 0);
            for (end, bits) in [(3, 2), (1_000_000_007, 30), ((1 << 69) + 1, 70)] {
                let pairs = (0..100).map(|at| [2 * at, 2 * at + 1].map(|at| u128::from(words.spare(4, at))));
                let numbers = pairs.map(|[low, high]| (low | high << 64) & ((1 << bits) - 1));
                let numbers: Vec<u128> = numbers.collect();
                assert_eq!(Some(&words.below(end, 4)), numbers.iter().find(|number| **number < end));
                later += u32::from(numbers[0] >= end);
            }
        }
        assert!(later > 100, "the first pair is often no good: {later}");
    }
}
