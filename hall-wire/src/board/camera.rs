//! The hall's cameras, as the mesa sees them.

use hall_core::event::{CameraPost, Sight};
use hall_core::hall::Hall;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A camera of the hall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CameraNow {
    /// What it looks at.
    pub camera: CameraPost,
    /// What it shows.
    pub sight: Sight,
    /// Since when, UTC milliseconds.
    pub since_utc_ms: i64,
}

/// The camera of the ball exit gives no picture, and the draw does not begin for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExitUnseen {
    /// What is wrong with its picture.
    pub sight: Sight,
    /// Two people may have the draw begin all the same.
    pub may_be_waived: bool,
    /// Who has asked for that.
    pub asked_by: Option<u32>,
}

pub(super) fn cameras(hall: &Hall) -> Vec<CameraNow> {
    let shown = hall.cameras.shown.iter();
    shown
        .map(|(camera, (sight, since))| CameraNow { camera: *camera, sight: *sight, since_utc_ms: *since })
        .collect()
}

pub(super) fn exit_unseen(hall: &Hall) -> Option<ExitUnseen> {
    let game = hall.game.as_ref().filter(|game| game.is_announced())?;
    let unseen = hall.exit_unseen(game.no)?;
    let asked_by = unseen.asked_by.map(|by| by.0);
    Some(ExitUnseen { sight: unseen.sight, may_be_waived: unseen.may_be_waived, asked_by })
}
