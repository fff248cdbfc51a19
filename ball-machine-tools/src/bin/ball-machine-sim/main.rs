//! The simulator's program: an extractor on a pseudo-terminal.
//!
//! One thread, which waits in poll(2) on the pty's master, standard input, the control socket and SIGTERM.

mod control;
mod options;
mod pty;
mod truth;

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use ball_machine_tools::simulator::{Command, Happened, Simulator};
use clap::Parser;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::SignalFd;

use control::{COMMAND_MAX, Control, cut_lines};
use options::Options;
use pty::{Pty, free_for_a_link};

/// How long a pulled cable is out, in milliseconds.
const REPLUG_MS: u64 = 500;

fn main() -> ExitCode {
    match run(Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: Options) -> anyhow::Result<()> {
    // Blocked first, so that the link is removed whenever SIGTERM comes.
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    signals.add(Signal::SIGINT);
    signals.thread_block()?;
    let signals = SignalFd::new(&signals)?;

    let simulator = options.simulator()?;
    options.link.as_deref().map_or(Ok(()), free_for_a_link)?;
    let control = options.control.as_deref().map(Control::listen).transpose()?;
    let truth = options.truth.as_deref().map(truth::create).transpose()?;
    let mut machine = Machine {
        simulator,
        pty: Some(Pty::open(options.link.as_deref())?),
        link: options.link,
        back_at_ms: 0,
        unsent: Vec::new(),
        // Eight bits, a start and a stop.
        byte_us: options.baud.map_or(0, |baud| 10_000_000 / baud),
        free_us: 0,
        stdin: Some(std::io::stdin().as_fd().try_clone_to_owned()?.into()),
        typed: Vec::new(),
        control,
        truth,
        start: Instant::now(),
    };
    machine.run(&signals, options.until_stdin_closes)
}

struct Machine {
    simulator: Simulator,
    /// `None` while the cable is out.
    pty: Option<Pty>,
    link: Option<PathBuf>,
    back_at_ms: u64,
    unsent: Vec<u8>,
    /// Microseconds of a byte on the line.
    byte_us: u64,
    /// When the line is free.
    free_us: u64,
    /// `None` once it is closed.
    stdin: Option<File>,
    typed: Vec<u8>,
    control: Option<Control>,
    truth: Option<File>,
    start: Instant,
}

impl Machine {
    fn run(&mut self, signals: &SignalFd, until_stdin_closes: bool) -> anyhow::Result<()> {
        loop {
            let now_ms = self.now_ms();
            self.simulator.tick(now_ms);
            for happened in self.simulator.take_happened() {
                if let Some(truth) = &mut self.truth {
                    let line = serde_json::to_string(&Written { happened, mono_us: mono_us()? })?;
                    writeln!(truth, "{line}").context("no se puede escribir la verdad")?;
                }
            }
            self.cable(now_ms)?;
            self.write(now_ms)?;
            let mut fds = vec![PollFd::new(signals.as_fd(), PollFlags::POLLIN)];
            fds.extend(self.pty.as_ref().map(|pty| PollFd::new(pty.master.as_fd(), PollFlags::POLLIN)));
            fds.extend(self.stdin.as_ref().map(|stdin| PollFd::new(stdin.as_fd(), PollFlags::POLLIN)));
            if let Some(control) = &self.control {
                fds.push(PollFd::new(control.listener.as_fd(), PollFlags::POLLIN));
                fds.extend(
                    control.clients.iter().map(|(client, _)| PollFd::new(client.as_fd(), PollFlags::POLLIN)),
                );
            }
            let pace_ms = if self.unsent.is_empty() { self.simulator.pace_ms() } else { 1 };
            match poll(&mut fds, PollTimeout::from(pace_ms as u8)) {
                Ok(_) | Err(Errno::EINTR) => (),
                Err(error) => return Err(error.into()),
            }
            let ready: Vec<bool> = fds.iter().map(|fd| fd.any().unwrap_or(true)).collect();
            drop(fds);
            if ready[0] {
                return Ok(());
            }
            let pty = usize::from(self.pty.is_some());
            if pty == 1 && ready[1] {
                self.read()?;
            }
            let typed = self.stdin.is_some() && ready[1 + pty];
            if (typed && !self.read_stdin()?) || !self.hear_control()? {
                return Ok(());
            }
            if until_stdin_closes && self.stdin.is_none() {
                return Ok(());
            }
        }
    }

    fn now_ms(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    /// Pulls the cable out, and puts it back when it is due.
    fn cable(&mut self, now_ms: u64) -> anyhow::Result<()> {
        if self.simulator.take_replug() {
            // Closed first, so that nobody opens it meanwhile.
            self.pty = None;
            self.back_at_ms = now_ms + REPLUG_MS;
        } else if self.pty.is_none() && now_ms >= self.back_at_ms {
            self.pty = Some(Pty::open(self.link.as_deref())?);
        }
        Ok(())
    }

    fn read(&mut self) -> anyhow::Result<()> {
        let mut bytes = [0; 1024];
        let now_ms = self.now_ms();
        let Some(pty) = &mut self.pty else { return Ok(()) };
        match pty.master.read(&mut bytes) {
            Ok(n) => {
                self.simulator.device.receive(&bytes[..n], now_ms);
                Ok(())
            }
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(()),
            Err(e) => Err(e).context("el pseudoterminal no se deja leer"),
        }
    }

    /// Sends what the pty takes. Without a reader it is soon full: the rest waits here, the device falls silent, and its
    /// store keeps what must not be lost.
    fn write(&mut self, now_ms: u64) -> anyhow::Result<()> {
        let Some(pty) = &mut self.pty else {
            // Lost, but repeated from the store.
            self.unsent.clear();
            drop(self.simulator.take_output(now_ms));
            return Ok(());
        };
        if self.unsent.is_empty() {
            self.unsent = self.simulator.take_output(now_ms);
            self.free_us = self.free_us.max(self.start.elapsed().as_micros() as u64);
        }
        while !self.unsent.is_empty() {
            // As many bytes as the line had time for.
            let time_us = (self.start.elapsed().as_micros() as u64).saturating_sub(self.free_us);
            let fit = time_us.checked_div(self.byte_us).map_or(self.unsent.len(), |bytes| bytes as usize);
            let now = &self.unsent[..fit.min(self.unsent.len())];
            if now.is_empty() {
                break;
            }
            match pty.master.write(now) {
                Ok(n) => {
                    self.free_us += n as u64 * self.byte_us;
                    self.unsent.drain(..n);
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => break,
                Err(e) if e.kind() == ErrorKind::Interrupted => (),
                Err(e) => return Err(e).context("el pseudoterminal no se deja escribir"),
            }
        }
        Ok(())
    }

    /// Obeys what was typed. Returns false at `hangup`.
    fn read_stdin(&mut self) -> anyhow::Result<bool> {
        let mut bytes = [0; COMMAND_MAX];
        let n = match self.stdin.as_mut().map(|stdin| stdin.read(&mut bytes)) {
            Some(Ok(n)) => n,
            Some(Err(e)) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                return Ok(true);
            }
            Some(Err(_)) | None => 0,
        };
        if n == 0 {
            self.stdin = None;
        }
        for line in cut_lines(&mut self.typed, &bytes[..n]) {
            match self.obey(&line) {
                Ok(None) => return Ok(false),
                Ok(Some(answer)) if answer != OK => println!("{answer}"),
                Ok(Some(_)) => (),
                Err(_) if line.trim().is_empty() => (),
                Err(text) => eprintln!("{text}"),
            }
        }
        Ok(true)
    }

    /// Obeys the control socket, with one line of answer to each. Returns false at `hangup`.
    fn hear_control(&mut self) -> anyhow::Result<bool> {
        let Some(control) = &mut self.control else { return Ok(true) };
        for (by, line) in control.lines()? {
            let answer = match self.obey(&line) {
                Ok(None) => return Ok(false),
                Ok(Some(answer)) => answer,
                Err(text) => serde_json::json!({ "error": text }).to_string(),
            };
            if let Some((client, _)) = self.control.as_mut().and_then(|control| control.clients.get_mut(by)) {
                // A client that does not read misses its answers.
                let _ = client.write_all(format!("{answer}\n").as_bytes());
            }
        }
        Ok(true)
    }

    /// Does one command. Returns its answer, one line; `None` for `hangup`.
    fn obey(&mut self, line: &str) -> Result<Option<String>, String> {
        let now_ms = self.now_ms();
        let command: Command = line.parse()?;
        if command == Command::Hangup {
            return Ok(None);
        }
        Ok(Some(if command == Command::State {
            serde_json::to_string(&self.simulator.state()).map_err(|error| error.to_string())?
        } else if command == Command::Truth {
            let rack: Vec<u8> = self.simulator.rack().iter().map(|ball| ball.number()).collect();
            serde_json::json!({ "draw": self.simulator.state().draw, "rack": rack }).to_string()
        } else {
            self.simulator.command(command, now_ms);
            OK.to_owned()
        }))
    }
}

/// The answer to a command without one of its own.
const OK: &str = "{\"ok\":true}";

/// A line of the truth file.
#[derive(serde::Serialize)]
struct Written {
    #[serde(flatten)]
    happened: Happened,
    /// The system's monotonic clock, in microseconds, just before the bytes go out: another program on this machine can
    /// measure how long they took to reach it.
    mono_us: u64,
}

fn mono_us() -> anyhow::Result<u64> {
    let now = nix::time::clock_gettime(nix::time::ClockId::CLOCK_MONOTONIC)?;
    Ok(u64::try_from(now.tv_sec())? * 1_000_000 + u64::try_from(now.tv_nsec())? / 1_000)
}
