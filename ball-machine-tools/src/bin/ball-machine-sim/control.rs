//! The control socket: lines in, one line back for each.

use std::fs;
use std::io::{ErrorKind, Read};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use crate::pty::cannot;

/// The longest line of the standard input or of the socket, in bytes; commands have at most thirty.
pub const COMMAND_MAX: usize = 256;
/// The most clients at a time.
const CLIENTS_MAX: usize = 8;

/// The control socket and its clients.
pub struct Control {
    pub listener: UnixListener,
    path: PathBuf,
    pub clients: Vec<(UnixStream, Vec<u8>)>,
}

impl Control {
    pub fn listen(path: &Path) -> anyhow::Result<Control> {
        let listener = UnixListener::bind(path).map_err(|error| cannot("crear el socket", path, &error))?;
        listener.set_nonblocking(true)?;
        Ok(Control { listener, path: path.to_owned(), clients: Vec::new() })
    }

    /// Accepts clients; returns the whole lines that came, with the index of their client.
    pub fn lines(&mut self) -> anyhow::Result<Vec<(usize, String)>> {
        while self.clients.len() < CLIENTS_MAX
            && let Ok((client, _)) = self.listener.accept()
        {
            client.set_nonblocking(true)?;
            self.clients.push((client, Vec::new()));
        }
        let mut lines = Vec::new();
        let mut gone = Vec::new();
        for (at, (client, typed)) in self.clients.iter_mut().enumerate() {
            let mut bytes = [0; COMMAND_MAX];
            match client.read(&mut bytes) {
                Ok(0) => gone.push(at),
                Ok(n) => lines.extend(cut_lines(typed, &bytes[..n]).into_iter().map(|line| (at, line))),
                Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => (),
                Err(_) => gone.push(at),
            }
        }
        for at in gone.into_iter().rev() {
            self.clients.remove(at);
            lines.iter_mut().filter(|(by, _)| *by > at).for_each(|(by, _)| *by -= 1);
        }
        Ok(lines)
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The lines that these bytes complete, cut at [`COMMAND_MAX`].
pub fn cut_lines(typed: &mut Vec<u8>, bytes: &[u8]) -> Vec<String> {
    let mut lines = Vec::new();
    for byte in bytes {
        if *byte == b'\n' {
            lines.push(String::from_utf8_lossy(&std::mem::take(typed)).into_owned());
        } else if typed.len() < COMMAND_MAX {
            typed.push(*byte);
        }
    }
    lines
}
