//! Rate, JPEG quality and darkness of pictures, as pure functions without GStreamer or a clock.

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

/// Highest mean brightness of a black picture, where video black is 16 and white 235: lens caps and dead sensors are
/// below, a machine's exit in a dim hall above.
const BLACK: u8 = 26;

/// How long it must be black before it is reported: hands pass before the lens.
const BLACK_FOR: Duration = Duration::from_secs(5);

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

/// A change of darkness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Black for a while: lens cap, light or sensor.
    Black,
    /// No longer black.
    Clear,
}

/// Detects a black picture.
#[derive(Debug, Default)]
pub struct Darkness {
    since: Option<Instant>,
    told: bool,
}

impl Darkness {
    /// Takes the mean brightness of a picture; returns a change.
    pub fn look(&mut self, now: Instant, brightness: u8) -> Option<Sight> {
        if brightness > BLACK {
            self.since = None;
            return std::mem::take(&mut self.told).then_some(Sight::Clear);
        }
        let since = *self.since.get_or_insert(now);
        if self.told || now.saturating_duration_since(since) < BLACK_FOR {
            return None;
        }
        self.told = true;
        Some(Sight::Black)
    }
}

/// Mean brightness of a picture from its luma plane, sampling one pixel in sixteen.
pub fn brightness(luma: &[u8]) -> u8 {
    let (mut sum, mut count) = (0_u64, 0_u64);
    for pixel in luma.iter().step_by(16) {
        sum += u64::from(*pixel);
        count += 1;
    }
    u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX)
}

#[cfg(test)]
#[path = "picture_tests.rs"]
mod tests;
