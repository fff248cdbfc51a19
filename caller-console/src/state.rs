//! What a console keeps from one start to the next: the token, so that nobody types a PIN after
//! a two-second crash (DECISIONS 5). The file can be read by its owner only.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// How many papers are remembered as printed at this desk.
const PRINTED_MAX: usize = 200;

/// What the desk remembers whoever sits at it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The printer that was chosen last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printer: Option<String>,
    /// Without sounds.
    #[serde(default)]
    pub quiet: bool,
    /// The marks of papers that a printer took, the latest last.
    #[serde(default)]
    printed: Vec<String>,
}

impl Settings {
    /// Returns whether a printer took this paper from this desk.
    pub fn is_printed(&self, mark: &str) -> bool {
        self.printed.iter().any(|printed| printed == mark)
    }

    /// Remembers that a printer took a paper.
    pub fn printed(&mut self, mark: &str) {
        self.printed.retain(|printed| printed != mark);
        self.printed.push(mark.to_string());
        let old = self.printed.len().saturating_sub(PRINTED_MAX);
        self.printed.drain(..old);
    }
}

/// What is kept of who sits here.
#[derive(Clone, Serialize, Deserialize)]
pub struct Kept {
    /// The token.
    pub token: String,
    /// The desk was locked.
    pub locked: bool,
}

/// The file: the two have lives of their own.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Whole {
    #[serde(flatten, default)]
    kept: Option<Kept>,
    #[serde(default)]
    settings: Settings,
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

    /// Returns what was kept of who sat here, if it can be read.
    pub fn read(&self) -> Option<Kept> {
        self.whole().kept
    }

    /// Returns what the desk remembers.
    pub fn settings(&self) -> Settings {
        self.whole().settings
    }

    /// Keeps who sits here. A disk that fails costs a PIN at the next start, nothing else.
    pub fn keep(&self, kept: &Kept) {
        self.write(&Whole { kept: Some(kept.clone()), ..self.whole() });
    }

    /// Keeps what the desk remembers.
    pub fn keep_settings(&self, settings: &Settings) {
        self.write(&Whole { settings: settings.clone(), ..self.whole() });
    }

    /// Forgets who sat here.
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
