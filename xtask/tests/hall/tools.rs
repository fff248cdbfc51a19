//! What tests of whole halls do with programs, files and time.

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use hall_core::record::Line;
use hall_server::journal::RecordReader;
use xtask::programs::program;

use crate::proof::Row;

/// How long anything may take: a time-out for failures, not a measure.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Runs a command of `hall-server` on a folder.
pub fn tool(words: &[&str], dir: &Path) -> Output {
    Command::new(program("hall-server")).args(words).arg("--dir").arg(dir).output().expect("it is built")
}

/// Returns what a tool wrote, both streams.
pub fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Reads a whole record, checking its chain.
pub fn record_of(dir: &Path) -> Vec<Row> {
    let mut lines = Vec::new();
    let reader = RecordReader::open(dir).expect("the record can be read");
    let mut keep = |line: &Line| {
        let body = serde_json::from_str(&line.body).expect("a body is JSON");
        lines.push(Row { line: line.clone(), body });
    };
    reader.replay(|line, _| keep(line)).expect("the chain holds");
    lines
}

/// Waits until something is so, looking again and again; the time-out is for failures.
#[track_caller]
pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "never came: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
