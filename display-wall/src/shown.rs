//! Reports to the desk which announced balls were painted (DECISIONS 27), and logs what was on the windows when, for
//! measurements. Neither delays a frame.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use anyhow::Context;
use hall_wire::board::Scene;
use hall_wire::link::Client;
use hall_wire::message::BallShown;
use nix::time::{ClockId, clock_gettime};
use serde::Serialize;

use crate::scene::{self, Contact, Slot, View, replay_step_ms};

/// How long a report is retried. Another panel's later one serves as well.
const PATIENCE: Duration = Duration::from_secs(3);

/// Reports that may wait: more than a game's balls.
const WAITING_MAX: usize = 256;

/// Visible state of a frame; each change of it is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Sight {
    /// The scene shown.
    pub scene: Scene,
    pub(crate) contact: Contact,
    pub(crate) camera: Slot,
    /// Game number; 0 without a game.
    pub game: u32,
    /// Balls lit as current; 0 where the scene shows none.
    pub ordinal: u8,
    /// The last announced ball, lit or not.
    pub ball: Option<u8>,
    /// Claims in the stop.
    pub claims: usize,
    /// A replay is running: the verdict is not shown yet.
    pub replays: bool,
}

impl Sight {
    /// Of a view.
    pub fn of(view: &View) -> Sight {
        let scene = scene::on(view);
        let shows = match scene {
            Scene::Draw | Scene::Question | Scene::Hold => true,
            Scene::Closed
            | Scene::Idle
            | Scene::Sale
            | Scene::Totals
            | Scene::Check
            | Scene::Winners
            | Scene::Suspended
            | Scene::Void
            | Scene::NotHeld => false,
        };
        let game = view.board.game.as_ref().map_or(0, |game| game.game);
        let many = u8::try_from(view.board.announced.len()).unwrap_or(0);
        Sight {
            scene,
            contact: view.contact,
            camera: view.camera,
            game,
            ordinal: if shows && game > 0 && view.contact == Contact::Live { many } else { 0 },
            ball: view.board.announced.last().copied(),
            claims: view.board.stop.as_ref().map_or(0, |stop| stop.claims.len()),
            replays: view.board.scene == Scene::Check && replay_step_ms(view).is_some(),
        }
    }

    /// Game and number of balls lit as current.
    pub fn lit(&self) -> Option<(u32, u8)> {
        (self.ordinal > 0).then_some((self.game, self.ordinal))
    }
}

/// A changed frame whose buffers have been swapped.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Painted {
    /// From 0.
    pub monitor: usize,
    /// Sequence number of the board.
    pub seq: u64,
    #[serde(flatten)]
    pub sight: Sight,
    /// When this process received the board, monotonic clock.
    pub noticed_ns: i64,
    /// When the frame was on the window, monotonic clock.
    pub painted_ns: i64,
    /// The desk's clock at layout, UTC milliseconds; `None` before it is known.
    pub desk_utc_ms: Option<i64>,
    /// Frames of this process later than [`LATE_MS`] so far.
    pub frames_late: u64,
}

/// A frame shown later than this after its board is late, in milliseconds.
pub const LATE_MS: i64 = 100;

/// Reports and logs painted frames.
pub struct Teller {
    told: Mutex<BTreeSet<(u32, u8)>>,
    /// Game and ordinal.
    send: Option<SyncSender<(u32, u8)>>,
    log: Mutex<Option<File>>,
}

impl Teller {
    /// Reports to the server at `base_url`, if there is one, as `panel`; `log` gets a line of JSON per painted
    /// board.
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

    /// Reports a painted frame: each ball once, from the first monitor that shows it.
    pub(crate) fn tell(&self, painted: &Painted) {
        if let Ok(mut log) = self.log.lock()
            && let Some(file) = log.as_mut()
        {
            let line = serde_json::to_string(painted).expect("numbers become JSON");
            // A full disk stops the log, not the wall.
            if writeln!(file, "{line}").is_err() {
                *log = None;
            }
        }
        let (Some(send), Some((game, lit))) = (&self.send, painted.sight.lit()) else { return };
        let Ok(mut told) = self.told.lock() else { return };
        if told.iter().any(|(before, _)| *before != game) {
            told.clear();
        }
        for ordinal in 1..=lit {
            // If the queue is full, the next frame reports it.
            if !told.contains(&(game, ordinal)) && send.try_send((game, ordinal)).is_ok() {
                told.insert((game, ordinal));
            }
        }
    }
}

fn acknowledge(client: &Client, panel: &str, lit: &Receiver<(u32, u8)>) {
    while let Ok((game, ordinal)) = lit.recv() {
        let body = BallShown { panel: panel.to_owned(), game, ordinal };
        let answer = client.send::<serde_json::Value>("/api/panel/shown", &body, uuid::Uuid::new_v4());
        if let Err(error) = answer {
            tracing::warn!(game, ordinal, %error, "no se ha podido decir que la bola se ve");
        }
    }
}

/// The monotonic clock in nanoseconds, common to all processes of the machine.
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
        let sight = Sight {
            scene: Scene::Draw,
            contact: Contact::Live,
            camera: Slot::Off,
            game,
            ordinal,
            ball: Some(80),
            claims: 0,
            replays: false,
        };
        Painted { monitor, seq: 1, sight, noticed_ns: 0, painted_ns: 1, desk_utc_ms: None, frames_late: 0 }
    }

    /// A server that accepts everything and passes on what it gets.
    fn server() -> (String, Receiver<BallShown>) {
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

    /// DECISIONS 27: this panel reports each ball once, from its first monitor, and starts anew with the next game.
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

    /// A server that is away delays nothing; balls beyond the queue are reported later.
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
        let frame: serde_json::Value =
            text.lines().next().and_then(|line| serde_json::from_str(line).ok()).expect("a JSON line");
        assert_eq!(
            (&frame["scene"], &frame["contact"], &frame["camera"]),
            (&"draw".into(), &"live".into(), &"off".into())
        );
        assert_eq!(
            (&frame["ordinal"], &frame["ball"], &frame["painted_ns"]),
            (&1.into(), &80.into(), &1.into())
        );
        assert!(Teller::new(None, "panel-1", Some(folder.path())).is_err(), "a folder is no file");
    }
}
