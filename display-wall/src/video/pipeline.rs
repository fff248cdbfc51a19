//! GStreamer for the wall: decodes a source into frames.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;

use gstreamer as gst;

use super::{Frame, Shared};
use crate::origin::Origin;
use crate::pipeline::{NETWORK, Pipeline, ready};
use crate::watch::{Closing, SourceState, Trouble, keep_open};

/// Largest frame: no slot is larger, and each pixel is copied 25 times per second.
const FRAME_MAX: (u32, u32) = (1280, 720);

/// A source kept open until this is dropped.
pub(super) struct Decoder {
    closing: Arc<Closing>,
    thread: Option<JoinHandle<()>>,
}

impl Decoder {
    /// Opens `source`; frames and states go to `shared`.
    pub(super) fn open(source: &str, shared: Arc<Shared>) -> Decoder {
        let closing = Arc::<Closing>::default();
        let origin = match ready().and_then(|()| source.parse::<Origin>()) {
            Ok(origin) => origin,
            Err(because) => {
                // Retrying does not help; only somebody who reads the log can.
                tracing::error!("la pared se queda sin vídeo: {because}");
                shared.set(SourceState::Retrying { because: Trouble::Absent(because), attempt: 1 });
                return Decoder { closing, thread: None };
            }
        };
        let theirs = Arc::clone(&closing);
        let thread = std::thread::Builder::new()
            .name("video".to_owned())
            .spawn(move || keep(&origin, &shared, &theirs))
            .expect("a thread can be started");
        Decoder { closing, thread: Some(thread) }
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        self.closing.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn keep(origin: &Origin, shared: &Arc<Shared>, closing: &Closing) {
    let serial = Arc::<AtomicU64>::default();
    let tell = |state: &SourceState| {
        state.log("vídeo", origin);
        // It is live from its first frame, which was set already.
        if *state != SourceState::Live {
            shared.set(state.clone());
        }
    };
    keep_open(|| open(origin, shared, &serial), tell, closing);
}

fn open(origin: &Origin, shared: &Arc<Shared>, serial: &Arc<AtomicU64>) -> Result<Pipeline, Trouble> {
    let source = match origin {
        Origin::Test(_) => {
            "videotestsrc name=source is-live=true ! video/x-raw,width=1280,height=720,framerate=25/1"
        }
        Origin::Device(_) => "v4l2src name=source ! decodebin",
        Origin::Network(_) => NETWORK,
    };
    let (width, height) = FRAME_MAX;
    let line = format!(
        "{source} ! videoscale ! videoconvert ! video/x-raw,format=RGBA,width=[1,{width}],\
         height=[1,{height}],pixel-aspect-ratio=1/1 ! appsink name=frames sync=false max-buffers=1 drop=true"
    );
    let pipeline = Pipeline::build(&line, origin)?;
    let (shared, serial, frames) = (Arc::clone(shared), Arc::clone(serial), Arc::clone(&pipeline.pictures));
    pipeline.on_sample("frames", move |sample| {
        if let Some((size, rgba)) = pixels(sample) {
            shared.put(Frame { size, rgba, serial: serial.fetch_add(1, Ordering::Relaxed) + 1 });
            frames.fetch_add(1, Ordering::Relaxed);
        }
    });
    pipeline.begin()
}

/// Size and gapless pixels of a frame, if it has the requested format.
fn pixels(sample: &gst::Sample) -> Option<([usize; 2], Vec<u8>)> {
    let shape = sample.caps()?.structure(0)?;
    let side = |name: &str| usize::try_from(shape.get::<i32>(name).ok()?).ok();
    let size = [side("width")?, side("height")?];
    let bytes = sample.buffer()?.map_readable().ok()?;
    (bytes.len() == size[0] * size[1] * 4).then(|| (size, bytes.to_vec()))
}
