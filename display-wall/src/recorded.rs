//! A recorded board and its moment: for tests and pictures, without a server.

use hall_wire::board::PublicBoard;
use serde::{Deserialize, Serialize};

use crate::layout::Shape;
use crate::scene::{Contact, Memo, Slot, View};

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
    #[serde(default = "live")]
    pub contact: String,
    /// `off`, `lost` or `live`.
    #[serde(default = "off")]
    pub camera: String,
    /// How long the last claim has been shown, in milliseconds; by default long.
    #[serde(default)]
    pub claim_ms: Option<u64>,
}

fn live() -> String {
    "live".to_owned()
}

fn off() -> String {
    "off".to_owned()
}

impl Recorded {
    /// The view of a monitor of this shape.
    pub fn view(&self, shape: Shape) -> View<'_> {
        let contact = match self.contact.as_str() {
            "waiting" => Contact::Waiting,
            "lost" => Contact::Lost,
            _ => Contact::Live,
        };
        let camera = match self.camera.as_str() {
            "live" => Slot::Live,
            "lost" => Slot::Lost,
            _ => Slot::Off,
        };
        let memo =
            Memo { claim_ms: self.claim_ms.unwrap_or(Memo::SETTLED.claim_ms), scene_ms: 0, ball_ms: None };
        View {
            board: &self.board,
            contact,
            now_utc_ms: Some(self.now_utc_ms),
            utc_offset_minutes: self.utc_offset_minutes,
            heard_utc_ms: Some(self.now_utc_ms),
            camera,
            shape,
            memo,
        }
    }
}
