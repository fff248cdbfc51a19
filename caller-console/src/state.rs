//! Persistent state of a console: the token, so that nobody types a PIN after a crash of two seconds (DECISIONS 5).
//! Only the owner can read the file.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

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
    /// Marks of papers a printer took, the latest last.
    #[serde(default)]
    printed: Vec<String>,
}

impl Settings {
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

/// Where the state is stored, if at all.
#[derive(Debug, Clone, Default)]
pub struct State(Option<PathBuf>);

impl State {
    /// Stores the state in this file.
    pub fn in_file(file: PathBuf) -> State {
        State(Some(file))
    }

    /// Stores nothing.
    pub const fn nowhere() -> State {
        State(None)
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
        } else if let Some(file) = &self.0 {
            let _ = std::fs::remove_file(file);
        }
    }

    fn whole(&self) -> Whole {
        let text = self.0.as_ref().and_then(|file| std::fs::read(file).ok()).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    fn write(&self, whole: &Whole) {
        let Some(file) = &self.0 else { return };
        if let Some(folder) = file.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        let text = serde_json::to_vec(whole).expect("words and yes or no are JSON");
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_desk_remembers_outlives_who_sat_there_and_an_older_file_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("puesto.json");
        std::fs::write(&file, r#"{"token":"T","locked":true}"#).expect("it is written");
        let state = State::in_file(file.clone());
        assert_eq!(state.read().map(|kept| (kept.token, kept.locked)), Some(("T".to_string(), true)));
        assert_eq!(state.settings(), Settings::default());
        let mut settings = Settings { printer: Some("HP".to_string()), quiet: true, ..Settings::default() };
        settings.printed("1");
        state.keep_settings(&settings);
        assert!(state.read().is_some(), "who sits here still does");
        state.forget();
        assert!(state.read().is_none());
        assert_eq!(state.settings(), settings);
        state.keep(&Kept { token: "U".to_string(), locked: false });
        assert_eq!(state.settings(), settings);
        state.keep_settings(&Settings::default());
        state.forget();
        assert!(!file.exists(), "nothing to remember, no file");
    }

    #[test]
    fn the_oldest_printing_is_forgotten_first() {
        let mut settings = Settings::default();
        (0..=PRINTED_MAX).for_each(|mark| settings.printed(&mark.to_string()));
        assert!(!settings.is_printed("0") && settings.is_printed("1") && settings.is_printed("200"));
    }
}
