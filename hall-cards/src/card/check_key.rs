//! The check key printed beside a card's number: `4821-07`.
//!
//! Where the 2-D code cannot be read, people type series, number and key. The last two digits are check digits of series
//! and number. The first four are from the code's HMAC: a forged card has them right with probability 10⁻⁴.
//!
//! Frozen: printed cards are kept for years.

use core::fmt;

use crate::card::code::CardCode;
use crate::series::CardRef;

/// The check key of a card.
///
/// ```
/// use hall_cards::card::check_key::CheckKey;
/// use hall_cards::card::code::CardCode;
/// use hall_cards::series::{CardNo, CardRef, SeriesId};
///
/// let code = CardCode::parse("B1:A17:301:0123456789ABCDEF").unwrap();
/// let key = CheckKey::of(&code);
/// assert_eq!(key.to_string(), "6895-44");
///
/// let typed = CheckKey::parse("6895-44").unwrap();
/// assert!(typed == key && typed.fits(code.card()));
/// let mistyped = CardRef { series: SeriesId::parse("A17").unwrap(), number: CardNo(310) };
/// assert!(!typed.fits(mistyped));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckKey {
    /// 0 to 9999, from the code's HMAC.
    secret: u16,
    /// Of the series and of the number.
    check: [u8; 2],
}

impl CheckKey {
    /// The key of the card with this code.
    pub fn of(code: &CardCode) -> CheckKey {
        CheckKey { secret: (code.mac() % 10_000) as u16, check: check(code.card()) }
    }

    /// Parses a key. `None` unless it is written as [`CheckKey`] displays.
    pub fn parse(text: &str) -> Option<CheckKey> {
        let (secret, check) = text.split_once('-')?;
        let digits = |text: &str, count| text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(secret, 4) || !digits(check, 2) {
            return None;
        }
        let [series, number] = [0, 1].map(|at| check.as_bytes()[at] - b'0');
        Some(CheckKey { secret: secret.parse().ok()?, check: [series, number] })
    }

    /// Whether the check digits are those of the card. They detect every wrong digit and every transposition of adjacent
    /// digits in series and number, and every wrong letter. The right key is [`CheckKey::of`] the card's code.
    pub fn fits(self, card: CardRef) -> bool {
        self.check == check(card)
    }
}

impl fmt::Display for CheckKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{}{}", self.secret, self.check[0], self.check[1])
    }
}

/// The check digits of the series' number and of the card's. A digit from the letter precedes each, so that another letter
/// changes at least one of them.
fn check(card: CardRef) -> [u8; 2] {
    let letter = card.series.letter() as u32 - 'A' as u32;
    [digit(letter % 10, card.series.number()), digit(letter / 10, card.number.0)]
}

/// Damm's check digit of a first digit followed by a number padded with zeros to ten digits.
fn digit(first: u32, number: u32) -> u8 {
    let mut state = usize::from(STEP[0][first as usize]);
    let mut unit = 1_000_000_000;
    while unit > 0 {
        state = usize::from(STEP[state][(number / unit % 10) as usize]);
        unit /= 10;
    }
    state as u8
}

/// A totally anti-symmetric quasigroup of order 10 (H. M. Damm, 2004).
const STEP: [[u8; 10]; 10] = [
    [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
    [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
    [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
    [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
    [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
    [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
    [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
    [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
    [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
    [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
];

#[cfg(test)]
mod tests;
