//! BLP/1 for an onlooker: frames become the observations that other machines give.
//!
//! It queries the device, which is silent before, and acknowledges nothing: the device keeps its frames for the server.

use hall_core::machine::{BootId, Mode, is_newer};

use super::decoder::{BadFrame, LineDecoder};
use super::frame::{Frame, HostFrame};
use crate::decoder::{Decoder, Order, Out};
use crate::link::LinkStats;
use crate::observation::{Bad, Observation, Why};

/// How often the device is queried, in milliseconds.
const ASK_MS: u64 = 1_000;

/// The decoder of a line of BLP/1 for an onlooker.
#[derive(Debug, Default)]
pub struct Watch {
    lines: LineDecoder<Frame>,
    stats: LinkStats,
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
                self.stats.duplicates += 1;
                out(Observation::Repeat);
            }
            Frame::Stored { seq, what } => {
                self.last = seq;
                out(what.into());
            }
        }
    }

    fn say(&mut self, order: &HostFrame) {
        self.output.extend_from_slice(order.encode().as_bytes());
    }

    fn bad(&mut self, why: Why, bad: &BadFrame, out: Out<'_>) {
        self.stats.bad += 1;
        self.stats.discarded += bad.bytes().len() as u64;
        out(Observation::Bad(Bad::new(why, bad.bytes(), false)));
    }
}

impl Decoder for Watch {
    fn push(&mut self, bytes: &[u8], _: u64, out: Out<'_>) {
        self.stats.bytes += bytes.len() as u64;
        let mut lines = std::mem::take(&mut self.lines);
        lines.push(bytes, &mut |frame| match frame {
            Ok(frame) => self.heard(frame, out),
            Err(bad) => self.bad(Why::BadCheck, &bad, out),
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
            self.bad(Why::Cut, &bad, out);
        }
        (self.boot, self.last, self.asked_ms) = (None, 0, None);
        self.output.clear();
    }

    /// Only a device that was heard can be told a mode.
    fn order(&mut self, order: Order) -> bool {
        match (order, self.boot) {
            (Order::Query, _) => self.say(&HostFrame::Query { boot: BootId(0), seq: 0 }),
            (Order::Want(mode), Some(boot)) if mode != Mode::Fault => {
                self.say(&HostFrame::Want { boot, mode })
            }
            (Order::Want(_) | Order::Release | Order::SelfTest, _) => return false,
        }
        true
    }

    fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    fn stats(&self) -> LinkStats {
        self.stats
    }

    fn pending(&self) -> usize {
        self.lines.pending()
    }
}
