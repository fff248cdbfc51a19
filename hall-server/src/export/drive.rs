//! The stick to which an export goes when nobody names a folder.

use std::path::{Path, PathBuf};

use super::ExportError;

/// Where desktops mount removable media.
const MEDIA: [&str; 2] = ["/media/", "/run/media/"];

/// The only removable drive that is mounted. `root` is `/` outside tests.
pub fn only(root: &Path) -> Result<PathBuf, ExportError> {
    let table = std::fs::read_to_string(root.join("proc/self/mountinfo")).unwrap_or_default();
    let mut found: Vec<Mounted<'_>> = table.lines().filter_map(|line| mounted(root, line)).collect();
    // A later mount on the same folder hides the earlier.
    found.reverse();
    found.sort_by(|a, b| a.folder.cmp(&b.folder));
    found.dedup_by(|later, kept| later.folder == kept.folder);
    // One drive may be mounted at two: by whoever put it in, and by a technician.
    found.sort_by_key(|at| (at.device, at.is_locked));
    found.dedup_by(|later, kept| later.device == kept.device);
    match found.as_slice() {
        [] => Err(ExportError::NoDrive),
        [Mounted { folder, is_locked: false, .. }] => Ok(folder.clone()),
        [Mounted { folder, is_locked: true, .. }] => Err(ExportError::LockedDrive(folder.clone())),
        several => {
            let names: Vec<String> = several.iter().map(|at| at.folder.display().to_string()).collect();
            Err(ExportError::SeveralDrives(names.join(", ")))
        }
    }
}

/// A removable drive, at a folder.
struct Mounted<'a> {
    /// Its numbers, such as `8:17`.
    device: &'a str,
    folder: PathBuf,
    /// It can only be read.
    is_locked: bool,
}

/// What a line of the mount table (proc(5)) says, if it is a removable drive's.
fn mounted<'a>(root: &Path, line: &'a str) -> Option<Mounted<'a>> {
    let fields: Vec<&str> = line.split(' ').collect();
    let [_, _, device, _, point, options, ..] = fields[..] else { return None };
    let point = unescaped(point)?;
    if !MEDIA.iter().any(|media| point.starts_with(media)) && !is_removable(root, device) {
        return None;
    }
    let is_locked = options.split(',').any(|option| option == "ro");
    Some(Mounted { device, folder: root.join(point.strip_prefix('/')?), is_locked })
}

/// Whether a device, such as `8:17`, is removable: the kernel says so of it or its disk, or it hangs on USB.
pub(crate) fn is_removable(root: &Path, device: &str) -> bool {
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
