//! Which copies go when there are enough, and what an interrupted copy left.

use std::fs;
use std::path::Path;

use hall_core::record::Hash;

use super::{Name, Note};

/// How the name of an unfinished copy begins; the number of its process follows.
pub(super) const DRAFT: &str = ".copia-a-medias-";

/// Deletes what copies left that were interrupted: those whose process is gone.
pub(super) fn clear(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let pid = name.to_str().and_then(|name| name.strip_prefix(DRAFT)).map(|rest| rest.split('.').next());
        let Some(pid) = pid.flatten().and_then(|pid| pid.parse::<u32>().ok()) else { continue };
        if !Path::new("/proc").join(pid.to_string()).exists() {
            fs::remove_file(entry.path()).ok();
        }
    }
}

/// The copies in a folder, oldest first.
pub(crate) fn copies(folder: &Path) -> Vec<Name> {
    let mut found: Vec<Name> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Name::parse(entry.file_name().to_str()?))
        .collect();
    found.sort();
    found
}

/// Deletes the oldest copies of this hall until so many are left; returns what was deleted. A file without the text of this
/// hall's copy beside it, or of another length than it says, is none of ours to delete, and does not count.
pub(super) fn run(folder: &Path, hall: Hash, keep: u32) -> Vec<String> {
    let is_ours = |name: &Name| {
        let note = Note::read(folder, name).filter(|note| note.known.hall == hall);
        let length = fs::metadata(folder.join(name.file())).map(|file| file.len());
        note.is_some_and(|note| length.is_ok_and(|length| length == note.bytes))
    };
    let ours: Vec<Name> = copies(folder).into_iter().filter(is_ours).collect();
    let too_many = ours.len().saturating_sub(usize::try_from(keep.max(1)).unwrap_or(usize::MAX));
    let mut deleted = Vec::new();
    for name in &ours[..too_many] {
        if fs::remove_file(folder.join(name.file())).is_ok() {
            deleted.push(name.file());
            fs::remove_file(folder.join(name.note())).ok();
            fs::remove_dir_all(folder.join(name.others())).ok();
        }
    }
    deleted
}
