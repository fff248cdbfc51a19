//! What a console keeps from one start to the next: the token, so that nobody types a PIN after
//! a two-second crash (DECISIONS 5). The file can be read by its owner only.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// What is kept.
#[derive(Clone, Serialize, Deserialize)]
pub struct Kept {
    /// The token.
    pub token: String,
    /// The desk was locked.
    pub locked: bool,
}

/// Where it is kept, if anywhere.
#[derive(Debug, Clone, Default)]
pub struct State(Option<PathBuf>);

impl State {
    /// Keeps it in this file.
    pub fn in_file(file: PathBuf) -> State {
        State(Some(file))
    }

    /// Keeps nothing.
    pub const fn nowhere() -> State {
        State(None)
    }

    /// Returns what was kept, if it can be read.
    pub fn read(&self) -> Option<Kept> {
        let text = std::fs::read(self.0.as_ref()?).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Keeps it. A disk that fails costs a PIN at the next start, nothing else.
    pub fn keep(&self, kept: &Kept) {
        let Some(file) = &self.0 else { return };
        if let Some(folder) = file.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        let text = serde_json::to_vec(kept).expect("two fields are JSON");
        let new = file.with_extension("nuevo");
        let written = std::fs::OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(true)
            .mode(0o600)
            .open(&new)
            .and_then(|mut to| to.write_all(&text));
        if written.is_ok() {
            let _ = std::fs::rename(&new, file);
        }
    }

    /// Forgets it.
    pub fn forget(&self) {
        if let Some(file) = &self.0 {
            let _ = std::fs::remove_file(file);
        }
    }
}
