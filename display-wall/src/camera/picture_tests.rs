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
