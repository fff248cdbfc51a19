//! What a hall leaves behind whose test fails: its folder goes with the test.

use std::path::PathBuf;

use hall_server::journal::RecordReader;

/// How many lines of the record, and of the log.
const LINES: usize = 25;

/// Prints how a hall ended whose test fails: the end of its record and of its log.
pub struct LastWords(pub PathBuf);

impl Drop for LastWords {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            return;
        }
        let mut lines = Vec::new();
        if let Ok(reader) = RecordReader::open(&self.0) {
            let _ = reader.replay(|line, _| lines.push(format!("{} {}", line.kind, line.body)));
        }
        let log = std::fs::read_to_string(self.0.join("servidor.log")).unwrap_or_default();
        for (what, lines) in [("record", lines), ("log", log.lines().map(str::to_owned).collect())] {
            let from = lines.len().saturating_sub(LINES);
            println!("--- the end of the {what}\n{}", lines[from..].join("\n"));
        }
    }
}
