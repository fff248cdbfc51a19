//! The only file that reads the time, and the only one that knows of zones.
//!
//! Two clocks are read: the wall clock, which somebody or the network may set, and a steady one
//! that only counts. Where they part, the wall clock was set (R48, reliability.md E57).
//!
//! The zone's data is compiled in, so that a machine without it prints the same times
//! (DECISIONS 32).

use std::sync::Arc;
use std::time::Instant;

use hall_core::time::Moment;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Gives milliseconds since 1970-01-01 UTC. The server has one, [`utc_ms`]; tests that play an
/// evening in a moment bring their own (DECISIONS 7). No setting and no switch leads here.
pub type Source = Arc<dyn Fn() -> i64 + Send + Sync>;

/// The hall's clock.
#[derive(Clone)]
pub struct Clock {
    zone: TimeZone,
    source: Source,
    steady: Source,
}

/// What both clocks said at a moment.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    wall_ms: i64,
    steady_ms: i64,
}

/// How far the two clocks may part before it is a step, besides what a clock that is being
/// slewed gains or loses: 500 parts in a million.
const STEP_MS: i64 = 2_000;

impl Clock {
    /// Returns a clock for an IANA zone, as in "Europe/Madrid"; `None` if there is no such zone.
    pub fn new(zone: &str) -> Option<Clock> {
        let started = Instant::now();
        let steady = move || i64::try_from(started.elapsed().as_millis()).unwrap_or(i64::MAX);
        Some(Clock { zone: TimeZone::get(zone).ok()?, source: Arc::new(utc_ms), steady: Arc::new(steady) })
    }

    /// Returns the clock with both its times from somewhere else.
    #[must_use]
    pub fn with_sources(self, source: Source, steady: Source) -> Clock {
        Clock { source, steady, ..self }
    }

    /// Reads both clocks.
    pub fn reading(&self) -> Reading {
        Reading { wall_ms: (self.source)(), steady_ms: (self.steady)() }
    }

    /// Returns by how many milliseconds the wall clock was set between two readings; below zero
    /// when it was set back.
    pub fn step_between(before: Reading, now: Reading) -> Option<i64> {
        let steady = now.steady_ms - before.steady_ms;
        let by = now.wall_ms.saturating_sub(before.wall_ms).saturating_sub(steady);
        (by.abs() > STEP_MS + steady / 2_000).then_some(by)
    }

    /// Returns by how much the clock is behind a recorded time: it was set back while nobody
    /// looked, or lost its battery and began at 1970.
    pub fn step_since(recorded_utc_ms: i64, now: Reading) -> Option<i64> {
        let by = now.wall_ms.saturating_sub(recorded_utc_ms);
        (by < -STEP_MS).then_some(by)
    }

    /// Returns this moment.
    pub fn now(&self) -> Moment {
        self.moment((self.source)())
    }

    /// Returns the moment of a recorded time, with the offset that held then.
    pub fn moment(&self, utc_ms: i64) -> Moment {
        let seconds =
            Timestamp::from_millisecond(utc_ms).map_or(0, |time| self.zone.to_offset(time).seconds());
        Moment { utc_ms, offset_minutes: i16::try_from(seconds / 60).expect("an offset is less than a day") }
    }

    /// Returns a recorded time as printed, with its offset: `2026-11-21 20:04:05 +01:00`.
    pub fn print(&self, utc_ms: i64) -> String {
        match Timestamp::from_millisecond(utc_ms) {
            Ok(time) => time.to_zoned(self.zone.clone()).strftime("%Y-%m-%d %H:%M:%S %:z").to_string(),
            Err(_) => format!("{utc_ms} ms"),
        }
    }

    /// Returns only the hour of a recorded time: `20:04:05`.
    pub fn print_hour(&self, utc_ms: i64) -> String {
        match Timestamp::from_millisecond(utc_ms) {
            Ok(time) => time.to_zoned(self.zone.clone()).strftime("%H:%M:%S").to_string(),
            Err(_) => format!("{utc_ms} ms"),
        }
    }
}

/// Returns milliseconds since 1970-01-01 UTC, now.
pub fn utc_ms() -> i64 {
    Timestamp::now().as_millisecond()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_time_has_its_offset_on_both_sides_of_the_change() {
        let clock = Clock::new("Europe/Madrid").unwrap();
        // The night of 25 October 2026: at 03:00 it is 02:00 again.
        let before = 1_792_888_200_000;
        assert_eq!(clock.print(before), "2026-10-25 02:30:00 +02:00");
        assert_eq!(clock.print(before + 3_600_000), "2026-10-25 02:30:00 +01:00");
        assert_eq!(clock.moment(before).offset_minutes, 120);
        assert_eq!(clock.moment(before + 3_600_000).date().to_string(), "2026-10-25");
    }

    #[test]
    fn a_clock_that_was_set_is_found_and_one_that_is_slewed_is_not() {
        let at = |wall_ms, steady_ms| Reading { wall_ms, steady_ms };
        let between = |wall: i64, steady: i64| {
            Clock::step_between(at(1_000_000, 50), at(1_000_000 + wall, 50 + steady))
        };
        assert_eq!(between(1_000, 1_000), None);
        assert_eq!(between(2_900, 1_000), None);
        assert_eq!(between(3_600_000 + 1_000, 1_000), Some(3_600_000));
        assert_eq!(between(1_000 - 3_600_000, 1_000), Some(-3_600_000));
        // Eight hours asleep, the network's time pulling all along at 400 parts in a million.
        assert_eq!(between(28_800_000 + 11_520, 28_800_000), None);
        assert_eq!(Clock::step_since(1_800_000_000_000, at(0, 0)), Some(-1_800_000_000_000));
        assert_eq!(Clock::step_since(1_000, at(1_000 - 1_999, 0)), None);
        assert_eq!(Clock::step_since(1_000, at(9_000_000, 0)), None, "the hall was closed for a while");
    }

    #[test]
    fn a_session_of_the_small_hours_has_the_local_date() {
        let clock = Clock::new("Europe/Madrid").unwrap();
        assert_eq!(clock.moment(1_795_302_000_000).date().to_string(), "2026-11-22");
        assert!(Clock::new("Europe/Atlantis").is_none());
    }
}
