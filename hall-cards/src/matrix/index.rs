//! Looks up cards of a matrix: by number, by face, by code, or, for a torn card, by some of its numbers.

use alloc::vec;
use alloc::vec::Vec;

use super::Matrix;
use crate::ball::{Ball, BallSet};
use crate::card::CardId;
use crate::card::code::{CardCode, CardKey};
use crate::series::{CardNo, SeriesId};

/// The cards of a matrix, indexed. Takes 35 bytes per card.
///
/// ```
/// use hall_cards::matrix::{Matrix, MatrixIndex, MatrixKey, MatrixNo};
/// use hall_cards::series::CardNo;
///
/// let key = MatrixKey::from_bytes([7; 16]);
/// let matrix = Matrix::new(MatrixNo::new(1).unwrap(), 420, &key).unwrap();
/// let index = MatrixIndex::new(&matrix);
///
/// let face = index.face(CardNo(301)).unwrap();
/// assert_eq!(index.number_of(face), Some(CardNo(301)));
/// assert_eq!(index.holding(face.card().balls()), [CardNo(301)]);
/// ```
#[derive(Clone)]
pub struct MatrixIndex {
    /// In the order of their numbers.
    faces: Vec<CardId>,
    /// In the order of their faces.
    numbers: Vec<(CardId, CardNo)>,
    /// One bit per card: all words of ball 1, then of ball 2 …
    holders: Vec<u64>,
}

impl MatrixIndex {
    /// Indexes a matrix.
    pub fn new(matrix: &Matrix) -> MatrixIndex {
        MatrixIndex::of(matrix.faces().collect())
    }

    /// Indexes cards 1, 2, 3 … of an imported matrix.
    pub fn of(faces: Vec<CardId>) -> MatrixIndex {
        let mut numbers: Vec<_> = faces.iter().copied().zip((1..).map(CardNo)).collect();
        numbers.sort_unstable();
        let words = faces.len().div_ceil(64);
        let mut holders = vec![0; words * usize::from(Ball::COUNT)];
        for (card, face) in faces.iter().enumerate() {
            for ball in face.card().numbers() {
                holders[words * (usize::from(ball) - 1) + card / 64] |= 1 << (card % 64);
            }
        }
        MatrixIndex { faces, numbers, holders }
    }

    /// Number of cards.
    pub fn size(&self) -> u32 {
        self.faces.len() as u32
    }

    /// All cards, in the order of their numbers.
    pub fn faces(&self) -> &[CardId] {
        &self.faces
    }

    /// The card of a printed number, from 1 to the size.
    pub fn face(&self, number: CardNo) -> Option<CardId> {
        self.faces.get((number.0 as usize).checked_sub(1)?).copied()
    }

    /// The number of a card; `None` if the matrix does not have it. The lower one if it has it twice, as strips that are
    /// not clean may.
    pub fn number_of(&self, card: CardId) -> Option<CardNo> {
        let at = self.numbers.partition_point(|(other, _)| *other < card);
        self.numbers.get(at).filter(|(other, _)| *other == card).map(|(_, number)| *number)
    }

    /// The number of the card with this code; `None` unless the code is genuine and of a card of `series`, which must be
    /// one of this matrix.
    pub fn coded(&self, code: &CardCode, series: SeriesId, key: &CardKey) -> Option<CardNo> {
        let card = code.card();
        let known = card.series == series && self.face(card.number).is_some();
        (known && code.is_genuine(key)).then_some(card.number)
    }

    /// The cards that have all these numbers, ascending. Six to eight numbers of a torn card mostly leave just one.
    pub fn holding(&self, balls: BallSet) -> Vec<CardNo> {
        let words = self.faces.len().div_ceil(64);
        let mut holding = vec![u64::MAX; words];
        for ball in balls.iter() {
            let first = words * (usize::from(ball.number()) - 1);
            for (all, holder) in holding.iter_mut().zip(&self.holders[first..first + words]) {
                *all &= holder;
            }
        }
        let cards = (0..self.faces.len()).filter(|card| holding[card / 64] >> (card % 64) & 1 == 1);
        cards.map(|card| CardNo(card as u32 + 1)).collect()
    }
}
