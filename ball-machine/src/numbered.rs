//! The host's end of machines that keep nothing and number nothing: their observations become
//! numbered frames here. No port and no clock; the numbers of power-ups come from outside.
//!
//! What it promises, as [`crate::host::Host`] does for BLP/1:
//!
//! - Each thing seen is one report, once and in order, numbered from 1.
//! - Where bytes may have been lost, balls may have come unseen. Another power-up is then told,
//!   and a running game is held (`Rebooted`): at each opening of the port, and when a machine that
//!   had fallen silent is heard again. The machine itself has forgotten nothing, but we may have
//!   missed something, and that is the same to the game (NL2, NL8).
//! - A frame that came broken and was not sent again may have been a ball: a gap is reported, and
//!   nothing behind it is passed on before people have decided (ADR 11).
//! - Balls are counted here, from the record's own count on: the machine does not.
//!
//! What it cannot know: a machine without heartbeat and without answers whose cable is pulled at the
//! far end, the port staying open, looks like one that rests.

use std::collections::{BTreeSet, VecDeque};

use hall_core::machine::{BootId, Fault, LinkLoss, Mode, Report, SetId, Stored, next_seq};

use crate::decoder::{Decoder, Order, Out};
use crate::link::{Link, LinkStats};
use crate::observation::{Observation, Reading};

mod tally;

use crate::orders::Counted;
use tally::Tally;

/// Things that may wait behind a gap for people to decide: about fourteen balls.
pub const HELD_MAX: usize = 128;
/// Bad frames are reported at most so often, in milliseconds.
const BAD_EVERY_MS: u64 = 1_000;
/// An order that the machine does not seem to obey is said again so often, in milliseconds.
const ORDER_AGAIN_MS: u64 = 1_000;

/// What is known of a machine beyond its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nature {
    /// The set of a ball whose frame does not say it: that of the tag table or of the settings.
    pub set: SetId,
    /// Silence of so many milliseconds is a lost line; `None`: the machine speaks only of balls.
    pub silent_ms: Option<u64>,
    /// A broken frame is sent again within so many milliseconds; `None`: never.
    pub resend_ms: Option<u64>,
    /// LOAD takes so many milliseconds and the machine says nothing of it; `None`: it tells
    /// [`Observation::Loaded`].
    pub load_ms: Option<u64>,
    /// A machine that does not say what it does hears its last order again so often, in milliseconds; `None`: it
    /// hears each once.
    pub again_ms: Option<u64>,
}

/// The end of one such line. See the module.
pub struct Numbered {
    /// Lent out while it decodes.
    decoder: Option<Box<dyn Decoder>>,
    nature: Nature,
    boots: Box<dyn FnMut() -> BootId + Send>,
    boot: BootId,
    /// The last frame passed on of `boot`; 0: none.
    passed: u32,
    phase: Phase,
    /// What waits behind a gap, the gap's own frame not included.
    gap: Option<VecDeque<Held>>,
    /// What people let pass, on its way out.
    accepted: VecDeque<Held>,
    /// A frame came broken then, and nothing has made up for it.
    doubt_ms: Option<u64>,
    tally: Tally,
    faults: BTreeSet<Fault>,
    /// What the machine said that it does; `None`: it never has.
    said_mode: Option<Mode>,
    wanted: Option<Mode>,
    ordered_ms: Option<u64>,
    loading_ms: Option<u64>,
    beat: Option<(Mode, u8, u32)>,
    reported_loss: Option<LinkLoss>,
    bad: Bad,
    stats: LinkStats,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Closed,
    /// The port is open and nothing was heard.
    Waiting {
        since_ms: u64,
    },
    Up {
        heard_ms: u64,
    },
}

#[derive(Debug, Clone, Copy)]
enum Held {
    Frame(Stored),
    Lost,
}

#[derive(Debug, Default)]
struct Bad {
    count: u32,
    bytes: u32,
    first: Vec<u8>,
    reported_ms: Option<u64>,
}

impl Numbered {
    /// Returns the end of a closed line. `known`: the power-up that the record knows, so that none
    /// is used twice. `out`: balls out of the drum by the record, 0 to 90. `boots`: random
    /// numbers, one for each power-up.
    pub fn new(
        decoder: Box<dyn Decoder>,
        nature: Nature,
        known: Option<BootId>,
        out: u8,
        boots: impl FnMut() -> BootId + Send + 'static,
    ) -> Numbered {
        Numbered {
            decoder: Some(decoder),
            nature,
            boots: Box::new(boots),
            boot: known.unwrap_or_default(),
            passed: 0,
            phase: Phase::Closed,
            gap: None,
            accepted: VecDeque::new(),
            doubt_ms: None,
            tally: Tally::new(out),
            faults: BTreeSet::new(),
            said_mode: None,
            wanted: None,
            ordered_ms: None,
            loading_ms: None,
            beat: None,
            reported_loss: None,
            bad: Bad::default(),
            stats: LinkStats::default(),
        }
    }

    /// Begins another power-up: what was seen before it may not be all there was.
    fn power_up(&mut self) {
        let mut boot = (self.boots)();
        // Another one than before, and never none, whatever the dice say.
        while boot == self.boot || boot == BootId(0) {
            boot = BootId(boot.0.wrapping_add(1));
        }
        self.boot = boot;
        self.passed = 0;
        self.forget_gap();
        self.tally.begin_anew();
        self.faults.clear();
        self.said_mode = None;
        self.beat = None;
    }

    /// What waited is behind a loss of its own now.
    fn forget_gap(&mut self) {
        self.gap = None;
        self.accepted.clear();
        self.doubt_ms = None;
    }

    /// Something good was heard: the machine is there.
    fn heard(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        if let Phase::Waiting { .. } = self.phase {
            self.power_up();
            self.reported_loss = None;
            self.ordered_ms = None;
            out.push(Report::Identity { boot: self.boot, balls: 90, set: self.nature.set });
        }
        if self.phase != Phase::Closed {
            self.phase = Phase::Up { heard_ms: now_ms };
        }
    }

    fn take_in(&mut self, seen: Observation, now_ms: u64, out: &mut Vec<Report>) {
        if let Observation::Bad(bad) = seen {
            self.note_bad(bad.len, bad.first());
            if bad.doubt && matches!(self.phase, Phase::Up { .. }) {
                self.doubt_ms.get_or_insert(now_ms);
                if self.nature.resend_ms.is_none() {
                    self.lose(out);
                }
            }
            return;
        }
        if let Observation::Typed(_) = seen {
            // A person's word is no machine's evidence (DECISIONS 22).
            return;
        }
        self.heard(now_ms, out);
        let what = match seen {
            Observation::Bad(_) | Observation::Typed(_) | Observation::Alive => return,
            Observation::Blind(_) => {
                self.lose(out);
                return;
            }
            Observation::Repeat => {
                self.doubt_ms = None;
                return;
            }
            Observation::Mode(mode) => {
                self.said_mode = Some(mode);
                return;
            }
            Observation::Present => Stored::Present,
            Observation::Read(Reading { number, set, confidence }) => {
                self.doubt_ms = None;
                Stored::Read { number, set: set.unwrap_or(self.nature.set), confidence }
            }
            Observation::NoRead => {
                self.doubt_ms = None;
                Stored::NoRead
            }
            Observation::UnknownTag(tag) => {
                self.doubt_ms = None;
                // The record gets the tag as the bytes that nobody could explain.
                let text = tag.to_string();
                self.note_bad(text.len() as u32, text.as_bytes());
                Stored::NoRead
            }
            Observation::Gone => Stored::Gone,
            Observation::FaultRaised(fault) => {
                self.faults.insert(fault);
                Stored::FaultRaised(fault)
            }
            Observation::FaultCleared(fault) => {
                self.faults.remove(&fault);
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

    /// Passes on what people let pass, up to the next loss in it.
    fn pass_accepted(&mut self, out: &mut Vec<Report>) {
        for what in std::mem::take(&mut self.accepted) {
            self.pass(what, out);
        }
    }

    /// Numbers what was seen and passes it on, or keeps it behind the gap.
    fn pass(&mut self, what: Held, out: &mut Vec<Report>) {
        if let Some(held) = &mut self.gap {
            if held.len() < HELD_MAX {
                held.push_back(what);
            } else {
                // People are asked once more for all that did not fit.
                self.stats.early += 1;
                held[HELD_MAX - 1] = Held::Lost;
            }
            return;
        }
        match what {
            Held::Frame(what) => {
                self.passed = next_seq(self.passed);
                self.tally.take(self.passed, what);
                out.push(Report::Stored { boot: self.boot, seq: self.passed, what });
            }
            Held::Lost => {
                let lost = next_seq(self.passed);
                self.stats.gaps += 1;
                self.gap = Some(VecDeque::new());
                out.push(Report::Gap { boot: self.boot, expected: lost, got: lost });
            }
        }
    }

    /// A frame may have been a ball, and will not come again.
    fn lose(&mut self, out: &mut Vec<Report>) {
        self.doubt_ms = None;
        let known = self.gap.as_ref().is_some_and(|held| matches!(held.back(), None | Some(Held::Lost)));
        if !known {
            self.pass(Held::Lost, out);
        }
    }

    fn mode(&self) -> Mode {
        if !self.faults.is_empty() {
            return Mode::Fault;
        }
        // A machine that never says what it does is taken to do what it was told.
        self.said_mode.or(self.wanted).unwrap_or(Mode::Stop)
    }

    /// Says the wanted mode: once, and again while the machine says that it does something else; where it says
    /// nothing of it, as often as its file allows.
    fn tick_orders(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        let Some(wanted) = self.wanted else { return };
        let obeyed = match (self.said_mode, wanted) {
            // Both are a machine at rest; and one that says nothing of loading cannot say that it does.
            (Some(Mode::Stop | Mode::Hold), Mode::Stop | Mode::Hold) | (None, _) => true,
            (Some(_), Mode::Load) if self.nature.load_ms.is_some() => true,
            (Some(said), wanted) => said == wanted,
        };
        let again_ms = if self.said_mode.is_none() { self.nature.again_ms } else { None };
        let due = match self.ordered_ms {
            None => true,
            Some(at) if !obeyed => now_ms >= at + ORDER_AGAIN_MS,
            Some(at) => again_ms.is_some_and(|ms| now_ms >= at + ms),
        };
        if due {
            self.ordered_ms = Some(now_ms);
            self.decoder().order(Order::Want(wanted));
        }
        let Some(load_ms) = self.nature.load_ms else { return };
        match self.loading_ms {
            // What waits behind a gap may be a ball: nothing is brought back before people decided.
            _ if wanted != Mode::Load || self.tally.out() == 0 || self.gap.is_some() => {
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
        // While a ball is between drum and rack the count is of no moment (BLP/1), and while
        // frames are missing it cannot be known.
        if self.tally.is_present() || self.gap.is_some() {
            return;
        }
        let beat = (self.mode(), self.tally.out(), self.passed);
        if self.beat != Some(beat) {
            self.beat = Some(beat);
            let (mode, balls_out, seq) = beat;
            out.push(Report::Beat { boot: self.boot, seq, mode, out: balls_out });
        }
    }

    fn note_bad(&mut self, len: u32, first: &[u8]) {
        if self.bad.count == 0 {
            self.bad.first = first.to_vec();
        }
        self.bad.count = self.bad.count.saturating_add(1);
        self.bad.bytes = self.bad.bytes.saturating_add(len);
    }

    fn report_bad(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        let due = self.bad.reported_ms.is_none_or(|at| now_ms >= at + BAD_EVERY_MS);
        if self.bad.count > 0 && due {
            let Bad { count, bytes, first, .. } = std::mem::take(&mut self.bad);
            self.bad.reported_ms = Some(now_ms);
            out.push(Report::BadFrames { count, bytes, first });
        }
    }

    fn report_loss(&mut self, why: LinkLoss, out: &mut Vec<Report>) {
        if self.reported_loss != Some(why) {
            self.reported_loss = Some(why);
            out.push(Report::LinkLost(why));
        }
    }

    /// Lends the decoder out, so that what it sees may change the rest.
    fn decode(&mut self, now_ms: u64, out: &mut Vec<Report>, feed: impl FnOnce(&mut dyn Decoder, Out<'_>)) {
        let Some(mut decoder) = self.decoder.take() else { return };
        feed(decoder.as_mut(), &mut |seen| self.take_in(seen, now_ms, out));
        self.decoder = Some(decoder);
    }

    /// Returns the decoder; outside [`Numbered::decode`] it is always there.
    fn decoder(&mut self) -> &mut dyn Decoder {
        self.decoder.as_deref_mut().expect("lent out for one call only")
    }
}

impl Link for Numbered {
    fn opened(&mut self, now_ms: u64) {
        self.phase = Phase::Waiting { since_ms: now_ms };
    }

    fn lost(&mut self, why: LinkLoss, now_ms: u64, out: &mut Vec<Report>) {
        self.decode(now_ms, out, |decoder, seen| decoder.cut(seen));
        self.phase = Phase::Closed;
        self.forget_gap();
        self.loading_ms = None;
        self.report_bad(now_ms, out);
        self.report_loss(why, out);
    }

    fn receive(&mut self, bytes: &[u8], now_ms: u64, out: &mut Vec<Report>) {
        self.pass_accepted(out);
        self.decode(now_ms, out, |decoder, seen| decoder.push(bytes, now_ms, seen));
        self.report_bad(now_ms, out);
    }

    fn flushed(&mut self, bytes: u64) {
        self.stats.bytes += bytes;
        self.stats.discarded += bytes;
    }

    fn tick(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        self.report_bad(now_ms, out);
        self.pass_accepted(out);
        if let (Phase::Waiting { .. }, None) = (self.phase, self.nature.silent_ms) {
            // It speaks only of balls: that the port is open is all there is to know.
            self.heard(now_ms, out);
        }
        if self.phase == Phase::Closed {
            return;
        }
        self.decode(now_ms, out, |decoder, seen| decoder.tick(now_ms, seen));
        match (self.phase, self.nature.silent_ms) {
            (Phase::Waiting { since_ms }, Some(silent_ms)) if now_ms >= since_ms + silent_ms => {
                self.report_loss(LinkLoss::Silent, out);
            }
            (Phase::Up { heard_ms }, Some(silent_ms)) if now_ms >= heard_ms + silent_ms => {
                self.phase = Phase::Waiting { since_ms: now_ms };
                self.forget_gap();
                self.report_loss(LinkLoss::Silent, out);
            }
            (Phase::Closed | Phase::Waiting { .. } | Phase::Up { .. }, _) => (),
        }
        if let Phase::Up { .. } = self.phase {
            if self.doubt_ms.is_some_and(|at| now_ms >= at + self.nature.resend_ms.unwrap_or(0)) {
                self.lose(out);
            }
            self.tick_orders(now_ms, out);
            self.tick_beat(out);
        }
    }

    fn want(&mut self, mode: Mode) {
        if mode != Mode::Fault && self.wanted != Some(mode) {
            self.wanted = Some(mode);
            self.ordered_ms = None;
        }
    }

    fn committed(&mut self, boot: BootId, seq: u32) {
        if boot == self.boot && seq != 0 && seq == self.passed && self.gap.is_none() {
            self.decoder().committed();
        }
    }

    fn counted(&mut self, counted: Counted) {
        self.tally.told(counted, self.boot);
    }

    fn accept_gap(&mut self, boot: BootId) {
        if boot != self.boot {
            return;
        }
        if let Some(held) = self.gap.take() {
            self.passed = next_seq(self.passed);
            self.accepted.extend(held);
        }
    }

    fn take_output(&mut self) -> Vec<u8> {
        self.decoder().take_output()
    }

    fn stats(&self) -> LinkStats {
        let decoder = self.decoder.as_ref().map(|decoder| decoder.stats()).unwrap_or_default();
        LinkStats {
            bytes: self.stats.bytes + decoder.bytes,
            frames: decoder.frames,
            frame_bytes: decoder.frame_bytes,
            duplicates: decoder.repeats,
            bad: decoder.bad,
            discarded: self.stats.discarded + decoder.discarded,
            ..self.stats
        }
    }

    fn wait_ms(&self) -> u16 {
        self.decoder.as_ref().map_or(crate::link::WAIT_MS, |decoder| decoder.wait_ms())
    }
}

#[cfg(test)]
#[path = "numbered_tests.rs"]
mod tests;
