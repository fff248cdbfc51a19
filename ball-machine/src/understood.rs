//! A line that brings bytes and nothing that can be understood is a lost line (reliability.md E 29).
//!
//! Machines with a heartbeat fall silent at a wrong speed. Those that speak only of balls do not: noise, and a machine at
//! rest that some noise reaches, look alike, and at another speed each ball is noise. So bad bytes in [`BAD`] of [`OF`]
//! seconds, and no good frame in all of them, are a loss and another power-up: a running game is held, because balls may
//! have come unseen. Given up once, until a frame is understood again.

use crate::link::LinkStats;

/// Seconds with bad bytes in them.
const BAD: u32 = 3;
/// Of the last so many.
const OF: u32 = 10;

/// Watches what comes over a line.
#[derive(Debug, Default)]
pub(crate) struct Understood {
    /// The counts when the present second began.
    before: LinkStats,
    began_ms: u64,
    /// The last seconds, a bit for each, the last one lowest. 1: bad bytes came.
    bad: u32,
    /// Given up, and nothing understood since.
    given_up: bool,
}

impl Understood {
    /// The port was opened, or a frame understood.
    pub(crate) fn begin(&mut self, stats: LinkStats, now_ms: u64) {
        *self = Understood { before: stats, began_ms: now_ms, bad: 0, given_up: false };
    }

    /// Lets time pass. Returns whether the line is to be given up now.
    pub(crate) fn gives_up(&mut self, stats: LinkStats, now_ms: u64) -> bool {
        if stats.frames > self.before.frames {
            self.begin(stats, now_ms);
        }
        if now_ms < self.began_ms + 1_000 {
            return false;
        }
        let bad = u32::from(stats.discarded > self.before.discarded);
        self.bad = (self.bad << 1 | bad) & ((1 << OF) - 1);
        (self.before, self.began_ms) = (stats, now_ms);
        // Once: until something is understood there is nothing more to lose.
        if self.bad.count_ones() >= BAD && !self.given_up {
            self.given_up = true;
            return true;
        }
        false
    }
}
