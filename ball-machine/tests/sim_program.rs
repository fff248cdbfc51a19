//! The simulator's program from outside: scenarios, the control socket, a cable that comes back under another name.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::Value;

struct Sim {
    child: Child,
    said: BufReader<ChildStdout>,
    dir: tempfile::TempDir,
}

impl Sim {
    fn start(more: &[&str]) -> Sim {
        let dir = tempfile::tempdir().expect("a folder");
        let mut child = command(dir.path())
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it is built");
        let said = BufReader::new(child.stdout.take().expect("piped"));
        Sim { child, said, dir }
    }

    fn pty(&mut self) -> PathBuf {
        let mut line = String::new();
        self.said.read_line(&mut line).expect("a line");
        let told: Value = serde_json::from_str(&line).expect("JSON");
        PathBuf::from(told["pty"].as_str().expect("a name"))
    }

    /// Connects to the control socket, which is there before the first line is said.
    fn control(&self) -> BufReader<UnixStream> {
        BufReader::new(UnixStream::connect(self.dir.path().join("control")).expect("it listens"))
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ball-machine-sim"));
    command.arg("--link").arg(dir.join("extractor")).arg("--control").arg(dir.join("control"));
    command
}

fn ask(control: &mut BufReader<UnixStream>, line: &str) -> Value {
    control.get_mut().write_all(format!("{line}\n").as_bytes()).expect("it is taken");
    let mut answer = String::new();
    control.read_line(&mut answer).expect("an answer");
    serde_json::from_str(&answer).expect("JSON")
}

#[test]
fn the_control_socket_obeys_and_answers_each_line_with_one() {
    let mut sim = Sim::start(&["--set", "J2", "--boot", "63CBE1E5"]);
    sim.pty();
    let mut control = sim.control();
    let state = ask(&mut control, "state");
    assert_eq!(
        (state["draw"].as_u64(), state["out"].as_u64(), state["stuck"].as_bool()),
        (Some(1), Some(0), Some(false))
    );
    assert_eq!(state["boot"], "63CBE1E5");
    assert_eq!(ask(&mut control, "truth")["rack"], serde_json::json!([]));
    assert_eq!(ask(&mut control, "fault jam")["ok"], true);
    let error = ask(&mut control, "fault yam");
    assert!(error["error"].as_str().expect("words").contains("«yam»"), "{error}");
    // Another one at the same time, and the first is still heard.
    let mut other = sim.control();
    assert_eq!(ask(&mut other, "reboot")["ok"], true);
    assert_ne!(ask(&mut control, "state")["boot"], "63CBE1E5", "rebooted");
    let path = sim.dir.path().join("control");
    control.get_mut().write_all(b"hangup\n").expect("it is taken");
    assert!(sim.child.wait().expect("it ends").success());
    assert!(!path.exists(), "the socket goes with it");
}

#[test]
fn a_cable_that_is_pulled_out_comes_back_under_another_name_behind_the_same_link() {
    let mut sim = Sim::start(&[]);
    let first = sim.pty();
    let link = sim.dir.path().join("extractor");
    assert_eq!(std::fs::read_link(&link).expect("a link"), first);
    // Held open, so that the system cannot give the same name again.
    let held = std::fs::File::open(&first).expect("it can be opened");
    assert_eq!(ask(&mut sim.control(), "replug")["ok"], true);
    let second = sim.pty();
    assert_ne!(first, second);
    assert_eq!(std::fs::read_link(&link).expect("a link"), second);
    let mut byte = [0];
    assert!(!matches!((&held).read(&mut byte), Ok(1..)), "the old one is dead");
}

#[test]
fn a_scenario_that_cannot_be_names_file_and_line() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("noche.toml");
    std::fs::write(&file, "seed = 1\n\n[[fault]]\nkind = \"yam\"\nat = 3\n").expect("it is written");
    let output = command(dir.path()).arg("--scenario").arg(&file).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    assert!(said.contains("noche.toml:4: no conozco la avería «yam»"), "{said}");
}

/// The other end of each embedded driver runs as a program, and its buttons answer.
#[test]
fn a_machine_that_takes_no_orders_has_buttons() {
    let mut sim = Sim::start(&["--driver", "stx-simple", "--interval-ms", "20", "--seed", "3"]);
    let pty = sim.pty();
    let mut line = std::fs::File::options().read(true).write(true).open(pty).expect("it can be opened");
    let mut control = sim.control();
    assert_eq!(ask(&mut control, "state")["mode"], "STOP");
    assert_eq!(ask(&mut control, "press run")["ok"], true);
    assert_eq!(ask(&mut control, "state")["mode"], "RUN");
    let mut frame = [0; 6];
    line.read_exact(&mut frame).expect("a ball");
    assert_eq!((frame[0], frame[1], frame[4]), (0x02, b'D', 0x03), "{frame:02X?}");
    line.write_all(&[0x06]).expect("it is acknowledged");
    assert_eq!(ask(&mut control, "press hold")["ok"], true);
    assert_eq!(ask(&mut control, "state")["mode"], "HOLD");
    let error = ask(&mut control, "press fire");
    assert!(error["error"].as_str().expect("words").contains("press fire"), "{error}");
}

#[test]
fn what_a_driver_needs_and_has_not_got_is_said() {
    for (more, words) in [
        (&["--driver", "id12la"][..], "falta --tags"),
        (&["--driver", "teclado"], "es un teclado"),
        (&["--driver", "extractor-de-nadie"], "no hay controlador «extractor-de-nadie»"),
        (&["--driver", "stx-suma", "--set", "J1"], "«J1» no cabe"),
        (&["--driver", "id12la", "--tags", "/nadie/etiquetas.csv"], "/nadie/etiquetas.csv"),
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        let output = command(dir.path()).args(more).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(words), "{more:?}: {said}");
    }
}

/// A megabyte of noise for a host that does not read: the program goes on answering, and what it keeps
/// for the line is bounded (reliability.md C-6).
#[test]
fn a_host_that_does_not_read_holds_nothing_up() {
    // A machine that waits for no answer: it says what it has to say, whoever reads.
    let mut sim =
        Sim::start(&["--driver", "extractora-levante", "--interval-ms", "10", "--fault", "noise@1"]);
    let pty = sim.pty();
    let mut line = std::fs::File::options().read(true).write(true).open(pty).expect("it can be opened");
    line.write_all(b":R52\r").expect("the order to run");
    let mut control = sim.control();
    let out_at_least = |control: &mut _, balls| {
        let begun = std::time::Instant::now();
        while ask(control, "state")["out"].as_u64().expect("a number") < balls {
            assert!(begun.elapsed().as_secs() < 30, "the machine stands still before ball {balls}");
        }
    };
    // The noise is on its way, more than a pty takes: the machine draws on all the same.
    out_at_least(&mut control, 20);
    let memory = || {
        let path = format!("/proc/{}/status", sim.child.id());
        let text = std::fs::read_to_string(path).expect("it lives");
        let line = text.lines().find(|line| line.starts_with("VmRSS")).expect("a line").to_owned();
        line.split_whitespace().nth(1).expect("a number").parse::<u64>().expect("kB")
    };
    let before = memory();
    out_at_least(&mut control, 85);
    assert!(memory() < before + 4_096, "what nobody takes is not kept: {} kB, then {}", before, memory());
}

/// What somebody has on disk is not put aside for a link or written over, and is named.
#[test]
fn no_file_is_lost_to_a_link_or_to_the_truth() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("apuntes");
    std::fs::write(&file, "mío").expect("it is written");
    let name = file.to_str().expect("text");
    let there = [
        (
            &["--link", name][..],
            format!("{name} ya existe y no es un enlace simbólico: no se toca; diga otro nombre\n"),
        ),
        (
            &["--truth", name],
            format!(
                "no se puede escribir {name}: ya existe, y no se sobrescribe: bórrelo o diga otro nombre\n"
            ),
        ),
        (
            &["--control", name],
            format!("no se puede crear el socket {name}: ya existe; bórrelo si es de otra vez\n"),
        ),
        (
            &["--control", "/nadie/control"],
            "no se puede crear el socket /nadie/control: no existe la carpeta\n".to_owned(),
        ),
        (
            &["--link", "/nadie/extractor"],
            "no se puede crear el enlace /nadie/extractor: no existe la carpeta\n".to_owned(),
        ),
        (&["--scenario", "/nadie/noche.toml"], "no existe el fichero /nadie/noche.toml\n".to_owned()),
    ];
    for (more, words) in there {
        let output =
            Command::new(env!("CARGO_BIN_EXE_ball-machine-sim")).args(more).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stderr), words, "{more:?}");
        assert_eq!(output.status.code(), Some(1), "{more:?}");
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "mío", "{more:?}");
    }
}

/// The truth of an earlier run is made anew, as whoever tries a scenario again and again wants it.
#[test]
fn a_truth_of_another_run_is_made_anew() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("verdad.jsonl");
    let name = file.to_str().expect("text").to_owned();
    let mut texts = Vec::new();
    for boot in ["63CBE1E5", "63CBE1E6"] {
        let mut sim = Sim::start(&["--truth", &name, "--boot", boot]);
        sim.pty();
        let mut control = sim.control();
        assert_eq!(ask(&mut control, "replug")["ok"], true);
        // The cable is back when the line is said anew: what happened before is written.
        sim.pty();
        texts.push(std::fs::read_to_string(&file).expect("it is there"));
    }
    assert!(texts[0].contains("63CBE1E5") && texts[1].contains("63CBE1E6"), "{texts:?}");
    assert!(texts.iter().all(|text| text.lines().count() == 1), "{texts:?}");
}
