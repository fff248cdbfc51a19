//! Seeded random numbers, and distances of counts from a law.

#![allow(dead_code, reason = "each test uses its part")]

pub mod published;

use std::collections::BTreeMap;

/// How many numbers each column has to choose from.
pub const SIZES: [u64; 9] = [9, 10, 10, 10, 10, 10, 10, 10, 11];

/// How many layouts a card has with none to three columns of three numbers (cards.md 1).
pub const LAYOUTS: [u64; 4] = [1_710, 639, 240, 90];

/// SplitMix64: the same numbers in every run.
pub struct Random(pub u64);

impl Random {
    /// Returns 64 random bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `limit`, uniform up to 2⁻⁶⁴.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// Returns the balls 1 to 90 in random order.
    pub fn draw(&mut self) -> Vec<u8> {
        let mut balls: Vec<u8> = (1..=90).collect();
        for last in (1..balls.len()).rev() {
            balls.swap(last, self.below(last as u64 + 1) as usize);
        }
        balls
    }
}

/// The size of a test: `usual`, times `BOMBO_TIMES` if set.
pub fn size(usual: u64) -> u64 {
    usual * variable("BOMBO_TIMES", 1)
}

/// Added to every seed: 0, unless a torture run chose another.
pub fn seed() -> u64 {
    variable("BOMBO_SEED", 0)
}

fn variable(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
}

/// Returns how far counts are from a law, in standard deviations: Pearson's chi-square, of which the cube root
/// is nearly normal (Wilson and Hilferty), also with few cells. Cells that expect fewer than five are put
/// together.
pub fn deviation(counts: &[u64], shares: &[f64]) -> f64 {
    assert_eq!(counts.len(), shares.len());
    let total: u64 = counts.iter().sum();
    let whole: f64 = shares.iter().sum();
    assert!((whole - 1.0).abs() < 1e-9, "the shares are a law: {whole}");
    let (mut rest, mut cells, mut sum) = ((0.0, 0.0), 0, 0.0);
    let mut add = |seen: f64, wanted: f64| {
        cells += 1;
        sum += (seen - wanted).powi(2) / wanted;
    };
    for (count, share) in counts.iter().zip(shares) {
        let (seen, wanted) = (*count as f64, share * total as f64);
        assert!(wanted > 0.0 || seen == 0.0, "seen and impossible");
        if wanted < 5.0 {
            rest = (rest.0 + seen, rest.1 + wanted);
        } else {
            add(seen, wanted);
        }
    }
    if rest.1 >= 5.0 {
        add(rest.0, rest.1);
    }
    let free = f64::from(cells - 1);
    assert!(free >= 1.0, "there are enough for a test");
    let (ninth, root) = (2.0 / (9.0 * free), (sum / free).cbrt());
    (root - (1.0 - ninth)) / ninth.sqrt()
}

/// Fails if counts are five standard deviations from a law. Deterministic with the usual seeds.
pub fn assert_law(what: &str, counts: &[u64], shares: &[f64]) {
    let z = deviation(counts, shares);
    println!("{what}: {z:.2}");
    assert!(z.abs() < 5.0, "{what}: {z} standard deviations from its law");
}

/// Returns the cells of games that ended after so many balls, and their shares by the probabilities of at
/// most so many. What is known of them may end before the ninetieth ball; later games are one cell then.
pub fn cells(games: &[u64; 91], cdf: impl IntoIterator<Item = (usize, f64)>) -> (Vec<u64>, Vec<f64>) {
    let (mut shares, mut before, mut last) = (vec![0.0; 92], 0.0, 0);
    for (n, at_most) in cdf.into_iter().collect::<BTreeMap<_, _>>() {
        shares[n] = f64::max(0.0, at_most - before);
        (before, last) = (f64::max(before, at_most), n);
    }
    shares[91] = 1.0 - before;
    let mut counts = games[..=last].to_vec();
    counts.resize(91, 0);
    counts.push(games[last + 1..].iter().sum());
    (counts, shares)
}

/// Fails if games do not follow the probabilities of at most so many balls.
pub fn assert_cdf(what: &str, games: &[u64; 91], cdf: impl IntoIterator<Item = (usize, f64)>) {
    let (counts, shares) = cells(games, cdf);
    assert_law(what, &counts, &shares);
}

/// The same for cells that are equally likely.
pub fn assert_even(what: &str, counts: &[u64]) {
    assert_law(what, counts, &vec![1.0 / counts.len() as f64; counts.len()]);
}

/// Returns how many cards there are for each vector of numbers in the columns.
pub fn column_counts() -> BTreeMap<[u8; 9], u64> {
    let words =
        (0..19_683_u32).map(|word| core::array::from_fn(|i| (word / 3_u32.pow(i as u32) % 3) as u8 + 1));
    let valid = words.filter(|counts: &[u8; 9]| counts.iter().sum::<u8>() == 15);
    valid.map(|counts| (counts, LAYOUTS[threes(&counts)] * fillings(&counts))).collect()
}

/// Returns how many ways there are to choose the numbers of the columns.
pub fn fillings(counts: &[u8; 9]) -> u64 {
    SIZES.iter().zip(counts).map(|(size, count)| choose(*size, u64::from(*count))).product()
}

/// Returns how many columns have three numbers.
pub fn threes(counts: &[u8; 9]) -> usize {
    counts.iter().filter(|count| **count == 3).count()
}

/// The probability that a number is in each row of a card, and that the card lacks it. `law` has the probability of each
/// vector of counts in the columns; given these, sets of numbers and layouts are uniform.
///
/// Rows can be exchanged, so the three patterns of a column with one or with two numbers are equally likely.
pub fn row_shares(law: &BTreeMap<[u8; 9], f64>, number: u8) -> [f64; 4] {
    let column = usize::from(number / 10).min(8);
    let size = SIZES[column];
    let below = u64::from(number) - if column == 0 { 1 } else { 10 * column as u64 };
    let above = size - 1 - below;
    let mut shares = [0.0; 4];
    for (counts, share) in law {
        let count = u64::from(counts[column]);
        // The sets that have it as the first, second and third of their numbers.
        let as_place = match count {
            1 => [1, 0, 0],
            2 => [above, below, 0],
            _ => [choose(above, 2), below * above, choose(below, 2)],
        };
        // The rows of these, in thirds.
        let rows = match count {
            1 => [[1, 1, 1], [0; 3], [0; 3]],
            2 => [[2, 1, 0], [0, 1, 2], [0; 3]],
            _ => [[3, 0, 0], [0, 3, 0], [0, 0, 3]],
        };
        let each = share / choose(size, count) as f64 / 3.0;
        for (sets, rows) in as_place.into_iter().zip(rows) {
            (0..3).for_each(|row| shares[row] += each * (sets * rows[row]) as f64);
        }
    }
    shares[3] = 1.0 - shares.iter().sum::<f64>();
    shares
}

/// Returns how many sets of k there are among n things.
pub fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, i| ways * n.saturating_sub(i) / (i + 1))
}
