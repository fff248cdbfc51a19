//! What the desk wants of the thread that has the port: the wanted state, not commands. The latest word counts, so nothing
//! queues and nothing overflows.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hall_core::machine::{BootId, Mode};

/// Shared between the desk and [`crate::port::serve`], usually in an `Arc`. Every call returns at once and wakes the other
/// side.
#[derive(Debug)]
pub struct Orders {
    state: Mutex<Standing>,
    wake: UnixStream,
    woken: UnixStream,
}

/// What two people have said about the balls out of the drum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// How many, 0 to 90.
    pub out: u8,
    /// Those of the game are out and no others; else an unread one was put in, and more may be out.
    pub exactly: bool,
    /// The last frame known at that moment; later ones are not counted in.
    pub at: Option<(BootId, u32)>,
}

/// The wanted state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// The mode the machine should be in; `None`: not said yet.
    pub mode: Option<Mode>,
    /// The last frame on disk.
    pub committed: Option<(BootId, u32)>,
    /// The gap of this power-up was accepted; passed on once.
    pub accepted_gap: Option<BootId>,
    /// Balls out of the drum by the record at the start, 0 to 90: for a machine that does not count.
    pub out: u8,
    /// What two people have said about the balls out of the drum; passed on once.
    pub counted: Option<Counted>,
    /// The thread should end.
    pub stop: bool,
}

impl Orders {
    /// Orders at the start. `known`: the last power-up in the record and its last frame on disk.
    ///
    /// # Errors
    /// When the system has no more file descriptors.
    pub fn new(known: Option<(BootId, u32)>) -> io::Result<Orders> {
        let (wake, woken) = UnixStream::pair()?;
        wake.set_nonblocking(true)?;
        woken.set_nonblocking(true)?;
        let state = Mutex::new(Standing { committed: known, ..Standing::default() });
        Ok(Orders { state, wake, woken })
    }

    /// Sets [`Standing::out`], before the line is served.
    pub fn with_out(self, out: u8) -> Orders {
        self.lock().out = out;
        self
    }

    /// See [`crate::link::Link::want`].
    pub fn want(&self, mode: Mode) {
        self.set(|state| state.mode = Some(mode));
    }

    /// See [`crate::link::Link::committed`].
    pub fn committed(&self, boot: BootId, seq: u32) {
        self.set(|state| state.committed = Some((boot, seq)));
    }

    /// See [`crate::link::Link::counted`].
    pub fn counted(&self, counted: Counted) {
        self.set(|state| state.counted = Some(counted));
    }

    /// See [`crate::link::Link::accept_gap`].
    pub fn accept_gap(&self, boot: BootId) {
        self.set(|state| state.accepted_gap = Some(boot));
    }

    /// Ends [`crate::port::serve`], for good.
    pub fn stop(&self) {
        self.set(|state| state.stop = true);
    }

    /// The wanted state; forgets what is passed on once. For [`crate::port::serve`], and for tests without a port.
    pub fn take(&self) -> Standing {
        let mut state = self.lock();
        let standing = *state;
        (state.accepted_gap, state.counted) = (None, None);
        standing
    }

    /// Becomes readable when something changed.
    pub(crate) fn wake_fd(&self) -> BorrowedFd<'_> {
        self.woken.as_fd()
    }

    /// Makes [`Orders::wake_fd`] unreadable again. Call it before [`Orders::take`].
    pub(crate) fn rest(&self) {
        let mut bytes = [0; 64];
        while matches!((&self.woken).read(&mut bytes), Ok(n) if n == bytes.len()) {}
    }

    fn set(&self, change: impl FnOnce(&mut Standing)) {
        change(&mut self.lock());
        // A full socket wakes its reader anyway.
        let _ = (&self.wake).write(&[1]);
    }

    fn lock(&self) -> MutexGuard<'_, Standing> {
        // Plain values: a panic leaves none half written.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
