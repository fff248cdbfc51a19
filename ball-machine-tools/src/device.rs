//! The device's side of BLP/1, for the simulator and as a pattern for adapters' firmware.
//!
//! Sans-IO: bytes in, bytes out, time an argument in milliseconds. The balls are in [`crate::drum`], the faults on order
//! in [`crate::simulator`]. Here is what every device must do: keep each stored frame until it is acknowledged, repeat it,
//! stop rather than forget, and hold when the host is gone.
//!
//! Source: `docs/BLP1.md`.

use std::collections::VecDeque;

use hall_core::machine::{BootId, Mode, SetId, Stored, is_newer, next_seq};

use ball_machine::blp1::decoder::LineDecoder;
use ball_machine::blp1::frame::{Frame, HostFrame, crc16};

use crate::frame::Encode as _;
use crate::speaker::{Controller, Mishap, SentFrame, Speaker, Spell};

/// How many stored frames make the store full (BLP/1: room for at least 128).
pub const STORE_FULL: usize = 128;
/// Some more room: the ball in hand when the store fills up is stored to its end, with a fault, the door and their ends.
pub const STORE_MAX: usize = STORE_FULL + 8;
/// How often frames are repeated, from the oldest unacknowledged on (BLP/1).
pub const RESEND_MS: u64 = 500;
/// How often heartbeats come, and identities until the first query (BLP/1).
pub const SECOND_MS: u64 = 1_000;
/// The device holds by itself after this long without `!M` (BLP/1).
pub const DEAF_MS: u64 = 3_000;
/// The most bytes that wait for the line: a full store of the longest frames and some more. What does not fit is repeated
/// from the store.
const OUTPUT_MAX: usize = 8_192;
/// The balls of a machine.
const BALLS: u8 = 90;

/// One device.
#[derive(Debug)]
pub struct Device {
    controller: Controller,
    set: SetId,
    decoder: LineDecoder<HostFrame>,
    output: Vec<u8>,
    store: VecDeque<Kept>,
    /// The last stored frame's number; 0: none since power-up.
    seq: u32,
    /// Balls out of the drum in this draw, for heartbeats.
    out: u8,
    /// A ball is between drum and rack: heartbeats wait, so that `out` is never half true.
    busy: bool,
    queried: bool,
    wanted_ms: u64,
    resend_ms: u64,
    beat_ms: u64,
}

#[derive(Debug, Clone, Copy)]
struct Kept {
    seq: u32,
    what: Stored,
    mishap: Mishap,
}

impl Device {
    /// A device at its power-up: STOP, nothing stored.
    pub fn new(boot: BootId, set: SetId, now_ms: u64) -> Device {
        let mut device = Device {
            controller: Controller::new(boot),
            set,
            decoder: LineDecoder::default(),
            output: Vec::new(),
            store: VecDeque::with_capacity(STORE_MAX),
            seq: 0,
            out: 0,
            busy: false,
            queried: false,
            wanted_ms: now_ms,
            resend_ms: now_ms,
            beat_ms: now_ms,
        };
        device.say_identity(now_ms);
        device
    }

    /// Begins its numbers here, as after a year of running; at a power-up only.
    pub fn count_from(&mut self, seq: u32) {
        self.seq = seq;
    }

    fn is_full(&self) -> bool {
        self.store.len() >= STORE_FULL
    }

    fn obey(&mut self, order: HostFrame, now_ms: u64) {
        match order {
            HostFrame::Query { boot, seq } => {
                self.queried = true;
                self.resend_ms = now_ms;
                self.say_identity(now_ms);
                self.say_store((boot == self.boot()).then_some(seq), now_ms);
            }
            HostFrame::Ack { boot, seq } => {
                let heard = boot == self.boot() && !self.controller.suffers(Spell::Deaf, now_ms);
                // Only what was said can be acknowledged.
                if heard && seq != 0 && self.seq != 0 && !is_newer(seq, self.seq) {
                    self.store.retain(|kept| is_newer(kept.seq, seq));
                }
            }
            HostFrame::Want { boot, mode } => {
                if boot == self.boot() {
                    self.wanted_ms = now_ms;
                    self.controller.set_mode(if self.is_full() { Mode::Fault } else { mode });
                }
            }
        }
    }

    fn say_store(&mut self, after: Option<u32>, now_ms: u64) {
        for i in 0..self.store.len() {
            let Kept { seq, what, mishap } = self.store[i];
            let wanted = after.is_none_or(|after| after == 0 || is_newer(seq, after));
            if wanted && mishap != Mishap::Never {
                self.say_frame(&Frame::Stored { seq, what }.encode(), now_ms);
            }
        }
    }

    fn say_identity(&mut self, now_ms: u64) {
        let line = Frame::Identity { boot: self.boot(), balls: BALLS, set: self.set }.encode();
        self.say(&line, now_ms);
    }

    /// Says a stored frame, but not before the first query: a host that has not heard the identity could take it for one
    /// of an earlier power-up.
    fn say_frame(&mut self, line: &str, now_ms: u64) {
        if self.queried {
            self.say(line, now_ms);
        }
    }

    fn say(&mut self, line: &str, now_ms: u64) {
        let fits = self.output.len() + line.len() <= OUTPUT_MAX;
        if fits && !self.controller.suffers(Spell::Mute, now_ms) {
            self.output.extend_from_slice(line.as_bytes());
        }
    }
}

impl Speaker for Device {
    fn controller(&self) -> &Controller {
        &self.controller
    }

    fn controller_mut(&mut self) -> &mut Controller {
        &mut self.controller
    }

    fn restart(&mut self, boot: BootId, now_ms: u64) {
        *self = Device::new(boot, self.set, now_ms);
    }

    /// `None` when not even the reserve of the store has room: it never happens to a caller that picks balls in RUN only.
    fn store(&mut self, what: Stored, mishap: Mishap, now_ms: u64) -> Option<u32> {
        if self.store.len() >= STORE_MAX {
            return None;
        }
        self.seq = next_seq(self.seq);
        if self.store.is_empty() {
            self.resend_ms = now_ms;
        }
        self.store.push_back(Kept { seq: self.seq, what, mishap });
        let line = Frame::Stored { seq: self.seq, what }.encode();
        for line in mishap.first(line, |line| with_wrong_sum(line), |line| with_letters(line)) {
            self.say_frame(&line, now_ms);
        }
        if self.is_full() {
            self.controller.mode = Mode::Fault;
        }
        Some(self.seq)
    }

    fn receive(&mut self, bytes: &[u8], now_ms: u64) {
        let mut decoder = std::mem::take(&mut self.decoder);
        decoder.push(bytes, &mut |order| {
            if let Ok(order) = order {
                self.obey(order, now_ms);
            }
        });
        self.decoder = decoder;
    }

    fn tick(&mut self, now_ms: u64) {
        if now_ms >= self.wanted_ms + DEAF_MS && self.mode() != Mode::Fault {
            self.controller.mode = Mode::Hold;
        }
        // Only when the line is free: at 9600 bits a second a full store takes longer than 500 ms.
        if now_ms >= self.resend_ms + RESEND_MS && self.output.is_empty() {
            self.resend_ms = now_ms;
            self.say_store(None, now_ms);
        }
        if now_ms >= self.beat_ms + SECOND_MS && !self.busy {
            self.beat_ms = now_ms;
            if !self.queried {
                self.say_identity(now_ms);
            }
            let line = Frame::Beat { seq: self.seq, mode: self.mode(), out: self.out }.encode();
            if !self.controller.suffers(Spell::Beatless, now_ms) {
                self.say(&line, now_ms);
            }
        }
    }

    fn take_sent(&mut self) -> Vec<SentFrame> {
        let bytes = self.take_output();
        let lines = bytes.split_inclusive(|byte| *byte == b'\n');
        // Heartbeats and identities come anew each second.
        let story = |line: &[u8]| !matches!(line.get(1), Some(b'H' | b'I'));
        lines.map(|line| SentFrame { bytes: line.to_vec(), story: story(line) }).collect()
    }

    fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    fn unacknowledged(&self) -> Box<dyn Iterator<Item = (u32, Stored)> + '_> {
        Box::new(self.store.iter().map(|kept| (kept.seq, kept.what)))
    }

    fn set_out(&mut self, out: u8, busy: bool) {
        (self.out, self.busy) = (out, busy);
    }

    fn set_broken(&mut self, broken: bool) {
        self.controller.set_broken(broken);
        if self.is_full() {
            self.controller.mode = Mode::Fault;
        }
    }

    /// Its host says each second what it should do, which would overrule a button at once.
    fn press(&mut self, _: Mode) {}
}

/// The first two digits after the frame's number become letters; the sum is right.
fn with_letters(line: &str) -> String {
    let body = line.split('*').next().unwrap_or_default();
    let place = body.len().min(10);
    let said = format!("{}OI{}", &body[..place], body.get(place + 2..).unwrap_or(""));
    format!("{said}*{:04X}\r\n", crc16(&said.as_bytes()[1..]))
}

fn with_wrong_sum(line: &str) -> String {
    let (body, sum) = line.split_once('*').unwrap_or_default();
    let digit = if sum.starts_with('0') { '1' } else { '0' };
    format!("{body}*{digit}{}", sum.get(1..).unwrap_or(""))
}

#[cfg(test)]
#[path = "device_tests.rs"]
mod tests;
