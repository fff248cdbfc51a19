//! Whether a source gives pictures, and when it is opened again: the same for the camera that
//! films and for the wall that shows. No video software here, and [`Watch`] reads no clock.

use std::fmt;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a source that gave pictures may be silent before it counts as frozen.
pub const FROZEN: Duration = Duration::from_secs(2);

/// How long a source may take to its first picture: a camera that wakes up needs a second or
/// two, and a computer that boots beside it is slower.
pub const OPENING: Duration = Duration::from_secs(6);

/// The first wait before a source is opened again, and the longest; each is twice the one
/// before. Short, because the hall sees the hole; not zero, so that nothing spins.
pub const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(2));

/// How long a source must have given pictures before the waits begin from the shortest again.
const STEADY: Duration = Duration::from_secs(2);

/// How long the driver sleeps at most while a source is open.
const TICK: Duration = Duration::from_millis(100);

/// Why there are no pictures. Its text is Spanish, for the log; what stands in brackets is
/// the words of the device or of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// No such device, nobody at that address, or no leave to use it.
    Absent(String),
    /// It is there, and what it sends cannot be made into pictures.
    Garbage(String),
    /// It said that it has no more.
    Ended,
    /// It is there and sends nothing any more.
    Frozen,
    /// It was opened and its first picture never came.
    Mute,
}

impl fmt::Display for Trouble {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Absent(words) => write!(out, "no se puede abrir ({words})"),
            Trouble::Garbage(words) => write!(out, "lo que envía no es vídeo que se entienda ({words})"),
            Trouble::Ended => out.write_str("la fuente ha terminado"),
            Trouble::Frozen => write!(out, "imagen parada: {} s sin un fotograma", FROZEN.as_secs()),
            Trouble::Mute => write!(out, "no llega el primer fotograma en {} s", OPENING.as_secs()),
        }
    }
}

/// How a source is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is being opened for the first time.
    Starting,
    /// Pictures come.
    Live,
    /// It failed, and is opened again by itself.
    Retrying {
        /// Why.
        because: Trouble,
        /// How many times it failed since the last picture.
        attempt: u32,
    },
}

/// Follows one source. Every moment comes from outside.
#[derive(Debug)]
pub struct Watch {
    state: State,
    /// Opened, or the last picture, whichever was later; `None` while it is closed.
    heard: Option<Instant>,
    /// The first picture since it was opened.
    live_since: Option<Instant>,
    /// When it is to be opened.
    due: Instant,
    pause: Duration,
}

impl Watch {
    /// Returns the watch of a source that is to be opened at once.
    pub fn new(now: Instant) -> Watch {
        Watch { state: State::Starting, heard: None, live_since: None, due: now, pause: PAUSES.0 }
    }

    /// Returns how the source is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns how long to wait before the source is to be opened.
    pub fn wait(&self, now: Instant) -> Duration {
        self.due.saturating_duration_since(now)
    }

    /// The source is being opened now.
    pub fn opened(&mut self, now: Instant) {
        self.heard = Some(now);
        self.live_since = None;
    }

    /// A picture came. Returns whether that changes the state.
    pub fn picture(&mut self, now: Instant) -> bool {
        self.heard = Some(now);
        let since = *self.live_since.get_or_insert(now);
        if now.saturating_duration_since(since) >= STEADY {
            self.pause = PAUSES.0;
        }
        let changed = self.state != State::Live;
        self.state = State::Live;
        changed
    }

    /// Returns what silence until now means, if it means anything yet.
    pub fn silence(&self, now: Instant) -> Option<Trouble> {
        let silent = now.saturating_duration_since(self.heard?);
        match self.live_since {
            Some(_) if silent >= FROZEN => Some(Trouble::Frozen),
            None if silent >= OPENING => Some(Trouble::Mute),
            Some(_) | None => None,
        }
    }

    /// The source failed and is closed. It is due again after a pause, longer each time until
    /// it has given pictures for a while.
    pub fn lost(&mut self, now: Instant, because: Trouble) {
        let attempt = match self.state {
            State::Retrying { attempt, .. } => attempt + 1,
            State::Starting | State::Live => 1,
        };
        self.state = State::Retrying { because, attempt };
        (self.heard, self.live_since) = (None, None);
        self.due = now + self.pause;
        self.pause = (self.pause * 2).min(PAUSES.1);
    }
}

/// A source that is open.
pub trait Source {
    /// Waits at most `within` and returns what went wrong, if something did.
    fn trouble(&mut self, within: Duration) -> Option<Trouble>;
    /// Returns how many pictures came since it was opened.
    fn pictures(&self) -> u64;
}

/// The order to end, which is heard in mid-pause.
#[derive(Debug, Default)]
pub struct Closing {
    closed: Mutex<bool>,
    changed: Condvar,
}

impl Closing {
    /// Gives the order.
    pub fn close(&self) {
        *self.closed.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    /// Waits, and returns whether it is time to end.
    pub fn pause(&self, time: Duration) -> bool {
        let closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = self.changed.wait_timeout_while(closed, time, |closed| !*closed);
        *wait.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Opens a source and keeps it open until `closing` says so. Each change of state is told once.
pub fn keep_open<S: Source>(
    mut open: impl FnMut() -> Result<S, Trouble>,
    mut tell: impl FnMut(&State),
    closing: &Closing,
) {
    let mut watch = Watch::new(Instant::now());
    tell(watch.state());
    while !closing.pause(watch.wait(Instant::now())) {
        watch.opened(Instant::now());
        let because = match open() {
            Ok(mut source) => match follow(&mut source, &mut watch, &mut tell, closing) {
                Some(because) => because,
                None => return,
            },
            Err(because) => because,
        };
        // The source is closed by now: a device is opened by one program at a time.
        watch.lost(Instant::now(), because);
        tell(watch.state());
    }
}

/// Returns why the source is to be closed and opened again, or `None` when it is time to end.
fn follow(
    source: &mut impl Source,
    watch: &mut Watch,
    tell: &mut impl FnMut(&State),
    closing: &Closing,
) -> Option<Trouble> {
    let mut seen = 0;
    while !closing.pause(Duration::ZERO) {
        let trouble = source.trouble(TICK);
        let now = Instant::now();
        let pictures = source.pictures();
        if pictures > seen {
            seen = pictures;
            if watch.picture(now) {
                tell(watch.state());
            }
        }
        if let Some(because) = trouble.or_else(|| watch.silence(now)) {
            return Some(because);
        }
    }
    None
}

#[cfg(test)]
#[path = "watch_tests.rs"]
mod tests;
