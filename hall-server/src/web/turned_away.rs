//! Who came without good credentials: counted, and told in the log (reliability.md E 54). Not in the record: a stranger on the
//! network would fill it. Wrong PINs are, by [`super::login`], which lets nobody try often.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A desk whose log-in has ended asks every few seconds: one line of the log is enough for all of a minute.
const TOLD_EVERY: Duration = Duration::from_secs(60);

/// How many, and when it was last told.
#[derive(Debug, Default)]
pub(super) struct TurnedAway {
    total: AtomicU64,
    told: Mutex<Option<Instant>>,
}

impl TurnedAway {
    /// Somebody came from there and was refused with this code.
    pub(super) fn note(&self, from: IpAddr, code: &str) {
        let total = self.total.fetch_add(1, Ordering::Relaxed) + 1;
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_none_or(|told| told.elapsed() >= TOLD_EVERY) {
            *told = Some(Instant::now());
            tracing::warn!(%from, code, total, "somebody without good credentials was turned away");
        }
    }

    /// How many since the start.
    pub(super) fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }
}
