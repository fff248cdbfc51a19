//! Simulated hardware on a real line: a pseudo-terminal, TCP or UDP, with cable and power to pull.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::openpty;
use nix::sys::termios::{SetArg, cfmakeraw, tcgetattr, tcsetattr};

use crate::device::Device;

/// How long a wait may take: a time-out for failures, not a measure.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where the hardware hangs.
#[derive(Debug, Clone)]
enum Place {
    /// A symbolic link to its pseudo-terminal.
    Pty(PathBuf),
    Tcp(SocketAddr),
    /// An address, and the group it listens to.
    Udp(SocketAddr, Option<Ipv4Addr>),
}

/// Hardware on a line.
pub struct Stand<D: Device> {
    shared: Arc<Shared<D>>,
    place: Place,
    /// The line, while the cable is in; closing the socket ends its thread.
    line: Option<(UnixStream, JoinHandle<()>)>,
}

struct Shared<D> {
    device: Mutex<D>,
    changed: Condvar,
    start: Instant,
}

impl<D: Device> Stand<D> {
    /// On a pseudo-terminal; `link` becomes a symbolic link to it.
    ///
    /// # Errors
    /// When the system gives none.
    pub fn on_pty(device: D, link: &Path) -> anyhow::Result<Stand<D>> {
        Stand::hung(device, Place::Pty(link.to_owned()))
    }

    /// On a TCP port of an address; port 0 is a free one.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub fn on_tcp(device: D, at: SocketAddr) -> anyhow::Result<Stand<D>> {
        Stand::hung(device, Place::Tcp(at))
    }

    /// On a UDP port; `group` is joined on the interface of the address.
    ///
    /// # Errors
    /// When the address or the group cannot be had.
    pub fn on_udp(device: D, at: SocketAddr, group: Option<Ipv4Addr>) -> anyhow::Result<Stand<D>> {
        Stand::hung(device, Place::Udp(at, group))
    }

    fn hung(device: D, place: Place) -> anyhow::Result<Stand<D>> {
        let shared = Shared { device: Mutex::new(device), changed: Condvar::new(), start: Instant::now() };
        let mut stand = Stand { shared: Arc::new(shared), place, line: None };
        stand.plug()?;
        Ok(stand)
    }

    /// As `hall-panel --to` has it.
    pub fn to(&self) -> String {
        match &self.place {
            Place::Pty(link) => link.display().to_string(),
            Place::Tcp(at) => format!("tcp:{at}"),
            Place::Udp(at, None) => format!("udp:{at}"),
            Place::Udp(at, Some(_)) => format!("multicast:{}", at.ip()),
        }
    }

    /// Puts the cable in.
    ///
    /// # Errors
    /// When the line cannot be had.
    pub fn plug(&mut self) -> anyhow::Result<()> {
        if self.line.is_some() {
            return Ok(());
        }
        let (end, over) = UnixStream::pair()?;
        let shared = Arc::clone(&self.shared);
        let thread = match &mut self.place {
            Place::Pty(link) => {
                let pty = openpty(None, None).context("no se puede abrir un pseudoterminal")?;
                let mut termios = tcgetattr(&pty.slave)?;
                cfmakeraw(&mut termios);
                tcsetattr(&pty.slave, SetArg::TCSANOW, &termios)?;
                let name = fs::read_link(format!("/proc/self/fd/{}", pty.slave.as_raw_fd()))?;
                let _ = fs::remove_file(&*link);
                symlink(name, &*link)?;
                let master = File::from(pty.master);
                // The other end stays open here, so that a program that closes it hangs nobody up.
                let slave = pty.slave;
                std::thread::spawn(move || {
                    serve(
                        &shared,
                        &over,
                        &master,
                        |bytes| (&master).read(bytes),
                        |bytes| (&master).write_all(bytes),
                    );
                    drop(slave);
                })
            }
            Place::Tcp(at) => {
                let listener = TcpListener::bind(*at)?;
                *at = listener.local_addr()?;
                std::thread::spawn(move || listen(&shared, &over, &listener))
            }
            Place::Udp(at, group) => {
                let socket = match group {
                    // To a group come packets for the group only.
                    Some(group) => UdpSocket::bind((*group, at.port()))?,
                    None => UdpSocket::bind(*at)?,
                };
                let port = socket.local_addr()?.port();
                at.set_port(port);
                if let (Some(group), SocketAddr::V4(own)) = (group, &at) {
                    socket.join_multicast_v4(group, own.ip())?;
                }
                std::thread::spawn(move || {
                    serve(&shared, &over, &socket, |bytes| socket.recv(bytes), |_| Ok(()));
                })
            }
        };
        self.line = Some((end, thread));
        Ok(())
    }

    /// Pulls the cable out: the line is closed, and the hardware stays as it is.
    pub fn pull(&mut self) {
        if let Some((end, thread)) = self.line.take() {
            drop(end);
            let _ = thread.join();
        }
        if let Place::Pty(link) = &self.place {
            let _ = fs::remove_file(link);
        }
    }

    /// Takes the power away. On a network the hardware's own socket goes with it; a serial cable stays in.
    pub fn power_off(&mut self) {
        self.lock().power(false);
        if matches!(self.place, Place::Tcp(_)) {
            self.pull();
        }
        self.shared.changed.notify_all();
    }

    /// Gives it power.
    ///
    /// # Errors
    /// When its socket cannot be had again.
    pub fn power_on(&mut self) -> anyhow::Result<()> {
        self.lock().power(true);
        self.plug()
    }

    /// The hardware at this moment, with the time of its clock, in milliseconds.
    pub fn look<T>(&self, look: impl FnOnce(&mut D, u64) -> T) -> T {
        look(&mut self.lock(), millis(self.shared.start))
    }

    /// Waits until something is so of the hardware, and returns it.
    ///
    /// # Errors
    /// What was waited for, when it does not come in half a minute.
    pub fn until<T>(&self, what: &str, mut look: impl FnMut(&D, u64) -> Option<T>) -> anyhow::Result<T> {
        let end = Instant::now() + PATIENCE;
        let mut device = self.lock();
        loop {
            if let Some(found) = look(&device, millis(self.shared.start)) {
                return Ok(found);
            }
            let Some(left) = end.checked_duration_since(Instant::now()) else {
                bail!("never came: {what}; it shows {}", device.shows(millis(self.shared.start)));
            };
            // Silence is a change too that nobody tells.
            let wait = self.shared.changed.wait_timeout(device, left.min(Duration::from_millis(100)));
            device = wait.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, D> {
        self.shared.lock()
    }
}

impl<D: Device> Drop for Stand<D> {
    fn drop(&mut self) {
        self.pull();
    }
}

impl<D: Device> Shared<D> {
    fn lock(&self) -> MutexGuard<'_, D> {
        self.device.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The hardware gets these bytes; returns its answer.
    fn hear(&self, bytes: &[u8]) -> Vec<u8> {
        let answer = self.lock().receive(bytes, millis(self.start));
        self.changed.notify_all();
        answer
    }
}

/// Hands over what comes until the line ends or `over` is closed.
fn serve<D: Device>(
    shared: &Shared<D>,
    over: &UnixStream,
    line: &impl AsFd,
    mut read: impl FnMut(&mut [u8]) -> std::io::Result<usize>,
    mut answer: impl FnMut(&[u8]) -> std::io::Result<()>,
) {
    let mut bytes = [0; 2_048];
    while wait(over, line) {
        match read(&mut bytes) {
            Ok(0) => return,
            Ok(n) => {
                let said = shared.hear(&bytes[..n]);
                if !said.is_empty() && answer(&said).is_err() {
                    return;
                }
            }
            Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => (),
            Err(_) => return,
        }
    }
}

/// Serves one connection after the other, as these adaptors do.
fn listen<D: Device>(shared: &Shared<D>, over: &UnixStream, listener: &TcpListener) {
    while wait(over, listener) {
        let Ok((stream, _)) = listener.accept() else { return };
        let stream: TcpStream = stream;
        serve(shared, over, &stream, |bytes| (&stream).read(bytes), |bytes| (&stream).write_all(bytes));
    }
}

/// Waits for the line; returns false once `over` is closed.
fn wait(over: &UnixStream, line: &impl AsFd) -> bool {
    loop {
        let mut fds =
            [PollFd::new(over.as_fd(), PollFlags::POLLIN), PollFd::new(line.as_fd(), PollFlags::POLLIN)];
        match poll(&mut fds, PollTimeout::NONE) {
            Err(nix::errno::Errno::EINTR) => (),
            Err(_) => return false,
            Ok(_) => return fds[0].revents().is_some_and(|flags| flags.is_empty()),
        }
    }
}

fn millis(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX)
}
