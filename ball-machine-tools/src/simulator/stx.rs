//! A machine whose frames have a start, an end and a check (D2), as its driver file describes it.
//!
//! It says one frame at a time: the next when the last was acknowledged, or repeated in vain as often as the file has it.
//! It is silent about what the file has no message for; what has no order is done by its buttons.

use std::collections::VecDeque;

use ball_machine::decoder::{ORDERS, Order};
use ball_machine::driver::{Driver, Resend};
use ball_machine::observation::Observation;
use ball_machine::stx::{Field, Means, Message, StxSpec};
use hall_core::machine::{BootId, Mode, SetId, Stored};

use crate::speaker::{Controller, Mishap, Speaker, Spell};

/// The most frames that wait; more are lost, as in a small controller.
const QUEUE_MAX: usize = 64;
/// With more frames unsaid no further ball is let out: three for each of two balls.
const AHEAD_MAX: usize = 6;
/// Heartbeats in the time that makes a silence, of a machine that is not polled.
const BEATS: u64 = 3;

#[derive(Debug)]
pub(super) struct StxMachine {
    spec: StxSpec,
    resend: Option<Resend>,
    silent_ms: Option<u64>,
    controller: Controller,
    queue: VecDeque<Frame>,
    /// When the first of the queue was last said.
    said_ms: u64,
    alive_ms: u64,
    /// The mode that was last said, where the file has messages for it.
    told_mode: Mode,
    input: Vec<u8>,
}

#[derive(Debug)]
struct Frame {
    right: Vec<u8>,
    /// What is said instead the first time.
    first: Vec<Vec<u8>>,
    /// How often it was due.
    times: u64,
    never: bool,
    story: bool,
}

/// What a host says.
#[derive(Debug, Clone, Copy)]
enum HostWord {
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
            resend: driver.resend,
            silent_ms: driver.timing.silent_ms,
            controller: Controller::new(BootId(0)),
            queue: VecDeque::new(),
            said_ms: 0,
            alive_ms: 0,
            told_mode: Mode::Stop,
            input: Vec::new(),
        })
    }

    fn message(&self, fits: impl Fn(Means) -> bool) -> Option<&Message> {
        self.spec.messages.iter().find(|message| fits(message.means))
    }

    /// The frame of a message, with these fields filled in.
    fn frame(&self, message: &Message, fields: &[(Field, String)]) -> Vec<u8> {
        let spec = &self.spec;
        let mut frame = vec![b'0'; spec.body_end(message.length)];
        frame[..spec.start.len()].copy_from_slice(&spec.start);
        frame[spec.code_at..spec.code_at + message.code.len()].copy_from_slice(&message.code);
        for (Field { at, len }, text) in fields {
            frame[*at..at + len].copy_from_slice(text.as_bytes());
        }
        let check = spec.check_of(&frame[spec.start.len()..]);
        let (one, other) = if spec.check_before_end { (&check, &spec.end) } else { (&spec.end, &check) };
        frame.extend(one.iter().chain(other));
        frame
    }

    /// The frame of a message without fields, if there is one.
    fn plain(&self, seen: Observation) -> Option<Vec<u8>> {
        self.message(|of| of == Means::Plain(seen)).map(|message| self.frame(message, &[]))
    }

    /// The frame of a reading, and the same with letters for digits.
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

    fn put(&mut self, right: Vec<u8>, letters: &[u8], mishap: Mishap, story: bool) {
        if self.queue.len() < QUEUE_MAX {
            let first =
                mishap.first(right.clone(), |right| self.with_wrong_check(right), |_| letters.to_vec());
            let never = mishap == Mishap::Never;
            self.queue.push_back(Frame { right, first, times: 0, never, story });
        }
    }

    fn with_wrong_check(&self, right: &[u8]) -> Vec<u8> {
        let mut wrong = right.to_vec();
        let behind = if self.spec.check_before_end { self.spec.end.len() } else { 0 };
        // Where there is no check, its end is wrong.
        let at = wrong.len() - 1 - behind * usize::from(self.spec.check_len() > 0);
        wrong[at] = if wrong[at] == b'0' { b'1' } else { b'0' };
        wrong
    }

    /// Says the first of the queue, if it is due.
    fn say(&mut self, now_ms: u64) {
        let again_ms = self.resend.filter(|_| self.spec.answers.is_some()).map(|resend| resend.every_ms);
        while let Some(frame) = self.queue.front_mut() {
            if let Some(again_ms) = again_ms {
                if frame.times > 0 && now_ms < self.said_ms + again_ms {
                    return;
                }
                // Heartbeats are said once: another one comes.
                let most = if frame.story { 1 + self.resend.map_or(0, |resend| resend.times) } else { 1 };
                if frame.times >= most {
                    self.queue.pop_front();
                    continue;
                }
            }
            frame.times += 1;
            self.said_ms = now_ms;
            let again = (frame.times > 1 && !frame.never).then(|| frame.right.clone());
            for bytes in frame.first.drain(..).chain(again) {
                self.controller.send(bytes, frame.story, now_ms);
            }
            if again_ms.is_some() {
                return;
            }
            self.queue.pop_front();
        }
    }

    fn alive(&mut self, now_ms: u64) {
        let waits = self.queue.iter().any(|frame| !frame.story);
        if waits || self.controller.suffers(Spell::Beatless, now_ms) {
            return;
        }
        if let Some(frame) = self.plain(Observation::Alive) {
            self.put(frame, &[], Mishap::None, false);
        }
    }

    /// What the input begins with, and its length; without a word: an unknown byte.
    fn heard(&self) -> Option<(Option<HostWord>, usize)> {
        let spec = &self.spec;
        let mut known: Vec<(&[u8], HostWord)> = Vec::new();
        if let Some(answers) = &spec.answers {
            known.extend([(&answers.good[..], HostWord::Good), (&answers.bad[..], HostWord::Bad)]);
        }
        known.extend(spec.poll.iter().map(|(bytes, _)| (&bytes[..], HostWord::Poll)));
        known.extend(
            spec.orders.iter().zip(ORDERS).map(|(bytes, (order, _))| (&bytes[..], HostWord::Order(order))),
        );
        known.retain(|(bytes, _)| !bytes.is_empty());
        let whole = known.iter().filter(|(bytes, _)| self.input.starts_with(bytes));
        if let Some((bytes, heard)) = whole.max_by_key(|(bytes, _)| bytes.len()) {
            return Some((Some(*heard), bytes.len()));
        }
        let begun = known.iter().any(|(bytes, _)| bytes.starts_with(&self.input));
        (!begun).then_some((None, 1))
    }

    fn obey(&mut self, heard: HostWord, now_ms: u64) {
        match heard {
            HostWord::Good | HostWord::Bad => {
                let said = self.queue.front().is_some_and(|frame| frame.times > 0);
                if !said || self.controller.suffers(Spell::Deaf, now_ms) {
                    return;
                }
                if let HostWord::Good = heard {
                    self.queue.pop_front();
                } else {
                    // Repeated at once.
                    self.said_ms = now_ms.saturating_sub(self.resend.map_or(0, |resend| resend.every_ms));
                }
            }
            HostWord::Poll | HostWord::Order(Order::Query) => self.alive(now_ms),
            HostWord::Order(Order::Want(mode)) => self.controller.set_mode(mode),
            HostWord::Order(Order::Release | Order::SelfTest) => (),
        }
    }
}

fn pad(text: &str, len: usize) -> String {
    format!("{text:<len$}")[..len].to_owned()
}

impl Speaker for StxMachine {
    fn controller(&self) -> &Controller {
        &self.controller
    }

    fn controller_mut(&mut self) -> &mut Controller {
        &mut self.controller
    }

    fn restart(&mut self, boot: BootId, now_ms: u64) {
        self.controller.restart(boot);
        self.queue.clear();
        self.input.clear();
        (self.said_ms, self.alive_ms) = (now_ms, now_ms);
        self.told_mode = Mode::Stop;
    }

    fn store(&mut self, what: Stored, mishap: Mishap, now_ms: u64) -> Option<u32> {
        let [right, letters] = if let Stored::Read { number, set, confidence } = what {
            self.reading(number, set, confidence)?
        } else {
            [self.plain(what.into())?, Vec::new()]
        };
        self.put(right, &letters, mishap, true);
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
        if self.controller.mode != self.told_mode {
            self.told_mode = self.controller.mode;
            if let Some(frame) = self.plain(Observation::Mode(self.told_mode)) {
                self.put(frame, &[], Mishap::None, true);
            }
        }
        self.say(now_ms);
    }

    fn mode(&self) -> Mode {
        let ahead = self.queue.len() > AHEAD_MAX;
        if ahead && self.controller.mode == Mode::Run { Mode::Hold } else { self.controller.mode }
    }

    fn waiting(&self) -> usize {
        self.queue.len()
    }
}
