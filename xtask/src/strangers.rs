//! Devices on the hall's network that nobody let in, and what each does to stop the hall: they take all places for screens and read
//! nothing, open connections and go no further, ping without end, and guess PINs.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Result, ensure};
use hall_wire::message::PROTOCOL;
use rustls::pki_types::ServerName;
use rustls::{ClientConnection, StreamOwned};

mod idle;

pub use idle::Idle;

/// A connection of a device that nobody let in: encrypted, and without a certificate.
pub type Unknown = StreamOwned<ClientConnection, TcpStream>;

/// How long one waits for the server.
const PATIENCE: Duration = Duration::from_secs(2);

/// Connections that are begun and no more, at a time.
const HALF_OPEN: usize = 700;

/// Screens that are asked for, at a time.
const SCREENS: usize = 300;

/// How many ping without end, and how many guess.
const PINGING: usize = 3;
const GUESSING: usize = 2;

/// The beginning of a handshake of TLS, which says that more is to come.
pub const HALF_A_HANDSHAKE: [u8; 11] = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3];

/// A ping of the socket, masked with zeros.
const PING: [u8; 6] = [0x89, 0x80, 0, 0, 0, 0];

/// All of them, until dropped.
pub struct Strangers {
    over: Arc<AtomicBool>,
    did: Arc<Did>,
    threads: Vec<JoinHandle<()>>,
}

/// How often each thing was done.
#[derive(Debug, Default)]
pub struct Did {
    /// Connections that were begun.
    pub half_open: AtomicU64,
    /// Screens that were asked for, and those of them that got a place.
    pub screens: AtomicU64,
    /// Of those.
    pub seated: AtomicU64,
    /// Pings.
    pub pings: AtomicU64,
    /// PINs.
    pub guesses: AtomicU64,
}

impl Strangers {
    /// They begin, at this server.
    pub fn begin(server: SocketAddr) -> Strangers {
        let (over, did) = (Arc::new(AtomicBool::new(false)), Arc::new(Did::default()));
        let doings = [half_open as fn(SocketAddr, &AtomicBool, &Did), screens]
            .into_iter()
            .chain([pings as fn(SocketAddr, &AtomicBool, &Did); PINGING])
            .chain([guesses as fn(SocketAddr, &AtomicBool, &Did); GUESSING]);
        let threads = doings.map(|doing| {
            let (over, did) = (Arc::clone(&over), Arc::clone(&did));
            std::thread::spawn(move || doing(server, &over, &did))
        });
        let threads = threads.collect();
        Strangers { over, did, threads }
    }

    /// How often each thing was done so far.
    pub fn did(&self) -> &Did {
        &self.did
    }
}

impl Drop for Strangers {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Comes to a server without a certificate.
///
/// # Errors
/// When it lets nobody in.
pub fn come(server: SocketAddr) -> Result<Unknown> {
    let mut tcp = TcpStream::connect_timeout(&server, PATIENCE)?;
    tcp.set_read_timeout(Some(PATIENCE))?;
    tcp.set_write_timeout(Some(PATIENCE))?;
    let (config, _) = hall_trust::first_contact();
    let mut connection = ClientConnection::new(config, ServerName::try_from("sala.invalid")?)?;
    while connection.is_handshaking() {
        connection.complete_io(&mut tcp)?;
    }
    Ok(StreamOwned::new(connection, tcp))
}

/// Asks, and returns the head of the answer.
///
/// # Errors
/// When there is none.
pub fn ask(stream: &mut (impl Read + Write), request: &str, body: &str) -> Result<String> {
    let length = body.len();
    let head = format!(
        "{request} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n",
        crate::network::ADDRESS
    );
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let upgrade = if request.contains("/ws") { upgrade } else { "" };
    stream.write_all(format!("{head}{upgrade}\r\n{body}").as_bytes())?;
    let (mut answer, mut byte) = (Vec::new(), [0]);
    while !answer.ends_with(b"\r\n\r\n") {
        ensure!(stream.read(&mut byte)? == 1, "the server has ended the connection");
        answer.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// The socket of a screen of the public board.
fn screen(server: SocketAddr) -> Result<Option<Unknown>> {
    let mut stream = come(server)?;
    let answer = ask(&mut stream, &format!("GET /api/ws?protocol={PROTOCOL}"), "")?;
    Ok(answer.starts_with("HTTP/1.1 101").then_some(stream))
}

/// Half of them begin a handshake, half a request; one that was put out begins anew.
fn half_open(server: SocketAddr, over: &AtomicBool, did: &Did) {
    let mut open: Vec<TcpStream> = Vec::new();
    while !over.load(Ordering::Relaxed) {
        if open.len() >= HALF_OPEN {
            open.drain(..HALF_OPEN / 8);
        }
        let Ok(mut stream) = TcpStream::connect_timeout(&server, PATIENCE) else { continue };
        let begin: &[u8] =
            if open.len().is_multiple_of(2) { &HALF_A_HANDSHAKE } else { b"GET /api/board HTTP/1.1\r\nHo" };
        if stream.write_all(begin).is_ok() {
            did.half_open.fetch_add(1, Ordering::Relaxed);
            open.push(stream);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// They read nothing; one that was put out asks again.
fn screens(server: SocketAddr, over: &AtomicBool, did: &Did) {
    let mut open = Vec::new();
    while !over.load(Ordering::Relaxed) {
        if open.len() >= SCREENS {
            open.drain(..SCREENS / 8);
        }
        did.screens.fetch_add(1, Ordering::Relaxed);
        if let Ok(Some(stream)) = screen(server) {
            did.seated.fetch_add(1, Ordering::Relaxed);
            open.push(stream);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Pings as fast as they are taken; one that was put out comes again.
fn pings(server: SocketAddr, over: &AtomicBool, did: &Did) {
    while !over.load(Ordering::Relaxed) {
        let Ok(Some(mut stream)) = screen(server) else {
            std::thread::sleep(Duration::from_millis(20));
            continue;
        };
        while !over.load(Ordering::Relaxed) && stream.write_all(&PING).is_ok() {
            did.pings.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Tries a PIN of the jefe de mesa, and another.
fn guesses(server: SocketAddr, over: &AtomicBool, did: &Did) {
    while !over.load(Ordering::Relaxed) {
        let Ok(mut stream) = come(server) else { continue };
        let guess = did.guesses.fetch_add(1, Ordering::Relaxed) % 1_000_000;
        let body = format!(r#"{{"user":"rafael","pin":"{guess:06}","device":"ladron"}}"#);
        let _ = ask(&mut stream, "POST /api/login", &body);
    }
}
