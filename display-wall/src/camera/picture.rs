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
mod tests {
    use super::*;

    #[test]
    fn quality_falls_quickly_and_comes_back_slowly() {
        let mut quality = Quality::default();
        let mut seen = vec![quality.percent()];
        for bytes in [90_000, 70_000, 60_000, 45_000, 20_000, 20_000] {
            quality = quality.after(bytes);
            seen.push(quality.percent());
        }
        assert_eq!(seen, [80, 70, 60, 60, 60, 61, 62]);
        let worst = (0..20).fold(quality, |quality, _| quality.after(500_000));
        let best = (0..90).fold(quality, |quality, _| quality.after(100));
        assert_eq!((worst.percent(), best.percent()), (20, 85));
    }

    #[test]
    fn a_pace_loses_nothing_of_a_source_that_keeps_it_and_most_of_one_that_does_not() {
        let t = Instant::now();
        let passed = |a_second: u32, source_micros: u64, jitter: [i64; 4]| {
            let mut pace = Pace::new(a_second);
            let moments = (0..1000_u64).map(|n| {
                let jitter = jitter[usize::try_from(n % 4).expect("small")];
                t + Duration::from_micros((1_000_000 + n * source_micros).saturating_add_signed(jitter))
            });
            moments.filter(|now| pace.passes(*now)).count()
        };
        assert_eq!(passed(25, 40_000, [0; 4]), 1000);
        assert_eq!(passed(25, 40_000, [0, 9_000, -9_000, 3_000]), 1000, "jitter is no excess");
        assert_eq!(passed(25, 83_000, [0, 9_000, -9_000, 3_000]), 1000, "a slow source");
        let of_thirty = passed(25, 33_333, [0; 4]);
        assert!((830..=836).contains(&of_thirty), "{of_thirty}");
        let a_tenth = passed(10, 40_000, [0; 4]);
        assert!((398..=402).contains(&a_tenth), "{a_tenth}");
    }

    #[test]
    fn black_is_told_once_after_a_while_and_its_end_too() {
        let t = Instant::now();
        let at = |millis| t + Duration::from_millis(millis);
        let mut darkness = Darkness::default();
        assert_eq!(darkness.look(at(0), 26), None);
        assert_eq!(darkness.look(at(4999), 0), None);
        assert_eq!(darkness.look(at(5000), 26), Some(Sight::Black));
        assert_eq!(darkness.look(at(9000), 0), None, "once");
        assert_eq!(darkness.look(at(9100), 27), Some(Sight::Clear));
        assert_eq!(darkness.look(at(9200), 200), None);
        // A hand before the lens.
        assert_eq!(darkness.look(at(10_000), 3), None);
        assert_eq!(darkness.look(at(12_000), 90), None);
        assert_eq!(darkness.look(at(13_000), 3), None);
        assert_eq!(darkness.look(at(17_999), 3), None, "it was clear in between");
    }

    #[test]
    fn brightness_is_the_mean() {
        assert_eq!(brightness(&[16; 320]), 16);
        assert_eq!(brightness(&[255; 320]), 255);
        assert_eq!(brightness(&[[0; 160], [100; 160]].concat()), 50);
        assert_eq!(brightness(&[]), 0);
    }
}
