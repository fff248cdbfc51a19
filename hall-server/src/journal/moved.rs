//! The files of the open record, watched: each must still be the one that was opened, in its place (NL1).
//!
//! A file that is renamed, deleted or replaced stays open, and SQLite goes on writing into it and says that all is on disk. Nobody
//! finds it there again. So the journal looks at the names before and after each commit, and the desk once more before it
//! answers anything else. What the deleted file holds is copied out of it while it is still open.

use std::fmt;
use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use super::beside;
use super::lock::Use;

/// From this length of the `-wal` on, SQLite may bring it home within a commit: 16 384 pages of 4 096 bytes
/// (`wal_autocheckpoint` in `open.rs`).
const WAL_COMES_HOME: u64 = 16_384 * 4_096;

/// How much of a file's beginning is compared: the whole header of SQLite, with its count of changes. Another copy of the
/// database, or another `-wal`, has another one.
const HEADER: usize = 100;

/// What the name of the folder for deleted files ends with: it stands beside the hall's.
const SAVED: &str = ".salvada";

/// The open files of a record are no longer those of its folder. Answer nothing and end the process.
#[derive(Debug, thiserror::Error)]
pub struct Moved {
    /// What is wrong with each, the database first.
    pub files: Vec<(PathBuf, Fate)>,
    /// The folder that database and `-wal` were copied into, if one of them was deleted.
    pub saved: Option<Result<PathBuf, io::Error>>,
}

/// What happened to an open file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It has no name any more; the kernel keeps it until this process ends.
    Deleted,
    /// It has this name now.
    Renamed(PathBuf),
    /// Somebody else wrote into it.
    Written,
    /// The disk does not tell: pulled, or no longer mounted.
    Unseen(String),
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Han cambiado los ficheros de la sala con el servidor en marcha:")?;
        for (path, fate) in &self.files {
            let path = path.display();
            match fate {
                Fate::Deleted => write!(f, " {path} está borrado;")?,
                Fate::Renamed(to) => write!(f, " {path} está ahora en {};", to.display())?,
                Fate::Written => write!(f, " otro programa ha escrito en {path};")?,
                Fate::Unseen(why) => write!(f, " {path} no se puede mirar ({why});")?,
            }
        }
        write!(f, " el servidor se cierra sin contestar nada más. ")?;
        match &self.saved {
            Some(Ok(saved)) => {
                write!(
                    f,
                    "Todo lo registrado se ha salvado en la carpeta {}. Devuelva de ahí a su sitio sala.db, sala.db-wal y \
                     sala.db.testigo, los tres, y arranque de nuevo. ",
                    saved.display()
                )?;
            }
            Some(Err(error)) => write!(
                f,
                "Lo borrado no se ha podido salvar ({error}). No borre ni copie nada más y restaure la última copia con «hall-server restore». "
            )?,
            None => (),
        }
        let any = |wanted: fn(&Fate) -> bool| self.files.iter().any(|(_, fate)| wanted(fate));
        if any(|fate| matches!(fate, Fate::Renamed(_))) {
            write!(
                f,
                "Aparte lo que haya ahora en su sitio, devuelva los ficheros a donde estaban, los tres, y arranque de nuevo. "
            )?;
        }
        if any(|fate| *fate == Fate::Written) {
            write!(
                f,
                "Guarde los tres ficheros como están y restaure la última copia con «hall-server restore». "
            )?;
        }
        if any(|fate| matches!(fate, Fate::Unseen(_))) {
            write!(f, "Mire el disco y su cable. ")?;
        }
        if self.files.iter().all(|(path, _)| is_made_again(path))
            && !any(|fate| matches!(fate, Fate::Renamed(_)))
        {
            return write!(f, "No se ha perdido nada: arranque de nuevo.");
        }
        write!(f, "No arranque con una copia: le faltaría lo último.")
    }
}

/// What the next start makes again without a loss.
fn is_made_again(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "db-shm" || end == "lock")
}

/// The files of one open record.
#[derive(Debug)]
pub(super) struct Files {
    database: Watched,
    wal: Watched,
    shm: Watched,
    lock: Watched,
}

/// One of them. It is kept open: closing any of a process's descriptors of a file drops SQLite's own locks on it.
#[derive(Debug)]
struct Watched {
    path: PathBuf,
    file: File,
    /// Device and inode.
    id: (u64, u64),
    /// As this process left it.
    left: Content,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Content {
    len: u64,
    header: Vec<u8>,
}

impl Files {
    /// Those of a database that SQLite has opened, by the name that SQLite has for it, and its lock.
    pub(super) fn of(database: &Path, lock: &Path) -> io::Result<Files> {
        Ok(Files {
            database: Watched::open(database.to_owned())?,
            wal: Watched::open(beside(database, "-wal"))?,
            shm: Watched::open(beside(database, "-shm"))?,
            lock: Watched::open(lock.to_owned())?,
        })
    }

    /// All are in their places and as this process left them. Costs some microseconds.
    pub(super) fn as_left(&self) -> Result<(), Moved> {
        let [database, wal] = [&self.database, &self.wal].map(|file| file.now().map(|now| now == file.left));
        self.judge(database, wal)
    }

    /// As [`Files::as_left`], after this process has written: the `-wal` may be another now, and the database where all of the
    /// `-wal` may have been brought home. Keeps how they are left.
    pub(super) fn after_writing(&mut self, brought_home: bool) -> Result<(), Moved> {
        let (database, wal) = (self.database.now(), self.wal.now());
        let was_full = |now: &Content| now.len >= WAL_COMES_HOME || self.wal.left.len >= WAL_COMES_HOME;
        let home = brought_home || wal.as_ref().is_ok_and(was_full);
        let same = |now: &Content| home || *now == self.database.left;
        self.judge(Watched::seen(&database, same), Watched::seen(&wal, |_| true))?;
        if let (Ok(database), Ok(wal)) = (database, wal) {
            (self.database.left, self.wal.left) = (database, wal);
        }
        Ok(())
    }

    fn judge(&self, database: io::Result<bool>, wal: io::Result<bool>) -> Result<(), Moved> {
        let places = [
            (&self.database, self.database.fate(database)),
            (&self.wal, self.wal.fate(wal)),
            (&self.shm, self.shm.fate(Ok(true))),
            (&self.lock, self.lock.fate(Ok(true))),
        ];
        let files: Vec<(PathBuf, Fate)> =
            places.into_iter().filter_map(|(file, fate)| Some((file.path.clone(), fate?))).collect();
        if files.is_empty() { Ok(()) } else { Err(self.moved(files)) }
    }

    /// Saves what would be gone with this process.
    fn moved(&self, files: Vec<(PathBuf, Fate)>) -> Moved {
        let deleted = |one: &Watched| files.contains(&(one.path.clone(), Fate::Deleted));
        let lost = deleted(&self.database) || deleted(&self.wal);
        if deleted(&self.lock) && !lost && !self.lock.path.exists() {
            // The next start must know that this one was not closed.
            let _ = fs::write(&self.lock.path, Use::Open.text(std::process::id()));
        }
        Moved { files, saved: lost.then(|| self.save()) }
    }

    /// Copies database and `-wal` out of the open files: into a folder beside the hall's, which may be about to be deleted whole, or
    /// into one within it where that cannot be made.
    fn save(&self) -> io::Result<PathBuf> {
        let hall = self.database.path.parent().ok_or(io::ErrorKind::NotFound)?;
        let make = |folder: PathBuf| DirBuilder::new().mode(0o700).create(&folder).map(|()| folder);
        // What an earlier accident left stays.
        let names = (1..100).map(|turn| if turn == 1 { SAVED.to_owned() } else { format!("{SAVED}-{turn}") });
        let beside_it = names.map(|name| beside(hall, &name)).find(|to| !to.exists());
        let to = beside_it.ok_or(io::ErrorKind::AlreadyExists.into()).and_then(make);
        let to = to.or_else(|_| make(hall.join(&SAVED[1..])))?;
        for from in [&self.database, &self.wal] {
            let mut copy = File::create_new(to.join(from.path.file_name().unwrap_or_default()))?;
            io::copy(&mut from.again()?, &mut copy)?;
            copy.sync_all()?;
        }
        File::open(&to)?.sync_all()?;
        Ok(to)
    }
}

impl Watched {
    fn open(path: PathBuf) -> io::Result<Watched> {
        let file = File::open(&path)?;
        let found = file.metadata()?;
        let id = (found.dev(), found.ino());
        let left = Content::of(&file)?;
        Ok(Watched { path, file, id, left })
    }

    fn now(&self) -> io::Result<Content> {
        Content::of(&self.file)
    }

    fn seen(now: &io::Result<Content>, good: impl Fn(&Content) -> bool) -> io::Result<bool> {
        match now {
            Ok(now) => Ok(good(now)),
            Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
        }
    }

    /// What happened to it; none if its name still means it and its content is good.
    fn fate(&self, good: io::Result<bool>) -> Option<Fate> {
        match fs::metadata(&self.path) {
            Ok(found) if (found.dev(), found.ino()) == self.id => match good {
                Ok(true) => None,
                Ok(false) => Some(Fate::Written),
                Err(error) => Some(Fate::Unseen(error.to_string())),
            },
            Ok(_) => Some(self.elsewhere()),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Some(self.elsewhere())
            }
            Err(error) => Some(Fate::Unseen(error.to_string())),
        }
    }

    /// The open file's name by the kernel.
    fn elsewhere(&self) -> Fate {
        let Ok(name) = fs::read_link(self.link()) else { return Fate::Unseen("sin nombre".to_owned()) };
        if fs::metadata(&name).is_ok_and(|found| (found.dev(), found.ino()) == self.id) {
            Fate::Renamed(name)
        } else if name.as_os_str().as_bytes().ends_with(b" (deleted)") {
            Fate::Deleted
        } else {
            Fate::Unseen("hay otro disco montado en su sitio".to_owned())
        }
    }

    /// A second descriptor with a place of its own, for a file that may have no name.
    fn again(&self) -> io::Result<File> {
        File::open(self.link())
    }

    fn link(&self) -> String {
        format!("/proc/self/fd/{}", self.file.as_raw_fd())
    }
}

impl Content {
    fn of(file: &File) -> io::Result<Content> {
        let mut header = vec![0; HEADER];
        let mut read = 0;
        while read < HEADER {
            match file.read_at(&mut header[read..], read as u64)? {
                0 => break,
                more => read += more,
            }
        }
        header.truncate(read);
        Ok(Content { len: file.metadata()?.len(), header })
    }
}
