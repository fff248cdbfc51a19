//! Finding a card of a matrix: by its number, by its face, by the code on it, or by some of its numbers when
//! the rest is torn off.

use alloc::vec;
use alloc::vec::Vec;

use super::Matrix;
use crate::ball::{Ball, BallSet};
use crate::card::CardId;
use crate::card::code::{CardCode, CardKey};
use crate::series::{CardNo, SeriesId};

/// All cards of a matrix, laid out for looking them up. Made when it is needed, from the matrix; 35 bytes a card.
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
    /// For each ball one bit a card: the first words are ball 1, and so on.
    holders: Vec<u64>,
}

impl MatrixIndex {
    /// Returns the index of a matrix.
    pub fn new(matrix: &Matrix) -> MatrixIndex {
        MatrixIndex::of(matrix.faces().collect())
    }

    /// Returns the index of these cards, from number 1, as others made them.
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

    /// Returns how many cards there are.
    pub fn size(&self) -> u32 {
        self.faces.len() as u32
    }

    /// Returns all cards, in the order of their numbers.
    pub fn faces(&self) -> &[CardId] {
        &self.faces
    }

    /// Returns the card with this printed number, or `None` if there is no such number.
    pub fn face(&self, number: CardNo) -> Option<CardId> {
        self.faces.get((number.0 as usize).checked_sub(1)?).copied()
    }

    /// Returns the number printed on this card, or `None` if the matrix has no such card. Should a matrix of
    /// strips that is not clean have it twice, it is the lower number.
    pub fn number_of(&self, card: CardId) -> Option<CardNo> {
        let at = self.numbers.partition_point(|(other, _)| *other < card);
        self.numbers.get(at).filter(|(other, _)| *other == card).map(|(_, number)| *number)
    }

    /// Returns the number of the card that has this code, or `None` if the code is not one of the hall's or
    /// not of a card of this series, which must be one of this matrix.
    pub fn coded(&self, code: &CardCode, series: SeriesId, key: &CardKey) -> Option<CardNo> {
        let card = code.card();
        let known = card.series == series && self.face(card.number).is_some();
        (known && code.is_genuine(key)).then_some(card.number)
    }

    /// Returns the cards that have all these numbers, ascending. Of a torn card six to eight numbers are
    /// enough to find it, and mostly it alone.
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
