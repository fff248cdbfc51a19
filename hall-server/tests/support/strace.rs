//! strace between a process and its disk: it kills at a system call, or lets it fail.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::Path;
use std::process::{Command, Stdio};

/// Whether there is one that may trace; in CI that is a must.
pub fn is_here() -> bool {
    let here = Command::new("strace").args(["-qq", "-o", "/dev/null", "true"]).stderr(Stdio::null()).status();
    let here = here.is_ok_and(|status| status.success());
    if !here {
        assert!(std::env::var_os("CI").is_none(), "in CI strace must be there and may trace");
        eprintln!("NOTICE: strace is not here or may not trace: the test was skipped");
    }
    here
}

/// A command that runs the program given to it with this done to these calls, as in
/// `signal=KILL:when=3`.
pub fn meddle(calls: &str, fault: &str) -> Command {
    let mut strace = Command::new("strace");
    strace
        .args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={calls}")])
        .args(["-e", &format!("inject={calls}:{fault}")])
        .stderr(Stdio::null());
    strace
}

/// A command that runs the program given to it and writes down these calls in a file.
pub fn trace(calls: &[&str], log: &Path) -> Command {
    let mut strace = Command::new("strace");
    let trace = format!("trace={}", calls.join(","));
    strace.args(["-f", "-qq", "-e", &trace, "-e", "signal=none", "-o"]).arg(log);
    strace
}

/// Returns the names of the calls that were written down, in order, each with its line.
pub fn calls(log: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(log).unwrap();
    let name = |line: &str| {
        let call = line.split_whitespace().nth(1)?;
        Some((call.split_once('(')?.0.to_owned(), line.to_owned()))
    };
    text.lines().filter_map(name).collect()
}
