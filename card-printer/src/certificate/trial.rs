//! Tests the counts of a matrix against uniform drawing.
//!
//! Units are independent, so sums over many are nearly normal with known covariances, and the squared distance from
//! their means in that metric is chi-square. For single cards it is Pearson's. For strips Pearson's would be wrong,
//! as the six cards depend on each other. That p is uniform is tested with a thousand matrices of each kind
//! (`tests/certificate.rs`).

use hall_core::matrix::{MatrixKind, MatrixOptions};
use hall_statistics::chance::chi_square_tail;

use super::law::{Law, Moments};
use super::measure::Counts;

/// Counts with a lower expectation are pooled, or not tested.
const LEAST_EXPECTED: f64 = 5.0;

/// The largest clean matrix that still follows the law of a plain one closely enough. The rejected cards have
/// slightly likelier rows, which shifts the counts, and the chi-squares with the cube of the size: twelve matrices of
/// 400,000 cards were 36 too high for the numbers (81 degrees) and 2 for the columns; at this size less than 0.6 and
/// 0.05.
pub const CLEAN_MAX: u64 = 100_000;

/// The result of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trial {
    /// The test statistic.
    pub chi_square: f64,
    /// Degrees of freedom.
    pub degrees: u32,
    /// Probability of a chi-square at least as large by chance.
    pub p: f64,
}

/// The tests of a matrix. `None` where there are too few cards, or no law is known.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Trials {
    /// Cards with none, one, two and three columns of three numbers.
    pub threes: Option<Trial>,
    /// Cards with one, two and three numbers in each column.
    pub columns: Option<Trial>,
    /// Cards with each number, given the numbers per column; `None` for strips, which have each number once.
    pub numbers: Option<Trial>,
}

impl Trials {
    /// Tests the counts. All are `None` for a clean matrix of more than [`CLEAN_MAX`] cards.
    pub fn of(counts: &Counts, options: MatrixOptions) -> Trials {
        if options.clean && counts.size > CLEAN_MAX {
            return Trials::default();
        }
        let law = Law::of(options.kind);
        Trials {
            threes: threes(counts, law),
            columns: columns(counts, law),
            numbers: (options.kind == MatrixKind::Single).then(|| numbers(counts)).flatten(),
        }
    }
}

fn threes(counts: &Counts, law: &Law) -> Option<Trial> {
    // Three such columns are rare: in a small matrix pooled with two.
    let groups = [vec![vec![0], vec![1], vec![2], vec![3]], vec![vec![0], vec![1], vec![2, 3]]];
    let units = counts.size as f64 / f64::from(law.cards);
    let enough = |moments: &Moments| moments.means.iter().all(|mean| mean * units >= LEAST_EXPECTED);
    let (groups, moments) = groups
        .into_iter()
        .map(|groups| (law.threes.together(&groups), groups))
        .find_map(|(moments, groups)| enough(&moments).then_some((groups, moments)))?;
    let seen: Vec<f64> =
        groups.iter().map(|group| group.iter().map(|i| counts.threes[*i] as f64).sum()).collect();
    let free: Vec<usize> = (1..groups.len()).collect();
    Some(trial(&seen, units, &moments, &free))
}

fn columns(counts: &Counts, law: &Law) -> Option<Trial> {
    let units = counts.size as f64 / f64::from(law.cards);
    let enough = law.columns.means.iter().all(|mean| mean * units >= LEAST_EXPECTED);
    let seen: Vec<f64> = counts.columns.as_flattened().iter().map(|count| *count as f64).collect();
    enough.then(|| trial(&seen, units, &law.columns, &law.free))
}

/// Which numbers a column has is independent of how many, and of the other columns. With k of n numbers, all sets
/// equally likely, a number is present with probability k/n and two of them have covariance −k(n − k)/n²(n − 1): the
/// squared distances from k/n, over k(n − k)/n(n − 1), are chi-square with n − 1 degrees.
fn numbers(counts: &Counts) -> Option<Trial> {
    let mut chi_square = 0.0;
    let mut degrees = 0;
    for (column, by_count) in counts.columns.iter().enumerate() {
        let first = if column == 0 { 1 } else { 10 * column };
        let last = if column == 8 { 90 } else { 10 * column + 9 };
        let seen = &counts.numbers[first..=last];
        let n = seen.len() as f64;
        let sum = |of: &dyn Fn(f64) -> f64| {
            (1..).zip(by_count).map(|(k, cards)| of(f64::from(k)) * *cards as f64).sum::<f64>()
        };
        let expected = sum(&|k| k) / n;
        if expected < LEAST_EXPECTED {
            return None;
        }
        let variance = sum(&|k| k * (n - k)) / n / (n - 1.0);
        chi_square += seen.iter().map(|count| (*count as f64 - expected).powi(2)).sum::<f64>() / variance;
        degrees += seen.len() as u32 - 1;
    }
    Some(Trial { chi_square, degrees, p: chi_square_tail(chi_square, degrees) })
}

/// The distance of sums over `units` from their expectation, over the independent indices `free`.
fn trial(counts: &[f64], units: f64, moments: &Moments, free: &[usize]) -> Trial {
    let distances: Vec<f64> = free.iter().map(|i| counts[*i] - units * moments.means[*i]).collect();
    let covariance = |i: &usize| free.iter().map(|j| units * moments.covariances[*i][*j]).collect();
    let chi_square = squared_length(&distances, free.iter().map(covariance).collect());
    let degrees = free.len() as u32;
    Trial { chi_square, degrees, p: chi_square_tail(chi_square, degrees) }
}

/// dᵀ C⁻¹ d: with C = L Lᵀ, the squared length of the x with L x = d (Cholesky).
fn squared_length(distances: &[f64], mut covariances: Vec<Vec<f64>>) -> f64 {
    let mut solved: Vec<f64> = Vec::new();
    for i in 0..distances.len() {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| covariances[i][k] * covariances[j][k]).sum();
            let rest = covariances[i][j] - known;
            covariances[i][j] = if i == j { rest.sqrt() } else { rest / covariances[j][j] };
        }
        let known: f64 = solved.iter().zip(&covariances[i]).map(|(x, factor)| x * factor).sum();
        solved.push((distances[i] - known) / covariances[i][i]);
    }
    solved.iter().map(|x| x * x).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_measured_with_the_covariances() {
        // The inverse of [[4, 2], [2, 3]] is [[3, −2], [−2, 4]] / 8.
        let got = squared_length(&[2.0, 3.0], vec![vec![4.0, 2.0], vec![2.0, 3.0]]);
        assert!((got - (3.0 * 4.0 - 4.0 * 6.0 + 4.0 * 9.0) / 8.0).abs() < 1e-12, "{got}");
    }
}
