//! Reports to the desk which announced balls were painted (DECISIONS 27), and logs what was on the windows when, for
//! measurements. Neither delays a frame.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use anyhow::Context;
use hall_wire::link::{ClientError, Servers, Shown};
use nix::time::{ClockId, clock_gettime};
use serde::Serialize;
use wall_scenes::sight::Sight;

use crate::lock;

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
    log: Log,
    pictures: Log,
}

/// A file that gets a line of JSON for each entry, or none.
#[derive(Default)]
struct Log(Mutex<Option<File>>);

impl Log {
    fn open(path: Option<&Path>) -> anyhow::Result<Log> {
        let open = |path: &Path| {
            let file = File::options().create(true).append(true).open(path);
            file.with_context(|| format!("no se puede escribir en {}", path.display()))
        };
        Ok(Log(Mutex::new(path.map(open).transpose()?)))
    }

    fn write(&self, entry: &impl Serialize) {
        let mut log = lock(&self.0);
        if let Some(file) = log.as_mut() {
            let line = serde_json::to_string(entry).expect("numbers become JSON");
            // A full disk stops the log, not the wall.
            if writeln!(file, "{line}").is_err() {
                *log = None;
            }
        }
    }
}

impl Teller {
    /// Reports to the server that the wall's link follows, if there is one, as `panel`; `log` gets a line of JSON per painted
    /// board.
    pub fn new(servers: Option<&Servers>, panel: &str, log: Option<&Path>) -> anyhow::Result<Teller> {
        let missed = |game: u32, ordinal: u8, error: &ClientError| {
            tracing::warn!(game, ordinal, %error, "no se ha podido decir que la bola se ve");
        };
        let shown = servers.map(|servers| Shown::open(servers, panel, missed)).transpose()?;
        Ok(Teller { shown, log: Log::open(log)?, pictures: Log::default() })
    }

    /// The same, with a file that gets a line for each picture of the camera that was painted.
    pub fn with_pictures(self, file: Option<&Path>) -> anyhow::Result<Teller> {
        Ok(Teller { pictures: Log::open(file)?, ..self })
    }

    /// Logs that a picture of the camera was painted on a monitor: its number, and the end of its pass.
    pub(crate) fn pictured(&self, monitor: usize, picture: u64) {
        let painted_ns = monotonic_ns();
        self.pictures
            .write(&serde_json::json!({"monitor": monitor, "picture": picture, "painted_ns": painted_ns}));
    }

    /// Reports a painted frame: each ball once, from the first monitor that shows it.
    pub(crate) fn tell(&self, painted: &Painted) {
        self.log.write(painted);
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
