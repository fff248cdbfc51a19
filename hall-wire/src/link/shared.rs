//! What a thread of a screen shares with those who ask it.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A request to stop, which interrupts pauses.
#[derive(Debug, Default)]
pub struct Closing {
    closed: Mutex<bool>,
    changed: Condvar,
}

impl Closing {
    /// Makes [`Closing::pause`] return at once.
    pub fn close(&self) {
        *lock(&self.closed) = true;
        self.changed.notify_all();
    }

    /// Waits; returns whether to stop.
    pub fn pause(&self, time: Duration) -> bool {
        let wait = self.changed.wait_timeout_while(lock(&self.closed), time, |closed| !*closed);
        *wait.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// What the thread calls after each change.
type Callback = Arc<dyn Fn() + Send + Sync>;

/// A state that one thread writes and others read, wait for, or are called for.
#[derive(Default)]
pub(super) struct Shared<T> {
    state: Mutex<T>,
    changed: Condvar,
    callback: Mutex<Option<Callback>>,
    pub(super) closing: Closing,
}

impl<T> Shared<T> {
    pub(super) fn lock(&self) -> MutexGuard<'_, T> {
        lock(&self.state)
    }

    pub(super) fn on_change(&self, callback: impl Fn() + Send + Sync + 'static) {
        *lock(&self.callback) = Some(Arc::new(callback));
    }

    /// Wakes those who wait.
    pub(super) fn wake(&self) {
        self.changed.notify_all();
    }

    /// Wakes those who wait and calls the callback, without holding a lock.
    pub(super) fn tell(&self) {
        self.wake();
        let callback = lock(&self.callback).clone();
        if let Some(callback) = callback {
            callback();
        }
    }

    /// Waits until `good` finds what it looks for, or `timeout` is over. Growing old is a change that nobody signals:
    /// it looks again after `glance` at the latest.
    pub(super) fn wait<R>(
        &self,
        timeout: Duration,
        glance: Duration,
        mut good: impl FnMut(&T) -> Option<R>,
    ) -> Option<R> {
        let end = Instant::now() + timeout;
        let mut state = self.lock();
        loop {
            if let Some(found) = good(&state) {
                return Some(found);
            }
            let left = end.checked_duration_since(Instant::now())?;
            let wait = self.changed.wait_timeout(state, left.min(glance));
            state = wait.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
