//! What a wall is told: by its command line, and by a file for what seldom changes.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;

/// A wall's settings, complete.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The server, as in `http://192.168.1.10:8080`.
    pub server: String,
    /// The panel's name: letters without accent, digits, `-`, `_` and `.`.
    pub name: String,
    /// How many monitors.
    pub monitors: usize,
    /// The first of them, as the system counts them.
    pub monitor: usize,
    /// Over the whole monitor.
    pub fullscreen: bool,
    /// What a monitor crops, as a part of each side.
    pub inset: f32,
    /// The camera; none, no picture.
    pub video: Option<String>,
    /// The camera's picture has a window of its own over its slot (ADR 16).
    pub video_window: bool,
    /// The size of a window, in points.
    pub size: [f32; 2],
    /// Where the first window is.
    pub position: Option<[f32; 2]>,
    /// The folder of the adverts.
    pub adverts: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            server: String::new(),
            name: "panel-1".to_owned(),
            monitors: 1,
            monitor: 0,
            fullscreen: false,
            inset: 0.0,
            video: None,
            video_window: true,
            size: [1280.0, 720.0],
            position: None,
            adverts: None,
        }
    }
}

/// The file: every field may be left out, and the command line comes first.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingsFile {
    /// The server.
    pub server: Option<String>,
    /// The panel's name.
    pub name: Option<String>,
    /// How many monitors.
    pub monitors: Option<usize>,
    /// The first of them.
    pub monitor: Option<usize>,
    /// Over the whole monitor.
    pub fullscreen: Option<bool>,
    /// What a monitor crops, in percent of each side.
    pub inset: Option<f32>,
    /// The camera.
    pub video: Option<String>,
    /// The folder of the adverts.
    pub adverts: Option<PathBuf>,
}

/// The most a monitor may crop of each side.
const INSET_MAX: f32 = 6.0;

/// The most monitors of one machine.
const MONITORS_MAX: usize = 16;

impl SettingsFile {
    /// Reads a file.
    pub fn read(path: &Path) -> anyhow::Result<SettingsFile> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("no se puede leer {}", path.display()))?;
        SettingsFile::parse(&text).with_context(|| format!("en {}", path.display()))
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> anyhow::Result<SettingsFile> {
        Ok(toml::from_str(text)?)
    }

    /// Puts what the file says into settings.
    pub fn fill(self, settings: &mut Settings) -> anyhow::Result<()> {
        let SettingsFile { server, name, monitors, monitor, fullscreen, inset, video, adverts } = self;
        settings.server = server.unwrap_or(std::mem::take(&mut settings.server));
        settings.name = name.unwrap_or(std::mem::take(&mut settings.name));
        settings.monitors = monitors.unwrap_or(settings.monitors);
        settings.monitor = monitor.unwrap_or(settings.monitor);
        settings.fullscreen = fullscreen.unwrap_or(settings.fullscreen);
        if let Some(inset) = inset {
            settings.inset = part(inset)?;
        }
        settings.video = video.or(settings.video.take());
        settings.adverts = adverts.or(settings.adverts.take());
        Ok(())
    }
}

/// Returns percent as a part, within what a monitor may crop.
pub fn part(percent: f32) -> anyhow::Result<f32> {
    if !(0.0..=INSET_MAX).contains(&percent) {
        bail!("el margen va de 0 a {INSET_MAX} %: {percent}");
    }
    Ok(percent / 100.0)
}

impl Settings {
    /// Says what is wrong with them, before a window is opened.
    pub fn check(&self) -> anyhow::Result<()> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if self.name.is_empty() || self.name.len() > 40 || !self.name.chars().all(is_name) {
            bail!("el nombre del panel lleva de 1 a 40 letras sin tilde, cifras o - _ . : «{}»", self.name);
        }
        if !(1..=MONITORS_MAX).contains(&self.monitors) {
            bail!("de 1 a {MONITORS_MAX} monitores: {}", self.monitors);
        }
        if !self.server.starts_with("http://") {
            bail!("falta la dirección del servidor, como en http://192.168.1.10:8080");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_what_the_command_line_does_not() {
        let text = "server = 'http://h:1'\nname = 'panel-2'\nmonitors = 3\ninset = 2.5\n";
        let mut settings = Settings::default();
        SettingsFile::parse(text).and_then(|file| file.fill(&mut settings)).expect("a good file");
        assert_eq!((settings.monitors, settings.inset), (3, 0.025));
        settings.check().expect("complete");
        assert!(SettingsFile::parse("servidor = 'x'").is_err(), "a word it does not know");
        let mut inset = Settings::default();
        assert!(SettingsFile::parse("inset = 12").expect("a number").fill(&mut inset).is_err());
        assert!(Settings { name: "panel uno".to_owned(), ..settings }.check().is_err());
    }
}
