//! What the programs of the hall's cameras report.

use std::time::Duration;

use hall_core::event::{CameraPost, Sight};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How often a camera's program reports when nothing changes.
pub const CAMERA_EVERY: Duration = Duration::from_millis(500);

/// After so long without a report a camera counts as lost.
pub const CAMERA_SILENCE_MAX: Duration = Duration::from_secs(2);

/// What a camera shows now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CameraReport {
    /// The camera, by what it looks at.
    pub camera: CameraPost,
    /// What it shows.
    pub sight: Sight,
}
