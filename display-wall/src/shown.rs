//! Tells the desk which announced balls were really painted (DECISIONS 27), and writes down
//! what was on the windows when, for whoever measures. Neither ever holds up a frame.

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
use hall_wire::message::Shown;
use nix::time::{ClockId, clock_gettime};
use serde::Serialize;

use crate::scene::{self, Contact, Slot, View, replay_step_ms};

/// How long an acknowledgement is sent again. A later one of another panel does as well.
const PATIENCE: Duration = Duration::from_secs(3);

/// How many may wait to be told: more than a game has.
const WAITING_MAX: usize = 256;

/// What of a frame is worth a line of the log: when one of these changes, the hall sees another thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Sight {
    /// What is shown.
    pub scene: Scene,
    /// How wall and server are.
    pub contact: Contact,
    /// The camera's slot.
    pub camera: Slot,
    /// The game; 0 without one.
    pub game: u32,
    /// How many balls are lit as the present state; 0 where the scene lights none.
    pub ordinal: u8,
    /// The last announced ball, lit or not.
    pub ball: Option<u8>,
    /// How many cards were sung in the stop.
    pub claims: usize,
    /// The calls are told again on the card: its verdict is not shown yet.
    pub replays: bool,
}

impl Sight {
    /// Returns what a view lets see.
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

    /// Returns the game and how many of its balls are lit as the present state.
    pub fn lit(&self) -> Option<(u32, u8)> {
        (self.ordinal > 0).then_some((self.game, self.ordinal))
    }
}

/// A frame that shows something else than the one before and is on the window: its buffers were swapped.
#[derive(Debug, Clone, Serialize)]
pub struct Painted {
    /// The monitor, from 0.
    pub monitor: usize,
    /// The last line of the record that the board shows.
    pub seq: u64,
    /// What is seen.
    #[serde(flatten)]
    pub sight: Sight,
    /// When this process knew of the board, on the machine's monotonic clock.
    pub noticed_ns: i64,
    /// When the frame was on the window, on the same clock.
    pub painted_ns: i64,
    /// What the desk's clock said when it was laid out, UTC milliseconds; none before it was heard.
    pub desk_utc_ms: Option<i64>,
    /// How many frames of this process have come later than [`LATE_MS`] so far.
    pub frames_late: u64,
}

/// A frame that is on the window so long after its board came is late.
pub const LATE_MS: i64 = 100;

/// Where painted frames are told.
pub struct Teller {
    told: Mutex<BTreeSet<(u32, u8)>>,
    /// Game and ordinal.
    send: Option<SyncSender<(u32, u8)>>,
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
        let (Some(send), Some((game, lit))) = (&self.send, painted.sight.lit()) else { return };
        let Ok(mut told) = self.told.lock() else { return };
        if told.iter().any(|(before, _)| *before != game) {
            told.clear();
        }
        for ordinal in 1..=lit {
            // What finds no place now is told with the next frame.
            if !told.contains(&(game, ordinal)) && send.try_send((game, ordinal)).is_ok() {
                told.insert((game, ordinal));
            }
        }
    }
}

fn acknowledge(client: &Client, panel: &str, lit: &Receiver<(u32, u8)>) {
    while let Ok((game, ordinal)) = lit.recv() {
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
