//! The only file that reads the time, and the only one that knows of zones.
//!
//! The zone's data is compiled in, so that a machine without it prints the same times
//! (DECISIONS 32).

use std::sync::Arc;

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
}

impl Clock {
    /// Returns a clock for an IANA zone, as in "Europe/Madrid"; `None` if there is no such zone.
    pub fn new(zone: &str) -> Option<Clock> {
        Some(Clock { zone: TimeZone::get(zone).ok()?, source: Arc::new(utc_ms) })
    }

    /// Returns the clock with its time from somewhere else.
    #[must_use]
    pub fn with_source(self, source: Source) -> Clock {
        Clock { source, ..self }
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
    fn a_session_of_the_small_hours_has_the_local_date() {
        let clock = Clock::new("Europe/Madrid").unwrap();
        assert_eq!(clock.moment(1_795_302_000_000).date().to_string(), "2026-11-22");
        assert!(Clock::new("Europe/Atlantis").is_none());
    }
}
