//! The host's side of BLP/1: bytes in, reports out, orders back. No port and no clock; time is an argument, in
//! milliseconds of any clock that does not go back.
//!
//! Each stored frame of a power-up is passed on once and in order. A frame is acknowledged only after
//! [`Link::committed`]. A missing frame is asked for until it comes, and nothing after it is passed on meanwhile. Frames
//! of a device before its identity are dropped: the device repeats them.
//!
//! Source: `docs/BLP1.md`, "Host to device".

use hall_core::machine::{BootId, LinkLoss, Mode, Report, SEQ_MAX, SetId, Stored};
use hall_core::machine::{is_newer, next_seq};

use crate::blp1::decoder::{BadFrame, LineDecoder};
use crate::blp1::frame::{Frame, HostFrame};
use crate::link::{Link, LinkStats, Phase};
use crate::trouble::Trouble;

/// How often the wanted mode is said and the identity asked for (BLP/1).
pub const SECOND_MS: u64 = 1_000;
/// A silent line: three heartbeats are missing (BLP/1).
pub const SILENT_MS: u64 = 3_000;
/// A gap not closed after this long is reported (BLP/1).
pub const GAP_MS: u64 = 2_000;
/// How often a reported gap is asked for. At 9600 bits a second a full store takes about 3.5 s to send: asking each
/// second would drown the heartbeats.
pub const GAP_ASK_MS: u64 = 5_000;
/// New gaps are asked for at most this often: each answer may be a whole store.
const ASK_AGAIN_MS: u64 = 200;
/// A repeated frame means a lost acknowledgement, which is repeated at most this often.
const ACK_AGAIN_MS: u64 = 100;
/// The most bytes that wait for the port: about 150 orders, minutes of them. All orders are repeated by the clock, so
/// what does not fit is dropped and counted.
pub const OUTPUT_MAX: usize = 4_096;

/// The host's end of one line.
#[derive(Debug, Default)]
pub struct Host {
    decoder: LineDecoder<Frame>,
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
    /// When this opening of the port last heard another power-up than before.
    changed_ms: Option<u64>,
    /// A query is on its way and no identity has come since.
    asked: bool,
    asked_ms: u64,
    wanted_ms: u64,
    acked_ms: u64,
    trouble: Trouble,
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

impl Host {
    /// The end of a closed line. `known`: the last power-up in the record and its last frame on disk.
    pub fn new(known: Option<(BootId, u32)>) -> Host {
        Host { known, ..Host::default() }
    }

    /// The power-up heard and the last frame passed on; 0: none.
    pub fn position(&self) -> Option<(BootId, u32)> {
        self.identity.map(|i| (i.boot, self.passed))
    }
}

impl Link for Host {
    fn opened(&mut self, now_ms: u64) {
        self.forget_line();
        self.phase = Phase::Waiting { since_ms: now_ms };
        self.ask(now_ms);
    }

    fn lost(&mut self, why: LinkLoss, now_ms: u64, out: &mut Vec<Report>) {
        self.forget_line();
        self.phase = Phase::Closed;
        self.trouble.report_bad(now_ms, out);
        self.trouble.report_loss(why, out);
    }

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
        self.trouble.report_bad(now_ms, out);
    }

    fn flushed(&mut self, bytes: u64) {
        self.stats.bytes += bytes;
        self.stats.discarded += bytes;
    }

    fn tick(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        self.trouble.report_bad(now_ms, out);
        match self.phase {
            Phase::Closed => (),
            Phase::Waiting { since_ms } => {
                if now_ms >= self.asked_ms + SECOND_MS {
                    self.ask(now_ms);
                }
                if now_ms >= since_ms + SILENT_MS {
                    self.trouble.report_loss(LinkLoss::Silent, out);
                }
            }
            Phase::Up { heard_ms } => {
                if now_ms >= heard_ms + SILENT_MS {
                    self.phase = Phase::Waiting { since_ms: now_ms };
                    self.gap = None;
                    self.trouble.report_loss(LinkLoss::Silent, out);
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

    /// Said every second, and at once when it changes. [`Mode::Fault`] cannot be asked for. Before the first call nothing
    /// is said, and the machine holds by itself.
    fn want(&mut self, mode: Mode) {
        if mode == Mode::Fault || self.wanted == Some(mode) {
            return;
        }
        self.wanted = Some(mode);
        self.say_wanted();
    }

    /// Acknowledges it, as far as it was passed on.
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

    /// What comes after the gap is passed on. Does nothing without a reported gap of this power-up.
    fn accept_gap(&mut self, boot: BootId) {
        let current = self.identity.is_some_and(|i| i.boot == boot);
        if let Some(gap) = self.gap.filter(|gap| gap.reported && current) {
            let before = if gap.got <= 1 { SEQ_MAX } else { gap.got - 1 };
            self.passed = if gap.came { before } else { gap.got };
            self.gap = None;
        }
    }

    fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

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
                // No machine starts twice in a second: nothing counts before it repeats its identity. Each would be a
                // line of the record, however fast they come.
                if was_up {
                    self.phase = Phase::Waiting { since_ms: now_ms };
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
            self.trouble.heard();
        }
        self.identity = Some(identity);
        let heard_ms = match self.phase {
            // An identity is no heartbeat: a line that has only those falls silent.
            Phase::Up { heard_ms } if same_boot => heard_ms,
            Phase::Up { .. } | Phase::Waiting { .. } | Phase::Closed => now_ms,
        };
        self.phase = Phase::Up { heard_ms };
        // A device that says it unasked has not heard a query, and sends no frames before one.
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
            // Frames were lost.
            self.note_gap(seq, false, now_ms);
        } else if now_ms >= self.asked_ms + SECOND_MS {
            // The device is behind: another power-up whose identity got lost?
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

    /// Whether `seq` comes after what was passed on.
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
        self.say(&HostFrame::Query { boot, seq });
    }

    fn say_wanted(&mut self) {
        if let (Phase::Up { .. }, Some(identity), Some(mode)) = (self.phase, self.identity, self.wanted) {
            self.say(&HostFrame::Want { boot: identity.boot, mode });
        }
    }

    /// Acknowledges what is on disk of this power-up.
    fn say_ack(&mut self) {
        if let (Phase::Up { .. }, Some(identity), Some((boot, seq))) = (self.phase, self.identity, self.known)
            && boot == identity.boot
            && seq != 0
        {
            self.say(&HostFrame::Ack { boot, seq });
        }
    }

    fn say(&mut self, order: &HostFrame) {
        let line = order.encode();
        if self.output.len() + line.len() <= OUTPUT_MAX {
            self.output.extend_from_slice(line.as_bytes());
        } else {
            self.stats.orders_dropped += 1;
        }
    }

    /// Drops the state of one opening of the port.
    fn forget_line(&mut self) {
        if let Some(bad) = self.decoder.cut() {
            self.note_bad(&bad);
        }
        self.output.clear();
        self.gap = None;
        self.asked = false;
        self.changed_ms = None;
    }

    fn note_bad(&mut self, bad: &BadFrame) {
        self.stats.bad += 1;
        self.stats.discarded += bad.bytes().len() as u64;
        self.trouble.note_bad(bad.bytes().len() as u32, bad.bytes());
    }
}
