//! What camera and wall share of GStreamer: a source that is opened, its faults, test pictures.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use gstreamer as gst;
use gstreamer::prelude::*;
use gstreamer_app as gst_app;

use crate::origin::Origin;
use crate::watch::{Source, Trouble};

/// The element `source` of a network camera, decoded.
pub(crate) const NETWORK: &str =
    "rtspsrc name=source latency=0 protocols=tcp tcp-timeout=5000000 ! decodebin";

/// Initialises GStreamer.
///
/// # Errors
/// In Spanish, when GStreamer is not properly installed.
pub(crate) fn ready() -> Result<(), String> {
    gst::init().map_err(|error| format!("GStreamer no arranca: {error}"))
}

/// A pipeline and its count of pictures; stops when dropped.
pub(crate) struct Pipeline {
    pipeline: gst::Pipeline,
    pub(crate) pictures: Arc<AtomicU64>,
}

impl Pipeline {
    /// Builds a pipeline whose element `source` is this origin. What people typed is set as properties: it is no part
    /// of `line`.
    pub(crate) fn build(line: &str, origin: &Origin) -> Result<Pipeline, Trouble> {
        let pipeline = gst::parse::launch(line)
            .map_err(|error| Trouble::Garbage(error.message().to_owned()))?
            .downcast::<gst::Pipeline>()
            .expect("several elements in a row are a pipeline");
        let built = Pipeline { pipeline, pictures: Arc::default() };
        let source = built.part("source");
        match origin {
            Origin::Test(pattern) => test_pattern(&source, pattern)?,
            Origin::Device(device) => source.set_property("device", device.to_string_lossy().as_ref()),
            Origin::Network(url) => {
                source.set_property("location", url);
                video_only(&source);
            }
        }
        Ok(built)
    }

    /// An element of the line.
    pub(crate) fn part(&self, name: &str) -> gst::Element {
        self.pipeline.by_name(name).expect("it is in the line")
    }

    /// Has `take` called for each sample of an appsink of the line.
    pub(crate) fn on_sample(&self, sink: &str, mut take: impl FnMut(&gst::Sample) + Send + 'static) {
        let sink: gst_app::AppSink = self.part(sink).downcast().expect("it is an appsink");
        let new_sample = move |sink: &gst_app::AppSink| {
            take(&sink.pull_sample().map_err(|_| gst::FlowError::Eos)?);
            Ok(gst::FlowSuccess::Ok)
        };
        sink.set_callbacks(gst_app::AppSinkCallbacks::builder().new_sample(new_sample).build());
    }

    /// Starts it.
    pub(crate) fn begin(self) -> Result<Pipeline, Trouble> {
        match self.pipeline.set_state(gst::State::Playing) {
            Ok(_) => Ok(self),
            Err(_) => Err(trouble_of(&self.pipeline, Duration::ZERO)
                .unwrap_or_else(|| Trouble::Absent("no arranca y no dice por qué".to_owned()))),
        }
    }
}

impl Source for Pipeline {
    fn trouble(&mut self, within: Duration) -> Option<Trouble> {
        trouble_of(&self.pipeline, within)
    }

    fn pictures(&self) -> u64 {
        self.pictures.load(Ordering::Relaxed)
    }
}

impl Drop for Pipeline {
    fn drop(&mut self) {
        // Going to NULL cannot fail; it frees the device, and no picture comes afterwards.
        let _ = self.pipeline.set_state(gst::State::Null);
    }
}

/// Waits at most `within` for an error of the pipeline.
fn trouble_of(pipeline: &gst::Pipeline, within: Duration) -> Option<Trouble> {
    let bus = pipeline.bus().expect("a pipeline has a bus");
    let within = gst::ClockTime::try_from(within).unwrap_or(gst::ClockTime::ZERO);
    let message = bus.timed_pop_filtered(within, &[gst::MessageType::Error, gst::MessageType::Eos])?;
    let gst::MessageView::Error(error) = message.view() else { return Some(Trouble::Ended) };
    let error = error.error();
    // Only the message: the debug text may contain a camera's password.
    let words = error.message().trim_end_matches('.').to_owned();
    let absent = [
        gst::ResourceError::NotFound,
        gst::ResourceError::OpenRead,
        gst::ResourceError::OpenReadWrite,
        gst::ResourceError::Busy,
        gst::ResourceError::NotAuthorized,
        gst::ResourceError::Read,
        gst::ResourceError::Write,
    ];
    if absent.into_iter().any(|kind| error.matches(kind)) {
        Some(Trouble::Absent(words))
    } else {
        Some(Trouble::Garbage(words))
    }
}

/// Requests only video from a network camera.
fn video_only(rtspsrc: &gst::Element) {
    rtspsrc.connect("select-stream", false, |values| {
        let caps = values.get(2).and_then(|caps| caps.get::<gst::Caps>().ok());
        let video = caps.is_some_and(|caps| {
            caps.structure(0).is_some_and(|stream| stream.get::<&str>("media") == Ok("video"))
        });
        Some(video.to_value())
    });
}

/// Sets the pattern of a test source. Its ball revolves once per second of wall-clock time, which lets two pictures
/// be compared for latency.
fn test_pattern(videotestsrc: &gst::Element, pattern: &str) -> Result<(), Trouble> {
    let property = videotestsrc.find_property("pattern").expect("videotestsrc has patterns");
    let known = gst::glib::EnumClass::with_type(property.value_type())
        .is_some_and(|patterns| patterns.value_by_nick(pattern).is_some());
    if !known {
        return Err(Trouble::Absent(format!("no hay imagen de prueba «{pattern}»")));
    }
    videotestsrc.set_property_from_str("pattern", pattern);
    videotestsrc.set_property_from_str("motion", "sweep");
    videotestsrc.set_property_from_str("animation-mode", "wall-time");
    Ok(())
}
