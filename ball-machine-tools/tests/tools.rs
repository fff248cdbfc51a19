//! The technician's program as a process, on real pseudo-terminals. Every wait is for a line of
//! text, with thirty seconds as its end.

mod programs;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use nix::pty::openpty;
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{SetArg, cfmakeraw, tcgetattr, tcsetattr};
use nix::unistd::Pid;

const PATIENCE: Duration = Duration::from_secs(30);
/// Lines a test leaves unread.
const LINES_MAX: usize = 10_000;
const SEVEN: &[u8] = b"\x02D07\x03\x40";

fn tool(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ball-machine"));
    command.args(arguments);
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A running program whose lines are waited for; killed when dropped.
struct Running {
    child: Child,
    lines: Receiver<String>,
    seen: Vec<String>,
}

impl Running {
    fn start(mut command: Command) -> Running {
        let (reader, writer) = std::io::pipe().unwrap();
        // What goes wrong is said behind the rest, where it is waited for.
        command.stdin(Stdio::piped()).stdout(writer.try_clone().unwrap()).stderr(writer);
        let child = command.spawn().unwrap();
        // Its ends of the pipe are the program's alone.
        drop(command);
        let (send, lines) = sync_channel(LINES_MAX);
        std::thread::spawn(move || {
            for line in BufReader::new(reader).lines() {
                if send.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Running { child, lines, seen: Vec::new() }
    }

    fn until(&mut self, part: &str) -> String {
        // Not from line to line: a machine that lives says something each second.
        let end = Instant::now() + PATIENCE;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    self.seen.push(line.clone());
                    if line.contains(part) {
                        return line;
                    }
                }
                Err(error) => panic!("waiting for {part:?}: {error}; came {:#?}", self.seen),
            }
        }
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits for its end, its output read.
    fn ended(&mut self) -> Option<i32> {
        drop(self.child.stdin.take());
        self.seen.extend(self.lines.iter());
        self.child.wait().unwrap().code()
    }

    fn interrupt(&self) {
        kill(Pid::from_raw(self.child.id() as i32), Signal::SIGINT).unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A raw pseudo-terminal: the machine's end, and the path of the other.
struct Machine {
    master: fs::File,
    _slave: std::os::fd::OwnedFd,
    path: PathBuf,
}

fn machine() -> Machine {
    let pty = openpty(None, None).unwrap();
    let mut termios = tcgetattr(&pty.slave).unwrap();
    cfmakeraw(&mut termios);
    tcsetattr(&pty.slave, SetArg::TCSANOW, &termios).unwrap();
    let path = fs::read_link(format!("/proc/self/fd/{}", pty.slave.as_raw_fd())).unwrap();
    Machine { master: pty.master.into(), _slave: pty.slave, path }
}

/// A machine of the simulator; its end of the line, as a path.
fn simulator(arguments: &[&str]) -> (Running, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ball-machine-sim"));
    command.arg("--until-stdin-closes").args(arguments);
    let mut running = Running::start(command);
    let said: serde_json::Value = serde_json::from_str(&running.until("pty")).unwrap();
    let port = said["pty"].as_str().unwrap().to_owned();
    (running, port)
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_good_file_is_good_and_a_bad_one_is_told_by_line() {
    let good = tool(&["check", "stx-simple"]).output().unwrap();
    assert!(good.status.success(), "{}", text(&good));
    assert!(text(&good).contains("vectores que dan lo que dicen: 10"), "{}", text(&good));
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mine.toml");
    let simple =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../ball-machine/drivers/stx-simple.toml"))
            .unwrap();
    fs::write(&file, simple.replace("at = 2, digits = 2", "at = 1, digits = 2")).unwrap();
    let bad = tool(&["check", path(&file)]).output().unwrap();
    assert_eq!(bad.status.code(), Some(1));
    assert!(text(&bad).contains("mine.toml:44: «number» se solapa con «code»"), "{}", text(&bad));
}

#[test]
fn a_table_of_tags_has_one_hash_whatever_its_order() {
    let dir = tempfile::tempdir().unwrap();
    let balls: Vec<String> = (1..=90).map(|ball| format!("{ball:010X},{ball}")).collect();
    let write = |name: &str, lines: Vec<String>| {
        let file = dir.path().join(name);
        fs::write(&file, format!("set,A\n{}\n", lines.join("\n"))).unwrap();
        tool(&["check", path(&file)]).output().unwrap()
    };
    let hash = |output: &Output| {
        text(output).lines().find(|line| line.contains("SHA-256")).unwrap_or_default().to_owned()
    };
    let forth = write("forth.csv", balls.clone());
    let back = write("back.csv", balls.iter().rev().cloned().chain(["# a word".to_owned()]).collect());
    assert!(forth.status.success() && hash(&forth).len() > 64, "{}", text(&forth));
    assert_eq!(hash(&forth), hash(&back));
    let double = write("double.csv", [balls.clone(), vec!["0000000007,8".to_owned()]].concat());
    assert!(text(&double).contains("double.csv:92: esa etiqueta ya es de la bola 7"), "{}", text(&double));
    assert!(text(&double).contains("véase la línea 8"), "{}", text(&double));
    let missing = write("missing.csv", balls[1..].to_vec());
    assert!(text(&missing).contains("faltan bolas sin etiqueta: 1"), "{}", text(&missing));
}

#[test]
fn what_is_recorded_is_replayed_and_heard_again_over_a_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("heard");
    let mut machine = machine();
    let line = ["--driver", "stx-simple", "--port", path(&machine.path)];
    let mut record = Running::start(tool(&[&["record", path(&file)][..], &line].concat()));
    record.until("puerto abierto");
    machine.master.write_all(SEVEN).unwrap();
    record.until("bola 7");
    record.until("→ 06");
    machine.master.write_all(&SEVEN[..3]).unwrap();
    record.until("trama cortada");
    record.interrupt();
    record.until("tramas buenas: 1 (6 bytes)");
    drop(record);

    let again = tool(&["replay", path(&file)]).output().unwrap();
    assert!(again.status.success(), "{}", text(&again));
    assert!(text(&again).contains("bola 7") && text(&again).contains("trama cortada"), "{}", text(&again));

    let mut replay = Running::start(tool(&["replay", path(&file), "--pty", "--fast"]));
    let said: serde_json::Value = serde_json::from_str(&replay.until("pty")).unwrap();
    let mut monitor =
        Running::start(tool(&["monitor", "--driver", "stx-simple", "--port", said["pty"].as_str().unwrap()]));
    monitor.until("bola 7");
    monitor.interrupt();
    monitor.until("tramas buenas: 1");
}

#[test]
fn a_recording_that_is_none_is_told_by_line() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("none");
    fs::write(
        &file,
        "{\"ball-machine\":1,\"driver\":\"stx-simple\",\"line\":\"\"}\n{\"ms\":5}\n{\"ms\":4}\nx\n",
    )
    .unwrap();
    let bad = tool(&["replay", path(&file)]).output().unwrap();
    assert!(text(&bad).contains(":3: el reloj retrocede"), "{}", text(&bad));
    assert!(text(&bad).contains(":4: no es una línea de grabación: «x»"), "{}", text(&bad));
}

#[test]
fn an_order_is_sent_or_refused() {
    let machine = machine();
    let line = ["--driver", "extractora-levante", "--port", path(&machine.path), "--wait-ms", "100"];
    let sent = tool(&[&["send", "hold"][..], &line].concat()).output().unwrap();
    assert!(text(&sent).contains("→ 3A 50 35 30 0D"), "{}", text(&sent));
    // Nobody is there.
    assert_eq!(sent.status.code(), Some(1), "{}", text(&sent));
    assert!(text(&sent).contains("la máquina no ha respondido"), "{}", text(&sent));
    let refused = tool(&[&["send", "self-test"][..], &line].concat()).output().unwrap();
    assert!(!refused.status.success() && text(&refused).contains("no tiene esa orden"), "{}", text(&refused));
}

#[test]
fn the_simulator_is_understood_through_its_own_protocol() {
    let (_simulator, port) = simulator(&[]);
    let mut monitor = Running::start(tool(&["monitor", "--port", &port]));
    monitor.until("la máquina responde");
    monitor.until("modo: parada");
    monitor.interrupt();
    monitor.until("malas: 0");
}
