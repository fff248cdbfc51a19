//! The devices through GStreamer: blocks of samples out to the loudspeakers, and music in.

use std::time::{Duration, Instant};

use gstreamer as gst;
use gstreamer::prelude::*;
use gstreamer_app as gst_app;

use hall_wire::message::SOUND_RATE_HZ;

use crate::output::Device;
use crate::sound::{RATE_HZ, duration, samples_in};

/// What is filled at a time.
pub const BLOCK: Duration = Duration::from_millis(10);

/// What may wait before the device's own buffer: two blocks.
const AHEAD: Duration = Duration::from_millis(20);

/// The device's own buffer, and its pieces. A word is heard this much after it was filled in.
const BUFFER: (Duration, Duration) = (Duration::from_millis(40), Duration::from_millis(10));

/// A device that takes nothing for this long is lost, though it does not say so. Some take most of a second to begin.
const STUCK: Duration = Duration::from_secs(2);

/// How much of the room's music is kept: more would be heard late.
const MUSIC_KEPT: Duration = Duration::from_millis(60);

/// Initialises GStreamer.
///
/// # Errors
/// In Spanish, when GStreamer is not properly installed.
pub fn ready() -> Result<(), String> {
    gst::init().map_err(|error| format!("GStreamer no arranca: {error}"))
}

/// An open device. Dropping it closes it.
pub struct Speaker {
    pipeline: gst::Pipeline,
    inlet: gst_app::AppSrc,
    /// Which one it is.
    pub device: Device,
    /// When it last had room for a block.
    taken_at: Instant,
}

impl Speaker {
    /// Opens a device; of several that would do, the first that works.
    ///
    /// # Errors
    /// In Spanish: why the last of them does not.
    pub fn open(device: &Device) -> Result<Speaker, String> {
        let mut last = String::new();
        for one in device.order() {
            match Speaker::open_one(&one) {
                Ok(speaker) => return Ok(speaker),
                Err(why) => last = why,
            }
        }
        Err(last)
    }

    fn open_one(device: &Device) -> Result<Speaker, String> {
        let (buffer, piece) = (BUFFER.0.as_micros(), BUFFER.1.as_micros());
        let sink = element_of(device, "sink");
        // Not synchronised to the clock: the device takes what it is given, sample after sample, at its own pace.
        let line = format!(
            "appsrc name=in is-live=true format=time ! audioconvert ! audioresample ! \
             {sink} name=device sync=false buffer-time={buffer} latency-time={piece}"
        );
        let pipeline = built(&line)?;
        let inlet: gst_app::AppSrc =
            pipeline.by_name("in").expect("it is in the line").downcast().expect("it is an appsrc");
        inlet.set_caps(Some(&caps()));
        name_device(&pipeline, device);
        let speaker = Speaker { pipeline, inlet, device: device.clone(), taken_at: Instant::now() };
        begin(&speaker.pipeline)?;
        Ok(speaker)
    }

    /// How long after being filled in now a sample is heard.
    pub fn latency(&self) -> Duration {
        duration(usize::try_from(self.inlet.current_level_bytes() / 4).unwrap_or(0)) + BUFFER.0
    }

    /// Whether it wants another block.
    pub fn is_hungry(&self) -> bool {
        self.inlet.current_level_bytes() < (samples_in(AHEAD) * 4) as u64
    }

    /// Gives it a block.
    pub fn put(&mut self, block: &[f32]) {
        let bytes: Vec<u8> = block.iter().flat_map(|sample| sample.to_le_bytes()).collect();
        self.taken_at = Instant::now();
        // A device that is gone is found by `trouble`.
        let _ = self.inlet.push_buffer(gst::Buffer::from_slice(bytes));
    }

    /// Why it is lost, if it is.
    pub fn trouble(&mut self) -> Option<String> {
        if let Some(why) = error_of(&self.pipeline) {
            return Some(why);
        }
        (self.taken_at.elapsed() > STUCK).then(|| "no toma el sonido".to_owned())
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        // Going to NULL cannot fail.
        let _ = self.pipeline.set_state(gst::State::Null);
    }
}

/// A device on which sound comes in. Dropping it closes it.
struct Source {
    pipeline: gst::Pipeline,
    outlet: gst_app::AppSink,
}

impl Source {
    /// Opens a device; of several that would do, the first that works.
    fn open(device: &Device, caps: &gst::Caps) -> Result<Source, String> {
        let mut last = String::new();
        for one in device.order() {
            let src = element_of(&one, "src");
            let line = format!(
                "{src} name=device ! audioconvert ! audioresample ! \
                 appsink name=out sync=false drop=true max-buffers=32"
            );
            let pipeline = built(&line)?;
            let outlet: gst_app::AppSink =
                pipeline.by_name("out").expect("it is in the line").downcast().expect("it is an appsink");
            outlet.set_caps(Some(caps));
            name_device(&pipeline, &one);
            let source = Source { pipeline, outlet };
            match begin(&source.pipeline) {
                Ok(()) => return Ok(source),
                Err(why) => last = why,
            }
        }
        Err(last)
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        // Going to NULL cannot fail.
        let _ = self.pipeline.set_state(gst::State::Null);
    }
}

/// The room's music, as it comes in.
pub struct Music {
    source: Source,
    kept: std::collections::VecDeque<f32>,
}

impl Music {
    /// Opens the device on which the music comes in.
    ///
    /// # Errors
    /// In Spanish: why it does not open.
    pub fn open(device: &Device) -> Result<Music, String> {
        let source = Source::open(device, &caps())?;
        Ok(Music { source, kept: std::collections::VecDeque::new() })
    }

    /// Fills a block with what came; silence where too little has.
    pub fn fill(&mut self, block: &mut [f32]) {
        while let Some(sample) = self.source.outlet.try_pull_sample(gst::ClockTime::ZERO) {
            let buffer = sample.buffer().and_then(|buffer| buffer.map_readable().ok());
            let bytes = buffer.as_ref().map_or(&[][..], |buffer| buffer.as_slice());
            let frames = bytes.chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().expect("four")));
            self.kept.extend(frames);
        }
        let most = samples_in(MUSIC_KEPT).max(block.len());
        self.kept.drain(..self.kept.len().saturating_sub(most));
        block.iter_mut().for_each(|sample| *sample = self.kept.pop_front().unwrap_or(0.0));
    }

    /// Why it is lost, if it is.
    pub fn trouble(&self) -> Option<String> {
        error_of(&self.source.pipeline)
    }
}

/// The hall's microphones: samples as the server takes them.
pub struct Ear {
    source: Source,
    kept: Vec<u8>,
}

impl Ear {
    /// Opens the device of the microphones.
    ///
    /// # Errors
    /// In Spanish: why it does not open.
    pub fn open(device: &Device) -> Result<Ear, String> {
        Source::open(device, &caps_of("S16LE", SOUND_RATE_HZ)).map(|source| Ear { source, kept: Vec::new() })
    }

    /// Waits for so much.
    ///
    /// # Errors
    /// In Spanish: why it is lost.
    pub fn piece(&mut self, length: Duration) -> Result<Vec<u8>, String> {
        let rate = u128::from(SOUND_RATE_HZ);
        let bytes = usize::try_from(length.as_millis() * rate / 1_000).unwrap_or(0) * 2;
        while self.kept.len() < bytes {
            let wait = gst::ClockTime::from_mseconds(u64::try_from(STUCK.as_millis()).unwrap_or(0));
            let sample = self.source.outlet.try_pull_sample(wait);
            let Some(sample) = sample else {
                return Err(error_of(&self.source.pipeline).unwrap_or_else(|| "no da sonido".to_owned()));
            };
            let buffer = sample.buffer().and_then(|buffer| buffer.map_readable().ok());
            self.kept.extend(buffer.as_ref().map_or(&[][..], |buffer| buffer.as_slice()));
        }
        let rest = self.kept.split_off(bytes);
        Ok(std::mem::replace(&mut self.kept, rest))
    }
}

fn caps() -> gst::Caps {
    caps_of("F32LE", RATE_HZ)
}

fn caps_of(format: &str, rate_hz: u32) -> gst::Caps {
    gst::Caps::builder("audio/x-raw")
        .field("format", format)
        .field("layout", "interleaved")
        .field("channels", 1_i32)
        .field("rate", i32::try_from(rate_hz).expect("a small number"))
        .build()
}

fn element_of(device: &Device, end: &str) -> String {
    match device {
        Device::Alsa(_) => format!("alsa{end}"),
        Device::Pulse(_) | Device::Auto => format!("pulse{end}"),
    }
}

/// What people typed is set as a property: it is no part of the line.
fn name_device(pipeline: &gst::Pipeline, device: &Device) {
    let element = pipeline.by_name("device").expect("it is in the line");
    match device {
        Device::Alsa(name) => element.set_property("device", name),
        Device::Pulse(name) if !name.is_empty() => element.set_property("device", name),
        Device::Pulse(_) | Device::Auto => {}
    }
    if element.has_property("client-name") {
        element.set_property("client-name", "hall-voice");
    }
}

fn built(line: &str) -> Result<gst::Pipeline, String> {
    let pipeline =
        gst::parse::launch(line).map_err(|error| error.message().trim_end_matches('.').to_owned())?;
    Ok(pipeline.downcast::<gst::Pipeline>().expect("several elements are a pipeline"))
}

fn begin(pipeline: &gst::Pipeline) -> Result<(), String> {
    match pipeline.set_state(gst::State::Playing) {
        Ok(_) => Ok(()),
        Err(_) => Err(error_of(pipeline).unwrap_or_else(|| "no arranca y no dice por qué".to_owned())),
    }
}

fn error_of(pipeline: &gst::Pipeline) -> Option<String> {
    let message = pipeline.bus()?.pop_filtered(&[gst::MessageType::Error])?;
    let gst::MessageView::Error(error) = message.view() else { return None };
    Some(error.error().message().trim_end_matches('.').to_owned())
}
