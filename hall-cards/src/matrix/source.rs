//! The generator of a matrix: an endless sequence of single cards or of strips.

use alloc::vec::Vec;

use super::clean;
use super::ff1::Ff1;
use super::strip::{self, Strips};
use super::{MatrixKey, MatrixKind, MatrixNo};
use crate::card::{CARD_COUNT, CardId};

/// Cards or strips generated at a time.
pub(super) const BATCH: usize = 64;

/// The cards or strips of one key.
#[derive(Clone)]
pub(super) enum Source {
    Single(Ff1),
    Strip(Strips),
}

impl Source {
    pub(super) fn new(kind: MatrixKind, number: MatrixNo, key: &MatrixKey) -> Source {
        match kind {
            MatrixKind::Single => Source::Single(Ff1::new(key.bytes(), u64::from(number.get()))),
            MatrixKind::Strip => Source::Strip(Strips::new(number, key)),
        }
    }

    /// Cards per index.
    pub(super) fn cards(&self) -> u32 {
        match self {
            Source::Single(_) => 1,
            Source::Strip(_) => strip::CARDS,
        }
    }

    /// A card of those at an index.
    pub(super) fn face(&self, index: u64, card: usize) -> CardId {
        match self {
            Source::Single(permutation) => walk(index, |x| permutation.encrypt(x)),
            Source::Strip(strips) => strips.strip(index).cards()[card].id(),
        }
    }

    /// All cards at these indices.
    pub(super) fn faces(&self, indices: impl Iterator<Item = u64>) -> Vec<CardId> {
        match self {
            Source::Single(permutation) => walk_all(permutation, indices.collect()),
            Source::Strip(strips) => {
                indices.flat_map(|index| strips.strip(index).cards().map(|card| card.id())).collect()
            }
        }
    }

    /// The index of a single card; `None` for strips, which cannot be inverted.
    pub(super) fn index_of(&self, card: CardId) -> Option<u64> {
        match self {
            Source::Single(permutation) => Some(walk(card.rank(), |x| permutation.decrypt(x)).rank()),
            Source::Strip(_) => None,
        }
    }

    /// The indices that a clean matrix of so many cards skips.
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

/// Cycle walking: permutes 62-bit numbers until one is a card's rank. It ends, as the start is a rank on the same cycle:
/// after 1.26 steps on average, and more than twenty with probability 2 × 10⁻¹⁴ (cards.md 3.1).
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

/// [`walk`] for many numbers.
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
