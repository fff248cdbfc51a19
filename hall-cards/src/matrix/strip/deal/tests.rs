//! The shuffles, counted.

use super::*;
use std::collections::HashSet;
use std::vec::Vec;

#[test]
fn every_order_is_there_once() {
    for pack in [&NINE, &TEN] {
        let mut orders = HashSet::new();
        let counts = [pack.places.len(), pack.lower.len(), pack.upper.len()];
        let steps = if pack.size == 9 { 1 } else { 7 };
        for places in (0..counts[0]).step_by(steps) {
            for lower in 0..counts[1] {
                for upper in 0..counts[2] {
                    let Deck(dealt) = pack.order([places, lower, upper]);
                    assert_eq!(dealt[pack.size as usize], (1 << pack.size) - 1);
                    assert!(orders.insert(dealt));
                }
            }
        }
        assert_eq!(orders.len(), counts[0].div_ceil(steps) * counts[1] * counts[2]);
    }
}

#[test]
fn orders_are_lexicographic_and_places_colexicographic() {
    for (count, orders) in [(4, &ORDERS_4[..]), (5, &ORDERS_5), (6, &ORDERS_6)] {
        let words: Vec<Vec<u32>> =
            orders.iter().map(|order| (0..count).map(|i| order >> (4 * i) & 15).collect()).collect();
        assert!(words.is_sorted_by(|a, b| a < b));
    }
    assert_eq!((PLACES_4_OF_9[125], PLACES_5_OF_10[251], PLACES_5_OF_11[461]), (0x1E0, 0x3E0, 0x7C0));
}

/// The choices against 128-bit arithmetic, near the ends and the middle of the range.
#[test]
fn rejected_numbers_are_those_that_would_bias() {
    for pack in [&NINE, &TEN, &ELEVEN] {
        let orders: u64 = (1..=pack.size).product();
        assert_eq!(pack.left_over, (1 << 52) % orders);
        // The order of a number r is r × orders / 2⁵²; it is rejected if the remainder is too small.
        for random in (0..2_000).chain((1 << 52) - 2_000..1 << 52).chain((1 << 51) - 2_000..(1 << 51) + 2_000)
        {
            let product = u128::from(random) * u128::from(orders);
            let wanted =
                (product & ((1 << 52) - 1) >= u128::from(pack.left_over)).then_some((product >> 52) as usize);
            let got = pack
                .choices(random)
                .map(|[places, lower, upper]| (places * pack.lower.len() + lower) * pack.upper.len() + upper);
            assert_eq!(got, wanted, "{random}");
        }
    }
}
