//! How the desk's clock stands to this device's own (ADR 74): from questions and their answers, as NTP does it.
//!
//! The clock that people set is not looked at: it may be years off. A question went out at one moment of the device's steady clock
//! and its answer came at another; the desk read its clock in between. Half of that time is the doubt; it grows as clocks drift.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Exchanges that are kept: of sixteen seconds. The surest of them is used.
const KEPT: usize = 8;

/// The interval of the questions.
pub const EXCHANGE_EVERY: Duration = Duration::from_secs(2);

/// How much two clocks drift apart, in millionths: those of quartz by a hundred, one that NTP puts right by five hundred.
const DRIFT_PPM: u128 = 600;

/// An exchange this old says nothing any more: the device may have slept.
const OLD: Duration = Duration::from_secs(60);

/// The desk tells whole milliseconds, and a press is told in such: half of one each way, and one for what is cut off.
const CUT_OFF_US: i64 = 1_500;

/// A moment as the desk's clock would have told it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeskHour {
    /// UTC milliseconds.
    pub at_utc_ms: u64,
    /// By how much it may have been earlier or later, in milliseconds.
    pub within_ms: u32,
}

/// What the exchanges say of the desk's clock.
#[derive(Debug, Default)]
pub struct DeskTime {
    kept: VecDeque<Exchange>,
}

#[derive(Debug, Clone, Copy)]
struct Exchange {
    /// Half-way between question and answer.
    middle: Instant,
    half: Duration,
    /// What the desk's clock said, microseconds.
    desk_us: i64,
}

impl Exchange {
    /// The desk's clock at a moment, and how sure that is, both in microseconds.
    fn at(&self, moment: Instant) -> (i64, i64) {
        let (before, after) =
            (self.middle.saturating_duration_since(moment), moment.saturating_duration_since(self.middle));
        let drift = (before + after).as_micros() * DRIFT_PPM / 1_000_000;
        (self.desk_us + micros(after) - micros(before), micros(self.half) + whole(drift) + CUT_OFF_US)
    }
}

impl DeskTime {
    /// A question went out at `sent`, the desk's clock said `desk_utc_ms`, the answer came at `heard`. What was kept before and
    /// cannot be true beside it is forgotten: one of the two clocks jumped.
    pub fn exchanged(&mut self, sent: Instant, desk_utc_ms: i64, heard: Instant) {
        let half = heard.saturating_duration_since(sent) / 2;
        let desk_us = desk_utc_ms.saturating_mul(1_000).saturating_add(500);
        let new = Exchange { middle: sent + half, half, desk_us };
        let fits = |old: &Exchange| {
            let (told, sure) = old.at(new.middle);
            (told - new.desk_us).abs() <= sure + micros(half) + CUT_OFF_US
        };
        if !self.kept.iter().all(fits) {
            self.kept.clear();
        }
        self.kept.push_back(new);
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
    }

    /// The hour of something that happened between two moments of this device; none where nothing is known of the desk's clock.
    pub fn hour(&self, earliest: Instant, latest: Instant) -> Option<DeskHour> {
        let half = latest.saturating_duration_since(earliest) / 2;
        let moment = earliest + half;
        let young = self.kept.iter().filter(|kept| moment.saturating_duration_since(kept.middle) <= OLD);
        let (at_us, sure_us) = young.map(|kept| kept.at(moment)).min_by_key(|(_, sure)| *sure)?;
        let within = (sure_us + micros(half)).unsigned_abs().div_ceil(1_000);
        Some(DeskHour {
            at_utc_ms: u64::try_from(at_us.div_euclid(1_000)).ok()?,
            within_ms: u32::try_from(within).unwrap_or(u32::MAX),
        })
    }
}

fn micros(time: Duration) -> i64 {
    whole(time.as_micros())
}

fn whole(number: u128) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
#[path = "desk_time_tests.rs"]
mod tests;
