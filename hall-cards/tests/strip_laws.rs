//! Strips against the laws of uniformly drawn strips, computed here in two other ways than in the program: card by card,
//! and column by column with what each card still needs.

use std::collections::{BTreeMap, HashMap};

use hall_cards::card::Card;
use hall_cards::matrix::strip::Strips;
use hall_cards::matrix::{MatrixKey, MatrixNo};

use chance::{assert_even, assert_law, row_shares, seed, size};

mod chance;

type Grid = [[u8; 9]; 3];

/// Every law of a strip that can be computed exactly, on the same strips with a fixed key.
#[test]
fn strips_follow_the_laws_of_equal_likelihood() {
    let mut law = Law::new();
    let (count_vectors, total) = law.of_a_card();
    let ends = law.of_first_and_last_column(total);
    check_total(total);

    let strips =
        Strips::new(MatrixNo::new(1).unwrap(), &MatrixKey::from_bytes(u128::from(4 + seed()).to_be_bytes()));
    let count = size(60_000);
    let mut seen_vectors = vec![HashMap::<[u8; 9], u64>::new(); 6];
    let mut seen_ends = HashMap::<[[u8; 6]; 2], u64>::new();
    let mut seen_threes = [0_u64; 4];
    let mut holders = vec![[0_u64; 6]; 91];
    let mut together = vec![[0_u64; 91]; 91];
    let mut in_row = vec![[0_u64; 4]; 91];
    let mut layouts: [HashMap<Vec<usize>, u64>; 4] = Default::default();
    for index in 0..count {
        let grids = strips.strip(index).cards().map(Card::grid);
        let excesses = grids.map(excess);
        for (card, (grid, excess)) in grids.iter().zip(excesses).enumerate() {
            *seen_vectors[card].entry(excess).or_default() += 1;
            let threes = excess.iter().filter(|e| **e == 2).count();
            seen_threes[threes] += 1;
            *layouts[threes].entry(rows(grid)).or_default() += 1;
            for (row, numbers) in grid.iter().enumerate() {
                numbers.iter().for_each(|number| in_row[usize::from(*number)][row] += 1);
            }
            for column in 0..9 {
                let numbers: Vec<usize> =
                    grid.iter().map(|row| usize::from(row[column])).filter(|n| *n > 0).collect();
                for (i, n) in numbers.iter().enumerate() {
                    holders[*n][card] += 1;
                    numbers[..i].iter().for_each(|m| together[*m][*n] += 1);
                }
            }
        }
        *seen_ends.entry([0, 8].map(|column| excesses.map(|excess| excess[column]))).or_default() += 1;
    }

    let shares: Vec<f64> = count_vectors.values().copied().collect();
    assert_eq!(shares.len(), 1_554);
    for (card, seen) in seen_vectors.iter().enumerate() {
        assert!(seen.keys().all(|excess| count_vectors.contains_key(excess)));
        let counts: Vec<u64> =
            count_vectors.keys().map(|excess| seen.get(excess).copied().unwrap_or(0)).collect();
        assert_law(&format!("numbers in the columns of card {}", card + 1), &counts, &shares);
    }

    let mut of_threes = [0.0; 4];
    for (excess, share) in &count_vectors {
        of_threes[excess.iter().filter(|e| **e == 2).count()] += share;
    }
    for (share, published) in of_threes.iter().zip([0.38833, 0.50437, 0.10527, 0.00203]) {
        assert!((share - published).abs() < 0.000_005, "{share} is {published} in cards.md 4.4");
    }
    // Cards of one strip depend on each other a little: the four counts are taken one by one.
    for (threes, (seen, share)) in seen_threes.iter().zip(of_threes).enumerate() {
        let all = (6 * count) as f64;
        let z = (*seen as f64 - share * all) / (share * (1.0 - share) * all).sqrt();
        println!("{threes} columns of three: {z:.2}");
        assert!(z.abs() < 5.0, "{threes} columns of three: {z}");
    }

    let (keys, shares): (Vec<_>, Vec<f64>) = ends.into_iter().unzip();
    assert_eq!(keys.len(), 6_300);
    let counts: Vec<u64> = keys.iter().map(|key| seen_ends.get(key).copied().unwrap_or(0)).collect();
    assert_eq!(counts.iter().sum::<u64>(), count);
    assert_law("first and last column of all cards", &counts, &shares);

    let of_counts = count_vectors.iter().map(|(excess, share)| (excess.map(|e| e + 1), *share)).collect();
    for number in 1..=90_u8 {
        let (rows, shares) = (&in_row[usize::from(number)][..3], row_shares(&of_counts, number));
        let given: Vec<f64> = shares[..3].iter().map(|share| share / (1.0 - shares[3])).collect();
        assert_law(&format!("the row of {number}"), rows, &given);
    }
    // peers.md 3: of the cards with a number in the cell, those that have 40 there, row by row.
    let filled: f64 = (40..=49).map(|number| row_shares(&of_counts, number)[0]).sum();
    for (share, published) in row_shares(&of_counts, 40).into_iter().zip([0.189, 0.086, 0.025]) {
        assert!((share / filled - published).abs() < 0.000_6, "{}", share / filled);
    }

    for (number, holders) in holders.iter().enumerate().skip(1) {
        assert_even(&format!("who has {number}"), holders);
    }
    for column in 0..9 {
        let numbers = (1..=90_usize).filter(|n| (n / 10).min(8) == column);
        let pairs: Vec<u64> = numbers
            .clone()
            .flat_map(|n| numbers.clone().map(move |m| (m, n)).filter(|(m, n)| m < n))
            .map(|(m, n)| together[m][n])
            .collect();
        assert_even(&format!("pairs of column {}", column + 1), &pairs);
    }
    for (threes, (layouts, all)) in layouts.iter().zip([1710, 639, 240, 90]).enumerate() {
        let mut counts: Vec<u64> = layouts.values().copied().collect();
        assert!(counts.len() <= all);
        counts.resize(all, 0);
        assert_even(&format!("layouts of cards with {threes} columns of three"), &counts);
    }
}

/// Three times L(a) (2/3)ᵃ, the weight of a card with so many columns of three.
const WEIGHTS: [u128; 4] = [5_130, 1_278, 320, 80];
const SUMS: [u8; 9] = [3, 4, 4, 4, 4, 4, 4, 4, 5];

/// Weighted counts of excesses, in the two ways.
struct Law {
    /// The excesses a card can have, with their weights.
    excesses: Vec<([u8; 9], u128)>,
    /// The ways to divide the excess of a middle column.
    divisions: Vec<[u8; 6]>,
    /// Card by card: the remaining cards, and what the columns then need.
    by_card: HashMap<(u8, [u8; 9]), u128>,
    /// Column by column: the remaining middle columns, and for each card its sum and its threes.
    by_column: HashMap<(u8, [[u8; 2]; 6]), u128>,
}

impl Law {
    fn new() -> Law {
        let (by_card, by_column) = (HashMap::new(), HashMap::new());
        Law { excesses: excesses(), divisions: divisions(4), by_card, by_column }
    }

    /// Returns the probability of each vector of excesses of one card, and the weight of everything.
    fn of_a_card(&mut self) -> (BTreeMap<[u8; 9], f64>, u128) {
        let total = self.cards(6, SUMS);
        let law = self.excesses.clone().into_iter().map(|(excess, weight)| {
            let others = self.cards(5, core::array::from_fn(|c| SUMS[c] - excess[c]));
            (excess, (others * weight) as f64 / total as f64)
        });
        (law.collect(), total)
    }

    /// Returns the probability of the excesses of all cards in the first and the last column.
    fn of_first_and_last_column(&mut self, total: u128) -> BTreeMap<[[u8; 6]; 2], f64> {
        let mut law = BTreeMap::new();
        for first in divisions(3) {
            for last in divisions(5) {
                let cards = core::array::from_fn(|card| {
                    let [a, b]: [u8; 2] = [first[card], last[card]];
                    [a + b, a / 2 + b / 2]
                });
                law.insert([first, last], self.columns(7, cards) as f64 / total as f64);
            }
        }
        law
    }

    fn cards(&mut self, left: u8, mut needed: [u8; 9]) -> u128 {
        if left == 0 {
            return u128::from(needed == [0; 9]);
        }
        needed[1..8].sort_unstable();
        if let Some(known) = self.by_card.get(&(left, needed)) {
            return *known;
        }
        let mut sum = 0;
        for (excess, weight) in self.excesses.clone() {
            if (0..9).all(|c| excess[c] <= needed[c] && needed[c] - excess[c] <= 2 * (left - 1)) {
                sum += weight * self.cards(left - 1, core::array::from_fn(|c| needed[c] - excess[c]));
            }
        }
        self.by_card.insert((left, needed), sum);
        sum
    }

    fn columns(&mut self, left: u8, mut cards: [[u8; 2]; 6]) -> u128 {
        cards.sort_unstable();
        if cards.iter().any(|[sum, _]| *sum > 6 || sum + 2 * left < 6) {
            return 0;
        }
        if left == 0 {
            return cards.iter().map(|[_, threes]| WEIGHTS[usize::from(*threes)]).product();
        }
        if let Some(known) = self.by_column.get(&(left, cards)) {
            return *known;
        }
        let sum = self
            .divisions
            .clone()
            .into_iter()
            .map(|parts| {
                self.columns(
                    left - 1,
                    core::array::from_fn(|i| [cards[i][0] + parts[i], cards[i][1] + parts[i] / 2]),
                )
            })
            .sum();
        self.by_column.insert((left, cards), sum);
        sum
    }
}

/// The weights of everything, with the factorials, are the strips that cards.md counts.
fn check_total(total: u128) {
    let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
    let orders = factorial(9) * factorial(10).powi(7) * factorial(11);
    let strips = total as f64 / (3.0 * 64.0_f64).powi(6) * orders;
    let vectors: serde_json::Value = serde_json::from_str(include_str!("vectors/strips.json")).unwrap();
    let published: f64 = vectors["ordered_strips"].as_str().unwrap().parse().unwrap();
    assert!((strips / published - 1.0).abs() < 1e-12, "{strips:e} strips");
}

/// Returns the excesses a card can have, with their weights.
fn excesses() -> Vec<([u8; 9], u128)> {
    let words = (0..19_683_u32).map(|word| core::array::from_fn(|i| (word / 3_u32.pow(i as u32) % 3) as u8));
    words
        .filter(|excess: &[u8; 9]| excess.iter().sum::<u8>() == 6)
        .map(|excess| (excess, WEIGHTS[excess.iter().filter(|e| **e == 2).count()]))
        .collect()
}

/// Returns the ways to divide a column's excess among the cards.
fn divisions(sum: u8) -> Vec<[u8; 6]> {
    let words = (0..729_u32).map(|word| core::array::from_fn(|i| (word / 3_u32.pow(i as u32) % 3) as u8));
    words.filter(|parts: &[u8; 6]| parts.iter().sum::<u8>() == sum).collect()
}

/// Returns how many numbers each column of a card has beyond one.
fn excess(grid: Grid) -> [u8; 9] {
    core::array::from_fn(|column| grid.iter().map(|row| u8::from(row[column] > 0)).sum::<u8>() - 1)
}

/// Returns the empty rows of the columns of two and the rows of the columns of one.
fn rows(grid: &Grid) -> Vec<usize> {
    let row_of =
        |column: usize, empty: bool| grid.iter().position(|row| (row[column] == 0) == empty).unwrap();
    let excess = excess(*grid);
    let of = |e: u8| (0..9).filter(move |column| excess[*column] == e);
    of(1).map(|column| row_of(column, true)).chain(of(0).map(|column| row_of(column, false))).collect()
}
