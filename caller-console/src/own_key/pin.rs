//! The PIN of a personal key.

use std::fmt;

use zeroize::Zeroizing;

use crate::entry::PIN_MIN;

/// A PIN: wiped from memory where it is dropped, and never written by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Pin(Zeroizing<String>);

impl Pin {
    /// The PIN with these digits.
    pub fn new(digits: &str) -> Pin {
        Pin(Zeroizing::new(digits.to_owned()))
    }

    /// Its digits.
    pub fn digits(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pin")
    }
}

/// Whether a PIN of enough digits is among the first that anybody tries: one digit, digits that follow each other, or up to
/// four digits again and again.
pub fn is_weak(pin: &str) -> bool {
    let digits: Vec<u8> = pin.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    if digits.len() < PIN_MIN {
        return false;
    }
    // Beyond the nine comes the nought.
    let follows = |step: u8| digits.windows(2).all(|pair| (pair[0] + step) % 10 == pair[1]);
    let again = |period: usize| digits.iter().zip(&digits[period..]).all(|(one, other)| one == other);
    follows(1) || follows(9) || (1..=4).any(|period| digits.len() >= 2 * period - 1 && again(period))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_anybody_tries_first_is_weak() {
        let weak = [
            "000000",
            "123456",
            "654321",
            "890123",
            "987654321",
            "121212",
            "123123",
            "121121121",
            "2468246824",
        ];
        for pin in weak {
            assert!(is_weak(pin), "{pin}");
        }
        for pin in ["493817", "112358", "200614", "1234567891", "123457", "12345"] {
            assert!(!is_weak(pin), "{pin}");
        }
    }

    #[test]
    fn nobody_reads_it_in_a_log() {
        assert_eq!(format!("{:?}", Pin::new("493817")), "Pin");
    }
}
