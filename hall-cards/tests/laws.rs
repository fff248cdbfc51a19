//! Single cards against the laws of uniformly drawn cards, computed here from binomials alone. The cards are those of a
//! matrix with a fixed key, which tests both the order of the cards and the permutation.
//!
//! These parts of the research's vectors are not used by any test: the permutation on two factors (`zazb`), a rejected
//! alternative to FF1; counts that our programs do not compute (sets of fifteen numbers, strips without order, matrices
//! of counts, equal lines of two cards); two lines of one card, which is not a prize here; and sizes of games other than
//! 6, 100 and 1,000 single cards and 96 in strips.

use std::collections::{BTreeMap, HashSet};

use hall_cards::card::line::LINE_COUNT;
use hall_cards::card::{CARD_COUNT, Card, CardId};
use hall_cards::matrix::{Matrix, MatrixKey, MatrixNo, SIZE_MAX};

use chance::{LAYOUTS, Random, SIZES, assert_law, column_counts, fillings, row_shares, seed, size, threes};

mod chance;

#[test]
fn the_counts_are_those_of_the_research() {
    let vectors = column_counts();
    assert_eq!(vectors.len(), 1_554);
    assert_eq!(vectors.values().sum::<u64>(), CARD_COUNT);
    let mut by_threes = [(0, 0, 0); 4];
    for (counts, cards) in &vectors {
        let entry = &mut by_threes[threes(counts)];
        *entry = (entry.0 + 1, entry.1 + LAYOUTS[threes(counts)], entry.2 + cards);
    }
    assert_eq!(
        by_threes,
        [
            (84, 143_640, 1_174_751_160_876_562_500),
            (630, 402_570, 1_957_437_874_940_625_000),
            (756, 181_440, 524_506_752_000_000_000),
            (84, 7_560, 12_992_918_400_000_000),
        ]
    );
    // Five of nine columns: the fifth elementary symmetric sum of their sizes.
    let mut sums = [1, 0, 0, 0, 0, 0_u64];
    for size in SIZES {
        (1..=5).rev().for_each(|k| sums[k] += sums[k - 1] * size);
    }
    assert_eq!(u64::from(LINE_COUNT), sums[5]);
}

/// Steps through the order so that every layout comes up: each has as many cards in a row as there are
/// fillings, 1.33 × 10¹² at least.
#[test]
fn all_layouts_come_up_and_no_other() {
    let mut layouts = HashSet::new();
    let mut by_threes = [0; 4];
    let mut place = 0;
    while place < CARD_COUNT {
        let grid = CardId::new(place).unwrap().card().grid();
        let counts = counts(&grid);
        let cells = grid.as_flattened().iter().fold(0_u32, |cells, n| cells << 1 | u32::from(*n > 0));
        assert!(layouts.insert(cells), "place {place}: the layout came before");
        by_threes[threes(&counts)] += 1;
        place += fillings(&counts);
    }
    assert_eq!(place, CARD_COUNT, "the last layout ends where the order ends");
    assert_eq!(by_threes, [143_640, 402_570, 181_440, 7_560]);
    assert_eq!(layouts.len(), 735_210);
}

#[test]
fn the_cards_of_a_matrix_follow_the_laws_of_equal_likelihood() {
    let law = column_counts();
    let cards = sample();
    let mut by_counts = BTreeMap::new();
    let mut by_threes = [0; 4];
    let mut rows = vec![[0_u64; 4]; 91];
    for card in &cards {
        let grid = card.grid();
        let counts = counts(&grid);
        by_threes[threes(&counts)] += 1;
        *by_counts.entry(counts).or_insert(0) += 1;
        for (row, numbers) in grid.iter().enumerate() {
            numbers.iter().for_each(|number| rows[usize::from(*number)][row] += 1);
        }
    }
    let law: BTreeMap<[u8; 9], f64> =
        law.into_iter().map(|(counts, cards)| (counts, cards as f64 / CARD_COUNT as f64)).collect();
    let shares: Vec<f64> = law.values().copied().collect();
    let seen: Vec<u64> = law.keys().map(|counts| by_counts.get(counts).copied().unwrap_or(0)).collect();
    assert_law("numbers in the columns", &seen, &shares);
    let mut shares = [0.0; 4];
    law.iter().for_each(|(counts, share)| shares[threes(counts)] += share);
    assert_law("columns of three", &by_threes, &shares);

    for number in 1..=90 {
        let shares = row_shares(&law, number);
        let rows = &mut rows[usize::from(number)];
        rows[3] = cards.len() as u64 - rows.iter().sum::<u64>();
        assert_law(&format!("the row of {number}"), rows, &shares);
    }
}

#[test]
fn places_at_random_and_at_the_edges_come_back() {
    let mut random = Random(16 + seed());
    let edges = (0..1_000).chain(CARD_COUNT - 1_000..CARD_COUNT);
    let places = (0..size(300_000)).map(|_| random.below(CARD_COUNT));
    for place in edges.chain(places) {
        let card = CardId::new(place).unwrap().card();
        assert_eq!(card.id().rank(), place);
        assert_eq!(Card::from_grid(&card.grid()), Ok(card));
    }
}

fn counts(grid: &[[u8; 9]; 3]) -> [u8; 9] {
    core::array::from_fn(|column| grid.iter().map(|row| u8::from(row[column] > 0)).sum())
}

/// The cards of one matrix, or of several if one has too few.
fn sample() -> Vec<Card> {
    let wanted = size(150_000) as usize;
    let matrices = (1..).map(|number| {
        let key = MatrixKey::from_bytes(u128::from(7 + seed()).to_be_bytes());
        Matrix::new(MatrixNo::new(number).unwrap(), SIZE_MAX.min(wanted as u32), &key).unwrap()
    });
    matrices.flat_map(|matrix| matrix.faces().map(CardId::card).collect::<Vec<_>>()).take(wanted).collect()
}
