//! The adverts: PNG and JPEG pictures of a folder, in turn, shown only between games.
//!
//! Files are read on a thread of their own and only while the adverts are on screen. Broken files are skipped;
//! without any picture the slot shows the hall's name.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, ensure};
use egui::ColorImage;
use hall_look::picture;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::lock;

/// How long each picture is shown.
const EACH: Duration = Duration::from_secs(12);

/// Longest side in pixels, supported by every GPU.
const SIDE_MAX: usize = 4096;

/// Shows the pictures of a folder in turn.
pub struct Adverts {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// The current picture, and how many came before it.
    picture: Mutex<(u64, Option<Arc<ColorImage>>)>,
    /// Looked at since the last change.
    looked: AtomicBool,
    ended: AtomicBool,
}

impl Adverts {
    /// `on_change` is called after each new picture, on the folder's thread.
    pub fn open(folder: &Path, on_change: impl Fn() + Send + 'static) -> Adverts {
        let shared = Arc::new(Shared { looked: AtomicBool::new(true), ..Shared::default() });
        let (theirs, folder) = (Arc::clone(&shared), folder.to_owned());
        std::thread::Builder::new()
            .name("adverts".to_owned())
            .spawn(move || run(&theirs, &folder, &on_change))
            .expect("a thread can be started");
        Adverts { shared }
    }

    /// Without a folder.
    pub fn none() -> Adverts {
        Adverts { shared: Arc::default() }
    }

    /// The current picture and its number; keeps the adverts going.
    pub fn look(&self) -> (u64, Option<Arc<ColorImage>>) {
        self.shared.looked.store(true, Ordering::Relaxed);
        lock(&self.shared.picture).clone()
    }
}

impl Drop for Adverts {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
    }
}

fn run(shared: &Shared, folder: &Path, on_change: &dyn Fn()) {
    let mut next = 0;
    while !shared.ended.load(Ordering::Relaxed) {
        if shared.looked.swap(false, Ordering::Relaxed) {
            let files = list(folder);
            let good = (0..files.len()).find_map(|tried| {
                let place = (next + tried) % files.len();
                match decode(&files[place]) {
                    Ok(picture) => Some((place, picture)),
                    Err(error) => {
                        tracing::warn!(file = %files[place].display(), "anuncio que no se lee: {error:#}");
                        None
                    }
                }
            });
            let mut picture = lock(&shared.picture);
            next = good.as_ref().map_or(0, |(place, _)| place + 1);
            *picture = (picture.0 + 1, good.map(|(_, picture)| Arc::new(picture)));
            drop(picture);
            on_change();
        }
        std::thread::sleep(EACH);
    }
}

/// The pictures of a folder, sorted by name.
fn list(folder: &Path) -> Vec<PathBuf> {
    let known = |path: &PathBuf| {
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default().to_lowercase();
        ["png", "jpg", "jpeg"].contains(&kind.as_str())
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|file| file.path())
        .filter(known)
        .collect();
    files.sort();
    files
}

/// Decodes a picture, shrunk to [`SIDE_MAX`].
pub fn decode(path: &Path) -> anyhow::Result<ColorImage> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    if bytes.starts_with(b"\x89PNG") {
        picture::of_png(&bytes, SIDE_MAX).map_err(anyhow::Error::msg)
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
