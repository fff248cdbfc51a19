//! A matrix: which card each number of a series stands for.
//!
//! The matrix plays the part of the *cartón-matriz* shown at a check (art. 33.8). Nothing
//! of it is stored but its number, its size, its options and its key. Card number n of a matrix of
//! single cards is the n-th value of a keyed permutation of all cards, so no two of them
//! are equal, and a card that is shown can be turned back into its number. A matrix of strips has
//! six cards after six cards that together have every number once (`strip.rs`). Either can be
//! clean: without two equal lines (`matrix/clean.rs`). Who makes the random key, seals it and
//! reveals it later is not decided here.

use alloc::vec::Vec;
use core::fmt;

use sha2::{Digest, Sha256};

use crate::card::CardId;
use crate::series::CardNo;
use source::Source;

pub use index::MatrixIndex;

mod clean;
mod ff1;
mod index;
mod source;
pub mod strip;

/// The most cards of a matrix: ten times the largest set in use (96 000 and more in a
/// network of halls, regulation.md 3.3), and [`Matrix::faces_sha256`] stays below a second.
pub const SIZE_MAX: u32 = 1_000_000;

/// The most cards of a clean matrix of strips. Toward a million hardly any strip is left without an
/// equal line, and finding those takes many seconds.
pub const CLEAN_STRIPS_SIZE_MAX: u32 = 600_000;

/// What a mixed key is hashed with first.
const MIXED: &str = "bombo matrix key 1\n";

/// The number of a matrix, 1 to 4 294 967 295.
///
/// ```
/// use hall_cards::matrix::MatrixNo;
///
/// assert_eq!(MatrixNo::new(7).unwrap().get(), 7);
/// assert!(MatrixNo::new(0).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatrixNo(u32);

impl MatrixNo {
    /// Returns the matrix number, or `None` for 0.
    pub const fn new(number: u32) -> Option<MatrixNo> {
        if number >= 1 { Some(MatrixNo(number)) } else { None }
    }

    /// Returns the number, from 1.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Display for MatrixNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The secret of one matrix, random for each. Its bytes are never shown by `Debug`.
#[derive(Clone)]
pub struct MatrixKey([u8; 16]);

impl MatrixKey {
    /// Returns the key of these bytes, which must be random.
    pub const fn from_bytes(bytes: [u8; 16]) -> MatrixKey {
        MatrixKey(bytes)
    }

    /// Returns the key of 32 random bytes and of words that people typed: the first half of SHA-256 over a
    /// label, the bytes and the words. Frozen: whoever has all three checks a key that was revealed.
    pub fn mixed(seed: &[u8; 32], words: &str) -> MatrixKey {
        let hash = Sha256::new().chain_update(MIXED).chain_update(seed).chain_update(words).finalize();
        let (half, _) = hash.split_at(16);
        MatrixKey(half.try_into().expect("half of 32 bytes"))
    }

    /// Returns the secret bytes, to be stored sealed.
    pub const fn bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Debug for MatrixKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatrixKey").finish_non_exhaustive()
    }
}

/// Returns the SHA-256 of the sixteen bytes of a key, without salt: published before the
/// sale, it shows that the key revealed later is the same.
pub fn key_sha256(key: &MatrixKey) -> [u8; 32] {
    Sha256::digest(key.0).into()
}

/// Returns the SHA-256 over the ranks of cards, in the order of their numbers, each as eight bytes big-endian:
/// what [`Matrix::faces_sha256`] is of a matrix, of cards from anywhere.
pub fn faces_sha256(faces: impl IntoIterator<Item = CardId>) -> [u8; 32] {
    let mut hash = Sha256::new();
    faces.into_iter().for_each(|face| hash.update(face.rank().to_be_bytes()));
    hash.finalize().into()
}

/// How the cards of a matrix hang together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatrixKind {
    /// Each card by itself, all cards equally likely and no two equal.
    Single,
    /// Strips of six cards with all ninety numbers, all strips equally likely. Cards n = 6 s + 1 to 6 s + 6 are
    /// strip s, from the top.
    Strip,
}

/// What cards a matrix has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MatrixOptions {
    /// How they hang together.
    pub kind: MatrixKind,
    /// Whether no two of them have an equal line. If not, 20,000 cards have about 184 pairs with one; and
    /// two cards of different strips may even be equal, with probability 5 × 10⁻¹¹ (cards.md 3.3, 3.5).
    pub clean: bool,
}

impl MatrixOptions {
    /// Single cards, whatever their lines.
    pub const PLAIN: MatrixOptions = MatrixOptions { kind: MatrixKind::Single, clean: false };

    /// Returns whether a matrix can have so many cards: 1 to [`SIZE_MAX`], strips whole and, if clean, at most
    /// [`CLEAN_STRIPS_SIZE_MAX`].
    pub const fn allow(self, size: u32) -> bool {
        let (whole, max) = match (self.kind, self.clean) {
            (MatrixKind::Single, _) => (true, SIZE_MAX),
            (MatrixKind::Strip, clean) => {
                (size.is_multiple_of(strip::CARDS), if clean { CLEAN_STRIPS_SIZE_MAX } else { SIZE_MAX })
            }
        };
        whole && 1 <= size && size <= max
    }
}

/// A matrix with its key.
///
/// ```
/// use hall_cards::matrix::{Matrix, MatrixKey, MatrixKind, MatrixNo, MatrixOptions};
/// use hall_cards::series::CardNo;
///
/// let (number, key) = (MatrixNo::new(1).unwrap(), MatrixKey::from_bytes([7; 16]));
/// let matrix = Matrix::new(number, 420, &key).unwrap();
///
/// let face = matrix.face(CardNo(301)).unwrap();
/// assert_eq!(matrix.number_of(face), Some(CardNo(301)));
/// assert!(matrix.face(CardNo(0)).is_none() && matrix.face(CardNo(421)).is_none());
///
/// let strips = MatrixOptions { kind: MatrixKind::Strip, clean: true };
/// let matrix = Matrix::with(number, 420, strips, &key).unwrap();
/// assert_eq!(matrix.faces().take(6).flat_map(|face| face.card().numbers()).count(), 90);
/// ```
#[derive(Clone)]
pub struct Matrix {
    number: MatrixNo,
    size: u32,
    options: MatrixOptions,
    source: Source,
    /// The indices of the source that a clean matrix leaves out, ascending.
    skipped: Vec<u32>,
}

impl Matrix {
    /// Returns the matrix of so many single cards, or `None` unless they are 1 to [`SIZE_MAX`].
    /// Frozen: what was printed before there were options is this.
    pub fn new(number: MatrixNo, size: u32, key: &MatrixKey) -> Option<Matrix> {
        Matrix::with(number, size, MatrixOptions::PLAIN, key)
    }

    /// Returns the matrix of so many cards with these options, or `None` if they do not
    /// [allow](MatrixOptions::allow) so many. A clean one is walked
    /// through once to find what it skips, some milliseconds for 20,000 cards.
    pub fn with(number: MatrixNo, size: u32, options: MatrixOptions, key: &MatrixKey) -> Option<Matrix> {
        if !options.allow(size) {
            return None;
        }
        let source = Source::new(options.kind, number, key);
        let skipped = if options.clean { source.skipped(size) } else { Vec::new() };
        Some(Matrix { number, size, options, source, skipped })
    }

    /// Returns the number of the matrix.
    pub const fn number(&self) -> MatrixNo {
        self.number
    }

    /// Returns how many cards it has, 1 to [`SIZE_MAX`].
    pub const fn size(&self) -> u32 {
        self.size
    }

    /// Returns what cards it has.
    pub const fn options(&self) -> MatrixOptions {
        self.options
    }

    /// Returns the card with this printed number, or `None` if there is no such number.
    pub fn face(&self, number: CardNo) -> Option<CardId> {
        if !(1..=self.size).contains(&number.0) {
            return None;
        }
        let (unit, cards) = (number.0 - 1, self.source.cards());
        Some(self.source.face(self.index_of(unit / cards), (unit % cards) as usize))
    }

    /// Returns all cards, in the order of their numbers. Faster than asking for each.
    pub fn faces(&self) -> impl Iterator<Item = CardId> {
        let units = self.size / self.source.cards();
        (0..units).step_by(source::BATCH).flat_map(move |first| {
            let batch = first..units.min(first + source::BATCH as u32);
            self.source.faces(batch.map(|unit| self.index_of(unit)))
        })
    }

    /// Returns the number printed on this card, or `None` if the matrix has no such card. A
    /// card somebody made up passes with probability size / [`crate::card::CARD_COUNT`], at most 3 × 10⁻¹³.
    ///
    /// Single cards are turned back into their number at once. Strips cannot be: they are made one by one
    /// until the card turns up, a millisecond for 10,000 cards. Whoever asks often makes a [`MatrixIndex`].
    pub fn number_of(&self, card: CardId) -> Option<CardNo> {
        let Some(index) = self.source.index_of(card) else {
            return self.faces().zip(1..).find(|(face, _)| *face == card).map(|(_, number)| CardNo(number));
        };
        let index = u32::try_from(index).ok()?;
        let skipped_before = self.skipped.binary_search(&index).err()?;
        let unit = index - skipped_before as u32;
        (unit < self.size).then(|| CardNo(unit + 1))
    }

    /// Returns the SHA-256 over the ranks of cards 1 to the size, each as eight bytes
    /// big-endian. Frozen: it is in the record.
    pub fn faces_sha256(&self) -> [u8; 32] {
        faces_sha256(self.faces())
    }

    /// Returns the index in the source of a card or strip of the matrix.
    fn index_of(&self, unit: u32) -> u64 {
        // In front of skipped index i, of place p in the list, i − p were taken.
        let taken_before = |place: usize| self.skipped[place] - place as u32;
        let (mut low, mut high) = (0, self.skipped.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if taken_before(middle) <= unit { low = middle + 1 } else { high = middle }
        }
        u64::from(unit) + low as u64
    }
}

impl fmt::Debug for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matrix")
            .field("number", &self.number)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}
