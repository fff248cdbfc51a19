//! What the hall's cameras report, and when it is a line of the record: within a second where a picture is lost, and only after it
//! has been good for a while where it comes back, so that a loose plug does not fill the record.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hall_core::event::{CameraPost, Sight};
use hall_core::request::Notice;
use hall_wire::message::{CAMERA_SILENCE_MAX, CameraReport};

use crate::clock::Source;

/// After a start cameras have so long to be heard of: they look for the server again at their own pace.
const START_GRACE: Duration = Duration::from_secs(5);

/// How long a picture must have been good to count as good again: doubled with each loss of late, [`DOUBLED_MAX`] times at most.
const GOOD_FOR: Duration = Duration::from_millis(500);

/// 32 s at most.
const DOUBLED_MAX: usize = 6;

/// How long a loss is of late.
const OF_LATE: Duration = Duration::from_mins(10);

/// What the cameras report.
pub struct Sights {
    steady: Source,
    started_ms: i64,
    heard: Mutex<BTreeMap<CameraPost, Heard>>,
}

/// What was heard of one camera. Times are the monotonic clock's.
#[derive(Default)]
struct Heard {
    /// The last report, and when.
    last: Option<(Sight, i64)>,
    /// Since when every report said that it sees.
    good_since: Option<i64>,
    /// The losses of late, when.
    losses: Vec<i64>,
}

impl Sights {
    pub(super) fn new(steady: Source) -> Sights {
        let started_ms = steady();
        Sights { steady, started_ms, heard: Mutex::default() }
    }

    /// Takes a report in.
    pub fn take(&self, report: CameraReport) {
        let now = (self.steady)();
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let of = heard.entry(report.camera).or_default();
        let was_silent = of.last.is_some_and(|(_, at)| past(now, at, CAMERA_SILENCE_MAX));
        let sees = report.sight == Sight::Sees;
        if !sees || was_silent {
            of.good_since = None;
        }
        if sees {
            of.good_since.get_or_insert(now);
        }
        of.last = Some((report.sight, now));
    }

    /// What the record has to know, which says `recorded` of each camera.
    pub fn due(&self, recorded: impl Fn(CameraPost) -> Option<Sight>) -> Vec<Notice> {
        let now = (self.steady)();
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let posts = [CameraPost::Exit, CameraPost::Desk, CameraPost::Hall];
        let due = posts.into_iter().filter_map(|camera| {
            let before = recorded(camera);
            let sight = match heard.get_mut(&camera) {
                Some(of) => of.due(now, before)?,
                // One that is on record and not heard of since the start.
                None if past(now, self.started_ms, START_GRACE) => before.and(Some(Sight::Lost))?,
                None => return None,
            };
            (before != Some(sight)).then_some(Notice::Camera { camera, sight })
        });
        due.collect()
    }
}

impl Heard {
    /// What it shows; none while it is not sure that it does.
    fn due(&mut self, now: i64, before: Option<Sight>) -> Option<Sight> {
        let (sight, at) = self.last?;
        let sight = if past(now, at, CAMERA_SILENCE_MAX) { Sight::Lost } else { sight };
        self.losses.retain(|loss| !past(now, *loss, OF_LATE));
        if sight != Sight::Sees {
            // Once for each loss, however long the desk takes to write it down.
            let is_new = self.losses.last().is_none_or(|last| past(now, *last, CAMERA_SILENCE_MAX));
            if before == Some(Sight::Sees) && is_new {
                self.losses.push(now);
            }
            return Some(sight);
        }
        // The first word of a camera needs no proof.
        let Some(_) = before else { return Some(sight) };
        let good_for = GOOD_FOR * (1 << self.losses.len().min(DOUBLED_MAX));
        past(now, self.good_since?, good_for).then_some(sight)
    }
}

/// Whether so long has passed since then.
fn past(now: i64, then: i64, long: Duration) -> bool {
    u128::try_from(now - then).unwrap_or(0) >= long.as_millis()
}

#[cfg(test)]
#[path = "sights_tests.rs"]
mod tests;
