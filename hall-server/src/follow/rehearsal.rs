//! The spare's part in a rehearsal: it does with its own record all that it would have to do as the hall's server, but serve.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use hall_wire::board::{Board as _, MesaBoard, PublicBoard};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::config::Config;
use crate::journal::{Head, Interrupter, JournalError, RecordReader, check_copy_by};
use crate::mirror::spare::{Rehearsed, hall_sha256};
use crate::replayed::Replayed;
use crate::secrets;

/// Rehearses one at a time, on a thread that gives way to what comes in.
pub(super) struct Rehearsals {
    dir: PathBuf,
    place: Arc<Semaphore>,
    /// What reads now, to be interrupted at the end.
    reading: Arc<Mutex<Option<Interrupter>>>,
}

impl Rehearsals {
    pub(super) fn of(dir: &Path) -> Rehearsals {
        Rehearsals { dir: dir.to_owned(), place: Arc::new(Semaphore::new(1)), reading: Arc::default() }
    }

    /// Does as if this were the hall's server from this line on, and says what hall it would be.
    ///
    /// # Errors
    /// Why it could not be, as what the spare does: «no tiene la línea 12».
    pub(super) async fn rehearse(&self, at: Head) -> Result<Rehearsed, String> {
        let ends = || "se está cerrando".to_owned();
        let place = Arc::clone(&self.place).acquire_owned().await.map_err(|_| ends())?;
        let (tell, told) = oneshot::channel();
        let (dir, reading) = (self.dir.clone(), Arc::clone(&self.reading));
        let run = move |place: OwnedSemaphorePermit| {
            if let Err(error) = rustix::process::nice(19) {
                tracing::warn!(%error, "a rehearsal has the spare's own priority");
            }
            let _ = tell.send(rehearse(&dir, at, &reading));
            *reading.lock().unwrap_or_else(PoisonError::into_inner) = None;
            drop(place);
        };
        thread::Builder::new()
            .name("rehearsal".into())
            .spawn(move || run(place))
            .map_err(|error| format!("no puede empezar: {error}"))?;
        told.await.unwrap_or_else(|_| Err("no puede hacer la sala de su registro".to_owned()))
    }

    /// Ends the one that goes on: the database can be closed in good order afterwards.
    pub(super) fn stop(&self) {
        while self.place.available_permits() == 0 {
            if let Some(reader) = &*self.reading.lock().unwrap_or_else(PoisonError::into_inner) {
                reader.interrupt();
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

fn rehearse(dir: &Path, at: Head, reading: &Mutex<Option<Interrupter>>) -> Result<Rehearsed, String> {
    let began = Instant::now();
    let unread = |error: JournalError| format!("no puede leer su registro: {error}");
    let reader = RecordReader::open(dir).map_err(unread)?;
    *reading.lock().unwrap_or_else(PoisonError::into_inner) = Some(reader.interrupter());
    match reader.head_at(at.seq).map_err(unread)? {
        None => return Err(format!("no tiene la línea {}, que el servidor ya tiene", at.seq)),
        Some(head) if head != at => return Err(format!("tiene otra línea {} que el servidor", at.seq)),
        Some(_) => (),
    }
    // Pages, schema, chain, tables, requests and sealed values.
    let report = check_copy_by(&reader).map_err(unread)?;
    if let Some(finding) = report.findings.first() {
        return Err(format!("no tiene su registro entero: {}", finding.words));
    }
    // Who may log in, the cards, and what every screen would be shown first.
    let mut replayed = Replayed::default();
    let lines = u32::try_from(at.seq).unwrap_or(u32::MAX);
    reader
        .replay_some(Head::EMPTY, lines, |head, line, event| replayed.apply(head, line, event))
        .map_err(unread)?;
    let hall = &replayed.hall;
    secrets::access(hall, &reader).and_then(|_| secrets::vault_to_serve(hall, &reader)).map_err(unread)?;
    let boards = (PublicBoard::of(hall).replicate(), MesaBoard::of(hall).replicate());
    serde_json::to_string(&boards).map_err(|error| format!("no puede enviar sus tableros: {error}"))?;
    // Promoted without it, it could not tell the other computer that it is no longer the server.
    let config = Config::read(dir).map_err(|error| format!("no puede leer sus ajustes: {error}"))?;
    if config.spare.is_none() {
        return Err(
            "no tiene [spare] en su sala.toml: el otro equipo, al volver, no sabría que ya no es el servidor"
                .to_owned(),
        );
    }
    Ok(Rehearsed {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        hall_sha256: hall_sha256(hall),
        millis: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}
