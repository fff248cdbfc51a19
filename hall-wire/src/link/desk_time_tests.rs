use super::*;

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// A question at this millisecond of the device, of so many there and back; the desk is so many milliseconds ahead of it.
fn ask(time: &mut DeskTime, start: Instant, at: u64, (there, back): (u64, u64), ahead: i64) {
    let read = i64::try_from(at + there).unwrap() + ahead;
    time.exchanged(start + ms(at), read, start + ms(at + there + back));
}

fn told(time: &DeskTime, start: Instant, at: u64) -> (i64, u32) {
    let hour = time.hour(start + ms(at), start + ms(at)).unwrap();
    (i64::try_from(hour.at_utc_ms).unwrap(), hour.within_ms)
}

#[test]
fn the_surest_exchange_is_used_and_its_doubt_is_told() {
    let (mut time, start) = (DeskTime::default(), Instant::now());
    assert_eq!(time.hour(start, start), None, "nothing is known yet");
    ask(&mut time, start, 1_000, (0, 2), 5_000_000);
    ask(&mut time, start, 3_000, (400, 40), 5_000_000);
    let (at, within) = told(&time, start, 4_000);
    assert!((at - 5_004_000).abs() <= i64::from(within), "{at}");
    assert!(within <= 5, "of the first, and some drift: {within}");
}

#[test]
fn doubt_grows_with_age_until_nothing_is_told() {
    let (mut time, start) = (DeskTime::default(), Instant::now());
    ask(&mut time, start, 0, (1, 1), 9_000_000);
    let within = [1_000, 20_000, 50_000].map(|at| told(&time, start, at).1);
    assert!(within[0] < within[1] && within[1] < within[2], "{within:?}");
    assert!(within[2] <= 35, "{within:?}");
    assert_eq!(time.hour(start + ms(62_000), start + ms(62_000)), None);
}

#[test]
fn a_clock_that_jumps_takes_the_older_exchanges_with_it() {
    let (mut time, start) = (DeskTime::default(), Instant::now());
    for at in [0, 2_000, 4_000] {
        ask(&mut time, start, at, (1, 1), 7_000_000);
    }
    // The desk's clock was set back by two minutes, or the device slept as long.
    ask(&mut time, start, 6_000, (30, 10), 6_880_000);
    let (at, within) = told(&time, start, 7_000);
    assert!((at - 6_887_000).abs() <= i64::from(within), "{at} within {within}");
    assert!(within >= 20, "only the new one counts: {within}");
}

#[test]
fn what_happened_while_nobody_looked_is_as_unsure_as_that_was_long() {
    let (mut time, start) = (DeskTime::default(), Instant::now());
    ask(&mut time, start, 0, (1, 1), 1_000_000);
    let hour = time.hour(start + ms(500), start + ms(560)).unwrap();
    assert!(hour.at_utc_ms.abs_diff(1_000_530) <= u64::from(hour.within_ms), "{hour:?}");
    assert!((30..=36).contains(&hour.within_ms), "{hour:?}");
}
