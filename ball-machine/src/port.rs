//! Serves the line to a machine: the only file of this crate with a clock.
//!
//! [`serve`] runs on a thread of its own. It waits in poll(2) on the line and on the desk's [`Orders`], so that a byte is a
//! report as soon as the system has it (0.1 ms on a pty; `research/stack.md` 2(d)). The port itself is `serial-line`'s.

use std::io::{self, ErrorKind};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use hall_core::machine::{LinkLoss, Report};
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use serial_line::port::{Port, is_gone};
pub use serial_line::port::{PortError, PortSettings, lasting_name, probe};

use crate::gauge::Gauge;
use crate::link::{Link, LinkStats};
use crate::orders::Orders;
use crate::pace::Pace;

/// The first wait before the port is opened again.
const BACKOFF_MIN_MS: u64 = 100;
/// The longest wait: a cable put back is noticed within a second.
const BACKOFF_MAX_MS: u64 = 1_000;
/// Bytes for one read: about a second at 9600 bits a second.
const READ_MAX: usize = 1_024;
/// Bytes for one read while the line floods: soon made up for.
const READ_SCARCE: usize = 64;
/// The most reads before orders and the clock have their turn.
const READS_MAX: usize = 16;
/// The most reports before they are handed on.
const REPORTS_MAX: usize = 128;

/// Serves the line until [`Orders::stop`], or until `report` returns false. A lost port is reported and opened again, for
/// ever, at most ten times a second. While `report` blocks, or the machine floods ([`crate::pace`]), the line waits in the
/// system's buffers and the device's store. Returns what came over the line.
pub fn serve(
    settings: &PortSettings,
    link: &mut dyn Link,
    orders: &Orders,
    report: &mut dyn FnMut(Report) -> bool,
) -> LinkStats {
    serve_with_gauge(settings, link, orders, &Gauge::default(), report)
}

/// As [`serve`], and keeps `gauge` up to date.
pub fn serve_with_gauge(
    settings: &PortSettings,
    link: &mut dyn Link,
    orders: &Orders,
    gauge: &Gauge,
    report: &mut dyn FnMut(Report) -> bool,
) -> LinkStats {
    let (reports, pace) = (Vec::new(), Pace::default());
    let (start, held) = (Instant::now(), Duration::ZERO);
    let mut server = Server { link, orders, gauge, report, reports, pace, start, held };
    let mut backoff_ms = BACKOFF_MIN_MS;
    loop {
        let lost = match Port::open(settings) {
            Ok((port, flushed)) => {
                tracing::info!(path = %settings.path.display(), flushed, "port open");
                server.link.flushed(u64::from(flushed));
                gauge.opened(server.link.stats());
                let frames = server.link.stats().frames;
                let end = server.talk(port);
                gauge.closed(PortError::Closed(settings.path.clone()).to_string());
                gauge.state().stats = server.link.stats();
                if server.link.stats().frames > frames {
                    backoff_ms = BACKOFF_MIN_MS;
                }
                end
            }
            Err(error) => {
                let text = error.to_string();
                // Once, until it changes.
                if gauge.state().complaint.as_ref() != Some(&text) {
                    tracing::warn!("{text}");
                }
                gauge.closed(text);
                Err(LinkLoss::PortError)
            }
        };
        let Err(why) = lost else { break };
        let now_ms = server.now_ms();
        server.link.lost(why, now_ms, &mut server.reports);
        if !server.deliver() || !server.pause(backoff_ms) {
            break;
        }
        backoff_ms = (backoff_ms * 2).min(BACKOFF_MAX_MS);
    }
    server.link.stats()
}

struct Server<'a> {
    link: &'a mut dyn Link,
    orders: &'a Orders,
    gauge: &'a Gauge,
    report: &'a mut dyn FnMut(Report) -> bool,
    reports: Vec<Report>,
    pace: Pace,
    start: Instant,
    /// How long the line was made to wait. The link's time stands still meanwhile: the machine's words lie in the system's
    /// buffers, and its silence is ours.
    held: Duration,
}

impl Server<'_> {
    /// Talks until it should end, or the line is lost.
    fn talk(&mut self, port: Port) -> Result<(), LinkLoss> {
        let mut unsent: Vec<u8> = Vec::new();
        let now_ms = self.now_ms();
        self.link.opened(now_ms);
        loop {
            if !self.take_orders() || !self.deliver() {
                return Ok(());
            }
            if unsent.is_empty() {
                unsent = self.link.take_output();
            }
            port.write(&mut unsent).map_err(|error| loss(&error))?;
            let paced_ms = self.pace.wait_ms(millis(self.start.elapsed()));
            let flags = self.wait(&port, !unsent.is_empty(), paced_ms)?;
            if paced_ms > 0 && flags.difference(PollFlags::POLLOUT).is_empty() {
                continue;
            }
            // Bytes before the clock: after a long wait for the desk the heartbeats from meanwhile must count.
            if !flags.is_empty() {
                self.read(&port, flags)?;
            }
            let now_ms = self.now_ms();
            self.link.tick(now_ms, &mut self.reports);
            self.gauge.state().stats = self.link.stats();
        }
    }

    /// Waits for bytes, room or orders; returns the events of the line. Ignores bytes while the line is made to wait.
    fn wait(&mut self, port: &Port, write: bool, paced_ms: u64) -> Result<PollFlags, LinkLoss> {
        let mut wanted = PollFlags::empty();
        wanted.set(PollFlags::POLLIN, paced_ms == 0);
        wanted.set(PollFlags::POLLOUT, write);
        let mut fds =
            [PollFd::new(port.as_fd(), wanted), PollFd::new(self.orders.wake_fd(), PollFlags::POLLIN)];
        let timeout =
            if paced_ms == 0 { self.link.wait_ms() } else { u16::try_from(paced_ms).unwrap_or(u16::MAX) };
        let begun = Instant::now();
        let flags = match poll(&mut fds, PollTimeout::from(timeout)) {
            Ok(_) => Ok(fds[0].revents().unwrap_or(PollFlags::POLLERR)),
            Err(Errno::EINTR) => Ok(PollFlags::empty()),
            Err(_) => Err(LinkLoss::PortError),
        };
        if paced_ms > 0 {
            self.hold_back(begun.elapsed());
        }
        flags
    }

    fn hold_back(&mut self, time: Duration) {
        if self.held.is_zero() {
            tracing::warn!("the machine says more than any machine has to say: its line is made to wait");
        }
        self.held += time;
        self.gauge.state().held = self.held;
    }

    fn read(&mut self, port: &Port, flags: PollFlags) -> Result<(), LinkLoss> {
        let mut bytes = [0; READ_MAX];
        let room = if self.pace.is_scarce() { READ_SCARCE } else { READ_MAX };
        for _ in 0..READS_MAX {
            match port.read(&mut bytes[..room]) {
                Ok(0) => return Err(LinkLoss::HungUp),
                Ok(n) => {
                    let now = Instant::now();
                    self.gauge.state().heard = Some(now);
                    let now_ms = millis((now - self.start).saturating_sub(self.held));
                    self.link.receive(&bytes[..n], now_ms, &mut self.reports);
                    if self.reports.len() >= REPORTS_MAX || room == READ_SCARCE {
                        return Ok(());
                    }
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => {
                    // Nothing to read although poll(2) returned: without this a lost line would keep a processor busy.
                    let gone = PollFlags::POLLHUP | PollFlags::POLLERR | PollFlags::POLLNVAL;
                    return if flags.intersects(gone) { Err(LinkLoss::HungUp) } else { Ok(()) };
                }
                Err(e) if e.kind() == ErrorKind::Interrupted => (),
                Err(e) => return Err(loss(&e)),
            }
        }
        Ok(())
    }

    /// Returns false when it should end.
    fn take_orders(&mut self) -> bool {
        self.orders.rest();
        let standing = self.orders.take();
        if let Some(mode) = standing.mode {
            self.link.want(mode);
        }
        if let Some((boot, seq)) = standing.committed {
            self.link.committed(boot, seq);
        }
        // Before the gap: the balls that wait behind it are added.
        if let Some(counted) = standing.counted {
            self.link.counted(counted);
        }
        if let Some(boot) = standing.accepted_gap {
            self.link.accept_gap(boot);
        }
        !standing.stop
    }

    /// Returns false when it should end.
    fn deliver(&mut self) -> bool {
        self.pace.spend(self.reports.len(), millis(self.start.elapsed()));
        self.reports.drain(..).all(&mut *self.report)
    }

    /// Waits before the next attempt; returns false when it should end.
    fn pause(&mut self, wait_ms: u64) -> bool {
        let until = Instant::now() + Duration::from_millis(wait_ms);
        while self.take_orders() {
            let left_ms = until.saturating_duration_since(Instant::now()).as_millis();
            if left_ms == 0 {
                return true;
            }
            let mut fds = [PollFd::new(self.orders.wake_fd(), PollFlags::POLLIN)];
            let timeout = u16::try_from(left_ms).unwrap_or(u16::MAX);
            if let Err(error) = poll(&mut fds, PollTimeout::from(timeout))
                && error != Errno::EINTR
            {
                return false;
            }
        }
        false
    }

    fn now_ms(&self) -> u64 {
        millis(self.start.elapsed().saturating_sub(self.held))
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// What an error of a read or a write says about the line.
fn loss(error: &io::Error) -> LinkLoss {
    if is_gone(error) { LinkLoss::HungUp } else { LinkLoss::PortError }
}
