//! A machine whose frames have a start, an end and a check (D2), as its driver's file says.
//!
//! It says one frame at a time: the next when the last was acknowledged, or when it has been said in
//! vain as often as the file has it. What the file has no message for, it does not say; what it has no
//! order for, somebody does with the machine's buttons.

use std::collections::VecDeque;

use hall_core::machine::{BootId, Mode, SetId, Stored};

use super::panel::Panel;
use super::speaker::{Controls, Said, Speaker};
use crate::device::Mishap;
use ball_machine::decoder::{ORDERS, Order};
use ball_machine::driver::{Driver, Resend};
use ball_machine::stx::{Field, Means, Message, StxSpec};

/// The most frames that wait: what comes on top is lost, as in a small controller.
const QUEUE_MAX: usize = 64;
/// With so many frames unsaid no further ball is let out: three for each of two balls.
const AHEAD_MAX: usize = 6;
/// A machine that nobody asks is heard so often in the time that makes a silence.
const BEATS: u64 = 3;

#[derive(Debug)]
pub(super) struct StxMachine {
    spec: StxSpec,
    resend: Option<Resend>,
    silent_ms: Option<u64>,
    panel: Panel,
    queue: VecDeque<Frame>,
    /// When the first of the queue was last said.
    said_ms: u64,
    alive_ms: u64,
    /// The mode that was last said, for machines that have words for it.
    told_mode: Mode,
    input: Vec<u8>,
    said: Vec<Said>,
}

#[derive(Debug)]
struct Frame {
    right: Vec<u8>,
    /// What is said instead the first time; empty: nothing.
    first: Vec<u8>,
    times: u64,
    mishap: Mishap,
    story: bool,
}

/// What a host says.
#[derive(Debug, Clone, Copy)]
enum Heard {
    Good,
    Bad,
    Poll,
    Order(Order),
}

impl StxMachine {
    pub(super) fn new(spec: StxSpec, driver: &Driver, set: SetId) -> Result<StxMachine, String> {
        for message in &spec.messages {
            if let Means::Read { set: Some(field), .. } = message.means
                && set.as_str().len() > field.len
            {
                return Err(format!("el nombre del juego «{set}» no cabe en la trama: {} letras", field.len));
            }
        }
        Ok(StxMachine {
            spec,
            resend: driver.resend(),
            silent_ms: driver.silent_ms(),
            panel: Panel::default(),
            queue: VecDeque::new(),
            said_ms: 0,
            alive_ms: 0,
            told_mode: Mode::Stop,
            input: Vec::new(),
            said: Vec::new(),
        })
    }

    fn message(&self, fits: impl Fn(Means) -> bool) -> Option<&Message> {
        self.spec.messages.iter().find(|message| fits(message.means))
    }

    /// Returns the frame of a message, with these fields filled in.
    fn frame(&self, message: &Message, fields: &[(Field, String)]) -> Vec<u8> {
        let spec = &self.spec;
        let mut frame = vec![b'0'; spec.body_end(message.length)];
        frame[..spec.start.len()].copy_from_slice(&spec.start);
        frame[spec.code_at..spec.code_at + message.code.len()].copy_from_slice(&message.code);
        for (Field { at, len }, text) in fields {
            frame[*at..at + len].copy_from_slice(text.as_bytes());
        }
        let check = spec.check_of(&frame[spec.start.len()..]);
        let check = match (spec.check_len(), spec.check_in_hex) {
            (0, _) => Vec::new(),
            (_, true) => format!("{check:02X}").into_bytes(),
            (_, false) => vec![check],
        };
        let (one, other) = if spec.check_before_end { (&check, &spec.end) } else { (&spec.end, &check) };
        frame.extend(one.iter().chain(other));
        frame
    }

    /// Returns the frame of a reading, and the same with letters for digits.
    fn reading(&self, ball: u8, of: SetId, percent: u8) -> Option<[Vec<u8>; 2]> {
        let message = self.message(|means| matches!(means, Means::Read { .. }))?;
        let Means::Read { number, set, confidence } = message.means else { return None };
        let with = |digits: String| {
            let mut fields = vec![(number, digits)];
            fields.extend(set.map(|field| (field, pad(of.as_str(), field.len))));
            let percent = |field: Field| {
                let most = if field.len < 3 { 10_u8.pow(field.len as u32) - 1 } else { 100 };
                (field, format!("{:0len$}", percent.min(most), len = field.len))
            };
            fields.extend(confidence.map(percent));
            self.frame(message, &fields)
        };
        let digits = format!("{ball:0len$}", len = number.len);
        Some([with(digits[digits.len() - number.len..].to_owned()), with("OIO"[..number.len].to_owned())])
    }

    fn put(&mut self, right: Vec<u8>, letters: Vec<u8>, mishap: Mishap, story: bool) {
        if self.queue.len() >= QUEUE_MAX {
            return;
        }
        let first = match mishap {
            Mishap::None | Mishap::Twice => right.clone(),
            Mishap::WrongSum => self.with_wrong_check(&right),
            Mishap::Letters => letters,
            Mishap::Late | Mishap::Never => Vec::new(),
        };
        self.queue.push_back(Frame { right, first, times: 0, mishap, story });
    }

    fn with_wrong_check(&self, right: &[u8]) -> Vec<u8> {
        let mut wrong = right.to_vec();
        let behind = if self.spec.check_before_end { self.spec.end.len() } else { 0 };
        // Where there is no check, its end is wrong.
        let at = wrong.len() - 1 - behind * usize::from(self.spec.check_len() > 0);
        wrong[at] = if wrong[at] == b'0' { b'1' } else { b'0' };
        wrong
    }

    /// Says the first of the queue, if it is time for it.
    fn say(&mut self, now_ms: u64) {
        let Some(frame) = self.queue.front_mut() else { return };
        let again_ms = self.resend.map(|resend| resend.every_ms);
        let waits = self.spec.answers.is_some() && again_ms.is_some();
        if waits && frame.times > 0 && now_ms < self.said_ms + again_ms.unwrap_or(0) {
            return;
        }
        // Heartbeats are said once: another one comes.
        let most = if frame.story { 1 + self.resend.map_or(0, |resend| resend.times) } else { 1 };
        if waits && frame.times >= most {
            self.queue.pop_front();
            return self.say(now_ms);
        }
        let (times, never) = (frame.times, frame.mishap == Mishap::Never);
        frame.times += 1;
        self.said_ms = now_ms;
        let bytes = match times {
            _ if never => Vec::new(),
            0 => frame.first.clone(),
            _ => frame.right.clone(),
        };
        let copies = if times == 0 && frame.mishap == Mishap::Twice { 2 } else { 1 };
        let story = frame.story;
        if !waits {
            self.queue.pop_front();
        }
        if !bytes.is_empty() && !self.panel.is_mute(now_ms) {
            self.said.extend(std::iter::repeat_n(Said { bytes, story }, copies));
        }
        if !waits {
            self.say(now_ms);
        }
    }

    fn alive(&mut self, now_ms: u64) {
        let waits = self.queue.iter().any(|frame| !frame.story);
        let Some(message) = self.message(|means| means == Means::Alive) else { return };
        if !waits && !self.panel.is_beatless(now_ms) {
            let frame = self.frame(message, &[]);
            self.put(frame, Vec::new(), Mishap::None, false);
        }
    }

    /// Returns what the input begins with, and its length; `None` in it: a byte that nobody knows.
    fn heard(&self) -> Option<(Option<Heard>, usize)> {
        let spec = &self.spec;
        let mut known: Vec<(&[u8], Heard)> = Vec::new();
        if let Some(answers) = &spec.answers {
            known.extend([(&answers.good[..], Heard::Good), (&answers.bad[..], Heard::Bad)]);
        }
        known.extend(spec.poll.iter().map(|(bytes, _)| (&bytes[..], Heard::Poll)));
        known.extend(
            spec.orders.iter().zip(ORDERS).map(|(bytes, (order, _))| (&bytes[..], Heard::Order(order))),
        );
        known.retain(|(bytes, _)| !bytes.is_empty());
        let whole = known.iter().filter(|(bytes, _)| self.input.starts_with(bytes));
        if let Some((bytes, heard)) = whole.max_by_key(|(bytes, _)| bytes.len()) {
            return Some((Some(*heard), bytes.len()));
        }
        let begun = known.iter().any(|(bytes, _)| bytes.starts_with(&self.input));
        (!begun).then_some((None, 1))
    }

    fn obey(&mut self, heard: Heard, now_ms: u64) {
        match heard {
            Heard::Good if !self.panel.is_deaf(now_ms) => {
                if self.queue.front().is_some_and(|frame| frame.times > 0) {
                    self.queue.pop_front();
                }
            }
            Heard::Bad if !self.panel.is_deaf(now_ms) => {
                // Said again at once.
                if self.queue.front().is_some_and(|frame| frame.times > 0) {
                    self.said_ms = now_ms.saturating_sub(self.resend.map_or(0, |resend| resend.every_ms));
                }
            }
            Heard::Good | Heard::Bad => (),
            Heard::Poll | Heard::Order(Order::Query) => self.alive(now_ms),
            Heard::Order(Order::Want(mode)) => self.panel.set_mode(mode),
            Heard::Order(Order::Release | Order::SelfTest) => (),
        }
    }
}

fn pad(text: &str, len: usize) -> String {
    format!("{text:<len$}")[..len].to_owned()
}

impl Speaker for StxMachine {
    fn restart(&mut self, boot: BootId, now_ms: u64) {
        self.panel.restart(boot);
        self.queue.clear();
        self.input.clear();
        (self.said_ms, self.alive_ms) = (now_ms, now_ms);
        self.told_mode = Mode::Stop;
    }

    fn store(&mut self, what: Stored, mishap: Mishap, now_ms: u64) -> Option<u32> {
        let (right, letters) = match what {
            Stored::Read { number, set, confidence } => {
                let [right, letters] = self.reading(number, set, confidence)?;
                (right, letters)
            }
            Stored::Present => (self.plain(Means::Present)?, Vec::new()),
            Stored::NoRead => (self.plain(Means::NoRead)?, Vec::new()),
            Stored::Gone => (self.plain(Means::Gone)?, Vec::new()),
            Stored::FaultRaised(fault) => (self.plain(Means::Fault(fault, true))?, Vec::new()),
            Stored::FaultCleared(fault) => (self.plain(Means::Fault(fault, false))?, Vec::new()),
            Stored::DoorOpened => (self.plain(Means::Door(true))?, Vec::new()),
            Stored::DoorClosed => (self.plain(Means::Door(false))?, Vec::new()),
            Stored::Loaded => (self.plain(Means::Loaded)?, Vec::new()),
        };
        self.put(right, letters, mishap, true);
        self.say(now_ms);
        None
    }

    fn receive(&mut self, bytes: &[u8], now_ms: u64) {
        for byte in bytes {
            self.input.push(*byte);
            while !self.input.is_empty()
                && let Some((heard, len)) = self.heard()
            {
                self.input.drain(..len);
                if let Some(heard) = heard {
                    self.obey(heard, now_ms);
                }
            }
        }
        self.say(now_ms);
    }

    fn tick(&mut self, now_ms: u64) {
        let beat_ms = self.silent_ms.filter(|_| self.spec.poll.is_none()).map(|silent_ms| silent_ms / BEATS);
        if beat_ms.is_some_and(|beat_ms| now_ms >= self.alive_ms + beat_ms) {
            self.alive_ms = now_ms;
            self.alive(now_ms);
        }
        if self.panel.mode() != self.told_mode {
            self.told_mode = self.panel.mode();
            if let Some(frame) = self.plain(Means::Mode(self.told_mode)) {
                self.put(frame, Vec::new(), Mishap::None, true);
            }
        }
        self.say(now_ms);
    }

    fn take_said(&mut self) -> Vec<Said> {
        std::mem::take(&mut self.said)
    }

    fn boot(&self) -> BootId {
        self.panel.boot
    }

    fn mode(&self) -> Mode {
        let ahead = self.queue.len() > AHEAD_MAX;
        if ahead && self.panel.mode() == Mode::Run { Mode::Hold } else { self.panel.mode() }
    }

    fn waiting(&self) -> usize {
        self.queue.len()
    }

    fn controls(&mut self) -> &mut dyn Controls {
        &mut self.panel
    }
}

impl StxMachine {
    /// Returns the frame of a message without fields, if there is one.
    fn plain(&self, means: Means) -> Option<Vec<u8>> {
        self.message(|of| of == means).map(|message| self.frame(message, &[]))
    }
}
