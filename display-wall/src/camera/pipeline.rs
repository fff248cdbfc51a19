//! The capture pipeline: a source is encoded once for the screens, and a few small pictures go to the server.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::bail;
use gstreamer as gst;
use gstreamer::prelude::*;

use super::eye::{Eye, LOOKS_A_SECOND, Luma};
use super::picture::{Pace, Quality, RATE, WIDTH};
use super::post::Post;
use super::rtsp::Inlet;
use super::settings::{Choice, Encoder, Settings, Size};
use super::teller::Teller;
use crate::lock;
use crate::origin::Origin;
use crate::pipeline::{NETWORK, Pipeline};
use crate::watch::Trouble;

/// Bit rate: a sharp ball at 1280×720, and little for a network.
const BITS_A_SECOND: u32 = 4_000_000;

/// Where the film and the pictures go.
#[derive(Clone)]
pub struct Outlets {
    /// For the screens.
    pub film: Inlet,
    /// For the server.
    pub post: Option<Arc<Post>>,
    /// What the pictures show.
    pub teller: Arc<Teller>,
}

/// The first available encoder in order of preference; logs the choice.
///
/// # Errors
/// When there is none.
pub fn choose(wanted: Choice) -> anyhow::Result<Encoder> {
    choose_from(wanted, |encoder| {
        let made = gst::ElementFactory::make(encoder.name()).build();
        let element = made.map_err(|_| "no está instalado")?;
        // It may be installed and not work: OpenH264's library is a separate package on some systems.
        let started = element.set_state(gst::State::Ready).map_err(|_| "está y no arranca");
        // Nothing to lose in going back.
        let _ = element.set_state(gst::State::Null);
        started.map(|_| ())
    })
}

fn choose_from(
    wanted: Choice,
    works: impl Fn(Encoder) -> Result<(), &'static str>,
) -> anyhow::Result<Encoder> {
    let mut missing = Vec::new();
    for encoder in wanted.order() {
        match works(encoder) {
            Ok(()) if missing.is_empty() => {
                let why = if wanted == Choice::Auto { "el primero de la lista" } else { "el pedido" };
                tracing::info!("codificador: {} ({why})", encoder.name());
                return Ok(encoder);
            }
            Ok(()) => {
                tracing::warn!("codificador: {}, porque {}", encoder.name(), missing.join(" y "));
                return Ok(encoder);
            }
            Err(because) => missing.push(format!("{} {because}", encoder.name())),
        }
    }
    bail!("no hay con qué codificar: {}", missing.join(", "))
}

/// Opens the source and starts capturing.
///
/// # Errors
/// When the source cannot be opened.
pub(super) fn open(settings: &Settings, encoder: Encoder, outlets: &Outlets) -> Result<Pipeline, Trouble> {
    let film = Pipeline::build(&launch(settings, encoder), &settings.source)?;
    let seen = Arc::clone(&film.pictures);
    let watch = watch_sight(settings.size, Arc::clone(&outlets.teller));
    keep_pace(&film.part("film"), settings.fps, move |buffer| {
        seen.fetch_add(1, Ordering::Relaxed);
        watch(buffer);
    });
    outlets.film.begin(&film.part("encoded"));
    let inlet = outlets.film.clone();
    film.on_sample("encoded", move |sample| inlet.push(sample));
    if let Some(post) = &outlets.post {
        keep_pace(&film.part("few"), RATE, |_| {});
        post_pictures(&film, post);
    }
    film.begin()
}

/// The pipeline's description.
fn launch(settings: &Settings, encoder: Encoder) -> String {
    let (width, height, fps) = (settings.size.width, settings.size.height, settings.fps);
    let small = settings.size.at_width(WIDTH);
    let source = match &settings.source {
        Origin::Test(_) => format!(
            "videotestsrc name=source is-live=true ! video/x-raw,width={width},height={height},framerate={fps}/1"
        ),
        // Cheap cameras offer the larger sizes as JPEG only.
        Origin::Device(_) => format!(
            "v4l2src name=source ! image/jpeg,width={width},height={height};\
             video/x-raw,width={width},height={height};image/jpeg;video/x-raw ! decodebin"
        ),
        Origin::Network(_) => NETWORK.to_owned(),
    };
    let encode = match encoder {
        Encoder::OpenH264 => format!(
            "openh264enc complexity=low usage-type=camera rate-control=bitrate bitrate={BITS_A_SECOND} \
             gop-size={fps} ! h264parse config-interval=-1 ! video/x-h264,stream-format=byte-stream,alignment=au"
        ),
        Encoder::X264 => format!(
            "x264enc tune=zerolatency speed-preset=ultrafast bitrate={} key-int-max={fps} bframes=0 threads=1 \
             ! h264parse config-interval=-1 ! video/x-h264,stream-format=byte-stream,alignment=au",
            BITS_A_SECOND / 1000
        ),
        Encoder::Vp8 => format!(
            "vp8enc deadline=1 cpu-used=8 lag-in-frames=0 end-usage=cbr target-bitrate={BITS_A_SECOND} \
             keyframe-max-dist={fps} threads=2"
        ),
    };
    // Nothing waits between source and encoder: a full queue drops the older picture.
    let queue = "queue leaky=downstream max-size-buffers=2 max-size-bytes=0 max-size-time=0";
    let film = format!(
        "{source} ! videoconvert ! videoscale add-borders=true \
         ! video/x-raw,format=I420,width={width},height={height},pixel-aspect-ratio=1/1 ! tee name=film \
         film. ! {queue} ! {encode} ! appsink name=encoded sync=false"
    );
    // Through RGB: the JPEG encoder would take video's narrow range as it is and turn black into grey.
    let pictures = format!(
        "film. ! {queue} name=few ! videoscale ! videoconvert \
         ! video/x-raw,format=RGB,width={},height={} ! jpegenc name=jpegenc \
         ! appsink name=pictures sync=false max-buffers=1 drop=true",
        small.width, small.height
    );
    if settings.relay.is_some() { format!("{film} {pictures}") } else { film }
}

/// Drops pictures before `element` beyond a rate; `taken` sees the others. GStreamer's own `videorate` aborts the
/// process on a source without a frame rate.
fn keep_pace(element: &gst::Element, a_second: u32, taken: impl Fn(&gst::BufferRef) + Send + Sync + 'static) {
    let pace = Mutex::new(Pace::new(a_second));
    let sink = element.static_pad("sink").expect("it takes pictures in");
    sink.add_probe(gst::PadProbeType::BUFFER, move |_, info| {
        if !lock(&pace).passes(Instant::now()) {
            // Not `Drop`: GStreamer 1.22 complains of each picture that the binding has taken from it.
            return gst::PadProbeReturn::Handled;
        }
        if let Some(buffer) = info.buffer() {
            taken(buffer);
        }
        gst::PadProbeReturn::Ok
    });
}

/// A function that looks at pictures of this size and tells what they show.
fn watch_sight(size: Size, teller: Arc<Teller>) -> impl Fn(&gst::BufferRef) + Send + Sync + 'static {
    let state = Mutex::new((Pace::new(LOOKS_A_SECOND), Eye::default()));
    let (width, height) = (size.width as usize, size.height as usize);
    // The luma plane comes first; its rows begin at whole words.
    let stride = width.next_multiple_of(4);
    move |buffer| {
        let mut state = lock(&state);
        let now = Instant::now();
        if !state.0.passes(now) {
            return;
        }
        let Ok(bytes) = buffer.map_readable() else { return };
        if let Some(sight) = state.1.look(now, Luma { bytes: &bytes, width, height, stride }) {
            teller.shows(sight);
        }
    }
}

fn post_pictures(film: &Pipeline, post: &Arc<Post>) {
    let jpegenc = film.part("jpegenc");
    let mut quality = Quality::default();
    jpegenc.set_property("quality", i32::from(quality.percent()));
    let (post, jpegenc) = (Arc::clone(post), jpegenc.downgrade());
    film.on_sample("pictures", move |sample| {
        let Some(jpeg) = sample.buffer().and_then(|buffer| buffer.map_readable().ok()) else { return };
        let next = quality.after(jpeg.len());
        if next != quality {
            quality = next;
            if let Some(jpegenc) = jpegenc.upgrade() {
                jpegenc.set_property("quality", i32::from(quality.percent()));
            }
        }
        post.put(jpeg.to_vec());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoder_wanted_is_taken_and_a_missing_one_replaced_in_order() {
        use Encoder::{OpenH264, Vp8, X264};
        let with = |has: &'static [Encoder]| {
            move |encoder| if has.contains(&encoder) { Ok(()) } else { Err("no está instalado") }
        };
        let choose = |wanted, has| choose_from(wanted, with(has)).ok();
        assert_eq!(choose(Choice::Auto, &[OpenH264, X264, Vp8]), Some(OpenH264));
        assert_eq!(choose(Choice::Auto, &[X264, Vp8]), Some(X264));
        assert_eq!(choose(Choice::Auto, &[Vp8]), Some(Vp8));
        assert_eq!(choose(Choice::This(Vp8), &[OpenH264, X264, Vp8]), Some(Vp8));
        assert_eq!(choose(Choice::This(X264), &[OpenH264, Vp8]), Some(OpenH264));
        let none = choose_from(Choice::Auto, with(&[])).expect_err("there is none").to_string();
        assert!(none.contains("openh264enc no está instalado, x264enc"), "{none}");
    }
}
