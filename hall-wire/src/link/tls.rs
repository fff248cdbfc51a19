//! The devices' end of TLS: for requests, as a part of ureq's connections, and for the socket (ADR 83).

use std::fmt;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use hall_trust::why_not;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};
use ureq::Error;
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, Either, LazyBuffers, NextTimeout, Transport, TransportAdapter,
};

use super::Servers;
use crate::problem::{self, Problem};

/// A device that no hall has let in asks one.
#[derive(Debug, thiserror::Error)]
#[error("este aparato no está dado de alta en ninguna sala")]
struct NotEnrolled;

/// Why nothing is asked of whoever answers at a server's address; none where it is about something else.
pub(super) fn problem_of(error: &io::Error) -> Option<Problem> {
    if let Some(not_the_hall) = why_not(error) {
        let detail = format!(
            "A este aparato no le contesta su sala: {not_the_hall}. Compruebe la dirección. Si la sala ha cambiado de servidor y de \
             clave, dé de alta este aparato otra vez; si no, avise al técnico."
        );
        return Some(problem::ANOTHER_HALL.saying(detail));
    }
    let not_enrolled = error.get_ref().is_some_and(|error| error.is::<NotEnrolled>());
    not_enrolled.then(|| {
        problem::NO_CERTIFICATE.saying(
            "Este aparato no está dado de alta en la sala. Pida un código al jefe de sala (Sala, Puestos) y dele de alta.",
        )
    })
}

/// Why nothing was asked of whoever answers at a server's address: it is another hall's, or this device is in none. None where the
/// failure is about something else.
pub fn problem_of_request(error: &Error) -> Option<Problem> {
    if let Error::Io(error) = error { problem_of(error) } else { None }
}

/// Takes up TLS as far as both ends know each other. The name is nobody's: the hall is known by its key.
fn begin(
    config: Option<Arc<ClientConfig>>,
    stream: &mut (impl Read + Write),
) -> io::Result<ClientConnection> {
    let config = config.ok_or_else(|| io::Error::other(NotEnrolled))?;
    let name = ServerName::try_from("sala.invalid").expect("a name");
    let mut connection = ClientConnection::new(config, name).map_err(io::Error::other)?;
    while connection.is_handshaking() {
        connection.complete_io(stream)?;
    }
    Ok(connection)
}

/// The connection of a socket.
#[derive(Debug)]
pub(super) enum Stream {
    Clear(TcpStream),
    Encrypted(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Stream {
    /// Encrypts a connection to one of these servers.
    pub(super) fn encrypted(servers: &Servers, mut stream: TcpStream) -> io::Result<Stream> {
        let connection = begin(servers.tls(), &mut stream)?;
        Ok(Stream::Encrypted(Box::new(StreamOwned::new(connection, stream))))
    }

    /// What is beneath.
    pub(super) fn tcp(&self) -> &TcpStream {
        match self {
            Stream::Clear(stream) => stream,
            Stream::Encrypted(stream) => &stream.sock,
        }
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Clear(stream) => stream.read(into),
            Stream::Encrypted(stream) => stream.read(into),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Clear(stream) => stream.write(from),
            Stream::Encrypted(stream) => stream.write(from),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Clear(stream) => stream.flush(),
            Stream::Encrypted(stream) => stream.flush(),
        }
    }
}

/// Encrypts the connections of requests with `https`, as these servers' device.
#[derive(Debug)]
pub(super) struct Encrypts(pub(super) Servers);

impl<In: Transport> Connector<In> for Encrypts {
    type Out = Either<In, Encrypted>;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        chained: Option<In>,
    ) -> Result<Option<Self::Out>, Error> {
        let Some(transport) = chained else { return Ok(None) };
        if !details.needs_tls() || transport.is_tls() {
            return Ok(Some(Either::A(transport)));
        }
        let mut sock = TransportAdapter::new(transport.boxed(), details.current_time.clone());
        sock.set_timeout(details.timeout);
        let connection = begin(self.0.tls(), &mut sock)?;
        let buffers =
            LazyBuffers::new(details.config.input_buffer_size(), details.config.output_buffer_size());
        Ok(Some(Either::B(Encrypted { buffers, stream: StreamOwned::new(connection, sock) })))
    }
}

/// An encrypted connection of requests.
pub(super) struct Encrypted {
    buffers: LazyBuffers,
    stream: StreamOwned<ClientConnection, TransportAdapter>,
}

impl Transport for Encrypted {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.stream.sock.set_timeout(timeout);
        self.stream.write_all(&self.buffers.output()[..amount])?;
        Ok(())
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.stream.sock.set_timeout(timeout);
        let read = self.stream.read(self.buffers.input_append_buf())?;
        self.buffers.input_appended(read);
        Ok(read > 0)
    }

    fn is_open(&mut self) -> bool {
        self.stream.sock.get_mut().is_open()
    }

    fn is_tls(&self) -> bool {
        true
    }
}

impl fmt::Debug for Encrypted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Encrypted")
    }
}
