//! The program as the technician starts it: the walk, the list of drivers, a file with faults, the help, the log.

mod kit;

use std::io::{BufRead, BufReader};
use std::net::Ipv4Addr;
use std::process::{Child, Command, Output, Stdio};

use hall_panel_tools::alpha::Sign;
use hall_panel_tools::sacn::Receiver;
use hall_panel_tools::stand::Stand;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};

use kit::Watched;

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hall-panel"));
    command.args(args);
    command
}

fn said(args: &[&str]) -> (bool, String) {
    let Output { status, stdout, stderr } = program(args).output().expect("it is built");
    let text = format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    (status.success(), text)
}

/// A running program; killed when dropped.
struct Running(Child);

impl Running {
    fn start(args: &[&str]) -> Running {
        let mut command = program(args);
        Running(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it is built"))
    }

    fn terminate(&mut self) -> bool {
        let pid = Pid::from_raw(i32::try_from(self.0.id()).expect("a pid is small"));
        kill(pid, Signal::SIGTERM).expect("it runs");
        self.0.wait().expect("it ends").success()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_walk_lights_each_number_alone_says_so_and_ends_dark() {
    let lamps = Stand::on_udp(Watched::new(Receiver::new(1)), (Ipv4Addr::LOCALHOST, 0).into(), None).unwrap();
    let walk = ["walk", "--driver", "lamparas-sacn", "--to", &lamps.to(), "--step-ms", "100"];
    let mut running = Running::start(&walk);
    let lines: Vec<String> =
        BufReader::new(running.0.stdout.take().expect("piped")).lines().map_while(Result::ok).collect();
    assert!(running.0.wait().expect("it ends by itself").success());
    assert_eq!(lines.len(), 94);
    assert!(lines[6].starts_with("7: luce sólo el 7") && lines[90].starts_with("todos: "), "{lines:#?}");
    lamps.until("the end of the stream", |lamps, _| (lamps.of.ended == 1).then_some(())).unwrap();
    lamps.look(|lamps, _| {
        // Every number alone, in order; the signals of line, bingo and draw are lit beside it.
        let alone = |shown: &Value| {
            let lit = shown["lit"].as_object()?;
            let numbers: Vec<u64> =
                lit.keys().filter_map(|channel| channel.parse().ok()).filter(|n| *n <= 90).collect();
            (numbers.len() == 1 && shown["lit"][numbers[0].to_string()] == 255).then(|| numbers[0])
        };
        let walked: Vec<u64> = lamps.showed.iter().filter_map(alone).collect();
        assert_eq!(walked, (1..=90).collect::<Vec<u64>>());
        let all = |shown: &&Value| (1..=90).all(|n: u32| shown["lit"][n.to_string()].is_number());
        assert!(lamps.showed.iter().filter(all).count() >= 2, "all at once, bright and dim");
        let last = lamps.showed.iter().rev().find(|shown| !shown.is_null());
        assert_eq!(last, Some(&json!({"lit": {}})), "the last levels are dark, and then the stream ends");
    });
}

#[test]
fn a_walk_that_is_interrupted_ends_dark() {
    let sign = Stand::on_tcp(Sign::new(false, true), (Ipv4Addr::LOCALHOST, 0).into()).unwrap();
    let mut running =
        Running::start(&["walk", "--driver", "rotulo-alpha", "--to", &sign.to(), "--step-ms", "60000"]);
    sign.until("the one", |sign, _| (sign.lines() == ["1    (1)"]).then_some(())).unwrap();
    assert!(running.terminate());
    sign.until("a blank", |sign, _| (sign.lines() == [" "]).then_some(())).unwrap();
}

#[test]
fn drivers_are_listed_and_a_wrong_file_is_told_by_line() {
    let (good, text) = said(&["drivers"]);
    assert!(good && text.contains("rotulo-alpha-con-respuesta\n  Rótulo de LED Alpha 2.0"), "{text}");
    assert!(text.contains("sacn; universo 1, prioridad 100; el 1 en el canal 1"), "{text}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mio.toml");
    std::fs::write(
        &file,
        "kind = 'sacn'\nabout = 'Mío'\n[universe]\nnumber = 0\n[lamps]\nfirst = 1\nlit = 300\n",
    )
    .unwrap();
    let path = file.display().to_string();
    let (good, text) = said(&["check", &path]);
    assert!(!good, "{text}");
    for fault in
        [":4: «number» es un número de 1 a 63999; aquí hay el número 0", ":7: «lit» es un número de 1 a 255"]
    {
        assert!(text.contains(fault), "{text}");
    }
    let (good, text) = said(&["drivers", "--drivers", &folder.path().display().to_string()]);
    assert!(good && text.contains("mio: no vale"), "{text}");
    let (good, text) = said(&["check", "lamparas-dmx-usb"]);
    assert!(good && text.starts_with("lamparas-dmx-usb.toml: en orden\n"), "{text}");
}

#[test]
fn what_is_missing_is_said_in_spanish() {
    let (good, text) = said(&["--help"]);
    assert!(good && text.contains("Órdenes:") && text.contains("Uso: hall-panel [ORDEN]"), "{text}");
    assert!(!text.contains("Usage") && !text.contains("Options:"), "{text}");
    for (args, words) in [
        (&["--driver", "rotulo-alpha"][..], "falta --to"),
        (&["--driver", "lamparas-sacn"], "falta --server"),
        (&["walk"], "falta --driver"),
        (&["walk", "--driver", "neon"], "no hay ningún controlador «neon»"),
        (&["--settings", "no-hay.toml"], "no existe el fichero no-hay.toml"),
    ] {
        let (good, text) = said(args);
        assert!(!good && text.contains(words), "{args:?}: {text}");
    }
}
