//! A ball machine that has gone mad: 10,000 frames a second on a pseudo-terminal (reliability.md E 35).

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::fs::{OpenOptionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Instant;

use anyhow::{Context, Result};
use nix::fcntl::OFlag;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::{grantpt, posix_openpt, ptsname_r, unlockpt};
use nix::sys::termios::{SetArg, cfmakeraw, tcgetattr, tcsetattr};

/// Frames a second.
pub const RATE: u64 = 10_000;
/// Frames that it says at once, at most.
const BEHIND_MAX: u64 = RATE / 10;
/// Who the machine says that it is, unless it is another one with each word.
const BOOT: u32 = 0xF100_D000;

/// What it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    /// The same frame again and again.
    TheSame,
    /// Another thing with each frame, each with the next number: all of it must be written down.
    Another,
    /// With each frame that it is another machine, with another set of balls.
    AnotherMachine,
    /// Good frames, at half the speed that the server reads at.
    AtAnotherSpeed,
}

/// The mad machine; unplugged when dropped.
pub struct Flood {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    port: PathBuf,
    /// The other end must not be closed before the server has it.
    _theirs: File,
}

#[derive(Default)]
struct Shared {
    over: AtomicBool,
    frames: AtomicU64,
}

impl Flood {
    /// Plugs it in under a name that the server knows, in the place of what had it.
    ///
    /// # Errors
    /// When there is no pseudo-terminal.
    pub fn plug_in(port: &Path, says: Says) -> Result<Flood> {
        // Closed on exec, or the programs that other tests start meanwhile would keep the cable plugged in.
        let flags = OFlag::O_RDWR | OFlag::O_NOCTTY | OFlag::O_CLOEXEC | OFlag::O_NONBLOCK;
        let line = posix_openpt(flags)?;
        grantpt(&line)?;
        unlockpt(&line)?;
        let name = ptsname_r(&line)?;
        let slave =
            File::options().read(true).write(true).custom_flags(OFlag::O_NOCTTY.bits()).open(&name)?;
        let mut raw = tcgetattr(&slave)?;
        cfmakeraw(&mut raw);
        tcsetattr(&slave, SetArg::TCSANOW, &raw)?;
        let new = port.with_extension("nuevo");
        symlink(&name, &new).context("a folder that can be written")?;
        std::fs::rename(&new, port)?;
        let shared = Arc::<Shared>::default();
        let (line, theirs) = (File::from(OwnedFd::from(line)), shared.clone());
        let thread =
            std::thread::Builder::new().name("flood".into()).spawn(move || flood(line, says, &theirs))?;
        Ok(Flood { shared, thread: Some(thread), port: port.to_owned(), _theirs: slave })
    }

    /// Returns how many frames the line has taken.
    pub fn frames(&self) -> u64 {
        self.shared.frames.load(Ordering::Relaxed)
    }
}

impl Drop for Flood {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::Relaxed);
        let _ = std::fs::remove_file(&self.port);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn flood(mut line: File, says: Says, shared: &Shared) {
    let (mut heard, mut unsaid) = (Vec::new(), Vec::new());
    let (mut begun, mut said) = (None, 0u64);
    while !shared.over.load(Ordering::Relaxed) {
        let mut wanted = PollFlags::POLLIN;
        wanted.set(PollFlags::POLLOUT, !unsaid.is_empty());
        let mut fds = [PollFd::new(line.as_fd(), wanted)];
        let _ = poll(&mut fds, PollTimeout::from(5u8));
        let mut bytes = [0; 4_096];
        if let Ok(n) = line.read(&mut bytes) {
            // It says nothing before it was asked who it is, and then never stops.
            heard.extend_from_slice(&bytes[..n]);
            if begun.is_none() && heard.windows(2).any(|two| two == b"!Q") {
                begun = Some(Instant::now());
            }
            heard.drain(..heard.len().saturating_sub(1));
        }
        let Some(begun) = begun else { continue };
        let due = u64::try_from((begun.elapsed().as_micros() * u128::from(RATE)) / 1_000_000).unwrap_or(said);
        if unsaid.is_empty() {
            let count = due.saturating_sub(said).min(BEHIND_MAX);
            for number in said..said + count {
                let said = frame(says, number);
                match says {
                    Says::AtAnotherSpeed => unsaid.extend(said.bytes().flat_map(at_double_speed)),
                    Says::TheSame | Says::Another | Says::AnotherMachine => {
                        unsaid.extend_from_slice(said.as_bytes());
                    }
                }
            }
            said += count;
            shared.frames.fetch_add(count, Ordering::Relaxed);
        }
        match line.write(&unsaid) {
            Ok(n) => drop(unsaid.drain(..n)),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(_) => return,
        }
    }
}

/// Returns the frame in this place of the flood; the first says who the machine is.
fn frame(says: Says, number: u64) -> String {
    let door = ["OPEN", "CLOSED"][usize::from(number % 2 == 1)];
    // One in a thousand is a heartbeat, so that the line counts as alive.
    let beat = number % 1_000 == 999;
    // Neither the first nor the heartbeats have a number.
    let stored_before = |number: u64| (number - 2 - (number - 1) / 1_000) % 999_999 + 1;
    match says {
        _ if number == 0 => sealed(&format!("I,{BOOT:08X},BLP1,90,J1")),
        Says::TheSame if beat => sealed("H,000001,FAULT,00"),
        Says::TheSame => sealed("D,000001,OPEN"),
        Says::AtAnotherSpeed => sealed(&format!("I,{BOOT:08X},BLP1,90,J1")),
        Says::Another if beat => sealed(&format!("H,{:06},FAULT,00", stored_before(number))),
        Says::Another => sealed(&format!("D,{:06},{door}", stored_before(number + 1))),
        Says::AnotherMachine => sealed(&format!("I,{number:08X},BLP1,90,X{number}")),
    }
}

/// Returns the two bytes that a reader at twice the speed makes of one: start bit, eight bits from the lowest on and
/// stop bit are each there twice. Of the second byte the start is what the line happens to be.
fn at_double_speed(byte: u8) -> [u8; 2] {
    let line: u32 = (u32::from(byte) << 1) | 1 << 9;
    let twice = (0..10).fold(0u32, |all, bit| all | (((line >> bit) & 1) * 0b11) << (2 * bit));
    [(twice >> 1) as u8, (twice >> 11) as u8]
}

/// Returns a line of BLP/1 with this body.
fn sealed(body: &str) -> String {
    let sum = body.bytes().fold(0xFFFF_u16, |sum, byte| {
        (0..8)
            .fold(sum ^ u16::from(byte) << 8, |sum, _| sum << 1 ^ if sum & 0x8000 == 0 { 0 } else { 0x1021 })
    });
    format!("${body}*{sum:04X}\r\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_frames_are_good_and_their_numbers_have_no_gap() {
        assert_eq!(sealed("I,5F3A91C2,BLP1,90,A"), "$I,5F3A91C2,BLP1,90,A*FF61\r\n", "the vector of BLP1.md");
        let numbers = (0..3_000).map(|number| frame(Says::Another, number));
        let doors = numbers.filter(|line| line.starts_with("$D")).map(|line| line[3..9].to_owned());
        let expected = (1..).map(|number| format!("{number:06}"));
        assert!(doors.zip(expected).all(|(said, number)| said == number));
    }
}
