//! Frames and orders of BLP/1: how they look on the line and what they mean.
//!
//! One line is `$body*HHHH` CR LF from the device, `!body*HHHH` CR LF from the host. Parsing is strict: fixed widths,
//! upper case, CR LF and nothing else. An accepted line has one meaning, and encoding that gives the same bytes again.
//! [`super::decoder`] finds lines in a stream.
//!
//! Source: `docs/BLP1.md`.

use std::fmt::Write as _;

use hall_core::machine::{BootId, Fault, Mode, SEQ_MAX, SetId, Stored};
use thiserror::Error;

use crate::words::{FAULTS, MODES, named, words};

/// The longest line, CR LF included, in bytes (BLP/1, "Line"). The longest frame there is
/// takes 37; the rest is room for frames to come.
pub const LINE_MAX: usize = 64;

/// What a device says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// `$I`: who it is.
    Identity {
        /// This power-up.
        boot: BootId,
        /// The balls it works with, 0 to 99.
        balls: u8,
        /// The set loaded.
        set: SetId,
    },
    /// `$H`: its heartbeat, each second.
    Beat {
        /// The last stored frame's number; 0: none yet.
        seq: u32,
        /// What it does.
        mode: Mode,
        /// Balls out of the drum in this draw, 0 to 99.
        out: u8,
    },
    /// Any other: kept by the device until acknowledged.
    Stored {
        /// The frame's number, 1 to 999 999.
        seq: u32,
        /// What happened.
        what: Stored,
    },
}

/// What a host says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostFrame {
    /// `!Q`: send your identity, then everything after `seq`. A host that knows nothing sends boot 0 and seq 0.
    Query {
        /// The power-up the host knows.
        boot: BootId,
        /// The last frame it has, 0 to 999 999.
        seq: u32,
    },
    /// `!A`: everything up to `seq` is on disk.
    Ack {
        /// The power-up this is about.
        boot: BootId,
        /// The last frame on disk, 0 to 999 999.
        seq: u32,
    },
    /// `!M`: be in this mode. [`Mode::Fault`] does not parse.
    Want {
        /// The power-up this is about.
        boot: BootId,
        /// The mode.
        mode: Mode,
    },
}

/// Why bytes are no frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LineError {
    /// They do not begin with `$` (`!` from a host).
    #[error("bytes outside any frame")]
    Noise,
    /// Another frame began before this one ended.
    #[error("cut short by the next frame")]
    Cut,
    /// 64 bytes without a line end.
    #[error("no line end within 64 bytes")]
    TooLong,
    /// The check sum is absent, wrong, or not upper-case hex; or the line end is not CR LF.
    #[error("wrong check sum or line end")]
    BadSum,
    /// The sum is right and the content unknown.
    #[error("right check sum, unknown content")]
    BadForm,
}

/// What travels as one line of BLP/1, in one direction.
pub trait Blp1Line: Sized {
    /// The first byte of such a line.
    const START: u8;

    /// Parses a whole line, its start byte and CR LF included.
    ///
    /// # Errors
    /// [`LineError`].
    fn parse(line: &[u8]) -> Result<Self, LineError>;
}

/// CRC-16/CCITT-FALSE: polynomial 1021, start FFFF, no reflection, no final xor.
///
/// ```
/// assert_eq!(ball_machine::blp1::frame::crc16(b"123456789"), 0x29B1);
/// ```
pub fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xFFFF, |crc, byte| {
        (0..8).fold(
            crc ^ u16::from(*byte) << 8,
            |c, _| {
                if c & 0x8000 == 0 { c << 1 } else { c << 1 ^ 0x1021 }
            },
        )
    })
}

impl HostFrame {
    /// The line, CR LF included.
    pub fn encode(&self) -> String {
        let body = match self {
            HostFrame::Query { boot, seq } => format!("Q,{boot},{seq:06}"),
            HostFrame::Ack { boot, seq } => format!("A,{boot},{seq:06}"),
            HostFrame::Want { boot, mode } => format!("M,{boot},{}", mode_word(*mode)),
        };
        line('!', &body)
    }
}

impl Blp1Line for Frame {
    const START: u8 = b'$';

    fn parse(line: &[u8]) -> Result<Frame, LineError> {
        frame(body(line, Frame::START)?).ok_or(LineError::BadForm)
    }
}

impl Blp1Line for HostFrame {
    const START: u8 = b'!';

    fn parse(line: &[u8]) -> Result<HostFrame, LineError> {
        order(body(line, HostFrame::START)?).ok_or(LineError::BadForm)
    }
}

fn frame(body: &str) -> Option<Frame> {
    let fields: Vec<&str> = body.splitn(FIELDS_MAX + 1, ',').collect();
    Some(match fields.as_slice() {
        ["I", boot, "BLP1", balls, set] => {
            Frame::Identity { boot: boot_id(boot)?, balls: digits(balls, 2)? as u8, set: SetId::parse(set)? }
        }
        ["H", seq, mode, out] => {
            Frame::Beat { seq: digits(seq, 6)?, mode: mode_of(mode)?, out: digits(out, 2)? as u8 }
        }
        [kind, seq, rest @ ..] => {
            let seq = digits(seq, 6).filter(|seq| (1..=SEQ_MAX).contains(seq))?;
            Frame::Stored { seq, what: stored(kind, rest)? }
        }
        _ => return None,
    })
}

fn stored(kind: &str, rest: &[&str]) -> Option<Stored> {
    Some(match (kind, rest) {
        ("P", []) => Stored::Present,
        ("B", [ball, set, confidence]) => Stored::Read {
            number: digits(ball, 2)? as u8,
            set: SetId::parse(set)?,
            confidence: digits(confidence, 3).filter(|c| *c <= 100)? as u8,
        },
        ("N", []) => Stored::NoRead,
        ("G", []) => Stored::Gone,
        ("F", [what]) => Stored::FaultRaised(fault_of(what)?),
        ("C", [what]) => Stored::FaultCleared(fault_of(what)?),
        ("D", ["OPEN"]) => Stored::DoorOpened,
        ("D", ["CLOSED"]) => Stored::DoorClosed,
        ("L", []) => Stored::Loaded,
        _ => return None,
    })
}

fn order(body: &str) -> Option<HostFrame> {
    let fields: Vec<&str> = body.splitn(FIELDS_MAX + 1, ',').collect();
    Some(match fields.as_slice() {
        ["Q", boot, seq] => HostFrame::Query { boot: boot_id(boot)?, seq: digits(seq, 6)? },
        ["A", boot, seq] => HostFrame::Ack { boot: boot_id(boot)?, seq: digits(seq, 6)? },
        ["M", boot, mode] => {
            HostFrame::Want { boot: boot_id(boot)?, mode: mode_of(mode).filter(|mode| *mode != Mode::Fault)? }
        }
        _ => return None,
    })
}

/// The most fields a line has: those of `$I` and `$B`.
const FIELDS_MAX: usize = 5;

fn line(start: char, body: &str) -> String {
    let mut line = format!("{start}{body}");
    write!(line, "*{:04X}\r\n", crc16(body.as_bytes())).expect("a String takes everything");
    line
}

/// The body of a line with the right frame and sum.
fn body(line: &[u8], start: u8) -> Result<&str, LineError> {
    if line.first() != Some(&start) {
        return Err(LineError::Noise);
    }
    if line.len() > LINE_MAX {
        return Err(LineError::TooLong);
    }
    let line = line[1..].strip_suffix(b"\r\n").ok_or(LineError::BadSum)?;
    let (body, sum) = line.split_at_checked(line.len().wrapping_sub(5)).ok_or(LineError::BadSum)?;
    // Compared as text, so that lower-case hex is refused.
    if sum != format!("*{:04X}", crc16(body)).as_bytes() {
        return Err(LineError::BadSum);
    }
    match str::from_utf8(body) {
        Ok(text) if body.iter().all(|b| (b' '..=b'~').contains(b)) => Ok(text),
        _ => Err(LineError::BadForm),
    }
}

fn digits(text: &str, width: usize) -> Option<u32> {
    let good = text.len() == width && text.bytes().all(|b| b.is_ascii_digit());
    if good { text.parse().ok() } else { None }
}

fn boot_id(text: &str) -> Option<BootId> {
    let good = text.len() == 8 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'A'..=b'F'));
    if good { u32::from_str_radix(text, 16).ok().map(BootId) } else { None }
}

/// The word of a mode in BLP/1.
pub fn mode_word(mode: Mode) -> &'static str {
    words(&MODES, mode).blp1
}

/// The word of a fault in BLP/1.
pub fn fault_word(fault: Fault) -> &'static str {
    words(&FAULTS, fault).blp1
}

fn mode_of(word: &str) -> Option<Mode> {
    named(&MODES, |words| words.blp1 == word)
}

fn fault_of(word: &str) -> Option<Fault> {
    named(&FAULTS, |words| words.blp1 == word)
}
