//! `hall-camera` as a process, and a wall's video that watches it.
#![allow(dead_code, reason = "each test uses its part")]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use display_wall::video::{Frame, SourceState, Video};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Timeout of every wait.
pub const SOON: Duration = Duration::from_secs(30);

/// A `hall-camera` process, killed when dropped.
pub struct Camera {
    child: Child,
    pub url: String,
    said: Receiver<String>,
}

impl Camera {
    /// Starts it; small, unless the options say how large.
    pub fn start(options: &[&str]) -> Camera {
        let small = if options.contains(&"--size") { &[][..] } else { &["--size", "640x360"] };
        let mut child = Command::new(env!("CARGO_BIN_EXE_hall-camera"))
            .args(options)
            .args(small)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("hall-camera is built");
        let said = lines(child.stderr.take().expect("it was piped"));
        let stdout = lines(child.stdout.take().expect("it was piped"));
        let line = stdout.recv_timeout(SOON).expect("it says where it is");
        let url = line.strip_prefix("hall-camera: ").expect("the line others wait for").to_owned();
        Camera { child, url, said }
    }

    /// Where it serves.
    pub fn port(&self) -> u16 {
        let address = self.url.strip_prefix("rtsp://").and_then(|rest| rest.split('/').next());
        address.and_then(|address| address.rsplit(':').next()?.parse().ok()).expect("an address has a port")
    }

    /// Waits for a log line with these words.
    pub fn says(&self, words: &str) -> String {
        let mut heard = Vec::new();
        while let Ok(line) = self.said.recv_timeout(SOON) {
            if line.contains(words) {
                return line;
            }
            heard.push(line);
        }
        panic!("«{words}» was never said: {heard:#?}");
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: Signal) {
        let pid = i32::try_from(self.child.id()).expect("a pid is small");
        kill(Pid::from_raw(pid), signal).expect("it is running");
    }
}

impl Drop for Camera {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of a stream as they come; unread ones are dropped.
pub fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (tell, told) = sync_channel(1000);
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let _ = tell.try_send(line);
        }
    });
    told
}

/// A wall's video, with its changes.
pub struct Watched {
    pub video: Video,
    changed: Receiver<()>,
}

impl Watched {
    /// Opens a source.
    pub fn open(source: &str) -> Watched {
        let (tell, changed) = sync_channel(1);
        let video = Video::open(source, move || {
            let _ = tell.try_send(());
        });
        Watched { video, changed }
    }

    /// Waits for a state.
    pub fn wait(&self, what: &str, mut good: impl FnMut(&SourceState) -> bool) {
        let end = Instant::now() + SOON;
        loop {
            let state = self.video.state().expect("it is built with video");
            if good(&state) {
                return;
            }
            assert!(Instant::now() < end, "never {what}; it is {state:?}");
            let _ = self.changed.recv_timeout(Duration::from_millis(250));
        }
    }

    /// Waits for a frame.
    pub fn live(&self) -> Arc<Frame> {
        loop {
            self.wait("live", |state| *state == SourceState::Live);
            // It may be lost again meanwhile.
            if let Some(frame) = self.video.latest() {
                return frame;
            }
        }
    }

    /// Waits for two frames that differ.
    pub fn moves(&self) -> Arc<Frame> {
        let first = self.live();
        let mut newest = Arc::clone(&first);
        self.wait("a frame that is different", |_| {
            newest = self.video.latest().unwrap_or_else(|| Arc::clone(&first));
            newest.serial > first.serial && newest.rgba != first.rgba
        });
        newest
    }
}
