//! The serial port: the only file with `serialport`.
//!
//! `serialport` opens, sets and locks; bytes go over a second, non-blocking descriptor of the same device, because a write
//! to a device that takes nothing would block for ever, and because poll(2) needs one.
//!
//! A pty has no control lines and no baud rate; what fails for that reason is ignored.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use nix::libc;
use nix::sys::termios::{ControlFlags, SetArg, tcgetattr, tcsetattr};
use serialport::{ClearBuffer, DataBits, SerialPort, StopBits, TTYPort};
use thiserror::Error;

use crate::line::{LineSettings, Parity};

/// Which port, and how it is set. No flow control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortSettings {
    /// The device. One under `/dev/serial/by-id/` survives being plugged in elsewhere.
    pub path: PathBuf,
    /// Speed and shape of a byte.
    pub line: LineSettings,
}

/// Why a port cannot be used, in the words of the hall's technician.
#[derive(Debug, Error)]
pub enum PortError {
    /// No such device.
    #[error("no existe el puerto {0}: ¿está enchufado su cable?")]
    Missing(PathBuf),
    /// No permission.
    #[error("sin permiso para abrir {0}: añada el usuario del servicio al grupo «dialout»")]
    Denied(PathBuf),
    /// Another program has it.
    #[error("el puerto {0} está ocupado: otro programa lo tiene abierto")]
    Busy(PathBuf),
    /// It is no serial port.
    #[error("{0} no es un puerto serie")]
    NotSerial(PathBuf),
    /// It was open, and failed or lost its other end.
    #[error("el puerto {0} se ha cerrado: ¿se ha soltado su cable?")]
    Closed(PathBuf),
    /// Anything else.
    #[error("no se puede abrir {path}: {error}")]
    Io {
        /// The device.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// The name of a port that stays when it is plugged in elsewhere: the link in `serial/by-id` under `dev` to the same
/// device. `None` if there is no such link, or the port has this name already.
pub fn lasting_name(port: &Path, dev: &Path) -> Option<PathBuf> {
    let links = dev.join("serial/by-id");
    if port.starts_with(&links) {
        return None;
    }
    let device = fs::canonicalize(port).ok()?;
    let mut same: Vec<PathBuf> = fs::read_dir(links)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|link| fs::canonicalize(link).is_ok_and(|leads_to| leads_to == device))
        .collect();
    same.sort();
    same.into_iter().next()
}

/// Opens the port for a moment, to know whether it can be opened and is free.
///
/// # Errors
/// Why it cannot be opened.
pub fn probe(path: &Path) -> Result<(), PortError> {
    Port::open(&PortSettings { path: path.to_owned(), line: LineSettings::default() }).map(drop)
}

/// An open port, of this program alone. Both descriptors are the same device's.
pub struct Port {
    /// Bytes go here. Declared first: it is closed first, the lock last.
    line: File,
    /// For the settings and the locks.
    _lock: TTYPort,
}

impl Port {
    /// Opens the port; returns it with the number of bytes that were flushed.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub fn open(settings: &PortSettings) -> Result<(Port, u32), PortError> {
        // Resolved once, so that both descriptors are of the same device.
        let path = settings.path.canonicalize().map_err(|e| refused(settings, e))?;
        let line = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(libc::O_NOCTTY | libc::O_NONBLOCK)
            .open(&path)
            .map_err(|e| refused(settings, e))?;
        if !line.is_terminal() {
            return Err(PortError::NotSerial(settings.path.clone()));
        }
        let mut lock = TTYPort::open(&builder(&path, settings.line)).map_err(|e| {
            match e.kind() {
                // TIOCEXCL or the flock of another process.
                serialport::ErrorKind::NoDevice => PortError::Busy(settings.path.clone()),
                serialport::ErrorKind::Io(kind) => refused(settings, io::Error::new(kind, e)),
                serialport::ErrorKind::InvalidInput | serialport::ErrorKind::Unknown => {
                    refused(settings, io::Error::other(e))
                }
            }
        })?;
        if path.starts_with("/dev/pts") {
            // The simulator's end keeps a pty alive, and with it the TIOCEXCL of a killed program: only root could open it
            // again. The flock, shared from here on, keeps others out as well: they ask for an exclusive one.
            lock.set_exclusive(false).map_err(|e| refused(settings, io::Error::other(e)))?;
        }
        keep_lines_up(&line);
        let flushed = lock.bytes_to_read().unwrap_or(0);
        lock.clear(ClearBuffer::Input).map_err(|e| refused(settings, io::Error::other(e)))?;
        Ok((Port { line, _lock: lock }, flushed))
    }

    /// Sends what the line takes at once; what it does not take stays in `bytes`.
    ///
    /// # Errors
    /// The line fails; [`is_gone`] tells whether its other end went away.
    pub fn write(&self, bytes: &mut Vec<u8>) -> io::Result<()> {
        while !bytes.is_empty() {
            match (&self.line).write(bytes) {
                Ok(n) => drop(bytes.drain(..n)),
                Err(e) if e.kind() == ErrorKind::WouldBlock => break,
                Err(e) if e.kind() == ErrorKind::Interrupted => (),
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }

    /// Reads what has come, without waiting; 0 bytes: the other end hung up.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] where nothing has come; the line fails.
    pub fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        (&self.line).read(bytes)
    }
}

impl AsFd for Port {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.line.as_fd()
    }
}

/// Whether an error of a read or a write says that the other end went away, as a cable that was pulled out.
pub fn is_gone(error: &io::Error) -> bool {
    let gone = [libc::EIO, libc::ENXIO, libc::ENODEV, libc::EPIPE];
    error.raw_os_error().is_some_and(|code| gone.contains(&code))
}

fn builder(path: &Path, line: LineSettings) -> serialport::SerialPortBuilder {
    serialport::new(path.to_string_lossy(), line.baud)
        .data_bits(if line.data_bits == 7 { DataBits::Seven } else { DataBits::Eight })
        .stop_bits(if line.stop_bits == 2 { StopBits::Two } else { StopBits::One })
        .parity(match line.parity {
            Parity::None => serialport::Parity::None,
            Parity::Even => serialport::Parity::Even,
            Parity::Odd => serialport::Parity::Odd,
        })
}

/// Clears HUPCL: closing the port would drop DTR, and an Arduino resets on that.
fn keep_lines_up(line: &File) {
    if let Ok(mut termios) = tcgetattr(line) {
        termios.control_flags.remove(ControlFlags::HUPCL);
        if let Err(error) = tcsetattr(line, SetArg::TCSANOW, &termios) {
            tracing::info!(%error, "HUPCL stays set");
        }
    }
}

fn refused(settings: &PortSettings, error: io::Error) -> PortError {
    let path = settings.path.clone();
    match (error.kind(), error.raw_os_error()) {
        (ErrorKind::NotFound, _) => PortError::Missing(path),
        (ErrorKind::PermissionDenied, _) => PortError::Denied(path),
        (_, Some(libc::EBUSY)) => PortError::Busy(path),
        (_, Some(libc::EISDIR | libc::ENOTTY)) => PortError::NotSerial(path),
        (_, Some(_) | None) => PortError::Io { path, error },
    }
}
