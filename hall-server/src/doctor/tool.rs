//! Programs of the system that are asked, none of which may hold anybody up.

use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// What a program wrote and how it ended.
pub(crate) struct Said {
    pub(crate) is_good: bool,
    pub(crate) text: String,
}

/// Runs a program and returns what it wrote, in the words of the C locale; none where there is no such program, or it did not end in
/// this time.
pub(crate) fn said(program: &str, args: &[&str], patience: Duration) -> Option<Said> {
    let mut child = Command::new(program)
        .args(args)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut out = child.stdout.take()?;
    let (done, waits) = mpsc::sync_channel(1);
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What could be read of it is better than nothing.
        let _ = out.read_to_end(&mut bytes);
        let _ = done.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    match waits.recv_timeout(patience) {
        Ok(text) => Some(Said { is_good: child.wait().ok()?.success(), text }),
        Err(_) => {
            let _ = child.kill();
            let _ = child.wait();
            None
        }
    }
}

/// What somebody answers beside us, unless he takes longer.
pub(crate) fn within<T: Send + 'static>(
    patience: Duration,
    ask: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, waits) = mpsc::sync_channel(1);
    thread::spawn(move || done.send(ask()));
    waits.recv_timeout(patience).ok()
}
