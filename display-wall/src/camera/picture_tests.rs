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

#[test]
fn black_is_told_once_after_a_while_and_its_end_too() {
    let t = Instant::now();
    let at = |millis| t + Duration::from_millis(millis);
    let mut darkness = Darkness::default();
    assert_eq!(darkness.look(at(0), 26), None);
    assert_eq!(darkness.look(at(4999), 0), None);
    assert_eq!(darkness.look(at(5000), 26), Some(Sight::Black));
    assert_eq!(darkness.look(at(9000), 0), None, "once");
    assert_eq!(darkness.look(at(9100), 27), Some(Sight::Clear));
    assert_eq!(darkness.look(at(9200), 200), None);
    // A hand before the lens.
    assert_eq!(darkness.look(at(10_000), 3), None);
    assert_eq!(darkness.look(at(12_000), 90), None);
    assert_eq!(darkness.look(at(13_000), 3), None);
    assert_eq!(darkness.look(at(17_999), 3), None, "it was clear in between");
}

#[test]
fn brightness_is_the_mean() {
    assert_eq!(brightness(&[16; 320]), 16);
    assert_eq!(brightness(&[255; 320]), 255);
    assert_eq!(brightness(&[[0; 160], [100; 160]].concat()), 50);
    assert_eq!(brightness(&[]), 0);
}
