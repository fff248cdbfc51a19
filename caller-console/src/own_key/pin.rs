//! The PIN of a personal key.

use std::fmt;

use hall_wire::pin::{PinFault, Whose, fault};
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

/// Whether a PIN of enough digits is among the first that anybody tries.
pub fn is_weak(pin: &str) -> bool {
    pin.len() >= PIN_MIN && fault(pin, &Whose::default()).is_some()
}

/// The name of the text that says why a PIN is not taken.
pub fn weak_id(fault: PinFault) -> String {
    format!("pin-{}", fault.name())
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
        for pin in ["493817", "864213", "735914", "123457", "12345"] {
            assert!(!is_weak(pin), "{pin}");
        }
    }

    #[test]
    fn nobody_reads_it_in_a_log() {
        assert_eq!(format!("{:?}", Pin::new("493817")), "Pin");
    }
}
