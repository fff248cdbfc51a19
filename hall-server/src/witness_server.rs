//! `hall-server witness`: a witness for the records of many halls, at their operator's or their regulator's (C2SP tlog-witness, ADR 56).
//!
//! Each hall sends its newest checkpoint with the proof that it goes on from the one that was seen last. What does is on this
//! computer's disk before it is signed; what does not is refused, and where both notes are the hall's own, kept. Nobody is asked who he is:
//! a checkpoint that a known key signed is one, whoever brings it.

mod answer;
mod halls;
mod kept;
mod key;

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hall_log::exchange::{BODY_MAX, PATH};
use hall_log::key::Verifier;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::web;
use answer::{Answer, Desk};

pub use halls::{FILE as HALLS, Known, add};
pub use kept::{Kept, Last};
pub use key::known_as;

/// What keeps a second process out of the folder.
const LOCK: &str = "testigo.lock";

/// Where it watches.
#[derive(Debug, Clone)]
pub struct Order {
    /// The witness's folder; made where it is not there.
    pub dir: PathBuf,
    /// Where it listens; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Under which name it signs, said at its first start; then it stays. One of its own where none is said.
    pub name: Option<String>,
}

/// Nothing is witnessed.
#[derive(Debug, thiserror::Error)]
pub enum WitnessError {
    /// A file cannot be read or written.
    #[error("No se puede leer o escribir {}: {source}. Compruebe la carpeta y sus permisos.", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// Another process has the folder.
    #[error("Otro testigo está en marcha en {}. Párelo antes, o diga otra carpeta.", .0.display())]
    Running(PathBuf),
    /// What it saw of a log cannot be believed.
    #[error(
        "{} está dañado o no lo firmó este testigo. Devuelva a su sitio el de una copia; si no la hay, apártelo, y este testigo \
         habrá olvidado lo que vio de esa sala: apúntelo.", .0.display()
    )]
    Damaged(PathBuf),
    /// The key's file and the one with its public half do not fit.
    #[error(
        "{} no es la mitad pública de la clave de {}. Devuelva los dos a su sitio desde una copia.", public.display(), key.display()
    )]
    AnotherKey {
        /// The public half.
        public: PathBuf,
        /// The key.
        key: PathBuf,
    },
    /// The key's file has something else.
    #[error(
        "{} no es una clave. Devuélvala a su sitio desde una copia; si se ha perdido, aparte la carpeta entera y empiece en otra: \
         será otro testigo, y las salas habrán de cambiar su «key».", .0.display()
    )]
    BadKey(PathBuf),
    /// Nobody may sign under that name.
    #[error("«{0}» no puede ser el nombre de un testigo: de 1 a 60 signos, sin espacios ni «+».")]
    BadName(String),
    /// It has a name already.
    #[error(
        "Este testigo ya firma como «{has}» y no puede llamarse «{asked}»: quite --name, o diga otra carpeta."
    )]
    Named {
        /// The name it has.
        has: String,
        /// The one that was said.
        asked: String,
    },
    /// A line of the list of halls.
    #[error("{}", .0.join("\n"))]
    Halls(Vec<String>),
    /// The port cannot be had.
    #[error(
        "No se puede escuchar en {address}: {source}. Compruebe --listen y que no haya otro programa en ese puerto."
    )]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// The system gives no threads or signals.
    #[error("El sistema no puede poner en marcha el testigo: {0}.")]
    System(#[source] io::Error),
}

/// As a step of [`WitnessError::File`].
fn failed(path: &Path) -> impl FnOnce(io::Error) -> WitnessError {
    let path = path.to_owned();
    |source| WitnessError::File { path, source }
}

/// Watches until SIGTERM, SIGINT or SIGPWR.
///
/// # Errors
/// [`WitnessError`], before it listens.
pub fn serve(order: &Order) -> Result<(), WitnessError> {
    let dir = &order.dir;
    fs::create_dir_all(dir).map_err(failed(dir))?;
    let lock = lock(dir)?;
    let cosigner = key::of_folder(dir, order.name.as_deref())?;
    let known = Known::read(dir)?;
    let kept = Kept::open(dir, &cosigner.verifier())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(WitnessError::System)?;
    let verifier = cosigner.verifier();
    let desk = Arc::new(Desk::new(dir, cosigner, known, kept));
    runtime.block_on(listen(order, desk, &verifier))?;
    drop(lock);
    Ok(())
}

fn lock(dir: &Path) -> Result<File, WitnessError> {
    let path = dir.join(LOCK);
    let open = File::options().create(true).truncate(false).write(true).open(&path);
    let file = open.map_err(failed(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(WitnessError::Running(dir.to_owned())),
        Err(TryLockError::Error(source)) => Err(WitnessError::File { path, source }),
    }
}

async fn listen(order: &Order, desk: Arc<Desk>, verifier: &Verifier) -> Result<(), WitnessError> {
    let address = order.listen;
    let listener =
        TcpListener::bind(address).await.map_err(|source| WitnessError::Listen { address, source })?;
    let address = listener.local_addr().map_err(WitnessError::System)?;
    let signals = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::from_raw(nix::libc::SIGPWR)];
    let mut signals =
        signals.into_iter().map(signal).collect::<Result<Vec<_>, _>>().map_err(WitnessError::System)?;
    let text = format!(
        "hall-server {} escucha en http://{address}, como testigo de {} salas\nEn sala.toml de cada sala:\n  [[witness]]\n  \
         name = \"regulador\"\n  url = \"http://{address}\"\n  key = \"{verifier}\"\n",
        env!("CARGO_PKG_VERSION"),
        desk.halls()
    );
    // Whoever started it may have stopped reading after the address.
    let _ = io::stdout().write_all(text.as_bytes());
    let says = format!("{verifier}\n");
    let add = async move |body: Body| -> Response {
        let body = match web::body::whole(body, BODY_MAX).await {
            Ok(body) => body,
            Err(status) => return Answer::unread(status).into_response(),
        };
        // Disk and signatures are no work for these threads.
        let answered = tokio::task::spawn_blocking(move || desk.add(&body)).await;
        answered.map_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response(), Answer::into_response)
    };
    let routes = Router::new()
        .route(PATH, post(add))
        .route("/", get(async move || says))
        .fallback(async || Answer::unread(StatusCode::NOT_FOUND));
    web::serve(listener, None, routes, async {
        let [term, int, power] = &mut signals[..] else { unreachable!("three were asked for") };
        tokio::select! {
            _ = term.recv() => (),
            _ = int.recv() => (),
            _ = power.recv() => (),
        }
    })
    .await;
    Ok(())
}

/// Writes a file so that it is the old one or the new one, whole, also after a power cut.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_added_extension("parte");
    let mut file = File::create(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    sync_folder_of(path)
}

fn sync_folder_of(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}
