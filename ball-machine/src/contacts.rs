//! D4: contacts behind a Modbus RTU module, which is polled for its inputs.
//!
//! An input counts when several answers in a row agree. Shorter pulses are missed: the machine's own controller must
//! hold one for `pulse_ms`, and where answers failed for longer, [`Observation::Blind`] says so. CRC-16 as in Modbus
//! over serial line 1.02, 6.2.2.

use hall_core::machine::Mode;

use crate::decoder::{Decoder, ORDERS, Order, Out};
use crate::link::{LinkStats, WAIT_MS};
use crate::observation::{Observation, Reading};
use crate::presence::{Ends, Presence};
use crate::scan::{Found, Scanner};

mod modbus;

pub use modbus::crc16;
use modbus::{Awaited, Question};

/// The most inputs of one question.
pub const INPUTS_MAX: u16 = 64;
/// Orders that wait for their turn between two questions.
const WAITING_MAX: usize = 8;
/// How often a coil is set again that was refused or not answered.
const COIL_AGAIN: u8 = 3;

/// The contacts of one machine. Made and checked by [`crate::driver`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactsSpec {
    /// The module's address, 1 to 247.
    pub unit: u8,
    /// Address of the first input.
    pub first: u16,
    /// How many, 1 to [`INPUTS_MAX`].
    pub count: u16,
    /// Those that mean something.
    pub inputs: Vec<Input>,
    /// Where the ball's number comes from; `None`: balls without numbers.
    pub number: Option<Number>,
    /// Milliseconds from question to question.
    pub poll_ms: u64,
    /// Answers in a row that must agree, 1 to 10.
    pub debounce: u8,
    /// How long an answer may take, in milliseconds.
    pub answer_ms: u64,
    /// The shortest time that the ball's contact stays closed, in milliseconds.
    pub pulse_ms: u64,
    /// A ball at the reader without a number for so many milliseconds cannot be read.
    pub read_ms: u64,
    /// Confidence of a reading, 0 to 100 %.
    pub confidence: u8,
    /// Coils of each order, in [`Order`]'s own sequence; empty: the machine has no such order.
    pub orders: [Vec<Coil>; ORDERS.len()],
}

/// One input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Input {
    /// Its place, from the first that is asked for.
    pub at: u16,
    /// What is seen when it turns on.
    pub on: Observation,
    /// What is seen when it turns off, if anything.
    pub off: Option<Observation>,
    /// It is on when the contact is open.
    pub inverted: bool,
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
    /// The coil and its level as function 05 has them, in question and answer.
    fn asked(self) -> [u8; 4] {
        let [at_high, at_low] = self.at.to_be_bytes();
        [at_high, at_low, if self.on { 0xFF } else { 0 }, 0]
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
    /// Takes one answer; returns the state before and now, if it changed.
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
pub(crate) struct Contacts {
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
    pub(crate) fn new(spec: ContactsSpec) -> Contacts {
        Contacts {
            levels: vec![Settled::default(); spec.inputs.len()],
            spec,
            scanner: Scanner::default(),
            presence: Presence::new(Ends::Told(0)),
            number: Settled::default(),
            present_ms: 0,
            asked: None,
            asked_ms: None,
            last: Question::Number(0),
            seen_ms: None,
            waiting: Vec::new(),
            tries: 0,
            output: Vec::new(),
        }
    }

    fn ask(&mut self, question: Question, now_ms: u64) {
        let words = |at: u16, count: u16| {
            let ([at_high, at_low], [high, low]) = (at.to_be_bytes(), count.to_be_bytes());
            [at_high, at_low, high, low]
        };
        let asked = match question {
            Question::Inputs => words(self.spec.first, self.spec.count),
            Question::Number(at) => words(at, 1),
            Question::Coil(coil) => coil.asked(),
        };
        self.output.clear();
        self.output.extend_from_slice(&[self.spec.unit, question.function()]);
        self.output.extend_from_slice(&asked);
        self.output.extend_from_slice(&crc16(&self.output).to_le_bytes());
        self.asked = Some(question);
        self.asked_ms = Some(now_ms);
        self.last = question;
    }

    fn next_question(&mut self) -> Question {
        if !self.waiting.is_empty() {
            return Question::Coil(self.waiting.remove(0));
        }
        match self.spec.number {
            Some(Number::Register { at, .. })
                if self.presence.is_open() && !self.presence.is_read() && self.last == Question::Inputs =>
            {
                Question::Number(at)
            }
            Some(Number::Register { .. } | Number::Lines { .. }) | None => Question::Inputs,
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
            Question::Number(_) => {
                if let ([high, low], Some(Number::Register { coding, .. })) = (data, &self.spec.number) {
                    let (value, coding) = (u16::from_be_bytes([*high, *low]), *coding);
                    self.said_number(value, coding, now_ms, out);
                }
            }
            Question::Coil(coil) => {
                out(Observation::Alive);
                // The module echoes what it was asked; another coil or level was not.
                if data == coil.asked() {
                    self.tries = 0;
                } else {
                    self.unanswered(question);
                }
            }
        }
    }

    /// A coil that was refused or not answered is set again: it is part of an order.
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
            let input = self.spec.inputs[index];
            let changed = self.levels[index].take(is_on(input.at) != input.inverted, self.spec.debounce);
            if let Some((before, on)) = changed {
                self.changed(input, before, on, now_ms, out);
            }
        }
        if let Some(Number::Lines { at, coding }) = &self.spec.number {
            let value = at.iter().enumerate().map(|(bit, at)| u16::from(is_on(*at)) << bit).sum();
            let coding = *coding;
            self.said_number(value, coding, now_ms, out);
        }
        let late = self.presence.is_open() && now_ms >= self.present_ms + self.spec.read_ms;
        if late && self.spec.number.is_some() && !self.presence.is_read() {
            self.presence.take(Observation::NoRead, now_ms, out);
        }
    }

    fn changed(&mut self, input: Input, before: Option<bool>, on: bool, now_ms: u64, out: Out<'_>) {
        // An input that is off from the start tells nothing.
        if before.is_none() && !on && input.on != Observation::Mode(Mode::Run) {
            return;
        }
        if input.on == Observation::Present {
            if on {
                self.present_ms = now_ms;
                self.number = Settled::default();
            } else if !self.presence.is_open() {
                // One that went back into the drum does not leave again.
                return;
            }
        }
        let seen = if on { Some(input.on) } else { input.off };
        if let Some(seen) = seen {
            self.presence.take(seen, now_ms, out);
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
        self.presence.take(what, now_ms, out);
    }

    /// Runs bytes through the scanner; returns the answer, if it came: its question, its data and their length.
    fn through(
        &mut self,
        out: Out<'_>,
        feed: impl FnOnce(&mut Scanner, &Awaited, &mut dyn FnMut(Found<'_>)),
    ) -> Option<(Question, [u8; 16], usize)> {
        let Contacts { spec, asked, .. } = &*self;
        let awaited = Awaited { unit: spec.unit, inputs: spec.count, question: *asked };
        let mut answer = None;
        feed(&mut self.scanner, &awaited, &mut |found| match found {
            Found::Frame(frame) if answer.is_none() => {
                let refused = frame[1] & 0x80 != 0;
                // An echo has no count of bytes; a refusal has only its reason.
                let from = if matches!(awaited.question, Some(Question::Coil(_))) || refused { 2 } else { 3 };
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
            // A partial answer does not count.
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

    fn order(&mut self, order: Order) -> bool {
        let coils = order.among(&self.spec.orders).map_or(&[][..], Vec::as_slice);
        let room = WAITING_MAX.saturating_sub(self.waiting.len());
        self.waiting.extend(coils.iter().take(room));
        !coils.is_empty()
    }

    fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    fn stats(&self) -> LinkStats {
        LinkStats { duplicates: self.presence.repeats(), ..self.scanner.stats() }
    }

    fn pending(&self) -> usize {
        self.scanner.pending()
    }

    fn wait_ms(&self) -> u16 {
        (self.spec.poll_ms / 5).clamp(1, u64::from(WAIT_MS)) as u16
    }
}

#[cfg(test)]
#[path = "contacts_tests.rs"]
mod tests;
