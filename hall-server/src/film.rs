//! What the cameras filmed in the draw of a game, and the picture of the exit with each ball: kept on disk for a dispute about a
//! ball (Cat. IV; reliability.md C-3). No rule reads any of it.
//!
//! One thread writes, and nobody waits for it: the desk tells it of lines that are on disk, cameras hand over the pictures that
//! they send anyway. It answers with hashes, which go into the record with whatever is written next.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use hall_core::event::{CameraPost, Event, GameNo, Ordinal, StopNo};
use hall_core::request::Notice;
use hall_core::words::FilmStop;

use crate::clock::Clock;

mod check;
mod keeper;
mod reel;
mod sound;
mod stamp;
mod store;

pub use check::check;
use keeper::Keeper;
pub use reel::Frame;
pub use store::{CAMERAS, Store, folder_of};

/// Pictures that may wait for the disk, of all cameras: some two seconds of three.
const WAITING_MAX: usize = 64;

/// Lines that may wait for it: those of some games.
const LINES_MAX: usize = 1_000;

/// What it has at an orderly end to bring to the disk what it was told.
const END: Duration = Duration::from_secs(2);

/// How long it is told that pictures were lost.
const LOST_TOLD: Duration = Duration::from_secs(60);

/// How film is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilmSettings {
    /// Where; from the hall's folder, if it is no whole path.
    pub folder: PathBuf,
    /// For how many days; at least 1.
    pub days: u32,
    /// Bytes of that disk which film leaves free.
    pub leaves: u64,
    /// What the hall's microphones hear round each stop is kept too.
    pub sound: bool,
}

/// What the record says as the keeper begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Before {
    /// The last game whose film is deleted; 0 before any.
    pub deleted: u32,
    /// The game in whose draw the server starts.
    pub game: Option<GameNo>,
}

/// What the keeper is told.
enum Told {
    /// A camera's picture, and when it came: UTC milliseconds.
    Picture(CameraPost, i64, Bytes),
    /// What the microphones heard, by its number, and when it came, UTC milliseconds.
    Sound(i64, u64, Bytes),
    /// The draw of a game begins.
    Begins(GameNo),
    /// A draw stopped, in this line and at this hour, UTC milliseconds.
    Stopped(u64, GameNo, StopNo, i64),
    /// A ball is on record, in this line.
    Ball(u64, GameNo, Ordinal),
    /// The game is over.
    Over(GameNo),
    /// The record says that film up to this game is deleted.
    Deleted(GameNo),
    /// The program ends: what was filmed is brought to the disk.
    Ends,
}

/// The film of a hall.
pub struct Film {
    tell: SyncSender<Told>,
    standing: Arc<Standing>,
    store: Store,
    keeps_sound: bool,
    /// Hangs up when the keeper has ended.
    ended: Mutex<Receiver<()>>,
}

/// How the keeper stands.
#[derive(Default)]
struct Standing {
    waiting: AtomicUsize,
    stopped: Mutex<Option<FilmStop>>,
    lost: Mutex<Option<Instant>>,
}

impl Standing {
    fn stops(&self, why: Option<FilmStop>) {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }

    fn loses(&self) {
        *self.lost.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn trouble(&self) -> Option<FilmStop> {
        let stopped = *self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        let lost = *self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.or_else(|| lost.filter(|at| at.elapsed() < LOST_TOLD).map(|_| FilmStop::TooSlow))
    }
}

impl Film {
    /// Starts the keeper; `notice` takes what the record shall know.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn start(
        settings: &FilmSettings,
        before: Before,
        clock: Clock,
        notice: impl FnMut(Notice) + Send + 'static,
    ) -> std::io::Result<Film> {
        let (tell, told) = sync_channel(WAITING_MAX + LINES_MAX);
        let (ends, ended) = sync_channel(0);
        let standing = Arc::<Standing>::default();
        let store = Store::new(&settings.folder);
        let keeper =
            Keeper::new(store.clone(), settings, before, clock, Arc::clone(&standing), Box::new(notice));
        let theirs = Arc::clone(&standing);
        let run = move || {
            // Behind the desk and the screens.
            if let Err(error) = rustix::process::nice(10) {
                tracing::debug!(%error, "film has the priority of all else");
            }
            keep(keeper, &told, &theirs);
            drop(ends);
        };
        std::thread::Builder::new().name("film".into()).spawn(run)?;
        Ok(Film { tell, standing, store, keeps_sound: settings.sound, ended: Mutex::new(ended) })
    }

    /// A camera's picture came, at this time, UTC milliseconds.
    pub fn picture(&self, camera: CameraPost, at_utc_ms: i64, jpeg: Bytes) {
        if self.standing.waiting.fetch_add(1, Ordering::Relaxed) >= WAITING_MAX {
            self.standing.waiting.fetch_sub(1, Ordering::Relaxed);
            self.standing.loses();
            return;
        }
        self.tell(Told::Picture(camera, at_utc_ms, jpeg));
    }

    /// The microphones heard this piece, which came at this hour, UTC milliseconds. Returns whether sound is kept here.
    pub fn sound(&self, at_utc_ms: i64, piece: u64, samples: Bytes) -> bool {
        if self.keeps_sound {
            self.tell(Told::Sound(at_utc_ms, piece, samples));
        }
        self.keeps_sound
    }

    /// This line is on disk, written at this hour, UTC milliseconds.
    pub fn wrote(&self, seq: u64, at_utc_ms: i64, event: &Event) {
        if let Event::DrawStarted { game, .. } | Event::DrawStartedByCaller { game, .. } = event {
            self.tell(Told::Begins(*game));
        } else if let Event::BallExtracted { game, ordinal, .. } = event {
            self.tell(Told::Ball(seq, *game, *ordinal));
        } else if let Event::GameEnded { game, .. } | Event::GameVoided { game, .. } = event {
            self.tell(Told::Over(*game));
        } else if let Event::DrawStopped { game, stop, .. } = event {
            self.tell(Told::Stopped(seq, *game, *stop, at_utc_ms));
        } else if let Event::FilmDeleted { last, .. } = event {
            self.tell(Told::Deleted(*last));
        }
    }

    /// Why nothing is filmed, or not all of it.
    pub fn trouble(&self) -> Option<FilmStop> {
        self.standing.trouble()
    }

    /// What is kept.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Has brought to the disk what waits, and ends the keeper. A disk that hangs is not waited for.
    pub fn end(&self) {
        self.tell(Told::Ends);
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.recv_timeout(END) == Err(RecvTimeoutError::Timeout) {
            tracing::warn!("the film's disk does not answer: its last pictures may be lost");
        }
    }

    /// Nobody waits for a keeper whose disk hangs.
    fn tell(&self, told: Told) {
        if self.tell.try_send(told).is_err() {
            self.standing.loses();
        }
    }
}

/// How often the keeper looks at what changes without a word.
const TICK: Duration = Duration::from_millis(500);

fn keep(mut keeper: Keeper, told: &Receiver<Told>, standing: &Standing) {
    loop {
        let told = match told.recv_timeout(TICK) {
            Ok(told) => Some(told),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let ends = matches!(told, Some(Told::Ends));
        if matches!(told, Some(Told::Picture(..))) {
            standing.waiting.fetch_sub(1, Ordering::Relaxed);
        }
        keeper.step(told, Instant::now());
        if ends {
            return;
        }
    }
}
