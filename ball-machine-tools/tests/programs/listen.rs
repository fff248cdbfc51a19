//! `monitor` and `record`.

use std::fs;
use std::io::{Read, Write};
use std::os::fd::AsFd;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use crate::{Running, SEVEN, machine, path, simulator, text, tool};

/// A frame of `stx-simple`.
fn ball(number: u8) -> Vec<u8> {
    let body = format!("D{number:02}");
    let check = body.bytes().fold(0, |sum, byte| sum ^ byte) ^ 0x03;
    [b"\x02", body.as_bytes(), b"\x03", &[check]].concat()
}

#[test]
fn a_machine_that_falls_silent_is_told_once() {
    let (mut simulator, port) = simulator(&["--driver", "stx-suma"]);
    let mut monitor = Running::start(tool(&["monitor", "--driver", "stx-suma", "--port", &port]));
    monitor.until("la máquina responde");
    simulator.type_line("quiet");
    monitor.until("la máquina calla: en 3 s no ha llegado nada que se entienda");
    simulator.type_line("talk");
    monitor.until("la máquina responde");
    monitor.interrupt();
    monitor.until("tramas buenas");
    monitor.ended();
    let silences = monitor.seen.iter().filter(|line| line.contains("calla")).count();
    assert_eq!(silences, 1, "{:#?}", monitor.seen);
}

#[test]
fn ninety_balls_are_counted_and_those_that_lack_are_named() {
    assert_eq!(ball(7), SEVEN);
    let mut machine = machine();
    let mut monitor =
        Running::start(tool(&["monitor", "--driver", "stx-simple", "--port", path(&machine.path)]));
    monitor.until("puerto abierto");
    // Its machine says a ball once more unless it is acknowledged: another ball must come between.
    for number in (1..=90).filter(|number| *number != 34).chain([5, 7]) {
        machine.master.write_all(&ball(number)).unwrap();
        monitor.until(&format!("bola {number},"));
    }
    monitor.interrupt();
    monitor.until("Bolas: 89; falta la 34; dos veces: 5 y 7.");
    assert_eq!(monitor.ended(), Some(0));
    let wide: Vec<_> = monitor.seen.iter().filter(|line| line.chars().count() > 80).collect();
    assert!(wide.is_empty(), "{wide:#?}");
}

#[test]
fn options_that_would_be_ignored_are_errors() {
    let machine = machine();
    let said = |more: &[&str]| {
        let output = tool(&[&["monitor", "--port", path(&machine.path)], more].concat()).output().unwrap();
        assert!(!output.status.success());
        text(&output)
    };
    assert!(said(&["--tags", "no-existe.csv"]).contains("sobra --tags"));
    assert!(said(&["--driver", "stx-simple", "--tags", "no-existe.csv"]).contains("sobra --tags"));
    for baud in ["0", "1199", "115201", "4000000000"] {
        assert!(said(&["--baud", baud]).contains("de 1200 a 115200"), "{}", said(&["--baud", baud]));
    }
    let replay = tool(&["replay", "a", "--pty", "--driver", "id12la"]).output().unwrap();
    assert!(text(&replay).contains("no va con"), "{}", text(&replay));
}

#[test]
fn who_records_goes_on_when_nobody_looks_any_more() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("heard");
    let mut machine = machine();
    let mut record = tool(&["record", path(&file), "--driver", "stx-simple", "--port", path(&machine.path)]);
    let (reader, writer) = std::io::pipe().unwrap();
    let mut record = record.stdout(writer).spawn().unwrap();
    drop(reader);
    // Said again until it is acknowledged: what came before the port was open was thrown away.
    let mut acknowledged = |number| {
        for _ in 0..30 {
            machine.master.write_all(&ball(number)).unwrap();
            let mut fds = [PollFd::new(machine.master.as_fd(), PollFlags::POLLIN)];
            if poll(&mut fds, PollTimeout::from(900_u16)).unwrap() > 0 {
                let mut byte = [0];
                machine.master.read_exact(&mut byte).unwrap();
                assert_eq!(byte, [0x06]);
                return;
            }
        }
        panic!("{number} is not acknowledged");
    };
    acknowledged(7);
    acknowledged(8);
    let heard = fs::read_to_string(&file).unwrap();
    assert!(heard.contains("02 44 30 37") && heard.contains("02 44 30 38"), "{heard}");
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(record.id() as i32), nix::sys::signal::Signal::SIGINT)
        .unwrap();
    assert_eq!(record.wait().unwrap().code(), Some(0));
}
