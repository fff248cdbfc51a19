use super::*;
use crate::recording::RATE_HZ;

/// Noise of a room at this peak, without a random number: what matters is how loud it is.
fn room(length_ms: u64, peak: i16) -> Vec<i16> {
    let many = samples_in(Duration::from_millis(length_ms));
    (0..many).map(|at| if at % 2 == 0 { peak } else { -peak }).collect()
}

/// A word as far as cutting goes: a tone of this peak.
fn word(length_ms: u64, peak: f32) -> Vec<i16> {
    let many = samples_in(Duration::from_millis(length_ms));
    let tone = |at: usize| (at as f32 / RATE_HZ as f32 * 300.0 * std::f32::consts::TAU).sin() * peak;
    (0..many).map(|at| tone(at) as i16).collect()
}

fn ms(samples: usize) -> u128 {
    crate::recording::duration(samples).as_millis()
}

#[test]
fn what_is_kept_begins_just_before_the_word_and_ends_just_behind_it() {
    for (noise, loud) in [(0, 12_000.0), (60, 12_000.0), (60, 2_500.0), (200, 30_000.0)] {
        let take = [room(700, noise), word(500, loud), room(900, noise)].concat();
        let kept = cut(&take).expect("a word is heard");
        let (from, to) = (ms(kept.start), ms(kept.end));
        assert!((610..=630).contains(&from), "{noise} and {loud}: from {from} ms");
        assert!((1_300..=1_320).contains(&to), "{noise} and {loud}: to {to} ms");
    }
}

#[test]
fn a_pause_within_a_phrase_stays_whole() {
    let take = [room(300, 10), word(400, 9_000.0), room(350, 10), word(400, 9_000.0), room(300, 10)].concat();
    let kept = cut(&take).expect("words are heard");
    assert!((1_320..=1_350).contains(&ms(kept.len())), "{} ms", ms(kept.len()));
}

#[test]
fn the_key_that_began_and_ended_the_take_is_not_in_it() {
    let click = || room(20, 8_000);
    let take = [click(), room(400, 20), word(450, 12_000.0), room(400, 20), click(), room(60, 20)].concat();
    let kept = cut(&take).expect("a word is heard");
    assert!((330..=350).contains(&ms(kept.start)), "from {} ms", ms(kept.start));
    assert!((970..=990).contains(&ms(kept.end)), "to {} ms", ms(kept.end));
    // A short word is a word where there is nothing else.
    assert!(cut(&[room(300, 20), click(), room(300, 20)].concat()).is_some());
}

#[test]
fn a_word_at_the_very_end_is_not_cut_off() {
    let take = word(300, 9_000.0);
    assert_eq!(cut(&take), Some(0..take.len()));
    assert_eq!(cut(&[]), None);
    assert_eq!(cut(&room(2_000, 300)), None, "nobody spoke");
}

#[test]
fn a_take_is_judged_by_its_peaks() {
    assert_eq!(judge(&word(300, 12_000.0)), Verdict::Good);
    assert_eq!(judge(&word(300, 1_500.0)), Verdict::Weak);
    assert_eq!(judge(&word(300, 200.0)), Verdict::Silent);
    assert_eq!(judge(&[]), Verdict::Silent);
    assert_eq!(judge(&word(300, 60_000.0)), Verdict::Clipped);
    // One sample at the end of the scale is a peak that just fits.
    let mut fits = word(300, 12_000.0);
    fits[100] = i16::MIN;
    assert_eq!(judge(&fits), Verdict::Good);
    assert_eq!(judge(&word(20_001, 12_000.0)), Verdict::Long);
    assert!(!Verdict::Silent.may_stay() && !Verdict::Long.may_stay() && Verdict::Weak.may_stay());
}

#[test]
fn decibels_are_under_full_scale() {
    assert!((decibels(16_384) + 6.02).abs() < 0.01);
    assert!(decibels(32_768).abs() < 0.001);
    assert!(decibels(0) < -90.0);
}

proptest::proptest! {
    /// Whatever was heard, what is kept lies in it and has its loudest sample, unless that was a click.
    #[test]
    fn what_is_kept_lies_within_the_take(samples in proptest::collection::vec(proptest::num::i16::ANY, 0..9_000)) {
        if let Some(kept) = cut(&samples) {
            assert!(kept.start < kept.end && kept.end <= samples.len());
        }
    }
}
