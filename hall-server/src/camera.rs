//! The hall's cameras: relays their pictures to televisions, and tells the record what becomes of them.
//!
//! `hall-camera` posts JPEGs with the hall's camera key. No picture is in the record, nothing waits for one, and every screen
//! works without (DECISIONS 6). A picture older than three seconds is not served: it would show a ball that is long
//! gone as if it were new.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use hall_core::event::CameraPost;
use hall_wire::message::PICTURE_STALE;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;

use crate::clock::{self, Source};
use crate::device_key::DeviceKey;

pub(crate) mod jpeg;
mod sights;

pub use jpeg::NotTaken;
pub use sights::Sights;

/// Viewers at a time; each holds a connection. More than a hall has televisions.
const VIEWERS_MAX: usize = 64;

/// Viewers that may wait for a newer picture; others get the current one at once.
const WAITERS_MAX: usize = 64;

/// Longest wait for a newer picture.
const WAIT_MAX: Duration = Duration::from_secs(2);

/// A picture of the relay.
#[derive(Clone)]
pub struct Picture {
    /// Its number since the server started.
    pub seq: u64,
    /// Checked by [`Camera::take`].
    pub jpeg: Bytes,
    at_ms: i64,
}

/// The hall's cameras, which share a key.
pub struct Cameras {
    key: Option<DeviceKey>,
    exit: Arc<Camera>,
    desk: Arc<Camera>,
    hall: Arc<Camera>,
    /// What they report of their pictures.
    pub sights: Sights,
}

impl Cameras {
    /// Without a key no camera can send.
    pub fn new(key: Option<DeviceKey>) -> Cameras {
        Cameras::with_clock(key, clock::steady())
    }

    /// For tests: with another monotonic clock.
    pub fn with_clock(key: Option<DeviceKey>, steady: Source) -> Cameras {
        let camera = || Arc::new(Camera::new(steady.clone()));
        Cameras { key, exit: camera(), desk: camera(), hall: camera(), sights: Sights::new(steady.clone()) }
    }

    /// Whether this is the key of the hall's cameras.
    pub fn knows(&self, key: &str) -> bool {
        self.key.as_ref().is_some_and(|ours| ours.is(key))
    }

    /// The camera of a post.
    pub fn at(&self, post: CameraPost) -> &Arc<Camera> {
        match post {
            CameraPost::Exit => &self.exit,
            CameraPost::Desk => &self.desk,
            CameraPost::Hall => &self.hall,
        }
    }

    /// All of them.
    pub fn all(&self) -> [&Arc<Camera>; 3] {
        [&self.exit, &self.desk, &self.hall]
    }
}

/// The latest picture of a camera and its viewers.
pub struct Camera {
    steady: Source,
    latest: watch::Sender<Option<Picture>>,
    viewers: Arc<Semaphore>,
    waiters: Semaphore,
    cut: AtomicU64,
}

impl Camera {
    fn new(steady: Source) -> Camera {
        Camera {
            steady,
            latest: watch::Sender::new(None),
            viewers: Arc::new(Semaphore::new(VIEWERS_MAX)),
            waiters: Semaphore::new(WAITERS_MAX),
            cut: AtomicU64::new(0),
        }
    }

    /// Replaces the picture; returns its number.
    pub fn take(&self, jpeg: Bytes) -> Result<u64, NotTaken> {
        jpeg::check(&jpeg)?;
        let mut seq = 0;
        self.latest.send_modify(|latest| {
            seq = latest.as_ref().map_or(0, |picture| picture.seq) + 1;
            *latest = Some(Picture { seq, jpeg, at_ms: (self.steady)() });
        });
        Ok(seq)
    }

    fn is_fresh(&self, picture: &Picture) -> bool {
        let age = u128::try_from((self.steady)() - picture.at_ms).unwrap_or(0);
        age < PICTURE_STALE.as_millis()
    }

    /// The latest picture, unless it is older than three seconds.
    pub fn latest(&self) -> Option<Picture> {
        self.latest.borrow().clone().filter(|picture| self.is_fresh(picture))
    }

    /// Waits for another picture than `seen`, higher or lower: after a restart numbers begin again.
    pub async fn newer(&self, seen: u64) -> Option<Picture> {
        if let Ok(_place) = self.waiters.try_acquire() {
            let _ = self.other_than(seen, WAIT_MAX).await;
        }
        self.latest()
    }

    /// As [`Camera::newer`], at most `within`.
    pub async fn other_than(&self, seen: u64, within: Duration) -> Option<Picture> {
        let mut latest = self.latest.subscribe();
        let another = |picture: &Option<Picture>| {
            picture.as_ref().is_some_and(|picture| picture.seq != seen && self.is_fresh(picture))
        };
        // The sender lives as long as `self`.
        timeout(within, latest.wait_for(another)).await.ok()?.ok()?.clone()
    }

    /// Takes a viewer's place; `None` if all are taken.
    pub fn seat(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.viewers).try_acquire_owned().ok()
    }

    /// Counts a viewer dropped for being too slow.
    pub fn note_cut(&self) {
        self.cut.fetch_add(1, Ordering::Relaxed);
    }

    /// Current viewers.
    pub fn watching(&self) -> u64 {
        u64::try_from(VIEWERS_MAX - self.viewers.available_permits()).expect("few")
    }

    /// Viewers dropped since the start.
    pub fn cut(&self) -> u64 {
        self.cut.load(Ordering::Relaxed)
    }

    /// Pictures received since the start.
    pub fn taken(&self) -> u64 {
        self.latest.borrow().as_ref().map_or(0, |picture| picture.seq)
    }
}

#[cfg(test)]
mod tests;
