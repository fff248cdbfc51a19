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
#[path = "tone_tests.rs"]
mod tests;
