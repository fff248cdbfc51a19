//! Rate and JPEG quality of pictures, as pure functions without GStreamer or a clock.

use std::time::{Duration, Instant};

/// Width in pixels; the height keeps the film's aspect ratio.
pub const WIDTH: u32 = 640;

/// Pictures per second.
pub const RATE: u32 = 10;

/// Target size limit, so that ten pictures per second to the server and some screens stay far below what a hall's
/// network carries.
pub const BYTES_MAX: usize = 60_000;

/// JPEG quality: initial, lowest, highest.
const QUALITY: (u8, u8, u8) = (80, 20, 85);

/// JPEG quality, adapted to keep pictures below [`BYTES_MAX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quality(u8);

impl Default for Quality {
    fn default() -> Quality {
        Quality(QUALITY.0)
    }
}

impl Quality {
    /// From 0 to 100, as the encoder takes it.
    pub fn percent(self) -> u8 {
        self.0
    }

    /// The quality for the next picture, given the size of this one.
    #[must_use]
    pub fn after(self, bytes: usize) -> Quality {
        if bytes > BYTES_MAX {
            Quality(self.0.saturating_sub(10).max(QUALITY.1))
        } else if bytes < BYTES_MAX / 2 {
            Quality((self.0 + 1).min(QUALITY.2))
        } else {
            self
        }
    }
}

/// Limits a rate. A source at or below the rate loses nothing, even with some jitter.
#[derive(Debug)]
pub struct Pace {
    period: Duration,
    due: Option<Instant>,
}

impl Pace {
    /// At most so many per second.
    pub fn new(a_second: u32) -> Pace {
        Pace { period: Duration::from_secs(1) / a_second.max(1), due: None }
    }

    /// Whether the picture of this moment passes.
    pub fn passes(&mut self, now: Instant) -> bool {
        let due = self.due.unwrap_or(now);
        let slack = self.period / 2;
        if now + slack < due {
            return false;
        }
        // A late picture catches up by at most half a period.
        self.due = Some(due.max(now.checked_sub(slack).unwrap_or(now)) + self.period);
        true
    }
}

#[cfg(test)]
#[path = "picture_tests.rs"]
mod tests;
