//! USB sticks: finding mounted ones, and writing a paper to one.

use std::io::ErrorKind;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::sys::statvfs::{FsFlags, statvfs};

use super::file::{Step, write_whole};
use super::{Stick, Trouble};

/// Where desktops mount removable media.
const MEDIA: [&str; 2] = ["/media/", "/run/media/"];

/// Space left for the file system's own tables.
const SPARE_BYTES: u64 = 64 * 1024;

/// Mounted sticks by label. `root` is `/` outside tests.
pub fn sticks(root: &Path) -> Vec<Stick> {
    let table = std::fs::read(root.join("proc/self/mountinfo")).unwrap_or_default();
    let mut sticks: Vec<Stick> =
        table.split(|byte| *byte == b'\n').filter_map(|line| stick(root, line)).collect();
    sticks.sort_by(|a, b| a.folder.cmp(&b.folder));
    // A later mount on the same folder hides the earlier; the table has both.
    sticks.dedup_by(|later, kept| later.folder == kept.folder);
    sticks.sort_by(|a, b| a.name.cmp(&b.name));
    sticks
}

/// Parses a line of the mount table: number, parent, device, root, mount point, options, … (proc(5)).
fn stick(root: &Path, line: &[u8]) -> Option<Stick> {
    let fields: Vec<&[u8]> = line.split(|byte| *byte == b' ').collect();
    let [_, _, device, _, point, options, ..] = fields[..] else { return None };
    let point = unescaped(point);
    let at = point.to_string_lossy().into_owned();
    let is_media = MEDIA.iter().any(|media| at.starts_with(media));
    if !is_media && !is_removable(root, std::str::from_utf8(device).ok()?) {
        return None;
    }
    let folder = root.join(point.strip_prefix("/").ok()?);
    let room = statvfs(&folder).ok()?;
    let name = point.file_name().map_or_else(|| at.clone(), |name| name.to_string_lossy().into_owned());
    // `ro` is in the first options after a remount because of a fault, in both if the stick is locked.
    let read_only = options.split(|byte| *byte == b',').any(|option| option == b"ro")
        || room.flags().contains(FsFlags::ST_RDONLY);
    #[allow(clippy::useless_conversion, reason = "these are narrower on other machines")]
    let free_bytes = u64::from(room.blocks_available()).saturating_mul(u64::from(room.fragment_size()));
    Some(Stick { name, folder, free_bytes, read_only })
}

/// Whether a device, such as `8:17`, is removable: so flagged by the kernel, itself or its disk, or attached by USB.
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

/// A path of the mount table, where blanks are `\040`.
fn unescaped(text: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..3).filter(|digits| *first == b'\\' && digits.iter().all(u8::is_ascii_digit));
        let octal = digits.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok());
        bytes.push(octal.unwrap_or(*first));
        rest = if octal.is_some() { &after[3..] } else { after };
    }
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

/// Writes a paper to a stick: read back and compared, or not at all.
///
/// # Errors
/// With the text that tells the user what to do.
pub fn keep(
    root: &Path,
    folder: &Path,
    file: &str,
    bytes: &[u8],
    tell: &dyn Fn(Step),
) -> Result<(), Trouble> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let gone = || Trouble::new("usb-fuera", &name);
    // After unmounting, the folder may remain, on this computer's own disk.
    let mounted = || sticks(root).into_iter().find(|stick| stick.folder == folder);
    let stick = mounted().ok_or_else(gone)?;
    if stick.read_only {
        return Err(Trouble::new("usb-solo-lectura", &name));
    }
    if stick.free_bytes < bytes.len() as u64 + SPARE_BYTES {
        return Err(Trouble::new("usb-lleno", &name));
    }
    let written = write_whole(folder, file, bytes, tell);
    if mounted().is_none() {
        return Err(gone());
    }
    #[expect(clippy::wildcard_enum_match_arm, reason = "the system's faults, not ours")]
    written.map(drop).map_err(|error| match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            Trouble::new("usb-lleno", &name)
        }
        ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => {
            Trouble::new("usb-solo-lectura", &name)
        }
        ErrorKind::InvalidData => Trouble::new("usb-distinto", &name),
        // The table may still list a stick that fails every access.
        _ if error.raw_os_error().is_some_and(|code| NO_DEVICE.contains(&code)) => gone(),
        _ => Trouble::new("usb-fallo", format!("{name}: {error}")),
    })
}

/// Errors of a device that is gone.
const NO_DEVICE: [i32; 3] = [Errno::ENODEV as i32, Errno::ENXIO as i32, Errno::EIO as i32];
