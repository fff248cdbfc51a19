//! Somebody at the server's own terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use nix::pty::openpty;
use xtask::programs::program;

/// Longest wait for a program that has something to say.
const PATIENCE: Duration = Duration::from_secs(30);

/// Somebody at a terminal.
pub struct Terminal {
    child: Child,
    keys: File,
    screen: Receiver<Vec<u8>>,
    /// All that stood on the screen, and up to where it was read.
    read: (String, usize),
    /// The beginning of a character whose end has not come.
    begun: Vec<u8>,
}

impl Terminal {
    /// An order of `hall-server` about a folder, on a pseudo-terminal.
    pub fn of(order: &[&str], dir: &Path) -> Terminal {
        let pty = openpty(None, None).expect("a pseudo-terminal");
        let ends = || Stdio::from(pty.slave.try_clone().expect("a second end"));
        // With a session of its own, so that Ctrl-C is one.
        let child = Command::new("setsid")
            .arg("--ctty")
            .arg(program("hall-server"))
            .args(order)
            .arg("--dir")
            .arg(dir)
            .stdin(ends())
            .stdout(ends())
            .stderr(ends())
            .spawn()
            .expect("it is built");
        drop(pty.slave);
        let keys = File::from(pty.master);
        let mut shown = keys.try_clone().expect("a second end");
        // What is not read yet; the terminal waits behind it.
        let (to, screen) = sync_channel(64);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = shown.read(&mut bytes) {
                to.send(bytes[..n].to_vec()).ok();
            }
        });
        Terminal { child, keys, screen, read: (String::new(), 0), begun: Vec::new() }
    }

    /// Waits until this is said, after what was waited for before, in one line or folded between two words.
    pub fn says(&mut self, words: &str) {
        loop {
            let (text, from) = &mut self.read;
            if let Some(at) = text[*from..].replace('\n', " ").find(words) {
                *from += at + words.len();
                return;
            }
            let bytes = self.screen.recv_timeout(PATIENCE);
            let bytes = bytes.unwrap_or_else(|_| panic!("«{words}» is not said: {}", &text[*from..]));
            self.begun.extend(bytes);
            let whole = std::str::from_utf8(&self.begun).map_or_else(|error| error.valid_up_to(), str::len);
            let came: Vec<u8> = self.begun.drain(..whole).collect();
            text.push_str(&String::from_utf8_lossy(&came).replace('\r', ""));
        }
    }

    /// Waits until this is said, and answers it.
    pub fn answers(&mut self, question: &str, answer: &str) {
        self.says(question);
        self.types(&format!("{answer}\n"));
    }

    /// All that stood on the screen so far.
    pub fn screen(&self) -> &str {
        &self.read.0
    }

    /// Types.
    pub fn types(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the terminal is there");
    }

    /// To its end: whether it went well.
    pub fn ends(mut self) -> bool {
        self.child.wait().expect("it can be waited for").success()
    }
}

/// Gives an order of `hall-server` on a folder, and answers what it asks with these lines.
pub fn answered(order: &[&str], dir: &Path, lines: &[&str]) -> Output {
    let mut child = Command::new(program("hall-server"))
        .args(order)
        .arg("--dir")
        .arg(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it is built");
    let mut stdin = child.stdin.take().expect("it was piped");
    // It may have ended without reading: then it has said why.
    stdin.write_all((lines.join("\n") + "\n").as_bytes()).ok();
    drop(stdin);
    child.wait_with_output().expect("it ends")
}
