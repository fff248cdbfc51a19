//! The host's end of machines that neither store nor number: their observations become numbered frames. No port and no
//! clock; the numbers of power-ups come from outside.
//!
//! As [`crate::host::Host`] does for BLP/1:
//!
//! - Each thing seen is reported once and in order, numbered from 1.
//! - Where bytes may have been lost, balls may have come unseen. Another power-up is reported, which holds a running game
//!   (`Rebooted`): at each opening of the port, when a silent machine is heard again, and when a line brings nothing but
//!   bad bytes (`understood.rs`). The machine may have forgotten nothing, but we may have missed something, and that
//!   is the same to the game (NL2, NL8).
//! - A broken frame that was not repeated may have been a ball: a gap is reported, and nothing behind it is passed on
//!   before people have decided (ADR 11).
//! - Balls are counted from the record's own count on, because the machine does not count.
//!
//! A machine without heartbeat and answers whose cable is pulled at the far end, the port staying open, looks like one at
//! rest.

use std::collections::{BTreeSet, VecDeque};

use hall_core::machine::{BootId, Fault, LinkLoss, Mode, Report, SetId, Stored, next_seq};

use crate::decoder::{Decoder, Order, Out};
use crate::link::{Link, LinkStats, Phase, WAIT_MS};
use crate::observation::{Observation, Reading};
use crate::orders::Counted;
use crate::trouble::Trouble;
use crate::understood::Understood;

mod tally;

use tally::Tally;

/// The most things that wait behind a gap: about fourteen balls.
pub const HELD_MAX: usize = 128;
/// An order that the machine does not obey is repeated so often, in milliseconds.
const ORDER_AGAIN_MS: u64 = 1_000;

/// The times of a machine, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Timing {
    /// A longer silence is a lost line; `None`: the machine speaks only of balls.
    pub silent_ms: Option<u64>,
    /// A broken frame is repeated within this; `None`: never.
    pub resend_ms: Option<u64>,
    /// How long LOAD takes, of which the machine says nothing; `None`: it says [`Observation::Loaded`].
    pub load_ms: Option<u64>,
    /// How often the last order is repeated to a machine that does not say what it does; `None`: never.
    pub again_ms: Option<u64>,
}

/// The end of one such line.
pub struct Numbered {
    /// Lent out while it decodes.
    decoder: Option<Box<dyn Decoder>>,
    /// The set of a ball whose frame does not say it: that of the tag table or of the settings.
    set: SetId,
    timing: Timing,
    boots: Box<dyn FnMut() -> BootId + Send>,
    phase: Phase,
    up: PowerUp,
    tally: Tally,
    wanted: Option<Mode>,
    ordered_ms: Option<u64>,
    loading_ms: Option<u64>,
    understood: Understood,
    trouble: Trouble,
    stats: LinkStats,
}

/// What is known since one power-up.
#[derive(Debug, Default)]
struct PowerUp {
    boot: BootId,
    /// The last frame passed on; 0: none.
    passed: u32,
    /// What waits behind a gap, the gap's own frame not included.
    gap: Option<VecDeque<Held>>,
    /// What people accepted, on its way out.
    accepted: VecDeque<Held>,
    /// When a frame came broken that was not repeated yet.
    doubt_ms: Option<u64>,
    faults: BTreeSet<Fault>,
    /// The mode the machine said last.
    said_mode: Option<Mode>,
    /// The heartbeat reported last.
    beat: Option<(Mode, u8, u32)>,
}

#[derive(Debug, Clone, Copy)]
enum Held {
    Frame(Stored),
    Lost,
}

impl Numbered {
    /// The end of a closed line. `set`: the set of a ball whose frame does not say it. `known`: the last power-up in the
    /// record, so that none is used twice. `out`: balls out of the drum by the record, 0 to 90. `boots`: random numbers,
    /// one for each power-up.
    pub fn new(
        decoder: Box<dyn Decoder>,
        set: SetId,
        timing: Timing,
        known: Option<BootId>,
        out: u8,
        boots: impl FnMut() -> BootId + Send + 'static,
    ) -> Numbered {
        Numbered {
            decoder: Some(decoder),
            set,
            timing,
            boots: Box::new(boots),
            phase: Phase::Closed,
            up: PowerUp { boot: known.unwrap_or_default(), ..PowerUp::default() },
            tally: Tally::new(out),
            wanted: None,
            ordered_ms: None,
            loading_ms: None,
            understood: Understood::default(),
            trouble: Trouble::default(),
            stats: LinkStats::default(),
        }
    }

    /// Begins another power-up: something may have been missed before it.
    fn power_up(&mut self) {
        let mut boot = (self.boots)();
        // Never the one before, and never 0.
        while boot == self.up.boot || boot == BootId(0) {
            boot = BootId(boot.0.wrapping_add(1));
        }
        self.up = PowerUp { boot, ..PowerUp::default() };
        self.tally.begin_anew();
    }

    /// Drops what waits: a loss of its own stands before it.
    fn forget_gap(&mut self) {
        self.up.gap = None;
        self.up.accepted.clear();
        self.up.doubt_ms = None;
    }

    /// The machine was heard.
    fn heard(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        if let Phase::Waiting { .. } = self.phase {
            self.power_up();
            self.trouble.heard();
            self.ordered_ms = None;
            out.push(Report::Identity { boot: self.up.boot, balls: 90, set: self.set });
        }
        if self.phase != Phase::Closed {
            self.phase = Phase::Up { heard_ms: now_ms };
        }
    }

    fn take_in(&mut self, seen: Observation, now_ms: u64, out: &mut Vec<Report>) {
        if let Observation::Bad(bad) = seen {
            self.trouble.note_bad(bad.len, bad.first());
            if bad.doubt && matches!(self.phase, Phase::Up { .. }) {
                self.up.doubt_ms.get_or_insert(now_ms);
                if self.timing.resend_ms.is_none() {
                    self.lose(out);
                }
            }
            return;
        }
        if let Observation::Typed(_) = seen {
            // A person's word is never evidence from a machine (DECISIONS 22).
            return;
        }
        self.heard(now_ms, out);
        if matches!(
            seen,
            Observation::Repeat | Observation::Read(_) | Observation::NoRead | Observation::UnknownTag(_)
        ) {
            self.up.doubt_ms = None;
        }
        let what = match seen {
            Observation::Bad(_) | Observation::Typed(_) | Observation::Alive | Observation::Repeat => return,
            Observation::Blind(_) => return self.lose(out),
            Observation::Mode(mode) => {
                self.up.said_mode = Some(mode);
                return;
            }
            Observation::Present => Stored::Present,
            Observation::Read(Reading { number, set, confidence }) => {
                Stored::Read { number, set: set.unwrap_or(self.set), confidence }
            }
            Observation::NoRead => Stored::NoRead,
            Observation::UnknownTag(tag) => {
                // The record gets the tag as unexplained bytes.
                let text = tag.to_string();
                self.trouble.note_bad(text.len() as u32, text.as_bytes());
                Stored::NoRead
            }
            Observation::Gone => Stored::Gone,
            Observation::FaultRaised(fault) => {
                self.up.faults.insert(fault);
                Stored::FaultRaised(fault)
            }
            Observation::FaultCleared(fault) => {
                self.up.faults.remove(&fault);
                Stored::FaultCleared(fault)
            }
            Observation::DoorOpened => Stored::DoorOpened,
            Observation::DoorClosed => Stored::DoorClosed,
            Observation::Loaded => {
                self.loading_ms = None;
                Stored::Loaded
            }
        };
        self.pass(Held::Frame(what), out);
    }

    /// Passes on what people accepted, up to the next loss in it.
    fn pass_accepted(&mut self, out: &mut Vec<Report>) {
        for what in std::mem::take(&mut self.up.accepted) {
            self.pass(what, out);
        }
    }

    /// Numbers and reports what was seen, or keeps it behind the gap.
    fn pass(&mut self, what: Held, out: &mut Vec<Report>) {
        if let Some(held) = &mut self.up.gap {
            if held.len() < HELD_MAX {
                held.push_back(what);
            } else {
                // One more gap for all that did not fit.
                self.stats.early += 1;
                held[HELD_MAX - 1] = Held::Lost;
            }
            return;
        }
        match what {
            Held::Frame(what) => {
                self.up.passed = next_seq(self.up.passed);
                self.tally.take(self.up.passed, what);
                out.push(Report::Stored { boot: self.up.boot, seq: self.up.passed, what });
            }
            Held::Lost => {
                let lost = next_seq(self.up.passed);
                self.stats.gaps += 1;
                self.up.gap = Some(VecDeque::new());
                out.push(Report::Gap { boot: self.up.boot, expected: lost, got: lost });
            }
        }
    }

    /// A frame that may have been a ball will not be repeated.
    fn lose(&mut self, out: &mut Vec<Report>) {
        self.up.doubt_ms = None;
        let known = self.up.gap.as_ref().is_some_and(|held| matches!(held.back(), None | Some(Held::Lost)));
        if !known {
            self.pass(Held::Lost, out);
        }
    }

    fn mode(&self) -> Mode {
        if !self.up.faults.is_empty() {
            return Mode::Fault;
        }
        // A machine that never says what it does is assumed to obey.
        self.up.said_mode.or(self.wanted).unwrap_or(Mode::Stop)
    }

    fn tick_silence(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        let Some(silent_ms) = self.timing.silent_ms else { return };
        match self.phase {
            Phase::Waiting { since_ms } if now_ms >= since_ms + silent_ms => {
                self.trouble.report_loss(LinkLoss::Silent, out);
            }
            Phase::Up { heard_ms } if now_ms >= heard_ms + silent_ms => {
                self.phase = Phase::Waiting { since_ms: now_ms };
                self.forget_gap();
                self.trouble.report_loss(LinkLoss::Silent, out);
            }
            Phase::Closed | Phase::Waiting { .. } | Phase::Up { .. } => (),
        }
    }

    /// Orders the wanted mode: once, and again while the machine says that it does something else; where it says nothing
    /// of it, as often as its file allows.
    fn tick_orders(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        let Some(wanted) = self.wanted else { return };
        let obeyed = match (self.up.said_mode, wanted) {
            // Both are a machine at rest; and one that is silent about loading cannot say that it does.
            (Some(Mode::Stop | Mode::Hold), Mode::Stop | Mode::Hold) | (None, _) => true,
            (Some(_), Mode::Load) if self.timing.load_ms.is_some() => true,
            (Some(said), wanted) => said == wanted,
        };
        let again_ms = if self.up.said_mode.is_none() { self.timing.again_ms } else { None };
        let due = match self.ordered_ms {
            None => true,
            Some(at) if !obeyed => now_ms >= at + ORDER_AGAIN_MS,
            Some(at) => again_ms.is_some_and(|ms| now_ms >= at + ms),
        };
        if due {
            self.ordered_ms = Some(now_ms);
            self.decoder().order(Order::Want(wanted));
        }
        let Some(load_ms) = self.timing.load_ms else { return };
        match self.loading_ms {
            // What waits behind a gap may be a ball: nothing is loaded before people have decided.
            _ if wanted != Mode::Load || self.tally.out() == 0 || self.up.gap.is_some() => {
                self.loading_ms = None;
            }
            None => self.loading_ms = Some(now_ms),
            Some(since) if now_ms >= since + load_ms => {
                self.loading_ms = None;
                self.pass(Held::Frame(Stored::Loaded), out);
            }
            Some(_) => (),
        }
    }

    fn tick_beat(&mut self, out: &mut Vec<Report>) {
        // Between drum and rack a ball counts nowhere (BLP/1), and while frames are missing the count is unknown.
        if self.tally.is_present() || self.up.gap.is_some() {
            return;
        }
        let beat = (self.mode(), self.tally.out(), self.up.passed);
        if self.up.beat != Some(beat) {
            self.up.beat = Some(beat);
            let (mode, balls_out, seq) = beat;
            out.push(Report::Beat { boot: self.up.boot, seq, mode, out: balls_out });
        }
    }

    /// Lends the decoder out, so that its observations may change the rest.
    fn decode(&mut self, now_ms: u64, out: &mut Vec<Report>, feed: impl FnOnce(&mut dyn Decoder, Out<'_>)) {
        let Some(mut decoder) = self.decoder.take() else { return };
        feed(decoder.as_mut(), &mut |seen| self.take_in(seen, now_ms, out));
        self.decoder = Some(decoder);
    }

    /// Outside [`Numbered::decode`] it is always there.
    fn decoder(&mut self) -> &mut dyn Decoder {
        self.decoder.as_deref_mut().expect("lent out for one call only")
    }
}

impl Link for Numbered {
    fn opened(&mut self, now_ms: u64) {
        self.understood.begin(self.stats(), now_ms);
        self.phase = Phase::Waiting { since_ms: now_ms };
    }

    fn lost(&mut self, why: LinkLoss, now_ms: u64, out: &mut Vec<Report>) {
        self.decode(now_ms, out, |decoder, seen| decoder.cut(seen));
        self.phase = Phase::Closed;
        self.forget_gap();
        self.loading_ms = None;
        self.trouble.report_bad(now_ms, out);
        self.trouble.report_loss(why, out);
    }

    fn receive(&mut self, bytes: &[u8], now_ms: u64, out: &mut Vec<Report>) {
        self.pass_accepted(out);
        self.decode(now_ms, out, |decoder, seen| decoder.push(bytes, now_ms, seen));
        self.trouble.report_bad(now_ms, out);
    }

    fn flushed(&mut self, bytes: u64) {
        self.stats.bytes += bytes;
        self.stats.discarded += bytes;
    }

    fn tick(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        self.trouble.report_bad(now_ms, out);
        self.pass_accepted(out);
        if let (Phase::Waiting { .. }, None) = (self.phase, self.timing.silent_ms) {
            // It speaks only of balls: an open port is all there is to know.
            self.heard(now_ms, out);
        }
        if self.phase != Phase::Closed {
            self.decode(now_ms, out, |decoder, seen| decoder.tick(now_ms, seen));
            self.tick_silence(now_ms, out);
        }
        if let Phase::Up { .. } = self.phase {
            if self.up.doubt_ms.is_some_and(|at| now_ms >= at + self.timing.resend_ms.unwrap_or(0)) {
                self.lose(out);
            }
            self.tick_orders(now_ms, out);
            self.tick_beat(out);
        }
        if self.understood.gives_up(self.stats(), now_ms) {
            self.lost(LinkLoss::Silent, now_ms, out);
            self.phase = Phase::Waiting { since_ms: now_ms };
        }
    }

    fn want(&mut self, mode: Mode) {
        if mode != Mode::Fault && self.wanted != Some(mode) {
            self.wanted = Some(mode);
            self.ordered_ms = None;
        }
    }

    fn committed(&mut self, boot: BootId, seq: u32) {
        if boot == self.up.boot && seq != 0 && seq == self.up.passed && self.up.gap.is_none() {
            self.decoder().committed();
        }
    }

    fn counted(&mut self, counted: Counted) {
        self.tally.told(counted, self.up.boot);
    }

    fn accept_gap(&mut self, boot: BootId) {
        if boot != self.up.boot {
            return;
        }
        if let Some(held) = self.up.gap.take() {
            self.up.passed = next_seq(self.up.passed);
            self.up.accepted.extend(held);
        }
    }

    fn take_output(&mut self) -> Vec<u8> {
        self.decoder().take_output()
    }

    fn stats(&self) -> LinkStats {
        let decoder = self.decoder.as_ref().map(|decoder| decoder.stats()).unwrap_or_default();
        LinkStats {
            bytes: self.stats.bytes + decoder.bytes,
            discarded: self.stats.discarded + decoder.discarded,
            early: self.stats.early,
            gaps: self.stats.gaps,
            ..decoder
        }
    }

    fn wait_ms(&self) -> u16 {
        self.decoder.as_ref().map_or(WAIT_MS, |decoder| decoder.wait_ms())
    }
}

#[cfg(test)]
#[path = "numbered_tests.rs"]
mod tests;
