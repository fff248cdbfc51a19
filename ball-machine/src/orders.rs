//! What the desk tells the thread that has the port: not commands one by one, but what
//! should be so. The latest word counts, so nothing queues and nothing can overflow.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hall_core::machine::{BootId, Mode};

/// Shared between the desk and [`crate::port::serve`], usually in an `Arc`. Every call
/// returns at once and wakes the other side.
#[derive(Debug)]
pub struct Orders {
    state: Mutex<Standing>,
    wake: UnixStream,
    woken: UnixStream,
}

/// What two people have said of the balls that are out of the drum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// How many, 0 to 90.
    pub out: u8,
    /// Those of the game are out and no others; else one was put in that was not read, and more may be.
    pub exactly: bool,
    /// The last frame that was known when they said it: what came after is not in it.
    pub at: Option<(BootId, u32)>,
}

/// What should be so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// The mode the machine should be in; `None`: nobody has said.
    pub mode: Option<Mode>,
    /// The last frame on disk.
    pub committed: Option<(BootId, u32)>,
    /// The gap of this power-up has been accepted; told once.
    pub accepted_gap: Option<BootId>,
    /// Balls out of the drum by the record, when the server started: for the end of a machine
    /// that does not count them itself. 0 to 90.
    pub out: u8,
    /// What two people have said of the balls that are out of the drum; told once.
    pub counted: Option<Counted>,
    /// The thread should end.
    pub stop: bool,
}

impl Orders {
    /// Returns orders at the start. `known`: the power-up the record knows and the last of
    /// its frames on disk.
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

    /// Says how many balls the record has out of the drum, 0 to 90. Before the line is served.
    pub fn with_out(self, out: u8) -> Orders {
        self.lock().out = out;
        self
    }

    /// The mode the machine should be in. See [`crate::link::Link::want`].
    pub fn want(&self, mode: Mode) {
        self.lock().mode = Some(mode);
        self.wake();
    }

    /// The record has everything up to `seq` on disk. See [`crate::link::Link::committed`].
    pub fn committed(&self, boot: BootId, seq: u32) {
        self.lock().committed = Some((boot, seq));
        self.wake();
    }

    /// Two people have said how many balls are out. See [`crate::link::Link::counted`].
    pub fn counted(&self, counted: Counted) {
        self.lock().counted = Some(counted);
        self.wake();
    }

    /// Go on behind the gap that was reported. See [`crate::link::Link::accept_gap`].
    pub fn accept_gap(&self, boot: BootId) {
        self.lock().accepted_gap = Some(boot);
        self.wake();
    }

    /// Ends [`crate::port::serve`], for good.
    pub fn stop(&self) {
        self.lock().stop = true;
        self.wake();
    }

    /// Returns what should be so, and forgets what is told once: for [`crate::port::serve`], and
    /// for whoever drives a [`crate::link::Link`] without a port.
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

    fn wake(&self) {
        // A full socket is one that will wake its reader anyway.
        let _ = (&self.wake).write(&[1]);
    }

    fn lock(&self) -> MutexGuard<'_, Standing> {
        // Plain values: none of them is half written when a thread panics.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
