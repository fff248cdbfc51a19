//! What the program is told at its start.

use std::path::PathBuf;
use std::time::Duration;

use hall_core::words::Lang;
use hall_wire::link::Servers;

use crate::device::DeviceFile;
use crate::state::StateFile;

/// How a console is started.
#[derive(Debug, Clone)]
pub struct Options {
    /// The server, as in `http://127.0.0.1:7878`, and its spare.
    pub server: Servers,
    /// The console's name.
    pub device: String,
    /// Without a key for so long, the desk locks itself.
    pub lock_after: Duration,
    /// The language at the start.
    pub lang: Lang,
    /// The bar at the left.
    pub left_handed: bool,
    /// Where log-in and settings are kept.
    pub state: StateFile,
    /// The folder for papers.
    pub papers: PathBuf,
    /// Where the voice's prompts are recorded, a folder for each language.
    pub clips: PathBuf,
    /// The microphone, as ALSA calls it.
    pub microphone: String,
    /// No sounds, whatever the settings say.
    pub quiet: bool,
}

impl Options {
    /// Where the key of the device is kept.
    pub fn device_file(&self) -> DeviceFile {
        DeviceFile(self.state.beside("puesto"))
    }

    /// Where its certificate is kept, for a server on another computer.
    pub fn identity_file(&self) -> PathBuf {
        self.state.beside("alta")
    }
}
