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
        let mut random = self.words[LAYOUTS + card / 2] >> (32 * (card % 2)) & 0xFFFF_FFFF;
        let mut tries = 0;
        // 2³² is no multiple of the count: the numbers below the remainder are too many.
        while (random * count) & 0xFFFF_FFFF < (1 << 32) % count {
            random = self.spare(SPARE_LAYOUTS + card as u64, tries) & 0xFFFF_FFFF;
            tries += 1;
        }
        ((random * count) >> 32) as usize
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

/// Returns what is encrypted for a block of words.
fn block(head: u64, index: u64) -> [u8; 16] {
    (u128::from(index) << 64 | u128::from(head)).to_le_bytes()
}

/// Returns the two words of a block.
fn halves(block: [u8; 16]) -> [u64; 2] {
    let block = u128::from_le_bytes(block);
    [block as u64, (block >> 64) as u64]
}
