//! D4: contacts behind a Modbus RTU module: the module is asked for its inputs again and again.
//!
//! An input counts when several answers in a row agree. What is shorter than that is not seen: the
//! machine's own controller must hold a pulse long enough (`pulse_ms`), and where answers failed for
//! longer than a pulse, [`Observation::Blind`] says so. CRC-16 as in Modbus over serial line 1.02, 6.2.2.

use hall_core::machine::{Fault, Mode};

use crate::decoder::{Decoder, DecoderStats, Order, Out};
use crate::observation::{Observation, Reading, Why};
use crate::presence::{Ends, Presence};
use crate::scan::{Found, Scanner, Shape, Verdict};

/// The most inputs that are asked for at once.
pub const INPUTS_MAX: u16 = 64;
/// Orders that wait for their turn between two questions.
const WAITING_MAX: usize = 8;
/// How often a coil is asked for again that was refused or not answered.
const COIL_AGAIN: u8 = 3;

/// The contacts of one machine. Made by [`crate::driver`], which checks what is said here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactsSpec {
    /// The module's address, 1 to 247.
    pub unit: u8,
    /// The first input that is asked for.
    pub first: u16,
    /// How many, 1 to [`INPUTS_MAX`].
    pub count: u16,
    /// What each input means.
    pub inputs: Vec<Input>,
    /// Where the ball's number comes from; `None`: the contacts are a witness without numbers.
    pub number: Option<Number>,
    /// Milliseconds from question to question.
    pub poll_ms: u64,
    /// Answers in a row that must agree, 1 to 10.
    pub debounce: u8,
    /// An answer that has not come after so many milliseconds will not.
    pub answer_ms: u64,
    /// The shortest that the ball's contact stays closed, in milliseconds.
    pub pulse_ms: u64,
    /// A ball at the reader without a number for so many milliseconds cannot be read.
    pub read_ms: u64,
    /// Confidence of a reading, 0 to 100 %.
    pub confidence: u8,
    /// Coils of each order, in [`Order`]'s own sequence; empty: the machine has no such order.
    pub orders: [Vec<Coil>; 7],
}

/// One input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Input {
    /// Its place, from the first that is asked for.
    pub at: u16,
    /// What it means when it is on.
    pub means: InputMeans,
    /// It is on when the contact is open.
    pub inverted: bool,
}

/// What an input that is on means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputMeans {
    /// A ball is at the reader.
    Present,
    /// The door is open.
    Door,
    /// The machine is drawing: blower or motor on.
    Running,
    /// A fault.
    Fault(Fault),
    /// Every ball is back in the drum.
    Loaded,
}

/// Where a ball's number comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Number {
    /// An input register, function 04.
    Register {
        /// Its address.
        at: u16,
        /// How its value says the number.
        coding: Coding,
    },
    /// Inputs, the lowest bit first.
    Lines {
        /// Their places, 1 to 8 of them, from the first input that is asked for.
        at: Vec<u16>,
        /// How their value says the number.
        coding: Coding,
    },
}

/// How a value says a number; 0 is no number yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// The number itself.
    Binary,
    /// Two decimal digits of four bits each.
    Bcd,
}

/// One coil and how it is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coil {
    /// Its address.
    pub at: u16,
    /// On or off.
    pub on: bool,
}

impl Coil {
    /// Returns the coil and its level as function 05 has them, asked and answered.
    const fn asked(self) -> [u8; 4] {
        let [at_high, at_low] = self.at.to_be_bytes();
        [at_high, at_low, if self.on { 0xFF } else { 0 }, 0]
    }
}

/// Returns Modbus' CRC-16: polynomial A001 reflected, start FFFF; sent low byte first.
///
/// ```
/// assert_eq!(ball_machine::contacts::crc16(&[1, 2, 0, 0, 0, 8]).to_le_bytes(), [0x79, 0xCC]);
/// ```
pub fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xFFFF, |crc, byte| crc >> 8 ^ CRC_TABLE[usize::from(crc as u8 ^ byte)])
}

const CRC_TABLE: [u16; 256] = crc_table();

const fn crc_table() -> [u16; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u16, 0);
        while bit < 8 {
            crc = if crc & 1 == 0 { crc >> 1 } else { crc >> 1 ^ 0xA001 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    Inputs,
    Number,
    Coil(Coil),
}

/// What answer is awaited, as a shape of frames.
#[derive(Debug, Clone, Copy)]
struct Awaited {
    unit: u8,
    inputs: u16,
    question: Option<Question>,
}

impl Awaited {
    fn function(&self) -> Option<u8> {
        Some(match self.question? {
            Question::Inputs => 0x02,
            Question::Number => 0x04,
            Question::Coil(_) => 0x05,
        })
    }

    /// Returns the data bytes of the awaited answer.
    fn data_len(&self) -> u8 {
        match self.question {
            Some(Question::Inputs) => self.inputs.div_ceil(8) as u8,
            Some(Question::Number | Question::Coil(_)) | None => 2,
        }
    }
}

impl Shape for Awaited {
    fn begins(&self, byte: u8) -> bool {
        byte == self.unit
    }

    fn judge(&self, bytes: &[u8]) -> Verdict {
        let Some(function) = self.function() else { return Verdict::Not(Why::Unasked) };
        let [_, said, rest @ ..] = bytes else { return Verdict::More(2) };
        let length = if *said == function | 0x80 {
            5
        } else if *said != function {
            return Verdict::Not(Why::Unasked);
        } else if function == 0x05 {
            8
        } else {
            match rest {
                [] => return Verdict::More(3),
                [count, ..] if *count != self.data_len() => return Verdict::Not(Why::Unasked),
                [count, ..] => 5 + usize::from(*count),
            }
        };
        if bytes.len() < length {
            return Verdict::More(length);
        }
        let (body, crc) = bytes.split_at(length - 2);
        if crc16(body).to_le_bytes() == crc { Verdict::Whole } else { Verdict::Not(Why::BadCheck) }
    }

    fn shortest(&self) -> usize {
        usize::MAX / 2
    }
}

/// A contact that several answers must agree on.
#[derive(Debug, Clone, Copy, Default)]
struct Settled<T> {
    is: Option<T>,
    maybe: Option<T>,
    times: u8,
}

impl<T: Copy + PartialEq> Settled<T> {
    /// Takes one answer; returns what it was and what it is now, if that changed.
    fn take(&mut self, said: T, debounce: u8) -> Option<(Option<T>, T)> {
        self.times = if self.maybe == Some(said) { self.times.saturating_add(1) } else { 1 };
        self.maybe = Some(said);
        if self.times >= debounce && self.is != Some(said) {
            return Some((self.is.replace(said), said));
        }
        None
    }
}

/// The decoder of one such module.
#[derive(Debug, Clone)]
pub struct Contacts {
    spec: ContactsSpec,
    scanner: Scanner,
    presence: Presence,
    levels: Vec<Settled<bool>>,
    number: Settled<u16>,
    present_ms: u64,
    asked: Option<Question>,
    asked_ms: Option<u64>,
    last: Question,
    seen_ms: Option<u64>,
    waiting: Vec<Coil>,
    /// How often the coil asked for was asked for in vain.
    tries: u8,
    output: Vec<u8>,
}

impl Contacts {
    /// Returns a decoder that has asked for nothing yet.
    pub fn new(spec: ContactsSpec) -> Contacts {
        Contacts {
            levels: vec![Settled::default(); spec.inputs.len()],
            spec,
            scanner: Scanner::default(),
            presence: Presence::new(Ends::Told(0)),
            number: Settled::default(),
            present_ms: 0,
            asked: None,
            asked_ms: None,
            last: Question::Number,
            seen_ms: None,
            waiting: Vec::new(),
            tries: 0,
            output: Vec::new(),
        }
    }

    fn awaited(&self) -> Awaited {
        Awaited { unit: self.spec.unit, inputs: self.spec.count, question: self.asked }
    }

    fn ask(&mut self, question: Question, now_ms: u64) {
        let unit = self.spec.unit;
        let (function, at, value) = match question {
            Question::Inputs => (0x02, self.spec.first, self.spec.count),
            Question::Number => match &self.spec.number {
                Some(Number::Register { at, .. }) => (0x04, *at, 1),
                Some(Number::Lines { .. }) | None => return,
            },
            Question::Coil(coil) => {
                let [at_high, at_low, value_high, value_low] = coil.asked();
                (0x05, u16::from_be_bytes([at_high, at_low]), u16::from_be_bytes([value_high, value_low]))
            }
        };
        let [at_high, at_low] = at.to_be_bytes();
        let [value_high, value_low] = value.to_be_bytes();
        let body = [unit, function, at_high, at_low, value_high, value_low];
        self.output.clear();
        self.output.extend_from_slice(&body);
        self.output.extend_from_slice(&crc16(&body).to_le_bytes());
        self.asked = Some(question);
        self.asked_ms = Some(now_ms);
        self.last = question;
    }

    fn next_question(&mut self) -> Question {
        if !self.waiting.is_empty() {
            return Question::Coil(self.waiting.remove(0));
        }
        let register = matches!(self.spec.number, Some(Number::Register { .. }));
        if register && self.presence.is_open() && !self.presence.is_read() && self.last == Question::Inputs {
            Question::Number
        } else {
            Question::Inputs
        }
    }

    fn answered(&mut self, question: Question, data: &[u8], now_ms: u64, out: Out<'_>) {
        match question {
            Question::Inputs => {
                let before = self.seen_ms.replace(now_ms);
                let blind_ms = before.map_or(0, |at| now_ms - at);
                if blind_ms > self.spec.pulse_ms {
                    out(Observation::Blind(u32::try_from(blind_ms).unwrap_or(u32::MAX)));
                } else {
                    out(Observation::Alive);
                }
                self.inputs(data, now_ms, out);
            }
            Question::Number => {
                if let ([high, low], Some(Number::Register { coding, .. })) = (data, &self.spec.number) {
                    let (value, coding) = (u16::from_be_bytes([*high, *low]), *coding);
                    self.said_number(value, coding, now_ms, out);
                }
            }
            Question::Coil(coil) => {
                out(Observation::Alive);
                // The module says again what it was asked; another coil, or another level, was not asked for.
                if data == coil.asked() {
                    self.tries = 0;
                } else {
                    self.unanswered(question);
                }
            }
        }
    }

    /// A coil that was refused, or whose answer did not come, is asked for again: it is part of an order.
    fn unanswered(&mut self, question: Question) {
        let Question::Coil(coil) = question else { return };
        if self.tries < COIL_AGAIN {
            self.tries += 1;
            self.waiting.insert(0, coil);
        } else {
            self.tries = 0;
        }
    }

    fn inputs(&mut self, data: &[u8], now_ms: u64, out: Out<'_>) {
        let is_on = |at: u16| data[usize::from(at / 8)] >> (at % 8) & 1 == 1;
        for index in 0..self.spec.inputs.len() {
            let Input { at, means, inverted } = self.spec.inputs[index];
            let changed = self.levels[index].take(is_on(at) != inverted, self.spec.debounce);
            if let Some((before, on)) = changed {
                self.changed(means, before, on, now_ms, out);
            }
        }
        if let Some(Number::Lines { at, coding }) = &self.spec.number {
            let value = at.iter().enumerate().map(|(bit, at)| u16::from(is_on(*at)) << bit).sum();
            let coding = *coding;
            self.said_number(value, coding, now_ms, out);
        }
        let late = self.presence.is_open() && now_ms >= self.present_ms + self.spec.read_ms;
        if late && self.spec.number.is_some() && !self.presence.is_read() {
            self.presence.say(Observation::NoRead, now_ms, out);
        }
    }

    fn changed(&mut self, means: InputMeans, before: Option<bool>, on: bool, now_ms: u64, out: Out<'_>) {
        // Of what is off when it is seen for the first time there is nothing to tell.
        if before.is_none() && !on && means != InputMeans::Running {
            return;
        }
        match (means, on) {
            (InputMeans::Present, true) => {
                self.present_ms = now_ms;
                self.number = Settled::default();
                self.presence.came(now_ms, out);
            }
            (InputMeans::Present, false) => {
                // One that went back into the drum does not leave again.
                if self.presence.is_open() {
                    self.presence.left(now_ms, out);
                }
            }
            (InputMeans::Door, true) => out(Observation::DoorOpened),
            (InputMeans::Door, false) => out(Observation::DoorClosed),
            (InputMeans::Running, true) => out(Observation::Mode(Mode::Run)),
            (InputMeans::Running, false) => out(Observation::Mode(Mode::Stop)),
            (InputMeans::Fault(fault), true) => {
                if fault == Fault::Returned {
                    self.presence.went_back();
                }
                out(Observation::FaultRaised(fault));
            }
            (InputMeans::Fault(fault), false) => out(Observation::FaultCleared(fault)),
            (InputMeans::Loaded, true) => {
                self.presence.went_back();
                out(Observation::Loaded);
            }
            (InputMeans::Loaded, false) => (),
        }
    }

    fn said_number(&mut self, value: u16, coding: Coding, now_ms: u64, out: Out<'_>) {
        if !self.presence.is_open() || self.presence.is_read() {
            return;
        }
        let settled = self.number.take(value, self.spec.debounce);
        let Some((_, value)) = settled.filter(|(_, value)| *value != 0) else { return };
        let number = match coding {
            Coding::Binary => Some(value),
            Coding::Bcd => Some(value >> 4)
                .filter(|tens| *tens <= 9 && value & 15 <= 9)
                .map(|tens| tens * 10 + (value & 15)),
        };
        let what = match number.filter(|number| *number <= 99) {
            None => Observation::NoRead,
            Some(number) => Observation::Read(Reading {
                number: number as u8,
                set: None,
                confidence: self.spec.confidence,
            }),
        };
        self.presence.say(what, now_ms, out);
    }

    /// Runs bytes through the scanner; the answer, if it came, is acted on behind it.
    fn through(
        &mut self,
        out: Out<'_>,
        feed: impl FnOnce(&mut Scanner, &Awaited, &mut dyn FnMut(Found<'_>)),
    ) -> Option<(Question, [u8; 16], usize)> {
        let awaited = self.awaited();
        let mut answer = None;
        feed(&mut self.scanner, &awaited, &mut |found| match found {
            Found::Frame(frame) if answer.is_none() => {
                let refused = frame[1] & 0x80 != 0;
                // An echo has no count of bytes; a refusal has only its reason.
                let from = if awaited.function() == Some(0x05) || refused { 2 } else { 3 };
                let data = &frame[from..frame.len() - 2];
                let mut kept = [0; 16];
                kept[..data.len()].copy_from_slice(data);
                let len = if refused { 0 } else { data.len() };
                answer = awaited.question.map(|question| (question, kept, len));
            }
            // A second answer to one question, in the same piece: levels come again in a moment.
            Found::Frame(_) => (),
            Found::Bad(bad) => out(Observation::Bad(bad.without_doubt())),
        });
        answer
    }
}

impl Decoder for Contacts {
    fn push(&mut self, bytes: &[u8], now_ms: u64, out: Out<'_>) {
        let answer = self.through(out, |scanner, awaited, found| scanner.push(awaited, bytes, now_ms, found));
        if let Some((question, data, len)) = answer {
            self.asked = None;
            if len > 0 {
                self.answered(question, &data[..len], now_ms, out);
            } else {
                self.unanswered(question);
            }
        }
    }

    fn tick(&mut self, now_ms: u64, out: Out<'_>) {
        if self.asked.is_some() && self.asked_ms.is_some_and(|at| now_ms >= at + self.spec.answer_ms) {
            // What came of the answer is no answer.
            self.through(out, |scanner, awaited, found| scanner.cut(awaited, found));
            if let Some(question) = self.asked.take() {
                self.unanswered(question);
            }
        }
        if self.asked.is_none() && self.asked_ms.is_none_or(|at| now_ms >= at + self.spec.poll_ms) {
            let question = self.next_question();
            self.ask(question, now_ms);
        }
    }

    fn cut(&mut self, out: Out<'_>) {
        self.through(out, |scanner, awaited, found| scanner.cut(awaited, found));
        self.presence.went_back();
        self.levels.fill(Settled::default());
        (self.asked, self.asked_ms, self.seen_ms) = (None, None, None);
        self.waiting.clear();
        self.tries = 0;
        self.output.clear();
    }

    fn committed(&mut self) {}

    fn order(&mut self, order: Order) -> bool {
        let coils = order.index().map(|index| self.spec.orders[index].as_slice()).unwrap_or_default();
        let room = WAITING_MAX.saturating_sub(self.waiting.len());
        self.waiting.extend(coils.iter().take(room));
        !coils.is_empty()
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
        (self.spec.poll_ms / 5).clamp(1, u64::from(crate::link::WAIT_MS)) as u16
    }
}

#[cfg(test)]
#[path = "contacts_tests.rs"]
mod tests;
