//! The secrets the rules need: faces of cards and the key of their codes.
//!
//! They come from the table `sealed`. Verdicts are in the record, so replay needs no secret.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;

use crate::card::CardId;
use crate::card::code::CardKey;
use crate::matrix::{MatrixIndex, MatrixNo};
use crate::request::Presented;
use crate::series::CardNo;

/// The cards of all matrices, and the key of the 2-D codes.
#[derive(Clone, Default)]
pub struct Vault {
    matrices: BTreeMap<MatrixNo, Arc<MatrixIndex>>,
    card_key: Option<CardKey>,
}

impl Vault {
    /// Adds a matrix.
    pub fn add_matrix(&mut self, no: MatrixNo, cards: MatrixIndex) {
        self.matrices.insert(no, Arc::new(cards));
    }

    /// Sets the key of the codes.
    pub fn set_card_key(&mut self, key: CardKey) {
        self.card_key = Some(key);
    }

    /// The cards of a matrix.
    pub fn matrix(&self, no: MatrixNo) -> Option<&MatrixIndex> {
        self.matrices.get(&no).map(Arc::as_ref)
    }

    /// The face of a card, if the matrix has it.
    pub fn face(&self, matrix: MatrixNo, card: CardNo) -> Option<CardId> {
        self.matrices.get(&matrix)?.face(card)
    }

    /// The key of the codes.
    pub fn card_key(&self) -> Option<&CardKey> {
        self.card_key.as_ref()
    }

    /// Whether the card was keyed, or its code made with the hall's key.
    pub(crate) fn vouches_for(&self, card: &Presented) -> bool {
        match card {
            Presented::Keyed(_) => true,
            Presented::Scanned(code) => self.card_key.as_ref().is_some_and(|key| code.is_genuine(key)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::code::CardCode;
    use crate::series::{CardRef, SeriesId};

    #[test]
    fn a_hall_without_a_key_knows_no_code() {
        let card = CardRef { series: SeriesId::new('A', 17).unwrap(), number: CardNo(1) };
        let code = Presented::Scanned(CardCode::sign(&CardKey::from_bytes([7; 32]), card));
        let mut vault = Vault::default();
        assert!(!vault.vouches_for(&code));
        vault.set_card_key(CardKey::from_bytes([8; 32]));
        assert!(!vault.vouches_for(&code));
        vault.set_card_key(CardKey::from_bytes([7; 32]));
        assert!(vault.vouches_for(&code));
    }
}
