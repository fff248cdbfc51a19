//! Somebody at the server's own terminal.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use xtask::programs::program;

/// Gives an order of `hall-server` on a folder, and answers what it asks with these lines.
pub fn answered(order: &[&str], dir: &Path, lines: &[&str]) -> Output {
    let mut child = Command::new(program("hall-server"))
        .args(order)
        .arg("--dir")
        .arg(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it is built");
    let mut stdin = child.stdin.take().expect("it was piped");
    // It may have ended without reading: then it has said why.
    stdin.write_all((lines.join("\n") + "\n").as_bytes()).ok();
    drop(stdin);
    child.wait_with_output().expect("it ends")
}
