//! The only file that reads the time or knows time zones.
//!
//! Reads the wall clock, which people or NTP may set, and a monotonic one. Where they diverge, the wall clock was set
//! (R48, reliability.md E57).
//!
//! The zone data is compiled in, so that every machine prints the same times (DECISIONS 32).

use std::sync::Arc;
use std::time::Instant;

use hall_core::time::{Moment, OffsetChange};
use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};

/// Milliseconds since 1970-01-01 UTC. The server uses [`utc_ms`]; only tests bring their own (DECISIONS 7), and no
/// setting can.
pub type Source = Arc<dyn Fn() -> i64 + Send + Sync>;

/// The clocks and the hall's time zone.
#[derive(Clone)]
pub struct Clock {
    zone: TimeZone,
    source: Source,
    steady: Source,
}

/// Both clocks at one moment.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    wall_ms: i64,
    steady_ms: i64,
}

impl Reading {
    /// The steady clock, milliseconds.
    pub fn steady_ms(self) -> i64 {
        self.steady_ms
    }
}

/// How far the clocks may diverge before it counts as a step; a clock being slewed may in addition gain or lose 500
/// ppm.
const STEP_MS: i64 = 2_000;

impl Clock {
    /// For an IANA zone such as "Europe/Madrid"; `None` if there is none of that name.
    pub fn new(zone: &str) -> Option<Clock> {
        Some(Clock { zone: TimeZone::get(zone).ok()?, source: Arc::new(utc_ms), steady: steady() })
    }

    /// For the zone of a record, Madrid's if that is not known.
    pub fn of_zone(zone: &str) -> Clock {
        Clock::new(zone).or_else(|| Clock::new("Europe/Madrid")).expect("compiled in")
    }

    /// For tests: replaces both clocks.
    #[must_use]
    pub fn with_sources(self, source: Source, steady: Source) -> Clock {
        Clock { source, steady, ..self }
    }

    /// Reads both clocks.
    pub fn reading(&self) -> Reading {
        Reading { wall_ms: (self.source)(), steady_ms: (self.steady)() }
    }

    /// Milliseconds by which the wall clock was set between two readings; negative if set back. `None` if it was
    /// not.
    pub fn step_between(before: Reading, now: Reading) -> Option<i64> {
        let steady = now.steady_ms - before.steady_ms;
        let by = now.wall_ms.saturating_sub(before.wall_ms).saturating_sub(steady);
        (by.abs() > STEP_MS + steady / 2_000).then_some(by)
    }

    /// Milliseconds by which the clock is behind a recorded time: set back while the server was off, or reset to
    /// 1970 by an empty battery.
    pub fn step_since(recorded_utc_ms: i64, now: Reading) -> Option<i64> {
        let by = now.wall_ms.saturating_sub(recorded_utc_ms);
        (by < -STEP_MS).then_some(by)
    }

    /// The current time and its UTC offset.
    pub fn now(&self) -> Moment {
        self.moment((self.source)())
    }

    /// A recorded time with the UTC offset then in force.
    pub fn moment(&self, utc_ms: i64) -> Moment {
        let minutes =
            |offset: Offset| i16::try_from(offset.seconds() / 60).expect("an offset is less than a day");
        let Ok(time) = Timestamp::from_millisecond(utc_ms) else {
            return Moment { utc_ms, offset_minutes: 0, change: None };
        };
        let change = self.zone.following(time).next().map(|change| OffsetChange {
            at_utc_ms: change.timestamp().as_millisecond(),
            offset_minutes: minutes(change.offset()),
        });
        Moment { utc_ms, offset_minutes: minutes(self.zone.to_offset(time)), change }
    }

    /// A recorded time for print: `2026-11-21 20:04:05 +01:00`.
    pub fn print(&self, utc_ms: i64) -> String {
        self.print_as("%Y-%m-%d %H:%M:%S %:z", utc_ms)
    }

    /// A recorded time as players read it: `21/11/2026 a las 20:04:05`.
    pub fn print_for_players(&self, utc_ms: i64) -> String {
        self.print_as("%d/%m/%Y a las %H:%M:%S", utc_ms)
    }

    /// The hour of a recorded time: `20:04:05`.
    pub fn print_hour(&self, utc_ms: i64) -> String {
        self.print_as("%H:%M:%S", utc_ms)
    }

    /// A recorded time for the name of a file: `2026-11-21-2004`.
    pub fn print_name(&self, utc_ms: i64) -> String {
        self.print_as("%Y-%m-%d-%H%M", utc_ms)
    }

    fn print_as(&self, format: &str, utc_ms: i64) -> String {
        match Timestamp::from_millisecond(utc_ms) {
            Ok(time) => time.to_zoned(self.zone.clone()).strftime(format).to_string(),
            Err(_) => format!("{utc_ms} ms"),
        }
    }
}

/// A monotonic clock: milliseconds since this call.
pub fn steady() -> Source {
    let started = Instant::now();
    Arc::new(move || i64::try_from(started.elapsed().as_millis()).unwrap_or(i64::MAX))
}

/// The wall clock: milliseconds since 1970-01-01 UTC.
pub fn utc_ms() -> i64 {
    Timestamp::now().as_millisecond()
}

/// The hour of the `Date` of an answer over HTTP, in UTC milliseconds.
pub fn http_date(text: &str) -> Option<i64> {
    let parsed = jiff::fmt::rfc2822::DateTimeParser::new().parse_timestamp(text).ok()?;
    Some(parsed.as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_time_has_its_offset_on_both_sides_of_the_change() {
        let clock = Clock::new("Europe/Madrid").unwrap();
        // 25 October 2026: at 03:00 clocks go back to 02:00.
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
        // Eight hours asleep, with NTP slewing at 400 ppm all along.
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
