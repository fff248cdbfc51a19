//! The ball machine for the technician: the state of its line, which is in no record (DECISIONS 2), and the time between
//! its balls. No number of a ball is in here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Machine;

/// The machine and its line now.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct MachineNow {
    /// The desk's clock, UTC milliseconds.
    pub at_utc_ms: i64,
    /// The machine, as the mesa board has it.
    pub machine: Machine,
    /// Its door is open.
    pub door_open: bool,
    /// The machine's power-up: eight hexadecimal digits; absent before it has identified itself.
    pub power_up: Option<String>,
    /// Its line; absent without a machine in `sala.toml`.
    pub line: Option<MachineLine>,
    /// The second reader's line; absent without a `[second_reader]` in `sala.toml`.
    #[serde(default)]
    pub second: Option<MachineLine>,
}

/// The line to a machine or a reader, since the server started.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct MachineLine {
    /// The driver, as in `blp1`.
    pub driver: String,
    /// The port, as in `/dev/serial/by-id/…`.
    pub port: String,
    /// Speed and shape of a byte, as in `9600 8N1`.
    pub speed: String,
    /// The port is open.
    pub open: bool,
    /// How often it was opened.
    pub opened: u64,
    /// Milliseconds since the last byte; absent if none has come.
    pub heard_ms: Option<u64>,
    /// Milliseconds without a heartbeat after which it counts as lost; absent if the other end speaks only of balls.
    #[serde(default)]
    pub silent_ms: Option<u64>,
    /// Bytes in.
    pub bytes: u64,
    /// Good frames in.
    pub frames: u64,
    /// Bad frames: wrong sum, wrong length, not a frame.
    pub bad: u64,
    /// Bytes discarded: of bad frames, and old ones when the port was opened.
    pub discarded: u64,
    /// Losses of frames that asking again did not repair.
    pub gaps: u64,
    /// Frames that came twice.
    pub duplicates: u64,
    /// Milliseconds it was made to wait because it sent more than a line can carry.
    #[serde(default)]
    pub held_ms: u64,
    /// Why the port is not open, and what to do, in Spanish; absent while it is.
    pub complaint: Option<String>,
}

/// The times from one ball to the next, as recorded: in the last game of a session that has balls, and in the session.
///
/// An interval counts if the machine reported both balls and the draw went on between them. Others, with a stop, a HOLD
/// or a ball that people entered, are counted as apart.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Intervals {
    /// The session; absent before the first one.
    pub session: Option<u32>,
    /// Its last game with balls.
    pub game: Option<u32>,
    /// The width of a bin in milliseconds, the same in both histograms.
    pub width_ms: u64,
    /// The game.
    pub of_game: Spread,
    /// The session.
    pub of_session: Spread,
}

/// A histogram of intervals.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Spread {
    /// How many count.
    pub intervals: u32,
    /// How many are apart: the draw stopped between the two balls, or people entered one of them.
    pub apart: u32,
    /// Intervals in each bin, the first from 0 up to the width; the last bin has all longer ones.
    pub bins: Vec<u32>,
    /// The median, in milliseconds.
    pub median_ms: Option<u64>,
    /// The longest.
    pub longest: Option<LongInterval>,
    /// How many are longer than three medians.
    pub slow: u32,
}

/// The longest interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct LongInterval {
    /// In milliseconds.
    pub ms: u64,
    /// The game.
    pub game: u32,
    /// The place, from 2, of the ball that came late.
    pub ordinal: u8,
}
