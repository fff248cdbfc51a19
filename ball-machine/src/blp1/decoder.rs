//! Finds lines of BLP/1 in a stream of bytes.
//!
//! Pure: no port, no clock, 64 bytes of memory whatever comes in. A start byte always begins a new frame (`$` and `!`
//! occur in no body), so that a good frame after any noise is found. Every byte is accounted for: bytes in = bytes of
//! good frames + bytes given out as bad + bytes of the unfinished line ([`LineDecoder::pending`]).

use std::marker::PhantomData;

use super::frame::{Blp1Line, Frame, LINE_MAX, LineError};

/// Bytes that are no frame. A line without an end gives one for every 64 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadFrame {
    /// What is wrong.
    pub why: LineError,
    bytes: [u8; LINE_MAX],
    len: u8,
}

impl BadFrame {
    /// 1 to 64 bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

/// Finds the lines of one direction, by default those of devices ([`Frame`]).
///
/// ```
/// use ball_machine::blp1::decoder::LineDecoder;
/// use ball_machine::blp1::frame::Frame;
///
/// let mut decoder = LineDecoder::<Frame>::default();
/// let mut seen = Vec::new();
/// for piece in ["noise $P,0000", "16*6CD8\r\n"] {
///     decoder.push(piece.as_bytes(), &mut |frame| seen.push(frame.is_ok()));
/// }
/// assert_eq!(seen, [false, true]);
/// ```
#[derive(Debug, Clone)]
pub struct LineDecoder<L = Frame> {
    line: [u8; LINE_MAX],
    len: usize,
    good: u64,
    _line: PhantomData<L>,
}

impl<L> Default for LineDecoder<L> {
    fn default() -> LineDecoder<L> {
        LineDecoder { line: [0; LINE_MAX], len: 0, good: 0, _line: PhantomData }
    }
}

impl<L: Blp1Line> LineDecoder<L> {
    /// Takes bytes, in pieces of any size, and passes on each frame with its last byte.
    pub fn push(&mut self, bytes: &[u8], out: &mut dyn FnMut(Result<L, BadFrame>)) {
        for byte in bytes {
            if *byte == L::START && self.len > 0 {
                let why = if self.line[0] == L::START { LineError::Cut } else { LineError::Noise };
                out(Err(self.take(why)));
            }
            self.line[self.len] = *byte;
            self.len += 1;
            if *byte == b'\n' {
                match L::parse(&self.line[..self.len]) {
                    Ok(frame) => {
                        self.good += self.len as u64;
                        self.len = 0;
                        out(Ok(frame));
                    }
                    Err(why) => out(Err(self.take(why))),
                }
            } else if self.len == LINE_MAX {
                out(Err(self.take(LineError::TooLong)));
            }
        }
    }

    /// Bytes of good frames since the start.
    pub fn frame_bytes(&self) -> u64 {
        self.good
    }

    /// Bytes of the unfinished line, 0 to 63.
    pub fn pending(&self) -> usize {
        self.len
    }

    /// Gives up the unfinished line, as when the port closes; returns its bytes, if any.
    pub fn cut(&mut self) -> Option<BadFrame> {
        (self.len > 0).then(|| self.take(LineError::Cut))
    }

    fn take(&mut self, why: LineError) -> BadFrame {
        let len = self.len as u8;
        self.len = 0;
        BadFrame { why, bytes: self.line, len }
    }
}
