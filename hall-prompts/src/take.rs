//! A take: what a microphone heard while somebody said a prompt. Where it begins and ends, and whether it is any good.

use std::ops::Range;
use std::time::Duration;

use crate::recording::samples_in;

/// A take without a louder sample has nothing in it but the room (40 dB under full scale).
pub const HEARD: u16 = 328;

/// A file without a louder sample is silent to the voice (60 dB under full scale).
pub const INAUDIBLE: u16 = 33;

/// A good take has a sample as loud as this (24 dB under full scale): under it, the room's noise is raised with the voice.
pub const LOUD_ENOUGH: u16 = 2_067;

/// From here on a sample is at the end of its scale.
pub const FULL: u16 = 32_700;

/// So many samples at the end of the scale, one behind the other, are a peak that was cut off.
const CUT_OFF: usize = 3;

/// Sound is looked for in steps of this.
const STEP: Duration = Duration::from_millis(10);

/// What is this far under the take's peak is no word (38 dB).
const UNDER_PEAK: f32 = 0.012_6;

/// What is a word is so many times as loud as the room's noise.
const OVER_NOISE: f32 = 2.5;

/// Sounds that are closer than this belong together: the stops within words are shorter.
const TOGETHER: Duration = Duration::from_millis(120);

/// A sound that stands alone at an end and is shorter than this is the key that was pressed, or a lip.
const CLICK: Duration = Duration::from_millis(40);

/// Kept before the first sound and behind the last: consonants begin and end softly.
const MARGINS: (Duration, Duration) = (Duration::from_millis(80), Duration::from_millis(110));

/// What a take is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It can be kept.
    Good,
    /// It can be kept, and is so quiet that noise will be heard with it.
    Weak,
    /// It can be kept, and its loudest parts are cut off.
    Clipped,
    /// Nothing is heard in it.
    Silent,
    /// It is longer than [`crate::recording::LONGEST`].
    Long,
}

impl Verdict {
    /// Whether the take may be kept.
    pub const fn may_stay(self) -> bool {
        match self {
            Verdict::Good | Verdict::Weak | Verdict::Clipped => true,
            Verdict::Silent | Verdict::Long => false,
        }
    }
}

/// The loudest sample.
pub fn peak(samples: &[i16]) -> u16 {
    samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap_or(0)
}

/// How far a sample is under full scale, in decibels: 0 at its end, −96 for silence.
pub fn decibels(sample: u16) -> f32 {
    (20.0 * (f32::from(sample.max(1)) / 32_768.0).log10()).max(-96.0)
}

/// What this take is like; it was cut already.
pub fn judge(samples: &[i16]) -> Verdict {
    let loudest = peak(samples);
    let mut row = 0;
    let cut_off = samples.iter().any(|sample| {
        row = if sample.unsigned_abs() >= FULL { row + 1 } else { 0 };
        row >= CUT_OFF
    });
    if samples.len() > samples_in(crate::recording::LONGEST) {
        Verdict::Long
    } else if loudest < HEARD {
        Verdict::Silent
    } else if cut_off {
        Verdict::Clipped
    } else if loudest < LOUD_ENOUGH {
        Verdict::Weak
    } else {
        Verdict::Good
    }
}

/// The samples from the first word to the last, with a margin; `None` where nothing is heard. The click of a key at either
/// end is left out.
pub fn cut(samples: &[i16]) -> Option<Range<usize>> {
    let loudest = peak(samples);
    if loudest < HEARD {
        return None;
    }
    let step = samples_in(STEP);
    let peaks: Vec<u16> = samples.chunks(step).map(peak).collect();
    let threshold = (f32::from(loudest) * UNDER_PEAK).max(noise(&peaks) * OVER_NOISE);
    // In a room as loud as the voice nothing would be left.
    let threshold = threshold.min(f32::from(loudest) / 2.0);
    let sounds = sounds(&peaks, threshold);
    let spoken = without_clicks(&sounds);
    let (first, last) = (spoken.first()?, spoken.last()?);
    let from = (first.start * step).saturating_sub(samples_in(MARGINS.0));
    let to = (last.end * step + samples_in(MARGINS.1)).min(samples.len());
    Some(from..to)
}

/// How loud the room is while nobody speaks: a tenth of the steps are quieter.
fn noise(peaks: &[u16]) -> f32 {
    let mut sorted = peaks.to_vec();
    sorted.sort_unstable();
    f32::from(sorted.get(sorted.len() / 10).copied().unwrap_or(0))
}

/// The stretches of steps that are louder than this; those that are close are one.
fn sounds(peaks: &[u16], threshold: f32) -> Vec<Range<usize>> {
    let together = steps(TOGETHER);
    let mut sounds: Vec<Range<usize>> = Vec::new();
    for (at, _) in peaks.iter().enumerate().filter(|(_, peak)| f32::from(**peak) > threshold) {
        match sounds.last_mut() {
            Some(last) if at - last.end < together => last.end = at + 1,
            Some(_) | None => sounds.push(at..at + 1),
        }
    }
    sounds
}

/// Without what is too short to be a word, at either end.
fn without_clicks(mut sounds: &[Range<usize>]) -> &[Range<usize>] {
    let is_click = |sound: &Range<usize>| sound.len() <= steps(CLICK);
    while let [first, rest @ ..] = sounds
        && is_click(first)
        && !rest.is_empty()
    {
        sounds = rest;
    }
    while let [rest @ .., last] = sounds
        && is_click(last)
        && !rest.is_empty()
    {
        sounds = rest;
    }
    sounds
}

fn steps(time: Duration) -> usize {
    samples_in(time) / samples_in(STEP)
}

#[cfg(test)]
#[path = "take_tests.rs"]
mod tests;
