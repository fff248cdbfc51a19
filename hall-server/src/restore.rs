//! `hall-server restore`: a hall made again of its copies, in a new folder.
//!
//! 1. Every source is looked at: backups, mirrors, folders of halls. A base is chosen: of the sound ones the copy that goes farthest.
//! 2. It lies in a working folder beside the new one. Mirrors add what comes after it, line by line with the chain checked; without
//!    a base a mirror alone makes the hall from line 1.
//! 3. Everything that any source saw of the record is held against the result: what is missing is told, another hall or a
//!    forked record is refused.
//! 4. Two people sign a new epoch, and the working folder gets its name. Until then there is nothing under that name.

use std::fs::{self, DirBuilder, File};
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use hall_core::event::EpochCause;
use hall_core::record::Hash;

use crate::backup::{Name, restore_others};
use crate::config;
use crate::epoch::{self, EpochError, Signature, Standing};
use crate::journal::{
    self, ARCHIVES, AppendError, Journal, JournalError, Known, Sighting, TakeInError, database_in,
};
use crate::mirror::{Identity, KeyError};

mod line_by_line;
mod screen;
mod source;

use line_by_line::Followed;
use source::{Candidate, Kind, Source};

/// What is restored, and where to.
#[derive(Debug, Clone)]
pub struct Order {
    /// Backups, folders of backups, mirrors, folders of halls.
    pub from: Vec<PathBuf>,
    /// The new folder, which is not there or empty.
    pub dir: PathBuf,
    /// The file with the secret half of the copies' key.
    pub identity: Option<PathBuf>,
}

/// Nothing was restored, and nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// There is something in the new folder's place.
    #[error("{} ya existe: no se escribe encima. Diga en --dir una carpeta nueva; la vieja guárdela entera, es una prueba.", .0.display())]
    Exists(PathBuf),
    /// Nothing of what was named can be used.
    #[error("No hay de qué restaurar:\n{0}")]
    Nothing(String),
    /// The sources are of several halls.
    #[error("Las copias son de salas distintas y no se mezclan:\n  {a}\n  {b}\nDiga sólo las de una sala.")]
    OtherHall {
        /// One source and its hall.
        a: String,
        /// Another.
        b: String,
    },
    /// The record went on in two ways.
    #[error(
        "Hay dos registros que se separan en la línea {line}, y sólo uno puede ser el de la sala:\n  {a}\n  {b}\nCompare cada \
         uno con la última acta («hall-server check --head») y restaure sólo del bueno. Guarde los dos."
    )]
    Forked {
        /// The first line that is known to differ.
        line: u64,
        /// One source.
        a: String,
        /// The other.
        b: String,
    },
    /// What was made is not sound.
    #[error("Lo restaurado no está en orden, y no se deja: {0}")]
    NotSound(String),
    /// The key cannot be read.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The two did not sign.
    #[error(transparent)]
    Epoch(#[from] EpochError),
    /// The record could not be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Lines could not be written.
    #[error(transparent)]
    Append(#[from] AppendError),
}

impl RestoreError {
    fn take_in(error: TakeInError) -> RestoreError {
        match error {
            TakeInError::Append(error) => error.into(),
            // Only what follows is taken in.
            other @ TakeInError::NotNext { .. } => RestoreError::NotSound(other.to_string()),
        }
    }
}

/// A hall that is ready, but for its two signatures. Dropped, nothing of it is left.
pub struct Prepared {
    dir: PathBuf,
    /// `None` only once it is closed for good. It is dropped before its folder is deleted, or it would save its files from that.
    journal: Option<Journal>,
    work: Work,
    standing: Standing,
    known: Known,
    sources: Vec<Source>,
    /// Which source the base is of; none if it was made from line 1.
    base: Option<usize>,
    /// The last line of the base.
    base_seq: u64,
    /// Which mirrors added lines.
    added: Vec<usize>,
    seen_epoch: u32,
    lost_to: Option<u64>,
    brought: Vec<PathBuf>,
    not_brought: Vec<String>,
}

/// Looks at every source and makes the hall in a working folder beside the new one. `progress` is told what is being done
/// and how much of it, from 0 to 100.
pub fn prepare(order: &Order, progress: &mut dyn FnMut(&str, u64)) -> Result<Prepared, RestoreError> {
    is_free(&order.dir)?;
    let identity = order.identity.as_deref().map(Identity::read).transpose()?;
    let work = Work::new(&order.dir)?;
    let mut sources: Vec<Source> = order.from.iter().flat_map(|path| source::find(path)).collect();
    let archives_in: Vec<PathBuf> = sources.iter().map(Source::folder).collect();
    let mut best: Option<(usize, Candidate)> = None;
    for (index, source) in sources.iter_mut().enumerate() {
        let file = work.0.join(format!("candidata-{index}"));
        let Some(candidate) = source.fetch(&file, &archives_in, identity.as_ref(), progress)? else {
            continue;
        };
        let farther =
            best.as_ref().is_none_or(|(_, best)| key(&best.known.sighting) < key(&candidate.known.sighting));
        let worse = if farther { best.replace((index, candidate)) } else { Some((index, candidate)) };
        if let Some((_, worse)) = worse {
            fs::remove_file(&worse.file).map_err(JournalError::file("borrar", &worse.file))?;
        }
    }
    one_hall(&sources)?;
    let (mut built, mut base) = made(&work, best.as_ref().map(|(_, candidate)| candidate))?;
    let mut base_index = best.as_ref().map(|(index, _)| *index);
    let mut added = Vec::new();
    for index in by_reach(&sources) {
        match line_by_line::follow(&mut built, &mut sources[index], identity.as_ref(), progress)? {
            Followed::Added => added.push(index),
            Followed::Nothing => {}
            Followed::Forks { line } => {
                let (theirs, ours) = (sources[index].epoch(), built.sighting().epoch);
                if theirs > ours && base_index.is_some() {
                    // The hall went on in another epoch than this copy: its mirror makes it from line 1.
                    drop(built);
                    (built, base) = made(&work, None)?;
                    base_index = None;
                    added.clear();
                    if line_by_line::follow(&mut built, &mut sources[index], identity.as_ref(), progress)?
                        == Followed::Added
                    {
                        added.push(index);
                    }
                } else if theirs == ours {
                    let a = sources[index].words();
                    let b = base_index
                        .or(added.first().copied())
                        .map_or_else(String::new, |at| sources[at].words());
                    return Err(RestoreError::Forked { line, a, b });
                }
            }
        }
    }
    if built.head().seq == 0 {
        let troubles = sources.iter().map(|source| format!("  {}", source.words()));
        return Err(RestoreError::Nothing(troubles.collect::<Vec<_>>().join("\n")));
    }
    drop(built);
    progress("Comprobando lo restaurado", 0);
    let database = work.database();
    let archives = only_its_archives(&database)?;
    let report = journal::check_copy(&database, None)?;
    if !report.is_sound() {
        return Err(RestoreError::NotSound(report.to_string()));
    }
    progress("Comprobando lo restaurado", 100);
    let seen: Vec<(String, Sighting)> =
        sources.iter().flat_map(|source| source.seen.iter().map(|saw| (source.words(), *saw))).collect();
    let (journal, _, doubts) = Journal::open_despite(&database, &seen)?;
    let ours = journal.sighting();
    agrees(ours, doubts)?;
    let standing = Standing::of(&journal)?;
    let known = journal.known()?;
    let seen_epoch = seen.iter().map(|(_, saw)| saw.epoch).max().unwrap_or(1).max(ours.epoch);
    let lost_to = seen.iter().map(|(_, saw)| saw.head.seq).filter(|seq| *seq > ours.head.seq).max();
    let (others, not_brought) = others(&sources, base_index, identity.as_ref(), &work.0, &known)?;
    let brought = archives.into_iter().chain(others).collect();
    Ok(Prepared {
        dir: order.dir.clone(),
        work,
        journal: Some(journal),
        standing,
        known,
        sources,
        base: base_index,
        base_seq: base,
        added,
        seen_epoch,
        lost_to,
        brought,
        not_brought,
    })
}

impl Prepared {
    /// Begins the new epoch, in the working folder.
    ///
    /// # Errors
    /// When the two are not those they say or may not sign; they may try again.
    pub fn sign(&mut self, signed: &[Signature; 2]) -> Result<Sighting, EpochError> {
        let journal = self.journal.as_mut().expect("it is open until it has its name");
        epoch::begin(journal, &self.standing, EpochCause::Restored, self.seen_epoch, self.lost_to, signed)
    }

    /// Gives the new hall its folder's name. Returns a warning if the disk has no room for the reserve.
    pub fn put_in_place(mut self) -> Result<Option<String>, RestoreError> {
        let warning = match self.journal.as_ref().map(Journal::restore_reserve) {
            Some(Err(error)) => Some(format!("{error} Sin reserva no se abre ninguna venta.")),
            _ => None,
        };
        // What a technician copies of it later may be one file: everything is in that one.
        if let Some(journal) = &mut self.journal {
            journal.checkpoint()?;
        }
        // Closed in good order.
        self.journal = None;
        let renaming = JournalError::file("dar nombre a", &self.dir);
        for folder in
            [self.work.0.join(ARCHIVES), self.work.0.clone()].iter().filter(|folder| folder.exists())
        {
            File::open(folder).and_then(|folder| folder.sync_all()).map_err(&renaming)?;
        }
        is_free(&self.dir)?;
        // Over an empty folder too; over no other.
        fs::rename(&self.work.0, &self.dir).map_err(&renaming)?;
        File::open(parent(&self.dir)).and_then(|folder| folder.sync_all()).map_err(&renaming)?;
        Ok(warning)
    }
}

/// Which of two goes farther.
fn key(saw: &Sighting) -> (u32, u64) {
    (saw.epoch, saw.head.seq)
}

/// The mirrors, those that go farthest first.
fn by_reach(sources: &[Source]) -> Vec<usize> {
    let reach = |index: &usize| sources[*index].seen.iter().map(key).max();
    let mut mirrors: Vec<usize> =
        (0..sources.len()).filter(|index| matches!(sources[*index].kind, Kind::Mirror)).collect();
    mirrors.sort_by_key(|index| std::cmp::Reverse(reach(index)));
    mirrors
}

/// The database in the working folder: a copy, or a new one. Returns its last line too.
fn made(work: &Work, base: Option<&Candidate>) -> Result<(Journal, u64), RestoreError> {
    let database = work.database();
    for left in ["", "-wal", "-shm", ".lock", ".testigo", ".reserva"] {
        let path = journal::beside(&database, left);
        if path.exists() {
            fs::remove_file(&path).map_err(JournalError::file("borrar", &path))?;
        }
    }
    let Some(base) = base else {
        let journal = Journal::create(&database, crate::clock::utc_ms())?;
        return Ok((journal, 0));
    };
    fs::rename(&base.file, &database).map_err(JournalError::file("dar nombre a", &database))?;
    let (journal, _, _) = Journal::open_despite(&database, &[])?;
    let seq = journal.head().seq;
    Ok((journal, seq))
}

/// Deletes archives of copies that were not taken. Returns the others, within the hall's folder.
fn only_its_archives(database: &Path) -> Result<Vec<PathBuf>, RestoreError> {
    let named = journal::archives_of(database)?;
    let folder = parent(database).join(ARCHIVES);
    for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if !named.iter().any(|archive| archive.file.file_name() == path.file_name()) {
            fs::remove_file(&path).map_err(JournalError::file("borrar", &path))?;
        }
    }
    // Without any, the folder goes too.
    fs::remove_dir(&folder).ok();
    let named = named.iter().filter_map(|archive| archive.file.file_name());
    Ok(named.map(|name| Path::new(ARCHIVES).join(name)).collect())
}

/// All that could be read is of one hall.
fn one_hall(sources: &[Source]) -> Result<(), RestoreError> {
    let mut known = sources.iter().filter_map(|source| Some((source, source.hall?)));
    let Some((first, hall)) = known.next() else { return Ok(()) };
    match known.find(|(_, other)| *other != hall) {
        None => Ok(()),
        Some((other, _)) => Err(RestoreError::OtherHall { a: first.words(), b: other.words() }),
    }
}

/// What somebody saw and is not here is missing. What contradicts it is another record.
fn agrees(ours: Sighting, doubts: Vec<JournalError>) -> Result<(), RestoreError> {
    for doubt in doubts {
        let (line, difference) = if let JournalError::Rewritten(difference) = doubt {
            (difference.saw.head.seq, difference)
        } else if let JournalError::Shorter(difference) = doubt
            && difference.saw.epoch < ours.epoch
        {
            (difference.ours.head.seq + 1, difference)
        } else {
            continue;
        };
        let b = format!("lo que se restauraría, que acaba en la línea {}", ours.head.seq);
        return Err(RestoreError::Forked { line, a: difference.who, b });
    }
    Ok(())
}

/// Brings the settings and the other files, from the copy or folder that the base is of, or from the newest copy there is.
fn others(
    sources: &[Source],
    base: Option<usize>,
    identity: Option<&Identity>,
    work: &Path,
    known: &Known,
) -> Result<(Vec<PathBuf>, Vec<String>), RestoreError> {
    let copies: Vec<(&Path, &Name)> =
        base.into_iter().chain(0..sources.len()).filter_map(|at| sources[at].copy()).collect();
    let (brought, mut not) = match (copies.first(), base.map(|at| &sources[at])) {
        (Some((folder, name)), _) => restore_others(folder, name, identity, work),
        (None, Some(Source { kind: Kind::Hall, path, .. })) => crate::backup::bring_from_hall(path, work),
        (None, _) => (Vec::new(), Vec::new()),
    };
    let settings = work.join(config::FILE);
    if !settings.exists() {
        fs::write(&settings, config::template(&known.name, ""))
            .map_err(JournalError::file("escribir", &settings))?;
        not.push(format!("{}: no estaba en las copias; se ha hecho uno nuevo", config::FILE));
    }
    Ok((brought, not))
}

fn parent(dir: &Path) -> &Path {
    dir.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The place of a new folder has nothing in it.
fn is_free(dir: &Path) -> Result<(), RestoreError> {
    match fs::read_dir(dir).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(RestoreError::Exists(dir.to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotADirectory => Err(RestoreError::Exists(dir.to_owned())),
        Err(error) => Err(JournalError::file("mirar", dir)(error).into()),
    }
}

/// The working folder, beside the new one and on its disk. Deleted when it is dropped, unless it was renamed.
struct Work(PathBuf);

impl Work {
    fn new(dir: &Path) -> Result<Work, RestoreError> {
        let name = dir.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let begins = format!(".{name}.restaurando-");
        // What was killed before.
        for entry in fs::read_dir(parent(dir)).into_iter().flatten().flatten() {
            let left = entry.file_name();
            let pid = left
                .to_str()
                .and_then(|left| left.strip_prefix(&begins))
                .and_then(|pid| pid.parse::<u32>().ok());
            if pid.is_some_and(|pid| !Path::new("/proc").join(pid.to_string()).exists()) {
                fs::remove_dir_all(entry.path()).ok();
            }
        }
        let work = parent(dir).join(format!("{begins}{}", std::process::id()));
        DirBuilder::new().mode(0o700).create(&work).map_err(JournalError::file("crear", &work))?;
        Ok(Work(work))
    }

    fn database(&self) -> PathBuf {
        database_in(&self.0)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// How a hall is called in short: the first bytes of its line 1's hash, as in the names of its mirrors.
fn tag(hall: Hash) -> String {
    hall.to_string()[..8].to_owned()
}
