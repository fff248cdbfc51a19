//! The random words of a strip, from AES under the matrix's key, and exact choices with them.
//!
//! Each attempt at a strip has 22 words, each with a fixed use. A choice that its word leaves open continues with spare
//! words, a row of which belongs to each choice.

use aes::Aes128;
use aes::cipher::{Array, BlockCipherEncrypt};

use crate::matrix::MatrixNo;

/// Blocks of two words per attempt.
const BLOCKS: usize = 11;

/// The first words of each use, after the options of the first eight columns: acceptance of the counts, shuffles of the
/// nine columns, layouts of the cards (two to a word).
const ACCEPTANCE: usize = 8;
const SHUFFLES: usize = 9;
const LAYOUTS: usize = 18;

/// The first rows of spare words of each use, after those of [`Words::below`].
const SPARE_LAYOUTS: u64 = 16;
const SPARE_SHUFFLES: u64 = 32;

/// The words of one attempt at one strip.
pub(super) struct Words<'a> {
    cipher: &'a Aes128,
    /// Matrix and attempt; the lowest 16 bits are for the number of a block.
    head: u64,
    index: u64,
    words: [u64; 2 * BLOCKS],
}

impl Words<'_> {
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

    /// For the option of one of the first eight columns.
    pub(super) fn option(&self, column: usize) -> u64 {
        self.words[column]
    }

    /// For accepting the counts.
    pub(super) fn acceptance(&self) -> u64 {
        self.words[ACCEPTANCE]
    }

    /// 52 random bits for the shuffle of a column, after so many rejected ones.
    pub(super) fn shuffle(&self, column: usize, tries: usize) -> u64 {
        let word = match tries.checked_sub(1) {
            None => self.words[SHUFFLES + column],
            Some(spare) => self.spare(SPARE_SHUFFLES + column as u64, spare),
        };
        word >> 12
    }

    /// A uniform number below `count`, for the layout of a card.
    pub(super) fn layout(&self, card: usize, count: u64) -> usize {
        let first = self.words[LAYOUTS + card / 2] >> (32 * (card % 2));
        let spare = (0..).map(|at| self.spare(SPARE_LAYOUTS + card as u64, at));
        core::iter::once(first).chain(spare).find_map(|random| part(random, count)).unwrap_or_default()
    }

    /// A uniform number below `end`, for a choice that its word left open: the option of column 0 to 7, or 8 for
    /// acceptance.
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

    /// A word of a row of spare words.
    fn spare(&self, row: u64, at: usize) -> u64 {
        let number = 0x1000 + 64 * row + at as u64 / 2;
        let mut block = Array::from(block(self.head | number, self.index));
        self.cipher.encrypt_block(&mut block);
        halves(block.into())[at % 2]
    }
}

/// A uniform number below `count` from the lower 32 bits of a word; `None` for the 2³² mod `count` rejected values.
fn part(word: u64, count: u64) -> Option<usize> {
    let product = (word & 0xFFFF_FFFF) * count;
    let is_rejected = product & 0xFFFF_FFFF < (1 << 32) % count;
    (!is_rejected).then_some((product >> 32) as usize)
}

/// The plaintext of a block of words.
fn block(head: u64, index: u64) -> [u8; 16] {
    (u128::from(index) << 64 | u128::from(head)).to_le_bytes()
}

fn halves(block: [u8; 16]) -> [u64; 2] {
    let block = u128::from_le_bytes(block);
    [block as u64, (block >> 64) as u64]
}

#[cfg(test)]
mod tests;
