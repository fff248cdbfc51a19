//! The camera's picture, through the server's relay: one thread downloads, another decodes, so that no frame waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use egui::{ColorImage, TextureHandle, TextureOptions};
use hall_wire::link::{self, CameraState};
use hall_wire::message::PICTURE_SIDE_MAX;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::known::Camera;

/// Longest side decoded, in pixels.
const SIDE_MAX: usize = PICTURE_SIDE_MAX as usize;

pub struct Preview {
    camera: Arc<link::Camera>,
    decoded: Arc<Mutex<Decoded>>,
    texture: Option<TextureHandle>,
    /// The screen shows the camera: new pictures trigger a repaint.
    watched: Arc<AtomicBool>,
}

/// The result of decoding the latest picture.
#[derive(Default)]
struct Decoded {
    /// Not taken by the screen yet.
    fresh: Option<ColorImage>,
    /// The latest is undecodable: the one before must not be shown as current.
    broken: bool,
}

impl Preview {
    /// Follows the camera relayed by the server.
    pub fn open(server: &link::Servers, ctx: &egui::Context) -> Preview {
        let ctx = ctx.clone();
        Preview::follow(server, move || ctx.request_repaint())
    }

    /// `wake` is called when there is something else to show.
    fn follow(server: impl Into<link::Servers>, wake: impl Fn() + Send + 'static) -> Preview {
        let camera = Arc::new(link::Camera::open(server));
        let decoded: Arc<Mutex<Decoded>> = Arc::default();
        let (tell, told) = sync_channel(1);
        // One wake-up suffices: the thread takes the latest picture.
        camera.on_change(move || {
            let _ = tell.try_send(());
        });
        let watched = Arc::new(AtomicBool::new(true));
        let (theirs, source, seen) = (Arc::clone(&decoded), Arc::downgrade(&camera), Arc::clone(&watched));
        let run = move || {
            let mut last = None;
            for () in told {
                if !take(&source, &theirs, &mut last) {
                    return;
                }
                if seen.load(Ordering::Relaxed) {
                    wake();
                }
            }
        };
        std::thread::Builder::new().name("preview".to_string()).spawn(run).expect("a thread can be started");
        Preview { camera, decoded, texture: None, watched }
    }

    /// Whether the screen shows the camera. Pictures are followed even if not, so that the first one shown is
    /// current, but trigger no repaint.
    pub fn watch(&self, watched: bool) {
        self.watched.store(watched, Ordering::Relaxed);
    }

    /// What to show; uploads a new picture to the texture once.
    pub fn camera(&mut self, ctx: &egui::Context) -> Camera {
        let mut decoded = lock(&self.decoded);
        if let Some(image) = decoded.fresh.take() {
            match &mut self.texture {
                Some(texture) => texture.set(image, TextureOptions::LINEAR),
                None => self.texture = Some(ctx.load_texture("camera", image, TextureOptions::LINEAR)),
            }
        }
        match (self.camera.state(), &self.texture) {
            (CameraState::Live, Some(texture)) if !decoded.broken => {
                Camera::Live(texture.id(), texture.aspect_ratio())
            }
            // The first picture is still being decoded.
            (CameraState::Live, None) if !decoded.broken => Camera::None,
            (CameraState::Live | CameraState::Lost, _) => Camera::Lost,
            (CameraState::None, _) => Camera::None,
        }
    }
}

/// Decodes the latest picture unless it is `last`; returns whether to go on.
fn take(source: &Weak<link::Camera>, decoded: &Mutex<Decoded>, last: &mut Option<link::Picture>) -> bool {
    let Some(camera) = source.upgrade() else { return false };
    let newest = camera.picture();
    drop(camera);
    if newest != *last
        && let Some(picture) = &newest
    {
        let image = decode(&picture.jpeg);
        let mut decoded = lock(decoded);
        decoded.broken = image.is_none();
        decoded.fresh = image.or(decoded.fresh.take());
    }
    *last = newest;
    true
}

fn lock(decoded: &Mutex<Decoded>) -> MutexGuard<'_, Decoded> {
    decoded.lock().unwrap_or_else(PoisonError::into_inner)
}

/// `None` for undecodable data.
pub(crate) fn decode(jpeg: &[u8]) -> Option<ColorImage> {
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGB)
        .set_max_width(SIDE_MAX)
        .set_max_height(SIDE_MAX);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(jpeg), options);
    let pixels = decoder.decode().ok()?;
    let (wide, high) = decoder.dimensions()?;
    (pixels.len() == wide * high * 3).then(|| ColorImage::from_rgb([wide, high], &pixels))
}

#[cfg(test)]
#[path = "preview_tests.rs"]
mod tests;
