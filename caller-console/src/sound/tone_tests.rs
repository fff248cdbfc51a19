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
