//! What lies at a path that was named, and how far it goes.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use hall_core::record::Hash;

use super::{RestoreError, tag};
use crate::backup::{Name, Note, copies_in, with_age};
use crate::clock::Clock;
use crate::file_hash::sha256_of;
use crate::journal::{
    self, ARCHIVES, JournalError, Known, Pace, RecordReader, Sighting, database_in, witnessed,
};
use crate::mirror::{self, Identity};

/// Something that was named, or was found in a folder that was.
pub(super) struct Source {
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
    /// The hash of its hall's line 1, if that could be read.
    pub(super) hall: Option<Hash>,
    /// What it is, as far as it could be read.
    pub(super) known: Option<Known>,
    /// Where it, or a witness in it, saw the record end.
    pub(super) seen: Vec<Sighting>,
    /// What is wrong with it.
    pub(super) troubles: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// Copies in one folder, newest first: the first sound one counts.
    Backups(Vec<Name>),
    /// A file with another name: a copy that was renamed.
    Loose,
    Mirror,
    /// A hall's folder, or a copy of one.
    Hall,
    /// Nothing that is known here.
    Nothing,
}

/// A sound copy in clear.
pub(super) struct Candidate {
    pub(super) file: PathBuf,
    pub(super) known: Known,
}

/// Everything at a path.
pub(super) fn find(path: &Path) -> Vec<Source> {
    let source = |kind, troubles: Vec<String>| Source {
        path: path.to_owned(),
        kind,
        hall: None,
        known: None,
        seen: Vec::new(),
        troubles,
    };
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) => return vec![source(Kind::Nothing, vec![format!("no se puede leer: {error}")])],
    };
    if found.is_file() {
        let name = path.file_name().and_then(|name| Name::parse(name.to_str()?));
        return vec![match name {
            Some(name) => {
                let folder = path.parent().unwrap_or(Path::new(".")).to_owned();
                Source { path: folder, ..source(Kind::Backups(vec![name]), Vec::new()) }
            }
            None => source(Kind::Loose, Vec::new()),
        }];
    }
    let mut all = Vec::new();
    match mirror::look(path) {
        Ok(looked) if looked.segments > 0 => {
            let mut mirror = source(Kind::Mirror, Vec::new());
            mirror.hall = looked.hall;
            if looked.hall.is_some() && looked.head.seq > 0 {
                mirror.seen.push(Sighting { epoch: looked.epoch, head: looked.head });
            }
            all.push(mirror);
        }
        Ok(_) => {}
        Err(error) => all.push(source(Kind::Nothing, vec![error.to_string()])),
    }
    let mut copies = copies_in(path);
    copies.reverse();
    if !copies.is_empty() {
        all.push(source(Kind::Backups(copies), Vec::new()));
    }
    if database_in(path).is_file() {
        let mut hall = source(Kind::Hall, Vec::new());
        hall.seen.extend(witnessed(path));
        all.push(hall);
    }
    if all.is_empty() {
        all.push(source(Kind::Nothing, vec!["no hay ninguna copia".to_owned()]));
    }
    all
}

impl Source {
    /// Writes the copy in clear into a file and checks it; `None` if there is none that is sound, with the troubles noted.
    ///
    /// # Errors
    /// Only when the new place cannot be written.
    pub(super) fn fetch(
        &mut self,
        file: &Path,
        archives_in: &[PathBuf],
        identity: Option<&Identity>,
        progress: &mut dyn FnMut(&str, u64),
    ) -> Result<Option<Candidate>, RestoreError> {
        let places = Places { archives_in, identity };
        let kind = self.kind.clone();
        let found = match kind {
            Kind::Mirror | Kind::Nothing => return Ok(None),
            Kind::Hall => {
                let dir = self.path.clone();
                self.sound(file, places, |file| {
                    let copied = journal::look(&dir, |record| {
                        record.copy_to(file, Pace::Fast, |done, of| {
                            progress(&format!("Leyendo {}", dir.display()), done * 100 / of.max(1));
                            Ok(())
                        })
                    });
                    copied.map(drop).map_err(Fetch::of)
                })?
            }
            Kind::Loose => {
                let from = self.path.clone();
                let encrypted = from.extension().is_some_and(|extension| extension == "age");
                self.sound(file, places, |file| bring(&from, file, encrypted, identity, progress))?
            }
            Kind::Backups(names) => {
                let mut found = None;
                for (at, name) in names.iter().enumerate() {
                    let folder = self.path.clone();
                    let before = self.troubles.len();
                    found = self.sound(file, places, |file| {
                        let from = folder.join(name.file());
                        is_as_noted(&folder, name, &from)?;
                        bring(&from, file, name.encrypted, identity, progress)
                    })?;
                    for trouble in &mut self.troubles[before..] {
                        *trouble = format!("{}: {trouble}", name.file());
                    }
                    if found.is_some() {
                        self.kind = Kind::Backups(names[at..].to_vec());
                        break;
                    }
                    // How far it went, others may have said.
                    if let Some(note) = Note::read(&folder, name) {
                        self.seen.push(note.known.sighting);
                        self.hall = self.hall.or(Some(note.known.hall));
                    }
                }
                found
            }
        };
        if let Some(candidate) = &found {
            self.hall = Some(candidate.known.hall);
            self.seen.push(candidate.known.sighting);
            self.known = Some(candidate.known.clone());
        }
        Ok(found)
    }

    /// Fetches one copy, with the archives that it names, and checks it.
    fn sound(
        &mut self,
        file: &Path,
        places: Places<'_>,
        fetch: impl FnOnce(&Path) -> Result<(), Fetch>,
    ) -> Result<Option<Candidate>, RestoreError> {
        let mut archives = Vec::new();
        let checked = fetch(file).and_then(|()| {
            bring_archives(file, places, &mut archives)?;
            let report = journal::check_copy(file, None).map_err(Fetch::of)?;
            if report.is_sound() && report.head.seq > 0 {
                let known = RecordReader::open(file).and_then(|record| record.known()).map_err(Fetch::of)?;
                Ok(Candidate { file: file.to_owned(), known })
            } else {
                Err(Fetch::Bad(format!("no está en orden: {}", report.to_string().replace('\n', " "))))
            }
        });
        match checked {
            Ok(candidate) => return Ok(Some(candidate)),
            Err(Fetch::Bad(why)) => self.troubles.push(why),
            Err(Fetch::Place(error)) => return Err(error),
        }
        // Another source may have a good one of the same name.
        for left in archives.iter().map(PathBuf::as_path).chain([file]).filter(|left| left.exists()) {
            fs::remove_file(left).map_err(JournalError::file("borrar", left))?;
        }
        Ok(None)
    }

    /// The folder beside whose files the archives are.
    pub(super) fn folder(&self) -> PathBuf {
        match self.kind {
            Kind::Loose => self.path.parent().unwrap_or(Path::new(".")).to_owned(),
            Kind::Backups(_) | Kind::Mirror | Kind::Hall | Kind::Nothing => self.path.clone(),
        }
    }

    /// The epoch it saw last.
    pub(super) fn epoch(&self) -> u32 {
        self.seen.iter().map(|saw| saw.epoch).max().unwrap_or(1)
    }

    /// The copy that counts, with its folder.
    pub(super) fn copy(&self) -> Option<(&Path, &Name)> {
        let Kind::Backups(names) = &self.kind else { return None };
        self.known.as_ref()?;
        Some((&self.path, names.first()?))
    }

    /// What it is, in a line.
    pub(super) fn words(&self) -> String {
        let what = match &self.kind {
            Kind::Mirror => "copia línea a línea",
            Kind::Backups(_) | Kind::Loose => "copia de seguridad",
            Kind::Hall => "carpeta de sala",
            Kind::Nothing => "no sirve",
        };
        let path = match self.copy() {
            Some((folder, name)) => folder.join(name.file()),
            None => self.path.clone(),
        };
        let mut words = format!("{} ({what})", path.display());
        if let Some(known) = &self.known {
            let clock = Clock::of_zone(&known.zone);
            let Known { name, sighting, at_utc_ms, session, game, .. } = known;
            words.push_str(&format!(
                ": «{name}», línea {}, {}, época {}, sesión {session}, partida {game}",
                sighting.head.seq,
                clock.print(*at_utc_ms),
                sighting.epoch
            ));
        } else if let Some(hall) = self.hall {
            words.push_str(&format!(": sala {}", tag(hall)));
        }
        if let Some(trouble) = self.troubles.first().filter(|_| self.known.is_none()) {
            words.push_str(&format!(": {trouble}"));
        }
        words
    }
}

/// A copy could not be fetched.
enum Fetch {
    /// It is not good.
    Bad(String),
    /// The new place is not.
    Place(RestoreError),
}

impl Fetch {
    fn of(error: JournalError) -> Fetch {
        if matches!(error, JournalError::Full { .. }) {
            Fetch::Place(error.into())
        } else {
            Fetch::Bad(error.to_string())
        }
    }
}

/// Whether a copy has the length and the SHA-256 that the text beside it says. Without a text nobody knows; it is checked
/// all the same afterwards.
fn is_as_noted(folder: &Path, name: &Name, from: &Path) -> Result<(), Fetch> {
    let Some(note) = Note::read(folder, name) else { return Ok(()) };
    match sha256_of(from) {
        Ok(found) if found == (note.bytes, note.sha256) => Ok(()),
        Ok((bytes, _)) if bytes < note.bytes => {
            Err(Fetch::Bad(format!("está cortada: tiene {bytes} bytes de {}", note.bytes)))
        }
        Ok(_) => Err(Fetch::Bad("sus datos no son los que se escribieron".to_owned())),
        Err(error) => Err(Fetch::Bad(format!("no se puede leer: {error}"))),
    }
}

/// Where archives may be, and the key to those that are encrypted.
#[derive(Clone, Copy)]
struct Places<'a> {
    archives_in: &'a [PathBuf],
    identity: Option<&'a Identity>,
}

/// Brings the archives that a copy names and that are not beside it yet, each from the first folder that has it as the record
/// names it. Those that were brought are added to `brought`.
fn bring_archives(copy: &Path, places: Places<'_>, brought: &mut Vec<PathBuf>) -> Result<(), Fetch> {
    // Each that is there names the one before it.
    while let Err(missing) = RecordReader::open(copy) {
        let JournalError::ArchiveMissing { file: wanted, sha256, .. } = &missing else {
            return Err(Fetch::of(missing));
        };
        let folder = wanted.parent().unwrap_or(Path::new("."));
        let made = fs::DirBuilder::new().mode(0o700).recursive(true).create(folder);
        made.map_err(|error| Fetch::Place(JournalError::file("crear", folder)(error).into()))?;
        brought.push(wanted.clone());
        bring_archive(wanted, *sha256, places)?;
        fs::set_permissions(wanted, fs::Permissions::from_mode(0o400))
            .map_err(|error| Fetch::Place(JournalError::file("escribir", wanted)(error).into()))?;
    }
    Ok(())
}

fn bring_archive(wanted: &Path, sha256: [u8; 32], places: Places<'_>) -> Result<(), Fetch> {
    let name = wanted.file_name().unwrap_or_default();
    let mut troubles = Vec::new();
    for folder in places.archives_in {
        let plain = folder.join(ARCHIVES).join(name);
        for (source, encrypted) in [(plain.clone(), false), (with_age(plain), true)] {
            if !source.is_file() {
                continue;
            }
            match bring(&source, wanted, encrypted, places.identity, &mut |_, _| {}) {
                Ok(()) if sha256_of(wanted).is_ok_and(|(_, found)| found == sha256) => return Ok(()),
                Ok(()) => troubles.push(format!("{} no es el que cita el registro", source.display())),
                Err(Fetch::Bad(why)) => troubles.push(format!("{}: {why}", source.display())),
                Err(place) => return Err(place),
            }
        }
    }
    if troubles.is_empty() {
        let looked: Vec<_> = places.archives_in.iter().map(|folder| folder.display().to_string()).collect();
        troubles.push(format!("no está en la carpeta «archivo» de {}", looked.join(", ni de ")));
    }
    Err(Fetch::Bad(format!("le falta el archivo {}: {}", name.to_string_lossy(), troubles.join("; "))))
}

/// Copies a file, out of its encryption if it has one.
fn bring(
    from: &Path,
    to: &Path,
    encrypted: bool,
    identity: Option<&Identity>,
    progress: &mut dyn FnMut(&str, u64),
) -> Result<(), Fetch> {
    let unreadable = |error: io::Error| Fetch::Bad(format!("no se puede leer: {error}"));
    let source = File::open(from).map_err(unreadable)?;
    let of = source.metadata().map_err(unreadable)?.len();
    let mut reader: Box<dyn io::Read> = Box::new(source);
    if encrypted {
        let key = "está cifrada: diga la clave con --identity FICHERO";
        let identity = identity.ok_or_else(|| Fetch::Bad(key.to_owned()))?;
        let key = "esta clave no la abre, o su principio está cambiado";
        reader = Box::new(identity.decrypting(reader).ok_or_else(|| Fetch::Bad(key.to_owned()))?);
    }
    let place = |error| Fetch::Place(JournalError::file("escribir", to)(error).into());
    let mut into =
        File::options().write(true).create(true).truncate(true).mode(0o600).open(to).map_err(place)?;
    let (mut buffer, mut done) = (vec![0; 1 << 20], 0);
    loop {
        let read = match reader.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) => return Err(Fetch::Bad(format!("está cambiada o cortada ({error})"))),
        };
        io::Write::write_all(&mut into, &buffer[..read]).map_err(place)?;
        done += read as u64;
        progress(&format!("Leyendo {}", from.display()), done * 100 / of.max(1));
    }
    into.sync_all().map_err(place)
}
