//! The notes of each sound, and their samples.

use super::Sound;

/// Sample rate.
pub const RATE_HZ: u32 = 48_000;

/// Attack time; avoids a click.
const ATTACK_S: f32 = 0.008;

/// Release time.
const RELEASE_S: f32 = 0.030;

/// A note: start and length in seconds, pitch in hertz, level in dB below full scale.
struct Note(f32, f32, f32, f32);

/// The notes of a sound, none overlapping. A refusal falls, a claim rises, a lost connection falls further in three
/// notes; single notes are routine.
const fn notes(sound: Sound) -> &'static [Note] {
    match sound {
        Sound::Refused => &[Note(0.0, 0.10, 294.0, -16.0), Note(0.11, 0.13, 208.0, -16.0)],
        Sound::Recorded => &[Note(0.0, 0.07, 880.0, -26.0)],
        Sound::Sang => {
            &[Note(0.0, 0.07, 659.0, -16.0), Note(0.08, 0.07, 880.0, -16.0), Note(0.16, 0.09, 1319.0, -16.0)]
        }
        Sound::BallWaiting => &[Note(0.0, 0.12, 523.0, -24.0)],
        Sound::LineLost => {
            &[Note(0.0, 0.07, 587.0, -16.0), Note(0.08, 0.07, 392.0, -16.0), Note(0.16, 0.09, 262.0, -16.0)]
        }
    }
}

/// Mono samples at [`RATE_HZ`].
pub fn samples(sound: Sound) -> Vec<i16> {
    let mut samples = Vec::new();
    for Note(begins_s, lasts_s, pitch_hz, level_db) in notes(sound) {
        let loudest = 10f32.powf(level_db / 20.0) * f32::from(i16::MAX);
        samples.resize((begins_s * RATE_HZ as f32) as usize, 0);
        let count = (lasts_s * RATE_HZ as f32) as usize;
        samples.extend((0..count).map(|sample| {
            let at_s = sample as f32 / RATE_HZ as f32;
            let left_s = (count - 1 - sample) as f32 / RATE_HZ as f32;
            let swell = rise(at_s / ATTACK_S) * rise(left_s / RELEASE_S);
            ((at_s * pitch_hz * std::f32::consts::TAU).sin() * swell * loudest) as i16
        }));
    }
    samples
}

/// From 0 to 1, smooth at both ends.
fn rise(part: f32) -> f32 {
    (1.0 - (part.clamp(0.0, 1.0) * std::f32::consts::PI).cos()) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Strength of a pitch, from 0 to 1 (Goertzel).
    fn strength(samples: &[i16], pitch_hz: f32) -> f32 {
        let turn = pitch_hz / RATE_HZ as f32 * std::f32::consts::TAU;
        let (mut across, mut up, mut power) = (0.0, 0.0, 0.0);
        for (place, sample) in samples.iter().enumerate() {
            let (sin, cos) = (turn * place as f32).sin_cos();
            let sample = f32::from(*sample);
            (across, up, power) = (across + sample * cos, up + sample * sin, power + sample * sample);
        }
        2.0 * (across * across + up * up) / (power * samples.len() as f32)
    }

    #[test]
    fn each_is_short_quiet_and_begins_and_ends_in_silence() {
        for sound in Sound::ALL {
            let samples = samples(sound);
            let length_s = samples.len() as f32 / RATE_HZ as f32;
            assert!((0.05..=0.25).contains(&length_s), "{sound:?}: {length_s} s");
            let peak = samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap_or(0);
            let peak_db = 20.0 * (f32::from(peak) / f32::from(i16::MAX)).log10();
            assert!((-30.0..=-12.0).contains(&peak_db), "{sound:?}: {peak_db} dBFS");
            assert_eq!((samples.first(), samples.last()), (Some(&0), Some(&0)), "{sound:?}");
            // No click: no step larger than a sine's.
            let step = samples.windows(2).map(|two| (two[1] - two[0]).unsigned_abs()).max().unwrap_or(0);
            assert!(f32::from(step) < f32::from(peak) * 0.2, "{sound:?}: jumps by {step} of {peak}");
        }
    }

    #[test]
    fn none_is_taken_for_another() {
        for one in Sound::ALL {
            // The first note of each, in its own samples and in those of the others.
            let pitch_hz = notes(one)[0].2;
            let begins = |sound| -> Vec<i16> { samples(sound).into_iter().take(3_000).collect() };
            assert!(strength(&begins(one), pitch_hz) > 0.5, "{one:?}");
            for other in Sound::ALL.into_iter().filter(|other| *other != one) {
                let there = strength(&begins(other), pitch_hz);
                assert!(there < 0.25, "{one:?} begins as {other:?} does: {there}");
            }
        }
    }
}
