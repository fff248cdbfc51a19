//! Time stamps of another house: an authority says when it saw the checkpoint of a session's close (RFC 3161, ADR 50).
//!
//! Beside the desk, which waits for no network. A session that closes while there is none waits in the record's own list, and is
//! stamped when there is one; what the stamp then says is the later hour. What is sent is a hash and nothing else.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hall_core::event::{Event, SessionNo};
use hall_core::request::Notice;
use sha2::{Digest, Sha256};
use time_stamp::{Authorities, BadStamp, Query, verify};
use tokio::time::timeout;

use crate::config::StampSettings;
use crate::desk::{DeskHandle, View};
use crate::journal::{Finding, JournalError, RecordReader, database_in};

/// Where stamps are, within the hall's folder: for each session what the authority answered, and the note that it is of.
pub const FOLDER: &str = "sellos";

/// How long an authority has for its answer.
const ANSWER_MAX: Duration = Duration::from_secs(15);

/// No answer is longer: with its certificates a stamp has some six thousand bytes.
const ANSWER_BYTES: u64 = 256 * 1024;

/// How long to wait after a first failure, and at most.
const AGAIN: Duration = Duration::from_secs(30);
const AGAIN_MAX: Duration = Duration::from_secs(30 * 60);

/// Why a session has no stamp yet, in Spanish.
#[expect(missing_docs, reason = "the message of each says it")]
#[derive(Debug, thiserror::Error)]
pub enum StampError {
    #[error("no se puede leer {}: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("no se puede guardar {}: {source}", path.display())]
    Unwritten { path: PathBuf, source: io::Error },
    #[error("{0} no responde: {1}")]
    NoAnswer(String, String),
    #[error(transparent)]
    Bad(#[from] BadStamp),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("la línea {0} no tiene punto de control")]
    NoCheckpoint(u64),
}

/// Whether stamps are waited for that should have come.
#[derive(Debug, Default)]
pub struct Waiting(AtomicBool);

impl Waiting {
    /// The last try failed, and a session closed meanwhile: more than one waits.
    pub fn is_long(&self, view: &View) -> bool {
        self.0.load(Ordering::Relaxed) && view.facts.unstamped > 1
    }
}

/// Has sessions stamped, the oldest first. Ends with the desk.
pub async fn serve(desk: DeskHandle, dir: PathBuf, settings: StampSettings, waiting: Arc<Waiting>) {
    let mut view = desk.view.clone();
    let mut again = AGAIN;
    loop {
        let Some((session, closed_at)) = view.borrow_and_update().facts.stamp_due else {
            if view.changed().await.is_err() {
                return;
            }
            continue;
        };
        let (of, with) = (dir.clone(), settings.clone());
        let made = tokio::task::spawn_blocking(move || stamped(&of, &with, session, closed_at)).await;
        match made.unwrap_or_else(|gone| Err(StampError::NoAnswer(settings.url.clone(), gone.to_string()))) {
            Ok(notice) => {
                (again, _) = (AGAIN, waiting.0.store(false, Ordering::Relaxed));
                let is_over = |view: &View| view.facts.stamp_due.is_none_or(|(due, _)| due != session);
                if desk.notice_until(notice, is_over).await.is_err() {
                    return;
                }
            }
            Err(error) => {
                waiting.0.store(true, Ordering::Relaxed);
                tracing::warn!(session = session.0, %error, "no time stamp yet; it will be asked for again");
                // Another session's close is a reason to look whether there is a network again.
                let _ = timeout(again, view.wait_for(|view| view.facts.closed > Some(closed_at))).await;
                again = (again * 2).min(AGAIN_MAX);
            }
        }
        if view.has_changed().is_err() {
            return;
        }
    }
}

/// The stamp of a session, which is on disk then: one that was there already, or a new one.
fn stamped(
    dir: &Path,
    settings: &StampSettings,
    session: SessionNo,
    closed_at: u64,
) -> Result<Notice, StampError> {
    let trusted = authorities(&settings.authority)?;
    let record = RecordReader::open(&database_in(dir))?;
    let signed = record.checkpoint_covering(closed_at)?.ok_or(StampError::NoCheckpoint(closed_at))?;
    let size = signed.checkpoint.size;
    let note = record.note_as_signed(signed.epoch, size)?.ok_or(StampError::NoCheckpoint(closed_at))?;
    let note_sha256: [u8; 32] = Sha256::digest(&note).into();
    let name = format!("{FOLDER}/sesion-{}.tsr", session.0);
    // One that came before a power cut took the line about it.
    let kept = fs::read(dir.join(&name)).ok();
    let kept =
        kept.and_then(|answer| verify(&answer, note_sha256, &trusted).ok().map(|stamp| (answer, stamp)));
    let (answer, stamp) = match kept {
        Some(kept) => kept,
        None => {
            let mut random = [0; 8];
            getrandom::fill(&mut random).expect("the system gives random bytes");
            let query = Query::new(note_sha256, random);
            let answer = asked(&settings.url, &query)?;
            let stamp = query.accept(&answer, &trusted)?;
            keep(dir, &format!("{FOLDER}/sesion-{}.nota", session.0), note.as_bytes())?;
            keep(dir, &name, &answer)?;
            (answer, stamp)
        }
    };
    tracing::info!(session = session.0, file = name, authority = stamp.authority, "time stamp on disk");
    Ok(Notice::TimeStamped {
        session,
        size,
        note_sha256,
        authority: stamp.authority,
        stamped_at_utc_ms: u64::try_from(stamp.at_utc_ms).unwrap_or(0),
        file: name,
        sha256: Sha256::digest(&answer).into(),
    })
}

/// Reads who is trusted.
///
/// # Errors
/// When the file cannot be read, or has no certificate.
pub fn authorities(path: &Path) -> Result<Authorities, StampError> {
    let text = fs::read(path).map_err(|source| StampError::Unreadable { path: path.to_owned(), source })?;
    Ok(Authorities::from_pem(&text)?)
}

fn asked(url: &str, query: &Query) -> Result<Vec<u8>, StampError> {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().timeout_global(Some(ANSWER_MAX)).max_redirects(0).build().into();
    let failed = |error: ureq::Error| StampError::NoAnswer(url.to_owned(), error.to_string());
    let sent = agent.post(url).content_type(Query::MEDIA_TYPE).send(query.bytes()).map_err(failed)?;
    sent.into_body().with_config().limit(ANSWER_BYTES).read_to_vec().map_err(failed)
}

/// Writes a file so that it is whole or not there, also after a power cut.
fn keep(dir: &Path, name: &str, bytes: &[u8]) -> Result<(), StampError> {
    let path = dir.join(name);
    let draft = path.with_added_extension("parte");
    let written = || {
        fs::create_dir_all(dir.join(FOLDER))?;
        let mut file = File::create(&draft)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&draft, &path)?;
        File::open(dir.join(FOLDER))?.sync_all()
    };
    written().map_err(|source| StampError::Unwritten { path: path.clone(), source })
}

/// Every stamp of the record against the authorities that are trusted now: what is not good.
///
/// # Errors
/// When the record cannot be read. A file that is missing or changed is no stamp: the whole check names it.
pub fn check(dir: &Path, settings: &StampSettings) -> Result<Vec<Finding>, StampError> {
    let trusted = authorities(&settings.authority)?;
    let mut found = Vec::new();
    let record = RecordReader::open(&database_in(dir))?;
    record.each_of(&["time_stamped"], |line, event| {
        let Event::TimeStamped { session, note_sha256, file, .. } = event else { return };
        let Ok(answer) = fs::read(dir.join(file)) else { return };
        if let Err(bad) = verify(&answer, *note_sha256, &trusted) {
            let words = format!("El sello de tiempo {file} de la sesión {}: {bad}.", session.0);
            found.push(Finding { seq: Some(line.seq), table: Some("files".to_owned()), words });
        }
    })?;
    Ok(found)
}
