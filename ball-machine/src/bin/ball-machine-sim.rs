//! The simulator's program: an extractor on a pseudo-terminal.
//!
//! One thread; all waiting is poll(2) on the pty's master, the standard input and SIGTERM.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use ball_machine::simulator::{Command, Planned, Settings, Simulator};
use clap::Parser;
use hall_core::ball::Ball;
use hall_core::machine::{BootId, SetId};
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::openpty;
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::SignalFd;
use nix::sys::termios::{SetArg, cfmakeraw, tcgetattr, tcsetattr};

/// The longest line of the standard input, in bytes; commands have at most thirty.
const COMMAND_MAX: usize = 256;
/// The largest file of orders, in bytes: 1,000 draws of ninety numbers.
const ORDERS_MAX: u64 = 300_000;

/// Extractor simulado: habla BLP/1 en un pseudoterminal.
///
/// Escribe primero una línea JSON, {"pty":"/dev/pts/N"}, y funciona hasta SIGTERM o la orden
/// «hangup».
#[derive(Debug, Parser)]
#[command(
    name = "ball-machine-sim",
    disable_help_flag = true,
    help_template = "{about-with-newline}\nUso: ball-machine-sim [OPCIONES]\n\nOpciones:\n{options}\n{after-help}",
    after_help = AFTER_HELP
)]
struct Options {
    /// Semilla: fija el orden de todas las extracciones; si falta, 1
    #[arg(hide_default_value = true, long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Juego de bolas cargado: de 1 a 8 letras A-Z y cifras; si falta, A
    #[arg(hide_default_value = true, long, value_name = "JUEGO", default_value = "A", value_parser = set_id)]
    set: SetId,
    /// Milisegundos entre bola y bola; si falta, 400
    #[arg(hide_default_value = true, long, value_name = "MS", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    interval_ms: u64,
    /// Enlace simbólico que se crea al pseudoterminal
    #[arg(long, value_name = "RUTA")]
    link: Option<PathBuf>,
    /// Fichero donde se escribe lo que ocurre de verdad, una línea JSON por suceso
    #[arg(long, value_name = "FICHERO")]
    truth: Option<PathBuf>,
    /// Número del primer arranque, 8 cifras hexadecimales; si falta, sale de la semilla
    #[arg(long, value_name = "HEX", value_parser = boot_id)]
    boot: Option<BootId>,
    /// Avería con la bola n.º BOLA desde el arranque, o de una EXTRACCIÓN (todas desde 1); se puede
    /// repetir
    #[arg(long = "fault", value_name = "AVERÍA@[EXTRACCIÓN:]BOLA")]
    faults: Vec<Planned>,
    /// Fichero con el orden de las bolas: una línea por extracción, números separados por
    /// espacios; las que falten salen según la semilla
    #[arg(long, value_name = "FICHERO")]
    orders: Option<PathBuf>,
    /// Termina cuando se cierra la entrada estándar
    #[arg(long)]
    until_stdin_closes: bool,
    /// Muestra esta ayuda
    #[arg(long, short, action = clap::ArgAction::Help)]
    help: Option<bool>,
}

const AFTER_HELP: &str = "\
Averías (AVERÍA):
  duplicate         la lectura se envía dos veces
  badsum            se envía con la suma mal; después, bien
  lost              no se envía al principio; llega al repetirse
  lost-for-ever     no se envía nunca
  lostack           durante 5 s no atiende los acuses de recibo
  jam               bola atascada hasta «clear»
  returned          la bola leída vuelve al bombo
  noread            bola que no se puede leer
  reboot            la máquina se reinicia; el bombo queda como estaba
  repeat-after-gone lee otra vez el número de la bola anterior
  ball00, ball91    lee un número que no existe
  wrongset          bola de otro juego
  silent            5 s sin decir nada

Órdenes por la entrada estándar, una por línea:
  fault AVERÍA      con la bola siguiente
  clear             libera la bola atascada
  reboot            apaga y enciende
  hangup            arranca el cable y termina
  interval MS       cambia el ritmo
  quiet, talk       calla del todo; vuelve a hablar
  door open, door closed
";

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    // Blocked before anything else, so that the link is removed whenever SIGTERM comes.
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    signals.add(Signal::SIGINT);
    signals.thread_block()?;
    let signals = SignalFd::new(&signals)?;

    let pty = openpty(None, None).context("no se puede abrir un pseudoterminal")?;
    let name = name_of(&pty.slave)?;
    let mut termios = tcgetattr(&pty.slave)?;
    cfmakeraw(&mut termios);
    tcsetattr(&pty.slave, SetArg::TCSANOW, &termios)?;
    fcntl(&pty.master, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    let _link = options.link.as_deref().map(|path| Link::new(path, &name)).transpose()?;
    let truth = match &options.truth {
        Some(path) => {
            Some(File::create(path).with_context(|| format!("no se puede escribir {}", path.display()))?)
        }
        None => None,
    };
    let settings = Settings {
        seed: options.seed,
        set: options.set,
        boot: options.boot,
        interval_ms: options.interval_ms,
        orders: options.orders.as_deref().map(read_orders).transpose()?.unwrap_or_default(),
        faults: options.faults,
    };
    let mut machine = Machine {
        simulator: Simulator::new(settings, 0),
        master: pty.master.into(),
        // Kept open: without it the master reads EIO whenever no host is there.
        _slave: pty.slave,
        unsent: Vec::new(),
        stdin: Some(std::io::stdin().as_fd().try_clone_to_owned()?.into()),
        typed: Vec::new(),
        truth,
        start: Instant::now(),
    };
    let mut stdout = std::io::stdout();
    writeln!(stdout, "{}", serde_json::json!({ "pty": name }))?;
    stdout.flush()?;
    machine.run(&signals, options.until_stdin_closes)
}

struct Machine {
    simulator: Simulator,
    master: File,
    _slave: OwnedFd,
    unsent: Vec<u8>,
    /// `None` once it was closed.
    stdin: Option<File>,
    typed: Vec<u8>,
    truth: Option<File>,
    start: Instant,
}

impl Machine {
    fn run(&mut self, signals: &SignalFd, until_stdin_closes: bool) -> anyhow::Result<()> {
        loop {
            let now_ms = self.start.elapsed().as_millis() as u64;
            self.simulator.tick(now_ms);
            for happened in self.simulator.take_happened() {
                if let Some(truth) = &mut self.truth {
                    let line = serde_json::to_string(&Written { happened, mono_us: mono_us()? })?;
                    writeln!(truth, "{line}").context("no se puede escribir la verdad")?;
                }
            }
            self.write()?;
            let mut fds = vec![
                PollFd::new(signals.as_fd(), PollFlags::POLLIN),
                PollFd::new(self.master.as_fd(), PollFlags::POLLIN),
            ];
            if let Some(stdin) = &self.stdin {
                fds.push(PollFd::new(stdin.as_fd(), PollFlags::POLLIN));
            }
            match poll(&mut fds, PollTimeout::from(self.simulator.pace_ms() as u8)) {
                Ok(_) | Err(Errno::EINTR) => (),
                Err(error) => return Err(error.into()),
            }
            let ready: Vec<bool> = fds.iter().map(|fd| fd.any().unwrap_or(true)).collect();
            drop(fds);
            if ready[0] {
                return Ok(());
            }
            if ready[1] {
                self.read()?;
            }
            if ready.get(2) == Some(&true) && !self.read_stdin()? {
                return Ok(());
            }
            if until_stdin_closes && self.stdin.is_none() {
                return Ok(());
            }
        }
    }

    fn read(&mut self) -> anyhow::Result<()> {
        let mut bytes = [0; 1024];
        match self.master.read(&mut bytes) {
            Ok(n) => {
                let now_ms = self.start.elapsed().as_millis() as u64;
                self.simulator.device.receive(&bytes[..n], now_ms);
                Ok(())
            }
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(()),
            Err(e) => Err(e).context("el pseudoterminal no se deja leer"),
        }
    }

    /// Sends what the pty takes. When nobody reads it is soon full: the rest waits here, the
    /// device says nothing more, and its store keeps what must not be lost.
    fn write(&mut self) -> anyhow::Result<()> {
        if self.unsent.is_empty() {
            self.unsent = self.simulator.device.take_output();
        }
        while !self.unsent.is_empty() {
            match self.master.write(&self.unsent) {
                Ok(n) => drop(self.unsent.drain(..n)),
                Err(e) if e.kind() == ErrorKind::WouldBlock => break,
                Err(e) if e.kind() == ErrorKind::Interrupted => (),
                Err(e) => return Err(e).context("el pseudoterminal no se deja escribir"),
            }
        }
        Ok(())
    }

    /// Obeys what was typed. Returns false when the cable is to be pulled out.
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
        let now_ms = self.start.elapsed().as_millis() as u64;
        for byte in &bytes[..n] {
            if *byte != b'\n' {
                if self.typed.len() < COMMAND_MAX {
                    self.typed.push(*byte);
                }
                continue;
            }
            let line = String::from_utf8_lossy(&std::mem::take(&mut self.typed)).into_owned();
            match line.parse() {
                Ok(Command::Hangup) => return Ok(false),
                Ok(command) => self.simulator.command(command, now_ms),
                Err(_) if line.trim().is_empty() => (),
                Err(text) => eprintln!("{text}"),
            }
        }
        Ok(true)
    }
}

/// A line of the truth file.
#[derive(serde::Serialize)]
struct Written {
    #[serde(flatten)]
    happened: ball_machine::simulator::Happened,
    /// The system's monotonic clock, in microseconds, just before the bytes go out: another
    /// program on this machine can tell how long they took to reach it.
    mono_us: u64,
}

fn mono_us() -> anyhow::Result<u64> {
    let now = nix::time::clock_gettime(nix::time::ClockId::CLOCK_MONOTONIC)?;
    Ok(u64::try_from(now.tv_sec())? * 1_000_000 + u64::try_from(now.tv_nsec())? / 1_000)
}

/// A symbolic link that goes when the program ends, if it is still ours.
struct Link {
    path: PathBuf,
    target: PathBuf,
}

impl Link {
    fn new(path: &Path, target: &Path) -> anyhow::Result<Link> {
        // Put in place by a rename: a host never finds the path missing or half made.
        let mut fresh = path.as_os_str().to_owned();
        fresh.push(format!(".{}", std::process::id()));
        std::os::unix::fs::symlink(target, &fresh)
            .and_then(|()| fs::rename(&fresh, path))
            .with_context(|| format!("no se puede crear el enlace {}", path.display()))?;
        Ok(Link { path: path.to_owned(), target: target.to_owned() })
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if fs::read_link(&self.path).is_ok_and(|target| target == self.target) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn name_of(slave: &OwnedFd) -> anyhow::Result<PathBuf> {
    use std::os::fd::AsRawFd;
    fs::read_link(format!("/proc/self/fd/{}", slave.as_raw_fd()))
        .context("no se encuentra el nombre del pseudoterminal")
}

fn read_orders(path: &Path) -> anyhow::Result<Vec<Vec<Ball>>> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("no se puede leer {name}"))?;
    let mut text = String::new();
    file.take(ORDERS_MAX + 1)
        .read_to_string(&mut text)
        .with_context(|| format!("no se puede leer {name}"))?;
    if text.len() as u64 > ORDERS_MAX {
        bail!("{name}: demasiado largo, como mucho {ORDERS_MAX} bytes");
    }
    let ball = |word: &str| word.parse().ok().and_then(Ball::new);
    text.lines()
        .zip(1..)
        .map(|(line, n)| {
            let balls: Option<Vec<Ball>> = line.split_whitespace().map(ball).collect();
            balls.with_context(|| format!("{name}, línea {n}: solo números del 1 al 90"))
        })
        .collect()
}

fn set_id(text: &str) -> Result<SetId, String> {
    SetId::parse(text).ok_or_else(|| "de 1 a 8 letras A-Z y cifras".to_owned())
}

fn boot_id(text: &str) -> Result<BootId, String> {
    let hex = text.len() == 8 && text.bytes().all(|b| b.is_ascii_hexdigit());
    let number = if hex { u32::from_str_radix(text, 16).ok() } else { None };
    number.map(BootId).ok_or_else(|| "son 8 cifras hexadecimales".to_owned())
}
