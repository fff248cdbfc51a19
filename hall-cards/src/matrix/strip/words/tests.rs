//! The words against AES, and their choices counted.

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

/// Counts the accepted numbers of each part from its two ends.
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

/// The words of a strip are set to rejected numbers: spare ones replace them.
#[test]
fn a_rejected_word_is_replaced_by_a_spare_one() {
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
