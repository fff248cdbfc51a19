//! The bytes on their way to the parser, counted: where it is, and how long since the last card.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read};

use crate::matrix_file::FaultKind;

/// The most bytes from the end of a card to the end of the next one: one of ours has 140, and ten times as
/// many where every cell has a line of its own, far to the right.
pub(super) const CARD_MAX: usize = 16_000;

/// Where the reading is.
pub(super) struct Place {
    /// The line of the last byte, from 1.
    line: Cell<u64>,
    /// It was the line's last one.
    at_end: Cell<bool>,
    /// The bytes since the last card.
    since: Cell<usize>,
    /// Why no more bytes are given.
    stop: RefCell<Option<FaultKind>>,
}

impl Place {
    pub(super) fn new() -> Place {
        Place { line: Cell::new(1), at_end: Cell::new(false), since: Cell::new(0), stop: RefCell::new(None) }
    }

    /// Returns the line of the last byte that was read, from 1. The parser reads one byte at a time and never
    /// one that it need not see, so inside the visit of an object this is the line of its `{`.
    pub(super) fn line(&self) -> u64 {
        self.line.get()
    }

    /// A card ended: the next one may be as long again.
    pub(super) fn card_ended(&self) {
        self.since.set(0);
    }

    /// Returns why no more bytes were given, if not for the reader behind.
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

/// Counts the bytes of a reader, and gives no more behind one that is no UTF-8 or too many without a card.
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

/// Which bytes may follow within a sign of UTF-8 (Unicode, table 3-7).
pub(super) struct Utf8 {
    /// How many are still to come.
    wanted: u8,
    /// The least and the largest that the next one may be.
    next: (u8, u8),
}

impl Utf8 {
    pub(super) const START: Utf8 = Utf8 { wanted: 0, next: (0x80, 0xBF) };

    fn takes(&mut self, byte: u8) -> bool {
        if self.wanted > 0 {
            let (least, largest) = self.next;
            *self = Utf8 { wanted: self.wanted - 1, next: (0x80, 0xBF) };
            return (least..=largest).contains(&byte);
        }
        let (wanted, next) = match byte {
            0x00..=0x7F => (0, (0x80, 0xBF)),
            0xC2..=0xDF => (1, (0x80, 0xBF)),
            0xE0 => (2, (0xA0, 0xBF)),
            0xED => (2, (0x80, 0x9F)),
            0xE1..=0xEF => (2, (0x80, 0xBF)),
            0xF0 => (3, (0x90, 0xBF)),
            0xF1..=0xF3 => (3, (0x80, 0xBF)),
            0xF4 => (3, (0x80, 0x8F)),
            0x80..=0xC1 | 0xF5..=0xFF => return false,
        };
        *self = Utf8 { wanted, next };
        true
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
                        let mut utf8 = Utf8::START;
                        let ours = bytes.iter().all(|byte| utf8.takes(*byte));
                        assert_eq!(ours, std::str::from_utf8(&bytes).is_ok(), "{bytes:x?}");
                    }
                }
            }
        }
    }
}
