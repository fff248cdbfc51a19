//! The simulator's program, as somebody without hardware uses it.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use serde_json::Value;

#[test]
fn a_sign_is_written_to_and_loses_its_power() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hall-panel-sim"))
        .args(["--kind", "alpha-answering", "--listen", "127.0.0.1:0", "--forgets"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it is built");
    let mut stdin = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut line =
        || -> Value { serde_json::from_str(&lines.next().expect("a line").expect("text")).expect("JSON") };
    let to = line()["to"].as_str().expect("where it is").to_owned();
    let address = to.strip_prefix("tcp:").expect("on the network");
    let mut stream = TcpStream::connect(address).expect("it listens");
    for command in ["Es1", "A0\u{1b} bHOLA"] {
        write!(stream, "\0\0\0\0\0\u{1}Z00\u{2}{command}\u{4}").expect("it takes it");
    }
    // Its second answer: both were read.
    let mut answers = [0; 4];
    std::io::Read::read_exact(&mut stream, &mut answers).expect("two answers");
    assert_eq!(answers, [6, 0x40, 6, 0x40]);
    writeln!(stdin, "show").expect("it reads");
    assert_eq!(line()["lines"][0], "HOLA");
    writeln!(stdin, "power off").expect("it reads");
    assert_eq!(line(), Value::Null);
    writeln!(stdin, "power on\nnak 2").expect("it reads");
    assert_eq!(line()["lines"].as_array().map(Vec::len), Some(0), "it forgot its text");
    line();
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}
