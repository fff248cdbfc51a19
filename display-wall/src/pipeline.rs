//! GStreamer code shared by camera and wall: starting, errors, the video part of a network camera, test pictures.

use std::time::Duration;

use gstreamer as gst;
use gstreamer::prelude::*;

use crate::watch::Trouble;

/// Starts a pipeline.
pub(crate) fn begin(pipeline: &gst::Pipeline) -> Result<(), Trouble> {
    match pipeline.set_state(gst::State::Playing) {
        Ok(_) => Ok(()),
        Err(_) => Err(trouble_of(pipeline, Duration::ZERO)
            .unwrap_or_else(|| Trouble::Absent("no arranca y no dice por qué".to_owned()))),
    }
}

/// Waits at most `within` for an error of the pipeline.
pub(crate) fn trouble_of(pipeline: &gst::Pipeline, within: Duration) -> Option<Trouble> {
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
pub(crate) fn video_only(rtspsrc: &gst::Element) {
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
pub(crate) fn test_pattern(videotestsrc: &gst::Element, pattern: &str) -> Result<(), Trouble> {
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
