//! The camera's picture on the console: the server's relay, read by a thread, decoded here.

use egui::TextureHandle;

use crate::known::Camera;

/// The preview.
pub struct Preview {
    texture: Option<TextureHandle>,
}

impl Preview {
    /// Begins to follow the camera that the server relays.
    pub fn open(_server: &str, _ctx: &egui::Context) -> Preview {
        Preview { texture: None }
    }

    /// Returns what to show.
    pub fn camera(&mut self, _ctx: &egui::Context) -> Camera {
        Camera::None
    }
}
