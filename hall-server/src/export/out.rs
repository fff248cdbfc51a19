//! Where an export is written: a folder, or one `.zip`. It has its name only once it is whole and on the disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::ExportError;
use super::zip::{Packed, ZipWriter};
use crate::journal::{JournalError, beside};

/// What a name ends in until everything is on the disk.
pub(super) const INCOMPLETE: &str = ".incompleto";

/// A file of an export, as the manifest has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Listed {
    #[serde(rename = "nombre")]
    pub(super) name: String,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

/// An export that is being written.
pub(super) struct Out {
    /// Its name in the end.
    to: PathBuf,
    draft: PathBuf,
    kind: Kind,
    pub(super) files: Vec<Listed>,
}

enum Kind {
    Folder,
    Zip(Box<ZipWriter<File>>),
}

impl Out {
    /// Begins an export. What a broken-off one left under the same name is removed.
    pub(super) fn begin(to: &Path) -> Result<Out, ExportError> {
        if to.exists() {
            return Err(ExportError::Exists(to.to_owned()));
        }
        let draft = beside(to, INCOMPLETE);
        let failed = JournalError::file("escribir", &draft);
        let kind = if is_zip(to) {
            let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft);
            Kind::Zip(Box::new(ZipWriter::new(file.map_err(&failed)?)))
        } else {
            if draft.is_dir() {
                fs::remove_dir_all(&draft).map_err(&failed)?;
            }
            fs::DirBuilder::new().mode(0o700).create(&draft).map_err(&failed)?;
            Kind::Folder
        };
        Ok(Out { to: to.to_owned(), draft, kind, files: Vec::new() })
    }

    /// Writes a file of it, piece by piece.
    pub(super) fn file(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let failed = {
            let path = self.draft.join(name);
            move |error| ExportError::from(JournalError::file("escribir", &path)(error))
        };
        let (bytes, sha) = match &mut self.kind {
            Kind::Folder => {
                let path = self.draft.join(name);
                if let Some(folder) = path.parent() {
                    fs::DirBuilder::new().mode(0o700).recursive(true).create(folder).map_err(&failed)?;
                }
                let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
                let mut into = Hashing::new(BufWriter::with_capacity(1 << 18, file.map_err(&failed)?));
                write(&mut into)?;
                into.flush().map_err(&failed)?;
                into.to.get_ref().sync_all().map_err(&failed)?;
                into.told()
            }
            Kind::Zip(zip) => {
                let mut into = Hashing::new(zip.file(name).map_err(&failed)?);
                write(&mut into)?;
                into.flush().map_err(&failed)?;
                let told = (into.bytes, hex::encode(into.sha.clone().finalize()));
                Packed::end(into.to).map_err(&failed)?;
                told
            }
        };
        self.files.push(Listed { name: name.to_owned(), bytes, sha256: sha });
        Ok(())
    }

    /// Writes a short file.
    pub(super) fn text(&mut self, name: &str, text: &str) -> Result<(), ExportError> {
        self.file(name, |into| put(into, text.as_bytes()))
    }

    /// Everything is written: gives it its name.
    pub(super) fn end(self) -> Result<PathBuf, ExportError> {
        let Out { to, draft, kind, .. } = self;
        let failed = JournalError::file("escribir", &draft);
        match kind {
            Kind::Folder => {
                for entry in fs::read_dir(&draft).map_err(&failed)? {
                    let path = entry.map_err(&failed)?.path();
                    if path.is_dir() {
                        sync(&path).map_err(&failed)?;
                    }
                }
                sync(&draft).map_err(&failed)?;
            }
            Kind::Zip(zip) => zip.end().and_then(|file| file.sync_all()).map_err(&failed)?,
        }
        fs::rename(&draft, &to).map_err(&failed)?;
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
        sync(folder.unwrap_or(Path::new("."))).map_err(&failed)?;
        Ok(to)
    }
}

/// Whether this is the name of a `.zip`.
pub(super) fn is_zip(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// Writes bytes into a file of an export.
pub(super) fn put(into: &mut dyn Write, bytes: &[u8]) -> Result<(), ExportError> {
    into.write_all(bytes)
        .map_err(|error| JournalError::file("escribir", Path::new("la exportación"))(error).into())
}

fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Counts and hashes what passes.
struct Hashing<W> {
    to: W,
    sha: Sha256,
    bytes: u64,
}

impl<W> Hashing<W> {
    fn new(to: W) -> Hashing<W> {
        Hashing { to, sha: Sha256::new(), bytes: 0 }
    }

    fn told(self) -> (u64, String) {
        (self.bytes, hex::encode(self.sha.finalize()))
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.sha.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
