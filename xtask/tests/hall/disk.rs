//! A disk that fails, is slow or is full: strace between a server and its files.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::kit::PATIENCE;

/// A tracer that meddles with what a process asks of its disk.
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
        let inject = format!("inject=fsync,fdatasync:{how}");
        Disk::there(Disk::try_attach(pid, &["-e", "trace=fsync,fdatasync", "-e", &inject]))
    }

    /// Attaches to a process whose writes into this file find no room, from the `nth` of every thread on.
    pub fn full(pid: u32, file: &Path, nth: u32) -> Option<Disk> {
        let inject = format!("inject=pwrite64:error=ENOSPC:when={nth}+");
        let file = file.to_str().expect("a plain path");
        Disk::there(Disk::try_attach(pid, &["-P", file, "-e", "trace=pwrite64", "-e", &inject]))
    }

    fn there(disk: Option<Disk>) -> Option<Disk> {
        if disk.is_none() {
            assert!(std::env::var_os("CI").is_none(), "in CI strace must be there and may attach");
            eprintln!("NOTICE: strace is not here or may not attach: the disk stays as it is");
        }
        disk
    }

    fn try_attach(pid: u32, what: &[&str]) -> Option<Disk> {
        let mut strace = Command::new("strace")
            .arg("-f")
            .args(what)
            .args(["-p", &pid.to_string()])
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

    /// Lets go and returns how many calls were meddled with.
    pub fn detach(mut self) -> usize {
        // It may have ended with the server.
        let _ = kill(Pid::from_raw(i32::try_from(self.strace.id()).expect("a pid")), Signal::SIGINT);
        let _ = self.strace.wait();
        let meddled = |line: &String| line.contains("(INJECTED)") || line.contains("(DELAYED)");
        self.words.iter().filter(meddled).count()
    }
}

impl Drop for Disk {
    /// Lets go in a test that failed too: a process that is traced cannot be waited for.
    fn drop(&mut self) {
        let _ = self.strace.kill();
        let _ = self.strace.wait();
    }
}
