//! What the socket carries, and the answers of plain HTTP.
//!
//! The socket only sends: commands go by POST. A message of the server is one text frame.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{Cards, Scene};

/// The version of the messages. A screen names its own in the socket's address; another one
/// is refused before anything is shown, naming both.
pub const PROTOCOL: u32 = 1;

/// How often a quiet server says that it is there.
pub const PING_EVERY: std::time::Duration = std::time::Duration::from_secs(1);

/// A screen that has heard nothing for so long says so over its board (style.md P13).
pub const SILENCE_MAX: std::time::Duration = std::time::Duration::from_secs(3);

/// What the server sends over the socket; `U` is the update of the board that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "MessageWith{U}")]
pub enum Message<U> {
    /// The first message.
    Hello(Hello),
    /// The whole board. The second message, and nothing before it may be shown.
    Whole {
        /// The last line of the record it shows.
        seq: u64,
        /// What makes it out of any board.
        updates: Vec<U>,
    },
    /// What changed since the last whole board or change.
    Changed {
        /// The `seq` of the message it follows; where that is not the last one seen,
        /// something was missed and the board must be asked for again.
        after: u64,
        /// The last line of the record it shows.
        seq: u64,
        /// The changes.
        updates: Vec<U>,
    },
    /// Nothing else happened on this board up to `seq`.
    Ping {
        /// The last line of the record.
        seq: u64,
    },
}

/// Who answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// [`PROTOCOL`] of the server.
    pub protocol: u32,
    /// The server's version.
    pub server_version: String,
    /// The board that follows: `publico` or `mesa`.
    pub board: String,
}

/// The answer to an accepted command. Sent again with the same `Request-Id`, it is the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Accepted {
    /// The last line of the record the command wrote; 0 when it wrote none.
    pub seq: u64,
    /// The lines, in order.
    pub events: Vec<Line>,
}

/// One line of the record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// Its number.
    pub seq: u64,
    /// The desk's clock, UTC milliseconds.
    pub at_utc_ms: i64,
    /// What happened.
    pub kind: String,
    /// The version of the body.
    pub version: u32,
    /// The body, as it stands in the record.
    pub body: serde_json::Value,
}

/// The body of a log-in.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogIn {
    /// The user name.
    pub user: String,
    /// The PIN.
    pub pin: String,
    /// The name of the device: letters, digits, `-`, `_` and `.`, at most 40.
    pub device: String,
}

/// The answer to a log-in.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
pub struct LoggedIn {
    /// For the header `Authorization: Bearer`. It is shown once.
    pub token: String,
    /// The person's number.
    pub person: u32,
    /// The roles, as in `jefe_de_mesa`.
    pub roles: Vec<String>,
    /// The device.
    pub device: String,
}

/// Who a token stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Me {
    /// The person's number.
    pub person: u32,
    /// The user name.
    pub user: String,
    /// The person's name.
    pub name: String,
    /// The roles, as in `jefe_de_mesa`.
    pub roles: Vec<String>,
    /// The device.
    pub device: String,
}

/// A panel shows an announced ball.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The panel's name, as a device's.
    pub panel: String,
    /// The game.
    pub game: u32,
    /// The ball's place.
    pub ordinal: u8,
}

/// Which cards of a series to print; all of them where nothing is said.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PrintCards {
    /// The first card.
    pub first: Option<u32>,
    /// The last card.
    pub last: Option<u32>,
}

/// What was printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Printed {
    /// The file, within the hall's folder.
    pub file: String,
    /// How many pages.
    pub pages: u32,
    /// SHA-256 of the file, in hex.
    pub sha256: String,
}

/// A whole board, as plain HTTP gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SnapshotOf{B}")]
pub struct Snapshot<B> {
    /// The last line of the record it shows.
    pub seq: u64,
    /// When it was so, UTC milliseconds.
    pub at_utc_ms: i64,
    /// The board.
    pub board: B,
}

/// What an inspector sees at once (RD 2221/1984 art. 12). The look itself is in the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Inspection {
    /// The last line of the record it shows.
    pub seq: u64,
    /// When it was so, UTC milliseconds.
    pub at_utc_ms: i64,
    /// What the hall is doing.
    pub scene: Scene,
    /// The game on sale or in play; none between games, and then nothing of what follows.
    pub game: Option<u32>,
    /// How it stands.
    #[serde(flatten)]
    pub look: Option<GameLook>,
}

/// How the game on sale or in play stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameLook {
    /// Its order in the session.
    pub in_session: u32,
    /// The series announced.
    pub series: String,
    /// The cards sold, first to last; until the sale closes, those with sellers.
    pub segments: Vec<Cards>,
    /// `segments` has all of `cards`. A long sale lists only the latest blocks until it closes.
    pub segments_whole: bool,
    /// The price of a card.
    pub face_value_cents: u64,
    /// The cards sold; until the sale closes, those with sellers.
    pub cards: u32,
    /// Their amount.
    pub takings_cents: u64,
    /// The line's prize; none until the sale closes.
    pub line_cents: Option<u64>,
    /// The bingo's prize; none until the sale closes.
    pub bingo_cents: Option<u64>,
    /// The words that close the sale; empty until then.
    pub formula: String,
}

/// How the server is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// `bien`, or `parada` when the desk does not answer.
    pub status: String,
    /// The server's version.
    pub server_version: String,
    /// The last line of the record.
    pub seq: u64,
    /// The hash of that line, in hex.
    pub head: String,
    /// The machine's line is up.
    pub machine_linked: bool,
    /// Seconds since the server began to answer.
    pub uptime_secs: u64,
}
