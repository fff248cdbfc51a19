//! A reader that goes away, a disk that is full, and clap's words.

use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::{machine, path, text, tool};

/// Runs it with nobody to read what it says.
fn unread(command: &mut Command) -> std::process::Output {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    command.stdout(writer).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap()
}

#[test]
fn a_closed_pipe_ends_a_program_without_a_word() {
    for arguments in [&["check", "stx-simple"][..], &["list"], &["--help"]] {
        let output = unread(&mut tool(arguments));
        assert_eq!((output.status.code(), text(&output).as_str()), (Some(0), ""), "{arguments:?}");
    }
    // What is wrong stays wrong.
    let wrong = unread(&mut tool(&["check", "nadie"]));
    assert_eq!(wrong.status.code(), Some(1), "{}", text(&wrong));
}

#[test]
fn a_monitor_that_nobody_reads_ends() {
    let mut machine = machine();
    machine.master.write_all(b"x").unwrap();
    let output = unread(&mut tool(&["monitor", "--driver", "stx-simple", "--port", path(&machine.path)]));
    assert_eq!((output.status.code(), text(&output).as_str()), (Some(0), ""));
}

#[test]
fn a_full_disk_is_told() {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = tool(&["check", "stx-simple"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("no queda sitio en el disco"), "{}", text(&output));
}

#[test]
fn a_command_line_that_is_wrong_is_told_in_spanish() {
    for (arguments, words) in [
        (&[][..], "falta la orden"),
        (&["monitr"], "no hay orden «monitr». ¿Será «monitor»?"),
        (&["monitor"], "falta --port <PUERTO>"),
        (&["monitor", "--port"], "falta el valor de --port <PUERTO>"),
        (&["monitor", "--prt", "x"], "aquí no vale «--prt». ¿Será «--port»?"),
        (&["send", "jump", "--port", "x"], "«jump» no vale para <ORDEN>: ha de ser query"),
    ] {
        let output = tool(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(words), "{}", text(&output));
        assert!(!text(&output).contains("Usage") && !text(&output).contains("error:"), "{}", text(&output));
    }
    for order in ["check", "list", "monitor", "record", "replay", "send", "enrol"] {
        let help = tool(&[order, "--help"]).output().unwrap();
        assert!(help.status.success() && !text(&help).contains("[OPTIONS]"), "{}", text(&help));
    }
}
