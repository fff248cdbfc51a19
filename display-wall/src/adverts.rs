//! The adverts and the notices: PNG and JPEG pictures of a folder, and what its schedule tells by the hour, in turn, shown
//! only between games.
//!
//! Files are read on a thread of their own and only while the adverts are on screen. Broken files are skipped;
//! without anything to show the slot has the hall's name.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, ensure};
use egui::ColorImage;
use hall_look::picture as pictures;
use hall_notices::{EACH_SECONDS, Folder};
use jiff::civil::DateTime;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::lock;

/// How long each picture is shown.
const EACH: Duration = Duration::from_secs(EACH_SECONDS);

/// Longest side in pixels, supported by every GPU.
const SIDE_MAX: usize = 4096;

/// What the slot shows.
#[derive(Debug, Clone, Default)]
pub struct Slide {
    /// How many came before it, and one.
    pub number: u64,
    /// The picture of an advert, or of a notice.
    pub picture: Option<Arc<ColorImage>>,
    /// What a notice tells.
    pub text: Option<Arc<str>>,
}

/// Shows the pictures and the notices of a folder in turn.
pub struct Adverts {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    slide: Mutex<Slide>,
    /// Looked at since the last change.
    looked: AtomicBool,
    ended: AtomicBool,
}

/// Tells the hour of the hall, where it is known.
type Clock = dyn Fn() -> Option<DateTime> + Send;

impl Adverts {
    /// `hour` is the hall's; `on_change` is called after each new slide, on the folder's thread.
    pub fn open(
        folder: &Path,
        hour: impl Fn() -> Option<DateTime> + Send + 'static,
        on_change: impl Fn() + Send + 'static,
    ) -> Adverts {
        let shared = Arc::new(Shared { looked: AtomicBool::new(true), ..Shared::default() });
        let (theirs, turns) = (Arc::clone(&shared), Turns::new(folder));
        std::thread::Builder::new()
            .name("adverts".to_owned())
            .spawn(move || run(&theirs, turns, &hour, &on_change))
            .expect("a thread can be started");
        Adverts { shared }
    }

    /// Without a folder.
    pub fn none() -> Adverts {
        Adverts { shared: Arc::default() }
    }

    /// The current slide; keeps the adverts going.
    pub fn look(&self) -> Slide {
        self.shared.looked.store(true, Ordering::Relaxed);
        self.seen()
    }

    /// The current slide, for who may not paint it.
    pub fn seen(&self) -> Slide {
        lock(&self.shared.slide).clone()
    }
}

impl Drop for Adverts {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
    }
}

fn run(shared: &Shared, mut turns: Turns, hour: &Clock, on_change: &dyn Fn()) {
    while !shared.ended.load(Ordering::Relaxed) {
        let mut each = EACH;
        if shared.looked.swap(false, Ordering::Relaxed) {
            let next = turns.next(hour());
            let mut slide = lock(&shared.slide);
            let number = slide.number + 1;
            *slide = match next {
                Some((next, seconds)) => {
                    each = seconds.map_or(EACH, Duration::from_secs);
                    Slide { number, ..next }
                }
                None => Slide { number, ..Slide::default() },
            };
            drop(slide);
            on_change();
        }
        std::thread::sleep(each);
    }
}

/// The folder, and what comes next of it.
struct Turns {
    folder: Folder,
    /// Notices first, then the pictures.
    next: usize,
}

impl Turns {
    fn new(path: &Path) -> Turns {
        Turns { folder: Folder::new(path), next: 0 }
    }

    /// The next slide that can be shown, with its seconds; a notice without its picture where that is not to be had.
    fn next(&mut self, hour: Option<DateTime>) -> Option<(Slide, Option<u64>)> {
        let slides = self.folder.slides(hour);
        for tried in 0..slides.len() {
            let place = (self.next + tried) % slides.len();
            let of = &slides[place];
            let slide = Slide {
                picture: of.picture.as_deref().and_then(picture),
                text: of.text.as_deref().map(Arc::from),
                ..Slide::default()
            };
            if slide.picture.is_some() || slide.text.is_some() {
                self.next = place + 1;
                return Some((slide, of.seconds));
            }
        }
        self.next = 0;
        None
    }
}

fn picture(path: &Path) -> Option<Arc<ColorImage>> {
    match decode(path) {
        Ok(picture) => Some(Arc::new(picture)),
        Err(error) => {
            tracing::warn!(file = %path.display(), "imagen que no se lee: {error:#}");
            None
        }
    }
}

/// Decodes a picture, shrunk to [`SIDE_MAX`].
pub fn decode(path: &Path) -> anyhow::Result<ColorImage> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    if bytes.starts_with(b"\x89PNG") {
        pictures::of_png(&bytes, SIDE_MAX).map_err(anyhow::Error::msg)
    } else {
        jpeg_picture(&bytes)
    }
}

fn jpeg_picture(bytes: &[u8]) -> anyhow::Result<ColorImage> {
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGB)
        .set_max_width(SIDE_MAX)
        .set_max_height(SIDE_MAX);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let pixels = decoder.decode()?;
    let (wide, high) = decoder.dimensions().context("sin tamaño")?;
    ensure!(pixels.len() == wide * high * 3, "no está entera");
    Ok(ColorImage::from_rgb([wide, high], &pixels))
}

#[cfg(test)]
#[path = "adverts_tests.rs"]
mod tests;
