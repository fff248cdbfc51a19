//! What somebody types, line by line, and a Ctrl-C that ends a question and nothing else.
//!
//! SIGINT, SIGTERM and SIGHUP are blocked and looked at only where something is waited for. So what the program has begun to do it does
//! to its end: there is never half a hall, or half a settings file.

use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::unistd::read;

/// Longest line: no answer is longer, and whoever sends more sends no answers.
const LONGEST: usize = 4_096;

/// What came.
pub(super) enum Typed {
    /// A line, without what surrounds it.
    Line(String),
    /// Somebody wants to end it.
    Signal,
    /// There are no more answers.
    End,
}

/// The standard input.
pub(super) struct Input {
    signals: SignalFd,
    is_terminal: bool,
    read: Vec<u8>,
    ended: bool,
}

impl Input {
    /// Before any other thread is begun.
    pub(super) fn new() -> io::Result<Input> {
        let mut set = SigSet::empty();
        [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP].into_iter().for_each(|signal| set.add(signal));
        set.thread_block()?;
        let signals = SignalFd::with_flags(&set, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC)?;
        Ok(Input { signals, is_terminal: io::stdin().is_terminal(), read: Vec::new(), ended: false })
    }

    /// Whether somebody sits there, and sees what is typed.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Waits for a line.
    pub(super) fn line(&mut self) -> io::Result<Typed> {
        loop {
            if let Some(end) = self.read.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                return Ok(Typed::Line(String::from_utf8_lossy(&line).trim().to_owned()));
            }
            if self.ended || self.read.len() > LONGEST {
                return Ok(Typed::End);
            }
            if self.wait(None)? {
                return Ok(Typed::Signal);
            }
            let mut bytes = [0; 1_024];
            match read(io::stdin().as_fd(), &mut bytes) {
                Ok(0) => self.ended = true,
                Ok(n) => self.read.extend_from_slice(&bytes[..n]),
                Err(Errno::EINTR | Errno::EAGAIN) => (),
                // The terminal is gone.
                Err(Errno::EIO) => self.ended = true,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Lets time pass; returns whether somebody wants to end it.
    pub(super) fn pause(&mut self, time: Duration) -> io::Result<bool> {
        self.wait(Some(Instant::now() + time))
    }

    /// Waits for input, or until a moment; returns whether a signal came.
    fn wait(&mut self, until: Option<Instant>) -> io::Result<bool> {
        loop {
            let stdin = io::stdin();
            let watched = PollFlags::POLLIN;
            let mut fds =
                vec![PollFd::new(self.signals.as_fd(), watched), PollFd::new(stdin.as_fd(), watched)];
            let timeout = match until {
                None => PollTimeout::NONE,
                Some(until) => {
                    // What is typed meanwhile waits.
                    fds.truncate(1);
                    let left = until.saturating_duration_since(Instant::now());
                    u16::try_from(left.as_millis()).map_or(PollTimeout::MAX, PollTimeout::from)
                }
            };
            match poll(&mut fds, timeout) {
                Err(Errno::EINTR) => continue,
                polled => polled?,
            };
            let signalled = fds[0].any().unwrap_or(false);
            drop(fds);
            if signalled && self.signals.read_signal()?.is_some() {
                return Ok(true);
            }
            match until {
                None => return Ok(false),
                Some(until) if Instant::now() >= until => return Ok(false),
                Some(_) => (),
            }
        }
    }
}
