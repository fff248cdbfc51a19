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
