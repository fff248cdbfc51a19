//! The present state of the line, for people: link state, which is in no record (DECISIONS 2).
//!
//! The port's thread writes it, anybody reads it; a lock lasts for a copy of some numbers.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::link::LinkStats;

/// The state of a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineState {
    /// The port is open.
    pub open: bool,
    /// How often it was opened since the start.
    pub opened: u64,
    /// When a byte was last read; bytes flushed unread do not count.
    pub heard: Option<Instant>,
    /// What came over it since the start.
    pub stats: LinkStats,
    /// How long the line was made to wait since the start, because the machine flooded it.
    pub held: Duration,
    /// Why the port is not open, in the technician's words.
    pub complaint: Option<String>,
}

/// A line's state, shared by [`crate::port::serve`] and those who show it, usually in an `Arc`.
#[derive(Debug, Default)]
pub struct Gauge {
    state: Mutex<LineState>,
}

impl Gauge {
    /// The present state.
    pub fn read(&self) -> LineState {
        self.state().clone()
    }

    pub(crate) fn opened(&self, stats: LinkStats) {
        let mut state = self.state();
        (state.open, state.complaint, state.stats) = (true, None, stats);
        state.opened += 1;
    }

    /// The port is closed, or could not be opened.
    pub(crate) fn closed(&self, why: String) {
        let mut state = self.state();
        (state.open, state.complaint) = (false, Some(why));
    }

    /// Plain values: a panic leaves none half written.
    pub(crate) fn state(&self) -> MutexGuard<'_, LineState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
