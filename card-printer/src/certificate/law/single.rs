//! The law of a single card, from the 1,554 ways to divide fifteen numbers among nine columns.

use super::{Law, Moments, divisions};

/// Numbers each column can have.
const SIZES: [u64; 9] = [9, 10, 10, 10, 10, 10, 10, 10, 11];

/// Layouts of a card with none to three columns of three numbers.
const LAYOUTS: [u64; 4] = [1_710, 639, 240, 90];

/// A unit is a card.
pub(super) fn law() -> Law {
    let counts = counts();
    let threes: Vec<([f64; 4], f64)> = counts
        .iter()
        .map(|(counts, cards)| {
            let mut have = [0.0; 4];
            have[threes(counts)] = 1.0;
            (have, *cards as f64)
        })
        .collect();
    let columns: Vec<([f64; 27], f64)> = counts
        .iter()
        .map(|(counts, cards)| {
            let mut have = [0.0; 27];
            (0..9).for_each(|column| have[3 * column + counts[column] - 1] = 1.0);
            (have, *cards as f64)
        })
        .collect();
    // Each column has one, two or three numbers and all have fifteen together: one count of each column follows
    // from the others, and one more overall.
    let free = (0..27).filter(|place| place % 3 > 0 && *place != 26).collect();
    Law { cards: 1, threes: Moments::of(&threes), columns: Moments::of(&columns), free }
}

/// Every division of fifteen numbers among the columns, with the number of cards that have it.
pub(super) fn counts() -> Vec<([usize; 9], u64)> {
    let counts = divisions(6).map(|beyond_one| beyond_one.map(|more| 1 + usize::from(more)));
    counts.map(|counts| (counts, LAYOUTS[threes(&counts)] * fillings(&counts))).collect()
}

fn threes(counts: &[usize; 9]) -> usize {
    counts.iter().filter(|count| **count == 3).count()
}

/// Ways to choose the numbers of the columns.
fn fillings(counts: &[usize; 9]) -> u64 {
    let sets = |(size, count): (&u64, &usize)| match count {
        1 => *size,
        2 => size * (size - 1) / 2,
        _ => size * (size - 1) * (size - 2) / 6,
    };
    SIZES.iter().zip(counts).map(sets).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hall_core::card::CARD_COUNT;

    #[test]
    fn all_cards_are_counted_and_the_shares_are_those_of_the_docs() {
        let counts = counts();
        assert_eq!(counts.len(), 1_554);
        assert_eq!(counts.iter().map(|(_, cards)| cards).sum::<u64>(), CARD_COUNT);
        let shares = law().shares().map(|share| (share * 1e6).round() as u32);
        assert_eq!(shares, [320_123, 533_407, 142_929, 3_541]);
    }
}
