//! Replays a recording through a decoder, or over a pseudo-terminal.

use std::fs::{self, File};
use std::io::Write;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use anyhow::{Context, bail};
use ball_machine::decoder::Decoder;
use ball_machine::observation::Observation;
use ball_machine_tools::pty;
use ball_machine_tools::recording::{Recording, What};
use ball_machine_tools::tap::LineEvent;
use clap::Args;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use crate::balls::Balls;
use crate::listen::{at_signal, show, totals};
use crate::{Understands, say};

/// The step of the decoder's clock between two pieces, in milliseconds.
const STEP_MS: u64 = 10;
/// Silence behind a piece, so that presences end; the rest of a longer one is skipped.
const END_MS: u64 = 5_000;
/// How late the port may have sent its questions: the decoder asks none earlier.
const LATE_MS: u64 = 100;
/// What a host may take between opening the port and throwing away what had come before.
const SETTLE: Duration = Duration::from_millis(500);

#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// Grabación hecha con record
    #[arg(value_name = "FICHERO", help_heading = "Argumentos")]
    file: PathBuf,
    /// Otro controlador que el de la grabación
    #[arg(long, value_name = "NOMBRE", conflicts_with = "pty", help_heading = "Opciones")]
    driver: Option<String>,
    /// Tabla de etiquetas del juego
    #[arg(long, value_name = "FICHERO", conflicts_with = "pty", help_heading = "Opciones")]
    tags: Option<PathBuf>,
    /// Sólo lo que significa, sin bytes, horas ni latidos
    #[arg(long, conflicts_with = "pty", help_heading = "Opciones")]
    meanings: bool,
    /// La dice por un pseudoterminal, a su ritmo, en cuanto alguien lo abre
    #[arg(long, help_heading = "Opciones")]
    pub pty: bool,
    /// Con --pty, sin esperas
    #[arg(long, requires = "pty", help_heading = "Opciones")]
    fast: bool,
}

/// Decodes a recording.
pub fn decode(args: &ReplayArgs) -> anyhow::Result<()> {
    let recording = read(&args.file)?;
    let driver = args.driver.as_deref().unwrap_or(&recording.head.driver);
    let Understands { decoder, .. } = crate::driver(driver, args.tags.as_deref())?;
    let now_ms = recording.all.first().map_or(0, |(ms, _)| *ms);
    let asked = recording.all.iter().any(|(_, what)| matches!(what, What::Sent(_)));
    let mut again = Again { decoder, now_ms, asked, meanings: args.meanings, balls: Balls::default() };
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
    totals(&again.decoder.stats(), again.decoder.pending());
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<Recording> {
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        bail!("{} no es un fichero", file.display());
    }
    let bytes = fs::read(file).with_context(|| format!("no se puede leer {}", file.display()))?;
    Ok(Recording::parse(&file.display().to_string(), &String::from_utf8_lossy(&bytes))?)
}

/// A decoder that hears a recording.
struct Again {
    decoder: Box<dyn Decoder>,
    now_ms: u64,
    /// The recording has what was sent: an answer of contacts is understood by its question.
    asked: bool,
    meanings: bool,
    balls: Balls,
}

impl Again {
    fn take(&mut self, ms: u64, what: &What) {
        self.wait(match what {
            What::Sent(_) => ms.saturating_sub(LATE_MS),
            // The answer to the present question.
            What::Came(_) if self.asked && ms <= self.now_ms + LATE_MS => self.now_ms,
            What::Opened | What::Lost | What::Came(_) => ms,
        });
        self.now_ms = ms;
        match what {
            What::Opened => {
                self.show(&LineEvent::Opened);
                if !self.asked {
                    self.tick();
                }
            }
            What::Lost => {
                if self.meanings {
                    say::line("cable fuera");
                } else {
                    say::line(format_args!("{:>9}.{:03}  cable fuera", ms / 1_000, ms % 1_000));
                }
                self.through(|decoder, _, out| decoder.cut(out));
            }
            What::Sent(bytes) => {
                self.tick();
                self.show(&LineEvent::Sent(bytes));
            }
            What::Came(bytes) => {
                if !self.asked {
                    self.tick();
                }
                self.show(&LineEvent::Came(bytes));
                self.through(|decoder, ms, out| decoder.push(bytes, ms, out));
                self.decoder.committed();
                self.tick();
            }
        }
    }

    /// Lets time pass in small steps, as a port does, and skips where nothing can end any more.
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
        // Questions go nowhere, but contacts are decoded by them.
        self.decoder.take_output();
    }

    fn through(&mut self, act: impl FnOnce(&mut dyn Decoder, u64, &mut dyn FnMut(Observation))) {
        let mut seen = Vec::new();
        act(&mut *self.decoder, self.now_ms, &mut |observation| seen.push(observation));
        for seen in seen {
            self.show(&LineEvent::Means(seen));
            let sum = self.balls.see(&seen);
            sum.into_iter().for_each(|sum| say::folded(&sum, 0));
        }
    }

    fn show(&self, event: &LineEvent<'_>) {
        if !self.meanings {
            show(self.now_ms, event);
            return;
        }
        match event {
            LineEvent::Means(Observation::Alive) | LineEvent::Came(_) | LineEvent::Sent(_) => (),
            LineEvent::Means(seen) => say::folded(&format!("{seen}: {}", seen.meaning()), 4),
            LineEvent::Opened => say::line("puerto abierto"),
            LineEvent::Lost(_) | LineEvent::Silent(_) | LineEvent::Ordered | LineEvent::NoOrder => (),
        }
    }
}

/// Says a recording over a pseudo-terminal.
pub fn over_pty(args: &ReplayArgs) -> anyhow::Result<()> {
    let (recording, fast) = (read(&args.file)?, args.fast);
    let (send, end) = sync_channel(1);
    let interrupted = send.clone();
    at_signal(move || drop(interrupted.send(None)))?;
    let said = Arc::new(AtomicU64::new(0));
    let told = said.clone();
    std::thread::spawn(move || drop(send.send(Some(play(&recording, fast, &told)))));
    // A write to a pseudo-terminal that nobody reads never ends, but the program does.
    let played = end.recv()?;
    if played.is_none() {
        say::interrupted();
    }
    say::line(format_args!("Bytes dichos: {}.", said.load(Ordering::Relaxed)));
    played.unwrap_or(Ok(()))
}

fn play(recording: &Recording, fast: bool, said: &AtomicU64) -> anyhow::Result<()> {
    let (pty, name) = pty::open()?;
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
