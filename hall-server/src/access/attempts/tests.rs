//! Who waits after wrong PINs, and for how long.

use std::net::Ipv4Addr;

use super::*;

const ANA: PersonId = PersonId(7);

fn at(last: u8) -> Place {
    Place::Other(IpAddr::V4(Ipv4Addr::new(10, 0, 0, last)), "mesa".into())
}

#[test]
fn wrong_pins_cost_more_each_time_and_never_for_good() {
    for is_known in [false, true] {
        let attempts = Attempts::default();
        let (mut now, mut waits) = (Instant::now(), Vec::new());
        for _ in 0..8 {
            assert_eq!(attempts.begin("ana", &at(1), is_known, now), Ok(()));
            let Wait(wait) = attempts.begin("ana", &at(1), is_known, now).unwrap_err();
            waits.push(wait.as_secs());
            now += wait;
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 30, 30, 30]);
        assert_eq!(attempts.begin("luis", &at(1), is_known, now), Ok(()));
        attempts.bad("ana", &at(1), is_known, now + LONGEST);
        assert_eq!(attempts.begin("ana", &at(1), is_known, now + LONGEST), Err(Wait(LONGEST)));
        attempts.good("ana", ANA, &at(1), is_known, now);
        assert_eq!(attempts.begin("ana", &at(1), is_known, now), Ok(()));
    }
}

#[test]
fn two_hundred_addresses_try_no_more_than_one() {
    let attempts = Attempts::default();
    let now = Instant::now();
    let tried = (0..200).filter(|n| attempts.begin("ana", &at(*n), false, now).is_ok()).count();
    assert_eq!(tried, 1);
}

#[test]
fn who_has_logged_in_at_a_device_is_not_delayed_there_by_anybody_elsewhere() {
    let attempts = Attempts::default();
    let now = Instant::now();
    assert!(!attempts.sat(ANA, &at(1)));
    attempts.good("ana", ANA, &at(1), false, now);
    assert!(attempts.sat(ANA, &at(1)) && !attempts.sat(ANA, &at(2)));
    let same_address = Place::Other(IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)), "portatil".into());
    assert!(!attempts.sat(ANA, &same_address), "a name that is typed beside it is another device");
    for step in 0..60 {
        let now = now + Duration::from_secs(step);
        let _ = attempts.begin("ana", &same_address, false, now);
        assert_eq!(attempts.begin("ana", &at(1), true, now), Ok(()), "refused at {step} s");
        attempts.good("ana", ANA, &at(1), true, now);
        assert!(
            attempts.begin("ana", &same_address, false, now).is_err(),
            "a right PIN there helps nobody here"
        );
    }
}

#[test]
fn what_is_kept_has_an_end() {
    let attempts = Attempts::default();
    let now = Instant::now();
    for n in 0..2000_u32 {
        assert_eq!(attempts.begin(&format!("u{n}"), &at(1), false, now), Ok(()));
        assert_eq!(attempts.begin(&format!("u{n}"), &at(1), true, now), Ok(()));
        attempts.good("u", PersonId(n), &at(1), true, now + Duration::from_secs(u64::from(n)));
    }
    let counts = attempts.0.lock().unwrap();
    assert_eq!(
        (counts.new.len(), counts.known.len(), counts.seats.len()),
        (COUNTS_MAX, COUNTS_MAX, SEATS_MAX)
    );
    assert!(counts.seats.contains_key(&(PersonId(1999), at(1))), "the latest stay");
}

#[test]
fn a_user_has_one_line_a_minute_and_no_try_is_lost() {
    let attempts = Attempts::default();
    let now = Instant::now();
    let after = |secs| now + Duration::from_secs(secs);
    assert_eq!(attempts.told(None, now), Told::Now(1));
    assert_eq!(attempts.told(Some(ANA), now), Told::Now(1), "each user has lines of its own");
    assert_eq!(attempts.told(None, after(20)), Told::In(Duration::from_secs(40)));
    for secs in 21..59 {
        assert_eq!(attempts.told(None, after(secs)), Told::Already);
    }
    assert_eq!(attempts.due(None, after(60)), Some(39));
    assert_eq!(attempts.due(None, after(60)), None);
    assert_eq!(attempts.due(Some(ANA), after(60)), None);
    assert_eq!(attempts.told(None, after(61)), Told::In(Duration::from_secs(59)));
    assert_eq!(attempts.told(None, after(121)), Told::Now(2), "the minute is over before anybody asked");
    assert_eq!(attempts.due(None, after(122)), None);
}
