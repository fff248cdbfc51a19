//! What the programs of this computer said: their journals, and files where they were told to write into one.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::doctor::tool::said;

/// The programs' units.
const UNITS: [&str; 7] = [
    "bombo-server",
    "bombo-spare",
    "bombo-console",
    "bombo-wall",
    "bombo-camera",
    "bombo-voice",
    "bombo-panel",
];

/// Lines of each journal, back from now: some days.
const LINES: &str = "20000";

/// Bytes of the end of a file.
const BYTES: u64 = 8 * 1024 * 1024;

const PATIENCE: Duration = Duration::from_secs(60);

/// The logs that are not empty: name and text.
pub(super) fn all(files: &[PathBuf]) -> Vec<(String, String)> {
    let journals = UNITS.iter().filter_map(|unit| {
        let order = ["--no-pager", "--quiet", "-o", "short-iso-precise", "-n", LINES, "-u", unit];
        let text = said("journalctl", &order, PATIENCE)?.text;
        let has_lines = text.lines().any(|line| !line.starts_with("-- "));
        has_lines.then(|| (format!("{unit}.txt"), text))
    });
    let files = files.iter().zip(1..).map(|(path, number)| (format!("fichero-{number}.txt"), end_of(path)));
    journals.chain(files).collect()
}

/// The end of a file, or why there is none.
fn end_of(path: &Path) -> String {
    let read = || -> std::io::Result<String> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(BYTES)))?;
        let mut bytes = Vec::new();
        file.take(BYTES).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    read().unwrap_or_else(|error| format!("{} no se puede leer: {error}\n", path.display()))
}
