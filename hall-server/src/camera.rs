//! The hall's cameras: relays their pictures to televisions, and tells the record what becomes of them.
//!
//! `hall-camera` posts JPEGs with the hall's camera key. No picture is in the record, nothing waits for one, and every screen
//! works without (DECISIONS 6). A picture older than three seconds is not served: it would show a ball that is long
//! gone as if it were new. Where the hall's rules hold a picture back until its ball is announced (G8), televisions get
//! it late, and the desk at once.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use hall_core::event::CameraPost;
use hall_wire::hold::Hold;
use hall_wire::message::PICTURE_STALE;
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

use crate::clock::{self, Source};
use crate::device_key::DeviceKey;
use crate::places::{Place, Places, Whose};

pub(crate) mod jpeg;
mod sights;

pub use jpeg::NotTaken;
pub use sights::Sights;

/// Viewers at a time whom nobody let in, and as many others; each holds a connection. More than a hall has televisions.
const VIEWERS_MAX: usize = 64;

/// Viewers at one address whom nobody let in.
const VIEWERS_AT_ONE_ADDRESS_MAX: usize = 8;

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

/// Who looks at a camera.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eyes {
    /// The desk, which sees pictures as they come.
    Desk,
    /// The hall, which sees none before its ball is announced where the rules hold it back.
    Hall,
}

/// The latest picture of a camera and its viewers.
pub struct Camera {
    steady: Source,
    /// When it was made, by both clocks.
    began: (Instant, i64),
    latest: watch::Sender<Option<Picture>>,
    /// What the hall may see of it.
    seen: watch::Sender<Option<Picture>>,
    /// Where the rules hold pictures back.
    hold: Mutex<Option<Hold<Picture>>>,
    strangers: Places,
    devices: Places,
    waiters: Semaphore,
    cut: AtomicU64,
}

impl Camera {
    fn new(steady: Source) -> Camera {
        Camera {
            began: (Instant::now(), steady()),
            steady,
            latest: watch::Sender::new(None),
            seen: watch::Sender::new(None),
            hold: Mutex::new(None),
            strangers: Places::new(VIEWERS_MAX, VIEWERS_AT_ONE_ADDRESS_MAX),
            devices: Places::new(VIEWERS_MAX, VIEWERS_AT_ONE_ADDRESS_MAX),
            waiters: Semaphore::new(WAITERS_MAX),
            cut: AtomicU64::new(0),
        }
    }

    /// Replaces the picture; returns its number.
    pub fn take(&self, jpeg: Bytes) -> Result<u64, NotTaken> {
        jpeg::check(&jpeg)?;
        let mut hold = self.hold();
        let seq = self.taken() + 1;
        let picture = Picture { seq, jpeg, at_ms: (self.steady)() };
        self.latest.send_replace(Some(picture.clone()));
        match &mut *hold {
            Some(hold) => {
                hold.push(self.now(), picture);
                self.show(hold);
            }
            None => {
                self.seen.send_replace(Some(picture));
            }
        }
        Ok(seq)
    }

    /// Tells whether the rules hold pictures back, and the place of the ball that is out and that the hall does not know of yet.
    pub fn holds(&self, holds: bool, uncalled: Option<u8>) {
        let mut hold = self.hold();
        let now = self.now();
        if !holds {
            if hold.take().is_some() {
                self.seen.send_replace(self.latest.borrow().clone());
            }
            return;
        }
        let hold = hold.get_or_insert_with(|| Hold::new(now));
        hold.hold(now, uncalled);
        self.show(hold);
    }

    /// Shows the hall what it may see now; what it saw last stands where that is nothing.
    fn show(&self, hold: &Hold<Picture>) {
        let Some(picture) = hold.shown(self.now()) else { return };
        self.seen.send_if_modified(|seen| {
            let changes = seen.as_ref().is_none_or(|seen| seen.seq != picture.seq);
            if changes {
                *seen = Some(picture.clone());
            }
            changes
        });
    }

    fn hold(&self) -> MutexGuard<'_, Option<Hold<Picture>>> {
        self.hold.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Instant {
        let (began, ms) = self.began;
        began + Duration::from_millis(u64::try_from((self.steady)() - ms).unwrap_or(0))
    }

    /// A camera that sends no pictures has none to show, also where what the hall sees is older.
    fn is_live(&self) -> bool {
        self.latest.borrow().as_ref().is_some_and(|picture| {
            let age = u128::try_from((self.steady)() - picture.at_ms).unwrap_or(0);
            age < PICTURE_STALE.as_millis()
        })
    }

    fn of(&self, eyes: Eyes) -> &watch::Sender<Option<Picture>> {
        match eyes {
            Eyes::Desk => &self.latest,
            Eyes::Hall => &self.seen,
        }
    }

    /// The latest picture that these eyes may see, unless none has come for three seconds.
    pub fn latest(&self, eyes: Eyes) -> Option<Picture> {
        self.of(eyes).borrow().clone().filter(|_| self.is_live())
    }

    /// Waits for another picture than `seen`, higher or lower: after a restart numbers begin again.
    pub async fn newer(&self, eyes: Eyes, seen: u64) -> Option<Picture> {
        if let Ok(_place) = self.waiters.try_acquire() {
            let _ = self.other_than(eyes, seen, WAIT_MAX).await;
        }
        self.latest(eyes)
    }

    /// As [`Camera::newer`], at most `within`.
    pub async fn other_than(&self, eyes: Eyes, seen: u64, within: Duration) -> Option<Picture> {
        let mut pictures = self.of(eyes).subscribe();
        let another = |picture: &Option<Picture>| {
            picture.as_ref().is_some_and(|picture| picture.seq != seen) && self.is_live()
        };
        // The sender lives as long as `self`.
        timeout(within, pictures.wait_for(another)).await.ok()?.ok()?.clone()
    }

    /// Takes a viewer's place: of those for the hall's devices, by the key of this one, or of those of anybody at this address; `None` if it
    /// has none.
    pub fn seat(&self, device: Option<[u8; 32]>, from: IpAddr) -> Option<Place> {
        match device {
            Some(key_sha256) => self.devices.take_for(Whose::Device(key_sha256)),
            None => self.strangers.take_at(from),
        }
    }

    /// Counts a viewer dropped for being too slow.
    pub fn note_cut(&self) {
        self.cut.fetch_add(1, Ordering::Relaxed);
    }

    /// Current viewers.
    pub fn watching(&self) -> u64 {
        u64::try_from(self.strangers.taken() + self.devices.taken()).expect("few")
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
