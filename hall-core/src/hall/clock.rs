//! Whether the server's clock can be believed after a start (E 57): an empty battery says 1970, and with it every date and
//! every hour of the law would be wrong.

use crate::event::Event;
use crate::game::decide::{Decision, another, one, stale};
use crate::hall::Hall;
use crate::people::PersonId;
use crate::refusal::Refusal;
use crate::time::{LocalTime, Moment};

/// How far before the record's last line a start's clock is doubted. A clock that drifts loses seconds a day; one hour and more is a
/// battery, a year, a wrong zone.
const BEHIND_MS: i64 = 3_600_000;

/// How far after it people are told to look at the date: a hall may have been closed for holidays.
const AHEAD_MS: i64 = 30 * DAY_MS;

const DAY_MS: i64 = 86_400_000;

/// How many minutes a person's watch may differ from the server's clock.
const WATCH_MINUTES: u64 = 10;

/// A start with a clock hours before the record's last line, that nobody has put right or confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockDoubt {
    /// When the last line before it was written, UTC milliseconds.
    pub recorded_utc_ms: i64,
    /// The clock at the start, UTC milliseconds.
    pub started_utc_ms: i64,
    /// Who has said what hour it is.
    pub asked: Option<(LocalTime, PersonId)>,
}

impl Hall {
    /// Nobody doubts the hour: what goes by its date may go.
    pub(super) fn clock_is_right(&self) -> bool {
        self.clock_doubt.is_none() && self.clock_ahead_days.is_none()
    }

    /// The server's clock is not in doubt.
    pub(crate) fn clock_is_sure(&self) -> Result<(), Refusal> {
        ensure!(self.clock_doubt.is_none(), Refusal::ClockInDoubt);
        Ok(())
    }

    pub(super) fn decide_ask_clock(&self, now: Moment, said: LocalTime) -> Decision {
        self.doubt()?;
        is_now(now, said)?;
        one(Event::ClockConfirmAsked { said })
    }

    pub(super) fn decide_confirm_clock(&self, by: PersonId, now: Moment, said: LocalTime) -> Decision {
        let (_, asked_by) = self.doubt()?.asked.ok_or(Refusal::ClockNotAsked)?;
        another(asked_by, by)?;
        is_now(now, said)?;
        one(Event::ClockConfirmed { said, asked_by })
    }

    fn doubt(&self) -> Result<&ClockDoubt, Refusal> {
        self.clock_doubt.as_ref().ok_or_else(|| stale("el reloj no está en duda"))
    }

    /// A server started.
    pub(super) fn started_at(&mut self, utc_ms: i64) {
        let Some(last) = self.last_utc_ms else { return };
        self.clock_ahead_days = None;
        if self.clock_doubt.is_some() {
            return;
        }
        let by = utc_ms.saturating_sub(last);
        if by <= -BEHIND_MS {
            self.clock_doubt =
                Some(ClockDoubt { recorded_utc_ms: last, started_utc_ms: utc_ms, asked: None });
        } else if by >= AHEAD_MS {
            self.clock_ahead_days = u32::try_from(by / DAY_MS).ok();
        }
    }

    /// A line was written at this time: a clock that was put right is no longer in doubt. A step of the clock has the new time and
    /// no time of its own.
    pub(super) fn line_at(&mut self, utc_ms: i64, event: &Event) {
        let right = |doubt: &ClockDoubt| utc_ms > doubt.recorded_utc_ms.saturating_sub(BEHIND_MS);
        if self.clock_doubt.as_ref().is_some_and(right) {
            self.clock_doubt = None;
        }
        if !matches!(event, Event::ClockStepped { .. }) {
            self.last_utc_ms = Some(utc_ms);
        }
        if let Some(session) = &mut self.session {
            session.reaches(utc_ms);
        }
    }
}

/// The person's watch says what the server's clock says.
fn is_now(now: Moment, said: LocalTime) -> Result<(), Refusal> {
    let shows = now.local();
    ensure!(shows.minutes_from(said) <= WATCH_MINUTES, Refusal::ClockDiffers(shows));
    Ok(())
}
