//! The spare's own hall, as far as its record goes, for the boards that it shows: nothing of it is asked, and it decides nothing.
//!
//! A thread reads what came in with a reader of its own, so that no portion waits for a board. It gives way to all others.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use hall_wire::board::{MesaBoard, PublicBoard};
use hall_wire::sighting::Seen;
use tokio::sync::watch;

use crate::clock::Clock;
use crate::desk::{Facts, View};
use crate::journal::{JournalError, RecordReader};
use crate::replayed::Replayed;

/// Lines that are read at a time: some ten milliseconds.
const LINES: u32 = 2_000;

/// How often it looks whether something came in: a ball is on the board in less than people notice.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The wait before the record is read again after the disk failed.
const RETRY: Duration = Duration::from_secs(5);

/// The thread that keeps the spare's boards.
pub(super) struct Boards {
    thread: JoinHandle<()>,
    stopping: Arc<AtomicBool>,
}

impl Boards {
    /// Begins with a hall of which nothing is known.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn start(
        dir: &Path,
        told: watch::Receiver<Option<Seen>>,
    ) -> std::io::Result<(Boards, watch::Receiver<Arc<View>>)> {
        let (tell, view) = watch::channel(Arc::new(view_of(&Replayed::default(), None)));
        let stopping = Arc::new(AtomicBool::new(false));
        let reads = Reads { dir: dir.to_owned(), told, tell, stopping: stopping.clone() };
        let thread = thread::Builder::new().name("boards".into()).spawn(move || reads.run())?;
        Ok((Boards { thread, stopping }, view))
    }

    /// Ends it: the database can be closed in good order afterwards.
    pub(super) fn stop(self) {
        self.stopping.store(true, Ordering::SeqCst);
        let _ = self.thread.join();
    }
}

struct Reads {
    dir: PathBuf,
    told: watch::Receiver<Option<Seen>>,
    tell: watch::Sender<Arc<View>>,
    stopping: Arc<AtomicBool>,
}

impl Reads {
    fn run(self) {
        if let Err(error) = rustix::process::nice(19) {
            tracing::warn!(%error, "the spare's boards have its own priority");
        }
        let mut replayed = Replayed::default();
        while !self.is_stopping() {
            let seen = *self.told.borrow();
            let Some(seen) = seen.filter(|seen| seen.end.head.seq > replayed.head.seq) else {
                thread::sleep(LOOK_EVERY);
                continue;
            };
            match self.read(&mut replayed) {
                // Half a record shows a hall of long ago.
                Ok(()) if self.is_stopping() => return,
                Ok(()) => drop(self.tell.send_replace(Arc::new(view_of(&replayed, Some(seen))))),
                Err(error) => {
                    tracing::warn!(%error, "the spare's boards stand still: its record could not be read");
                    self.rest();
                }
            }
        }
    }

    /// Reads to the end of the record.
    fn read(&self, replayed: &mut Replayed) -> Result<(), JournalError> {
        let reader = RecordReader::open(&self.dir)?;
        loop {
            let before = replayed.head;
            reader.replay_some(before, LINES, |head, line, event| replayed.apply(head, line, event))?;
            if replayed.head == before || self.is_stopping() {
                return Ok(());
            }
        }
    }

    fn rest(&self) {
        let mut left = RETRY;
        while !left.is_zero() && !self.is_stopping() {
            thread::sleep(LOOK_EVERY);
            left = left.saturating_sub(LOOK_EVERY);
        }
    }

    fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::SeqCst)
    }
}

/// What screens may look at: nobody is logged in at a spare, and it has no cards to look up.
fn view_of(replayed: &Replayed, seen: Option<Seen>) -> View {
    let hall = &replayed.hall;
    let clock = Clock::of_zone(&hall.zone);
    View {
        seq: replayed.head.seq,
        at_utc_ms: clock.now().utc_ms,
        clock,
        public: PublicBoard::of(hall),
        mesa: MesaBoard::of(hall),
        access: Arc::default(),
        vault: Arc::default(),
        next_matrix: 0,
        key_draws: Arc::default(),
        regulation: Arc::default(),
        facts: Facts {
            head_hash: replayed.head.hash.to_string(),
            founding_hash: seen.map(|seen| seen.hall.to_string()).unwrap_or_default(),
            ..Facts::default()
        },
    }
}
