//! Delays after wrong PINs: longer each time, never a lockout.
//!
//! Counted per user, device and network address and, more mildly, per user and address on any device: an attacker
//! elsewhere delays nobody in the hall. The counts are lost when the server restarts, which takes longer than a try
//! saves.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Longest delay: bearable, and still a year for a million PINs.
const LONGEST: Duration = Duration::from_secs(30);

/// Wrong PINs at any device before they cause a longer delay than those at one.
const FREE_AT_ANY_DEVICE: u32 = 4;

/// Counts kept; the oldest are dropped first. Each took a wrong PIN.
const COUNTS_MAX: usize = 1024;

/// Recent wrong PINs.
#[derive(Default)]
pub struct Attempts {
    counts: Mutex<HashMap<Key, Count>>,
}

/// Address, user, and the device unless it is the count for any.
type Key = (IpAddr, String, Option<String>);

#[derive(Clone, Copy)]
struct Count {
    tries: u32,
    not_before: Instant,
}

impl Attempts {
    /// Counts a try as wrong until [`Attempts::good`], so that parallel tries are treated as consecutive. Returns
    /// the number in a row at this device, or how long to wait; a try that must wait is not counted.
    pub fn begin(&self, peer: IpAddr, user: &str, device: &str, now: Instant) -> Result<u32, Duration> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let keys = keys(peer, user, device);
        let tries = |counts: &HashMap<Key, Count>, key: &Key| counts.get(key).map_or(0, |count| count.tries);
        for key in &keys {
            let wait = counts.get(key).and_then(|count| count.not_before.checked_duration_since(now));
            if let Some(wait) = wait.filter(|wait| !wait.is_zero()) {
                return Err(wait);
            }
        }
        let [here, anywhere] = &keys;
        let at_device = tries(&counts, here) + 1;
        let at_any = tries(&counts, anywhere) + 1;
        counts.insert(here.clone(), Count { tries: at_device, not_before: now + delay(at_device) });
        let mild = delay(at_any.saturating_sub(FREE_AT_ANY_DEVICE));
        counts.insert(anywhere.clone(), Count { tries: at_any, not_before: now + mild });
        while counts.len() > COUNTS_MAX {
            let oldest = counts.iter().min_by_key(|(_, count)| count.not_before).map(|(key, _)| key.clone());
            counts.remove(&oldest.expect("there are more than none"));
        }
        Ok(at_device)
    }

    /// Starts the delay of a wrong try now: hashing may have taken a while.
    pub fn bad(&self, peer: IpAddr, user: &str, device: &str, now: Instant) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let [here, anywhere] = keys(peer, user, device);
        for (key, free) in [(here, 0), (anywhere, FREE_AT_ANY_DEVICE)] {
            if let Some(count) = counts.get_mut(&key) {
                count.not_before = now + delay(count.tries.saturating_sub(free));
            }
        }
    }

    /// Resets the counts after a correct PIN.
    pub fn good(&self, peer: IpAddr, user: &str, device: &str) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        for key in keys(peer, user, device) {
            counts.remove(&key);
        }
    }
}

fn keys(peer: IpAddr, user: &str, device: &str) -> [Key; 2] {
    [(peer, user.to_string(), Some(device.to_string())), (peer, user.to_string(), None)]
}

/// 1, 2, 4 … seconds, at most [`LONGEST`]; zero for no try.
fn delay(tries: u32) -> Duration {
    let Some(doublings) = tries.checked_sub(1) else { return Duration::ZERO };
    Duration::from_secs(1 << doublings.min(5)).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn wrong_pins_cost_more_each_time_and_never_for_good() {
        let attempts = Attempts::default();
        let mut now = Instant::now();
        let mut waits = Vec::new();
        for tries in 1..=8 {
            assert_eq!(attempts.begin(HERE, "ana", "mesa", now), Ok(tries));
            let wait = attempts.begin(HERE, "ana", "mesa", now).unwrap_err();
            waits.push(wait.as_secs());
            now += wait;
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 30, 30, 30]);
        assert_eq!(attempts.begin(HERE, "luis", "mesa", now), Ok(1));
        attempts.bad(HERE, "ana", "mesa", now + LONGEST);
        assert_eq!(attempts.begin(HERE, "ana", "mesa", now + LONGEST), Err(LONGEST));
        attempts.good(HERE, "ana", "mesa");
        assert_eq!(attempts.begin(HERE, "ana", "mesa", now), Ok(1));
    }

    #[test]
    fn other_names_for_the_device_do_not_help() {
        let attempts = Attempts::default();
        let now = Instant::now();
        let tried = (0..100).filter(|n| attempts.begin(HERE, "ana", &format!("d{n}"), now).is_ok()).count();
        assert_eq!(tried, 5);
    }

    #[test]
    fn whoever_tries_from_elsewhere_delays_only_himself() {
        let attempts = Attempts::default();
        let now = Instant::now();
        let elsewhere = IpAddr::from([192, 168, 1, 66]);
        for n in 0..50 {
            let _ = attempts.begin(elsewhere, "ana", &format!("d{n}"), now);
        }
        assert_eq!(attempts.begin(HERE, "ana", "mesa", now), Ok(1));
    }

    #[test]
    fn the_counts_have_an_end() {
        let attempts = Attempts::default();
        let now = Instant::now();
        for n in 0..2000 {
            assert_eq!(attempts.begin(HERE, &format!("u{n}"), "d", now), Ok(1));
        }
        assert!(attempts.counts.lock().unwrap().len() <= COUNTS_MAX);
    }
}
