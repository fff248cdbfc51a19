//! Reads a recording of any kind and rate that GStreamer knows.

use std::path::Path;
use std::time::{Duration, Instant};

use gstreamer as gst;
use gstreamer::prelude::*;
use gstreamer_app as gst_app;

use hall_prompts::recording::LONGEST;

use crate::sound::RATE_HZ;

/// How long reading a file may take: it may be on a slow disk.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a recording cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It cannot be read as sound; GStreamer's words.
    Unreadable(String),
    /// It is longer than [`LONGEST`].
    Long,
    /// Nothing is heard in it.
    Silent,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Unreadable(words) => write!(out, "no se puede leer como sonido ({words})"),
            Fault::Long => write!(out, "dura más de {} s", LONGEST.as_secs()),
            Fault::Silent => out.write_str("no se oye nada"),
        }
    }
}

/// The samples of a file, one channel at [`RATE_HZ`].
///
/// # Errors
/// It cannot be read, or is too long.
pub fn decode(file: &Path) -> Result<Vec<f32>, Fault> {
    let unreadable = |words: &str| Fault::Unreadable(words.trim_end_matches('.').to_owned());
    let line = format!(
        "filesrc name=file ! decodebin ! audioconvert ! audioresample quality=8 ! \
         appsink name=out sync=false max-buffers=8 caps=audio/x-raw,format=F32LE,channels=1,rate={RATE_HZ}"
    );
    let pipeline = gst::parse::launch(&line).map_err(|error| unreadable(error.message()))?;
    let pipeline = Stopped(pipeline.downcast::<gst::Pipeline>().expect("several elements are a pipeline"));
    let part = |name| pipeline.0.by_name(name).expect("it is in the line");
    part("file").set_property("location", file);
    let out: gst_app::AppSink = part("out").downcast().expect("it is an appsink");
    // An error is found on the bus below.
    let _ = pipeline.0.set_state(gst::State::Playing);
    let bus = pipeline.0.bus().expect("a pipeline has a bus");
    let end = Instant::now() + PATIENCE;
    let most = crate::sound::samples_in(LONGEST);
    let mut samples: Vec<f32> = Vec::new();
    loop {
        if let Some(sample) = out.try_pull_sample(gst::ClockTime::from_mseconds(20)) {
            let buffer = sample.buffer().and_then(|buffer| buffer.map_readable().ok());
            let bytes = buffer.as_ref().map_or(&[][..], |buffer| buffer.as_slice());
            let frames = bytes.chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().expect("four")));
            samples.extend(frames);
            if samples.len() > most {
                return Err(Fault::Long);
            }
            continue;
        }
        if let Some(message) = bus.pop_filtered(&[gst::MessageType::Error]) {
            let gst::MessageView::Error(error) = message.view() else { continue };
            return Err(unreadable(error.error().message()));
        }
        if out.is_eos() {
            break;
        }
        if Instant::now() >= end {
            return Err(unreadable("no termina"));
        }
    }
    if samples.is_empty() { Err(Fault::Silent) } else { Ok(samples) }
}

/// Stops the pipeline when dropped.
struct Stopped(gst::Pipeline);

impl Drop for Stopped {
    fn drop(&mut self) {
        // Going to NULL cannot fail.
        let _ = self.0.set_state(gst::State::Null);
    }
}
