//! The port: how many may come, and how long they may take to say what they want.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::camera::HangUp;

/// How many connections there may be at a time, besides the screens (which have places of
/// their own): many more than a hall's people and programs make. Others wait in the
/// system's queue.
const CONNECTIONS_MAX: usize = 512;

/// How long the head of a request may take. It also ends connections on which nothing is
/// asked for so long, so that those who never ask cannot keep the others out.
const HEAD_MAX: Duration = Duration::from_secs(10);

/// The largest head of a request.
const HEAD_MAX_BYTES: usize = 16 * 1024;

/// How long connections may take to end when the server does.
const GOODBYE_MAX: Duration = Duration::from_secs(2);

/// How long to wait when the system can give no more connections.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves the router on a port until `stop` is ready. Running requests then have two seconds
/// to end.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let (ending, end) = watch::channel(());
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut stop => break,
        };
        match (place, accepted) {
            (Ok(place), Ok((stream, peer))) => {
                let (router, end) = (router.clone(), end.clone());
                tokio::spawn(async move {
                    connection(stream, peer, router, end).await;
                    drop(place);
                });
            }
            (Ok(_), Err(error)) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(ACCEPT_PAUSE).await;
            }
            (Err(_), _) => break,
        }
    }
    drop((listener, end));
    // Screens do not count here: their sockets end with the runtime, and they come back.
    let _ = ending.send(());
    let _ = timeout(GOODBYE_MAX, ending.closed()).await;
}

async fn connection(stream: TcpStream, peer: SocketAddr, router: Router, mut end: watch::Receiver<()>) {
    // A small delay for others' sake is nothing we want on messages this small.
    let _ = stream.set_nodelay(true);
    let hang_up = HangUp::default();
    let service =
        Router::new().fallback_service(router).layer(Extension(peer)).layer(Extension(hang_up.clone()));
    // Not hyper-util's `auto`: it waits for the first bytes without a time-out.
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_MAX)
        .max_buf_size(HEAD_MAX_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut served = std::pin::pin!(served);
    tokio::select! {
        // How a connection ends concerns nobody but the other end.
        _ = served.as_mut() => return,
        // Somebody who watches the camera takes nothing: what waits for them is thrown away.
        () = hang_up.0.notified() => return,
        _ = end.changed() => served.as_mut().graceful_shutdown(),
    }
    tokio::select! {
        _ = served => {}
        () = hang_up.0.notified() => {}
    }
}
