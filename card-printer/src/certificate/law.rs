//! The exact laws for uniformly drawn cards and strips: how often which columns have how many numbers.
//!
//! The six cards of a strip depend on each other, as they share out the ninety numbers. So a law is that of a *unit*,
//! a card or a strip: the mean of each count in a unit and the covariance of every two of them. Units are
//! independent, which is all the tests need. Computed in integers, divided at the end.

use std::sync::OnceLock;

use hall_core::matrix::MatrixKind;

mod single;
mod strip;

/// Means and covariances of the counts in a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Moments {
    /// Of each count.
    pub means: Vec<f64>,
    /// Of every two counts.
    pub covariances: Vec<Vec<f64>>,
}

/// The law of a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Law {
    /// Cards in a unit.
    pub cards: u32,
    /// Cards of a unit with none, one, two and three columns of three numbers.
    pub threes: Moments,
    /// Cards of a unit with one, two and three numbers in each column: index 3 c + k − 1 is for k numbers in column
    /// c, counted from 0.
    pub columns: Moments,
    /// A maximal set of linearly independent indices of `columns`.
    pub free: Vec<usize>,
}

/// All ways to divide a sum among N parts of at most two.
fn divisions<const N: usize>(sum: u8) -> impl Iterator<Item = [u8; N]> {
    let digit = |word: usize, place: usize| (word / 3_usize.pow(place as u32) % 3) as u8;
    let words = (0..3_usize.pow(N as u32)).map(move |word| core::array::from_fn(|place| digit(word, place)));
    words.filter(move |parts: &[u8; N]| parts.iter().sum::<u8>() == sum)
}

impl Law {
    /// The law for matrices of this kind; computed once, for strips in some tenths of a second.
    pub fn of(kind: MatrixKind) -> &'static Law {
        static SINGLE: OnceLock<Law> = OnceLock::new();
        static STRIP: OnceLock<Law> = OnceLock::new();
        match kind {
            MatrixKind::Single => SINGLE.get_or_init(single::law),
            MatrixKind::Strip => STRIP.get_or_init(strip::law),
        }
    }

    /// Shares of all cards with none, one, two and three columns of three numbers.
    pub fn shares(&self) -> [f64; 4] {
        core::array::from_fn(|threes| self.threes.means[threes] / f64::from(self.cards))
    }

    /// Share of all cards with `numbers` (1 to 3) in a column, counted from 0.
    pub fn column_share(&self, column: usize, numbers: usize) -> f64 {
        self.columns.means[3 * column + numbers - 1] / f64::from(self.cards)
    }
}

impl Moments {
    /// Moments of weighted outcomes.
    fn of<const N: usize>(weighted: &[([f64; N], f64)]) -> Moments {
        let whole: f64 = weighted.iter().map(|(_, weight)| weight).sum();
        let mean = |of: &dyn Fn(&[f64; N]) -> f64| {
            weighted.iter().map(|(what, weight)| of(what) * weight).sum::<f64>() / whole
        };
        let means: Vec<f64> = (0..N).map(|i| mean(&|what| what[i])).collect();
        let covariance = |i: usize, j: usize| mean(&|what| (what[i] - means[i]) * (what[j] - means[j]));
        let covariances = (0..N).map(|i| (0..N).map(|j| covariance(i, j)).collect()).collect();
        Moments { means, covariances }
    }

    /// The moments of sums of counts, one sum per group.
    pub fn together(&self, groups: &[Vec<usize>]) -> Moments {
        let sum = |of: &dyn Fn(usize) -> f64, group: &[usize]| group.iter().map(|i| of(*i)).sum::<f64>();
        let means = groups.iter().map(|group| sum(&|i| self.means[i], group)).collect();
        let row = |one: &Vec<usize>| {
            groups.iter().map(|other| sum(&|i| sum(&|j| self.covariances[i][j], other), one)).collect()
        };
        Moments { means, covariances: groups.iter().map(row).collect() }
    }
}
