//! Wrong PINs of a key: the wait after them grows, and their count is on disk before anybody hears whether a PIN was right.
//!
//! The wait is measured by the computer's time since it was switched on, which nobody can set: the clock of the day may go back
//! or forth as it likes. After a restart of the computer, what has certainly passed is the time since that.

use std::path::Path;
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

use super::KeyTrouble;
use super::file::{put, read};

/// The wait after so many wrong PINs one after the other; after more of them the last one.
const WAITS_S: [u64; 7] = [0, 0, 0, 30, 60, 5 * 60, 15 * 60];

/// As many as no wait grows beyond.
const WORST: u32 = WAITS_S.len() as u32 - 1;

/// A moment of a computer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Since {
    /// Tells one start of the computer from the next.
    pub boot: String,
    /// Milliseconds since that start, those asleep included.
    pub ms: u64,
}

impl Since {
    /// Now.
    pub fn now() -> Since {
        let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        let on = clock_gettime(ClockId::CLOCK_BOOTTIME).map_or(Duration::ZERO, Duration::from);
        Since { boot: boot.trim().to_owned(), ms: u64::try_from(on.as_millis()).unwrap_or(u64::MAX) }
    }

    /// How long ago an earlier moment certainly was.
    fn from(&self, earlier: &Since) -> Duration {
        let before = if self.boot == earlier.boot { earlier.ms } else { 0 };
        Duration::from_millis(self.ms.saturating_sub(before))
    }
}

/// Wrong PINs one after the other, and when the last one was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tries {
    wrong: u32,
    at: Since,
}

impl Tries {
    /// None yet.
    pub(super) fn none(now: &Since) -> Tries {
        Tries { wrong: 0, at: now.clone() }
    }

    /// What is on disk. A count that is gone or damaged is as bad as it can be, from now on: who takes it away gains nothing.
    ///
    /// # Errors
    /// When the disk does not let it be read or written.
    pub(super) fn on_disk(path: &Path, now: &Since) -> Result<Tries, KeyTrouble> {
        let text = read(path)?;
        let found = text.and_then(|text| serde_json::from_slice::<Tries>(&text).ok());
        if let Some(tries) = found {
            return Ok(tries);
        }
        let worst = Tries { wrong: WORST, at: now.clone() };
        worst.keep(path)?;
        Ok(worst)
    }

    /// Puts it on disk, durably.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub(super) fn keep(&self, path: &Path) -> Result<(), KeyTrouble> {
        put(path, &serde_json::to_vec(self).expect("numbers and words are JSON"))
    }

    /// With one more that is wrong.
    pub(super) fn and_wrong(&self, now: &Since) -> Tries {
        Tries { wrong: self.wrong.saturating_add(1), at: now.clone() }
    }

    /// How long to wait before the next.
    pub(super) fn wait(&self, now: &Since) -> Duration {
        let whole = Duration::from_secs(WAITS_S[self.wrong.min(WORST) as usize]);
        whole.saturating_sub(now.from(&self.at))
    }
}
