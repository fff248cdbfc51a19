//! Persistent state of a console: the token, so that nobody types a PIN after a crash of two seconds (DECISIONS 5).
//! Only the owner can read the file.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::pedal::Pedal;

/// Papers remembered as printed.
const PRINTED_MAX: usize = 200;

/// Settings of the desk, independent of the user.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The printer chosen last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printer: Option<String>,
    /// Sounds off.
    #[serde(default)]
    pub quiet: bool,
    /// What the post's pedal sends, where it is not F13.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pedal: Option<String>,
    /// Marks of papers a printer took, the latest last.
    #[serde(default)]
    printed: Vec<String>,
}

impl Settings {
    /// What the post's pedal sends; what cannot be read or may not be is F13.
    pub fn pedal(&self) -> Pedal {
        self.pedal.as_deref().and_then(Pedal::parse).unwrap_or_default()
    }

    /// Whether this paper was printed from this desk.
    pub fn is_printed(&self, mark: &str) -> bool {
        self.printed.iter().any(|printed| printed == mark)
    }

    /// Remembers a paper as printed.
    pub fn printed(&mut self, mark: &str) {
        self.printed.retain(|printed| printed != mark);
        self.printed.push(mark.to_string());
        let old = self.printed.len().saturating_sub(PRINTED_MAX);
        self.printed.drain(..old);
    }
}

/// The log-in.
#[derive(Clone, Serialize, Deserialize)]
pub struct Kept {
    /// Of the log-in.
    pub token: String,
    /// The desk was locked.
    pub locked: bool,
}

/// The file's content; log-in and settings change independently.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Whole {
    #[serde(flatten, default)]
    kept: Option<Kept>,
    #[serde(default)]
    settings: Settings,
}

/// The file that stores the state.
#[derive(Debug, Clone)]
pub struct StateFile(pub PathBuf);

impl StateFile {
    /// A file of the same console, with another ending.
    pub fn beside(&self, ending: &str) -> PathBuf {
        self.0.with_extension(ending)
    }

    /// The stored log-in, if readable.
    pub fn read(&self) -> Option<Kept> {
        self.whole().kept
    }

    /// The stored settings, or the defaults.
    pub fn settings(&self) -> Settings {
        self.whole().settings
    }

    /// Stores the log-in. A failing disk only costs a PIN at the next start.
    pub fn keep(&self, kept: &Kept) {
        self.write(&Whole { kept: Some(kept.clone()), ..self.whole() });
    }

    /// Stores the settings.
    pub fn keep_settings(&self, settings: &Settings) {
        self.write(&Whole { settings: settings.clone(), ..self.whole() });
    }

    /// Deletes the log-in.
    pub fn forget(&self) {
        let whole = self.whole();
        if whole.settings != Settings::default() {
            self.write(&Whole { kept: None, ..whole });
        } else {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn whole(&self) -> Whole {
        std::fs::read(&self.0).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
    }

    fn write(&self, whole: &Whole) {
        if let Some(folder) = self.0.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        let text = serde_json::to_vec(whole).expect("words and yes or no are JSON");
        let new = self.0.with_extension("nuevo");
        let written = std::fs::OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(true)
            .mode(0o600)
            .open(&new)
            .and_then(|mut to| to.write_all(&text));
        if written.is_ok() {
            let _ = std::fs::rename(&new, &self.0);
        }
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
