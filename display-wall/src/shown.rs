//! Tells the desk which announced balls were really painted (DECISIONS 27), and writes down
//! when, for whoever measures. Neither ever holds up a frame.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use anyhow::Context;
use hall_wire::link::Client;
use hall_wire::message::Shown;
use nix::time::{ClockId, clock_gettime};
use serde::Serialize;

/// How long an acknowledgement is sent again. A later one of another panel does as well.
const PATIENCE: Duration = Duration::from_secs(3);

/// How many may wait to be told: more than a game has.
const WAITING_MAX: usize = 256;

/// A frame that shows balls and is on the window: its buffers were swapped.
#[derive(Debug, Clone, Serialize)]
pub struct Painted {
    /// The monitor, from 0.
    pub monitor: usize,
    /// The last line of the record that the board shows.
    pub seq: u64,
    /// The game.
    pub game: u32,
    /// How many balls are announced.
    pub ordinal: u8,
    /// When this process knew of the board, on the machine's monotonic clock.
    pub noticed_ns: i64,
    /// When the frame was on the window, on the same clock.
    pub painted_ns: i64,
    /// How many frames of this process have come later than [`LATE_MS`] so far.
    pub frames_late: u64,
}

/// A frame that is on the window so long after its board came is late.
pub const LATE_MS: i64 = 100;

/// Where painted frames are told.
pub struct Teller {
    told: Mutex<BTreeSet<(u32, u8)>>,
    send: Option<SyncSender<Painted>>,
    log: Mutex<Option<File>>,
}

impl Teller {
    /// Returns a teller to the server at `base_url`, in the name of a panel; to nobody, without one.
    /// `log` gets a line of JSON for each painted board.
    pub fn new(base_url: Option<&str>, panel: &str, log: Option<&Path>) -> anyhow::Result<Teller> {
        let log = log
            .map(|path| {
                let open = File::options().create(true).append(true).open(path);
                open.with_context(|| format!("no se puede escribir en {}", path.display()))
            })
            .transpose()?;
        let send = match base_url {
            None => None,
            Some(url) => {
                let (send, receive) = sync_channel(WAITING_MAX);
                let client = Client::new(url).with_patience(PATIENCE);
                let panel = panel.to_owned();
                std::thread::Builder::new()
                    .name("shown".to_owned())
                    .spawn(move || acknowledge(&client, &panel, &receive))?;
                Some(send)
            }
        };
        Ok(Teller { told: Mutex::default(), send, log: Mutex::new(log) })
    }

    /// Tells of a painted frame: each ball once, whichever monitor was first.
    pub fn tell(&self, painted: &Painted) {
        if let Ok(mut log) = self.log.lock()
            && let Some(file) = log.as_mut()
        {
            let line = serde_json::to_string(painted).expect("numbers become JSON");
            // A full disk stops the log, never the wall.
            if writeln!(file, "{line}").is_err() {
                *log = None;
            }
        }
        let Some(send) = &self.send else { return };
        let Ok(mut told) = self.told.lock() else { return };
        if told.iter().any(|(game, _)| *game != painted.game) {
            told.clear();
        }
        for ordinal in 1..=painted.ordinal {
            // What finds no place now is told with the next frame.
            if !told.contains(&(painted.game, ordinal))
                && send.try_send(Painted { ordinal, ..painted.clone() }).is_ok()
            {
                told.insert((painted.game, ordinal));
            }
        }
    }
}

fn acknowledge(client: &Client, panel: &str, painted: &Receiver<Painted>) {
    while let Ok(Painted { game, ordinal, .. }) = painted.recv() {
        let body = Shown { panel: panel.to_owned(), game, ordinal };
        let answer = client.send::<serde_json::Value>("/api/panel/shown", &body, uuid::Uuid::new_v4());
        if let Err(error) = answer {
            tracing::warn!(game, ordinal, %error, "no se ha podido decir que la bola se ve");
        }
    }
}

/// Returns the machine's monotonic clock in nanoseconds: the same for every process on it.
pub fn monotonic_ns() -> i64 {
    let now = clock_gettime(ClockId::CLOCK_MONOTONIC).expect("Linux has a monotonic clock");
    now.tv_sec() * 1_000_000_000 + now.tv_nsec()
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Read};
    use std::net::TcpListener;

    use super::*;

    fn painted(monitor: usize, game: u32, ordinal: u8) -> Painted {
        Painted { monitor, seq: 1, game, ordinal, noticed_ns: 0, painted_ns: 1, frames_late: 0 }
    }

    /// A server that says yes to everything and tells what it was sent.
    fn server() -> (String, Receiver<Shown>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let url = format!("http://{}", listener.local_addr().expect("it is bound"));
        let (send, receive) = sync_channel(WAITING_MAX);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut reader = BufReader::new(stream.expect("a connection"));
                let mut length = 0;
                loop {
                    let mut line = String::new();
                    reader.read_line(&mut line).expect("a header");
                    if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                        length = value.trim().parse().expect("a number");
                    }
                    if line.trim().is_empty() {
                        break;
                    }
                }
                let mut body = vec![0; length];
                reader.read_exact(&mut body).expect("a body");
                let answer = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
                reader.get_mut().write_all(answer.as_bytes()).expect("it listens");
                if send.send(serde_json::from_slice(&body).expect("what the desk takes")).is_err() {
                    return;
                }
            }
        });
        (url, receive)
    }

    /// DECISIONS 27: each ball is told once by this panel, whichever of its monitors was first,
    /// and the next game begins anew.
    #[test]
    fn each_painted_ball_is_told_once() {
        let (url, told) = server();
        let teller = Teller::new(Some(&url), "panel-1", None).expect("no log to open");
        for frame in
            [painted(0, 7, 2), painted(1, 7, 2), painted(1, 7, 3), painted(0, 7, 3), painted(0, 8, 1)]
        {
            teller.tell(&frame);
        }
        let patience = Duration::from_secs(30);
        let all: Vec<(u32, u8)> = (0..4)
            .map(|_| {
                told.recv_timeout(patience).map(|shown| (shown.game, shown.ordinal)).expect("it is told")
            })
            .collect();
        assert_eq!(all, [(7, 1), (7, 2), (7, 3), (8, 1)]);
        assert!(told.try_recv().is_err(), "nothing twice");
    }

    /// A server that is away holds nothing up: more balls than can wait are told later.
    #[test]
    fn nobody_who_listens_holds_nothing_up() {
        let teller = Teller::new(Some("http://127.0.0.1:9"), "panel-1", None).expect("no log to open");
        for game in 1..20 {
            teller.tell(&painted(0, game, 90));
        }
    }

    #[test]
    fn the_log_has_a_line_for_each_painted_board() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("visto.jsonl");
        let teller = Teller::new(None, "panel-1", Some(&file)).expect("it can be written");
        teller.tell(&painted(0, 7, 1));
        teller.tell(&painted(1, 7, 1));
        let text = std::fs::read_to_string(&file).expect("it is there");
        assert_eq!(text.lines().count(), 2);
        assert!(text.contains("\"painted_ns\":1"), "{text}");
        assert!(Teller::new(None, "panel-1", Some(folder.path())).is_err(), "a folder is no file");
    }
}
