//! What the voice keeps from one start to the next: whether it speaks, and how loud.

use std::path::{Path, PathBuf};

/// The file in the voice's folder.
const FILE: &str = "ajustes.json";

/// The file that keeps it.
#[derive(Debug, Clone)]
pub struct Kept(PathBuf);

impl Kept {
    /// In this folder.
    pub fn of_folder(folder: &Path) -> Kept {
        Kept(folder.join(FILE))
    }

    /// Whether the voice speaks and its volume; it speaks at full volume where nothing good is kept.
    pub fn read(&self) -> (bool, u8) {
        let text = std::fs::read_to_string(&self.0).unwrap_or_default();
        let kept: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let volume = kept["volume"].as_u64().and_then(|volume| u8::try_from(volume).ok());
        (kept["speaks"].as_bool().unwrap_or(true), volume.filter(|volume| *volume <= 100).unwrap_or(100))
    }

    /// Keeps both. A full disk loses them, not the voice.
    pub fn write(&self, speaks: bool, volume: u8) {
        let text = serde_json::json!({ "speaks": speaks, "volume": volume }).to_string();
        let partial = self.0.with_extension("parte");
        let folder = self.0.parent().map_or(Ok(()), std::fs::create_dir_all);
        let done = folder
            .and_then(|()| std::fs::write(&partial, text))
            .and_then(|()| std::fs::rename(&partial, &self.0));
        if let Err(error) = done {
            tracing::warn!("no se guarda el volumen en {}: {error}", self.0.display());
        }
    }
}
