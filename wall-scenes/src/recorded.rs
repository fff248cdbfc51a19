//! A recorded board and its moment: for tests and pictures, without a server.

use std::sync::Arc;

use hall_wire::board::PublicBoard;
use hall_wire::link::Behind;
use serde::{Deserialize, Serialize};

use crate::layout::Shape;
use crate::scene::{Contact, Memo, Screen, Slot, View};

/// A board and everything else a scene needs.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// As received from the desk.
    pub board: PublicBoard,
    /// The desk's clock, UTC milliseconds.
    pub now_utc_ms: i64,
    /// Offset of local time, in minutes.
    #[serde(default)]
    pub utc_offset_minutes: i32,
    /// `waiting`, `live` or `lost`.
    #[serde(default)]
    pub contact: Contact,
    /// `off`, `lost` or `live`.
    #[serde(default)]
    pub camera: Slot,
    /// How long the last claim has been shown, in milliseconds; by default long.
    #[serde(default)]
    pub claim_ms: Option<u64>,
    /// The server's record has not what this wall saw.
    #[serde(default)]
    pub behind: Option<Behind>,
    /// The address at which players' phones reach the server.
    #[serde(default)]
    pub players: Option<String>,
    /// The digits by which they are let in.
    #[serde(default)]
    pub board_code: Option<String>,
}

impl Recorded {
    /// The view of a monitor of this shape.
    pub fn view(&self, shape: Shape) -> View {
        let memo =
            Memo { claim_ms: self.claim_ms.unwrap_or(Memo::SETTLED.claim_ms), scene_ms: 0, ball_ms: None };
        View {
            board: Arc::new(self.board.clone()),
            contact: self.contact,
            now_utc_ms: Some(self.now_utc_ms),
            utc_offset_minutes: self.utc_offset_minutes,
            heard_utc_ms: Some(self.now_utc_ms),
            camera: self.camera,
            shape,
            memo,
            behind: self.behind,
            refused: None,
            players: self.players.as_deref().map(Arc::from),
            board_code: self.board_code.as_deref().map(Arc::from),
            trial: None,
            screen: Screen::default(),
        }
    }
}
