//! Tells the server what the camera shows, and the log where it changes.

use std::sync::Mutex;

use hall_core::event::{CameraPost, Sight};
use hall_wire::message::CameraReport;

use super::post::Post;
use crate::lock;
use crate::watch::SourceState;

/// Tells what one camera shows.
pub struct Teller {
    camera: CameraPost,
    post: Option<Post>,
    told: Mutex<Option<Sight>>,
}

impl Teller {
    /// Of this camera; to the server, where there is one.
    pub fn new(camera: CameraPost, post: Option<Post>) -> Teller {
        Teller { camera, post, told: Mutex::default() }
    }

    /// The picture shows this.
    pub fn shows(&self, sight: Sight) {
        let before = lock(&self.told).replace(sight);
        if before == Some(sight) {
            return;
        }
        match sight {
            Sight::Sees if before.is_some_and(|before| before != Sight::Lost) => {
                tracing::info!("vuelve a verse la imagen");
            }
            // The source's own line says it.
            Sight::Sees | Sight::Lost => (),
            Sight::Black => tracing::warn!("la imagen está negra: mire la tapa del objetivo y la luz"),
            Sight::Covered => tracing::warn!("la imagen está tapada: despeje el objetivo"),
            Sight::Frozen => tracing::warn!("la imagen está parada: apague y encienda la cámara"),
        }
        let report = CameraReport { camera: self.camera, sight };
        if let Some(post) = &self.post {
            post.put(serde_json::to_vec(&report).expect("a report is JSON"));
        }
    }

    /// The source is so. What its pictures show is for those who look at them; before the first one nothing is known.
    pub fn source_is(&self, state: &SourceState) {
        if let SourceState::Retrying { .. } = state {
            self.shows(Sight::Lost);
        }
    }
}
