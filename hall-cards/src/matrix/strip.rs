//! Strips: six cards that together have each of the ninety numbers once, every strip as likely as any other.
//!
//! A strip is made from a key, the number of its matrix and its own index, and from nothing else: any strip
//! can be made again at any time without the others.
//!
//! # Why all strips are equally likely
//!
//! Nobody can list the 4.7 × 10⁷⁷ strips, but they can be counted, and a strip can be drawn part by part
//! if each part comes as often as there are strips that continue it.
//!
//! 1. *How many numbers each card has in each column* (`strip/excess.rs`). A column of n numbers can be
//!    divided among six cards that take k₁ … k₆ of them in n! / (k₁! … k₆!) ways, and a card with a columns of
//!    three numbers has L(a) layouts. The strips with given counts are the product of all of these. Over a
//!    card the factors 1 / k! are (2/3)ᵃ / 64, so apart from a constant the strips are the product of
//!    w(a) = L(a) (2/3)ᵃ over the six cards: 1710, 426, 106⅔ and 26⅔ for a = 0 to 3. That is nearly
//!    1710 / 4ᵃ, and counts with the weights 1710 / 4ᵃ can be drawn exactly, column after column, with
//!    tables of moderate size. What these draw too often is drawn again: counts are kept with probability
//!    (284/285)ⁱ (512/513)ʲ, where i cards have one column of three and j have more. Those are the
//!    quotients of the two weights, so what is kept comes exactly as often as it should.
//! 2. *Which numbers* (`strip/deal.rs`). Each column is shuffled, all orders being equally likely, and dealt
//!    out. Every way of dividing it is the same number of orders: k₁! … k₆!.
//! 3. *Where on the card*. Each card gets one of its L(a) layouts, all being equally likely.
//!
//! So every strip has the same probability, provided that the random words have (`strip/words.rs`): no choice
//! is rounded. Where the numbers to choose from do not divide the range of a word, the rest of the range is
//! drawn again or decided with more words.
//!
//! A card of a strip is not distributed as a single card is: to have the ninety numbers once, cards
//! with columns of three numbers have to be rarer.

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

/// How many cards a strip has.
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
    /// Returns the strip of these cards, from the top.
    ///
    /// # Errors
    /// The first number that an earlier card has too. Six cards without such a number have all ninety.
    pub fn new(cards: [Card; CARDS as usize]) -> Result<Strip, ComesTwice> {
        let mut seen = BallSet::EMPTY;
        for ball in cards.iter().flat_map(|card| card.balls().iter()) {
            if !seen.insert(ball) {
                return Err(ComesTwice(ball));
            }
        }
        Ok(Strip { cards })
    }

    /// Returns the cards, from the top.
    pub const fn cards(&self) -> &[Card; CARDS as usize] {
        &self.cards
    }
}

/// Two cards of a strip have this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} comes twice")]
pub struct ComesTwice(pub Ball);

/// The strips of one matrix, by index. Frozen: printed series rest on them.
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
    /// Returns the strips of a matrix with this number and key.
    pub fn new(number: MatrixNo, key: &MatrixKey) -> Strips {
        Strips { cipher: Aes128::new(&Array::from(*key.bytes())), number }
    }

    /// Returns the strip at an index, the same one every time. There is no last index.
    pub fn strip(&self, index: u64) -> Strip {
        let mut attempt = 0;
        loop {
            let words = Words::new(&self.cipher, self.number, index, attempt);
            if let Some(excess) = Excess::draw(&words) {
                return deal(&words, &excess);
            }
            // On average 84 of 85 are kept.
            attempt += 1;
        }
    }
}

/// Steps 2 and 3: shuffles and deals each column, and gives each card one of its layouts.
fn deal(words: &Words<'_>, excess: &Excess) -> Strip {
    let mut rows = core::array::from_fn::<_, 6, _>(|card| {
        let threes = excess.threes(card);
        Rows::at(threes, words.layout(card, LAYOUTS[threes]))
    });
    let columns = core::array::from_fn::<_, 9, _>(|column| {
        let deck = Deck::shuffled(words, column);
        let mut dealt = 0;
        core::array::from_fn::<_, 6, _>(|card| {
            let column_type = excess.of(card, column);
            let numbers = deck.next(dealt, column_type + 1);
            dealt += column_type + 1;
            column::cells(column, rows[card].next(column_type), column::place_of(numbers))
        })
    });
    Strip { cards: core::array::from_fn(|card| Card::of_columns(columns.map(|cells| cells[card]))) }
}
