//! The screens' end: a board that keeps itself up to date, and commands that are not lost.
//!
//! Plain threads, so that a screen needs no async runtime. [`Link`] holds a folded board
//! and comes back by itself; [`Client`] posts commands and sends them again, with the same
//! `Request-Id`, when the answer is lost.

mod camera;
mod client;
mod socket;

pub use camera::{Camera, CameraState, Picture};
pub use client::{Client, ClientError};

use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::message::{ClockReading, SILENCE_MAX};
use crate::problem::Problem;

/// A board over there, folded here. Dropping it ends the connection and its thread.
pub struct Link<B: Board> {
    shared: Arc<Shared<B>>,
    thread: Option<JoinHandle<()>>,
}

/// What a link knows at a moment.
#[derive(Debug, Clone)]
pub struct Seen<B> {
    /// The last line of the record the board shows; 0 before the first board.
    pub seq: u64,
    /// The board; the empty one before the first.
    pub board: Arc<B>,
    /// A board came over this connection and something was heard in the last three seconds.
    pub connected: bool,
    /// Why the server will not have this screen, where it said so. The link goes on trying.
    pub refused: Option<Problem>,
    /// How many times a board began whole: 1 after the first connection.
    pub wholes: u64,
    /// The desk's clock, as far as it was heard.
    pub clock: Option<DeskClock>,
    /// How long ago the server was last heard; none before the first message.
    pub heard_ago: Option<Duration>,
}

/// The desk's clock, counted on from when it was last heard.
#[derive(Debug, Clone, Copy)]
pub struct DeskClock {
    /// What the hall's local time is ahead of UTC, in minutes.
    pub utc_offset_minutes: i32,
    at_utc_ms: i64,
    heard: Instant,
}

impl DeskClock {
    /// Returns the clock that said this at that moment.
    pub fn new(said: ClockReading, heard: Instant) -> DeskClock {
        DeskClock { utc_offset_minutes: said.utc_offset_minutes, at_utc_ms: said.at_utc_ms, heard }
    }

    /// Returns what the clock says now, UTC milliseconds.
    pub fn now_utc_ms(&self) -> i64 {
        let since = i64::try_from(self.heard.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.at_utc_ms.saturating_add(since)
    }
}

/// What the link's thread calls after each change.
type Callback = Arc<dyn Fn() + Send + Sync>;

struct Shared<B> {
    state: Mutex<State<B>>,
    changed: Condvar,
    callback: Mutex<Option<Callback>>,
}

struct State<B> {
    board: Arc<B>,
    seq: u64,
    /// The `seq` that the next change must follow.
    base: u64,
    whole: bool,
    wholes: u64,
    heard: Option<Instant>,
    clock: Option<DeskClock>,
    refused: Option<Problem>,
    stream: Option<TcpStream>,
    closing: bool,
}

impl<B: Board> Link<B> {
    /// Opens a link to the server at `base_url`, as in `http://127.0.0.1:8080`. It connects
    /// and reconnects by itself; the mesa board needs a token.
    pub fn open(base_url: &str, device: &str, token: Option<String>) -> Link<B> {
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                board: Arc::default(),
                seq: 0,
                base: 0,
                whole: false,
                wholes: 0,
                heard: None,
                clock: None,
                refused: None,
                stream: None,
                closing: false,
            }),
            changed: Condvar::new(),
            callback: Mutex::new(None),
        });
        let line = socket::Line::new(base_url, device, token, B::NAME);
        let theirs = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("link".to_string())
            .spawn(move || socket::run(&line, &theirs))
            .expect("a thread can be started");
        Link { shared, thread: Some(thread) }
    }

    /// Returns what is known at this moment.
    pub fn board(&self) -> Seen<B> {
        self.shared.lock().seen()
    }

    /// Has this called on the link's own thread after every change, silence included: to paint
    /// again. It must be short, and may ask for [`Link::board`].
    pub fn on_change(&self, callback: impl Fn() + Send + Sync + 'static) {
        *self.shared.callback.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(callback));
    }

    /// Waits until what is known pleases `good` and returns it, or `None` after `timeout`.
    pub fn wait(&self, mut good: impl FnMut(&Seen<B>) -> bool, timeout: Duration) -> Option<Seen<B>> {
        let end = Instant::now() + timeout;
        let mut state = self.shared.lock();
        loop {
            let seen = state.seen();
            if good(&seen) {
                return Some(seen);
            }
            let left = end.checked_duration_since(Instant::now())?;
            // Silence is the one change that nobody signals: look again in a while.
            let pause = left.min(Duration::from_millis(250));
            state = self.shared.changed.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl<B: Board> Drop for Link<B> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.closing = true;
        if let Some(stream) = state.stream.take() {
            // It may be closed already; either way the thread sees the end.
            let _ = stream.shutdown(std::net::Shutdown::Both);
        }
        drop(state);
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl<B: Board> Shared<B> {
    fn lock(&self) -> MutexGuard<'_, State<B>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes whoever waits and calls whoever wants to be called.
    fn tell(&self) {
        self.changed.notify_all();
        let callback = self.callback.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(callback) = callback {
            callback();
        }
    }

    /// Waits, and returns whether the link is to end.
    fn pause(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        let mut state = self.lock();
        while !state.closing {
            let Some(left) = end.checked_duration_since(Instant::now()) else { return false };
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

impl<B: Board> State<B> {
    fn seen(&self) -> Seen<B> {
        let heard = self.heard.is_some_and(|at| at.elapsed() < SILENCE_MAX);
        Seen {
            seq: self.seq,
            board: Arc::clone(&self.board),
            connected: self.whole && heard,
            refused: self.refused.clone(),
            wholes: self.wholes,
            clock: self.clock,
            heard_ago: self.heard.map(|at| at.elapsed()),
        }
    }
}
