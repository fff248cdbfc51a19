//! The bytes on their way to the parser, counted: where it is, and how long since the last card.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read};

use crate::matrix_file::FaultKind;

/// The most bytes from the end of a card to the end of the next one: one of ours has 140, and ten times as
/// many where every cell has a line of its own, far to the right.
pub(super) const CARD_MAX: usize = 16_000;

/// The place of the reader.
pub(super) struct Place {
    /// The line of the last byte, from 1.
    line: Cell<u64>,
    /// It was the line's last one.
    at_end: Cell<bool>,
    /// The bytes since the last card.
    since: Cell<usize>,
    /// Why reading stopped.
    stop: RefCell<Option<FaultKind>>,
}

impl Place {
    pub(super) fn new() -> Place {
        Place { line: Cell::new(1), at_end: Cell::new(false), since: Cell::new(0), stop: RefCell::new(None) }
    }

    /// The line of the last byte that was read, from 1. The parser reads one byte at a time and never
    /// one that it need not see, so inside the visit of an object this is the line of its `{`.
    pub(super) fn line(&self) -> u64 {
        self.line.get()
    }

    /// A card ended: the next one may be as long again.
    pub(super) fn card_ended(&self) {
        self.since.set(0);
    }

    /// Why reading stopped, if not for the reader behind.
    pub(super) fn stopped(&self) -> Option<FaultKind> {
        self.stop.take()
    }

    fn count(&self, byte: u8) {
        if self.at_end.replace(byte == b'\n') {
            self.line.set(self.line.get() + 1);
        }
        self.since.set(self.since.get() + 1);
    }
}

/// Counts the bytes of a reader, and stops at bytes that are not UTF-8 and at too many without a card.
pub(super) struct Counted<'a, R> {
    pub(super) from: R,
    pub(super) place: &'a Place,
    pub(super) utf8: Utf8,
}

impl<R: BufRead> Read for Counted<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let (Some(&byte), Some(first)) = (self.from.fill_buf()?.first(), into.first_mut()) else {
            return Ok(0);
        };
        self.from.consume(1);
        self.place.count(byte);
        let stop = if !self.utf8.takes(byte) {
            FaultKind::NotUtf8
        } else if self.place.since.get() > CARD_MAX {
            FaultKind::TooLong { max: CARD_MAX }
        } else {
            *first = byte;
            return Ok(1);
        };
        self.place.stop.replace(Some(stop));
        Err(io::ErrorKind::InvalidData.into())
    }
}

/// Whether bytes are UTF-8, one by one.
#[derive(Default)]
pub(super) struct Utf8 {
    /// The bytes of a sign that is not complete.
    begun: Vec<u8>,
}

impl Utf8 {
    fn takes(&mut self, byte: u8) -> bool {
        if self.begun.is_empty() && byte.is_ascii() {
            return true;
        }
        self.begun.push(byte);
        match std::str::from_utf8(&self.begun) {
            Ok(_) => {
                self.begun.clear();
                true
            }
            // More bytes may complete it.
            Err(error) => error.error_len().is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_utf8_is_what_the_standard_library_says() {
        let edges = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF];
        let leads = [0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF];
        let all: Vec<u8> = edges.into_iter().chain(leads).collect();
        for a in 0..=255 {
            for &b in &all {
                for &c in &all {
                    for &d in &all {
                        let bytes = [a, b, c, d, b' '];
                        let mut utf8 = Utf8::default();
                        let ours = bytes.iter().all(|byte| utf8.takes(*byte));
                        assert_eq!(ours, std::str::from_utf8(&bytes).is_ok(), "{bytes:x?}");
                    }
                }
            }
        }
    }
}
