//! What was recorded, again: through a decoder, or over a pseudo-terminal.

use std::fs::{self, File};
use std::io::Write;
use std::os::fd::{AsFd, AsRawFd};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use anyhow::{Context, bail};
use ball_machine::decoder::Decoder;
use ball_machine::observation::Observation;
use ball_machine_tools::recording::{Recording, What};
use ball_machine_tools::tap::Happened;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::openpty;
use nix::sys::termios::{SetArg, cfmakeraw, tcgetattr, tcsetattr};

use crate::balls::Balls;
use crate::listen::{at_signal, decoded, show};
use crate::{Understands, say};

/// The decoder's clock moves so between two pieces, in milliseconds.
const STEP_MS: u64 = 10;
/// Silence behind a piece, so that presences end; what is longer is jumped over.
const END_MS: u64 = 5_000;
/// How late the port may have asked: what was sent in truth is not asked before it.
const LATE_MS: u64 = 100;
/// What a host may take between opening the port and throwing away what had come before.
const SETTLE: Duration = Duration::from_millis(500);

/// How a recording is decoded.
pub struct Through<'a> {
    /// Another driver than the recording's.
    pub driver: Option<&'a str>,
    /// The table of the set.
    pub tags: Option<&'a Path>,
    /// Bytes, and that the machine lives, are left out.
    pub meanings: bool,
}

/// Decodes a recording.
pub fn decode(file: &Path, through: &Through<'_>) -> anyhow::Result<()> {
    let recording = read(file)?;
    let Understands { decoder, .. } =
        crate::driver(through.driver.unwrap_or(&recording.head.driver), through.tags)?;
    let now_ms = recording.all.first().map_or(0, |(ms, _)| *ms);
    let asked = recording.all.iter().any(|(_, what)| matches!(what, What::Sent(_)));
    let mut again = Again { decoder, now_ms, asked, meanings: through.meanings, balls: Balls::default() };
    for (ms, what) in &recording.all {
        again.take(*ms, what);
        if say::is_gone() {
            return Ok(());
        }
    }
    again.wait(again.now_ms + END_MS);
    if recording.cut {
        say::line("La última línea está a medias, por un corte: se ha leído hasta ella.");
    }
    again.balls.told().into_iter().for_each(|balls| say::folded(&balls, 0));
    decoded(again.decoder.stats(), again.decoder.pending());
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<Recording> {
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        bail!("{} no es un fichero", file.display());
    }
    let bytes = fs::read(file).with_context(|| format!("no se puede leer {}", file.display()))?;
    Ok(Recording::parse(&file.display().to_string(), &String::from_utf8_lossy(&bytes))?)
}

/// A decoder that hears it all again.
struct Again {
    decoder: Box<dyn Decoder>,
    now_ms: u64,
    /// What was sent is in the recording: where contacts are asked, an answer is understood by its question.
    asked: bool,
    meanings: bool,
    balls: Balls,
}

impl Again {
    fn take(&mut self, ms: u64, what: &What) {
        self.wait(match what {
            What::Sent(_) => ms.saturating_sub(LATE_MS),
            // The answer to what is still being asked.
            What::Came(_) if self.asked && ms <= self.now_ms + LATE_MS => self.now_ms,
            What::Opened | What::Lost | What::Came(_) => ms,
        });
        self.now_ms = ms;
        match what {
            What::Opened => {
                self.show(&Happened::Opened);
                if !self.asked {
                    self.tick();
                }
            }
            What::Lost => {
                if !self.meanings {
                    say::line(format_args!("{:>9}.{:03}  cable fuera", ms / 1_000, ms % 1_000));
                } else {
                    say::line("cable fuera");
                }
                self.through(|decoder, _, out| decoder.cut(out));
            }
            What::Sent(bytes) => {
                self.tick();
                self.show(&Happened::Sent(bytes));
            }
            What::Came(bytes) => {
                if !self.asked {
                    self.tick();
                }
                self.show(&Happened::Came(bytes));
                self.through(|decoder, ms, out| decoder.push(bytes, ms, out));
                self.decoder.committed();
                self.tick();
            }
        }
    }

    /// Lets time pass in small steps, as a port does, and jumps where nothing can end any more.
    fn wait(&mut self, until_ms: u64) {
        let end_ms = until_ms.min(self.now_ms + END_MS);
        while self.now_ms + STEP_MS < end_ms {
            self.now_ms += STEP_MS;
            self.tick();
        }
        self.now_ms = self.now_ms.max(until_ms);
    }

    fn tick(&mut self) {
        self.through(|decoder, ms, out| decoder.tick(ms, out));
        // Nobody hears what is asked; contacts are decoded by their questions all the same.
        self.decoder.take_output();
    }

    fn through(&mut self, act: impl FnOnce(&mut dyn Decoder, u64, &mut dyn FnMut(Observation))) {
        let mut seen = Vec::new();
        act(&mut *self.decoder, self.now_ms, &mut |observation| seen.push(observation));
        for seen in seen {
            self.show(&Happened::Means(seen));
            let sum = self.balls.see(&seen);
            sum.into_iter().for_each(|sum| say::folded(&sum, 0));
        }
    }

    fn show(&self, happened: &Happened<'_>) {
        if !self.meanings {
            show(self.now_ms, happened);
            return;
        }
        match happened {
            Happened::Means(Observation::Alive) | Happened::Came(_) | Happened::Sent(_) => (),
            Happened::Means(seen) => say::folded(&format!("{seen}: {}", seen.meaning()), 4),
            Happened::Opened => say::line("puerto abierto"),
            Happened::Lost(_) | Happened::Silent(_) | Happened::Ordered | Happened::NoOrder => (),
        }
    }
}

/// Says a recording over a pseudo-terminal; `fast`: without its pauses.
pub fn over_pty(file: &Path, fast: bool) -> anyhow::Result<()> {
    let recording = read(file)?;
    let (send, end) = sync_channel(1);
    let interrupted = send.clone();
    at_signal(move || drop(interrupted.send(None)))?;
    let said = Arc::new(AtomicU64::new(0));
    let told = said.clone();
    std::thread::spawn(move || drop(send.send(Some(play(&recording, fast, &told)))));
    // A write to a pseudo-terminal that nobody reads never ends: the program does.
    let played = end.recv()?;
    if played.is_none() {
        say::interrupted();
    }
    say::line(format_args!("Bytes dichos: {}.", said.load(Ordering::Relaxed)));
    played.unwrap_or(Ok(()))
}

fn play(recording: &Recording, fast: bool, said: &AtomicU64) -> anyhow::Result<()> {
    let pty = openpty(None, None).context("no se puede abrir un pseudoterminal")?;
    let mut termios = tcgetattr(&pty.slave)?;
    cfmakeraw(&mut termios);
    tcsetattr(&pty.slave, SetArg::TCSANOW, &termios)?;
    let name = fs::read_link(format!("/proc/self/fd/{}", pty.slave.as_raw_fd()))?;
    say::line(serde_json::json!({ "pty": name }));
    drop(pty.slave);
    let mut master = File::from(pty.master);
    // Hung up until somebody opens the other end.
    loop {
        let mut fds = [PollFd::new(master.as_fd(), PollFlags::empty())];
        poll(&mut fds, PollTimeout::ZERO)?;
        if !fds[0].revents().is_some_and(|flags| flags.contains(PollFlags::POLLHUP)) {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(SETTLE);
    let mut before_ms = recording.all.first().map_or(0, |(ms, _)| *ms);
    for (ms, what) in &recording.all {
        if !fast {
            std::thread::sleep(Duration::from_millis(ms - before_ms));
        }
        before_ms = *ms;
        if let What::Came(bytes) = what {
            master.write_all(bytes).context("quien escuchaba ha cerrado el pseudoterminal")?;
            said.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        }
    }
    // What is not read yet would go with the terminal.
    std::thread::sleep(SETTLE);
    Ok(())
}
