//! The port: how many connections there may be, and how slow a request may come.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::middleware::from_fn;
use axum::{Extension, Router};
use hall_trust::{ServerEnd, Shown};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use super::camera::HangUp;
use super::doors::{Doors, Inside};
use super::port::Port;
use super::wire::Wire;

/// Longest time for the head of a request. It also ends idle connections, so that they cannot keep others out.
const HEAD_MAX: Duration = Duration::from_secs(10);

/// Largest head of a request.
const HEAD_MAX_BYTES: usize = 16 * 1024;

/// Longest time for connections to end when the server stops.
const GOODBYE_MAX: Duration = Duration::from_secs(2);

/// Wait when the system has no more connections.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Open files that a full room needs: its phones, the screens, the connections, and the hall's own. Many systems begin with a
/// thousand, and the one over it would be the mesa's.
const FILES_MIN: u64 = 8_192;

/// The first byte of whoever speaks TLS; no request of HTTP begins so.
const HANDSHAKE: u8 = 0x16;

/// How the port is encrypted, and whom it knows.
#[derive(Clone)]
pub struct Tls {
    /// How it shows itself.
    pub end: ServerEnd,
    /// Whether whoever shows this is a device of the hall.
    pub knows: Arc<dyn Fn(&Shown) -> bool + Send + Sync>,
}

/// Serves the router on a port until `stop` is ready, encrypted for whoever begins so. Running requests then have two seconds to end.
pub async fn serve(port: impl Into<Port>, tls: Option<Tls>, router: Router, stop: impl Future<Output = ()>) {
    let port = port.into();
    allow_files();
    let doors = Arc::new(Doors::default());
    let (ending, end) = watch::channel(());
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = port.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let inside = doors.enter(peer.ip());
                tokio::spawn(connection(stream, peer, inside, (tls.clone(), router.clone()), end.clone()));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop((port, end));
    // Screens are not waited for: their sockets end with the runtime, and they reconnect.
    let _ = ending.send(());
    let _ = timeout(GOODBYE_MAX, ending.closed()).await;
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    inside: Inside,
    (tls, router): (Option<Tls>, Router),
    mut end: watch::Receiver<()>,
) {
    // Messages are small and must not wait to be joined with others.
    let _ = stream.set_nodelay(true);
    let guest = Arc::clone(&inside.guest);
    let begun = async {
        let mut first = [0];
        let is_tls = stream.peek(&mut first).await.ok()? == 1 && first[0] == HANDSHAKE;
        let Some(tls) = tls.filter(|_| is_tls) else {
            return inside.comes_in(None).then_some(Begun::Clear(stream));
        };
        let stream = TlsAcceptor::from(tls.end.config.clone()).accept(stream).await.ok()?;
        let shown = tls.end.shown(stream.get_ref().1.peer_certificates());
        let device = shown.as_ref().filter(|shown| (tls.knows)(shown)).map(|shown| shown.key.0);
        inside.comes_in(device).then(|| Begun::Encrypted(Box::new(stream), Wire::encrypted(shown)))
    };
    // Half a handshake stays at the door no longer than half a request within.
    let begun = tokio::select! {
        begun = timeout(HEAD_MAX, begun) => begun.ok().flatten(),
        () = guest.leaves.notified() => None,
        _ = end.changed() => None,
    };
    match begun {
        Some(Begun::Clear(stream)) => speak(stream, peer, inside, (Wire::default(), router), end).await,
        Some(Begun::Encrypted(stream, wire)) => speak(*stream, peer, inside, (wire, router), end).await,
        None => {}
    }
}

/// A connection on which requests may come.
enum Begun {
    Clear(TcpStream),
    Encrypted(Box<tokio_rustls::server::TlsStream<TcpStream>>, Wire),
}

async fn speak<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    peer: SocketAddr,
    inside: Inside,
    (wire, router): (Wire, Router),
    mut end: watch::Receiver<()>,
) {
    let hang_up = HangUp::default();
    let guest = Arc::clone(&inside.guest);
    let service = Router::new()
        .fallback_service(router)
        .layer(Extension(peer))
        .layer(Extension(wire))
        .layer(Extension(hang_up.clone()))
        .layer(from_fn(move |request, next| Arc::clone(&guest).answered(request, next)));
    // Not hyper-util's `auto`: it waits for the first bytes without a time-out.
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_MAX)
        .max_buf_size(HEAD_MAX_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut served = std::pin::pin!(served);
    tokio::select! {
        _ = served.as_mut() => return,
        // A viewer of the camera is too slow: what waits for it is dropped.
        () = hang_up.0.notified() => return,
        () = inside.guest.leaves.notified() => return,
        _ = end.changed() => served.as_mut().graceful_shutdown(),
    }
    tokio::select! {
        _ = served => {}
        () = hang_up.0.notified() => {}
    }
}

/// Has the system allow what it lets this process ask for.
fn allow_files() {
    let limit = getrlimit(Resource::Nofile);
    let least = limit.maximum.map_or(FILES_MIN, |most| most.min(FILES_MIN));
    if limit.current.is_none_or(|now| now >= least) {
        return;
    }
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: Some(least), ..limit }) {
        tracing::warn!(%error, "a full room of phones may take all the connections there are");
    }
}
