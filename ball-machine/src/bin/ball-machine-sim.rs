//! The simulator's program: an extractor on a pseudo-terminal.
//!
//! One thread; all waiting is poll(2) on the pty's master, the standard input, the control socket and SIGTERM.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use ball_machine::simulator::{Command, Planned, Settings, Simulator, scenario};
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
/// The largest scenario, in bytes.
const SCENARIO_MAX: u64 = 300_000;
/// How long a cable is out that comes back under another name.
const REPLUG_MS: u64 = 500;
/// How many may be at the control socket.
const CLIENTS_MAX: usize = 8;

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
    /// Fichero TOML con la noche entera: máquina, orden de las bolas y averías; lo que además se
    /// diga aquí, manda. Hay ejemplos comentados en ball-machine/scenarios
    #[arg(long, value_name = "FICHERO")]
    scenario: Option<PathBuf>,
    /// Semilla: fija el orden de todas las extracciones; si falta, 1
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Juego de bolas cargado: de 1 a 8 letras A-Z y cifras; si falta, A
    #[arg(long, value_name = "JUEGO", value_parser = set_id)]
    set: Option<SetId>,
    /// Milisegundos entre bola y bola; si falta, 400
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    interval_ms: Option<u64>,
    /// Bits por segundo de la línea; si falta, los bytes salen todos a la vez
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u64).range(300..))]
    baud: Option<u64>,
    /// Socket Unix que se crea para las mismas órdenes que la entrada estándar; cada una se
    /// contesta con una línea JSON
    #[arg(long, value_name = "RUTA")]
    control: Option<PathBuf>,
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
  nobeat            5 s sin latido; lo demás se dice
  letters           letras por cifras, con la suma bien; después, bien
  ball99            lee el 99
  multiple          dos bolas en el lector hasta «clear»
  stuck             la bola se queda en el conducto, sin verse, hasta «clear»
  door              la puerta, abierta un segundo
  replug            el cable fuera medio segundo; vuelve con otro nombre
De la línea, con la trama de la lectura:
  delay             hasta 30 s tarde, y detrás todo lo demás
  swap, merge       detrás de la siguiente; pegada a la siguiente
  split             byte a byte
  flip, cut         un bit cambiado; sin la segunda mitad
  run-on            sin fin
  garbage, noise    tras unos bytes al azar; tras un megabyte
  nuls              tras 4.096 ceros
  wrong-baud        2 s a otra velocidad
  dead-line         2 s sin que pase nada

Órdenes por la entrada estándar, una por línea:
  fault AVERÍA      con la bola siguiente
  clear             libera la bola atascada
  reboot            apaga y enciende
  hangup            arranca el cable y termina
  interval MS       cambia el ritmo
  quiet, talk       calla del todo; vuelve a hablar
  door open, door closed
  replug            arranca el cable; vuelve con otro nombre
  state, truth      cómo está; las bolas que hay fuera, en orden
";

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    // Blocked before anything else, so that the link is removed whenever SIGTERM comes.
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    signals.add(Signal::SIGINT);
    signals.thread_block()?;
    let signals = SignalFd::new(&signals)?;

    let truth = match &options.truth {
        Some(path) => {
            Some(File::create(path).with_context(|| format!("no se puede escribir {}", path.display()))?)
        }
        None => None,
    };
    let settings = settings(&options)?;
    let control = options.control.as_deref().map(Control::listen).transpose()?;
    let mut machine = Machine {
        simulator: Simulator::new(settings, 0),
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

fn settings(options: &Options) -> anyhow::Result<Settings> {
    let mut settings = Settings::default();
    if let Some(path) = &options.scenario {
        let text = read_small(path, SCENARIO_MAX)?;
        scenario::read(&text, &mut settings)
            .map_err(|error| anyhow::anyhow!("{}, {error}", path.display()))?;
    }
    settings.seed = options.seed.unwrap_or(settings.seed);
    settings.set = options.set.unwrap_or(settings.set);
    settings.interval_ms = options.interval_ms.unwrap_or(settings.interval_ms);
    settings.boot = options.boot.or(settings.boot);
    settings.faults.extend(&options.faults);
    if let Some(path) = &options.orders {
        settings.orders = read_orders(path)?;
    }
    Ok(settings)
}

/// A pseudo-terminal, and its name for the host.
struct Pty {
    master: File,
    // Kept open: without it the master reads EIO whenever no host is there.
    _slave: OwnedFd,
    _link: Option<Link>,
}

impl Pty {
    /// Opens one and says where it is.
    fn open(link: Option<&Path>) -> anyhow::Result<Pty> {
        let pty = openpty(None, None).context("no se puede abrir un pseudoterminal")?;
        let name = name_of(&pty.slave)?;
        let mut termios = tcgetattr(&pty.slave)?;
        cfmakeraw(&mut termios);
        tcsetattr(&pty.slave, SetArg::TCSANOW, &termios)?;
        fcntl(&pty.master, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        let link = link.map(|path| Link::new(path, &name)).transpose()?;
        let mut stdout = std::io::stdout();
        writeln!(stdout, "{}", serde_json::json!({ "pty": name }))?;
        stdout.flush()?;
        Ok(Pty { master: pty.master.into(), _slave: pty.slave, _link: link })
    }
}

/// The control socket and who is at it.
struct Control {
    listener: UnixListener,
    path: PathBuf,
    clients: Vec<(UnixStream, Vec<u8>)>,
}

impl Control {
    fn listen(path: &Path) -> anyhow::Result<Control> {
        let listener = UnixListener::bind(path).with_context(|| {
            format!("no se puede crear el socket {}; bórrelo si es de otra vez", path.display())
        })?;
        listener.set_nonblocking(true)?;
        Ok(Control { listener, path: path.to_owned(), clients: Vec::new() })
    }

    /// Takes in who knocks, and returns the whole lines that came, with who said them.
    fn lines(&mut self) -> anyhow::Result<Vec<(usize, String)>> {
        while self.clients.len() < CLIENTS_MAX
            && let Ok((client, _)) = self.listener.accept()
        {
            client.set_nonblocking(true)?;
            self.clients.push((client, Vec::new()));
        }
        let mut lines = Vec::new();
        let mut gone = Vec::new();
        for (at, (client, typed)) in self.clients.iter_mut().enumerate() {
            let mut bytes = [0; COMMAND_MAX];
            match client.read(&mut bytes) {
                Ok(0) => gone.push(at),
                Ok(n) => lines.extend(cut_lines(typed, &bytes[..n]).into_iter().map(|line| (at, line))),
                Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => (),
                Err(_) => gone.push(at),
            }
        }
        for at in gone.into_iter().rev() {
            self.clients.remove(at);
            lines.iter_mut().filter(|(by, _)| *by > at).for_each(|(by, _)| *by -= 1);
        }
        Ok(lines)
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns the lines that these bytes end; what is longer than [`COMMAND_MAX`] is no command.
fn cut_lines(typed: &mut Vec<u8>, bytes: &[u8]) -> Vec<String> {
    let mut lines = Vec::new();
    for byte in bytes {
        if *byte == b'\n' {
            lines.push(String::from_utf8_lossy(&std::mem::take(typed)).into_owned());
        } else if typed.len() < COMMAND_MAX {
            typed.push(*byte);
        }
    }
    lines
}

struct Machine {
    simulator: Simulator,
    /// `None` while the cable is out.
    pty: Option<Pty>,
    link: Option<PathBuf>,
    back_at_ms: u64,
    unsent: Vec<u8>,
    /// How long a byte takes on the line, and when the line is free, in microseconds.
    byte_us: u64,
    free_us: u64,
    /// `None` once it was closed.
    stdin: Option<File>,
    typed: Vec<u8>,
    control: Option<Control>,
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

    /// Pulls the cable out, and puts it back when it is time.
    fn cable(&mut self, now_ms: u64) -> anyhow::Result<()> {
        if self.simulator.take_replug() {
            // The line behind the link is gone first: nobody opens what is about to go.
            self.pty = None;
            self.back_at_ms = now_ms + REPLUG_MS;
        } else if self.pty.is_none() && now_ms >= self.back_at_ms {
            self.pty = Some(Pty::open(self.link.as_deref())?);
        }
        Ok(())
    }

    fn read(&mut self) -> anyhow::Result<()> {
        let mut bytes = [0; 1024];
        let Some(pty) = &mut self.pty else { return Ok(()) };
        match pty.master.read(&mut bytes) {
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
    fn write(&mut self, now_ms: u64) -> anyhow::Result<()> {
        let Some(pty) = &mut self.pty else {
            // What is said into the air is lost; the store says it again.
            self.unsent.clear();
            drop(self.simulator.take_output(now_ms));
            return Ok(());
        };
        if self.unsent.is_empty() {
            self.unsent = self.simulator.take_output(now_ms);
            self.free_us = self.free_us.max(self.start.elapsed().as_micros() as u64);
        }
        while !self.unsent.is_empty() {
            // A line with a speed has taken only what there was time for.
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

    /// Does what was said at the control socket, and answers each line with one. Returns false when the cable
    /// is to be pulled out for good.
    fn hear_control(&mut self) -> anyhow::Result<bool> {
        let Some(control) = &mut self.control else { return Ok(true) };
        for (by, line) in control.lines()? {
            let answer = match self.obey(&line) {
                Ok(None) => return Ok(false),
                Ok(Some(answer)) => answer,
                Err(text) => serde_json::json!({ "error": text }).to_string(),
            };
            if let Some((client, _)) = self.control.as_mut().and_then(|control| control.clients.get_mut(by)) {
                // Whoever does not read its answers gets none.
                let _ = client.write_all(format!("{answer}\n").as_bytes());
            }
        }
        Ok(true)
    }

    /// Does one command. Returns its answer, one line; none for `hangup`.
    fn obey(&mut self, line: &str) -> Result<Option<String>, String> {
        let now_ms = self.start.elapsed().as_millis() as u64;
        let json = |value: serde_json::Result<String>| value.map(Some).map_err(|error| error.to_string());
        match line.parse()? {
            Command::Hangup => Ok(None),
            Command::State => json(serde_json::to_string(&self.simulator.state())),
            Command::Truth => {
                let rack: Vec<u8> = self.simulator.rack().iter().map(|ball| ball.number()).collect();
                let draw = self.simulator.state().draw;
                Ok(Some(serde_json::json!({ "draw": draw, "rack": rack }).to_string()))
            }
            command @ (Command::Fault(_)
            | Command::Clear
            | Command::Reboot
            | Command::Interval(_)
            | Command::Quiet
            | Command::Talk
            | Command::Door { .. }
            | Command::Replug) => {
                self.simulator.command(command, now_ms);
                Ok(Some(OK.to_owned()))
            }
        }
    }
}

/// The answer to what was done.
const OK: &str = "{\"ok\":true}";

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

fn read_small(path: &Path, max: u64) -> anyhow::Result<String> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("no se puede leer {name}"))?;
    let mut text = String::new();
    file.take(max + 1).read_to_string(&mut text).with_context(|| format!("no se puede leer {name}"))?;
    if text.len() as u64 > max {
        bail!("{name}: demasiado largo, como mucho {max} bytes");
    }
    Ok(text)
}

fn read_orders(path: &Path) -> anyhow::Result<Vec<Vec<Ball>>> {
    let name = path.display();
    let text = read_small(path, ORDERS_MAX)?;
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
