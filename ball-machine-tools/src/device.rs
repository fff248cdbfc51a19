//! The device's side of BLP/1, for the simulator and as a pattern for adapters' firmware.
//!
//! Sans-IO: bytes in, bytes out, time an argument in milliseconds. What turns in the drum is
//! in [`crate::drum`]; what goes wrong on purpose, and when, in [`crate::simulator`]. Here is
//! only what every device must do: keep each stored frame until it is acknowledged, say it
//! again, stop rather than forget, and stop when the host is gone.
//!
//! Source: `docs/BLP1.md`.

use std::collections::VecDeque;

use hall_core::machine::{BootId, Mode, SetId, Stored, is_newer, next_seq};

use ball_machine::blp1::decoder::Decoder;
use ball_machine::blp1::frame::{Frame, Order, crc16};

use crate::frame::Encode as _;

/// How many stored frames make the store full (BLP/1: room for at least 128).
pub const STORE_FULL: usize = 128;
/// Room kept beyond that, so that the ball in hand when the store fills up is written down
/// to its end, with a fault, the door and their ends.
pub const STORE_MAX: usize = STORE_FULL + 8;
/// From the oldest unacknowledged on, frames are said again this often (BLP/1).
pub const RESEND_MS: u64 = 500;
/// Heartbeats, and identities until the first query, come this often (BLP/1).
pub const SECOND_MS: u64 = 1_000;
/// Without `!M` for this long the device holds by itself (BLP/1).
pub const DEAF_MS: u64 = 3_000;
/// The most bytes that wait for the line: a full store of the longest frames and some more.
/// What does not fit is not said; the store says it again.
const OUTPUT_MAX: usize = 8_192;
/// How many balls a machine works with.
const BALLS: u8 = 90;

/// What happens on purpose to a stored frame on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mishap {
    /// Nothing.
    #[default]
    None,
    /// Said twice at once.
    Twice,
    /// Said with a wrong sum the first time.
    WrongSum,
    /// Said with letters for digits and a right sum the first time.
    Letters,
    /// Not said the first time.
    Late,
    /// Never said, however often it is due.
    Never,
}

/// One device. See the module.
#[derive(Debug)]
pub struct Device {
    boot: BootId,
    set: SetId,
    decoder: Decoder<Order>,
    output: Vec<u8>,
    store: VecDeque<Kept>,
    /// The last stored frame's number; 0: none since power-up.
    seq: u32,
    mode: Mode,
    /// Balls out of the drum in this draw, as heartbeats tell it.
    out: u8,
    /// Something is wrong in the machine: it stays in FAULT until this ends.
    broken: bool,
    /// A ball is between drum and rack: heartbeats wait, so that `out` is never half true.
    busy: bool,
    queried: bool,
    wanted_ms: u64,
    resend_ms: u64,
    beat_ms: u64,
    ignore_acks_until_ms: u64,
    mute_until_ms: u64,
    beatless_until_ms: u64,
}

#[derive(Debug, Clone, Copy)]
struct Kept {
    seq: u32,
    what: Stored,
    mishap: Mishap,
}

impl Device {
    /// Returns a device at the moment of its power-up: STOP, nothing stored.
    pub fn new(boot: BootId, set: SetId, now_ms: u64) -> Device {
        let mut device = Device {
            boot,
            set,
            decoder: Decoder::default(),
            output: Vec::new(),
            store: VecDeque::with_capacity(STORE_MAX),
            seq: 0,
            mode: Mode::Stop,
            out: 0,
            broken: false,
            busy: false,
            queried: false,
            wanted_ms: now_ms,
            resend_ms: now_ms,
            beat_ms: now_ms,
            ignore_acks_until_ms: 0,
            mute_until_ms: 0,
            beatless_until_ms: 0,
        };
        device.say_identity(now_ms);
        device
    }

    /// Writes down what happened and says it. Returns the frame's number, or `None` when not
    /// even the reserve of the store has room: a caller that picks no ball in a mode other
    /// than RUN never sees that.
    pub fn store(&mut self, what: Stored, mishap: Mishap, now_ms: u64) -> Option<u32> {
        if self.store.len() >= STORE_MAX {
            return None;
        }
        self.seq = next_seq(self.seq);
        if self.store.is_empty() {
            self.resend_ms = now_ms;
        }
        let kept = Kept { seq: self.seq, what, mishap };
        self.store.push_back(kept);
        let line = Frame::Stored { seq: self.seq, what }.encode();
        match mishap {
            Mishap::None => self.say_frame(&line, now_ms),
            Mishap::Twice => {
                self.say_frame(&line, now_ms);
                self.say_frame(&line, now_ms);
            }
            Mishap::WrongSum => self.say_frame(&with_wrong_sum(&line), now_ms),
            Mishap::Letters => self.say_frame(&with_letters(&line), now_ms),
            Mishap::Late | Mishap::Never => (),
        }
        if self.store.len() >= STORE_FULL {
            self.mode = Mode::Fault;
        }
        Some(self.seq)
    }

    /// Takes bytes from the host, in pieces of any size.
    pub fn receive(&mut self, bytes: &[u8], now_ms: u64) {
        let mut decoder = std::mem::take(&mut self.decoder);
        decoder.push(bytes, &mut |order| {
            if let Ok(order) = order {
                self.obey(order, now_ms);
            }
        });
        self.decoder = decoder;
    }

    /// Lets time pass: call it at least every 10 ms.
    pub fn tick(&mut self, now_ms: u64) {
        if now_ms >= self.wanted_ms + DEAF_MS && self.mode != Mode::Fault {
            self.mode = Mode::Hold;
        }
        // Only when the line has taken what was said before: a full store does not pass a
        // line of 9600 bits a second within 500 ms.
        if now_ms >= self.resend_ms + RESEND_MS && self.output.is_empty() {
            self.resend_ms = now_ms;
            self.say_store(None, now_ms);
        }
        if now_ms >= self.beat_ms + SECOND_MS && !self.busy {
            self.beat_ms = now_ms;
            if !self.queried {
                self.say_identity(now_ms);
            }
            let (seq, mode, out) = (self.seq, self.mode, self.out);
            let line = Frame::Beat { seq, mode, out }.encode();
            if now_ms >= self.beatless_until_ms {
                self.say(&line, now_ms);
            }
        }
    }

    /// Takes the bytes to send.
    pub fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    /// Returns this power-up's number.
    pub fn boot(&self) -> BootId {
        self.boot
    }

    /// Returns the set loaded.
    pub fn set(&self) -> SetId {
        self.set
    }

    /// Returns what the device does.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the frames not yet acknowledged, oldest first.
    pub fn unacknowledged(&self) -> impl Iterator<Item = (u32, Stored)> {
        self.store.iter().map(|kept| (kept.seq, kept.what))
    }

    /// Sets what heartbeats tell of the drum: balls out, and whether one is on its way.
    pub fn set_out(&mut self, out: u8, busy: bool) {
        self.out = out;
        self.busy = busy;
    }

    /// Begins or ends a fault of the machine itself. At its end the device holds until the
    /// host says what it wants.
    pub fn set_broken(&mut self, broken: bool) {
        self.broken = broken;
        if broken {
            self.mode = Mode::Fault;
        } else if self.mode == Mode::Fault && self.store.len() < STORE_FULL {
            self.mode = Mode::Hold;
        }
    }

    /// Takes no notice of acknowledgements until then.
    pub fn ignore_acks_until(&mut self, until_ms: u64) {
        self.ignore_acks_until_ms = until_ms;
    }

    /// Says no heartbeat until then; all else is said.
    pub fn keep_beats_until(&mut self, until_ms: u64) {
        self.beatless_until_ms = until_ms;
    }

    /// Begins its numbers here, as a machine does that has run for a year; at a power-up only.
    pub fn count_from(&mut self, seq: u32) {
        self.seq = seq;
    }

    /// Says nothing at all until then; what is stored stays stored.
    pub fn mute_until(&mut self, until_ms: u64) {
        self.mute_until_ms = until_ms;
    }

    fn obey(&mut self, order: Order, now_ms: u64) {
        match order {
            Order::Query { boot, seq } => {
                self.queried = true;
                self.resend_ms = now_ms;
                self.say_identity(now_ms);
                self.say_store((boot == self.boot).then_some(seq), now_ms);
            }
            Order::Ack { boot, seq } => {
                let heard = boot == self.boot && now_ms >= self.ignore_acks_until_ms;
                // An acknowledgement of what was never said is none.
                if heard && seq != 0 && self.seq != 0 && !is_newer(seq, self.seq) {
                    self.store.retain(|kept| is_newer(kept.seq, seq));
                }
            }
            Order::Want { boot, mode } => {
                if boot == self.boot {
                    self.wanted_ms = now_ms;
                    let stuck = self.broken || self.store.len() >= STORE_FULL;
                    self.mode = if stuck { Mode::Fault } else { mode };
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
        let line = Frame::Identity { boot: self.boot, balls: BALLS, set: self.set }.encode();
        self.say(&line, now_ms);
    }

    /// Says a stored frame, unless nobody has asked yet: a host that has not heard the
    /// identity could take it for one of an earlier power-up.
    fn say_frame(&mut self, line: &str, now_ms: u64) {
        if self.queried {
            self.say(line, now_ms);
        }
    }

    fn say(&mut self, line: &str, now_ms: u64) {
        if now_ms >= self.mute_until_ms && self.output.len() + line.len() <= OUTPUT_MAX {
            self.output.extend_from_slice(line.as_bytes());
        }
    }
}

/// The first two digits after the frame's number are letters, and the sum is that of what is said.
fn with_letters(line: &str) -> String {
    let body = line.split('*').next().unwrap_or(line);
    let place = body.len().min(10);
    let said = format!("{}OI{}", &body[..place], body.get(place + 2..).unwrap_or(""));
    format!("{said}*{:04X}\r\n", crc16(&said.as_bytes()[1..]))
}

fn with_wrong_sum(line: &str) -> String {
    let (body, sum) = line.split_once('*').unwrap_or((line, ""));
    let digit = if sum.starts_with('0') { '1' } else { '0' };
    format!("{body}*{digit}{}", sum.get(1..).unwrap_or(""))
}

#[cfg(test)]
#[path = "device_tests.rs"]
mod tests;
