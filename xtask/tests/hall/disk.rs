//! A disk that fails or is slow: strace between a server and its syncs.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::kit::PATIENCE;

/// A tracer that meddles with the syncs of a process.
pub struct Disk {
    strace: Child,
    words: Receiver<String>,
}

impl Disk {
    /// Attaches to a process. `how`: what strace is to do with each fsync, as in
    /// `error=EIO:when=2` for the second of every thread.
    ///
    /// `None` where strace may not attach; in CI that is a failure.
    pub fn attach(pid: u32, how: &str) -> Option<Disk> {
        let disk = Disk::try_attach(pid, how);
        if disk.is_none() {
            assert!(std::env::var_os("CI").is_none(), "in CI strace must be there and may attach");
            eprintln!("NOTICE: strace is not here or may not attach: the disk stays as it is");
        }
        disk
    }

    fn try_attach(pid: u32, how: &str) -> Option<Disk> {
        let inject = format!("inject=fsync,fdatasync:{how}");
        let mut strace = Command::new("strace")
            .args(["-f", "-e", "trace=fsync,fdatasync", "-e", &inject, "-p", &pid.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .ok()?;
        let stderr = strace.stderr.take().expect("it was piped");
        let (tell, words) = sync_channel(100_000);
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        let first = words.recv_timeout(PATIENCE).unwrap_or_default();
        if first.contains("attached") {
            return Some(Disk { strace, words });
        }
        let _ = strace.kill();
        let _ = strace.wait();
        None
    }

    /// Lets go and returns how many syncs were meddled with.
    pub fn detach(mut self) -> usize {
        // It may have ended with the server.
        let _ = kill(Pid::from_raw(i32::try_from(self.strace.id()).expect("a pid")), Signal::SIGINT);
        let _ = self.strace.wait();
        let meddled = |line: &String| line.contains("(INJECTED)") || line.contains("(DELAYED)");
        self.words.iter().filter(meddled).count()
    }
}
