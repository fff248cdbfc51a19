//! The end of a mirror that is written: found again, mended, and continued.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use hall_core::event::Event;
use hall_core::record::Hash;

use super::folder::{segments, set_aside};
use super::frame;
use super::segment::{Scan, SegmentName, Tail, scan, tag};
use super::witness::who;
use super::{MirrorSettings, Recipient, Trouble};
use crate::disk;
use crate::journal::{Head, JournalError, Portion, PortionLine, RecordReader, Sighting};

/// A segment that has this length gets no more frames: 64 MiB, so that the last one is soon read through at a start, and a
/// year has some forty.
const SEGMENT_MAX: u64 = 64 * 1024 * 1024;

/// A mirror, open for writing.
pub(super) struct Writer {
    folder: PathBuf,
    hall: Hash,
    recipient: Recipient,
    /// The last segment; `None` where the next frame begins one.
    open: Option<Open>,
    head: Head,
    epoch: u32,
}

struct Open {
    path: PathBuf,
    file: File,
    len: u64,
}

impl Writer {
    /// Finds the end of a mirror of this record and mends it: a frame that was never finished is cut off, a segment that was
    /// changed is set aside and written anew. A mirror that is not this record's, or has what the record has not, is left
    /// as it is.
    pub(super) fn attach(
        folder: &Path,
        record: &RecordReader,
        settings: &MirrorSettings,
    ) -> Result<Writer, Trouble> {
        if !fs::metadata(folder)?.is_dir() {
            return Err(Trouble::Missing);
        }
        let own = record.path().parent().filter(|own| !own.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !settings.same_disk && disk::holds_both(own, folder) {
            return Err(Trouble::SameDisk);
        }
        let Some(first_line) = record.head_at(1)? else { return Err(Trouble::Missing) };
        let hall = first_line.hash;
        let found = segments(folder)?;
        if let Some(other) = found.iter().find(|name| name.hall != tag(hall)) {
            return Err(Trouble::OtherHall(other.hall.clone()));
        }
        let mut writer = Writer {
            folder: folder.to_owned(),
            hall,
            recipient: settings.recipient.clone(),
            open: None,
            head: Head::EMPTY,
            epoch: 1,
        };
        writer.find_end(&found, record)?;
        writer.epoch = record.epoch_at(writer.head.seq)?;
        Ok(writer)
    }

    /// Goes back from the last segment to the first that has anything to continue.
    fn find_end(&mut self, found: &[SegmentName], record: &RecordReader) -> Result<(), Trouble> {
        let mut found = found.to_vec();
        let mut scans: Vec<(SegmentName, Scan)> = Vec::new();
        while let Some(name) = found.pop() {
            let scan = scan(&self.folder.join(name.file()))?;
            let says_something = scan.head.is_some();
            scans.push((name, scan));
            if says_something {
                break;
            }
        }
        // First whether it is ours and no farther than we are: until then nothing is touched.
        let mut superseded = false;
        for (_, scan) in &scans {
            if let Some(other) = scan.hall.filter(|hall| *hall != self.hall) {
                return Err(Trouble::other_hall(other));
            }
            if let Some(head) = scan.head {
                let saw = Sighting { epoch: scan.epoch, head };
                if let Some(found) = record.contradiction(&who(&self.folder), saw)? {
                    return Err(contradicted(found, head));
                }
                superseded |= record.head_at(head.seq)? != Some(head);
            }
        }
        if superseded {
            // It ends with lines that two people accepted as lost. They stay, as evidence; the record begins anew beside.
            let epoch = scans.iter().map(|(_, scan)| scan.epoch).max().unwrap_or(1);
            for name in found.iter().chain(scans.iter().map(|(name, _)| name)) {
                set_aside(&self.folder.join(name.file()), &format!("epoca-{epoch}"))?;
            }
            tracing::warn!(folder = %self.folder.display(), epoch, "a mirror ends with lines that were accepted as lost: it is begun anew");
            return Ok(());
        }
        let complete =
            found.first().or(scans.last().map(|(name, _)| name)).is_none_or(|name| name.first_seq == 1);
        for (name, scan) in scans {
            let path = self.folder.join(name.file());
            if scan.head.is_none() {
                // Its first frame was never finished.
                fs::remove_file(&path)?;
                continue;
            }
            if !complete {
                set_aside(&path, "sin-principio")?;
                continue;
            }
            if scan.tail == Tail::Damaged || scan.hall.is_none() {
                let aside = set_aside(&path, "danado")?;
                tracing::warn!(file = %aside.display(), "a segment of a mirror was changed: it is set aside and written anew");
                let before = record.head_at(name.first_seq - 1)?;
                self.head = before.ok_or(Trouble::Changed)?;
                continue;
            }
            self.head = scan.head.unwrap_or(Head::EMPTY);
            self.open_again(path, scan)?;
        }
        if !complete {
            for name in found {
                set_aside(&self.folder.join(name.file()), "sin-principio")?;
            }
            tracing::warn!(folder = %self.folder.display(), "a mirror has lost its first segment: it is begun anew");
        }
        Ok(())
    }

    fn open_again(&mut self, path: PathBuf, scan: Scan) -> Result<(), Trouble> {
        let mut file = OpenOptions::new().read(true).write(true).open(&path)?;
        lock(&file)?;
        if scan.tail == Tail::Torn {
            file.set_len(scan.whole_to)?;
            file.sync_all()?;
        }
        file.seek(SeekFrom::Start(scan.whole_to))?;
        self.open = Some(Open { path, file, len: scan.whole_to });
        Ok(())
    }

    /// The head after the last frame.
    pub(super) fn head(&self) -> Head {
        self.head
    }

    /// Writes a portion that follows from the head, and returns when it is on the mirror's disk. After an error the mirror
    /// must be attached again.
    pub(super) fn append(&mut self, portion: &Portion) -> Result<Head, Trouble> {
        if portion.before() != self.head {
            return Err(Trouble::Rewritten(self.head));
        }
        self.is_there()?;
        let (bytes, epoch) = portion_frame(portion, self.epoch, &self.recipient).map_err(Trouble::Failing)?;
        if self.open.as_ref().is_some_and(|open| open.len >= SEGMENT_MAX) {
            self.open = None;
        }
        if self.open.is_none() {
            self.begin_segment()?;
        }
        let Some(open) = &mut self.open else { return Err(Trouble::Missing) };
        let written = open.file.write_all(&bytes).and_then(|()| open.file.sync_data());
        if let Err(error) = written {
            // What is there of it would be cut off later all the same.
            open.file.set_len(open.len).ok();
            return Err(error.into());
        }
        open.len += bytes.len() as u64;
        (self.head, self.epoch) = (portion.after(), epoch);
        Ok(self.head)
    }

    /// Whether the folder still has the file that is written: it may have been pulled, renamed, deleted or cut.
    pub(super) fn is_there(&self) -> Result<(), Trouble> {
        let Some(Open { path, file, len }) = &self.open else {
            fs::metadata(&self.folder)?;
            return Ok(());
        };
        let (named, held) = (fs::metadata(path)?, file.metadata()?);
        if (named.dev(), named.ino()) != (held.dev(), held.ino()) {
            return Err(Trouble::Missing);
        }
        if held.len() == *len { Ok(()) } else { Err(Trouble::Changed) }
    }

    fn begin_segment(&mut self) -> Result<(), Trouble> {
        let name = SegmentName::new(self.hall, self.head.seq + 1);
        let path = self.folder.join(name.file());
        let mut file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
        lock(&file)?;
        let begin = frame::begin(self.hall, self.head, self.epoch);
        file.write_all(&begin)?;
        file.sync_all()?;
        File::open(&self.folder)?.sync_all()?;
        self.open = Some(Open { path, file, len: begin.len() as u64 });
        Ok(())
    }
}

/// A portion as a frame for a recipient, and the epoch of the record after it, if it was this before it.
pub(super) fn portion_frame(
    portion: &Portion,
    epoch: u32,
    recipient: &Recipient,
) -> io::Result<(Vec<u8>, u32)> {
    let body = recipient.encrypt(&portion.to_bytes())?;
    let epoch = epoch_after(portion, epoch);
    Ok((frame::portion((portion.before(), portion.after()), epoch, &body), epoch))
}

/// The epoch of the record after a portion, if it was this before it.
fn epoch_after(portion: &Portion, before: u32) -> u32 {
    let begun = |line: &PortionLine| {
        let Event::EpochBegun { epoch, .. } = &line.event else { return None };
        Some(*epoch)
    };
    portion.lines().iter().rev().find_map(begun).unwrap_or(before)
}

/// What the record says of a mirror that ends here, as the mirror is told.
pub(super) fn contradicted(found: JournalError, head: Head) -> Trouble {
    if matches!(found, JournalError::Rewritten(_)) { Trouble::Rewritten(head) } else { Trouble::Ahead(head) }
}

/// Keeps a second server of this computer away. Where the file system has no locks, there are none.
fn lock(file: &File) -> Result<(), Trouble> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(Trouble::Unwritable(io::Error::other("otro programa escribe en esta copia")))
        }
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}
