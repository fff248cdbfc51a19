//! Where the cards of a matrix come from: an endless list of single cards or of strips.

use alloc::vec::Vec;

use super::clean;
use super::ff1::Ff1;
use super::strip::{self, Strips};
use super::{MatrixKey, MatrixKind, MatrixNo};
use crate::card::{CARD_COUNT, CardId};

/// How many cards or strips are made at a time.
pub(super) const BATCH: usize = 64;

/// The list of cards or strips under one key.
#[derive(Clone)]
pub(super) enum Source {
    Single(Ff1),
    Strip(Strips),
}

impl Source {
    /// Returns the list of this kind for a matrix.
    pub(super) fn new(kind: MatrixKind, number: MatrixNo, key: &MatrixKey) -> Source {
        match kind {
            MatrixKind::Single => Source::Single(Ff1::new(key.bytes(), u64::from(number.get()))),
            MatrixKind::Strip => Source::Strip(Strips::new(number, key)),
        }
    }

    /// Returns how many cards there are at each index.
    pub(super) fn cards(&self) -> u32 {
        match self {
            Source::Single(_) => 1,
            Source::Strip(_) => strip::CARDS,
        }
    }

    /// Returns a card of those at an index.
    pub(super) fn face(&self, index: u64, card: usize) -> CardId {
        match self {
            Source::Single(permutation) => walk(index, |x| permutation.encrypt(x)),
            Source::Strip(strips) => strips.strip(index).cards()[card].id(),
        }
    }

    /// Returns all cards at these indices.
    pub(super) fn faces(&self, indices: impl Iterator<Item = u64>) -> Vec<CardId> {
        match self {
            Source::Single(permutation) => walk_all(permutation, indices.collect()),
            Source::Strip(strips) => {
                indices.flat_map(|index| strips.strip(index).cards().map(|card| card.id())).collect()
            }
        }
    }

    /// Returns the index of a card, or `None` for strips, which cannot tell.
    pub(super) fn index_of(&self, card: CardId) -> Option<u64> {
        match self {
            Source::Single(permutation) => Some(walk(card.rank(), |x| permutation.decrypt(x)).rank()),
            Source::Strip(_) => None,
        }
    }

    /// Returns the indices that a clean matrix of so many cards leaves out.
    pub(super) fn skipped(&self, size: u32) -> Vec<u32> {
        match self {
            Source::Single(permutation) => {
                let batches = (0..CARD_COUNT).step_by(BATCH);
                let faces =
                    batches.flat_map(|first| walk_all(permutation, (first..first + BATCH as u64).collect()));
                clean::skipped(faces.map(|face| [face.card()]), size)
            }
            Source::Strip(strips) => {
                let all = (0..u64::MAX).map(|index| *strips.strip(index).cards());
                clean::skipped(all, size / strip::CARDS)
            }
        }
    }
}

/// Permutes 62-bit numbers until one is a card's rank. It always ends: the steps go round a
/// cycle on which the start is a rank itself. On average they are 1.26, and more than twenty
/// with probability 2 × 10⁻¹⁴ (cards.md 3.1).
pub(super) fn walk(start: u64, permute: impl Fn(u64) -> u64) -> CardId {
    debug_assert!(start < CARD_COUNT);
    let mut x = permute(start);
    loop {
        match CardId::new(x) {
            Some(card) => return card,
            None => x = permute(x),
        }
    }
}

/// Does the same for many numbers, side by side.
fn walk_all(permutation: &Ff1, mut numbers: Vec<u64>) -> Vec<CardId> {
    permutation.encrypt_all(&mut numbers);
    let mut open: Vec<usize> = (0..numbers.len()).filter(|i| CardId::new(numbers[*i]).is_none()).collect();
    while !open.is_empty() {
        let mut again: Vec<u64> = open.iter().map(|i| numbers[*i]).collect();
        permutation.encrypt_all(&mut again);
        open.iter().zip(again).for_each(|(i, x)| numbers[*i] = x);
        open.retain(|i| CardId::new(numbers[*i]).is_none());
    }
    numbers.into_iter().filter_map(CardId::new).collect()
}
