//! D2: frames between a start and an end, with a block check, as a driver file describes them.
//!
//! Offsets count from the first byte of the frame, the start byte included. A frame with a right check and no legible
//! number is [`Observation::NoRead`]: a ball is there.
//!
//! XOR checks miss two flips in one bit column of two bytes (reliability.md E 20): such a reading is never the only
//! evidence, because the caller keys the ball too (DECISIONS 26).

use hall_core::machine::SetId;

use crate::decoder::{ORDERS, Order};
use crate::framed::{Answers, Protocol};
use crate::hex::hex_digits;
use crate::observation::{Observation, Reading, Why};
use crate::presence::Ends;
use crate::scan::{Shape, Verdict, started};

/// The most messages one file describes.
pub const MESSAGES_MAX: usize = 64;

/// The block check of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// There is none.
    None,
    /// Exclusive-or of all bytes after the start and before the end.
    Xor,
    /// The same with the end bytes.
    XorWithEnd,
    /// Sum modulo 256 of all bytes after the start and before the end.
    Sum256,
}

/// The frames of one machine. Made and checked by [`crate::driver`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StxSpec {
    /// 1 to 4 bytes.
    pub start: Vec<u8>,
    /// 0 to 4 bytes.
    pub end: Vec<u8>,
    /// What is summed up.
    pub check: Check,
    /// The check is two upper-case hexadecimal digits instead of a byte.
    pub check_in_hex: bool,
    /// The check stands before the end bytes instead of behind them.
    pub check_before_end: bool,
    /// The offset of a frame's code.
    pub code_at: usize,
    /// What the machine says, 1 to [`MESSAGES_MAX`] messages; longer codes first.
    pub messages: Vec<Message>,
    /// How a presence ends.
    pub(crate) ends: Ends,
    /// Confidence of a reading whose frame does not say it, 0 to 100 %.
    pub confidence: u8,
    /// What is answered to a good frame and to a bad one.
    pub answers: Option<Answers>,
    /// The question that is repeated, and how often in milliseconds.
    pub poll: Option<(Vec<u8>, u64)>,
    /// Bytes of each order, in [`Order`]'s own sequence; empty: the machine has no such order.
    pub orders: [Vec<u8>; ORDERS.len()],
    /// A frame whose next byte does not come for so long is cut, in milliseconds.
    pub frame_ms: u64,
}

/// One kind of frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its code, 0 to 8 bytes. Where one is the beginning of another, both have the same length.
    pub code: Vec<u8>,
    /// Bytes of the whole frame, check and end included; at most 64.
    pub length: usize,
    /// What it means.
    pub means: Means,
}

/// What a frame means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Means {
    /// A ball was read.
    Read {
        /// Its decimal digits, 1 to 3.
        number: Field,
        /// The set's name; blanks around it are dropped.
        set: Option<Field>,
        /// The decimal digits of the confidence.
        confidence: Option<Field>,
    },
    /// What needs no field.
    Plain(Observation),
}

impl Means {
    /// The machine says it without a ball.
    pub fn is_sign_of_life(&self) -> bool {
        matches!(self, Means::Plain(Observation::Alive | Observation::Mode(_)))
    }
}

/// Bytes of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Offset of the first.
    pub at: usize,
    /// How many, at least 1.
    pub len: usize,
}

impl Field {
    fn of<'a>(&self, frame: &'a [u8]) -> &'a [u8] {
        &frame[self.at..self.at + self.len]
    }
}

impl StxSpec {
    /// Bytes of the check: 0 to 2.
    pub fn check_len(&self) -> usize {
        if self.check == Check::None { 0 } else { 1 + usize::from(self.check_in_hex) }
    }

    /// The check of a frame's body, the start bytes not included: nothing, a byte, or two digits.
    pub fn check_of(&self, body: &[u8]) -> Vec<u8> {
        match self.check_len() {
            0 => Vec::new(),
            1 => vec![self.sum(body)],
            _ => hex_digits(self.sum(body)).to_vec(),
        }
    }

    /// Where the part of a frame ends that has codes and fields.
    pub fn body_end(&self, length: usize) -> usize {
        length.saturating_sub(self.end.len() + self.check_len())
    }

    /// The body, the check and the end of a whole frame.
    pub(crate) fn parts<'a>(&self, frame: &'a [u8]) -> (&'a [u8], &'a [u8], &'a [u8]) {
        let body_end = self.body_end(frame.len());
        let (body, tail) = (&frame[self.start.len()..body_end], &frame[body_end..]);
        if self.check_before_end {
            let (check, end) = tail.split_at(self.check_len());
            (body, check, end)
        } else {
            let (end, check) = tail.split_at(self.end.len());
            (body, check, end)
        }
    }

    /// The message whose code these bytes of a frame have.
    pub(crate) fn message(&self, bytes: &[u8]) -> Option<&Message> {
        let code = bytes.get(self.code_at..)?;
        self.messages.iter().find(|message| code.starts_with(&message.code))
    }

    fn sum(&self, body: &[u8]) -> u8 {
        let xor = |bytes: &[u8]| bytes.iter().fold(0, |sum, byte| sum ^ byte);
        match self.check {
            Check::None => 0,
            Check::Xor => xor(body),
            Check::XorWithEnd => xor(body) ^ xor(&self.end),
            Check::Sum256 => body.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte)),
        }
    }

    fn judge_whole(&self, frame: &[u8]) -> Verdict {
        let (body, check, end) = self.parts(frame);
        if end != self.end {
            return Verdict::Not(Why::BadEnd);
        }
        let good = match check {
            [] => true,
            [raw] => *raw == self.sum(body),
            digits => digits == hex_digits(self.sum(body)),
        };
        if good { Verdict::Whole } else { Verdict::Not(Why::BadCheck) }
    }
}

/// The frames, and how much of one must have come before its code is known.
#[derive(Debug, Clone)]
pub(crate) struct StxFrames {
    spec: StxSpec,
    /// Ends of the codes, ascending, each once.
    codes_end: Vec<usize>,
    shortest: usize,
}

impl StxFrames {
    pub(crate) fn new(spec: StxSpec) -> StxFrames {
        let mut codes_end: Vec<usize> = spec.messages.iter().map(|m| spec.code_at + m.code.len()).collect();
        codes_end.sort_unstable();
        codes_end.dedup();
        let of_ball = |m: &&Message| {
            matches!(m.means, Means::Read { .. } | Means::Plain(Observation::NoRead | Observation::Present))
        };
        let shortest = spec.messages.iter().filter(of_ball).map(|m| m.length).min();
        StxFrames { spec, codes_end, shortest: shortest.unwrap_or(1 << 16) }
    }
}

impl Shape for StxFrames {
    fn begins(&self, byte: u8) -> bool {
        byte == self.spec.start[0]
    }

    fn judge(&self, bytes: &[u8]) -> Verdict {
        if let Err(verdict) = started(bytes, &self.spec.start) {
            return verdict;
        }
        if let Some(message) = self.spec.message(bytes) {
            if bytes.len() < message.length {
                return Verdict::More(message.length);
            }
            return self.spec.judge_whole(bytes);
        }
        let longer = self.codes_end.iter().find(|end| **end > bytes.len());
        longer.map_or(Verdict::Not(Why::Unknown), |end| Verdict::More(*end))
    }

    fn shortest(&self) -> usize {
        self.shortest
    }
}

impl Protocol for StxFrames {
    fn ends(&self) -> Ends {
        self.spec.ends
    }

    fn frame_ms(&self) -> u64 {
        self.spec.frame_ms
    }

    fn meaning(&self, frame: &[u8]) -> Observation {
        match self.spec.message(frame).expect("a whole frame has one").means {
            Means::Plain(seen) => seen,
            Means::Read { number, set, confidence } => {
                let reading = reading(frame, number, set, confidence, self.spec.confidence);
                reading.map_or(Observation::NoRead, Observation::Read)
            }
        }
    }

    fn answers(&self) -> Option<&Answers> {
        self.spec.answers.as_ref()
    }

    fn poll(&self) -> Option<&(Vec<u8>, u64)> {
        self.spec.poll.as_ref()
    }

    fn order(&self, order: Order) -> &[u8] {
        order.among(&self.spec.orders).map_or(&[], Vec::as_slice)
    }
}

fn reading(
    frame: &[u8],
    number: Field,
    set: Option<Field>,
    confidence: Option<Field>,
    otherwise: u8,
) -> Option<Reading> {
    // The record takes two digits.
    let number = decimal(number.of(frame)).filter(|number| *number <= 99)?;
    let set = match set {
        None => None,
        Some(field) => Some(SetId::parse(str::from_utf8(field.of(frame)).ok()?.trim_matches(' '))?),
    };
    let confidence = match confidence {
        None => u16::from(otherwise),
        Some(field) => decimal(field.of(frame)).filter(|percent| *percent <= 100)?,
    };
    Some(Reading { number: number as u8, set, confidence: confidence as u8 })
}

/// The value of decimal digits; blanks before them count as zeros.
fn decimal(digits: &[u8]) -> Option<u16> {
    let from = digits.iter().position(|digit| *digit != b' ')?;
    digits[from..]
        .iter()
        .try_fold(0u16, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + u16::from(digit - b'0')))
}
