//! Snapshots of the hall beside its record, so that a start and a paper read only what came after one (ADR 36).
//!
//! A snapshot costs time when it is wrong, old or missing, and never truth. It is used only if it is whole, this very program
//! wrote it, and the record has the very line at which it was taken; the whole record is read afterwards, beside the hall,
//! and compared with it ([`crate::beside`]). It holds no secret and no name: those are in `sealed`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use hall_core::record::{read_hall, write_hall};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::file_hash::sha256_of;
use crate::journal::{Head, JournalError, RecordReader, beside, database_in};
use crate::replayed::{Replayed, Told};

/// The last snapshot and the one before it, which an acta begins with that is made after its session was closed; and the one that
/// another version of the program has made for its own start.
const FILES: [&str; 3] = [".estado", ".estado-anterior", PREPARED];
const PREPARED: &str = ".estado-preparado";

/// One that is being written.
const DRAFT: &str = ".estado-nuevo";

/// Lines that are read at a time beside a server, some ten milliseconds: no checkpoint waits for more.
pub(crate) const LINES: u32 = 2_000;

/// What the file says of itself to whoever opens it.
const TITLE: &str = "Bombo: estado de la sala, para arrancar antes. Se puede borrar.";

/// What stands before the hall.
#[derive(Serialize, Deserialize)]
struct About {
    program: Program,
    /// The line at which it was taken.
    head: String,
    at_utc_ms: i64,
    told: Told,
}

/// A program, by the SHA-256 of its file: another version may make another hall of the same record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program(String);

impl Program {
    /// This program, as it runs, even if its file was replaced since. `None` where the system does not show it: then
    /// there are no snapshots.
    pub fn this() -> Option<Program> {
        static THIS: OnceLock<Option<Program>> = OnceLock::new();
        THIS.get_or_init(|| Program::of(Path::new("/proc/self/exe")).ok()).clone()
    }

    /// The first sixteen digits of its SHA-256, for people who compare two.
    pub fn begins(&self) -> String {
        self.0.chars().take(16).collect()
    }

    /// The program in a file.
    ///
    /// # Errors
    /// What the system says.
    pub fn of(path: &Path) -> io::Result<Program> {
        let (_, sha256) = sha256_of(path)?;
        Ok(Program(hex::encode(sha256)))
    }
}

/// Why a snapshot is not used.
#[derive(Debug, thiserror::Error)]
pub enum Unused {
    /// There is none.
    #[error("there is none")]
    Missing,
    /// The system failed.
    #[error("it cannot be read: {0}")]
    File(#[source] io::Error),
    /// It is cut, or not what was written.
    #[error("it is not whole")]
    Damaged,
    /// Another program wrote it.
    #[error("another program wrote it")]
    OfAnotherProgram,
    /// The record has no such line, or another there.
    #[error("the record has no line {0}")]
    OfAnotherRecord(Head),
    /// The record could not be looked at.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// The newest snapshot of the hall that can be used and is as is wanted. What cannot be used is told in the log.
pub fn nearest(record: &RecordReader, wanted: impl Fn(&Replayed) -> bool) -> Option<Replayed> {
    let program = Program::this()?;
    FILES.iter().find_map(|suffix| {
        let path = beside(record.path(), suffix);
        match read(&path, record, &program) {
            Ok(found) => Some(found).filter(&wanted),
            Err(Unused::Missing) => None,
            Err(why) => {
                tracing::warn!(path = %path.display(), %why, "a snapshot of the hall is not used");
                None
            }
        }
    })
}

/// Reads a snapshot that this program wrote, of the hall whose record this is.
///
/// # Errors
/// Why it cannot be used.
pub fn read(path: &Path, record: &RecordReader, program: &Program) -> Result<Replayed, Unused> {
    let bytes = fs::read(path).map_err(|error| {
        if error.kind() == io::ErrorKind::NotFound { Unused::Missing } else { Unused::File(error) }
    })?;
    let (about, hall) = whole(&bytes).ok_or(Unused::Damaged)?;
    let About { program: by, head, at_utc_ms, told } =
        serde_json::from_str(about).map_err(|_| Unused::Damaged)?;
    if by != *program {
        return Err(Unused::OfAnotherProgram);
    }
    let head = Head::parse(&head).ok_or(Unused::Damaged)?;
    if !record.has(head)? {
        return Err(Unused::OfAnotherRecord(head));
    }
    let hall = read_hall(hall).map_err(|_| Unused::Damaged)?;
    Ok(Replayed { hall, head, at_utc_ms, told })
}

/// The two texts of a snapshot, if its last line is the hash of all before it.
fn whole(bytes: &[u8]) -> Option<(&str, &str)> {
    let text = str::from_utf8(bytes).ok()?.strip_suffix('\n')?;
    let (before, sum) = text.rsplit_once('\n')?;
    if hex::encode(Sha256::digest(before)) != sum {
        return None;
    }
    let mut lines = before.split('\n');
    let (Some(TITLE), Some(about), Some(hall), None) =
        (lines.next(), lines.next(), lines.next(), lines.next())
    else {
        return None;
    };
    Some((about, hall))
}

/// Writes a snapshot beside a database, whole or not at all; the last one becomes the one before.
///
/// # Errors
/// What the system says; the snapshots that were there stay.
pub fn write(database: &Path, hall: &Replayed, program: Program) -> io::Result<()> {
    let [last, before, _] = FILES.map(|suffix| beside(database, suffix));
    let draft = beside(database, DRAFT);
    write_draft(&draft, hall, program)?;
    match fs::rename(&last, &before) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => fs::rename(&draft, &last)?,
    }
    sync_folder_of(database)
}

fn write_draft(draft: &Path, hall: &Replayed, program: Program) -> io::Result<()> {
    let head = hall.head.to_string();
    let about = About { program, head, at_utc_ms: hall.at_utc_ms, told: hall.told.clone() };
    let about = serde_json::to_string(&about)?;
    let text = format!("{TITLE}\n{about}\n{}", write_hall(&hall.hall));
    let written = File::create(draft).and_then(|mut file| {
        writeln!(file, "{text}\n{}", hex::encode(Sha256::digest(&text)))?;
        file.sync_all()
    });
    written.inspect_err(|_| drop(fs::remove_file(draft)))
}

fn sync_folder_of(database: &Path) -> io::Result<()> {
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// No snapshot could be made.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// The system does not show this program's file.
    #[error(
        "El sistema no deja ver el fichero de este programa (/proc/self/exe), y sin él no hay nada que preparar."
    )]
    NoProgram,
    /// The record could not be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The snapshot could not be written.
    #[error("No se ha podido escribir el estado preparado: {0}.")]
    File(#[from] io::Error),
}

/// Reads the record to its end with this program, beside the server of another version, and leaves a snapshot: the start
/// of this program then reads only what came after. Returns the last line that is in it.
pub fn prepare(dir: &Path, progress: &mut dyn FnMut(&str, u64)) -> Result<Head, PrepareError> {
    let program = Program::this().ok_or(PrepareError::NoProgram)?;
    let record = RecordReader::open(dir)?;
    let of = record.head()?.seq.max(1);
    let mut replayed = nearest(&record, |_| true).unwrap_or_default();
    loop {
        let before = replayed.head;
        record.replay_some(before, LINES, |head, line, event| replayed.apply(head, line, event))?;
        progress("Leyendo el registro", (replayed.head.seq * 100 / of).min(100));
        if replayed.head == before {
            break;
        }
    }
    // Under a name of its own: the server that runs needs its own snapshots for its papers.
    let path = beside(record.path(), PREPARED);
    let draft = beside(record.path(), &format!("{PREPARED}-nuevo"));
    write_draft(&draft, &replayed, program)?;
    fs::rename(&draft, &path)?;
    sync_folder_of(record.path())?;
    Ok(replayed.head)
}

/// Deletes the snapshots beside a database: the next start reads the whole record.
pub fn forget(database: &Path) {
    for suffix in FILES.into_iter().chain([DRAFT]) {
        let path = beside(database, suffix);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::error!(path = %path.display(), %error, "a snapshot could not be deleted");
            }
            Ok(()) | Err(_) => (),
        }
    }
}

/// Where the snapshot for the start of another version is, or would be.
pub fn prepared_in(dir: &Path) -> PathBuf {
    beside(&database_in(dir), PREPARED)
}

/// Where the last snapshot of the hall in a folder is, or would be.
pub fn path_in(dir: &Path) -> PathBuf {
    beside(&database_in(dir), FILES[0])
}
