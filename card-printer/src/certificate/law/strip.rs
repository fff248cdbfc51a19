//! The law of a strip of six cards.
//!
//! A strip is drawn by first choosing how many numbers each card has in each column, then which, then where. Given
//! these counts, the number of strips is a constant times the product over the cards of w(a) = L(a) (2/3)ᵃ, where a
//! is the card's columns of three and L(a) its layouts (`docs/cards.md`). So we walk over all divisions of the
//! columns among the six cards, column by column, keeping of each card only its numbers and threes so far, without
//! regard to order. Fewer than 12,000 states occur; each carries the sums from which means and covariances are made.

use std::collections::HashMap;

use super::{Law, Moments, divisions};

/// Numbers each column has for the six cards beyond one each.
const EXCESS: [u8; 9] = [3, 4, 4, 4, 4, 4, 4, 4, 5];

/// The group of each column, with a law of its own: the first, the seven middle ones, the last.
const GROUPS: [usize; 9] = [0, 1, 1, 1, 1, 1, 1, 1, 2];

/// Numbers each card gets beyond one per column.
const OF_A_CARD: u8 = 6;

/// Three times w(a).
const WEIGHTS: [f64; 4] = [5_130.0, 1_278.0, 320.0, 80.0];

/// For each card 4 × its numbers so far beyond one per column, plus its threes; sorted.
type State = [u8; 6];

/// Sums over the ways to reach a state. A *three* is a card with three numbers in a column.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    /// Number of ways.
    ways: u64,
    /// Threes in each group of columns.
    threes: [u64; 3],
    /// Products of every two of these.
    products: [[u64; 3]; 3],
    /// Squares of the threes of each middle column, summed.
    middle_squares: u64,
}

/// A unit is a strip.
pub(super) fn law() -> Law {
    let whole = walk();
    let threes: Vec<([f64; 4], f64)> =
        whole.iter().map(|(state, sums)| (by_threes(state), sums.ways as f64 * weight(state))).collect();
    // The threes of a column determine its twos and ones.
    let free = (0..9).map(|column| 3 * column + 2).collect();
    Law { cards: 6, threes: Moments::of(&threes), columns: columns(&whole), free }
}

/// Walks over all divisions. The order of the result is fixed, so that float sums are reproducible.
fn walk() -> Vec<(State, Sums)> {
    let start = Sums { ways: 1, ..Sums::default() };
    let mut states = HashMap::from([([0; 6], start)]);
    for (column, excess) in EXCESS.into_iter().enumerate() {
        let with_threes = |parts: [u8; 6]| (parts, parts.iter().filter(|part| **part == 2).count() as u64);
        let divisions: Vec<([u8; 6], u64)> = divisions(excess).map(with_threes).collect();
        let left = 8 - column as u8;
        let mut next: HashMap<State, Sums> = HashMap::new();
        for (state, sums) in &states {
            for (parts, threes) in &divisions {
                if let Some(state) = after(state, parts, left) {
                    next.entry(state).or_default().add(sums, GROUPS[column], *threes);
                }
            }
        }
        states = next;
    }
    let mut states: Vec<_> = states.into_iter().collect();
    states.sort_unstable_by_key(|(state, _)| *state);
    states
}

/// The state after one more column, or `None` if it cannot be completed in the `left` remaining columns.
fn after(state: &State, parts: &[u8; 6], left: u8) -> Option<State> {
    let mut next: State = core::array::from_fn(|card| state[card] + 4 * parts[card] + parts[card] / 2);
    let can_be = |card: &u8| (card >> 2) <= OF_A_CARD && (card >> 2) + 2 * left >= OF_A_CARD;
    if !next.iter().all(can_be) {
        return None;
    }
    next.sort_unstable();
    Some(next)
}

impl Sums {
    /// Adds the ways to an earlier state followed by a column of this group with `threes` threes.
    fn add(&mut self, before: &Sums, group: usize, threes: u64) {
        self.ways += before.ways;
        for i in 0..3 {
            let here = |of: usize| if of == group { threes } else { 0 };
            self.threes[i] += before.threes[i] + before.ways * here(i);
            for j in 0..3 {
                self.products[i][j] += before.products[i][j]
                    + before.threes[i] * here(j)
                    + before.threes[j] * here(i)
                    + before.ways * here(i) * here(j);
            }
        }
        let square = if group == 1 { threes * threes } else { 0 };
        self.middle_squares += before.middle_squares + before.ways * square;
    }
}

fn weight(state: &State) -> f64 {
    state.iter().map(|card| WEIGHTS[usize::from(card & 3)]).product()
}

/// Cards with none, one, two and three threes.
fn by_threes(state: &State) -> [f64; 4] {
    let mut have = [0.0; 4];
    state.iter().for_each(|card| have[usize::from(card & 3)] += 1.0);
    have
}

/// Moments of the cards with one, two and three numbers in each column.
fn columns(whole: &[(State, Sums)]) -> Moments {
    let all: f64 = whole.iter().map(|(state, sums)| sums.ways as f64 * weight(state)).sum();
    let mean = |of: &dyn Fn(&Sums) -> u64| {
        whole.iter().map(|(state, sums)| of(sums) as f64 * weight(state)).sum::<f64>() / all
    };
    // The seven middle columns are alike: each has a seventh of their sums, each pair 1/42 of the products.
    let share = |group: usize| if group == 1 { 7.0 } else { 1.0 };
    let threes = |column: usize| mean(&|sums| sums.threes[GROUPS[column]]) / share(GROUPS[column]);
    let product = |i: usize, j: usize| match (GROUPS[i], GROUPS[j]) {
        (1, 1) if i == j => mean(&|sums| sums.middle_squares) / 7.0,
        (1, 1) => mean(&|sums| sums.products[1][1] - sums.middle_squares) / 42.0,
        (one, other) => mean(&|sums| sums.products[one][other]) / share(one) / share(other),
    };
    let of_threes: Vec<f64> = (0..9).map(threes).collect();
    // Cards with one number: 6 − excess + threes; with two: excess − 2 threes.
    const FACTORS: [f64; 3] = [1.0, -2.0, 1.0];
    let means = (0..27).map(|place| {
        let excess = f64::from(EXCESS[place / 3]);
        [6.0 - excess, excess, 0.0][place % 3] + FACTORS[place % 3] * of_threes[place / 3]
    });
    let covariance = |i: usize, j: usize| {
        let of_threes = product(i / 3, j / 3) - of_threes[i / 3] * of_threes[j / 3];
        FACTORS[i % 3] * FACTORS[j % 3] * of_threes
    };
    let covariances = (0..27).map(|i| (0..27).map(|j| covariance(i, j)).collect()).collect();
    Moments { means: means.collect(), covariances }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_strips_are_counted_and_the_shares_are_those_of_the_docs() {
        let whole = walk();
        assert_eq!(whole.iter().map(|(_, sums)| sums.ways).sum::<u64>(), 76_638_191_771_190);
        // Strips = 9! 10!⁷ 11! × the sum of the products of w(a) / 64; these weights are 3 w(a).
        let weights: f64 = whole.iter().map(|(state, sums)| sums.ways as f64 * weight(state)).sum();
        let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
        let strips = factorial(9) * factorial(10).powi(7) * factorial(11) * weights / 192_f64.powi(6);
        assert!((strips / 4.677_115_411_322_485e77 - 1.0).abs() < 1e-12, "{strips:e}");
        let shares = law().shares().map(|share| (share * 1e5).round() as u32);
        assert_eq!(shares, [38_833, 50_437, 10_527, 203]);
    }
}
