//! The hall's cameras: a mark while the ball exit is not seen, and all of them in words on the technician's page.

use hall_core::words;
use hall_wire::board::{CameraNow, CameraPost, Sight};

use super::copies::Mark;
use crate::known::Known;

/// The mark in the strip; `None` while the ball exit is seen, and in a hall without cameras.
pub fn mark(known: &Known) -> Option<Mark> {
    let exit = known.board.cameras.iter().find(|now| now.camera == CameraPost::Exit)?;
    let id = match exit.sight {
        Sight::Sees => return None,
        Sight::Lost => "chip-camera-lost",
        Sight::Black => "chip-camera-black",
        Sight::Frozen => "chip-camera-frozen",
        Sight::Covered => "chip-camera-covered",
    };
    Some(Mark { words: known.t(id), alert: true })
}

/// Each camera with what it shows, and since when where it is not its post.
pub fn words(known: &Known) -> String {
    let each = |now: &CameraNow| {
        let (name, sight) = (known.t(name(now.camera)), words::sight(known.lang(), now.sight));
        if now.sight == Sight::Sees {
            format!("{name} {sight}")
        } else {
            known.ta(
                "cables-camera-since",
                &[("name", &name), ("sight", &sight), ("time", &known.time(now.since_utc_ms))],
            )
        }
    };
    let all: Vec<String> = known.board.cameras.iter().map(each).collect();
    if all.is_empty() { known.t("cables-no-camera") } else { all.join(" · ") }
}

fn name(camera: CameraPost) -> &'static str {
    match camera {
        CameraPost::Exit => "cables-camera-exit",
        CameraPost::Desk => "cables-camera-desk",
        CameraPost::Hall => "cables-camera-hall",
    }
}
