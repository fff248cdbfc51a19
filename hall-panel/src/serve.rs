//! The thread that talks to the hardware: the only file with a clock.
//!
//! It asks what is to be shown each time it wakes, at every [`REFRESH_MS`] at the latest: what is sent is what is known at that
//! moment, and nothing can be sent that is older. It waits in poll(2) on the line, on who wakes it, and on its end.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::time::Instant;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use serial_line::line::LineSettings;
use serial_line::port::is_gone;

use crate::state::Panel;
use crate::talk::{Happened, REFRESH_MS, Talk};
use crate::wire::{To, Wire};

/// The first wait before a line is opened again, in milliseconds.
const BACKOFF_MIN_MS: u64 = 100;
/// The longest: with what opening takes, hardware that is back is right within a second.
const BACKOFF_MAX_MS: u64 = 400;
/// How long a line may take nothing of a frame, in milliseconds: longer than any frame takes.
const STUCK_MS: u64 = 2_000;
/// How long the last frames may take, in milliseconds.
const FAREWELL_MS: u64 = 1_000;

/// Wakes the thread: there is something new to show.
#[derive(Debug)]
pub struct Waker(UnixStream);

/// The thread's end of it.
#[derive(Debug)]
pub struct Woken(UnixStream);

/// A waker and its other end.
///
/// # Errors
/// When the system gives no sockets.
pub fn waker() -> io::Result<(Waker, Woken)> {
    let (wake, woken) = UnixStream::pair()?;
    wake.set_nonblocking(true)?;
    woken.set_nonblocking(true)?;
    Ok((Waker(wake), Woken(woken)))
}

impl Waker {
    /// Returns at once, however often.
    pub fn wake(&self) {
        // Full: it wakes anyway.
        let _ = (&self.0).write(&[1]);
    }
}

impl Woken {
    fn rest(&self) {
        let mut bytes = [0; 64];
        while (&self.0).read(&mut bytes).is_ok_and(|n| n == bytes.len()) {}
    }
}

/// What the thread tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// The line is open.
    Open,
    /// The line is lost, or cannot be opened: why. Said once, until that changes or a pass went well.
    Lost(String),
    /// What came of a pass.
    Pass(Happened),
}

/// Where a line goes and how it is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Where the hardware is.
    pub to: To,
    /// How a serial port is set.
    pub settings: LineSettings,
    /// The universe of lamps on a network.
    pub universe: u16,
}

/// Shows what `look` says, over and over, until something can be read from `stop`; then goes dark and returns. A line that
/// is lost is opened again, for ever.
pub fn serve(
    line: &Line,
    talk: &mut Talk,
    woken: &Woken,
    stop: BorrowedFd<'_>,
    look: &dyn Fn() -> Panel,
    tell: &mut dyn FnMut(Told),
) {
    let start = Instant::now();
    let mut server = Server { talk, woken, stop, look, tell, start };
    let (mut backoff_ms, mut complaint) = (BACKOFF_MIN_MS, None);
    loop {
        let why = match Wire::open(&line.to, line.settings, line.universe) {
            Ok(wire) => {
                (server.tell)(Told::Open);
                let passes = server.talk_over(wire);
                match passes {
                    Ok(()) => return,
                    Err((error, passes)) => {
                        if passes > 0 {
                            (backoff_ms, complaint) = (BACKOFF_MIN_MS, None);
                        }
                        format!("{} se ha cerrado: {}", line.to, in_words(&error))
                    }
                }
            }
            Err(error) => error.to_string(),
        };
        if complaint.as_ref() != Some(&why) {
            (server.tell)(Told::Lost(why.clone()));
            complaint = Some(why);
        }
        if server.pause(backoff_ms) {
            return;
        }
        backoff_ms = (backoff_ms * 2).min(BACKOFF_MAX_MS);
    }
}

struct Server<'a> {
    talk: &'a mut Talk,
    woken: &'a Woken,
    stop: BorrowedFd<'a>,
    look: &'a dyn Fn() -> Panel,
    tell: &'a mut dyn FnMut(Told),
    start: Instant,
}

impl Server<'_> {
    /// Talks until it should end; fails when the line does, with the passes that were taken over it.
    fn talk_over(&mut self, mut wire: Wire) -> Result<(), (io::Error, u64)> {
        let mut passes = 0;
        self.talk.opened(self.now_ms());
        let end = self.talk_on(&mut wire, &mut passes);
        self.talk.closed();
        end.map_err(|error| (error, passes))
    }

    fn talk_on(&mut self, wire: &mut Wire, passes: &mut u64) -> io::Result<()> {
        // What the line has not taken yet of a frame, its length, and when it was begun.
        let (mut unsent, mut length, mut begun_ms) = (Vec::new(), 0, 0);
        loop {
            self.talk.show((self.look)(), self.now_ms());
            while unsent.is_empty() {
                let Some(frame) = self.talk.next_frame(self.now_ms()) else { break };
                (length, begun_ms) = (frame.len(), self.now_ms());
                unsent = frame;
                wire.write(&mut unsent)?;
                if unsent.is_empty() {
                    self.talk.sent(length, self.now_ms());
                }
            }
            for happened in self.talk.take_happened() {
                *passes += u64::from(matches!(happened, Happened::Taken(_)));
                (self.tell)(Told::Pass(happened));
            }
            if !unsent.is_empty() && self.now_ms() > begun_ms + STUCK_MS {
                return Err(ErrorKind::TimedOut.into());
            }
            let [of_line, of_stop] = self.wait(wire, !unsent.is_empty())?;
            if !of_stop.is_empty() {
                self.farewell(wire, unsent);
                return Ok(());
            }
            if !of_line.difference(PollFlags::POLLOUT).is_empty() {
                let mut bytes = [0; 256];
                let read = wire.read(&mut bytes)?;
                if read == 0
                    && of_line.intersects(PollFlags::POLLHUP | PollFlags::POLLERR | PollFlags::POLLNVAL)
                {
                    return Err(ErrorKind::UnexpectedEof.into());
                }
                self.talk.receive(&bytes[..read], self.now_ms());
            }
            if !unsent.is_empty() {
                wire.write(&mut unsent)?;
                if unsent.is_empty() {
                    self.talk.sent(length, self.now_ms());
                }
            }
        }
    }

    /// Waits for the line, for news and for the end; returns what is to be had of line and end.
    fn wait(&self, wire: &Wire, writes: bool) -> io::Result<[PollFlags; 2]> {
        let mut wanted = PollFlags::POLLIN;
        wanted.set(PollFlags::POLLOUT, writes);
        let mut fds = [
            PollFd::new(wire.as_fd(), wanted),
            PollFd::new(self.stop, PollFlags::POLLIN),
            PollFd::new(self.woken.0.as_fd(), PollFlags::POLLIN),
        ];
        let wait_ms = self.talk.wait_ms(self.now_ms());
        poll_for(&mut fds, wait_ms)?;
        let flags = |fd: &PollFd<'_>| fd.revents().unwrap_or(PollFlags::POLLERR);
        if !flags(&fds[2]).is_empty() {
            self.woken.rest();
        }
        Ok([flags(&fds[0]), flags(&fds[1])])
    }

    /// Goes dark: the rest of the frame under way and the last ones, as far as the line takes them in time.
    fn farewell(&mut self, wire: &mut Wire, unsent: Vec<u8>) {
        let by_ms = self.now_ms() + FAREWELL_MS;
        for mut frame in std::iter::once(unsent).chain(self.talk.last_frames()) {
            while !frame.is_empty() && self.now_ms() < by_ms {
                if wire.write(&mut frame).is_err() {
                    return;
                }
                if !frame.is_empty() {
                    let mut fds = [PollFd::new(wire.as_fd(), PollFlags::POLLOUT)];
                    let _ = poll_for(&mut fds, by_ms.saturating_sub(self.now_ms()));
                }
            }
        }
    }

    /// Waits before the next attempt; returns whether it should end.
    fn pause(&self, wait_ms: u64) -> bool {
        let until_ms = self.now_ms() + wait_ms;
        loop {
            let left_ms = until_ms.saturating_sub(self.now_ms());
            let mut fds = [PollFd::new(self.stop, PollFlags::POLLIN)];
            if poll_for(&mut fds, left_ms).is_err() || fds[0].revents() != Some(PollFlags::empty()) {
                return true;
            }
            if left_ms == 0 {
                return false;
            }
        }
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

fn poll_for(fds: &mut [PollFd<'_>], wait_ms: u64) -> io::Result<()> {
    let timeout = u16::try_from(wait_ms.min(REFRESH_MS)).unwrap_or(u16::MAX);
    match poll(fds, PollTimeout::from(timeout)) {
        Ok(_) | Err(Errno::EINTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Why a line was lost, for the technician.
fn in_words(error: &io::Error) -> String {
    let kind = error.kind();
    if is_gone(error) || matches!(kind, ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset) {
        "el otro extremo ha colgado".to_owned()
    } else if kind == ErrorKind::TimedOut {
        "no acepta nada".to_owned()
    } else {
        error.to_string()
    }
}
