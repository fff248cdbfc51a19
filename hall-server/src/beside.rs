//! What is done beside the hall while it serves, on a thread of its own that gives way to all others: after a start the whole
//! record is read and compared with the snapshot the hall began with, at each session's close a snapshot is written, and
//! once its acta is on disk everything is checked (ADR 36).
//!
//! It reads with a connection of its own, a few lines at a time, so that it stands in the way of no commit and no
//! checkpoint, and it shares nothing with the desk: what it writes down is a second replay of the record.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use hall_core::event::{Event, SessionNo};
use hall_core::request::Notice;
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::desk::{Begun, DeskHandle, View};
use crate::journal::{self, CheckReport, Interrupter, JournalError, Pages, RecordReader, database_in};
use crate::replayed::Replayed;
use crate::snapshot::{self, LINES, Program};

/// The wait before the record is read again after the disk failed.
const RETRY: Duration = Duration::from_secs(60);

/// The hall may not go on.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The record is not what was written.
    #[error(
        "{0} Se han borrado los estados guardados de la sala; el servidor se cierra, y al arrancar lo leerá todo."
    )]
    Record(#[source] JournalError),
    /// The snapshot that the hall was started from is not what the record gives.
    #[error(
        "La sala se había puesto en marcha desde un estado guardado, en la línea {0}, que no es el que resulta del \
         registro. Se ha borrado; el servidor se cierra, y al arrancar leerá el registro entero. Avise al técnico."
    )]
    Snapshot(u64),
}

/// How far it has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Done {
    /// The last line that was read, with its chain.
    pub read: u64,
    /// The line of the last snapshot that was written.
    pub snapshot: u64,
    /// The session whose acta was followed by the whole check. None after a start: what a stop broke off is due again.
    pub checked: Option<SessionNo>,
}

/// The thread beside the hall.
pub struct Beside {
    thread: JoinHandle<()>,
    done: watch::Receiver<Done>,
    stop: watch::Sender<bool>,
    reading: Reading,
}

/// The connection with which it reads, to be interrupted.
type Reading = Arc<Mutex<Option<Interrupter>>>;

impl Beside {
    /// Begins. After a fault `ends` is called, and the snapshots are gone.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(
        dir: &Path,
        desk: &DeskHandle,
        begun: Begun,
        runtime: Handle,
        ends: impl FnOnce(Fault) + Send + 'static,
    ) -> std::io::Result<Beside> {
        let (stop, stopped) = watch::channel(false);
        let (tell_done, done) = watch::channel(Done::default());
        let reading = Reading::default();
        let (dir, view, read_by) = (dir.to_owned(), desk.view.clone(), reading.clone());
        let desk = desk.clone();
        let thread = thread::Builder::new().name("beside".into()).spawn(move || {
            // At the lowest priority, which on Linux is the thread's own.
            if let Err(error) = rustix::process::nice(19) {
                tracing::warn!(%error, "what is done beside the hall has the hall's own priority");
            }
            let mut worker = Worker {
                dir,
                desk,
                view,
                stopped,
                runtime,
                reading: read_by,
                replayed: Replayed::default(),
                done: tell_done,
                closed: 0,
            };
            if let Err(fault) = worker.run(begun) {
                snapshot::forget(&database_in(&worker.dir));
                ends(fault);
            }
        })?;
        Ok(Beside { thread, done, stop, reading })
    }

    /// How far it has come.
    pub fn done(&self) -> watch::Receiver<Done> {
        self.done.clone()
    }

    /// Ends it, in the middle of what it does. The database can be closed in good order afterwards.
    pub fn stop(self) {
        let _ = self.stop.send(true);
        while !self.thread.is_finished() {
            if let Some(reader) = &*self.reading.lock().unwrap_or_else(PoisonError::into_inner) {
                reader.interrupt();
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.thread.join();
    }
}

struct Worker {
    dir: PathBuf,
    desk: DeskHandle,
    view: watch::Receiver<Arc<View>>,
    stopped: watch::Receiver<bool>,
    runtime: Handle,
    reading: Reading,
    /// The hall as far as the record was read here.
    replayed: Replayed,
    done: watch::Sender<Done>,
    /// The line of the last session's close of which there is a snapshot.
    closed: u64,
}

impl Worker {
    fn run(&mut self, begun: Begun) -> Result<(), Fault> {
        let Begun { mut from, pages } = begun;
        self.closed = from.as_ref().map_or(0, |from| from.head.seq);
        while !self.is_stopped() {
            match self.turn(&mut from, &pages) {
                Ok(()) => self.wait(),
                Err(Fault::Record(error)) if self.is_stopped() || !error.is_of_the_record() => {
                    tracing::warn!(%error, "the record could not be read beside the hall; it will be tried again");
                    self.pause(RETRY);
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    /// Does all that there is to do now.
    fn turn(&mut self, from: &mut Option<Replayed>, pages: &Pages) -> Result<(), Fault> {
        let reader = RecordReader::open(&self.dir).map_err(Fault::Record)?;
        *self.reading.lock().unwrap_or_else(PoisonError::into_inner) = Some(reader.interrupter());
        if pages.may_be_damaged() {
            reader.check_pages().map_err(Fault::Record)?;
            pages.are_whole();
            tracing::info!("SQLite finds the pages of the database whole");
        }
        while self.read_some(&reader, from)? == LINES {
            if self.is_stopped() {
                return Ok(());
            }
        }
        self.digest(&reader)?;
        let checked = check_due(&self.view.borrow(), self.done.borrow().checked);
        if checked.is_some() {
            let found = journal::check_by(&reader);
            // A stop breaks the check off, wherever it is: what it says then is no finding.
            if self.is_stopped() {
                tracing::info!("the whole check was broken off by the stop; it is made after the next start");
            } else {
                tell(found);
                self.done.send_modify(|done| done.checked = checked);
            }
        }
        Ok(())
    }

    /// Takes the requests of a closed session into the record, once its acta is on disk.
    fn digest(&mut self, reader: &RecordReader) -> Result<(), Fault> {
        let Some((after, last)) = digest_due(&self.view.borrow()) else { return Ok(()) };
        let made = reader.digest_of_requests(after, last).map_err(Fault::Record)?;
        let journal::AskedDigest { first, last, requests, sha256 } = made;
        self.desk.notice(Notice::RequestsDigested { first, last, requests, sha256 });
        // The check that follows sees it.
        let (view, stopped) = (&mut self.view, &mut self.stopped);
        self.runtime.block_on(async {
            tokio::select! {
                _ = view.wait_for(|view| digest_due(view).is_none()) => (),
                _ = stopped.wait_for(|stop| *stop) => (),
            }
        });
        Ok(())
    }

    /// Reads the next lines; returns how many. At the line of the snapshot that the hall began with, compares.
    fn read_some(&mut self, reader: &RecordReader, from: &mut Option<Replayed>) -> Result<u32, Fault> {
        let (began, last_close) = (Instant::now(), self.view.borrow().facts.closed);
        let (mut lines, mut differs, mut due) = (0, None, None);
        let (replayed, closed) = (&mut self.replayed, self.closed);
        let read = reader.replay_some(replayed.head, LINES, |head, line, event| {
            lines += 1;
            // Behind a wrong snapshot anything may stand.
            if differs == Some(true) {
                return;
            }
            replayed.apply(head, line, event);
            if from.as_ref().is_some_and(|from| from.head.seq == head.seq) {
                differs = Some(from.as_ref() != Some(replayed));
            }
            let closes = matches!(event, Event::SessionClosed { .. });
            if closes && head.seq > closed && Some(head.seq) >= last_close {
                due = Some(replayed.clone());
            }
        });
        if differs == Some(true) {
            return Err(Fault::Snapshot(self.replayed.head.seq));
        }
        read.map_err(Fault::Record)?;
        if differs == Some(false) {
            tracing::info!(seq = self.replayed.head.seq, "the hall was started from what the record gives");
            *from = None;
        }
        if let Some(due) = due {
            self.keep(&due);
        }
        self.done.send_modify(|done| done.read = self.replayed.head.seq);
        if lines == LINES {
            self.pause(began.elapsed());
        }
        Ok(lines)
    }

    fn keep(&mut self, hall: &Replayed) {
        self.closed = hall.head.seq;
        let Some(program) = Program::this() else { return };
        if self.view.borrow().facts.disk_full {
            return;
        }
        match snapshot::write(&database_in(&self.dir), hall, program) {
            Ok(()) => {
                tracing::info!(seq = hall.head.seq, "a snapshot of the hall is on disk");
                self.done.send_modify(|done| done.snapshot = hall.head.seq);
            }
            Err(error) => tracing::warn!(%error, "no snapshot of the hall could be written"),
        }
    }

    /// Waits until a session was closed or an acta issued.
    fn wait(&mut self) {
        let (closed, checked) = (self.closed, self.done.borrow().checked);
        let (view, stopped) = (&mut self.view, &mut self.stopped);
        let due = |view: &Arc<View>| {
            view.facts.closed > Some(closed)
                || check_due(view, checked).is_some()
                || digest_due(view).is_some()
        };
        self.runtime.block_on(async {
            let desk_is_gone = tokio::select! {
                seen = view.wait_for(due) => seen.is_err(),
                _ = stopped.wait_for(|stop| *stop) => false,
            };
            if desk_is_gone {
                let _ = stopped.wait_for(|stop| *stop).await;
            }
        });
    }

    fn pause(&mut self, time: Duration) {
        let stopped = &mut self.stopped;
        let _ = self
            .runtime
            .block_on(async { tokio::time::timeout(time, stopped.wait_for(|stop| *stop)).await.is_ok() });
    }

    fn is_stopped(&self) -> bool {
        *self.stopped.borrow() || self.stopped.has_changed().is_err()
    }
}

/// The lines whose requests the record has not taken in: those after one, up to the last session's close, whose acta is on disk.
fn digest_due(view: &View) -> Option<(u64, u64)> {
    let facts = &view.facts;
    let closed = facts.closed.filter(|closed| facts.acta_due.is_none() && *closed > facts.digested)?;
    view.public.session.is_none().then_some((facts.digested, closed))
}

/// The session whose close asks for the whole check: its acta is on disk, and none is open.
fn check_due(view: &View, checked: Option<SessionNo>) -> Option<SessionNo> {
    view.facts.acta.filter(|acta| Some(*acta) != checked && view.public.session.is_none())
}

/// What the whole check after the close of a session found (DECISIONS 2). Its findings are for the technician's log.
fn tell(found: Result<CheckReport, JournalError>) {
    match found {
        Ok(report) if report.is_sound() => tracing::info!(seq = report.head.seq, "the record is sound"),
        Ok(report) => tracing::error!(%report, "the record is not sound"),
        Err(error) => tracing::error!(%error, "the record could not be checked"),
    }
}
