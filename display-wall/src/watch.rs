//! Whether a video source is alive, and when it is reopened: shared by the camera that captures and the wall that
//! shows. Without GStreamer; [`Watch`] reads no clock.

use std::fmt;
use std::time::{Duration, Instant};

pub use hall_wire::link::Closing;

/// A source silent for this long counts as frozen.
pub const FROZEN: Duration = Duration::from_secs(2);

/// Longest time to the first picture: a waking camera needs a second or two, more while its computer boots.
pub const OPENING: Duration = Duration::from_secs(6);

/// First and longest pause before reopening; each is twice the one before. Short, because the hall sees the gap.
pub const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(2));

/// A source live for this long resets the pauses.
const STEADY: Duration = Duration::from_secs(2);

/// Longest sleep while a source is open.
const TICK: Duration = Duration::from_millis(100);

/// Why there are no pictures. The text is Spanish, for the log; what is in brackets comes from the device or library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// Missing device, unreachable address, or no permission.
    Absent(String),
    /// Undecodable data.
    Garbage(String),
    /// End of stream.
    Ended,
    /// No more data.
    Frozen,
    /// Opened, but no first picture.
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

/// State of a video source (style.md P15).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceState {
    /// Being opened for the first time.
    Starting,
    /// Pictures arrive.
    Live,
    /// Failed; reopened automatically.
    Retrying {
        /// The last fault.
        because: Trouble,
        /// Failures since the last picture.
        attempt: u32,
    },
}

impl SourceState {
    /// Logs a change: the first failures, then every hundredth, since a camera may be unplugged all night.
    pub fn log(&self, what: &str, source: &impl fmt::Display) {
        match self {
            SourceState::Starting => tracing::info!("se abre {source}"),
            SourceState::Live => tracing::info!("hay {what} de {source}"),
            SourceState::Retrying { because, attempt } if *attempt <= 3 || attempt % 100 == 0 => {
                tracing::warn!("sin {what} de {source}: {because}; intento {attempt}, se sigue intentando");
            }
            SourceState::Retrying { .. } => (),
        }
    }
}

/// Tracks one source. All times are passed in.
#[derive(Debug)]
pub struct Watch {
    state: SourceState,
    /// Time of opening or of the last picture, the later; `None` while closed.
    heard: Option<Instant>,
    /// First picture since it was opened.
    live_since: Option<Instant>,
    /// When to open it.
    due: Instant,
    pause: Duration,
}

impl Watch {
    /// The source is due at once.
    pub fn new(now: Instant) -> Watch {
        Watch { state: SourceState::Starting, heard: None, live_since: None, due: now, pause: PAUSES.0 }
    }

    /// The current state.
    pub fn state(&self) -> &SourceState {
        &self.state
    }

    /// Time until the source is due.
    pub fn wait(&self, now: Instant) -> Duration {
        self.due.saturating_duration_since(now)
    }

    /// Call when opening the source.
    pub fn opened(&mut self, now: Instant) {
        self.heard = Some(now);
        self.live_since = None;
    }

    /// Call for each picture. Returns whether the state changes.
    pub fn picture(&mut self, now: Instant) -> bool {
        self.heard = Some(now);
        let since = *self.live_since.get_or_insert(now);
        if now.saturating_duration_since(since) >= STEADY {
            self.pause = PAUSES.0;
        }
        let changed = self.state != SourceState::Live;
        self.state = SourceState::Live;
        changed
    }

    /// The fault that the silence until now amounts to.
    pub fn silence(&self, now: Instant) -> Option<Trouble> {
        let silent = now.saturating_duration_since(self.heard?);
        match self.live_since {
            Some(_) if silent >= FROZEN => Some(Trouble::Frozen),
            None if silent >= OPENING => Some(Trouble::Mute),
            Some(_) | None => None,
        }
    }

    /// Call when the source has failed and is closed. Due again after a pause, longer each time until it was live
    /// for a while.
    pub fn lost(&mut self, now: Instant, because: Trouble) {
        let attempt = match self.state {
            SourceState::Retrying { attempt, .. } => attempt + 1,
            SourceState::Starting | SourceState::Live => 1,
        };
        self.state = SourceState::Retrying { because, attempt };
        (self.heard, self.live_since) = (None, None);
        self.due = now + self.pause;
        self.pause = (self.pause * 2).min(PAUSES.1);
    }
}

/// An open source.
pub trait Source {
    /// Waits at most `within` for a fault.
    fn trouble(&mut self, within: Duration) -> Option<Trouble>;
    /// Pictures since it was opened.
    fn pictures(&self) -> u64;
}

/// Opens a source and reopens it until `closing`. Each change of state is reported once.
pub fn keep_open<S: Source>(
    mut open: impl FnMut() -> Result<S, Trouble>,
    mut tell: impl FnMut(&SourceState),
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
        // The source is closed by now: a device can be opened only once at a time.
        watch.lost(Instant::now(), because);
        tell(watch.state());
    }
}

/// Why the source must be reopened, or `None` to stop.
fn follow(
    source: &mut impl Source,
    watch: &mut Watch,
    tell: &mut impl FnMut(&SourceState),
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
