//! What is counted in the cards of a matrix.

use hall_core::card::{Card, CardId};

use super::equal::{self, Equals};
use super::overlap::{self, Overlap};

/// Cards of a strip.
pub const STRIP: usize = hall_core::matrix::strip::CARDS as usize;

/// Sums over single cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// Number of cards.
    pub size: u64,
    /// Cards with none, one, two and three columns of three numbers.
    pub threes: [u64; 4],
    /// For each column, the cards with one, two and three numbers in it.
    pub columns: [[u64; 3]; 9],
    /// Cards that have each number; index 0 is unused.
    pub numbers: [u64; 91],
}

/// All measures of a matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measures {
    /// Sums over single cards.
    pub counts: Counts,
    /// Groups of cards 1 to 6, 7 to 12 … that have all ninety numbers.
    pub strips: u64,
    /// Pairs of equal cards and rows.
    pub equals: Equals,
    /// The most numbers two cards share; `None` for a single card.
    pub overlap: Option<Overlap>,
}

impl Measures {
    /// Card n is at index n − 1.
    pub fn of(faces: &[CardId]) -> Measures {
        let sets: Vec<u128> = faces.iter().map(|face| numbers(face.card())).collect();
        let whole = |six: &&[u128]| six.iter().fold(0, |all, set| all | set) == ALL_NUMBERS;
        Measures {
            counts: Counts::of(faces.iter().copied()),
            strips: sets.chunks_exact(STRIP).filter(whole).count() as u64,
            equals: equal::of(faces, &sets),
            overlap: overlap::largest(&sets),
        }
    }
}

impl Counts {
    /// Counts numbers and columns of each card.
    pub fn of(faces: impl Iterator<Item = CardId>) -> Counts {
        let mut counts = Counts { size: 0, threes: [0; 4], columns: [[0; 3]; 9], numbers: [0; 91] };
        faces.for_each(|face| counts.add(face.card()));
        counts
    }

    fn add(&mut self, card: Card) {
        self.size += 1;
        let grid = card.grid();
        let mut threes = 0;
        for column in 0..9 {
            let count = grid.iter().filter(|row| row[column] > 0).count();
            self.columns[column][count - 1] += 1;
            threes += usize::from(count == 3);
        }
        self.threes[threes] += 1;
        card.numbers().for_each(|number| self.numbers[usize::from(number)] += 1);
    }
}

const ALL_NUMBERS: u128 = (1 << 91) - 2;

/// Bit n for number n.
fn numbers(card: Card) -> u128 {
    card.numbers().fold(0, |set, number| set | 1 << number)
}
