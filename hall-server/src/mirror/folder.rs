//! A mirror's folder: which segments it has, and a look at up to where it goes, without a key and without changing it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hall_core::record::Hash;

use super::segment::{Scan, SegmentName, Tail, scan};
use super::trouble::MirrorError;
use crate::journal::Head;

/// What a mirror says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looked {
    /// The hash of the hall's line 1; `None` if the mirror is empty.
    pub hall: Option<Hash>,
    /// The head of the record after its last whole frame.
    pub head: Head,
    /// The epoch of the record then.
    pub epoch: u32,
    /// Its segments.
    pub segments: usize,
    /// The bytes of all of them.
    pub bytes: u64,
    /// Its last segment ends with a frame that was never finished. That is no harm.
    pub torn: bool,
    /// Its last segment has a frame that was changed, with whole ones behind it.
    pub damaged: bool,
}

/// Looks up to where a mirror goes. Reads its last segment through; [`super::check`] reads all of them.
///
/// # Errors
/// When the folder cannot be read or has mirrors of two halls. A folder without a mirror is no error.
pub fn look(folder: &Path) -> Result<Looked, MirrorError> {
    let segments = segments(folder).map_err(MirrorError::file(folder))?;
    one_hall(folder, &segments)?;
    let mut looked = Looked {
        hall: None,
        head: Head::EMPTY,
        epoch: 1,
        segments: segments.len(),
        bytes: 0,
        torn: false,
        damaged: false,
    };
    for name in &segments {
        let path = folder.join(name.file());
        looked.bytes += fs::metadata(&path).map_err(MirrorError::file(&path))?.len();
    }
    // A segment that was only just begun says nothing yet.
    for name in segments.iter().rev() {
        let path = folder.join(name.file());
        let Scan { hall, head, epoch, tail, .. } = scan(&path).map_err(MirrorError::file(&path))?;
        looked.torn |= tail == Tail::Torn;
        looked.damaged |= tail == Tail::Damaged;
        looked.hall = looked.hall.or(hall);
        if let Some(head) = head {
            (looked.head, looked.epoch) = (head, epoch);
            break;
        }
    }
    Ok(looked)
}

/// The segments in a folder, by their first line. What else is there is not looked at.
pub(super) fn segments(folder: &Path) -> io::Result<Vec<SegmentName>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        found.extend(entry?.file_name().to_str().and_then(SegmentName::parse));
    }
    found.sort();
    Ok(found)
}

pub(super) fn one_hall(folder: &Path, segments: &[SegmentName]) -> Result<(), MirrorError> {
    let Some(first) = segments.first() else { return Ok(()) };
    match segments.iter().find(|other| other.hall != first.hall) {
        None => Ok(()),
        Some(other) => Err(MirrorError::TwoHalls {
            folder: folder.to_owned(),
            a: first.hall.clone(),
            b: other.hall.clone(),
        }),
    }
}

/// Gives a file another name, so that it counts no more and is still there.
pub(super) fn set_aside(path: &Path, why: &str) -> io::Result<PathBuf> {
    for number in 1_u32.. {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{why}-{number}"));
        let aside = PathBuf::from(name);
        if !aside.try_exists()? {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
    }
    unreachable!("there are fewer files than numbers")
}
