//! A line that brings bytes and nothing that can be understood is a lost line (reliability.md E 29).
//!
//! Machines with a heartbeat fall silent where the speed is wrong. Those that speak only of balls do not: noise, and a
//! machine at rest that some noise reaches, look alike, and at another speed each ball is noise. So bad bytes in
//! each of [`SECONDS`] seconds, and no good frame in all of them, are a loss: a running game is held, and once a frame is
//! understood again it is another power-up, because balls may have come unseen.

use hall_core::machine::{BootId, LinkLoss, Mode, Report};

use crate::link::{Link, LinkStats};

/// For so many seconds, one after the other.
pub const SECONDS: u32 = 3;

/// A link that is given up while nothing of it can be understood.
pub struct Understood<L> {
    link: L,
    /// What had come when the present second began.
    before: LinkStats,
    began_ms: u64,
    /// Seconds of nothing but bad bytes.
    bad: u32,
}

impl<L: Link> Understood<L> {
    /// Returns the same link, watched.
    pub fn new(link: L) -> Understood<L> {
        Understood { link, before: LinkStats::default(), began_ms: 0, bad: 0 }
    }

    fn look(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        let stats = self.link.stats();
        if stats.frames > self.before.frames {
            (self.before, self.began_ms, self.bad) = (stats, now_ms, 0);
        }
        if now_ms < self.began_ms + 1_000 {
            return;
        }
        self.bad = if stats.discarded > self.before.discarded { self.bad.saturating_add(1) } else { 0 };
        (self.before, self.began_ms) = (stats, now_ms);
        // Once: until something is understood there is nothing more to lose.
        if self.bad == SECONDS {
            self.link.lost(LinkLoss::Silent, now_ms, out);
            self.link.opened(now_ms);
        }
    }
}

impl<L: Link> Link for Understood<L> {
    fn opened(&mut self, now_ms: u64) {
        (self.before, self.began_ms, self.bad) = (self.link.stats(), now_ms, 0);
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
