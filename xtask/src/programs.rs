//! The programs as processes: the server and the machine's simulator, started and ended.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// How long a program may take to say that it is there.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Returns one of our programs, from the folder this one was built into.
///
/// # Panics
/// When this program has no path.
pub fn program(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("a running program has a path");
    let mut folder = own.parent().expect("a program is in a folder").to_owned();
    if folder.ends_with("deps") {
        folder.pop();
    }
    folder.join(name)
}

/// A new hall's folder and its manager's PIN.
pub struct Founded {
    /// The folder.
    pub dir: PathBuf,
    /// The PIN that `init` showed once.
    pub pin: String,
}

/// Runs `hall-server init`. The manager is «lucia».
///
/// # Errors
/// What `init` said.
pub fn found(dir: &Path, more: &[&str]) -> Result<Founded> {
    let output = Command::new(program("hall-server"))
        .args(["init", "--name", "Bingo El Ancla", "--manager", "Lucía Ruiz Vega", "--user", "lucia"])
        .args([
            "--company",
            "Juegos del Estrecho, S.L.",
            "--town",
            "Ceuta",
            "--zone",
            "Africa/Ceuta",
            "--dir",
        ])
        .arg(dir)
        .args(more)
        .output()
        .context("hall-server is built with `cargo build --workspace`")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let pin = text.lines().find_map(|line| line.strip_prefix("PIN: ")).context("init shows the PIN")?;
    Ok(Founded { dir: dir.to_owned(), pin: pin.to_owned() })
}

/// A server process.
pub struct Server {
    child: Child,
    /// As in `http://127.0.0.1:34567`: this computer asks there, wherever the server listens.
    pub url: String,
    /// Where it listens.
    pub at: SocketAddr,
}

impl Server {
    /// Starts the server of a hall on a free port of loopback and waits until it listens.
    ///
    /// # Errors
    /// What it said when it ended instead.
    pub fn start(dir: &Path, machine: Option<&Path>) -> Result<Server> {
        Server::start_on(dir, machine, "127.0.0.1:0")
    }

    /// Starts it on an address.
    ///
    /// # Errors
    /// What it said when it ended instead.
    pub fn start_on(dir: &Path, machine: Option<&Path>, listen: &str) -> Result<Server> {
        Server::start_within(dir, machine, listen, PATIENCE)
    }

    /// The same with another patience than [`PATIENCE`].
    ///
    /// # Errors
    /// What it said when it ended instead, or that it said nothing in that time.
    pub fn start_within(
        dir: &Path,
        machine: Option<&Path>,
        listen: &str,
        patience: Duration,
    ) -> Result<Server> {
        let mut command = Command::new(program("hall-server"));
        command.args(["serve", "--listen", listen, "--dir"]).arg(dir);
        if let Some(port) = machine {
            command.arg("--machine").arg(port);
        }
        let log = std::fs::File::options().create(true).append(true).open(dir.join("servidor.log"))?;
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().context("hall-server is built")?;
        let stdout = child.stdout.take().expect("it was piped");
        let Some(line) = first_line_within(stdout, patience) else {
            let _ = child.kill();
            let status = child.wait()?;
            let log = std::fs::read_to_string(dir.join("servidor.log")).unwrap_or_default();
            bail!("the server ended with {status}: {}", log.lines().last().unwrap_or_default());
        };
        let (_, at) = line.split_once("http://").context("the server says where it listens")?;
        let at: SocketAddr = at.trim().parse().context("an address")?;
        Ok(Server { child, url: format!("http://127.0.0.1:{}", at.port()), at })
    }

    /// Returns the process's number.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Has it stand still, as a machine does that is out of breath, or go on.
    ///
    /// # Errors
    /// When it has ended.
    pub fn freeze(&self, still: bool) -> Result<()> {
        let signal = if still { Signal::SIGSTOP } else { Signal::SIGCONT };
        Ok(kill(Pid::from_raw(i32::try_from(self.child.id())?), signal)?)
    }

    /// Kills it as a power cut would: SIGKILL.
    ///
    /// # Errors
    /// When it cannot be waited for.
    pub fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Ends it in order: SIGTERM.
    ///
    /// # Errors
    /// When it does not end well.
    pub fn stop(mut self) -> Result<()> {
        kill(Pid::from_raw(i32::try_from(self.child.id())?), Signal::SIGTERM)?;
        let status = self.child.wait()?;
        ensure!(status.success(), "the server ended with {status}");
        Ok(())
    }

    /// Waits for it to end by itself. Returns how it did, or `None` when it still runs.
    pub fn wait(&mut self, within: Duration) -> Option<ExitStatus> {
        let begun = Instant::now();
        while begun.elapsed() < within {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }

    /// Returns whether the process still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A simulated machine on a pseudo-terminal.
pub struct Machine {
    child: Child,
    stdin: ChildStdin,
    /// A name for its line that stays the same.
    pub port: PathBuf,
    /// What physically happened, as JSON lines.
    pub truth: PathBuf,
}

impl Machine {
    /// Starts the simulator; its files are in `dir`.
    ///
    /// # Errors
    /// When it does not say where its line is.
    pub fn start(dir: &Path, more: &[&str]) -> Result<Machine> {
        Machine::start_with(dir, "J1", more)
    }

    /// Starts it with a set of balls.
    ///
    /// # Errors
    /// When it does not say where its line is.
    pub fn start_with(dir: &Path, set: &str, more: &[&str]) -> Result<Machine> {
        let (port, truth) = (dir.join("extractor"), dir.join("verdad.jsonl"));
        let mut child = Command::new(program("ball-machine-sim"))
            .args(["--set", set, "--until-stdin-closes", "--link"])
            .arg(&port)
            .arg("--truth")
            .arg(&truth)
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("ball-machine-sim is built with `cargo build --workspace`")?;
        let stdin = child.stdin.take().expect("it was piped");
        let stdout = child.stdout.take().expect("it was piped");
        first_line(stdout).context("the simulator says where its line is")?;
        Ok(Machine { child, stdin, port, truth })
    }

    /// Gives the simulator an order of its own, as in `fault jam` or `clear`.
    ///
    /// # Errors
    /// When it has ended.
    pub fn tell(&mut self, order: &str) -> Result<()> {
        writeln!(self.stdin, "{order}")?;
        self.stdin.flush()?;
        Ok(())
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the first line a program writes, or `None` when it ends or is silent too long. The
/// rest is read and thrown away, so that the program never waits for a reader.
pub(crate) fn first_line(stdout: impl std::io::Read + Send + 'static) -> Option<String> {
    first_line_within(stdout, PATIENCE)
}

fn first_line_within(stdout: impl std::io::Read + Send + 'static, patience: Duration) -> Option<String> {
    let (tell, told) = mpsc::sync_channel(1);
    std::thread::spawn(move || {
        let mut lines = BufReader::new(stdout).lines();
        if let Some(Ok(line)) = lines.next() {
            let _ = tell.send(line);
        }
        lines.for_each(drop);
    });
    told.recv_timeout(patience).ok()
}
