//! Log-ins: how long each lasts, who ends it, and why one is over (ADR 84).
//!
//! The hour of a log-in is that of its line, and moves with a clock that is set: a clock set back lengthens none, and one set
//! forwards shortens none while the server sees it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::event::{Event, LogInEnd};
use crate::game::decide::{Decision, one};
use crate::hall::Hall;
use crate::people::{PersonId, Sealed};
use crate::refusal::Refusal;

/// How long a log-in lasts at most, in milliseconds: the longest evening that a hall's hours allow.
pub const LOG_IN_MAX_MS: i64 = 12 * 60 * 60 * 1000;

/// Log-ins that are over and still answered with the reason; the oldest are forgotten first.
const OVER_MAX: usize = 64;

/// A log-in that is good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogIn {
    /// The token's hash, sealed.
    pub token: Sealed,
    /// When it was made, UTC milliseconds by the clock of now.
    pub since_utc_ms: i64,
    /// A session has closed since.
    pub before_close: bool,
}

/// Why a log-in is good no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogInOver {
    /// A jefe de sala ended it.
    Manager,
    /// It had lasted as long as a log-in may.
    TooLong,
    /// Another session was opened.
    NextSession,
    /// The person logged out.
    LoggedOut,
    /// The person logged in again at the device.
    Again,
    /// The person was given a PIN.
    PinGiven,
    /// The person chose another PIN at another device.
    PinChanged,
    /// The person left the staff.
    Dismissed,
    /// The hall had its first device, and this was none.
    FirstDevice,
    /// The device is the hall's no more.
    DeviceRevoked,
    /// The hall is another computer's, or was restored.
    Moved,
}

impl From<LogInEnd> for LogInOver {
    fn from(why: LogInEnd) -> LogInOver {
        match why {
            LogInEnd::Manager => LogInOver::Manager,
            LogInEnd::TooLong => LogInOver::TooLong,
            LogInEnd::NextSession => LogInOver::NextSession,
        }
    }
}

/// A log-in that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedLogIn {
    /// The token's hash, sealed; it is deleted with the night's other deletions.
    pub token: Sealed,
    /// Why.
    pub why: LogInOver,
}

impl Hall {
    pub(super) fn decide_end_log_in(&self, person: PersonId, device: &str) -> Decision {
        ensure!(self.log_ins.contains_key(&(device.to_string(), person)), Refusal::LogInOver);
        one(ended(person, device, LogInEnd::Manager))
    }

    /// Whether a log-in has lasted as long as it may.
    pub fn log_ins_are_due(&self, now_utc_ms: i64) -> bool {
        self.log_ins.values().any(|log_in| log_in.is_due(now_utc_ms))
    }

    /// The ends of those that have.
    pub(super) fn log_ins_due(&self, now_utc_ms: i64) -> Vec<Event> {
        self.ends_of(|_, log_in| log_in.is_due(now_utc_ms), LogInEnd::TooLong)
    }

    /// The ends of those that were made before the last close, when another session is opened; who opens it stays.
    pub(super) fn log_ins_before_close(&self, opens: (&str, PersonId)) -> Vec<Event> {
        let ends = |(device, person): (&str, PersonId), log_in: &LogIn| {
            log_in.before_close && (device, person) != opens
        };
        self.ends_of(ends, LogInEnd::NextSession)
    }

    fn ends_of(&self, ends: impl Fn((&str, PersonId), &LogIn) -> bool, why: LogInEnd) -> Vec<Event> {
        let of = self.log_ins.iter().filter(|((device, person), log_in)| ends((device, *person), log_in));
        of.map(|((device, person), _)| ended(*person, device, why)).collect()
    }

    /// A person logged in.
    pub(super) fn logged_in(&mut self, person: PersonId, device: &str, token: Sealed, at_utc_ms: i64) {
        self.log_in_is_over(person, device, LogInOver::Again);
        let log_in = LogIn { token, since_utc_ms: at_utc_ms, before_close: false };
        self.log_ins.insert((device.into(), person), log_in);
        if let Some(no) = self.devices.named(device) {
            self.people.get_mut(&person).expect("who logs in is on the staff").sat_at.insert(no);
        }
    }

    /// A log-in is good no more, if there was one.
    pub(super) fn log_in_is_over(&mut self, person: PersonId, device: &str, why: LogInOver) {
        self.end_log_ins_where(why, |at, who| (at, who) == (device, person));
    }

    /// Ends the log-ins of a person, but for those at the device that stays.
    pub(super) fn end_log_ins(&mut self, why: LogInOver, person: PersonId, stays: Option<&str>) {
        self.end_log_ins_where(why, |device, who| who == person && Some(device) != stays);
    }

    /// Ends the log-ins of these devices and people.
    pub(super) fn end_log_ins_where(&mut self, why: LogInOver, ends: impl Fn(&str, PersonId) -> bool) {
        let of = |(device, who): &&(String, PersonId)| ends(device, *who);
        let over: Vec<_> = self.log_ins.keys().filter(of).cloned().collect();
        for key in over {
            let Some(LogIn { token, .. }) = self.log_ins.remove(&key) else { continue };
            self.passing.log_in_ended(token);
            if self.log_ins_over.len() == OVER_MAX {
                self.log_ins_over.remove(0);
            }
            self.log_ins_over.push(EndedLogIn { token, why });
        }
        self.access_changes += 1;
    }

    /// A session has closed: who is logged in now was before that.
    pub(super) fn log_ins_at_close(&mut self) {
        self.log_ins.values_mut().for_each(|log_in| log_in.before_close = true);
    }

    /// The clock was set: so long ago is as long ago.
    pub(super) fn log_ins_move(&mut self, by_ms: i64) {
        for log_in in self.log_ins.values_mut() {
            log_in.since_utc_ms = log_in.since_utc_ms.saturating_add(by_ms);
        }
        self.access_changes += 1;
    }
}

impl LogIn {
    fn is_due(&self, now_utc_ms: i64) -> bool {
        now_utc_ms.saturating_sub(self.since_utc_ms) >= LOG_IN_MAX_MS
    }
}

fn ended(person: PersonId, device: &str, why: LogInEnd) -> Event {
    Event::LogInEnded { person, device: device.into(), why }
}
