//! BLP/1 for whoever only looks on: frames become the observations that other machines give.
//!
//! It asks who is there, because a device says nothing before, and acknowledges nothing: the
//! device keeps all it has for the server.

use hall_core::machine::{BootId, Mode, Stored, is_newer};

use super::decoder::Decoder as Lines;
use super::frame::{Frame, Order as Said};
use crate::decoder::{Decoder, DecoderStats, Order, Out};
use crate::observation::{Bad, Observation, Reading, Why};

/// How often the device is asked, in milliseconds.
const ASK_MS: u64 = 1_000;

/// The decoder of a line of BLP/1 that somebody looks at.
#[derive(Debug, Default)]
pub struct Watch {
    lines: Lines<Frame>,
    stats: DecoderStats,
    boot: Option<BootId>,
    last: u32,
    asked_ms: Option<u64>,
    output: Vec<u8>,
}

impl Watch {
    fn heard(&mut self, frame: Frame, out: Out<'_>) {
        self.stats.frames += 1;
        match frame {
            Frame::Identity { boot, .. } => {
                if self.boot != Some(boot) {
                    self.boot = Some(boot);
                    self.last = 0;
                }
                out(Observation::Alive);
            }
            Frame::Beat { mode, .. } => out(Observation::Mode(mode)),
            Frame::Stored { seq, .. } if self.last != 0 && !is_newer(seq, self.last) => {
                self.stats.repeats += 1;
                out(Observation::Repeat);
            }
            Frame::Stored { seq, what } => {
                self.last = seq;
                out(seen(what));
            }
        }
    }

    fn say(&mut self, order: &Said) {
        self.output.extend_from_slice(order.encode().as_bytes());
    }
}

fn seen(what: Stored) -> Observation {
    match what {
        Stored::Present => Observation::Present,
        Stored::Read { number, set, confidence } => {
            Observation::Read(Reading { number, set: Some(set), confidence })
        }
        Stored::NoRead => Observation::NoRead,
        Stored::Gone => Observation::Gone,
        Stored::FaultRaised(fault) => Observation::FaultRaised(fault),
        Stored::FaultCleared(fault) => Observation::FaultCleared(fault),
        Stored::DoorOpened => Observation::DoorOpened,
        Stored::DoorClosed => Observation::DoorClosed,
        Stored::Loaded => Observation::Loaded,
    }
}

impl Decoder for Watch {
    fn push(&mut self, bytes: &[u8], _: u64, out: Out<'_>) {
        self.stats.bytes += bytes.len() as u64;
        let mut lines = std::mem::take(&mut self.lines);
        lines.push(bytes, &mut |frame| match frame {
            Ok(frame) => self.heard(frame, out),
            Err(bad) => {
                self.stats.bad += 1;
                self.stats.discarded += bad.bytes().len() as u64;
                out(Observation::Bad(Bad::new(Why::BadCheck, bad.bytes(), false)));
            }
        });
        self.stats.frame_bytes = lines.frame_bytes();
        self.lines = lines;
    }

    fn tick(&mut self, now_ms: u64, _: Out<'_>) {
        if self.boot.is_none() && self.asked_ms.is_none_or(|at| now_ms >= at + ASK_MS) {
            self.asked_ms = Some(now_ms);
            self.order(Order::Query);
        }
    }

    fn cut(&mut self, out: Out<'_>) {
        if let Some(bad) = self.lines.cut() {
            self.stats.bad += 1;
            self.stats.discarded += bad.bytes().len() as u64;
            out(Observation::Bad(Bad::new(Why::Cut, bad.bytes(), false)));
        }
        (self.boot, self.last, self.asked_ms) = (None, 0, None);
        self.output.clear();
    }

    fn committed(&mut self) {}

    /// A mode can be said only to a device that was heard.
    fn order(&mut self, order: Order) -> bool {
        match (order, self.boot) {
            (Order::Query, _) => self.say(&Said::Query { boot: BootId(0), seq: 0 }),
            (Order::Want(mode), Some(boot)) if mode != Mode::Fault => self.say(&Said::Want { boot, mode }),
            (Order::Want(_) | Order::Release | Order::SelfTest, _) => return false,
        }
        true
    }

    fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    fn stats(&self) -> DecoderStats {
        self.stats
    }

    fn pending(&self) -> usize {
        self.lines.pending()
    }

    fn wait_ms(&self) -> u16 {
        crate::link::WAIT_MS
    }
}
