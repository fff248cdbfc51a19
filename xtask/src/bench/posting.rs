//! A camera as the server knows it: pictures that are posted.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// A camera that costs nothing but its pictures.
pub(super) struct Posting {
    ends: Arc<AtomicBool>,
    /// The number that the server gave to its newest picture; 0 before the first.
    pub(super) newest: Arc<AtomicU64>,
    thread: Option<JoinHandle<Result<()>>>,
}

impl Posting {
    /// Begins to post, as the hall's camera `name`, so many pictures a second.
    pub(super) fn start(dir: &Path, server: &str, name: &str, a_second: u64) -> Result<Posting> {
        let key = std::fs::read_to_string(dir.join("camara.clave"))?;
        let (ends, newest) = (Arc::<AtomicBool>::default(), Arc::<AtomicU64>::default());
        let (end, told, url) =
            (Arc::clone(&ends), Arc::clone(&newest), format!("{server}/api/camera/picture?camera={name}"));
        let thread = std::thread::spawn(move || {
            let picture = picture();
            let mut next = Instant::now();
            while !end.load(Ordering::Relaxed) {
                let answer = ureq::post(&url)
                    .header("Authorization", format!("Camera {}", key.trim()))
                    .header("Content-Type", "image/jpeg")
                    .send(&picture[..])?
                    .body_mut()
                    .read_to_string()?;
                let seq = serde_json::from_str::<serde_json::Value>(&answer)?["seq"].as_u64();
                told.store(seq.context("a number")?, Ordering::Relaxed);
                next += Duration::from_millis(1_000 / a_second);
                std::thread::sleep(next.saturating_duration_since(Instant::now()));
            }
            Ok(())
        });
        Ok(Posting { ends, newest, thread: Some(thread) })
    }
}

impl Drop for Posting {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(Ok(Err(error))) = self.thread.take().map(JoinHandle::join) {
            eprintln!("the camera ended: {error:#}");
        }
    }
}

/// As long as a camera's pictures are, no easier to pack, and one as far as the server looks at it.
fn picture() -> Vec<u8> {
    let head = [
        &[0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 1, 104, 2, 128, 1, 1, 0x11, 0][..],
        &[0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0],
    ];
    let mut noise = 1_u32;
    let coded = std::iter::repeat_with(|| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // No byte that could begin a mark.
        (noise >> 24) as u8 & 0x7F
    });
    [&head.concat()[..], &coded.take(42_000).collect::<Vec<_>>(), &[0xFF, 0xD9]].concat()
}
