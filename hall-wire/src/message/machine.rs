//! The ball machine for the technician: how its line is at this moment, which is in no record
//! (DECISIONS 2), and how long its balls took. No number of a ball is told here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Machine;

/// How the machine and its line are now.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct MachineNow {
    /// What the desk's clock says, UTC milliseconds.
    pub at_utc_ms: i64,
    /// The machine, as the mesa board has it.
    pub machine: Machine,
    /// Its door is open.
    pub door_open: bool,
    /// This power-up of the machine: eight hexadecimal digits; none before it has said who it is.
    pub power_up: Option<String>,
    /// Its line; none where the hall has no machine in `sala.toml`.
    pub line: Option<MachineLine>,
    /// The second reader's line; none where `sala.toml` has no `[second_reader]`.
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
    /// How long ago the last byte came, in milliseconds; none when none has come.
    pub heard_ms: Option<u64>,
    /// After how long without a heartbeat it counts as lost, in milliseconds; none where the other end speaks only
    /// of balls and is silent between them.
    #[serde(default)]
    pub silent_ms: Option<u64>,
    /// Bytes in.
    pub bytes: u64,
    /// Good frames in.
    pub frames: u64,
    /// Bad frames: a wrong sum, a wrong length, no frame at all.
    pub bad: u64,
    /// Bytes that were thrown away: of bad frames, and old ones when the port was opened.
    pub discarded: u64,
    /// Losses of frames that asking again did not mend.
    pub gaps: u64,
    /// Frames that came twice.
    pub duplicates: u64,
    /// For how long it was made to wait because it said more than a line can, in milliseconds.
    #[serde(default)]
    pub held_ms: u64,
    /// Why the port is not open, in Spanish, with what to do; none while it is.
    pub complaint: Option<String>,
}

/// How long it took from one ball to the next, as the record has it: in the last game of a
/// session that has balls, and in the whole session.
///
/// An interval counts when the machine reported both balls and the draw went on between them: a
/// stop, a HOLD and balls that people entered are no doing of the machine. How many are apart for
/// that reason is told.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Intervals {
    /// The session; none before the first one.
    pub session: Option<u32>,
    /// Its last game with balls.
    pub game: Option<u32>,
    /// How wide a bin of the histograms is, in milliseconds: the same in both.
    pub width_ms: u64,
    /// The game.
    pub of_game: Spread,
    /// The session.
    pub of_session: Spread,
}

/// A histogram and what it says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Spread {
    /// How many intervals there are.
    pub intervals: u32,
    /// How many are apart: the draw stood between the two balls, or people entered one of them.
    pub apart: u32,
    /// How many intervals are in each bin: in the first from 0 up to the width, and so on; the
    /// last one has all that are longer.
    pub bins: Vec<u32>,
    /// Half of the intervals are not longer, in milliseconds.
    pub median_ms: Option<u64>,
    /// The longest.
    pub longest: Option<LongInterval>,
    /// How many are longer than three times the median.
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
