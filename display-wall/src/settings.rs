//! What a wall is told: by its command line, and by a file for what seldom changes.

use std::path::{Path, PathBuf};

use anyhow::bail;
use settings_file::{Faults, TextError};

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

/// The most a monitor may crop of each side.
const INSET_MAX: f32 = 6.0;

/// The most monitors of one machine.
const MONITORS_MAX: usize = 16;

/// The longest file that is read, in bytes.
const FILE_MAX: u64 = 65_536;

/// Returns percent as a part, within what a monitor may crop.
pub fn part(percent: f32) -> anyhow::Result<f32> {
    if !(0.0..=INSET_MAX).contains(&percent) {
        bail!("el margen va de 0 a {INSET_MAX} %: {percent}");
    }
    Ok(percent / 100.0)
}

impl Settings {
    /// Puts what a file says in the place of what is there; the command line comes after it.
    ///
    /// # Errors
    /// What is no such file, and all that is wrong in it.
    pub fn read(self, path: &Path) -> Result<Settings, TextError> {
        let text = settings_file::read_text(path, FILE_MAX)?;
        Ok(self.parse(&path.display().to_string(), &text)?)
    }

    /// As [`Settings::read`], of a file's text; `name` is for messages.
    ///
    /// # Errors
    /// All that is wrong, each with its line.
    pub fn parse(self, name: &str, text: &str) -> Result<Settings, Faults> {
        settings_file::read(name, text, |file| {
            let percent = file.decimal("inset", 0.0..=f64::from(INSET_MAX));
            let settings = Settings {
                server: file.text("server").unwrap_or(self.server),
                name: file.text("name").unwrap_or(self.name),
                monitors: file.number("monitors", 1..=MONITORS_MAX).unwrap_or(self.monitors),
                monitor: file.number("monitor", 0..=MONITORS_MAX).unwrap_or(self.monitor),
                fullscreen: file.flag("fullscreen").unwrap_or(self.fullscreen),
                inset: percent.map_or(self.inset, |percent| percent as f32 / 100.0),
                video: file.text("video").or(self.video),
                adverts: file.text("adverts").map(PathBuf::from).or(self.adverts),
                video_window: self.video_window,
                size: self.size,
                position: self.position,
            };
            file.finish();
            settings
        })
    }

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
        let settings = Settings::default().parse("panel.toml", text).expect("a good file");
        assert_eq!((settings.monitors, settings.inset), (3, 0.025));
        settings.check().expect("complete");
        let faults = Settings::default().parse("panel.toml", "servidor = 'x'\ninset = 12").expect_err("both");
        assert_eq!(
            faults.to_string(),
            "panel.toml:1: no se conoce «servidor» antes de la primera parte; ahí puede haber adverts, fullscreen, \
             inset, monitor, monitors, name, server, video\n\
             panel.toml:2: «inset» es un número de 0.0 a 6.0; aquí hay el número 12"
        );
        assert!(Settings { name: "panel uno".to_owned(), ..settings }.check().is_err());
    }
}
