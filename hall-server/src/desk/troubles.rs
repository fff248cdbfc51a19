//! What is wrong with the server itself, its disk or its clock: told on the mesa, in `/healthz` and in `/metrics` while it
//! lasts. It comes and goes by itself.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hall_core::event::SessionNo;
use hall_core::hall::Hall;
use hall_core::time::Moment;
use hall_core::words::Trouble;

use super::{Desk, DeskError};
use crate::clock::{Clock, Reading};
use crate::journal::Room;

/// A commit that takes longer is told. Balls come two seconds apart and each waits for its commit: half a second is felt at the
/// mesa, and is a thousand times what a commit takes on a disk that is well.
const SLOW: Duration = Duration::from_millis(500);

/// How long a slow commit is told of.
const SLOW_TOLD_MS: i64 = 60_000;

/// How long it is told that the clock was set.
const SET_TOLD_MS: i64 = 600_000;

/// An acta takes a second or two, and is tried again every half minute.
const ACTA_MS: i64 = 60_000;

/// How often the disk is looked at.
const DISK_MS: i64 = 5_000;

/// Less than this is little: some evenings, and their papers.
const LOW_BYTES: u64 = 256 * 1024 * 1024;

const MIB: u64 = 1024 * 1024;

/// Since when the desk writes, for those who ask while the disk stalls and the desk can tell nobody.
#[derive(Debug, Clone, Default)]
pub struct Writing(Arc<Mutex<Option<Instant>>>);

impl Writing {
    /// Notes that a commit begins, or has ended.
    pub(super) fn set(&self, since: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    /// The commit under way is slow.
    pub fn stalls(&self) -> bool {
        let since = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        since.is_some_and(|since| since.elapsed() >= SLOW)
    }
}

/// Whether a witness outside the hall saw of the record what it has not. Those who ask them say so.
#[derive(Debug, Clone, Default)]
pub struct Contradicted(Arc<AtomicBool>);

impl Contradicted {
    /// It is so, or not any more.
    pub fn set(&self, is_so: bool) {
        self.0.store(is_so, Ordering::Relaxed);
    }

    fn is_so(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What the desk has seen.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// When a commit was slow, and the longest of the last ones.
    slow: Option<(i64, u64)>,
    /// When the clock was set, and by how much.
    set: Option<(i64, i64)>,
    /// When the disk was looked at, and what was found.
    disk: Option<(i64, Option<Room>)>,
    /// The acta that is due, and since when.
    acta: Option<(SessionNo, i64)>,
    contradicted: Contradicted,
}

impl Seen {
    /// A commit took so long.
    pub(super) fn committed(&mut self, took: Duration, at: Reading) {
        if took >= SLOW {
            let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            let before = self.slow.filter(|(since, _)| at.steady_ms() - since < SLOW_TOLD_MS);
            self.slow = Some((at.steady_ms(), before.map_or(ms, |(_, before)| before.max(ms))));
        }
    }

    /// The clock was set.
    pub(super) fn clock_set(&mut self, by_ms: i64, at: Reading) {
        self.set = Some((at.steady_ms(), by_ms));
    }

    /// Everything that is wrong now, the gravest first.
    fn now(&mut self, hall: &Hall, now: Moment, at: Reading) -> Vec<Trouble> {
        let due = hall.acta_due().map(|(session, _)| session);
        if due != self.acta.map(|(session, _)| session) {
            self.acta = due.map(|session| (session, at.steady_ms()));
        }
        let lasts = |since: i64, told_ms: i64| at.steady_ms() - since < told_ms;
        let room = self.disk.and_then(|(_, room)| room);
        let slow = self.slow.filter(|(since, _)| lasts(*since, SLOW_TOLD_MS));
        let set = self.set.filter(|(since, _)| lasts(*since, SET_TOLD_MS) && hall.clock_doubt.is_none());
        let past = |hour| Trouble::PastClosing(hour);
        let session = hall.session.as_ref().filter(|session| session.is_past_closing_at(now));
        let low = room.filter(|room| room.free < LOW_BYTES && !hall.no_room);
        let troubles = [
            self.contradicted.is_so().then_some(Trouble::WitnessContradicts),
            hall.clock_doubt.map(|_| Trouble::ClockInDoubt),
            hall.no_room.then_some(Trouble::DiskFull),
            slow.map(|(_, ms)| Trouble::DiskSlow { ms }),
            room.filter(|room| !room.reserve && !hall.no_room).map(|_| Trouble::NoReserve),
            low.map(|room| Trouble::DiskLow { mib: room.free / MIB }),
            session.and_then(|session| session.closes).map(|closes| past(closes.hour)),
            set.map(|(_, by_ms)| Trouble::ClockSet { back: by_ms < 0, secs: by_ms.unsigned_abs() / 1_000 }),
            hall.clock_ahead_days.map(|days| Trouble::ClockAhead { days }),
            self.acta
                .filter(|(_, since)| !lasts(*since, ACTA_MS))
                .map(|(session, _)| Trouble::ActaWaits(session)),
        ];
        troubles.into_iter().flatten().collect()
    }
}

impl Desk {
    /// Tells the mesa when this is so.
    pub fn heeds(&mut self, contradicted: Contradicted) {
        self.seen.contradicted = contradicted;
    }

    /// Looks at what changes without an input. Nothing is written unless the clock was set.
    pub(super) fn tick(&mut self) -> Result<(), DeskError> {
        self.journal.is_in_place()?;
        let at = self.view.clock.reading();
        let now = self.view.clock.now();
        if Clock::step_between(self.read, at).is_some() || self.hall.log_ins_are_due(now.utc_ms) {
            return self.step(Vec::new());
        }
        self.look_at_disk(at);
        if self.sign_by_time(at)? {
            self.publish(now.utc_ms);
        }
        let troubles = self.troubles(now, at);
        if troubles != self.hall.troubles {
            self.hall.troubles = troubles;
            self.publish(now.utc_ms);
        }
        Ok(())
    }

    /// What is wrong, as of this batch.
    pub(super) fn find_troubles(&mut self, now: Moment) {
        self.hall.troubles = self.troubles(now, self.view.clock.reading());
    }

    fn troubles(&mut self, now: Moment, at: Reading) -> Vec<Trouble> {
        let mut troubles = self.seen.now(&self.hall, now, at);
        let film = self.film.as_ref().and_then(|film| film.trouble());
        troubles.extend(film.map(Trouble::FilmStopped));
        troubles
    }

    /// Looks at the room, and puts the reserve back where it is missing and there is enough: between two games, for it takes a
    /// moment.
    fn look_at_disk(&mut self, at: Reading) {
        if self.seen.disk.is_some_and(|(looked, _)| at.steady_ms() - looked < DISK_MS) {
            return;
        }
        let mut room = self.journal.room().ok();
        let missing = room.is_some_and(|room| !room.reserve && room.is_enough_for_the_reserve());
        if missing && self.hall.running().is_none() {
            match self.journal.restore_reserve() {
                Ok(()) => {
                    tracing::info!("the reserve for a full disk is there again");
                    room = self.journal.room().ok();
                }
                Err(error) => tracing::warn!(%error, "the reserve could not be put back"),
            }
        }
        if self.hall.no_room && room.is_some_and(|room| room.reserve) {
            self.hall.no_room = false;
        }
        self.seen.disk = Some((at.steady_ms(), room));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicI64;

    use super::*;

    /// A certificate that expired, a full disk, no printer: the session is closed, and its acta is not there.
    #[test]
    fn an_acta_that_is_not_made_within_a_minute_is_told_until_it_is() {
        let steady = Arc::new(AtomicI64::new(0));
        let counted = steady.clone();
        let clock = Clock::new("Europe/Madrid").unwrap();
        let clock = clock.with_sources(Arc::new(|| 0), Arc::new(move || counted.load(Ordering::Relaxed)));
        let (mut seen, mut hall) = (Seen::default(), Hall::default());
        let mut told = |hall: &Hall, at_ms: i64| {
            steady.store(at_ms, Ordering::Relaxed);
            seen.now(hall, clock.now(), clock.reading())
        };
        assert_eq!(told(&hall, 0), []);
        hall.actas_due.push((SessionNo(3), 40));
        assert_eq!(told(&hall, 500_000), []);
        assert_eq!(told(&hall, 500_000 + ACTA_MS - 1), []);
        assert_eq!(told(&hall, 500_000 + ACTA_MS), [Trouble::ActaWaits(SessionNo(3))]);
        hall.actas_due.clear();
        assert_eq!(told(&hall, 900_000), []);
    }
}
