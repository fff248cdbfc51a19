//! D0: a numeric keypad on a serial line: digits and Enter.
//!
//! What a person keys is never evidence from a machine: by hand a game goes on only when two people key the same on two
//! devices (DECISIONS 22), through the desk's requests. This decoder serves `ball-machine monitor`, `record` and `check`;
//! it has no [`crate::numbered::Numbered`]. A keypad that is a USB keyboard (HID) belongs to the console.

use crate::framed::Protocol;
use crate::observation::{Bad, Observation, Why};
use crate::presence::Ends;
use crate::scan::{Shape, Verdict};

/// The most keys before Enter.
const KEYS_MAX: usize = 8;

/// The keys of one keypad. Made and checked by [`crate::driver`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeypadSpec {
    /// The byte of Enter; no digit.
    pub enter: u8,
    /// Keys without Enter are forgotten after so many milliseconds.
    pub frame_ms: u64,
}

impl Shape for KeypadSpec {
    fn begins(&self, byte: u8) -> bool {
        byte.is_ascii_digit()
    }

    fn judge(&self, keys: &[u8]) -> Verdict {
        match keys.split_last() {
            Some((last, [_, ..])) if *last == self.enter => Verdict::Whole,
            Some((last, _)) if !last.is_ascii_digit() => Verdict::Not(Why::Unknown),
            Some(_) if keys.len() < KEYS_MAX => Verdict::More(keys.len() + 1),
            Some(_) | None => Verdict::Not(Why::Cut),
        }
    }

    fn shortest(&self) -> usize {
        2
    }
}

impl Protocol for KeypadSpec {
    fn ends(&self) -> Ends {
        Ends::AtOnce(0)
    }

    fn frame_ms(&self) -> u64 {
        self.frame_ms
    }

    fn meaning(&self, keys: &[u8]) -> Observation {
        match &keys[..keys.len() - 1] {
            digits @ ([_] | [_, _]) => {
                Observation::Typed(digits.iter().fold(0, |sum, digit| sum * 10 + (digit - b'0')))
            }
            // Not the last two of three digits: the person meant something else.
            _ => Observation::Bad(Bad::new(Why::Unknown, keys, false)),
        }
    }
}
