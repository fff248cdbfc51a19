//! A matrix: which card each number of a series stands for.
//!
//! The matrix plays the part of the *cartón-matriz* shown at a check (art. 33.8). Nothing
//! of it is stored but its number, its size and its key: card number n is the n-th value of
//! a keyed permutation of all cards, so no two of its cards are equal, and a card that is
//! shown can be turned back into its number. Who makes the random key, seals it and reveals
//! it later is not decided here.

use core::fmt;

use sha2::{Digest, Sha256};

use crate::card::{CARD_COUNT, CardId};
use crate::series::CardNo;
use ff1::Ff1;

mod ff1;
pub mod strip;

/// The most cards of a matrix: ten times the largest set in use (96 000 and more in a
/// network of halls, regulation.md 3.3), and [`Matrix::faces_sha256`] stays below a second.
pub const SIZE_MAX: u32 = 1_000_000;

/// The number of a matrix, 1 to 4 294 967 295.
///
/// ```
/// use hall_core::matrix::MatrixNo;
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

/// A matrix with its key.
///
/// ```
/// use hall_core::matrix::{Matrix, MatrixKey, MatrixNo};
/// use hall_core::series::CardNo;
///
/// let key = MatrixKey::from_bytes([7; 16]);
/// let matrix = Matrix::new(MatrixNo::new(1).unwrap(), 420, &key).unwrap();
///
/// let face = matrix.face(CardNo(301)).unwrap();
/// assert_eq!(matrix.number_of(face), Some(CardNo(301)));
/// assert!(matrix.face(CardNo(0)).is_none() && matrix.face(CardNo(421)).is_none());
/// ```
#[derive(Clone)]
pub struct Matrix {
    number: MatrixNo,
    size: u32,
    permutation: Ff1,
}

impl Matrix {
    /// Returns the matrix of so many cards, or `None` unless they are 1 to [`SIZE_MAX`].
    pub fn new(number: MatrixNo, size: u32, key: &MatrixKey) -> Option<Matrix> {
        if !(1..=SIZE_MAX).contains(&size) {
            return None;
        }
        Some(Matrix { number, size, permutation: Ff1::new(&key.0, u64::from(number.0)) })
    }

    /// Returns the number of the matrix.
    pub const fn number(&self) -> MatrixNo {
        self.number
    }

    /// Returns how many cards it has, 1 to [`SIZE_MAX`].
    pub const fn size(&self) -> u32 {
        self.size
    }

    /// Returns the card with this printed number, or `None` if there is no such number.
    pub fn face(&self, number: CardNo) -> Option<CardId> {
        if !(1..=self.size).contains(&number.0) {
            return None;
        }
        Some(walk(u64::from(number.0 - 1), |x| self.permutation.encrypt(x)))
    }

    /// Returns the number printed on this card, or `None` if the matrix has no such card. A
    /// card somebody made up passes with probability size / [`CARD_COUNT`], at most 3 × 10⁻¹³.
    pub fn number_of(&self, card: CardId) -> Option<CardNo> {
        let index = walk(card.rank(), |x| self.permutation.decrypt(x)).rank();
        let index = u32::try_from(index).ok()?;
        (index < self.size).then(|| CardNo(index + 1))
    }

    /// Returns the SHA-256 over the ranks of cards 1 to the size, each as eight bytes
    /// big-endian. Frozen: it is in the record.
    pub fn faces_sha256(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        for number in 1..=self.size {
            let face = self.face(CardNo(number)).expect("the number is within the size");
            hash.update(face.rank().to_be_bytes());
        }
        hash.finalize().into()
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

/// Permutes 62-bit numbers until one is a card's rank. It always ends: the steps go round a
/// cycle on which the start is a rank itself. On average they are 1.26, and more than twenty
/// with probability 2 × 10⁻¹⁴ (cards.md 3.1).
fn walk(start: u64, permute: impl Fn(u64) -> u64) -> CardId {
    debug_assert!(start < CARD_COUNT);
    let mut x = permute(start);
    loop {
        match CardId::new(x) {
            Some(card) => return card,
            None => x = permute(x),
        }
    }
}
