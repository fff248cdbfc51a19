//! What a console asks about the hall's devices beside commands: a code for a new one, or for an inspector at a browser, and to be
//! one itself; and the key that it keeps (ADR 69).

use std::fmt;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;

use hall_wire::link::new_key;
use hall_wire::message::{DeviceCode, InspectionCode};
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceAct {
    /// A code for a new device of this name.
    Code(String),
    /// A code with which the inspector of this number comes in at a browser, which is none of the hall's devices.
    InspectorCode(u32),
    /// This device is to be the first of the hall, under this name: a code is asked for and used at once.
    Here(String),
    /// This device is to be one of the hall's, with the code that was typed.
    Enrol(String),
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceNews {
    /// The code.
    Code(DeviceCode),
    /// The code for an inspector.
    InspectorCode(InspectionCode),
    /// This device is one of the hall's.
    Enrolled(Enrolled),
}

/// What a device keeps: its key, from before the hall was asked, and its name once it is one of the hall's.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enrolled {
    /// Its name; empty until an answer came.
    pub name: String,
    /// The key that it shows at each log-in.
    pub key: String,
}

impl fmt::Debug for Enrolled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Enrolled").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The file with that, and nothing else: what is written often, or lost without harm, is in another. Only the owner can read it.
#[derive(Debug, Clone)]
pub struct DeviceFile(pub PathBuf);

impl DeviceFile {
    /// What it keeps.
    pub fn read(&self) -> Option<Enrolled> {
        serde_json::from_slice(&std::fs::read(&self.0).ok()?).ok()
    }

    /// The key, made and kept now where there is none: an answer of the hall that is lost is then no loss. None where the disk
    /// keeps nothing.
    pub fn key(&self) -> Option<String> {
        let kept = self.read().unwrap_or_else(|| Enrolled { name: String::new(), key: new_key() });
        self.keep(&kept).then_some(kept.key)
    }

    /// Keeps this. Returns whether it is on the disk.
    pub fn keep(&self, device: &Enrolled) -> bool {
        self.read().as_ref() == Some(device) || self.write(device).is_ok()
    }

    fn write(&self, device: &Enrolled) -> std::io::Result<()> {
        if let Some(folder) = self.0.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let new = self.0.with_extension("puesto-nuevo");
        let mut to = OpenOptions::new().create(true).write(true).truncate(true).mode(0o600).open(&new)?;
        to.write_all(&serde_json::to_vec(device)?)?;
        to.sync_all()?;
        std::fs::rename(&new, &self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_made_once_and_outlives_an_answer_that_was_lost() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = DeviceFile(folder.path().join("estado").join("mesa.puesto"));
        assert!(file.read().is_none());
        let key = file.key().expect("the disk keeps it");
        assert_eq!((key.len(), file.key()), (64, Some(key.clone())));
        let device = Enrolled { name: "caja-2".into(), key: key.clone() };
        assert!(file.keep(&device));
        assert_eq!((file.read(), file.key()), (Some(device), Some(key)));
        assert_eq!(DeviceFile("/proc/none/mesa.puesto".into()).key(), None, "a disk that keeps nothing");
    }
}
