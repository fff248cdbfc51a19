//! Whether a picture shows the camera's post: black, covered and frozen ones, as pure functions without GStreamer or a clock.
//!
//! A look at a picture measures its brightest spot, its sharpest outline and its print; [`Eye`] says what several looks in a row
//! amount to. What an overlay draws into the picture, such as a clock, counts as the picture: cameras are set up without one.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use hall_core::event::Sight;

/// Looks at the picture per second.
pub const LOOKS_A_SECOND: u32 = 4;

/// How long something must be wrong before it is told: hands pass before the lens, and the key frames of a network camera that
/// films a still place are up to two seconds apart.
const WRONG_FOR: Duration = Duration::from_secs(2);

/// The side of the squares that are measured, in pixels: the noise of a sensor averages out in them.
const SQUARE: usize = 16;

/// Every so many lines are looked at.
const LINES: usize = 4;

/// The highest brightness of a square in a black picture, where video black is 16 and white 235: lens caps and dead sensors
/// are below, a machine's exit in a dim hall above.
const BLACK: u8 = 26;

/// The largest difference between two squares side by side in a picture without outlines. A hand or a cloth before the lens gives
/// soft shades of a few steps; a ball's rim and its digits give 40 and more.
const FLAT: u8 = 10;

/// The brightness up to which lines and columns at the edge are taken for the black borders of a picture of another shape.
const BORDER: u8 = 18;

/// The brightness of a picture, row by row; rows begin `stride` bytes apart.
#[derive(Debug, Clone, Copy)]
pub struct Luma<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Bytes from one row to the next.
    pub stride: usize,
}

/// What was measured of one picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Look {
    brightest: u8,
    outline: u8,
    print: u64,
}

/// Follows the pictures of one camera, from its opening on.
#[derive(Debug, Default)]
pub struct Eye {
    /// The print of the last picture.
    last: Option<u64>,
    /// What is wrong, and since when.
    wrong: Option<(Sight, Instant)>,
    /// What it shows, as far as is sure.
    shows: Option<Sight>,
}

impl Eye {
    /// Takes a look at a picture. Returns what the camera shows, and nothing before it is sure: never [`Sight::Lost`], for there
    /// is a picture.
    pub fn look(&mut self, now: Instant, luma: Luma<'_>) -> Option<Sight> {
        let look = measure(luma);
        let before = self.last.replace(look.print);
        let wrong = if look.brightest <= BLACK {
            Some(Sight::Black)
        } else if look.outline <= FLAT {
            Some(Sight::Covered)
        } else {
            (before == Some(look.print)).then_some(Sight::Frozen)
        };
        self.wrong = wrong.map(|wrong| match self.wrong {
            Some((before, since)) if before == wrong => (wrong, since),
            Some(_) | None => (wrong, now),
        });
        match self.wrong {
            // The first picture may be the one that is repeated.
            None => self.shows = before.and(Some(Sight::Sees)),
            Some((wrong, since)) if now.saturating_duration_since(since) >= WRONG_FOR => {
                self.shows = Some(wrong);
            }
            Some(_) => (),
        }
        self.shows
    }
}

/// Measures a picture, one line in [`LINES`].
fn measure(luma: Luma<'_>) -> Look {
    let (across, down) = (luma.width / SQUARE, luma.height / SQUARE);
    let mut squares = vec![0_u32; across * down];
    let mut print = DefaultHasher::new();
    for row in (0..luma.height).step_by(LINES) {
        let Some(line) = luma.bytes.get(row * luma.stride..row * luma.stride + luma.width) else { break };
        line.hash(&mut print);
        if row / SQUARE < down {
            let sums = &mut squares[row / SQUARE * across..][..across];
            for (sum, pixels) in sums.iter_mut().zip(line.chunks_exact(SQUARE)) {
                *sum += pixels.iter().map(|pixel| u32::from(*pixel)).sum::<u32>();
            }
        }
    }
    let pixels = u32::try_from(SQUARE * SQUARE / LINES).expect("small");
    let squares: Vec<u8> =
        squares.into_iter().map(|sum| u8::try_from(sum / pixels).unwrap_or(u8::MAX)).collect();
    Look {
        brightest: squares.iter().copied().max().unwrap_or(0),
        outline: sharpest(&squares, across),
        print: print.finish(),
    }
}

/// The largest difference between two squares side by side, within the borders.
fn sharpest(squares: &[u8], across: usize) -> u8 {
    if across == 0 {
        return 0;
    }
    let down = squares.len() / across;
    let at = |column: usize, row: usize| squares[row * across + column];
    let lit_row = |row: &usize| (0..across).any(|column| at(column, *row) > BORDER);
    let lit_column = |column: &usize| (0..down).any(|row| at(*column, row) > BORDER);
    let rows = (0..down).find(lit_row).zip((0..down).rfind(lit_row));
    let columns = (0..across).find(lit_column).zip((0..across).rfind(lit_column));
    let (Some((top, bottom)), Some((left, right))) = (rows, columns) else { return 0 };
    let mut sharpest = 0;
    for row in top..=bottom {
        for column in left..=right {
            let here = at(column, row);
            let beside = (column < right).then(|| at(column + 1, row));
            let below = (row < bottom).then(|| at(column, row + 1));
            for other in beside.into_iter().chain(below) {
                sharpest = sharpest.max(here.abs_diff(other));
            }
        }
    }
    sharpest
}

#[cfg(test)]
#[path = "eye_tests.rs"]
mod tests;
