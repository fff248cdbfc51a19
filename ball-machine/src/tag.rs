//! D3: readers of RFID tags that say each as hexadecimal digits, as the ID-12LA does.
//!
//! Such a reader says a tag once, or again and again while the ball is in its field; it never
//! says that the ball left. A presence therefore ends after a silence. Which ball a tag is in, the
//! [`TagTable`] of the set says: a tag can be read and copied by anybody, so that a reading is
//! never the only evidence.

use crate::decoder::{Decoder, DecoderStats, Order, Out};
use crate::observation::{Observation, Reading, Tag, Why, hex_digit};
use crate::presence::{Ends, Presence};
use crate::scan::{Found, Scanner, Shape, Verdict};
use crate::tags::TagTable;

/// The frames of one reader. Made by [`crate::driver`], which checks what is said here.
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
    fn length(&self) -> usize {
        self.start.len() + self.digits + if self.check { 2 } else { 0 } + self.end.len()
    }

    /// Returns the two digits that check those of a tag; none where there is no check. What is no
    /// hexadecimal digit counts as zero.
    pub fn check_of(&self, digits: &[u8]) -> String {
        let value = |digit: &u8| hex_digit(*digit).unwrap_or(0);
        let byte = |pair: &[u8]| pair.iter().fold(0, |byte, digit| byte << 4 | value(digit));
        let xor = digits.chunks(2).fold(0_u8, |xor, pair| xor ^ byte(pair));
        if self.check { format!("{xor:02X}") } else { String::new() }
    }

    fn tag(&self, frame: &[u8]) -> Result<Tag, Why> {
        let from = self.start.len();
        let (tag, rest) = frame[from..].split_at(self.digits);
        let (check, end) = rest.split_at(if self.check { 2 } else { 0 });
        if end != self.end {
            return Err(Why::BadEnd);
        }
        let tag_value = Tag::parse(tag).ok_or(Why::BadCheck)?;
        let xor = tag.chunks(2).map(byte).try_fold(0, |sum, byte| Some(sum ^ byte?));
        if self.check && byte(check) != xor {
            return Err(Why::BadCheck);
        }
        Ok(tag_value)
    }
}

/// Returns the byte that two hexadecimal digits say.
fn byte(digits: &[u8]) -> Option<u8> {
    let [high, low] = digits else { return None };
    Some(hex_digit(*high)? << 4 | hex_digit(*low)?)
}

impl Shape for TagSpec {
    fn begins(&self, byte: u8) -> bool {
        byte == self.start[0]
    }

    fn judge(&self, bytes: &[u8]) -> Verdict {
        let common = self.start.len().min(bytes.len());
        if bytes[..common] != self.start[..common] {
            return Verdict::Not(Why::Noise);
        }
        if bytes.len() < self.length() {
            return Verdict::More(if common < self.start.len() { common + 1 } else { self.length() });
        }
        match self.tag(bytes) {
            Ok(_) => Verdict::Whole,
            Err(why) => Verdict::Not(why),
        }
    }

    fn shortest(&self) -> usize {
        self.length()
    }
}

/// The decoder of one such reader.
#[derive(Debug, Clone)]
pub struct TagReader {
    spec: TagSpec,
    table: TagTable,
    scanner: Scanner,
    presence: Presence,
}

impl TagReader {
    /// Returns a decoder that knows the balls of a table; with an empty one every tag is unknown.
    pub fn new(spec: TagSpec, table: TagTable) -> TagReader {
        let presence = Presence::new(Ends::Silence(spec.gone_after_ms));
        TagReader { spec, table, scanner: Scanner::default(), presence }
    }

    fn through(
        &mut self,
        now_ms: u64,
        out: Out<'_>,
        feed: impl FnOnce(&mut Scanner, &TagSpec, &mut dyn FnMut(Found<'_>)),
    ) {
        let TagReader { spec, table, scanner, presence } = self;
        feed(scanner, spec, &mut |found| match found {
            Found::Frame(frame) => {
                if let Ok(tag) = spec.tag(frame) {
                    let what = match table.ball(tag) {
                        None => Observation::UnknownTag(tag),
                        Some(number) => Observation::Read(Reading {
                            number,
                            set: table.set(),
                            confidence: spec.confidence,
                        }),
                    };
                    presence.say(what, now_ms, out);
                }
            }
            Found::Bad(bad) => out(Observation::Bad(bad)),
        });
    }
}

impl Decoder for TagReader {
    fn push(&mut self, bytes: &[u8], now_ms: u64, out: Out<'_>) {
        self.through(now_ms, out, |scanner, spec, found| scanner.push(spec, bytes, now_ms, found));
    }

    fn tick(&mut self, now_ms: u64, out: Out<'_>) {
        let patience_ms = self.spec.frame_ms;
        self.through(now_ms, out, |scanner, spec, found| scanner.tick(spec, now_ms, patience_ms, found));
        self.presence.tick(now_ms, out);
    }

    fn cut(&mut self, out: Out<'_>) {
        self.through(0, out, |scanner, spec, found| scanner.cut(spec, found));
        self.presence.went_back();
    }

    fn committed(&mut self) {}

    /// A reader takes no orders.
    fn order(&mut self, _: Order) -> bool {
        false
    }

    fn take_output(&mut self) -> Vec<u8> {
        Vec::new()
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
