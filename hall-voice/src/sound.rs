//! Samples: how a recording is cut, levelled and joined to others.

use std::sync::Arc;
use std::time::Duration;

use ebur128::{EbuR128, Mode};

/// Everything inside the program has this rate, one channel, and full scale 1.
pub use hall_prompts::recording::{RATE_HZ, duration, samples_in};

/// How loud each recording is made: the loudest 400 ms of it, in LUFS (EBU R 128, *maximum momentary*). A word is too
/// short for the integrated figure. Low enough that the peaks of a voice need no squeezing.
pub const TARGET_LUFS: f64 = -20.0;

/// How far a recording may be from [`TARGET_LUFS`], in LU.
pub const TOLERANCE_LU: f64 = 1.0;

/// The highest sample of a levelled recording: 1 dB under full scale.
const PEAK: f32 = 0.89;

/// What is this far under a recording's peak is the room's silence, as a part of the peak (45 dB).
const SILENCE: f32 = 0.0056;

/// A recording without a louder sample is silent (60 dB under full scale).
const SILENT: f32 = 0.001;

/// Kept before the first sound and after the last: consonants begin and end softly.
const MARGINS: (Duration, Duration) = (Duration::from_millis(15), Duration::from_millis(45));

/// How long the beginning and the end of a recording swell and fade, so that neither clicks.
const FADES: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(20));

/// A recording, cut and levelled.
#[derive(Debug, Clone, PartialEq)]
pub struct Clip(pub Arc<[f32]>);

/// A recording that is only silence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Silent;

impl Clip {
    /// Cuts the silence at both ends, brings the rest to [`TARGET_LUFS`] and fades its ends.
    ///
    /// # Errors
    /// Nothing is heard in it.
    pub fn of(samples: &[f32]) -> Result<Clip, Silent> {
        let mut samples = trimmed(samples).ok_or(Silent)?.to_vec();
        fade(&mut samples);
        level(&mut samples)?;
        Ok(Clip(samples.into()))
    }
}

/// The loudest 400 ms, in LUFS; none where all is silent.
pub fn loudness(samples: &[f32]) -> Option<f64> {
    let mut meter = EbuR128::new(1, RATE_HZ, Mode::M).expect("one channel at 48 kHz can be metered");
    let mut loudest = f64::NEG_INFINITY;
    for piece in samples.chunks(samples_in(Duration::from_millis(10))) {
        meter.add_frames_f32(piece).expect("frames of one channel");
        loudest = loudest.max(meter.loudness_momentary().expect("it was asked for"));
    }
    loudest.is_finite().then_some(loudest)
}

/// The samples from the first sound to the last, with a margin; none where there is no sound.
fn trimmed(samples: &[f32]) -> Option<&[f32]> {
    let peak = samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    if !peak.is_finite() || peak < SILENT {
        return None;
    }
    let sounds = |sample: &f32| sample.abs() > peak * SILENCE;
    let (first, last) = (samples.iter().position(sounds)?, samples.iter().rposition(sounds)?);
    let from = first.saturating_sub(samples_in(MARGINS.0));
    let to = (last + 1 + samples_in(MARGINS.1)).min(samples.len());
    Some(&samples[from..to])
}

fn fade(samples: &mut [f32]) {
    swell(samples.iter_mut(), samples_in(FADES.0));
    swell(samples.iter_mut().rev(), samples_in(FADES.1));
}

/// Raises the first samples from nothing, smoothly.
fn swell<'a>(samples: impl Iterator<Item = &'a mut f32>, over: usize) {
    for (at, sample) in samples.take(over).enumerate() {
        let part = at as f32 / over as f32;
        *sample *= (1.0 - (part * std::f32::consts::PI).cos()) / 2.0;
    }
}

/// What is louder is rounded off.
const KNEE: f32 = PEAK * 2.0 / 3.0;

/// Brings samples to [`TARGET_LUFS`]. Where a peak would pass [`KNEE`] it is rounded off, which takes loudness away: so
/// it is measured and raised again.
fn level(samples: &mut [f32]) -> Result<(), Silent> {
    for _ in 0..4 {
        let gain_db = TARGET_LUFS - loudness(samples).ok_or(Silent)?;
        if gain_db.abs() < TOLERANCE_LU / 10.0 {
            break;
        }
        let gain = 10_f64.powf(gain_db / 20.0) as f32;
        samples.iter_mut().for_each(|sample| *sample *= gain);
        if samples.iter().all(|sample| sample.abs() <= KNEE) {
            break;
        }
        samples.iter_mut().for_each(|sample| *sample = rounded(*sample));
    }
    Ok(())
}

/// A sample whose excess over [`KNEE`] is bent so that it never passes [`PEAK`].
fn rounded(sample: f32) -> f32 {
    let over = sample.abs() - KNEE;
    if over <= 0.0 { sample } else { (KNEE + (PEAK - KNEE) * (over / (PEAK - KNEE)).tanh()).copysign(sample) }
}

#[cfg(test)]
#[path = "sound_tests.rs"]
mod tests;
