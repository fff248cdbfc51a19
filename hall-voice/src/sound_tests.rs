use super::*;

/// A word of a voice, as far as levels go: a tone that swells and fades, with noise before and after.
fn word(length_ms: u64, level: f32) -> Vec<f32> {
    let silence = vec![level * 0.001; samples_in(Duration::from_millis(300))];
    let many = samples_in(Duration::from_millis(length_ms));
    let tone = (0..many).map(|at| {
        let (t, part) = (at as f32 / RATE_HZ as f32, at as f32 / many as f32);
        (t * 440.0 * std::f32::consts::TAU).sin() * (part * std::f32::consts::PI).sin() * level
    });
    [silence.clone(), tone.collect(), silence].concat()
}

#[test]
fn loud_and_quiet_recordings_are_heard_alike() {
    for (length_ms, level) in [(250, 0.9), (400, 0.02), (1_200, 0.3), (3_000, 0.1)] {
        let clip = Clip::of(&word(length_ms, level)).expect("it sounds");
        let loud = loudness(&clip.0).expect("it sounds");
        assert!((loud - TARGET_LUFS).abs() <= TOLERANCE_LU, "{length_ms} ms at {level}: {loud} LUFS");
        let peak = clip.0.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
        assert!(peak <= PEAK, "{length_ms} ms at {level}: {peak}");
    }
}

#[test]
fn a_tone_has_the_loudness_that_the_standard_says() {
    // EBU Tech 3341: a stereo sine of 1 kHz at -23 dBFS is -23 LUFS, so one channel of it is 3 dB less.
    let level = 10_f32.powf(-23.0 / 20.0);
    let tone = |at: usize| (at as f32 / RATE_HZ as f32 * 1_000.0 * std::f32::consts::TAU).sin() * level;
    let samples: Vec<f32> = (0..RATE_HZ as usize).map(tone).collect();
    let loud = loudness(&samples).expect("it sounds");
    assert!((loud + 26.0).abs() < 0.1, "{loud} LUFS");
}

#[test]
fn silence_around_a_word_is_cut_and_its_ends_do_not_click() {
    let clip = Clip::of(&word(500, 0.5)).expect("it sounds");
    let length_ms = duration(clip.0.len()).as_millis();
    assert!((400..=570).contains(&length_ms), "{length_ms} ms");
    assert_eq!(clip.0.first(), Some(&0.0));
    let step = clip.0.windows(2).map(|two| (two[1] - two[0]).abs()).fold(0.0, f32::max);
    let last = clip.0.last().expect("it has samples").abs();
    assert!(last < 0.001 && step < 0.05, "last {last}, step {step}");
}

#[test]
fn silence_is_no_recording() {
    assert_eq!(Clip::of(&[]), Err(Silent));
    assert_eq!(Clip::of(&[0.0; 48_000]), Err(Silent));
    assert_eq!(Clip::of(&[0.000_5; 48_000]), Err(Silent));
    assert_eq!(Clip::of(&[f32::NAN; 480]), Err(Silent));
}

#[test]
fn a_peak_is_rounded_off_and_never_cut() {
    // A click in a quiet word: bringing the word up would send the click over full scale.
    let mut samples = word(600, 0.02);
    let middle = samples.len() / 2;
    samples[middle..middle + 20].fill(0.9);
    let clip = Clip::of(&samples).expect("it sounds");
    let peak = clip.0.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    assert!(peak <= PEAK, "{peak}");
}
