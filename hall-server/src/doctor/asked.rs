//! Asking a server of the hall as it is asked over the network: encrypted, but for what this computer asks itself.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use hall_trust::{FirstSeen, KeyHash};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConnection, StreamOwned};

/// How long anybody has to answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(4);

/// Longest answer that is read.
const ANSWER_MAX: u64 = 4 * 1024 * 1024;

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    /// A field of its head.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let fields = self.head.lines().filter_map(|line| line.split_once(':'));
        fields.into_iter().find(|(is, _)| is.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    fn parse(bytes: &[u8]) -> Option<Answer> {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, head: head.to_owned(), body: body.to_owned() })
    }
}

/// Asks a server of the hall for one of its addresses. Whoever answers is believed: nothing secret is said.
pub(crate) fn get(at: SocketAddr, path: &str) -> io::Result<Answer> {
    let stream = connect(at)?;
    if at.ip().is_loopback() {
        ask(stream, &at.to_string(), path)
    } else {
        ask(tls(stream)?.0, &at.to_string(), path)
    }
}

/// Asks whoever it is, unencrypted.
pub(super) fn get_in_the_clear(at: SocketAddr, host: &str, path: &str) -> io::Result<Answer> {
    ask(connect(at)?, host, path)
}

/// What a server shows when it is asked encrypted: its authority's key, and its own certificate.
pub(super) fn shown(at: SocketAddr) -> io::Result<(KeyHash, CertificateDer<'static>)> {
    let (stream, seen) = tls(connect(at)?)?;
    let leaf =
        stream.conn.peer_certificates().and_then(|all| all.first()).map(|leaf| leaf.clone().into_owned());
    seen.authority().zip(leaf).ok_or_else(|| io::Error::other("no enseña ningún certificado"))
}

pub(super) fn connect(at: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect_timeout(&at, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

fn tls(mut stream: TcpStream) -> io::Result<(StreamOwned<ClientConnection, TcpStream>, FirstSeen)> {
    let (config, seen) = hall_trust::first_contact();
    let name = ServerName::from(stream.peer_addr()?.ip());
    let mut connection = ClientConnection::new(config, name).map_err(io::Error::other)?;
    while connection.is_handshaking() {
        connection.complete_io(&mut stream)?;
    }
    Ok((StreamOwned::new(connection, stream), seen))
}

fn ask(mut stream: impl Read + Write, host: &str, path: &str) -> io::Result<Answer> {
    // In one piece: some hang up on what comes after the answer.
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    stream.flush()?;
    let mut bytes = Vec::new();
    match stream.take(ANSWER_MAX).read_to_end(&mut bytes) {
        // Whoever hangs up without a last word of TLS has said what it had to say.
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error),
        Ok(_) | Err(_) => (),
    }
    Answer::parse(&bytes).ok_or_else(|| io::Error::other("no contesta como un servidor de Bombo"))
}
