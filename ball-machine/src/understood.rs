//! A line that brings bytes and nothing that can be understood is a lost line (reliability.md E 29).
//!
//! Machines with a heartbeat fall silent where the speed is wrong. Those that speak only of balls do not: noise, and a
//! machine at rest that some noise reaches, look alike, and at another speed each ball is noise. So bad bytes in
//! [`BAD`] of [`OF`] seconds, and no good frame in all of them, are a loss and another power-up: a running game is
//! held, because balls may have come unseen. It is told once, until a frame is understood again.

use hall_core::machine::{BootId, LinkLoss, Mode, Report};

use crate::link::{Link, LinkStats};
use crate::orders::Counted;

/// Seconds with bad bytes in them.
pub const BAD: u32 = 3;
/// Of the last so many.
pub const OF: u32 = 10;

/// A link that is given up while nothing of it can be understood.
pub struct Understood<L> {
    link: L,
    /// What had come when the present second began.
    before: LinkStats,
    began_ms: u64,
    /// The last seconds, a bit for each; the lowest is the last. 1: bad bytes came.
    bad: u32,
    /// Given up, and nothing was understood since.
    given_up: bool,
}

impl<L: Link> Understood<L> {
    /// Returns the same link, watched.
    pub fn new(link: L) -> Understood<L> {
        Understood { link, before: LinkStats::default(), began_ms: 0, bad: 0, given_up: false }
    }

    fn look(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        let stats = self.link.stats();
        if stats.frames > self.before.frames {
            self.begin(now_ms);
        }
        if now_ms < self.began_ms + 1_000 {
            return;
        }
        let bad = u32::from(stats.discarded > self.before.discarded);
        self.bad = (self.bad << 1 | bad) & ((1 << OF) - 1);
        (self.before, self.began_ms) = (stats, now_ms);
        // Once: until something is understood there is nothing more to lose.
        if self.bad.count_ones() >= BAD && !self.given_up {
            self.given_up = true;
            self.link.lost(LinkLoss::Silent, now_ms, out);
            self.link.opened(now_ms);
        }
    }

    fn begin(&mut self, now_ms: u64) {
        (self.before, self.began_ms) = (self.link.stats(), now_ms);
        (self.bad, self.given_up) = (0, false);
    }
}

impl<L: Link> Link for Understood<L> {
    fn opened(&mut self, now_ms: u64) {
        self.begin(now_ms);
        self.link.opened(now_ms);
    }

    fn lost(&mut self, why: LinkLoss, now_ms: u64, out: &mut Vec<Report>) {
        self.link.lost(why, now_ms, out);
    }

    fn receive(&mut self, bytes: &[u8], now_ms: u64, out: &mut Vec<Report>) {
        self.link.receive(bytes, now_ms, out);
    }

    fn flushed(&mut self, bytes: u64) {
        self.link.flushed(bytes);
    }

    fn tick(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        self.link.tick(now_ms, out);
        self.look(now_ms, out);
    }

    fn want(&mut self, mode: Mode) {
        self.link.want(mode);
    }

    fn committed(&mut self, boot: BootId, seq: u32) {
        self.link.committed(boot, seq);
    }

    fn counted(&mut self, counted: Counted) {
        self.link.counted(counted);
    }

    fn accept_gap(&mut self, boot: BootId) {
        self.link.accept_gap(boot);
    }

    fn take_output(&mut self) -> Vec<u8> {
        self.link.take_output()
    }

    fn stats(&self) -> LinkStats {
        self.link.stats()
    }

    fn wait_ms(&self) -> u16 {
        self.link.wait_ms()
    }
}
