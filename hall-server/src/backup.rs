//! Backups: the whole database in one file, checked, on another disk, while the hall plays or not.
//!
//! Beside each copy `sala-2026-11-25-0412-1234567.db` (date, hour, last line) lie a text that says what it is, and a folder
//! with what else a hall needs and cannot be made again: the settings, the camera's key, drivers and tables of tags. Actas are PDFs whose
//! hash is in the record; the program that made them may not make the same bytes again, so they are copied too, once, into
//! `actas/`, and the archives of the record into `archivo/`. With the key of the mirrors all of it but the texts is age files,
//! which need the secret half to be read.
//!
//! A copy has its name only once it is whole, on its disk and checked.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use hall_wire::board::CopyTrouble;
use nix::sys::statvfs::statvfs;
use sha2::{Digest, Sha256};

use crate::clock::{self, Clock};
use crate::config::{Config, ConfigError};
use crate::disk;
use crate::file_hash::sha256_of;
use crate::journal::{self, ARCHIVES, Archive, JournalError, Pace, database_in};
use crate::mirror::Recipient;

mod keeper;
mod name;
mod note;
mod others;
mod rotate;

pub use keeper::{BackupStatus, Backups, Told};
pub use name::Name;
pub use note::Note;
pub use others::ACTAS;
pub(crate) use others::{bring_from_hall, restore_others, with_age};
pub(crate) use rotate::copies as copies_in;

/// Room that a copy leaves on the hall's own disk, beside the hall's reserve.
const HALL_MARGIN: u64 = 64 << 20;

/// What is copied, where to, and how.
#[derive(Debug, Clone)]
pub struct Order {
    /// The hall's folder.
    pub dir: PathBuf,
    /// The folder of the copies. It must be there.
    pub to: PathBuf,
    /// Where an encrypted copy is prepared, in clear and for its owner alone; the hall's folder if none.
    pub tmp: Option<PathBuf>,
    /// How many copies are kept; all if none.
    pub keep: Option<u32>,
    /// How fast.
    pub pace: Pace,
    /// Refuses the hall's own disk.
    pub other_disk: bool,
}

/// A copy that is whole.
#[derive(Debug, Clone)]
pub struct Copied {
    /// Its file.
    pub file: PathBuf,
    /// What stands in the text beside it.
    pub note: Note,
    /// What people should know, in Spanish.
    pub warnings: Vec<String>,
    /// Old copies that were deleted.
    pub deleted: Vec<String>,
}

/// There is no new copy. Those that were there are as they were.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The folder is not there.
    #[error(
        "No existe la carpeta {}. Conecte el disco o el lápiz de las copias; si la carpeta es nueva, créela con «mkdir».",
        .0.display()
    )]
    NoFolder(PathBuf),
    /// It is on the hall's own disk.
    #[error(
        "{} está en el mismo disco que la sala y no protege de nada. ¿Falta por conectar el disco de las copias?",
        .0.display()
    )]
    SameDisk(PathBuf),
    /// The hall's disk has no room for preparing an encrypted copy.
    #[error(
        "En {} no hay sitio para preparar la copia cifrada: hacen falta {} MiB libres. Deje espacio, o diga otra carpeta de \
         este equipo con --tmp.", folder.display(), needed >> 20
    )]
    NoRoom {
        /// Where.
        folder: PathBuf,
        /// In bytes.
        needed: u64,
    },
    /// The copy, or the hall, is not sound.
    #[error(
        "La copia no está en orden, y no se guarda: {report} Compruebe la sala con «hall-server check --dir {}». Las copias \
         anteriores siguen en su sitio.", dir.display()
    )]
    NotSound {
        /// The hall's folder.
        dir: PathBuf,
        /// What the check says.
        report: String,
    },
    /// What was written does not read back.
    #[error("Lo que se ha escrito en {} no se lee igual: ese disco falla. Use otro.", .0.display())]
    ReadsOtherwise(PathBuf),
    /// The settings cannot be read, so nobody knows whether it must be encrypted.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The record could not be copied or checked.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl BackupError {
    /// As the mesa is told.
    pub fn trouble(&self) -> CopyTrouble {
        if let BackupError::NoFolder(_) = self {
            CopyTrouble::Missing
        } else if let BackupError::SameDisk(_) = self {
            CopyTrouble::SameDisk
        } else if let BackupError::NoRoom { .. } | BackupError::Journal(JournalError::Full { .. }) = self {
            CopyTrouble::Full
        } else {
            CopyTrouble::Failing
        }
    }
}

/// Makes a copy. `progress` is told what is being done and how much of it, from 0 to 100.
pub fn make(order: &Order, mut progress: impl FnMut(&str, u64)) -> Result<Copied, BackupError> {
    let Order { dir, to, .. } = order;
    if !to.is_dir() {
        return Err(BackupError::NoFolder(to.clone()));
    }
    let config = Config::read(dir)?;
    let recipient = config.mirror.as_ref().map(|mirror| &mirror.recipient);
    let same_disk = disk::holds_both(dir, to);
    if same_disk && order.other_disk {
        return Err(BackupError::SameDisk(to.clone()));
    }
    let mut warnings = Vec::new();
    if same_disk {
        warnings.push(format!(
            "{} está en el mismo disco que la sala: si el disco se rompe, se pierden los dos.",
            to.display()
        ));
    }
    rotate::clear(to);
    let draft = to.join(format!("{}{}", rotate::DRAFT, std::process::id()));
    let prepared = recipient.map(|_| {
        let folder = order.tmp.clone().unwrap_or_else(|| dir.clone());
        folder.join(format!("{}{}", rotate::DRAFT, std::process::id()))
    });
    // Whatever happens from here on, nothing unfinished is left.
    let _draft = Gone(draft.clone());
    let _prepared = prepared.clone().map(Gone);
    let plain = prepared.as_deref().unwrap_or(&draft);
    if let Some(prepared) = &prepared {
        let folder = prepared.parent().unwrap_or(dir);
        rotate::clear(folder);
        has_room(folder, database_size(dir))?;
    }
    let known = journal::look(dir, |record| {
        record.copy_to(plain, order.pace, |done, of| {
            progress("Copiando", done * 100 / of.max(1));
            // The hall needs its disk more than the copy does.
            match prepared.as_deref().and_then(Path::parent).map(free) {
                Some(Ok(free)) if free < HALL_MARGIN / 2 => Err(JournalError::Full {
                    doing: "preparar la copia cifrada",
                    path: plain.to_owned(),
                    source: "queda poco sitio y la sala lo necesita".into(),
                }),
                _ => Ok(()),
            }
        })
    })?;
    for archive in journal::archives_of(dir)? {
        keep_archive(&archive, to, recipient, &mut progress)?;
    }
    progress("Comprobando", 0);
    let report = journal::check_copy(plain, Some(dir))?;
    if !report.is_sound() || report.head != known.sighting.head {
        return Err(BackupError::NotSound { dir: dir.clone(), report: report.to_string() });
    }
    progress("Comprobando", 100);
    let (bytes, sha256) = match recipient {
        Some(recipient) => encrypt(plain, &draft, recipient, &mut progress)?,
        None => {
            warnings.push(
                "La copia no está cifrada: guárdela como la sala misma. Se cifra si sala.toml tiene [mirror] con su recipient."
                    .to_owned(),
            );
            sha256_of(&draft).map_err(JournalError::file("leer", &draft))?
        }
    };
    let made_at_utc_ms = clock::utc_ms();
    let clock = Clock::of_zone(&known.zone);
    let name = Name::new(&clock.print_name(made_at_utc_ms), known.sighting.head.seq, recipient.is_some());
    let note = Note::new(&name, &known, made_at_utc_ms, bytes, sha256);
    warnings.extend(others::keep(dir, to, &name, &config, recipient)?);
    let file = to.join(name.file());
    let failed = JournalError::file("escribir", &file);
    // The text first: a copy that has its name has its text.
    note.write(to, &name)?;
    fs::rename(&draft, &file).and_then(|()| File::open(to)?.sync_all()).map_err(&failed)?;
    if !fs::metadata(&file).is_ok_and(|found| found.len() == bytes) {
        return Err(BackupError::ReadsOtherwise(file));
    }
    let deleted = order.keep.map(|keep| rotate::run(to, known.hall, keep)).unwrap_or_default();
    Ok(Copied { file, note, warnings, deleted })
}

/// Copies an archive of the record beside the copies, unless it is there as it should be: it never changes, and its name is of
/// no other. Beside it stands what it is, so that each night it is looked at again, encrypted or not.
fn keep_archive(
    archive: &Archive,
    to: &Path,
    recipient: Option<&Recipient>,
    progress: &mut impl FnMut(&str, u64),
) -> Result<(), BackupError> {
    let folder = to.join(ARCHIVES);
    others::make_folder(&folder)?;
    let there = others::named_for(folder.join(archive.file.file_name().unwrap_or_default()), recipient);
    let mark = there.with_added_extension("sha256");
    let sum = |sha256: &[u8; 32]| format!("{}  {}\n", hex::encode(sha256), file_name(&there));
    if let Ok(noted) = fs::read_to_string(&mark)
        && sha256_of(&there).is_ok_and(|(_, found)| noted == sum(&found))
    {
        return Ok(());
    }
    // What is copied is what the record names: a bad one would be kept for ever.
    let (_, own) = sha256_of(&archive.file).map_err(JournalError::file("leer", &archive.file))?;
    if own != archive.sha256 {
        return Err(JournalError::ArchiveDiffers(archive.file.clone()).into());
    }
    rotate::clear(&folder);
    let draft = folder.join(format!("{}{}", rotate::DRAFT, std::process::id()));
    let _draft = Gone(draft.clone());
    let writing = JournalError::file("escribir", &draft);
    let sha256 = if let Some(recipient) = recipient {
        encrypt(&archive.file, &draft, recipient, progress)?.1
    } else {
        progress("Copiando el archivo", 0);
        fs::copy(&archive.file, &draft).and_then(|_| File::open(&draft)?.sync_all()).map_err(&writing)?;
        let (_, sha256) = sha256_of(&draft).map_err(JournalError::file("leer", &draft))?;
        if sha256 != archive.sha256 {
            return Err(BackupError::ReadsOtherwise(draft));
        }
        progress("Copiando el archivo", 100);
        sha256
    };
    fs::write(&mark, sum(&sha256)).map_err(JournalError::file("escribir", &mark))?;
    fs::rename(&draft, &there).and_then(|()| File::open(&folder)?.sync_all()).map_err(&writing)?;
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Deleted when it is dropped.
struct Gone(PathBuf);

impl Drop for Gone {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}

fn database_size(dir: &Path) -> u64 {
    fs::metadata(database_in(dir)).map_or(0, |file| file.len())
}

fn free(folder: &Path) -> io::Result<u64> {
    let disk = statvfs(folder).map_err(io::Error::from)?;
    Ok(disk.blocks_available().saturating_mul(disk.fragment_size()))
}

fn has_room(folder: &Path, size: u64) -> Result<(), BackupError> {
    let needed = size + HALL_MARGIN;
    match free(folder) {
        Ok(free) if free < needed => Err(BackupError::NoRoom { folder: folder.to_owned(), needed }),
        _ => Ok(()),
    }
}

/// Writes a file as an age file, on its disk and read back; returns its length and its SHA-256.
fn encrypt(
    from: &Path,
    to: &Path,
    recipient: &Recipient,
    progress: &mut impl FnMut(&str, u64),
) -> Result<(u64, [u8; 32]), BackupError> {
    let (reading, writing) = (JournalError::file("leer", from), JournalError::file("escribir", to));
    let mut source = File::open(from).map_err(&reading)?;
    let of = source.metadata().map_err(&reading)?.len().max(1);
    let file = File::options().write(true).create(true).truncate(true).mode(0o600).open(to);
    let into = Hashed { file: file.map_err(&writing)?, sha: Sha256::new(), bytes: 0 };
    let mut into = recipient.encrypting(into).map_err(&writing)?;
    let (mut buffer, mut done) = (vec![0; 1 << 20], 0);
    loop {
        let read = source.read(&mut buffer).map_err(&reading)?;
        if read == 0 {
            break;
        }
        into.write_all(&buffer[..read]).map_err(&writing)?;
        done += read as u64;
        progress("Cifrando", done * 100 / of);
    }
    let Hashed { file, sha, bytes } = into.finish().map_err(&writing)?;
    file.sync_all().map_err(&writing)?;
    let written = (bytes, sha.finalize().into());
    if sha256_of(to).map_err(JournalError::file("leer", to))? != written {
        return Err(BackupError::ReadsOtherwise(to.to_owned()));
    }
    Ok(written)
}

struct Hashed {
    file: File,
    sha: Sha256,
    bytes: u64,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sha.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
