//! `hall-server follow`: this computer is the spare of a hall's server. It takes the record from it line by line, says how far it
//! has come, and serves nothing else until two people promote it.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hall_trust::Authority;
use hall_wire::problem;
use hall_wire::sighting::Seen;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{mpsc, watch};

use crate::clock::utc_ms;
use crate::config::{self, Config};
use crate::encrypted;
use crate::journal::{AppendError, Journal, JournalError, TakeInError, database_in};
use crate::mirror::KeyError;
use crate::mirror::spare::{
    About, CODE, PATH, REHEARSAL_PATH, Role, SpareKey, Standing, asked, received, router,
};
use crate::serve::EXIT_RECORD;
use crate::web::{self, Names, Port};

mod boards;
mod rehearsal;

use boards::Boards;
use rehearsal::Rehearsals;

/// The longest frame that is taken: many times the longest that a hall sends.
const FRAME_MAX: usize = 64 << 20;

/// Whom to follow, and where.
#[derive(Debug, Clone)]
pub struct Order {
    /// Where the hall's server listens.
    pub of: SocketAddr,
    /// The spare's folder: new, empty, or one that follows already.
    pub dir: PathBuf,
    /// The file with the key of the two servers.
    pub key: PathBuf,
    /// Where it listens; the address of `sala.toml` if absent.
    pub listen: Option<SocketAddr>,
}

/// Nothing is followed.
#[derive(Debug, thiserror::Error)]
pub enum FollowError {
    /// The folder is a hall's own.
    #[error(
        "En {} hay una sala, no una reserva, y no se escribe encima. Diga en --dir una carpeta nueva; la vieja guárdela entera.", .0.display()
    )]
    AHall(PathBuf),
    /// The key cannot be read.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The settings cannot be read.
    #[error(transparent)]
    Config(#[from] config::ConfigError),
    /// The record cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The port cannot be had.
    #[error(
        "No se puede escuchar en {address}: {source}. Compruebe --listen y que no haya otro programa en ese puerto."
    )]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// The system gives no threads or signals.
    #[error("El sistema no puede poner en marcha la reserva: {0}.")]
    System(#[source] std::io::Error),
}

/// Follows until SIGTERM, SIGINT or SIGPWR. A record that cannot be kept ends the process with [`EXIT_RECORD`].
///
/// # Errors
/// [`FollowError`].
pub fn follow(order: &Order) -> Result<(), FollowError> {
    let key = SpareKey::read(&order.key)?;
    let journal = open(order)?;
    // A spare that was told where to listen needs no settings.
    let settings = Config::read(&order.dir);
    let names = Names::of(settings.as_ref().map_or(&[], |settings| &settings.names));
    let only_here = settings.as_ref().is_ok_and(|settings| settings.board_code);
    let address = match order.listen {
        Some(address) => address,
        None => settings?.listen,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(FollowError::System)?;
    runtime.block_on(serve(order, key, journal, (address, only_here), names))
}

/// Opens the spare's record, or makes it.
fn open(order: &Order) -> Result<Journal, FollowError> {
    let dir = &order.dir;
    std::fs::create_dir_all(dir).map_err(JournalError::file("crear", dir))?;
    let settings = dir.join(config::FILE);
    if !settings.exists() {
        let text = config::template_of_spare(order.of, &whole(&order.key), order.listen);
        std::fs::write(&settings, text).map_err(JournalError::file("escribir", &settings))?;
    }
    let mut journal = if database_in(dir).exists() {
        Journal::open_spare(dir)?
    } else {
        Journal::create(&dir.join("sala.db"), utc_ms())?
    };
    match journal.follow(&order.of.to_string()) {
        Err(JournalError::Exists(_)) => Err(FollowError::AHall(dir.clone())),
        other => Ok(other.map(|()| journal)?),
    }
}

/// The whole path, for the settings.
fn whole(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

async fn serve(
    order: &Order,
    key: SpareKey,
    journal: Journal,
    (address, only_here): (SocketAddr, bool),
    names: Names,
) -> Result<(), FollowError> {
    let port = Port::bind(address).await.map_err(|source| FollowError::Listen { address, source })?;
    let address = port.address().map_err(FollowError::System)?;
    let signals = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::from_raw(nix::libc::SIGPWR)];
    let mut signals =
        signals.into_iter().map(signal).collect::<Result<Vec<_>, _>>().map_err(FollowError::System)?;
    let (tell, told) = watch::channel(journal.seen()?);
    let text = format!(
        "hall-server {} escucha en http://{address}\nReserva de {}, en {}: tiene hasta la línea {}.\n",
        env!("CARGO_PKG_VERSION"),
        order.of,
        order.dir.display(),
        journal.head().seq
    );
    // Whoever started it may have stopped reading after the address.
    let _ = std::io::stdout().write_all(text.as_bytes());
    let (end, mut ends) = mpsc::channel(1);
    let (journal, rehearsals) = (Mutex::new(Some(journal)), Rehearsals::of(&order.dir));
    let spare = Arc::new(Spare { key: key.clone(), journal, rehearsals, tell, end });
    let (takes, rehearses) = (spare.clone(), spare.clone());
    let standing = {
        let told = told.clone();
        move || Standing { role: Role::Follows, record: *told.borrow() }
    };
    let take = async move |headers: HeaderMap, frame: Bytes| -> Response {
        let takes = takes.clone();
        let taken = tokio::task::spawn_blocking(move || takes.take(&headers, &frame)).await;
        taken.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
    };
    let rehearse = async move |headers: HeaderMap, question: String| -> Response {
        rehearses.rehearse(&headers, &question).await
    };
    let (boards, view) = Boards::start(&order.dir, told.clone()).map_err(FollowError::System)?;
    let health = async move || -> Response {
        let seq = told.borrow().map_or(0, |seen| seen.end.head.seq);
        let text = serde_json::json!({ "status": "reserva", "seq": seq });
        ([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response()
    };
    let routes: Router = router(key, standing)
        .route(PATH, post(take).layer(DefaultBodyLimit::max(FRAME_MAX)))
        .route(REHEARSAL_PATH, post(rehearse))
        .route("/healthz", get(health))
        .merge(web::spare::boards(view, only_here))
        .fallback(async || web::refused(problem::IS_SPARE));
    let mut fault = None;
    // A spare that was given the hall's authority shows its boards encrypted too.
    let authority = order.dir.join(hall_trust::FILE).is_file();
    let authority = authority.then(|| Authority::of_folder(&order.dir, utc_ms() / 1_000).ok()).flatten();
    let tls = authority.map(|authority| encrypted::end_of_spare(&authority, &names));
    web::serve(port, tls, names.checked_before(routes), async {
        let [term, int, power] = &mut signals[..] else { unreachable!("three were asked for") };
        tokio::select! {
            _ = term.recv() => (),
            _ = int.recv() => (),
            _ = power.recv() => (),
            error = ends.recv() => fault = error,
        }
    })
    .await;
    spare.rehearsals.stop();
    boards.stop();
    drop(spare.journal.lock().unwrap_or_else(PoisonError::into_inner).take());
    match fault {
        None => Ok(()),
        Some(error) => {
            tracing::error!(error, "the spare's record cannot be kept");
            eprintln!("{error}");
            std::process::exit(EXIT_RECORD);
        }
    }
}

struct Spare {
    key: SpareKey,
    /// `None` once it is closed.
    journal: Mutex<Option<Journal>>,
    rehearsals: Rehearsals,
    tell: watch::Sender<Option<Seen>>,
    end: mpsc::Sender<String>,
}

impl Spare {
    /// Takes a frame into the record, and answers with the new end when it is on disk. The answer's code is over the request's,
    /// so that an old answer is none.
    fn take(&self, headers: &HeaderMap, frame: &[u8]) -> Response {
        let asked = headers.get(CODE).and_then(|code| code.to_str().ok());
        let Some(asked) = asked.filter(|code| self.key.is_code(Some(code), About::Portion, &[frame])) else {
            return StatusCode::FORBIDDEN.into_response();
        };
        let (status, text) = self.written(frame);
        let code = self.key.code(About::Taken, &[asked.as_bytes(), text.as_bytes()]);
        (status, [(CODE, code)], text).into_response()
    }

    /// Rehearses up to the line that is asked about; answers as [`Spare::take`] does.
    async fn rehearse(&self, headers: &HeaderMap, question: &str) -> Response {
        let code = headers.get(CODE).and_then(|code| code.to_str().ok());
        let (Some(code), Some(at)) = (code, asked(&self.key, code, question)) else {
            return StatusCode::FORBIDDEN.into_response();
        };
        let (status, text) = match self.rehearsals.rehearse(at).await {
            Ok(rehearsed) => (StatusCode::OK, rehearsed.to_string()),
            Err(words) => (StatusCode::CONFLICT, words),
        };
        let answer = self.key.code(About::Rehearsed, &[code.as_bytes(), text.as_bytes()]);
        (status, [(CODE, answer)], text).into_response()
    }

    fn written(&self, frame: &[u8]) -> (StatusCode, String) {
        let Some(portion) = received(frame, &self.key) else {
            return (StatusCode::BAD_REQUEST, "no es una parte de un registro".to_owned());
        };
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(journal) = &mut *journal else {
            return (StatusCode::SERVICE_UNAVAILABLE, "se está cerrando".to_owned());
        };
        match journal.take_in(&portion) {
            Ok(head) => {
                let record = journal.seen().ok().flatten();
                self.tell.send_replace(record);
                (StatusCode::OK, head.to_string())
            }
            Err(TakeInError::NotNext { at, .. }) => (StatusCode::CONFLICT, at.to_string()),
            Err(TakeInError::Append(error @ AppendError::Full { .. })) => {
                (StatusCode::INSUFFICIENT_STORAGE, error.to_string())
            }
            Err(error) => {
                let text = error.to_string();
                // The second is not needed: the process ends after the first.
                let _ = self.end.try_send(text.clone());
                (StatusCode::INTERNAL_SERVER_ERROR, text)
            }
        }
    }
}
