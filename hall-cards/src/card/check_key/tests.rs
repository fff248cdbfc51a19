//! The check digits against all typing errors they are to detect.

use std::string::ToString;

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
        let key =
            |letter| check(CardRef { series: SeriesId::new(letter, series).unwrap(), number: CardNo(9_000) });
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
