//! A small file system in memory.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A small disk; `None` where this process may not mount one.
pub struct SmallDisk(PathBuf);

impl SmallDisk {
    pub fn mount(mib: u32) -> Option<SmallDisk> {
        let folder = tempfile::tempdir().unwrap().keep();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={mib}m"), "tmpfs"])
            .arg(&folder)
            .stderr(Stdio::null())
            .status();
        if mounted.is_ok_and(|status| status.success()) {
            return Some(SmallDisk(folder));
        }
        std::fs::remove_dir(&folder).unwrap();
        eprintln!("NOTICE: not root, no small disk to fill: the test was skipped");
        None
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        Command::new("umount").arg("-l").arg(&self.0).status().ok();
        std::fs::remove_dir(&self.0).ok();
    }
}
