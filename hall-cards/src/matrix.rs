//! A matrix: the card of each number of a series.
//!
//! It stands for the *cartón-matriz* shown at a check (art. 33.8). Only its number, size, options and key are stored.
//! Card n of a matrix of single cards is the n-th value of a keyed permutation of all cards, so that cards are distinct
//! and the number of a card can be computed. A matrix of strips is made of groups of six cards that have every number
//! once (`strip.rs`). Either can be clean, that is without equal lines (`matrix/clean.rs`). Making, sealing and revealing
//! keys is left to others.

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

/// Most cards of a matrix: ten times the largest set in use (96 000 and more in a network of halls, regulation.md 3.3).
/// [`Matrix::faces_sha256`] then takes less than a second.
pub const SIZE_MAX: u32 = 1_000_000;

/// Most cards of a clean matrix of strips. Near a million almost every further strip repeats a line, and searching takes
/// many seconds.
pub const CLEAN_STRIPS_SIZE_MAX: u32 = 600_000;

/// The label that a mixed key is hashed with.
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
    /// `None` for 0.
    pub const fn new(number: u32) -> Option<MatrixNo> {
        if number >= 1 { Some(MatrixNo(number)) } else { None }
    }

    /// From 1.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Display for MatrixNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The secret key of one matrix. `Debug` hides its bytes.
#[derive(Clone)]
pub struct MatrixKey([u8; 16]);

impl MatrixKey {
    /// The bytes must be random.
    pub const fn from_bytes(bytes: [u8; 16]) -> MatrixKey {
        MatrixKey(bytes)
    }

    /// The key of 32 random bytes and words contributed by people: the first half of the SHA-256 over a label, the bytes
    /// and the words. Frozen: a revealed key can be checked against them.
    pub fn mixed(seed: &[u8; 32], words: &str) -> MatrixKey {
        let hash = Sha256::new().chain_update(MIXED).chain_update(seed).chain_update(words).finalize();
        let (half, _) = hash.split_at(16);
        MatrixKey(half.try_into().expect("half of 32 bytes"))
    }

    /// Secret: stored sealed only.
    pub const fn bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Debug for MatrixKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatrixKey").finish_non_exhaustive()
    }
}

/// The SHA-256 of a key's sixteen bytes, without salt. Published before the sale, it commits to the key.
pub fn key_sha256(key: &MatrixKey) -> [u8; 32] {
    Sha256::digest(key.0).into()
}

/// The SHA-256 over the ranks of cards, in the order of their numbers, each as eight bytes big-endian. Frozen: it is in
/// the record.
pub fn faces_sha256(faces: impl IntoIterator<Item = CardId>) -> [u8; 32] {
    let mut hash = Sha256::new();
    faces.into_iter().for_each(|face| hash.update(face.rank().to_be_bytes()));
    hash.finalize().into()
}

/// What the cards of a matrix are drawn as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatrixKind {
    /// Single cards, distinct, all equally likely.
    Single,
    /// Strips of six cards with all ninety numbers, all strips equally likely. Cards n = 6 s + 1 to 6 s + 6 are
    /// strip s, from the top.
    Strip,
}

/// How the cards of a matrix are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MatrixOptions {
    /// Single cards or strips.
    pub kind: MatrixKind,
    /// Whether no two cards have an equal line. If not, 20,000 cards have about 184 pairs with one, and two cards of
    /// different strips may even be equal, with probability 5 × 10⁻¹¹ (cards.md 3.3, 3.5).
    pub clean: bool,
}

impl MatrixOptions {
    /// Single cards, not clean.
    pub const PLAIN: MatrixOptions = MatrixOptions { kind: MatrixKind::Single, clean: false };

    /// Whether a matrix can have so many cards: 1 to [`SIZE_MAX`]; of strips a multiple of six, and if clean at most
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
    /// The indices of the source that a clean matrix skips, ascending.
    skipped: Vec<u32>,
}

impl Matrix {
    /// A matrix of [`MatrixOptions::PLAIN`]. Frozen: the first printed series are of this kind.
    pub fn new(number: MatrixNo, size: u32, key: &MatrixKey) -> Option<Matrix> {
        Matrix::with(number, size, MatrixOptions::PLAIN, key)
    }

    /// `None` if the options do not [allow](MatrixOptions::allow) so many cards. A clean matrix is generated once to find
    /// what it skips: some milliseconds for 20,000 cards.
    pub fn with(number: MatrixNo, size: u32, options: MatrixOptions, key: &MatrixKey) -> Option<Matrix> {
        if !options.allow(size) {
            return None;
        }
        let source = Source::new(options.kind, number, key);
        let skipped = if options.clean { source.skipped(size) } else { Vec::new() };
        Some(Matrix { number, size, options, source, skipped })
    }

    /// The number of the matrix.
    pub const fn number(&self) -> MatrixNo {
        self.number
    }

    /// Number of cards, 1 to [`SIZE_MAX`].
    pub const fn size(&self) -> u32 {
        self.size
    }

    /// How its cards are drawn.
    pub const fn options(&self) -> MatrixOptions {
        self.options
    }

    /// The card of a printed number, from 1 to the size.
    pub fn face(&self, number: CardNo) -> Option<CardId> {
        if !(1..=self.size).contains(&number.0) {
            return None;
        }
        let (unit, cards) = (number.0 - 1, self.source.cards());
        Some(self.source.face(self.index_of(unit / cards), (unit % cards) as usize))
    }

    /// All cards, in the order of their numbers. Faster than [`Matrix::face`] for each.
    pub fn faces(&self) -> impl Iterator<Item = CardId> {
        let units = self.size / self.source.cards();
        (0..units).step_by(source::BATCH).flat_map(move |first| {
            let batch = first..units.min(first + source::BATCH as u32);
            self.source.faces(batch.map(|unit| self.index_of(unit)))
        })
    }

    /// The number of a card; `None` if the matrix does not have it. A random card is found with probability
    /// size / [`crate::card::CARD_COUNT`], at most 3 × 10⁻¹³.
    ///
    /// For single cards the permutation is inverted. Strips are generated until the card is found: a millisecond per
    /// 10,000 cards. For many look-ups use a [`MatrixIndex`].
    pub fn number_of(&self, card: CardId) -> Option<CardNo> {
        let Some(index) = self.source.index_of(card) else {
            return self.faces().zip(1..).find(|(face, _)| *face == card).map(|(_, number)| CardNo(number));
        };
        let index = u32::try_from(index).ok()?;
        let skipped_before = self.skipped.binary_search(&index).err()?;
        let unit = index - skipped_before as u32;
        (unit < self.size).then(|| CardNo(unit + 1))
    }

    /// See [`faces_sha256`].
    pub fn faces_sha256(&self) -> [u8; 32] {
        faces_sha256(self.faces())
    }

    /// The index in the source of a single card or strip of the matrix.
    fn index_of(&self, unit: u32) -> u64 {
        // Before the p-th skipped index i, i − p were taken.
        let taken_before = |p: usize| self.skipped[p] - p as u32;
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
