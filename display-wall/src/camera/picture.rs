//! What is asked of the small picture for the console and the televisions: that it is small
//! enough, and that there is something to see. No video software, no clock.

use std::time::{Duration, Instant};

/// The width of the picture; the height follows from the film's.
pub const WIDTH: u32 = 640;

/// Pictures a second.
pub const RATE: u32 = 10;

/// The most bytes a picture should have: ten a second to the server and on to some screens
/// must stay far below what a hall's network carries.
pub const BYTES_MAX: usize = 60_000;

/// JPEG qualities: where it begins, the worst and the best.
const QUALITY: (u8, u8, u8) = (80, 30, 85);

/// The mean brightness below which a picture is black, of 255: a lens cap and a dead sensor
/// stay below, a machine's exit in a dim hall does not.
const BLACK: u8 = 12;

/// How long it must be black before anybody is told: hands pass before the lens.
const BLACK_FOR: Duration = Duration::from_secs(5);

/// The JPEG quality in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quality(u8);

impl Default for Quality {
    fn default() -> Quality {
        Quality(QUALITY.0)
    }
}

impl Quality {
    /// Returns it as the encoder takes it, from 0 to 100.
    pub fn percent(self) -> u8 {
        self.0
    }

    /// Returns the quality for the next picture, after one of so many bytes.
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

/// What changed about the darkness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// It has been black for a while: the lens cap, the light, the sensor.
    Black,
    /// There is something to see again.
    Clear,
}

/// Looks at how bright each picture is.
#[derive(Debug, Default)]
pub struct Darkness {
    since: Option<Instant>,
    told: bool,
}

impl Darkness {
    /// Takes the mean brightness of a picture, and returns what is worth telling.
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

/// Returns the mean brightness of pixels of three bytes, looking at one in sixteen.
pub fn brightness(rgb: &[u8]) -> u8 {
    // Rec. 601, as the JPEG will have it.
    let luma = |p: &[u8]| (u64::from(p[0]) * 299 + u64::from(p[1]) * 587 + u64::from(p[2]) * 114) / 1000;
    let (mut sum, mut count) = (0, 0);
    for pixel in rgb.as_chunks::<3>().0.iter().step_by(16) {
        sum += luma(pixel);
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
        assert_eq!((worst.percent(), best.percent()), (30, 85));
    }

    #[test]
    fn black_is_told_once_after_a_while_and_its_end_too() {
        let t = Instant::now();
        let at = |millis| t + Duration::from_millis(millis);
        let mut darkness = Darkness::default();
        assert_eq!(darkness.look(at(0), 12), None);
        assert_eq!(darkness.look(at(4999), 0), None);
        assert_eq!(darkness.look(at(5000), 12), Some(Sight::Black));
        assert_eq!(darkness.look(at(9000), 0), None, "once");
        assert_eq!(darkness.look(at(9100), 13), Some(Sight::Clear));
        assert_eq!(darkness.look(at(9200), 200), None);
        // A hand before the lens.
        assert_eq!(darkness.look(at(10_000), 3), None);
        assert_eq!(darkness.look(at(12_000), 90), None);
        assert_eq!(darkness.look(at(13_000), 3), None);
        assert_eq!(darkness.look(at(17_999), 3), None, "it was clear in between");
    }

    #[test]
    fn brightness_is_that_of_the_eye() {
        assert_eq!(brightness(&[0; 300]), 0);
        assert_eq!(brightness(&[255; 300]), 255);
        assert_eq!(brightness(&[0, 255, 0].repeat(100)), 149);
        assert_eq!(brightness(&[0, 0, 255].repeat(100)), 29);
        assert_eq!(brightness(&[]), 0);
    }
}
