//! The exact laws of cards and of strips that are all equally likely: how often which columns have how many numbers.
//!
//! Cards are counted one by one; but the six cards of a strip depend on each other, as they have every number once between them.
//! So a law is one of a *unit*, which is a card or a strip, and says for each thing that is counted in a unit its mean
//! and, for every two of them, their covariance. Units are independent, and that is all that a test needs.
//! Everything is counted with whole numbers; they become fractions at the end.

use std::sync::OnceLock;

use hall_core::matrix::MatrixKind;

mod single;
mod strip;

/// What is counted in a unit: a mean and covariances.
#[derive(Debug, Clone, PartialEq)]
pub struct Moments {
    /// How many there are in a unit on average.
    pub means: Vec<f64>,
    /// The covariance of every two of them.
    pub covariances: Vec<Vec<f64>>,
}

/// The law of a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Law {
    /// How many cards a unit has.
    pub cards: u32,
    /// How many cards of a unit have none, one, two and three columns of three numbers.
    pub threes: Moments,
    /// How many cards of a unit have one, two and three numbers in each column, from the left: place 3 c + k − 1 is
    /// for k numbers in column c, counted from 0.
    pub columns: Moments,
    /// The places in `columns` from which all others follow, none of which follows from the others.
    pub free: Vec<usize>,
}

impl Law {
    /// Returns the law of the cards of a matrix of this kind. Counted once, the strips' in some tenths of a second.
    pub fn of(kind: MatrixKind) -> &'static Law {
        static SINGLE: OnceLock<Law> = OnceLock::new();
        static STRIP: OnceLock<Law> = OnceLock::new();
        match kind {
            MatrixKind::Single => SINGLE.get_or_init(single::law),
            MatrixKind::Strip => STRIP.get_or_init(strip::law),
        }
    }

    /// Returns which part of all cards has none, one, two and three columns of three numbers.
    pub fn shares(&self) -> [f64; 4] {
        core::array::from_fn(|threes| self.threes.means[threes] / f64::from(self.cards))
    }

    /// Returns which part of all cards has so many numbers, 1 to 3, in a column, counted from 0.
    pub fn column_share(&self, column: usize, numbers: usize) -> f64 {
        self.columns.means[3 * column + numbers - 1] / f64::from(self.cards)
    }
}

impl Moments {
    /// Returns the moments of what comes up, each with its weight.
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

    /// Returns the moments when some of what is counted is counted together.
    pub fn together(&self, groups: &[Vec<usize>]) -> Moments {
        let sum = |of: &dyn Fn(usize) -> f64, group: &[usize]| group.iter().map(|i| of(*i)).sum::<f64>();
        let means = groups.iter().map(|group| sum(&|i| self.means[i], group)).collect();
        let row = |one: &Vec<usize>| {
            groups.iter().map(|other| sum(&|i| sum(&|j| self.covariances[i][j], other), one)).collect()
        };
        Moments { means, covariances: groups.iter().map(row).collect() }
    }
}
