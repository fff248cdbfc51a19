//! Strips: six cards that together have each of the ninety numbers once, all strips equally likely.
//!
//! A strip is a function of a key, the number of its matrix and its index.
//!
//! # Why all strips are equally likely
//!
//! There are 4.7 × 10⁷⁷ strips. A strip is drawn part by part, each part with a probability proportional to the number
//! of strips that continue it.
//!
//! 1. *How many numbers each card has in each column* (`strip/excess.rs`). There are n! / (k₁! … k₆!) ways to divide a
//!    column of n numbers among six cards that take k₁ … k₆ of them, and a card with a columns of three numbers has
//!    L(a) layouts; the number of strips with given counts is the product of all these. Over a card the factors 1 / k!
//!    multiply to (2/3)ᵃ / 64, so up to a constant it is the product over the cards of w(a) = L(a) (2/3)ᵃ: 1710, 426,
//!    106⅔ and 26⅔ for a = 0 to 3. Counts are drawn exactly, column by column, with the close weights 1710 / 4ᵃ, for
//!    which tables of moderate size suffice, and accepted with probability (284/285)ⁱ (512/513)ʲ, where i cards have
//!    one column of three and j have more. These are the ratios of the two weights, so the accepted counts have the
//!    exact distribution.
//! 2. *Which numbers* (`strip/deal.rs`). Each column is shuffled uniformly and dealt out. Each division of it comes from
//!    the same number of orders, k₁! … k₆!.
//! 3. *Where on the card*. Each card gets one of its L(a) layouts, uniformly.
//!
//! Given uniform random words (`strip/words.rs`) all strips are thus equally likely, without rounding: where the number
//! of choices does not divide the range of a word, the rest of the range is rejected or decided with more words.
//!
//! A card of a strip is not distributed as a single card: columns of three numbers are rarer.

use aes::Aes128;
use aes::cipher::{Array, KeyInit};

use super::{MatrixKey, MatrixNo};
use crate::ball::{Ball, BallSet};
use crate::card::layout::{LAYOUTS, Rows};
use crate::card::{Card, column};
use deal::Deck;
use excess::Excess;
use words::Words;

mod deal;
mod excess;
mod words;

/// Cards of a strip.
pub const CARDS: u32 = 6;

/// Six cards with all ninety numbers.
///
/// ```
/// use hall_cards::card::CardId;
/// use hall_cards::matrix::strip::Strip;
///
/// let card = CardId::new(0).unwrap().card();
/// assert_eq!(Strip::new([card; 6]).unwrap_err().to_string(), "1 comes twice");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strip {
    cards: [Card; CARDS as usize],
}

impl Strip {
    /// The strip of these cards, from the top. Six cards without a repeated number have all ninety.
    ///
    /// # Errors
    /// The first number that an earlier card has too.
    pub fn new(cards: [Card; CARDS as usize]) -> Result<Strip, ComesTwice> {
        let mut seen = BallSet::EMPTY;
        for ball in cards.iter().flat_map(|card| card.balls().iter()) {
            if !seen.insert(ball) {
                return Err(ComesTwice(ball));
            }
        }
        Ok(Strip { cards })
    }

    /// From the top.
    pub const fn cards(&self) -> &[Card; CARDS as usize] {
        &self.cards
    }
}

/// A number that two cards have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} comes twice")]
pub struct ComesTwice(pub Ball);

/// The strips of one matrix, by index. Frozen: printed series depend on them.
///
/// ```
/// use hall_cards::matrix::strip::{Strip, Strips};
/// use hall_cards::matrix::{MatrixKey, MatrixNo};
///
/// let strips = Strips::new(MatrixNo::new(1).unwrap(), &MatrixKey::from_bytes([7; 16]));
/// let strip = strips.strip(123_456_789);
/// assert_eq!(Strip::new(*strip.cards()), Ok(strip));
/// ```
#[derive(Clone)]
pub struct Strips {
    cipher: Aes128,
    number: MatrixNo,
}

impl Strips {
    /// The strips of a matrix with this number and key.
    pub fn new(number: MatrixNo, key: &MatrixKey) -> Strips {
        Strips { cipher: Aes128::new(&Array::from(*key.bytes())), number }
    }

    /// The strip at an index; there is no last one.
    pub fn strip(&self, index: u64) -> Strip {
        let mut attempt = 0;
        loop {
            let words = Words::new(&self.cipher, self.number, index, attempt);
            if let Some(excess) = Excess::draw(&words) {
                return deal(&words, &excess);
            }
            // On average 84 of 85 are accepted.
            attempt += 1;
        }
    }
}

/// Steps 2 and 3.
fn deal(words: &Words<'_>, excess: &Excess) -> Strip {
    let mut rows = core::array::from_fn::<_, 6, _>(|card| {
        let threes = excess.threes(card);
        Rows::of(threes, words.layout(card, LAYOUTS[threes]))
    });
    let columns = core::array::from_fn::<_, 9, _>(|column| {
        let deck = Deck::shuffled(words, column);
        let mut dealt = 0;
        core::array::from_fn::<_, 6, _>(|card| {
            let column_type = excess.of(card, column);
            let numbers = deck.next(dealt, column_type + 1);
            dealt += column_type + 1;
            column::cells(column, rows[card].next(column_type), column::rank_of(numbers))
        })
    });
    Strip { cards: core::array::from_fn(|card| Card::of_columns(columns.map(|cells| cells[card]))) }
}
