//! What a witness answers to a checkpoint.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hall_log::cosigner::Refused;
use hall_log::exchange::{AddCheckpoint, SIZE_MEDIA_TYPE, size_text};
use hall_log::{Checkpoint, Cosigner};
use hall_wire::log_name::LogName;

use super::{Kept, Known};
use crate::clock;

const TEXT: &str = "text/plain; charset=utf-8";

/// Who answers: one at a time, so that no two answers begin from the same checkpoint.
pub(super) struct Desk {
    dir: PathBuf,
    state: Mutex<State>,
}

struct State {
    cosigner: Cosigner,
    known: Known,
    /// The list of halls is wrong, and that was said.
    is_told: bool,
    kept: Kept,
}

/// An answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answer {
    status: StatusCode,
    media: &'static str,
    text: String,
}

impl Answer {
    fn words(status: StatusCode, words: impl Into<String>) -> Answer {
        Answer { status, media: TEXT, text: words.into() + "\n" }
    }

    /// To what was not read: another address, too much, too slow.
    pub(super) fn unread(status: StatusCode) -> Answer {
        let words = match status {
            StatusCode::PAYLOAD_TOO_LARGE => "El punto de control y su prueba no son tan largos.",
            StatusCode::REQUEST_TIMEOUT => "La petición no ha llegado entera a tiempo. Envíela otra vez.",
            _ => "Aquí sólo hay /add-checkpoint (C2SP tlog-witness).",
        };
        Answer::words(status, words)
    }

    fn saw(size: u64) -> Answer {
        Answer { status: StatusCode::CONFLICT, media: SIZE_MEDIA_TYPE, text: size_text(size) }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        (self.status, [(header::CONTENT_TYPE, self.media)], self.text).into_response()
    }
}

impl Desk {
    pub(super) fn new(dir: &Path, cosigner: Cosigner, known: Known, kept: Kept) -> Desk {
        let state = Mutex::new(State { cosigner, known, is_told: false, kept });
        Desk { dir: dir.to_owned(), state }
    }

    /// How many halls it knows.
    pub(super) fn halls(&self) -> usize {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).known.count()
    }

    /// Answers a request.
    pub(super) fn add(&self, body: &[u8]) -> Answer {
        let asked = str::from_utf8(body).ok().and_then(AddCheckpoint::parse);
        let Some(asked) = asked else {
            let words = "Eso no es lo que se envía a un testigo: «old N», la prueba, una línea vacía y el punto de control.";
            return Answer::words(StatusCode::BAD_REQUEST, words);
        };
        let Some(now) = Checkpoint::parse(asked.note.text()) else {
            return Answer::words(StatusCode::BAD_REQUEST, "La nota no es un punto de control.");
        };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.read_halls(&self.dir);
        state.answer(&asked, &now)
    }
}

impl State {
    /// Somebody may have added a hall. A list that is wrong changes nothing, and is told once.
    fn read_halls(&mut self, dir: &Path) {
        match Known::read(dir) {
            Ok(known) => (self.known, self.is_told) = (known, false),
            Err(error) => {
                if !std::mem::replace(&mut self.is_told, true) {
                    tracing::error!(%error, "the list of halls cannot be read; the one before holds");
                }
            }
        }
    }

    fn answer(&mut self, asked: &AddCheckpoint, now: &Checkpoint) -> Answer {
        let log = LogName::parse(&now.origin).filter(|log| !self.known.keys(log.hall()).is_empty());
        let Some(log) = log else {
            tracing::warn!(origin = now.origin, "a checkpoint of a hall that is not known");
            let words = "Este testigo no conoce esa sala. Se añade con «hall-server witness add».";
            return Answer::words(StatusCode::NOT_FOUND, words);
        };
        let keys = self.known.keys(log.hall());
        if !keys.iter().any(|key| Checkpoint::signed_in(&asked.note, *key).is_some()) {
            tracing::warn!(
                hall = log.hall(),
                epoch = log.epoch,
                size = now.size,
                "signed with no key that is known"
            );
            let words = "Ninguna clave que este testigo conozca de esa sala firma ese punto de control. Si la sala ha cambiado \
                         de clave, se añade con «hall-server witness add».";
            return Answer::words(StatusCode::FORBIDDEN, words);
        }
        if asked.old > now.size {
            let words = format!(
                "La prueba va desde la línea {} y el punto de control es de la {}.",
                asked.old, now.size
            );
            return Answer::words(StatusCode::BAD_REQUEST, words);
        }
        let newest = self.kept.newest_epoch(log.hall());
        if let Some(newest) = newest.filter(|newest| *newest > log.epoch) {
            tracing::error!(
                hall = log.hall(),
                epoch = log.epoch,
                newest,
                "una sala presenta una época que ya acabó: hay un servidor suyo que no debería estar en marcha"
            );
            let words = format!("De esa sala se vio ya la época {newest}: la {} acabó.", log.epoch);
            return Answer::words(StatusCode::GONE, words);
        }
        let seen = self.kept.last(&log).map(|last| &last.checkpoint);
        let time = u64::try_from(clock::utc_ms() / 1000).unwrap_or(0);
        match self.cosigner.consider(&now.origin, keys, seen, asked, time) {
            Ok(accepted) => {
                if let Err(error) = self.kept.keep(&log, &asked.note, &accepted, time) {
                    tracing::error!(hall = log.hall(), %error, "what was seen cannot be written: nothing is signed");
                    let words =
                        "Este testigo no puede escribir en su disco, y no firma lo que podría olvidar.";
                    return Answer::words(StatusCode::INTERNAL_SERVER_ERROR, words);
                }
                match newest {
                    Some(newest) if newest == log.epoch => {
                        tracing::debug!(hall = log.hall(), epoch = log.epoch, size = now.size, "signed");
                    }
                    // People of the hall began it, or a new hall was added: worth a line.
                    _ => tracing::warn!(
                        hall = log.hall(),
                        epoch = log.epoch,
                        size = now.size,
                        before = newest,
                        "the first checkpoint of an epoch of a hall was signed"
                    ),
                }
                Answer { status: StatusCode::OK, media: TEXT, text: format!("{}\n", accepted.cosignature) }
            }
            Err(Refused::SawAnother { seen }) => Answer::saw(seen),
            Err(Refused::WentBack { seen, size }) => {
                tracing::error!(
                    hall = log.hall(),
                    epoch = log.epoch,
                    saw = seen,
                    ends = size,
                    "una sala presenta menos líneas de las que este testigo vio: puede que su servidor haya vuelto atrás"
                );
                Answer::saw(seen)
            }
            Err(Refused::Forked { seen, size }) => {
                self.keep_evidence(&log, asked, now);
                if seen == size {
                    return Answer::saw(seen);
                }
                let words = format!(
                    "La prueba no enseña que las {size} líneas sigan a las {seen} que vio este testigo."
                );
                Answer::words(StatusCode::UNPROCESSABLE_ENTITY, words)
            }
            Err(refused @ (Refused::NotACheckpoint { .. } | Refused::NotSigned { .. })) => {
                Answer::words(StatusCode::FORBIDDEN, refused.to_string())
            }
        }
    }

    /// Both notes are the hall's.
    fn keep_evidence(&self, log: &LogName, asked: &AddCheckpoint, now: &Checkpoint) {
        let same_size = self.kept.last(log).is_some_and(|last| last.checkpoint.size == now.size);
        let why = if same_size {
            "La sala firmó dos puntos de control de la misma línea con raíces distintas. Las dos notas bastan: no pueden ser \
             verdad las dos."
        } else {
            "La prueba que llegó no enseña que el segundo punto de control siga al primero. Pudo traerla cualquiera: pida a la \
             sala el registro hasta esas líneas. Si sus raíces no son éstas, se ha partido en dos."
        };
        match self.kept.keep_evidence(log, &asked.note, now, why) {
            Ok(Some(file)) => tracing::error!(
                hall = log.hall(),
                epoch = log.epoch,
                size = now.size,
                file = %file.display(),
                "una sala contradice lo que este testigo vio de su registro; la prueba queda guardada"
            ),
            Ok(None) => tracing::warn!(
                hall = log.hall(),
                size = now.size,
                "a contradiction that is kept already, or one too many"
            ),
            Err(error) => {
                tracing::error!(hall = log.hall(), size = now.size, %error, "a contradiction cannot be kept");
            }
        }
    }
}
