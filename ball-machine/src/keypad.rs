//! D0: a numeric keypad on a serial line: digits and Enter.
//!
//! What a person keys is no machine's evidence: a game goes on by hand only when two people key the
//! same on two devices (DECISIONS 22), and that goes through the desk's requests. These decoders are for
//! `ball-machine monitor`, `record` and `check`; no [`crate::numbered::Numbered`] is made of them. Keypads that are USB
//! keyboards (HID) are the console's own keys and no serial port.

use crate::decoder::{Decoder, DecoderStats, Order, Out};
use crate::observation::{Bad, Observation, Why};
use crate::scan::{Found, Scanner, Shape, Verdict};

/// The most keys before Enter.
const KEYS_MAX: usize = 8;

/// The keys of one keypad. Made by [`crate::driver`].
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

/// The decoder of one such keypad.
#[derive(Debug, Clone)]
pub struct Keypad {
    spec: KeypadSpec,
    scanner: Scanner,
}

impl Keypad {
    /// Returns a decoder of a keypad that nobody has touched.
    pub fn new(spec: KeypadSpec) -> Keypad {
        Keypad { spec, scanner: Scanner::default() }
    }
}

fn typed(found: Found<'_>, out: Out<'_>) {
    match found {
        Found::Frame(keys) => {
            out(match &keys[..keys.len() - 1] {
                digits @ ([_] | [_, _]) => {
                    Observation::Typed(digits.iter().fold(0, |sum, digit| sum * 10 + (digit - b'0')))
                }
                // As a whole: the last two of three digits are not what somebody meant.
                _ => Observation::Bad(Bad::new(Why::Unknown, keys, false)),
            });
        }
        Found::Bad(bad) => out(Observation::Bad(bad)),
    }
}

impl Decoder for Keypad {
    fn push(&mut self, bytes: &[u8], now_ms: u64, out: Out<'_>) {
        self.scanner.push(&self.spec, bytes, now_ms, &mut |found| typed(found, out));
    }

    fn tick(&mut self, now_ms: u64, out: Out<'_>) {
        self.scanner.tick(&self.spec, now_ms, self.spec.frame_ms, &mut |found| typed(found, out));
    }

    fn cut(&mut self, out: Out<'_>) {
        self.scanner.cut(&self.spec, &mut |found| typed(found, out));
    }

    fn committed(&mut self) {}

    fn order(&mut self, _: Order) -> bool {
        false
    }

    fn take_output(&mut self) -> Vec<u8> {
        Vec::new()
    }

    fn stats(&self) -> DecoderStats {
        self.scanner.stats()
    }

    fn pending(&self) -> usize {
        self.scanner.pending()
    }

    fn wait_ms(&self) -> u16 {
        crate::link::WAIT_MS
    }
}
