//! The line to the hardware: a serial port, TCP or UDP. Nothing here blocks but opening, and that for less than half a second.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use nix::sys::socket::setsockopt;
use nix::sys::socket::sockopt::TcpUserTimeout;
use serial_line::line::LineSettings;
use serial_line::port::{Port, PortError, PortSettings};

use crate::sacn;

/// How long connecting may take. A sign without power answers nothing at all.
const CONNECT_MAX: Duration = Duration::from_millis(400);

/// How long bytes may be on the way over TCP. Without this the system would send them again at ever longer intervals, and a
/// sign that is back would wait for minutes.
const UNACKNOWLEDGED_MAX_MS: u32 = 800;

/// Where the hardware is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum To {
    /// A serial device. One under `/dev/serial/by-id/` survives being plugged in elsewhere.
    Serial(PathBuf),
    /// A serial-to-network adaptor, or a sign with a network socket.
    Tcp(SocketAddr),
    /// One receiver of sACN.
    Udp(SocketAddr),
    /// All receivers of the universe in a network: that of this address of our own, or the system's usual one.
    Multicast(Option<Ipv4Addr>),
}

impl FromStr for To {
    type Err = String;

    fn from_str(text: &str) -> Result<To, String> {
        let socket = |text: &str, port: Option<u16>| {
            let with_port = text.parse::<SocketAddr>().ok();
            with_port.or_else(|| Some(SocketAddr::new(text.parse::<IpAddr>().ok()?, port?)))
        };
        if text.starts_with('/') {
            return Ok(To::Serial(PathBuf::from(text)));
        }
        let to = match text.split_once(':') {
            Some(("tcp", rest)) => socket(rest, None).map(To::Tcp),
            Some(("udp", rest)) => socket(rest, Some(sacn::PORT)).map(To::Udp),
            Some(("multicast", rest)) => rest.parse().ok().map(|own| To::Multicast(Some(own))),
            None if text == "multicast" => Some(To::Multicast(None)),
            Some(_) | None => None,
        };
        to.ok_or_else(|| {
            format!(
                "«{text}» no dice dónde está el panel: /dev/ttyUSB0, tcp:192.168.1.40:3001, udp:192.168.1.50, multicast o \
                 multicast:192.168.1.10, con la dirección de este ordenador"
            )
        })
    }
}

impl fmt::Display for To {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            To::Serial(path) => write!(out, "{}", path.display()),
            To::Tcp(address) => write!(out, "tcp:{address}"),
            To::Udp(address) => write!(out, "udp:{address}"),
            To::Multicast(None) => out.write_str("multicast"),
            To::Multicast(Some(own)) => write!(out, "multicast:{own}"),
        }
    }
}

/// Why there is no line, in the words of the hall's technician.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    /// The serial port cannot be opened.
    #[error(transparent)]
    Port(#[from] PortError),
    /// The network gives none.
    #[error("no se llega a {to}: {error}")]
    Network {
        /// Where.
        to: String,
        /// What the system says.
        error: io::Error,
    },
}

/// An open line.
pub enum Wire {
    /// A serial port, of this program alone.
    Serial(Port),
    /// A connection.
    Tcp(TcpStream),
    /// A socket, and where its packets go.
    Udp(UdpSocket, SocketAddr),
}

impl Wire {
    /// Opens the line. `line` is for a serial port, `universe` says to which group packets for everybody go.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub fn open(to: &To, line: LineSettings, universe: u16) -> Result<Wire, WireError> {
        if let To::Serial(path) = to {
            let (port, _) = Port::open(&PortSettings { path: path.clone(), line })?;
            return Ok(Wire::Serial(port));
        }
        Wire::over_network(to, universe).map_err(|error| WireError::Network { to: to.to_string(), error })
    }

    fn over_network(to: &To, universe: u16) -> io::Result<Wire> {
        let (own, address) = match to {
            To::Tcp(address) => {
                let stream = TcpStream::connect_timeout(address, CONNECT_MAX)?;
                stream.set_nodelay(true)?;
                stream.set_nonblocking(true)?;
                setsockopt(&stream, TcpUserTimeout, &UNACKNOWLEDGED_MAX_MS)?;
                return Ok(Wire::Tcp(stream));
            }
            To::Udp(address @ SocketAddr::V6(_)) => (IpAddr::from([0_u16; 8]), *address),
            To::Udp(address) => (IpAddr::from([0; 4]), *address),
            // Linux sends packets for a group out where the address is that the socket is bound to.
            To::Multicast(own) => (
                own.unwrap_or(Ipv4Addr::UNSPECIFIED).into(),
                SocketAddr::from((sacn::group(universe), sacn::PORT)),
            ),
            To::Serial(_) => return Err(io::Error::from(ErrorKind::Unsupported)),
        };
        let socket = UdpSocket::bind((own, 0))?;
        socket.set_nonblocking(true)?;
        Ok(Wire::Udp(socket, address))
    }

    /// Hands over what the line takes at once, over UDP all of it as one packet; the rest stays in `bytes`.
    ///
    /// # Errors
    /// The line is lost.
    pub fn write(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Wire::Serial(port) => port.write(bytes),
            Wire::Tcp(stream) => {
                while !bytes.is_empty() {
                    match stream.write(bytes) {
                        Ok(0) => return Err(ErrorKind::WriteZero.into()),
                        Ok(n) => drop(bytes.drain(..n)),
                        Err(error) if error.kind() == ErrorKind::Interrupted => (),
                        Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                        Err(error) => return Err(error),
                    }
                }
                Ok(())
            }
            Wire::Udp(socket, to) => match socket.send_to(bytes, *to) {
                Ok(_) => {
                    bytes.clear();
                    Ok(())
                }
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                    Ok(())
                }
                Err(error) => Err(error),
            },
        }
    }

    /// Reads what has come; 0 where nothing has.
    ///
    /// # Errors
    /// The line is lost, or its other end hung up.
    pub fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = match self {
            Wire::Serial(port) => port.read(bytes),
            Wire::Tcp(stream) => stream.read(bytes),
            // Nobody has anything to say to a source; what comes all the same is thrown away.
            Wire::Udp(socket, _) => {
                let _ = socket.recv(bytes);
                return Ok(0);
            }
        };
        match read {
            Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
            Ok(n) => Ok(n),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(0),
            Err(error) => Err(error),
        }
    }
}

impl AsFd for Wire {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Wire::Serial(port) => port.as_fd(),
            Wire::Tcp(stream) => stream.as_fd(),
            Wire::Udp(socket, _) => socket.as_fd(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_they_are_written() {
        for text in
            ["/dev/ttyUSB0", "tcp:127.0.0.1:3001", "udp:10.0.0.1:5568", "multicast", "multicast:10.0.0.2"]
        {
            assert_eq!(text.parse::<To>().expect("a place").to_string(), text);
        }
        assert_eq!("udp:10.0.0.1".parse::<To>().expect("a place").to_string(), "udp:10.0.0.1:5568");
        for text in ["", "ttyUSB0", "tcp:127.0.0.1", "tcp:rotulo:3001", "multicast:casa", "udp:"] {
            assert!(text.parse::<To>().expect_err("no place").contains("no dice dónde está"), "{text}");
        }
    }

    /// The option without which a sign that is back would not be heard of for minutes is set.
    #[test]
    fn bytes_that_nobody_takes_close_a_connection_soon() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let to = To::Tcp(listener.local_addr().expect("it is bound"));
        let wire = Wire::open(&to, LineSettings::default(), 1).expect("it listens");
        let set = nix::sys::socket::getsockopt(&wire, TcpUserTimeout).expect("a socket option");
        assert!((1..=1_000).contains(&set), "{set}");
    }
}
