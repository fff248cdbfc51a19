//! The key printed beside a card's number, for people: `4821-07`.
//!
//! When a 2-D code cannot be read, somebody types series, number and key. The last two digits say
//! whether series and number were typed as they are printed; they need no secret. The first four
//! come from the code's HMAC: whoever makes up a card has one chance in ten thousand.
//!
//! Frozen, like the code: it is on paper for years.

use alloc::string::ToString;
use core::fmt;

use crate::card::code::CardCode;
use crate::series::CardRef;

/// The key printed beside a card's number.
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
    /// From the code's HMAC: 0 to 9999.
    secret: u16,
    /// Over the series and over the number.
    check: [u8; 2],
}

impl CheckKey {
    /// Returns the key of the card with this code.
    pub fn of(code: &CardCode) -> CheckKey {
        let text = code.to_string();
        // The code ends with its HMAC; a code that was read has sixteen hex digits there.
        let mac = text.rsplit(':').next().and_then(|hex| u64::from_str_radix(hex, 16).ok());
        let secret = mac.expect("a code ends with its HMAC") % 10_000;
        CheckKey { secret: secret as u16, check: check(code.card()) }
    }

    /// Returns the key that was typed, or `None` if it is not written as it is printed.
    pub fn parse(text: &str) -> Option<CheckKey> {
        let (secret, check) = text.split_once('-')?;
        let digits = |text: &str, count| text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(secret, 4) || !digits(check, 2) {
            return None;
        }
        let [series, number] = [0, 1].map(|at| check.as_bytes()[at] - b'0');
        Some(CheckKey { secret: secret.parse().ok()?, check: [series, number] })
    }

    /// Returns whether this can be the key of that card. Every wrong digit and every two
    /// neighbours that changed places, in the series or in the number, give `false`, and so does
    /// every other letter. That it is the right key shows only when it is [`CheckKey::of`] the
    /// card's code.
    pub fn fits(self, card: CardRef) -> bool {
        self.check == check(card)
    }
}

impl fmt::Display for CheckKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{}{}", self.secret, self.check[0], self.check[1])
    }
}

/// A digit over the series' number and one over the card's. The letter is the digit each begins
/// with, so that another letter changes at least one of them.
fn check(card: CardRef) -> [u8; 2] {
    let letter = card.series.letter() as u32 - 'A' as u32;
    [digit(letter % 10, card.series.number()), digit(letter / 10, card.number.0)]
}

/// Damm's check digit over a first digit and a number, filled up with zeros to ten digits.
fn digit(first: u32, number: u32) -> u8 {
    let mut state = usize::from(STEP[0][first as usize]);
    let mut unit = 1_000_000_000;
    while unit > 0 {
        state = usize::from(STEP[state][(number / unit % 10) as usize]);
        unit /= 10;
    }
    state as u8
}

/// A totally anti-symmetric quasigroup of ten (H. M. Damm, 2004): from each state every digit leads
/// to another state, and no two digits lead to the same one in both orders.
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
mod tests {
    use super::*;
    use crate::series::{CardNo, SeriesId};

    /// Every number of five digits that differs from this one in one digit, or by two neighbours.
    fn mistypings(number: u32) -> impl Iterator<Item = u32> {
        let digit = move |unit: u32| number / unit % 10;
        let units = [1, 10, 100, 1_000, 10_000];
        let wrong = units.into_iter().flat_map(move |unit| {
            (0..10)
                .filter(move |&other| other != digit(unit))
                .map(move |other| number - digit(unit) * unit + other * unit)
        });
        let changed = units.into_iter().take(4).filter(move |&unit| digit(unit) != digit(unit * 10));
        let changed = changed.map(move |unit| {
            let (low, high) = (digit(unit), digit(unit * 10));
            number - low * unit - high * unit * 10 + low * unit * 10 + high * unit
        });
        wrong.chain(changed)
    }

    #[test]
    fn every_wrong_digit_and_every_change_of_neighbours_is_caught() {
        assert_eq!(mistypings(10_203).count(), 45 + 4);
        for number in 1..=99_999 {
            // First digits 0 to 2 go before a card's number, 0 to 9 before a series'.
            for first in [0, 1, 2, 7] {
                let right = digit(first, number);
                for wrong in mistypings(number) {
                    assert_ne!(digit(first, wrong), right, "{number} typed as {wrong}");
                }
            }
        }
    }

    #[test]
    fn another_letter_is_caught() {
        for series in [1, 17, 999_999_999] {
            let key = |letter| {
                check(CardRef { series: SeriesId::new(letter, series).unwrap(), number: CardNo(9_000) })
            };
            for letter in 'A'..='Z' {
                assert!(('A'..='Z').filter(|&other| key(other) == key(letter)).eq([letter]));
            }
        }
    }

    #[test]
    fn a_key_has_one_spelling() {
        let key = CheckKey { secret: 7, check: [0, 9] };
        assert_eq!(CheckKey::parse("0007-09"), Some(key));
        assert_eq!(key.to_string(), "0007-09");
        for text in ["7-09", "0007-9", "000709", "+007-09", "0007-0x", "00007-09", "0007 09", ""] {
            assert_eq!(CheckKey::parse(text), None, "{text}");
        }
    }
}
