//! The host's side of BLP/1: bytes in, reports out, orders back. No port and no clock here;
//! time is an argument, in milliseconds of any clock that does not go back.
//!
//! What it promises: each stored frame of a power-up is passed on once and in order; a frame
//! is acknowledged only after [`Link::committed`] said it is on disk; what is missing is
//! asked for until it comes, and nothing after it is passed on meanwhile. Frames of a device
//! that has not said who it is are not passed on: the device says them again.
//!
//! Source: `docs/BLP1.md`, "Host to device".

use hall_core::machine::{BootId, LinkLoss, Mode, Report, SEQ_MAX, SetId, Stored};
use hall_core::machine::{is_newer, next_seq};

use crate::blp1::decoder::{BadFrame, Decoder};
use crate::blp1::frame::{Frame, Order};
use crate::link::{Link, LinkStats};
use crate::orders::Counted;

/// How often the wanted mode is said, the identity asked for and bad frames reported (BLP/1).
pub const SECOND_MS: u64 = 1_000;
/// No heartbeat for this long is a silent line (BLP/1: three are missing).
pub const SILENT_MS: u64 = 3_000;
/// A gap not closed after this long is reported (BLP/1).
pub const GAP_MS: u64 = 2_000;
/// How often a reported gap is asked for. At 9600 bits a second a full store takes the
/// device about 3.5 s to send, so asking each second would drown its heartbeats.
pub const GAP_ASK_MS: u64 = 5_000;
/// New gaps are asked for at most this often: each answer may be a whole store.
const ASK_AGAIN_MS: u64 = 200;
/// Repeats tell that an acknowledgement was lost; it is said again at most this often.
const ACK_AGAIN_MS: u64 = 100;
/// The most bytes that wait for the port: about 150 orders, minutes of them. All orders are
/// said again by the clock, so what does not fit is dropped and counted.
pub const OUTPUT_MAX: usize = 4_096;
/// How many bytes of a bad frame are reported ([`Report::BadFrames`]).
const BAD_FIRST_MAX: usize = 32;

/// The host's end of one line. See the module.
#[derive(Debug, Default)]
pub struct Host {
    decoder: Decoder<Frame>,
    output: Vec<u8>,
    stats: LinkStats,
    /// What the record has: a power-up and its last frame on disk.
    known: Option<(BootId, u32)>,
    wanted: Option<Mode>,
    phase: Phase,
    identity: Option<Identity>,
    /// The last frame passed on of `identity.boot`; 0: none.
    passed: u32,
    gap: Option<Gap>,
    beat: Option<(Mode, u8, u32)>,
    reported_loss: Option<LinkLoss>,
    /// When this opening of the port last heard another power-up than before.
    changed_ms: Option<u64>,
    /// A query is on its way and no identity has come since.
    asked: bool,
    asked_ms: u64,
    wanted_ms: u64,
    acked_ms: u64,
    bad: Bad,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Phase {
    #[default]
    Closed,
    /// The port is open; who is there is not known.
    Asking {
        since_ms: u64,
    },
    Up {
        heard_ms: u64,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Identity {
    boot: BootId,
    balls: u8,
    set: SetId,
}

#[derive(Debug, Clone, Copy)]
struct Gap {
    since_ms: u64,
    /// The oldest frame beyond the gap that came, or the number a heartbeat told.
    got: u32,
    /// Whether `got` itself came; a heartbeat only tells that it was.
    came: bool,
    reported: bool,
}

#[derive(Debug, Default)]
struct Bad {
    count: u32,
    bytes: u32,
    first: Vec<u8>,
    reported_ms: Option<u64>,
}

impl Host {
    /// Returns the end of a closed line. `known`: the power-up the record knows and the last
    /// of its frames it has on disk.
    pub fn new(known: Option<(BootId, u32)>) -> Host {
        Host { known, ..Host::default() }
    }

    /// Returns the power-up heard and the last frame passed on; 0 is none.
    pub fn position(&self) -> Option<(BootId, u32)> {
        self.identity.map(|i| (i.boot, self.passed))
    }
}

impl Link for Host {
    /// The port is open: asks who is there. Nothing counts until the identity comes.
    fn opened(&mut self, now_ms: u64) {
        self.forget_line();
        self.phase = Phase::Asking { since_ms: now_ms };
        self.ask(now_ms);
    }

    /// The port is closed or could not be opened. Reported once until it changes or a device
    /// has said its identity again.
    fn lost(&mut self, why: LinkLoss, now_ms: u64, out: &mut Vec<Report>) {
        self.forget_line();
        self.phase = Phase::Closed;
        self.report_bad(now_ms, out);
        self.report_loss(why, out);
    }

    /// Takes bytes of the line, in pieces of any size.
    fn receive(&mut self, bytes: &[u8], now_ms: u64, out: &mut Vec<Report>) {
        self.stats.bytes += bytes.len() as u64;
        // Lent out for the call, so that the closure may have the rest.
        let mut decoder = std::mem::take(&mut self.decoder);
        decoder.push(bytes, &mut |frame| match frame {
            Ok(frame) => self.heard(frame, now_ms, out),
            Err(bad) => self.note_bad(&bad),
        });
        self.stats.frame_bytes = decoder.frame_bytes();
        self.decoder = decoder;
        self.report_bad(now_ms, out);
    }

    /// Counts bytes that the port threw away unread.
    fn flushed(&mut self, bytes: u64) {
        self.stats.bytes += bytes;
        self.stats.discarded += bytes;
    }

    /// Lets time pass: call it at least every 50 ms while the port is open.
    fn tick(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        self.report_bad(now_ms, out);
        match self.phase {
            Phase::Closed => (),
            Phase::Asking { since_ms } => {
                if now_ms >= self.asked_ms + SECOND_MS {
                    self.ask(now_ms);
                }
                if now_ms >= since_ms + SILENT_MS {
                    self.report_loss(LinkLoss::Silent, out);
                }
            }
            Phase::Up { heard_ms } => {
                if now_ms >= heard_ms + SILENT_MS {
                    self.phase = Phase::Asking { since_ms: now_ms };
                    self.gap = None;
                    self.report_loss(LinkLoss::Silent, out);
                    self.ask(now_ms);
                    return;
                }
                if now_ms >= self.wanted_ms + SECOND_MS {
                    self.wanted_ms = now_ms;
                    self.say_wanted();
                }
                self.tick_gap(now_ms, out);
            }
        }
    }

    /// The mode the machine should be in, said every second and at once when it changes.
    /// [`Mode::Fault`] is nothing to ask for and is not. Before the first call nothing is
    /// said, and the machine holds by itself.
    fn want(&mut self, mode: Mode) {
        if mode == Mode::Fault || self.wanted == Some(mode) {
            return;
        }
        self.wanted = Some(mode);
        self.say_wanted();
    }

    /// The record has everything up to `seq` on disk: acknowledges it. What was never passed
    /// on is not acknowledged.
    fn committed(&mut self, boot: BootId, seq: u32) {
        let current = self.identity.is_some_and(|i| i.boot == boot);
        if !current || seq == 0 || self.passed == 0 || is_newer(seq, self.passed) {
            return;
        }
        let more = match self.known {
            Some((known, on_disk)) if known == boot => on_disk == 0 || is_newer(seq, on_disk),
            Some(_) | None => true,
        };
        if more {
            self.known = Some((boot, seq));
            self.say_ack();
        }
    }

    /// It counts itself, and knows better.
    fn counted(&mut self, _counted: Counted) {}

    /// People have decided to go on without the frames of a reported gap, and the record
    /// says so: what comes after them is passed on. Without a reported gap of this power-up
    /// nothing happens.
    fn accept_gap(&mut self, boot: BootId) {
        let current = self.identity.is_some_and(|i| i.boot == boot);
        if let Some(gap) = self.gap.filter(|gap| gap.reported && current) {
            let before = if gap.got <= 1 { SEQ_MAX } else { gap.got - 1 };
            self.passed = if gap.came { before } else { gap.got };
            self.gap = None;
        }
    }

    /// Takes the bytes to send.
    fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    /// Returns the counts since the start.
    fn stats(&self) -> LinkStats {
        self.stats
    }
}

impl Host {
    fn heard(&mut self, frame: Frame, now_ms: u64, out: &mut Vec<Report>) {
        self.stats.frames += 1;
        match frame {
            Frame::Identity { boot, balls, set } => {
                self.heard_identity(Identity { boot, balls, set }, now_ms, out);
            }
            Frame::Beat { seq, mode, out: balls_out } => {
                self.heard_beat((mode, balls_out, seq), now_ms, out);
            }
            Frame::Stored { seq, what } => self.heard_stored(seq, what, now_ms, out),
        }
    }

    fn heard_identity(&mut self, identity: Identity, now_ms: u64, out: &mut Vec<Report>) {
        let was_up = matches!(self.phase, Phase::Up { .. });
        if self.phase == Phase::Closed {
            return;
        }
        let same_boot = self.identity.is_some_and(|i| i.boot == identity.boot);
        if self.identity.is_some() && self.identity != Some(identity) {
            if self.changed_ms.is_some_and(|at| now_ms < at + SECOND_MS) {
                // Two in a second are no machine that starts: nothing it says counts before it says
                // so again. Each would be a line of the record, however fast they come.
                if was_up {
                    self.phase = Phase::Asking { since_ms: now_ms };
                    self.gap = None;
                }
                return;
            }
            self.changed_ms = Some(now_ms);
        }
        if !same_boot {
            self.passed = match self.known {
                Some((boot, seq)) if boot == identity.boot => seq,
                Some(_) | None => 0,
            };
            self.gap = None;
        }
        if !was_up || self.identity != Some(identity) {
            let Identity { boot, balls, set } = identity;
            out.push(Report::Identity { boot, balls, set });
            self.beat = None;
            self.reported_loss = None;
        }
        self.identity = Some(identity);
        let heard_ms = match self.phase {
            // An identity is no heartbeat: a line that has only those falls silent.
            Phase::Up { heard_ms } if same_boot => heard_ms,
            Phase::Up { .. } | Phase::Asking { .. } | Phase::Closed => now_ms,
        };
        self.phase = Phase::Up { heard_ms };
        // A device that says it unasked has not heard a query, and sends no frames before.
        let answer = std::mem::take(&mut self.asked);
        if !answer {
            self.ask(now_ms);
        }
        if !was_up || !same_boot {
            self.say_ack();
            self.wanted_ms = now_ms;
            self.say_wanted();
        }
    }

    fn heard_beat(&mut self, beat: (Mode, u8, u32), now_ms: u64, out: &mut Vec<Report>) {
        let (Phase::Up { .. }, Some(identity)) = (self.phase, self.identity) else {
            return;
        };
        self.phase = Phase::Up { heard_ms: now_ms };
        let (mode, balls_out, seq) = beat;
        if seq == self.passed {
            if self.beat != Some(beat) {
                self.beat = Some(beat);
                out.push(Report::Beat { boot: identity.boot, seq, mode, out: balls_out });
            }
        } else if self.is_beyond(seq) {
            // The device has said frames that never came.
            self.note_gap(seq, false, now_ms);
        } else if now_ms >= self.asked_ms + SECOND_MS {
            // It knows less than it said: another power-up whose identity got lost?
            self.ask(now_ms);
        }
    }

    fn heard_stored(&mut self, seq: u32, what: Stored, now_ms: u64, out: &mut Vec<Report>) {
        let (Phase::Up { .. }, Some(identity)) = (self.phase, self.identity) else {
            self.stats.early += 1;
            return;
        };
        if seq == next_seq(self.passed) {
            self.passed = seq;
            out.push(Report::Stored { boot: identity.boot, seq, what });
            // What is still missing after this one opens a gap of its own.
            self.gap = None;
        } else if self.is_beyond(seq) {
            self.stats.early += 1;
            self.note_gap(seq, true, now_ms);
        } else {
            self.stats.duplicates += 1;
            if now_ms >= self.acked_ms + ACK_AGAIN_MS {
                self.acked_ms = now_ms;
                self.say_ack();
            }
        }
    }

    /// Returns whether `seq` comes after what was passed on.
    fn is_beyond(&self, seq: u32) -> bool {
        if self.passed == 0 { seq != 0 } else { seq != 0 && is_newer(seq, self.passed) }
    }

    fn note_gap(&mut self, got: u32, came: bool, now_ms: u64) {
        match &mut self.gap {
            Some(gap) => {
                if came && (!gap.came || is_newer(gap.got, got)) {
                    gap.got = got;
                    gap.came = true;
                }
            }
            None => {
                self.gap = Some(Gap { since_ms: now_ms, got, came, reported: false });
                if now_ms >= self.asked_ms + ASK_AGAIN_MS {
                    self.ask(now_ms);
                }
            }
        }
    }

    fn tick_gap(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        let (Some(gap), Some(identity)) = (&mut self.gap, self.identity) else {
            return;
        };
        if !gap.reported && now_ms >= gap.since_ms + GAP_MS {
            gap.reported = true;
            let (boot, expected, got) = (identity.boot, next_seq(self.passed), gap.got);
            out.push(Report::Gap { boot, expected, got });
            self.stats.gaps += 1;
        }
        let pace = if gap.reported { GAP_ASK_MS } else { SECOND_MS };
        if now_ms >= self.asked_ms + pace {
            self.ask(now_ms);
        }
    }

    fn ask(&mut self, now_ms: u64) {
        self.asked = true;
        self.asked_ms = now_ms;
        let (boot, seq) = self.position().or(self.known).unwrap_or_default();
        self.say(&Order::Query { boot, seq });
    }

    fn say_wanted(&mut self) {
        if let (Phase::Up { .. }, Some(identity), Some(mode)) = (self.phase, self.identity, self.wanted) {
            self.say(&Order::Want { boot: identity.boot, mode });
        }
    }

    /// Says what is on disk, if anything of this power-up is.
    fn say_ack(&mut self) {
        if let (Phase::Up { .. }, Some(identity), Some((boot, seq))) = (self.phase, self.identity, self.known)
            && boot == identity.boot
            && seq != 0
        {
            self.say(&Order::Ack { boot, seq });
        }
    }

    fn say(&mut self, order: &Order) {
        let line = order.encode();
        if self.output.len() + line.len() <= OUTPUT_MAX {
            self.output.extend_from_slice(line.as_bytes());
        } else {
            self.stats.orders_dropped += 1;
        }
    }

    /// Drops what belongs to one opening of the port.
    fn forget_line(&mut self) {
        if let Some(bad) = self.decoder.cut() {
            self.note_bad(&bad);
        }
        self.output.clear();
        self.gap = None;
        self.asked = false;
        self.changed_ms = None;
    }

    fn report_loss(&mut self, why: LinkLoss, out: &mut Vec<Report>) {
        if self.reported_loss != Some(why) {
            self.reported_loss = Some(why);
            out.push(Report::LinkLost(why));
        }
    }

    fn note_bad(&mut self, bad: &BadFrame) {
        self.stats.bad += 1;
        self.stats.discarded += bad.bytes().len() as u64;
        if self.bad.count == 0 {
            self.bad.first = bad.bytes().iter().take(BAD_FIRST_MAX).copied().collect();
        }
        self.bad.count = self.bad.count.saturating_add(1);
        self.bad.bytes = self.bad.bytes.saturating_add(bad.bytes().len() as u32);
    }

    fn report_bad(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        let due = self.bad.reported_ms.is_none_or(|at| now_ms >= at + SECOND_MS);
        if self.bad.count > 0 && due {
            let Bad { count, bytes, first, .. } = std::mem::take(&mut self.bad);
            self.bad.reported_ms = Some(now_ms);
            out.push(Report::BadFrames { count, bytes, first });
        }
    }
}
