//! The backups that a server makes by itself: one when the acta of a session is on disk, and again after a while if it failed.
//!
//! Another process makes them, this program with `backup`: a disk that hangs or is pulled hangs that process alone.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{env, io};

use hall_core::event::SessionNo;
use hall_core::record::Hash;
use hall_wire::board::{CopyTrouble, RecordCopy};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::{BackupError, Copied, Note, rotate};
use crate::config::BackupSettings;
use crate::desk::View;
use crate::journal::RecordReader;

/// How often the keeper looks whether there is something to do, or whether what it waits for has ended.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// The pause after a copy that failed; it grows to [`PAUSE_MAX`].
const PAUSE_MIN: Duration = Duration::from_secs(30);
const PAUSE_MAX: Duration = Duration::from_secs(15 * 60);

/// A copy that takes longer hangs: a year on a slow stick takes half an hour.
const LONGEST: Duration = Duration::from_secs(3 * 3600);

/// What `hall-server backup` tells the server that has started it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// The copy's file; none if it failed.
    pub file: Option<String>,
    /// Its last line.
    pub seq: u64,
    /// When it was made, UTC milliseconds.
    pub made_at_utc_ms: i64,
    /// What is wrong.
    pub trouble: Option<CopyTrouble>,
    /// The same, and warnings, in Spanish.
    pub words: Vec<String>,
}

impl Told {
    /// Of a copy that was made or not.
    pub fn of(made: &Result<Copied, BackupError>) -> Told {
        match made {
            Ok(copied) => Told {
                file: Some(copied.file.display().to_string()),
                seq: copied.note.known.sighting.head.seq,
                made_at_utc_ms: copied.note.made_at_utc_ms,
                trouble: None,
                words: copied.warnings.clone(),
            },
            Err(error) => Told::failed(error.trouble(), error.to_string()),
        }
    }

    fn failed(trouble: CopyTrouble, words: String) -> Told {
        Told { file: None, seq: 0, made_at_utc_ms: 0, trouble: Some(trouble), words: vec![words] }
    }
}

/// How the backups stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupStatus {
    /// Their folder, as in the settings.
    pub folder: PathBuf,
    /// The last line in the newest copy that this server knows of; 0 without one.
    pub seq: u64,
    /// When that was made, UTC milliseconds.
    pub made_at_utc_ms: i64,
    /// Why the copy that is due could not be made.
    pub trouble: Option<CopyTrouble>,
    /// Copies that were made since the start.
    pub made: u64,
    /// Copies that failed since the start.
    pub failed: u64,
}

/// The backups of a running server.
#[derive(Debug)]
pub struct Backups {
    status: Arc<Mutex<BackupStatus>>,
    /// Dropped, the keeper ends.
    running: Mutex<Option<(SyncSender<()>, JoinHandle<()>)>>,
}

impl Backups {
    /// Starts the keeper. `dir` is the hall's folder.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn start(
        settings: &BackupSettings,
        dir: &Path,
        view: watch::Receiver<Arc<View>>,
    ) -> io::Result<Backups> {
        let status = BackupStatus {
            folder: settings.folder.clone(),
            seq: 0,
            made_at_utc_ms: 0,
            trouble: None,
            made: 0,
            failed: 0,
        };
        let status = Arc::new(Mutex::new(status));
        // Nothing is ever sent: its end is the sign to stop.
        let (end, ended) = sync_channel(1);
        let keeper = Keeper {
            settings: settings.clone(),
            dir: dir.to_owned(),
            view,
            status: status.clone(),
            ended,
            done: None,
        };
        let thread = thread::Builder::new().name("backups".into()).spawn(move || keeper.run())?;
        Ok(Backups { status, running: Mutex::new(Some((end, thread))) })
    }

    /// How they stand now.
    pub fn now(&self) -> BackupStatus {
        lock(&self.status).clone()
    }

    /// As the mesa is told, while one is due and could not be made. `record_seq` is the last line of the record.
    pub fn board(&self, record_seq: u64) -> Option<RecordCopy> {
        let status = self.now();
        let trouble = status.trouble?;
        let folder = status.folder.display().to_string();
        Some(RecordCopy {
            folder,
            spare: false,
            behind: true,
            lines: record_seq.saturating_sub(status.seq),
            trouble: Some(trouble),
        })
    }

    /// Ends the keeper; a copy that is being made is given up, and made at the next start.
    pub fn end(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((end, thread)) = running {
            drop(end);
            thread.join().ok();
        }
    }
}

fn lock(status: &Mutex<BackupStatus>) -> MutexGuard<'_, BackupStatus> {
    status.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Keeper {
    settings: BackupSettings,
    dir: PathBuf,
    view: watch::Receiver<Arc<View>>,
    status: Arc<Mutex<BackupStatus>>,
    ended: Receiver<()>,
    /// The last session that is in a copy.
    done: Option<SessionNo>,
}

impl Keeper {
    fn run(mut self) {
        self.find_newest();
        let mut pause = PAUSE_MIN;
        loop {
            let acta = self.view.borrow().facts.acta;
            if acta == self.done {
                if self.is_over_after(LOOK_EVERY) {
                    return;
                }
                continue;
            }
            let Some(told) = self.make() else { return };
            if self.tell(told) {
                (self.done, pause) = (acta, PAUSE_MIN);
            } else if self.is_over_after(pause) {
                return;
            } else {
                pause = (pause * 2).min(PAUSE_MAX);
            }
        }
    }

    /// Waits; returns whether the end came first.
    fn is_over_after(&self, pause: Duration) -> bool {
        self.ended.recv_timeout(pause) == Err(RecvTimeoutError::Disconnected)
    }

    /// What an earlier run of the server has copied needs no other copy.
    fn find_newest(&mut self) {
        let Ok(hall) = RecordReader::open(&self.dir).and_then(|record| record.head_at(1)) else { return };
        let hall = hall.map_or(Hash::GENESIS, |line| line.hash);
        let notes = rotate::copies(&self.settings.folder).into_iter().rev();
        let newest = notes
            .filter_map(|name| Note::read(&self.settings.folder, &name))
            .find(|note| note.known.hall == hall);
        let Some(newest) = newest else { return };
        let seq = newest.known.sighting.head.seq;
        let mut status = lock(&self.status);
        (status.seq, status.made_at_utc_ms) = (seq, newest.made_at_utc_ms);
        drop(status);
        let facts = &self.view.borrow().facts;
        if facts.closed.is_some_and(|closed| closed <= seq) {
            self.done = facts.acta;
        }
    }

    /// Lets another process make a copy; `None` when the end came.
    fn make(&self) -> Option<Told> {
        let failed = |words: String| Some(Told::failed(CopyTrouble::Failing, words));
        let mut child = match self.start() {
            Ok(child) => child,
            Err(error) => return failed(format!("no se puede poner en marcha la copia: {error}")),
        };
        let began = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(_)) => break,
                Ok(None) if self.is_over_after(LOOK_EVERY) => {
                    child.kill().ok();
                    return None;
                }
                Ok(None) if began.elapsed() < LONGEST => {}
                Ok(None) => {
                    child.kill().ok();
                    return failed("la copia no acaba: el disco de las copias no responde".to_owned());
                }
                Err(error) => return failed(format!("no se sabe si la copia está hecha: {error}")),
            }
        }
        let mut said = String::new();
        let read = child.stdout.take().map(|mut stdout| stdout.read_to_string(&mut said));
        match read.map(|_| serde_json::from_str(&said)) {
            Some(Ok(told)) => Some(told),
            _ => failed("el programa de la copia ha acabado sin decir nada".to_owned()),
        }
    }

    fn start(&self) -> io::Result<Child> {
        let BackupSettings { folder, keep, same_disk } = &self.settings;
        let mut command = Command::new(env::current_exe()?);
        command.arg("backup").arg("--dir").arg(&self.dir).arg("--to").arg(folder);
        command.args(["--keep", &keep.to_string(), "--for-the-server"]);
        if !same_disk {
            command.arg("--other-disk");
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
    }

    /// Says what came of it; returns whether there is a copy.
    fn tell(&self, told: Told) -> bool {
        let mut status = lock(&self.status);
        let news = status.trouble != told.trouble;
        status.trouble = told.trouble;
        let folder = self.settings.folder.display();
        let words = told.words.join(" ");
        let Some(file) = told.file else {
            status.failed += 1;
            if news {
                tracing::warn!(%folder, words, "the backup could not be made; it will be tried again");
                eprintln!(
                    "Aviso: la copia de seguridad en {folder} no se ha hecho. {words} Se reintenta sola; el juego sigue."
                );
            }
            return false;
        };
        status.made += 1;
        (status.seq, status.made_at_utc_ms) = (told.seq, told.made_at_utc_ms);
        tracing::info!(file, seq = told.seq, words, "a backup is on its disk, and sound");
        true
    }
}
