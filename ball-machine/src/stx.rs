//! D2: frames between a start and an end, with a block check, as a driver file describes them.
//!
//! Offsets count from the first byte of the frame, the start byte included. A frame whose check
//! is right and whose ball has no legible number is [`Observation::NoRead`]: a ball is there.
//!
//! XOR checks miss two flips in one bit column of two bytes (reliability.md E 20): the caller's
//! own key is always a second evidence (DECISIONS 26), and such a reading is never the only one.

use hall_core::machine::{Fault, Mode, SetId};

use crate::decoder::{Decoder, DecoderStats, Order, Out};
use crate::observation::{Observation, Reading, Why, hex_digit};
use crate::presence::{Ends, Presence};
use crate::scan::{Found, Scanner, Shape, Verdict};

/// The most messages one file describes.
pub const MESSAGES_MAX: usize = 64;
/// The most bytes that wait to be sent; what does not fit is not said.
const OUTPUT_MAX: usize = 512;

/// How a frame is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// No check.
    None,
    /// Exclusive-or of all bytes after the start and before the end.
    Xor,
    /// The same with the end bytes.
    XorWithEnd,
    /// Sum modulo 256 of all bytes after the start and before the end.
    Sum256,
}

impl Check {
    /// Returns whether two flipped bits can cancel out.
    pub fn is_weak(self) -> bool {
        matches!(self, Check::None | Check::Xor | Check::XorWithEnd | Check::Sum256)
    }
}

/// The frames of one machine. Made by [`crate::driver`], which checks what is said here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StxSpec {
    /// 1 to 4 bytes.
    pub start: Vec<u8>,
    /// 0 to 4 bytes.
    pub end: Vec<u8>,
    /// What closes a frame.
    pub check: Check,
    /// The check is two upper-case hexadecimal digits instead of a byte.
    pub check_in_hex: bool,
    /// The check stands before the end bytes instead of behind them.
    pub check_before_end: bool,
    /// Where the code of a frame stands.
    pub code_at: usize,
    /// What the machine says: 1 to [`MESSAGES_MAX`]; longer codes first.
    pub messages: Vec<Message>,
    /// How a presence ends.
    pub(crate) ends: Ends,
    /// Confidence of a reading whose frame does not say it, 0 to 100 %.
    pub confidence: u8,
    /// What is answered to a good frame and to a bad one.
    pub answers: Option<Answers>,
    /// The question that is asked again and again, and how often in milliseconds.
    pub poll: Option<(Vec<u8>, u64)>,
    /// Bytes of each order, in [`Order`]'s own sequence; empty: the machine has no such order.
    pub orders: [Vec<u8>; 7],
    /// A frame whose next byte does not come for so long is cut, in milliseconds.
    pub frame_ms: u64,
}

/// One kind of frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its code, 0 to 8 bytes. Where one is the beginning of another, both have one length.
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
        /// Where its decimal digits stand, and how many: 1 to 3.
        number: Field,
        /// Where the set's name stands; blanks around it are dropped.
        set: Option<Field>,
        /// Where the decimal digits of the confidence stand.
        confidence: Option<Field>,
    },
    /// See [`Observation::NoRead`].
    NoRead,
    /// See [`Observation::Present`].
    Present,
    /// See [`Observation::Gone`].
    Gone,
    /// See [`Observation::Alive`].
    Alive,
    /// See [`Observation::Loaded`].
    Loaded,
    /// The door: open or not.
    Door(bool),
    /// A fault: begun or ended.
    Fault(Fault, bool),
    /// See [`Observation::Mode`].
    Mode(Mode),
}

/// Bytes of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// The first, from the start byte, which is 0.
    pub at: usize,
    /// How many, at least 1.
    pub len: usize,
}

impl Field {
    fn of<'a>(&self, frame: &'a [u8]) -> &'a [u8] {
        &frame[self.at..self.at + self.len]
    }
}

/// What the machine hears of its frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// To a good frame.
    pub good: Vec<u8>,
    /// To a bad one; empty: nothing.
    pub bad: Vec<u8>,
    /// The good answer waits until the reading is on disk.
    pub after_commit: bool,
}

impl StxSpec {
    /// Returns how many bytes the check takes: 0 to 2.
    pub fn check_len(&self) -> usize {
        match self.check {
            Check::None => 0,
            Check::Xor | Check::XorWithEnd | Check::Sum256 => 1 + usize::from(self.check_in_hex),
        }
    }

    /// Returns where the part of a frame ends that has codes and fields.
    pub fn body_end(&self, length: usize) -> usize {
        length.saturating_sub(self.end.len() + self.check_len())
    }

    /// Returns the check of a frame's body, the start bytes not included.
    pub fn check_of(&self, body: &[u8]) -> u8 {
        let xor = |bytes: &[u8]| bytes.iter().fold(0, |sum, byte| sum ^ byte);
        match self.check {
            Check::None => 0,
            Check::Xor => xor(body),
            Check::XorWithEnd => xor(body) ^ xor(&self.end),
            Check::Sum256 => body.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte)),
        }
    }

    fn message(&self, bytes: &[u8]) -> Option<&Message> {
        let code = bytes.get(self.code_at..)?;
        self.messages.iter().find(|message| code.starts_with(&message.code))
    }

    fn ends_well(&self, frame: &[u8]) -> Result<(), Why> {
        let body_end = self.body_end(frame.len());
        let (end_at, check_at) = if self.check_before_end {
            (body_end + self.check_len(), body_end)
        } else {
            (body_end, body_end + self.end.len())
        };
        if frame[end_at..end_at + self.end.len()] != self.end {
            return Err(Why::BadEnd);
        }
        let check = self.check_of(&frame[self.start.len()..body_end]);
        let said = match &frame[check_at..check_at + self.check_len()] {
            [] => Some(check),
            [raw] => Some(*raw),
            hex => hex.iter().try_fold(0, |sum, digit| Some(sum << 4 | hex_digit(*digit)?)),
        };
        if said == Some(check) { Ok(()) } else { Err(Why::BadCheck) }
    }
}

/// The shape of frames, and how much of one must have come before its code is known.
#[derive(Debug, Clone)]
struct Frames {
    spec: StxSpec,
    /// Ends of the codes, ascending, each once.
    codes_end: Vec<usize>,
    shortest: usize,
}

impl Shape for Frames {
    fn begins(&self, byte: u8) -> bool {
        byte == self.spec.start[0]
    }

    fn judge(&self, bytes: &[u8]) -> Verdict {
        let start = &self.spec.start;
        let common = start.len().min(bytes.len());
        if bytes[..common] != start[..common] {
            return Verdict::Not(Why::Noise);
        }
        if common < start.len() {
            return Verdict::More(common + 1);
        }
        if let Some(message) = self.spec.message(bytes) {
            if bytes.len() < message.length {
                return Verdict::More(message.length);
            }
            return match self.spec.ends_well(bytes) {
                Ok(()) => Verdict::Whole,
                Err(why) => Verdict::Not(why),
            };
        }
        match self.codes_end.iter().find(|end| **end > bytes.len()) {
            Some(end) => Verdict::More(*end),
            None => Verdict::Not(Why::Unknown),
        }
    }

    fn shortest(&self) -> usize {
        self.shortest
    }
}

/// The decoder of one machine with such frames.
#[derive(Debug, Clone)]
pub struct Stx {
    frames: Frames,
    scanner: Scanner,
    presence: Presence,
    output: Vec<u8>,
    /// A good frame waits for its answer until it is on disk.
    owed: bool,
    polled_ms: Option<u64>,
}

impl Stx {
    /// Returns a decoder of these frames.
    pub fn new(spec: StxSpec) -> Stx {
        let mut codes_end: Vec<usize> = spec.messages.iter().map(|m| spec.code_at + m.code.len()).collect();
        codes_end.sort_unstable();
        codes_end.dedup();
        let of_balls = |m: &&Message| matches!(m.means, Means::Read { .. } | Means::NoRead | Means::Present);
        let shortest = spec.messages.iter().filter(of_balls).map(|m| m.length).min().unwrap_or(usize::MAX);
        Stx {
            presence: Presence::new(spec.ends),
            frames: Frames { spec, codes_end, shortest: shortest.min(1 << 16) },
            scanner: Scanner::default(),
            output: Vec::new(),
            owed: false,
            polled_ms: None,
        }
    }

    fn through(
        &mut self,
        now_ms: u64,
        out: Out<'_>,
        feed: impl FnOnce(&mut Scanner, &Frames, &mut dyn FnMut(Found<'_>)),
    ) {
        let Stx { frames, scanner, presence, output, owed, .. } = self;
        feed(scanner, frames, &mut |found| match found {
            Found::Frame(frame) => {
                let new = heard(&frames.spec, frame, presence, now_ms, out);
                if let Some(answers) = &frames.spec.answers {
                    // What is on disk already, or needs no disk, is answered at once.
                    *owed = answers.after_commit && (new || *owed);
                    if !*owed {
                        say(output, &answers.good);
                    }
                }
            }
            Found::Bad(bad) => {
                if let Some(answers) = &frames.spec.answers
                    && bad.doubt
                {
                    say(output, &answers.bad);
                }
                out(Observation::Bad(bad));
            }
        });
    }
}

fn say(output: &mut Vec<u8>, bytes: &[u8]) {
    if output.len() + bytes.len() <= OUTPUT_MAX {
        output.extend_from_slice(bytes);
    }
}

/// Takes in a good frame; returns whether the record will have something of it.
fn heard(spec: &StxSpec, frame: &[u8], presence: &mut Presence, now_ms: u64, out: Out<'_>) -> bool {
    let Some(message) = spec.message(frame) else { return false };
    match message.means {
        Means::Read { number, set, confidence } => {
            let what = reading(frame, number, set, confidence, spec.confidence);
            return presence.say(what.map_or(Observation::NoRead, Observation::Read), now_ms, out);
        }
        Means::NoRead => return presence.say(Observation::NoRead, now_ms, out),
        Means::Present => presence.came(now_ms, out),
        Means::Gone => presence.left(now_ms, out),
        Means::Alive => {
            out(Observation::Alive);
            return false;
        }
        Means::Loaded => {
            presence.went_back();
            out(Observation::Loaded);
        }
        Means::Door(true) => out(Observation::DoorOpened),
        Means::Door(false) => out(Observation::DoorClosed),
        Means::Fault(fault, true) => {
            if fault == Fault::Returned {
                presence.went_back();
            }
            out(Observation::FaultRaised(fault));
        }
        Means::Fault(fault, false) => out(Observation::FaultCleared(fault)),
        Means::Mode(mode) => {
            out(Observation::Mode(mode));
            return false;
        }
    }
    true
}

fn reading(
    frame: &[u8],
    number: Field,
    set: Option<Field>,
    confidence: Option<Field>,
    otherwise: u8,
) -> Option<Reading> {
    // More than 99 fits no ball that a machine could say; the record takes two digits.
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

/// Returns the value of decimal digits; blanks before them count as zeros.
fn decimal(digits: &[u8]) -> Option<u16> {
    let from = digits.iter().position(|digit| *digit != b' ')?;
    digits[from..]
        .iter()
        .try_fold(0u16, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + u16::from(digit - b'0')))
}

impl Decoder for Stx {
    fn push(&mut self, bytes: &[u8], now_ms: u64, out: Out<'_>) {
        self.through(now_ms, out, |scanner, frames, found| scanner.push(frames, bytes, now_ms, found));
    }

    fn tick(&mut self, now_ms: u64, out: Out<'_>) {
        let patience_ms = self.frames.spec.frame_ms;
        self.through(now_ms, out, |scanner, frames, found| {
            scanner.tick(frames, now_ms, patience_ms, found);
        });
        self.presence.tick(now_ms, out);
        if let Some((question, every_ms)) = &self.frames.spec.poll
            && self.polled_ms.is_none_or(|at| now_ms >= at + every_ms)
        {
            self.polled_ms = Some(now_ms);
            say(&mut self.output, question);
        }
    }

    fn cut(&mut self, out: Out<'_>) {
        self.through(0, out, |scanner, frames, found| scanner.cut(frames, found));
        self.presence.went_back();
        self.output.clear();
        self.owed = false;
        self.polled_ms = None;
    }

    fn committed(&mut self) {
        if std::mem::take(&mut self.owed)
            && let Some(answers) = &self.frames.spec.answers
        {
            say(&mut self.output, &answers.good);
        }
    }

    fn order(&mut self, order: Order) -> bool {
        let bytes = order.index().map(|index| self.frames.spec.orders[index].as_slice()).unwrap_or_default();
        say(&mut self.output, bytes);
        !bytes.is_empty()
    }

    fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    fn stats(&self) -> DecoderStats {
        DecoderStats { repeats: self.presence.repeats(), ..self.scanner.stats() }
    }

    fn pending(&self) -> usize {
        self.scanner.pending()
    }

    fn wait_ms(&self) -> u16 {
        crate::link::WAIT_MS
    }
}
