//! The mirrors of a running server: a thread for each, which follows the record, and what everybody may know of them.
//!
//! The desk says how far the record goes and never waits for a disk of a mirror here, but in [`Mirrors::wait_for`], which is
//! bounded. A mirror in trouble is tried again after a pause that grows to [`PAUSE_MAX`].

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use hall_wire::board::{CopyTrouble, RecordCopy};

use super::spare::{Remote, SpareSettings, Superseded};
use super::writer::Writer;
use super::{MirrorSettings, Trouble, Wait};
use crate::journal::{Head, JournalError, Portion, RecordReader, Sighting};

/// The longest the desk waits for a mirror. A stick that was pulled out must not stop a game.
pub const WAIT_MAX: Duration = Duration::from_secs(2);

/// Lines of one portion when there is much to catch up with.
const LINES_MAX: usize = 500;

const PAUSE_MIN: Duration = Duration::from_millis(200);
const PAUSE_MAX: Duration = Duration::from_secs(5);

/// How often a mirror that has nothing to write is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A mirror that is farther behind than this is told of at the mesa.
const BEHIND: Duration = Duration::from_secs(1);

/// Commits whose moment is remembered: four seconds of the busiest hall.
const COMMITS_MAX: usize = 4096;

/// The mirrors of a server. Dropped, their threads are told to end.
#[derive(Debug)]
pub struct Mirrors {
    shared: Arc<Shared>,
    waits: [(Place, Wait); 2],
}

/// Where a copy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// On another disk.
    Disk,
    /// On another computer, which can become the hall's server.
    Spare,
}

/// What becomes of a server whose spare was promoted.
pub type OnSuperseded = Arc<dyn Fn(Superseded) + Send + Sync>;

/// How one mirror stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyStatus {
    /// Where it is.
    pub place: Place,
    /// Its folder or its address, as in the settings.
    pub name: String,
    /// The head of the record up to where it is on the mirror's disk, as far as this server knows.
    pub head: Head,
    /// Lines of the record that are not on it.
    pub lines_behind: u64,
    /// Milliseconds since the oldest of them was committed, or since the start for those older than this process.
    pub ms_behind: u64,
    /// What is wrong with it.
    pub trouble: Option<CopyTrouble>,
    /// Times it has come into trouble since the start.
    pub troubles: u64,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// There is more to write, or the end has come.
    news: Condvar,
    /// A mirror has written, or its thread has ended.
    progress: Condvar,
}

#[derive(Debug)]
struct State {
    /// The last line on the hall's own disk.
    head_seq: u64,
    /// Commits with a line that some mirror has not, oldest first.
    commits: VecDeque<(u64, Instant)>,
    ending: bool,
    copies: Vec<One>,
}

#[derive(Debug)]
struct One {
    place: Place,
    name: String,
    head: Head,
    trouble: Option<(CopyTrouble, String)>,
    troubles: u64,
    /// It had everything when it wrote last, and no wait for it has been in vain since.
    keeps_up: bool,
    ended: bool,
}

impl Mirrors {
    /// Starts a thread for each folder. `record` is the hall's folder, `head` where its record ends.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn start(settings: &MirrorSettings, record: &Path, head: Head) -> io::Result<Mirrors> {
        Mirrors::with_spare(Some(settings), None, record, head)
    }

    /// As [`Mirrors::start`], with a spare, and what to do when it was promoted.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn with_spare(
        settings: Option<&MirrorSettings>,
        spare: Option<(&SpareSettings, OnSuperseded)>,
        record: &Path,
        head: Head,
    ) -> io::Result<Mirrors> {
        let folders = settings.into_iter().flat_map(|settings| {
            settings.folders.iter().map(|folder| Target::Folder(folder.clone(), settings.clone()))
        });
        let waits = [
            (Place::Disk, settings.map_or(Wait::Never, |settings| settings.wait)),
            (Place::Spare, spare.as_ref().map_or(Wait::Never, |(spare, _)| spare.wait)),
        ];
        let spare = spare.map(|(settings, ends)| Target::Spare(settings.clone(), ends));
        let targets: Vec<Target> = folders.chain(spare).collect();
        let one = |target: &Target| One {
            place: target.place(),
            name: target.to_string(),
            head: Head::EMPTY,
            trouble: None,
            troubles: 0,
            keeps_up: false,
            ended: false,
        };
        let state = State {
            head_seq: head.seq,
            commits: VecDeque::from([(head.seq, Instant::now())]),
            ending: false,
            copies: targets.iter().map(one).collect(),
        };
        let shared =
            Arc::new(Shared { state: Mutex::new(state), news: Condvar::new(), progress: Condvar::new() });
        let mirrors = Mirrors { shared: shared.clone(), waits };
        for (index, target) in targets.into_iter().enumerate() {
            let keeper = Keeper { shared: shared.clone(), index, target, record: record.to_owned() };
            thread::Builder::new().name(format!("copy-{}", index + 1)).spawn(move || keeper.run())?;
        }
        Ok(mirrors)
    }

    /// What the desk waits for: at which place, and with which answers.
    pub fn waits(&self) -> [(Place, Wait); 2] {
        self.waits
    }

    /// Says that the record goes up to this line on the hall's own disk. Waits for nothing.
    pub fn committed(&self, seq: u64) {
        let mut state = self.shared.lock();
        state.head_seq = seq;
        if state.commits.len() < COMMITS_MAX {
            state.commits.push_back((seq, Instant::now()));
        }
        drop(state);
        self.shared.news.notify_all();
    }

    /// Waits until a copy at this place has this line on its disk, at most [`WAIT_MAX`]; returns whether it has. Where no copy keeps
    /// up there is nothing to wait for: a dead one costs one wait, not one for each payment.
    pub fn wait_for(&self, place: Place, seq: u64) -> bool {
        let end = Instant::now() + WAIT_MAX;
        let mut state = self.shared.lock();
        loop {
            if state.at(place).any(|one| one.head.seq >= seq) {
                return true;
            }
            if !state.at(place).any(|one| one.keeps_up) {
                return false;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                state.copies.iter_mut().filter(|one| one.place == place).for_each(|one| one.keeps_up = false);
                return false;
            }
            let waited = self.shared.progress.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// How each mirror stands now, in the order of the settings.
    pub fn now(&self) -> Vec<CopyStatus> {
        let state = self.shared.lock();
        let status = |one: &One| CopyStatus {
            place: one.place,
            name: one.name.clone(),
            head: one.head,
            lines_behind: state.head_seq.saturating_sub(one.head.seq),
            ms_behind: state
                .behind(one)
                .map_or(0, |behind| u64::try_from(behind.as_millis()).unwrap_or(u64::MAX)),
            trouble: one.trouble.as_ref().map(|(kind, _)| *kind),
            troubles: one.troubles,
        };
        state.copies.iter().map(status).collect()
    }

    /// How each mirror stands, as the mesa is told.
    pub fn board(&self) -> Vec<RecordCopy> {
        let told = |status: CopyStatus| {
            let behind = status.trouble.is_some() || u128::from(status.ms_behind) > BEHIND.as_millis();
            RecordCopy {
                folder: status.name,
                spare: status.place == Place::Spare,
                behind,
                lines: if behind { status.lines_behind } else { 0 },
                trouble: status.trouble,
            }
        };
        self.now().into_iter().map(told).collect()
    }

    /// Lets the mirrors write what they have not, at most so long, and ends their threads. One whose disk hangs is left.
    pub fn end(&self, limit: Duration) {
        let end = Instant::now() + limit;
        let mut state = self.shared.lock();
        state.ending = true;
        self.shared.news.notify_all();
        while state.copies.iter().any(|one| !one.ended) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let waited = self.shared.progress.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Mirrors {
    fn drop(&mut self) {
        self.shared.lock().ending = true;
        self.shared.news.notify_all();
    }
}

impl State {
    fn at(&self, place: Place) -> impl Iterator<Item = &One> {
        self.copies.iter().filter(move |one| one.place == place)
    }

    /// How long ago the oldest line that a mirror has not was committed; `None` if it has all.
    fn behind(&self, one: &One) -> Option<Duration> {
        if one.head.seq >= self.head_seq {
            return None;
        }
        let oldest = self.commits.iter().find(|(seq, _)| *seq > one.head.seq).or(self.commits.back());
        oldest.map(|(_, at)| at.elapsed())
    }

    /// Forgets the moments of what every mirror has.
    fn forget(&mut self) {
        let least = self.copies.iter().map(|one| one.head.seq).min().unwrap_or(u64::MAX);
        while self.commits.len() > 1 && self.commits.front().is_some_and(|(seq, _)| *seq <= least) {
            self.commits.pop_front();
        }
    }
}

impl Shared {
    /// A thread that panicked has left the state whole: every change of it is one assignment after another.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is written to.
enum Target {
    Folder(PathBuf, MirrorSettings),
    Spare(SpareSettings, OnSuperseded),
}

impl Target {
    fn place(&self) -> Place {
        match self {
            Target::Folder(..) => Place::Disk,
            Target::Spare(..) => Place::Spare,
        }
    }

    fn attach(&self, record: &RecordReader) -> Result<Attached, Trouble> {
        Ok(match self {
            Target::Folder(folder, settings) => {
                Attached::Folder(Box::new(Writer::attach(folder, record, settings)?))
            }
            Target::Spare(settings, _) => Attached::Spare(Box::new(Remote::attach(settings, record)?)),
        })
    }
}

/// As people know it.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Folder(folder, _) => folder.display().fmt(f),
            Target::Spare(settings, _) => settings.at.fmt(f),
        }
    }
}

/// A target that was reached.
enum Attached {
    Folder(Box<Writer>),
    Spare(Box<Remote>),
}

impl Attached {
    fn head(&self) -> Head {
        match self {
            Attached::Folder(writer) => writer.head(),
            Attached::Spare(remote) => remote.head(),
        }
    }

    fn append(&mut self, portion: &Portion) -> Result<Head, Trouble> {
        match self {
            Attached::Folder(writer) => writer.append(portion),
            Attached::Spare(remote) => remote.append(portion),
        }
    }

    fn is_there(&mut self, record: &RecordReader) -> Result<(), Trouble> {
        match self {
            Attached::Folder(writer) => writer.is_there(),
            Attached::Spare(remote) => {
                let first = record.head_at(1)?.ok_or(Trouble::Missing)?;
                remote.is_there(first.hash, end(record)?)
            }
        }
    }
}

/// The end of the record with its epoch.
fn end(record: &RecordReader) -> Result<Sighting, JournalError> {
    let head = record.head()?;
    Ok(Sighting { epoch: record.epoch_at(head.seq)?, head })
}

/// The thread of one copy.
struct Keeper {
    shared: Arc<Shared>,
    index: usize,
    target: Target,
    record: PathBuf,
}

/// What a thread does next.
enum Next {
    Write,
    Look,
    End,
}

impl Keeper {
    fn run(self) {
        struct Ended<'a>(&'a Keeper);
        impl Drop for Ended<'_> {
            fn drop(&mut self) {
                self.0.one(|one| one.ended = true);
                self.0.shared.progress.notify_all();
            }
        }
        let ended = Ended(&self);
        let mut pause = PAUSE_MIN;
        loop {
            let before = self.shared.lock().copies[self.index].head;
            let Err(trouble) = self.follow() else { break };
            if let (Trouble::Superseded(by), Target::Spare(_, ends)) = (&trouble, &self.target) {
                ends(*by);
            }
            self.tell(&trouble);
            let moved = self.shared.lock().copies[self.index].head != before;
            pause = if moved { PAUSE_MIN } else { (pause * 2).min(PAUSE_MAX) };
            if self.is_over_after(pause) {
                break;
            }
        }
        drop(ended);
    }

    /// Follows the record until the end, which is `Ok`, or until something is wrong.
    fn follow(&self) -> Result<(), Trouble> {
        let record = RecordReader::open(&self.record)?;
        let mut writer = self.target.attach(&record)?;
        self.reached(writer.head());
        loop {
            match self.next(writer.head().seq) {
                Next::Write => {
                    let portion = record.portion(writer.head().seq, LINES_MAX)?;
                    if !portion.is_empty() {
                        let head = writer.append(&portion)?;
                        self.reached(head);
                    }
                }
                Next::Look => writer.is_there(&record)?,
                Next::End => return Ok(()),
            }
        }
    }

    /// Waits for something to do.
    fn next(&self, have: u64) -> Next {
        let state = self.shared.lock();
        let idle = |state: &mut State| state.head_seq <= have && !state.ending;
        let waited = self.shared.news.wait_timeout_while(state, LOOK_EVERY, idle);
        let state = waited.unwrap_or_else(PoisonError::into_inner).0;
        if state.head_seq > have {
            Next::Write
        } else if state.ending {
            Next::End
        } else {
            Next::Look
        }
    }

    /// Notes that the mirror has this head on its disk and nothing is wrong.
    fn reached(&self, head: Head) {
        let mut state = self.shared.lock();
        let all = state.head_seq;
        let one = &mut state.copies[self.index];
        one.head = head;
        one.keeps_up |= head.seq >= all;
        let was = one.trouble.take();
        state.forget();
        drop(state);
        self.shared.progress.notify_all();
        if was.is_some() {
            tracing::info!(copy = %self.target, seq = head.seq, "the copy is there again");
            match self.target.place() {
                Place::Disk => {
                    eprintln!("La copia de {} vuelve a escribirse (línea {}).", self.target, head.seq)
                }
                Place::Spare => {
                    eprintln!("La reserva ({}) vuelve a seguir (línea {}).", self.target, head.seq)
                }
            }
        }
    }

    /// Notes a trouble; says it once for as long as it is the same.
    fn tell(&self, trouble: &Trouble) {
        let words = trouble.to_string();
        let kind = trouble.kind();
        let mut state = self.shared.lock();
        let one = &mut state.copies[self.index];
        one.keeps_up = false;
        let news = one.trouble.as_ref().is_none_or(|(known, _)| *known != kind);
        one.troubles += u64::from(news);
        one.trouble = Some((kind, words.clone()));
        drop(state);
        self.shared.progress.notify_all();
        if news {
            tracing::warn!(copy = %self.target, trouble = words, "the copy is in trouble: it is tried again");
            let copy = match self.target.place() {
                Place::Disk => format!("la copia de {}", self.target),
                Place::Spare => format!("SIN RESERVA: la reserva ({})", self.target),
            };
            eprintln!("Aviso: {copy} {words}. El juego sigue; se reintenta sola.");
        }
    }

    /// Waits; returns whether the end came first.
    fn is_over_after(&self, pause: Duration) -> bool {
        let state = self.shared.lock();
        let waited = self.shared.news.wait_timeout_while(state, pause, |state| !state.ending);
        waited.unwrap_or_else(PoisonError::into_inner).0.ending
    }

    fn one(&self, change: impl FnOnce(&mut One)) {
        change(&mut self.shared.lock().copies[self.index]);
    }
}
