//! GStreamer for the wall: decodes a source into frames.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use gstreamer as gst;
use gstreamer::prelude::*;
use gstreamer_app as gst_app;

use super::{Frame, Shared, Status};
use crate::camera::settings::Origin;
use crate::pipeline::{begin, test_pattern, trouble_of, video_only};
use crate::watch::{Closing, Source, State, Trouble, keep_open};

/// Largest frame: no slot is larger, and each pixel is copied 25 times per second.
const FRAME_MAX: (u32, u32) = (1280, 720);

/// A source kept open until this is dropped.
pub(super) struct Pipeline {
    closing: Arc<Closing>,
    thread: Option<JoinHandle<()>>,
}

impl Pipeline {
    /// Opens `source`; frames and status go to `shared`.
    pub(super) fn open(source: &str, shared: Arc<Shared>) -> Pipeline {
        let closing = Arc::<Closing>::default();
        let ready = gst::init().map_err(|error| format!("GStreamer no arranca: {error}"));
        let origin = match ready.and_then(|()| source.parse::<Origin>()) {
            Ok(origin) => origin,
            Err(because) => {
                // Retrying does not help; only somebody who reads the log can.
                tracing::error!("la pared se queda sin vídeo: {because}");
                shared.set(Status::Retrying { because, attempt: 1 });
                return Pipeline { closing, thread: None };
            }
        };
        let theirs = Arc::clone(&closing);
        let thread = std::thread::Builder::new()
            .name("video".to_owned())
            .spawn(move || keep(&origin, &shared, &theirs))
            .expect("a thread can be started");
        Pipeline { closing, thread: Some(thread) }
    }
}

impl Drop for Pipeline {
    fn drop(&mut self) {
        self.closing.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn keep(origin: &Origin, shared: &Arc<Shared>, closing: &Closing) {
    let serial = Arc::<AtomicU64>::default();
    let tell = |state: &State| match state {
        State::Starting => shared.set(Status::Connecting),
        // The first frame was logged already.
        State::Live => tracing::info!("hay vídeo de {origin}"),
        State::Retrying { because, attempt } => {
            if *attempt <= 3 || attempt % 100 == 0 {
                tracing::warn!("sin vídeo de {origin}: {because}; intento {attempt}, se sigue intentando");
            }
            shared.set(Status::Retrying { because: because.to_string(), attempt: *attempt });
        }
    };
    keep_open(|| View::open(origin, shared, &serial), tell, closing);
}

/// A source being decoded.
struct View {
    pipeline: gst::Pipeline,
    frames: Arc<AtomicU64>,
}

impl View {
    fn open(origin: &Origin, shared: &Arc<Shared>, serial: &Arc<AtomicU64>) -> Result<View, Trouble> {
        let source = match origin {
            Origin::Test(_) => {
                "videotestsrc name=source is-live=true ! video/x-raw,width=1280,height=720,framerate=25/1"
            }
            Origin::Device(_) => "v4l2src name=source ! decodebin",
            Origin::Network(_) => {
                "rtspsrc name=source latency=0 protocols=tcp tcp-timeout=5000000 ! decodebin"
            }
        };
        let (width, height) = FRAME_MAX;
        let line = format!(
            "{source} ! videoscale ! videoconvert ! video/x-raw,format=RGBA,width=[1,{width}],\
             height=[1,{height}],pixel-aspect-ratio=1/1 ! appsink name=frames sync=false max-buffers=1 drop=true"
        );
        let pipeline = gst::parse::launch(&line)
            .map_err(|error| Trouble::Garbage(error.message().to_owned()))?
            .downcast::<gst::Pipeline>()
            .expect("several elements in a row are a pipeline");
        let view = View { pipeline, frames: Arc::default() };
        let part = |name: &str| view.pipeline.by_name(name).expect("it is in the line above");
        let source = part("source");
        match origin {
            Origin::Test(pattern) => test_pattern(&source, pattern)?,
            Origin::Device(device) => source.set_property("device", device.to_string_lossy().as_ref()),
            Origin::Network(url) => {
                source.set_property("location", url);
                video_only(&source);
            }
        }
        let sink: gst_app::AppSink = part("frames").downcast().expect("it is an appsink");
        let (shared, serial, frames) = (Arc::clone(shared), Arc::clone(serial), Arc::clone(&view.frames));
        let take = move |sink: &gst_app::AppSink| {
            let sample = sink.pull_sample().map_err(|_| gst::FlowError::Eos)?;
            if let Some((size, rgba)) = pixels(&sample) {
                shared.put(Frame { size, rgba, serial: serial.fetch_add(1, Ordering::Relaxed) + 1 });
                frames.fetch_add(1, Ordering::Relaxed);
            }
            Ok(gst::FlowSuccess::Ok)
        };
        sink.set_callbacks(gst_app::AppSinkCallbacks::builder().new_sample(take).build());
        begin(&view.pipeline)?;
        Ok(view)
    }
}

/// Size and gapless pixels of a frame, if it has the requested format.
fn pixels(sample: &gst::Sample) -> Option<([usize; 2], Vec<u8>)> {
    let shape = sample.caps()?.structure(0)?;
    let side = |name: &str| usize::try_from(shape.get::<i32>(name).ok()?).ok();
    let size = [side("width")?, side("height")?];
    let bytes = sample.buffer()?.map_readable().ok()?;
    (bytes.len() == size[0] * size[1] * 4).then(|| (size, bytes.to_vec()))
}

impl Source for View {
    fn trouble(&mut self, within: Duration) -> Option<Trouble> {
        trouble_of(&self.pipeline, within)
    }

    fn pictures(&self) -> u64 {
        self.frames.load(Ordering::Relaxed)
    }
}

impl Drop for View {
    fn drop(&mut self) {
        // Going to NULL cannot fail; no frame comes afterwards.
        let _ = self.pipeline.set_state(gst::State::Null);
    }
}
