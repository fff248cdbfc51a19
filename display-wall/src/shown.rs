//! Reports to the desk which announced balls were painted (DECISIONS 27), and logs what was on the windows when, for
//! measurements. Neither delays a frame.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use anyhow::Context;
use hall_wire::board::Scene;
use hall_wire::link::{ClientError, Servers, Shown};
use nix::time::{ClockId, clock_gettime};
use serde::Serialize;

use crate::lock;
use crate::scene::{self, Contact, Slot, View, replay_step_ms};

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
        let shows = matches!(scene, Scene::Draw | Scene::Question | Scene::Hold);
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
    shown: Option<Shown>,
    log: Mutex<Option<File>>,
}

impl Teller {
    /// Reports to the server that the wall's link follows, if there is one, as `panel`; `log` gets a line of JSON per painted
    /// board.
    pub fn new(servers: Option<&Servers>, panel: &str, log: Option<&Path>) -> anyhow::Result<Teller> {
        let open = |path: &Path| {
            let file = File::options().create(true).append(true).open(path);
            file.with_context(|| format!("no se puede escribir en {}", path.display()))
        };
        let log = log.map(open).transpose()?;
        let missed = |game: u32, ordinal: u8, error: &ClientError| {
            tracing::warn!(game, ordinal, %error, "no se ha podido decir que la bola se ve");
        };
        let shown = servers.map(|servers| Shown::open(servers, panel, missed)).transpose()?;
        Ok(Teller { shown, log: Mutex::new(log) })
    }

    /// Reports a painted frame: each ball once, from the first monitor that shows it.
    pub(crate) fn tell(&self, painted: &Painted) {
        let mut log = lock(&self.log);
        if let Some(file) = log.as_mut() {
            let line = serde_json::to_string(painted).expect("numbers become JSON");
            // A full disk stops the log, not the wall.
            if writeln!(file, "{line}").is_err() {
                *log = None;
            }
        }
        drop(log);
        if let (Some(shown), Some((game, lit))) = (&self.shown, painted.sight.lit()) {
            shown.lit(game, lit);
        }
    }
}

/// The monotonic clock in nanoseconds, common to all processes of the machine.
pub fn monotonic_ns() -> i64 {
    let now = clock_gettime(ClockId::CLOCK_MONOTONIC).expect("Linux has a monotonic clock");
    now.tv_sec() * 1_000_000_000 + now.tv_nsec()
}

#[cfg(test)]
#[path = "shown_tests.rs"]
mod tests;
