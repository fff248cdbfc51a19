//! What a screen writes down of what it shows: how others know what stands on its window, and wait for it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde_json::Value;

use crate::programs::PATIENCE;

/// The file of a screen's `--log-shown`: a line of JSON for each change, written when its frame is on the window.
pub struct Log(PathBuf);

impl Log {
    /// Returns the log in this file.
    pub fn at(file: PathBuf) -> Log {
        Log(file)
    }

    /// Returns the file.
    pub fn file(&self) -> &Path {
        &self.0
    }

    /// Returns the lines that are whole.
    pub fn lines(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(&self.0).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Waits until what was shown last is so, and returns it.
    ///
    /// # Errors
    /// When it never is.
    pub fn until(&self, what: &str, so: impl Fn(&Value) -> bool) -> Result<Value> {
        let begun = Instant::now();
        loop {
            let last = self.last();
            if so(&last) {
                return Ok(last);
            }
            if begun.elapsed() > PATIENCE {
                bail!("{} never showed {what}: {last}", self.0.display());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns the last line that is whole, or nothing.
    fn last(&self) -> Value {
        let text = std::fs::read_to_string(&self.0).unwrap_or_default();
        text.lines().rev().find_map(|line| serde_json::from_str(line).ok()).unwrap_or_default()
    }
}
