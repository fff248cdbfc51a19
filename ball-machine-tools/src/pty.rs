//! Pseudo-terminals that stand for a serial port.

use std::fs;
use std::os::fd::AsRawFd;
use std::path::PathBuf;

use anyhow::Context;
use nix::pty::{OpenptyResult, openpty};
use nix::sys::termios::{SetArg, cfmakeraw, tcgetattr, tcsetattr};

/// Opens a raw pseudo-terminal. Returns it with its name for the host.
///
/// # Errors
/// When the system gives none.
pub fn open() -> anyhow::Result<(OpenptyResult, PathBuf)> {
    let pty = openpty(None, None).context("no se puede abrir un pseudoterminal")?;
    let mut termios = tcgetattr(&pty.slave)?;
    cfmakeraw(&mut termios);
    tcsetattr(&pty.slave, SetArg::TCSANOW, &termios)?;
    let name = fs::read_link(format!("/proc/self/fd/{}", pty.slave.as_raw_fd()))
        .context("no se encuentra el nombre del pseudoterminal")?;
    Ok((pty, name))
}
