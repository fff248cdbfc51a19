//! D3: readers of RFID tags that say each as hexadecimal digits, as the ID-12LA does.
//!
//! Such a reader says a tag once, or repeats it while the ball is in its field, and never says that the ball left: a
//! presence ends after a silence. The [`TagTable`] of the set says which ball a tag is in. Anybody can read and copy a
//! tag, so a reading is never the only evidence.

use crate::framed::Protocol;
use crate::hex::{hex_digit, hex_digits};
use crate::observation::{Observation, Reading, Tag, Why};
use crate::presence::Ends;
use crate::scan::{Shape, Verdict, started};
use crate::tags::TagTable;

/// The frames of one reader. Made and checked by [`crate::driver`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagSpec {
    /// 1 to 4 bytes.
    pub start: Vec<u8>,
    /// 0 to 4 bytes.
    pub end: Vec<u8>,
    /// Hexadecimal digits of a tag: an even number, 2 to 16.
    pub digits: usize,
    /// Two digits behind them are the exclusive-or of their bytes.
    pub check: bool,
    /// A ball that was not read for so long has left, in milliseconds.
    pub gone_after_ms: u64,
    /// Confidence of a reading, 0 to 100 %.
    pub confidence: u8,
    /// A frame whose next byte does not come for so long is cut, in milliseconds.
    pub frame_ms: u64,
}

impl TagSpec {
    pub(crate) fn length(&self) -> usize {
        self.start.len() + self.digits + self.check_len() + self.end.len()
    }

    /// The digits, their check and the end of a whole frame.
    pub(crate) fn parts<'a>(&self, frame: &'a [u8]) -> (&'a [u8], &'a [u8], &'a [u8]) {
        let (digits, rest) = frame[self.start.len()..].split_at(self.digits);
        let (check, end) = rest.split_at(self.check_len());
        (digits, check, end)
    }

    /// The two digits that check those of a tag; none where there is no check.
    pub fn check_of(&self, digits: &[u8]) -> Vec<u8> {
        if self.check { hex_digits(xor(digits)).to_vec() } else { Vec::new() }
    }

    fn check_len(&self) -> usize {
        if self.check { 2 } else { 0 }
    }

    fn tag(&self, frame: &[u8]) -> Result<Tag, Why> {
        let (digits, check, end) = self.parts(frame);
        if end != self.end {
            return Err(Why::BadEnd);
        }
        let tag = Tag::parse(digits).ok_or(Why::BadCheck)?;
        if self.check && check != hex_digits(xor(digits)) {
            return Err(Why::BadCheck);
        }
        Ok(tag)
    }
}

/// The exclusive-or of the bytes that pairs of digits say; what is no hexadecimal digit counts as zero.
fn xor(digits: &[u8]) -> u8 {
    let byte = |pair: &[u8]| pair.iter().fold(0, |byte, digit| byte << 4 | hex_digit(*digit).unwrap_or(0));
    digits.chunks(2).fold(0, |xor, pair| xor ^ byte(pair))
}

/// A reader with the table of the set loaded; with an empty one every tag is unknown.
#[derive(Debug, Clone)]
pub(crate) struct TagFrames {
    pub(crate) spec: TagSpec,
    pub(crate) table: TagTable,
}

impl Shape for TagFrames {
    fn begins(&self, byte: u8) -> bool {
        byte == self.spec.start[0]
    }

    fn judge(&self, bytes: &[u8]) -> Verdict {
        if let Err(verdict) = started(bytes, &self.spec.start) {
            return verdict;
        }
        if bytes.len() < self.spec.length() {
            return Verdict::More(self.spec.length());
        }
        self.spec.tag(bytes).map_or_else(Verdict::Not, |_| Verdict::Whole)
    }

    fn shortest(&self) -> usize {
        self.spec.length()
    }
}

impl Protocol for TagFrames {
    fn ends(&self) -> Ends {
        Ends::Silence(self.spec.gone_after_ms)
    }

    fn frame_ms(&self) -> u64 {
        self.spec.frame_ms
    }

    fn meaning(&self, frame: &[u8]) -> Observation {
        let tag = self.spec.tag(frame).expect("a whole frame has one");
        let (set, confidence) = (self.table.set(), self.spec.confidence);
        let reading = |number| Observation::Read(Reading { number, set, confidence });
        self.table.ball(tag).map_or(Observation::UnknownTag(tag), reading)
    }
}
