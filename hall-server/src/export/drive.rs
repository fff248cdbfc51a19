//! The stick to which an export goes when nobody names a folder.

use std::path::{Path, PathBuf};

use super::ExportError;

/// Where desktops mount removable media.
const MEDIA: [&str; 2] = ["/media/", "/run/media/"];

/// The only removable drive that is mounted. `root` is `/` outside tests.
pub fn only(root: &Path) -> Result<PathBuf, ExportError> {
    let table = std::fs::read_to_string(root.join("proc/self/mountinfo")).unwrap_or_default();
    let mut found: Vec<(PathBuf, bool)> = table.lines().filter_map(|line| mounted(root, line)).collect();
    // A later mount on the same folder hides the earlier.
    found.reverse();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found.dedup_by(|later, kept| later.0 == kept.0);
    match found.as_slice() {
        [] => Err(ExportError::NoDrive),
        [(folder, false)] => Ok(folder.clone()),
        [(folder, true)] => Err(ExportError::LockedDrive(folder.clone())),
        several => {
            let names: Vec<String> = several.iter().map(|(folder, _)| folder.display().to_string()).collect();
            Err(ExportError::SeveralDrives(names.join(", ")))
        }
    }
}

/// The folder of a line of the mount table (proc(5)), if it is a removable drive's, and whether it can only be read.
fn mounted(root: &Path, line: &str) -> Option<(PathBuf, bool)> {
    let fields: Vec<&str> = line.split(' ').collect();
    let [_, _, device, _, point, options, ..] = fields[..] else { return None };
    let point = unescaped(point)?;
    if !MEDIA.iter().any(|media| point.starts_with(media)) && !is_removable(root, device) {
        return None;
    }
    Some((root.join(point.strip_prefix('/')?), options.split(',').any(|option| option == "ro")))
}

/// Whether a device, such as `8:17`, is removable: the kernel says so of it or its disk, or it hangs on USB.
fn is_removable(root: &Path, device: &str) -> bool {
    let Ok(device) = root.join("sys/dev/block").join(device).canonicalize() else { return false };
    let says_so = |folder: &Path| {
        std::fs::read_to_string(folder.join("removable")).is_ok_and(|text| text.trim() == "1")
    };
    let at_usb = device.components().any(|part| {
        let part = part.as_os_str().to_string_lossy();
        part.strip_prefix("usb").is_some_and(|bus| !bus.is_empty() && bus.bytes().all(|b| b.is_ascii_digit()))
    });
    at_usb || says_so(&device) || device.parent().is_some_and(says_so)
}

/// A path of the mount table, where a blank is `\040`.
fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let octal = after.get(..3).filter(|_| *first == b'\\').and_then(|digits| str::from_utf8(digits).ok());
        match octal.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[3..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}
