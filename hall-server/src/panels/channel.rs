//! One board as its screens have it, and the ends of a screen's socket.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket};
use hall_wire::board::Board;
use hall_wire::message::{ClockReading, Hello, Message, PING_EVERY, PROTOCOL};
use hall_wire::sighting::{RecordEnd, Sighting};
use tokio::sync::broadcast;
use tokio::time::{Instant, timeout};

use crate::desk::View;

/// Messages that may wait for a screen: more than a second at the shortest pace, on top of the network's buffers.
const WAITING_MAX: usize = 64;

/// Most frames of a screen between two beats: it sends nothing but the answer to each, and a browser now and then a word of its own.
pub(crate) const HEARD_MAX: u32 = 32;

/// Close code 1013, *try again later*.
const TRY_AGAIN: u16 = 1013;

/// Close code 1008, *policy violation*.
const NOT_ALLOWED: u16 = 1008;

/// A board, and everybody who is sent what changes in it.
pub(super) struct Channel<B> {
    now: Mutex<Now<B>>,
    changes: broadcast::Sender<Utf8Bytes>,
}

/// The board as the screens have it. Locked together with sending, so that a new screen gets the whole board and then
/// exactly what follows.
struct Now<B> {
    board: B,
    shown: Line,
    heard: Line,
    whole: Option<Utf8Bytes>,
}

/// The last line of the record that a board shows, and the record's end then.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) seq: u64,
    end: Option<Sighting>,
}

impl Line {
    pub(super) fn of(view: &View) -> Line {
        Line { seq: view.seq, end: view.sighting() }
    }
}

impl<B: Board> Channel<B> {
    pub(super) fn new(line: Line, board: B) -> Channel<B> {
        let (changes, _) = broadcast::channel(WAITING_MAX);
        Channel { now: Mutex::new(Now { board, shown: line, heard: line, whole: None }), changes }
    }

    fn lock(&self) -> MutexGuard<'_, Now<B>> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a change, or a sign of life.
    pub(super) fn show(&self, line: Line, board: B, clock: ClockReading) {
        if !self.change(line, board) {
            self.ping(clock);
        }
    }

    /// Sends a change; false where nothing on the board is another.
    pub(super) fn change(&self, line: Line, board: B) -> bool {
        let mut now = self.lock();
        let updates = B::diff(&now.board, &board);
        if updates.is_empty() {
            now.heard = line;
            return false;
        }
        let after = now.shown.seq;
        *now = Now { board, shown: line, heard: line, whole: None };
        self.send(&Message::Changed { after, seq: line.seq, end: line.end, updates });
        true
    }

    pub(super) fn ping(&self, clock: ClockReading) {
        let now = self.lock();
        self.send(&now.ping(clock));
    }

    fn send(&self, message: &Message<B::Update>) {
        // No screen connected is no error.
        let _ = self.changes.send(text(message));
    }

    /// The whole board with its clock, and a receiver of everything after it.
    pub(super) fn join(&self, clock: ClockReading) -> ([Utf8Bytes; 2], broadcast::Receiver<Utf8Bytes>) {
        let mut now = self.lock();
        let now = &mut *now;
        let Line { seq, end } = now.shown;
        let whole = || text(&Message::Whole { seq, end, updates: now.board.replicate() });
        let whole = now.whole.get_or_insert_with(whole).clone();
        ([whole, text(&now.ping(clock))], self.changes.subscribe())
    }
}

impl<B: Board> Now<B> {
    fn ping(&self, clock: ClockReading) -> Message<B::Update> {
        Message::Ping { seq: self.heard.seq, end: self.heard.end, clock }
    }
}

fn text<U: serde::Serialize>(message: &Message<U>) -> Utf8Bytes {
    serde_json::to_string(message).expect("boards are JSON").into()
}

/// What a screen or a phone says, which nobody listens to.
pub(super) struct Noise {
    since: Instant,
    heard: u32,
}

impl Default for Noise {
    fn default() -> Noise {
        Noise { since: Instant::now(), heard: 0 }
    }
}

impl Noise {
    /// Counts a frame; whether it is one too many.
    pub(super) fn is_too_much(&mut self) -> bool {
        if self.since.elapsed() >= PING_EVERY {
            *self = Noise::default();
        }
        self.heard += 1;
        self.heard > HEARD_MAX
    }
}

/// Why a screen is no longer served.
pub(super) enum End {
    Gone,
    Slow,
    /// It sends more than a screen does.
    Noisy,
    NotAllowed,
}

/// Sends a message, for which the screen has so long.
pub(super) async fn send(socket: &mut WebSocket, text: Utf8Bytes, most: Duration) -> Option<End> {
    match timeout(most, socket.send(Frame::Text(text))).await {
        Ok(Ok(())) => None,
        Ok(Err(_)) => Some(End::Gone),
        Err(_) => Some(End::Slow),
    }
}

/// Says why a screen is no longer served. It may never read the reason; the connection ends anyway.
pub(super) async fn part(mut socket: WebSocket, end: End) {
    let (code, reason) = match end {
        End::Gone => return,
        End::Slow => (TRY_AGAIN, "lenta"),
        End::Noisy => (NOT_ALLOWED, "demasiado-ruido"),
        End::NotAllowed => (NOT_ALLOWED, "sin-identificar"),
    };
    let close = Frame::Close(Some(CloseFrame { code, reason: reason.into() }));
    let _ = timeout(PING_EVERY, socket.send(close)).await;
}

/// The first message of a socket.
pub(super) fn hello(
    board: &str,
    clock: ClockReading,
    record: Option<RecordEnd>,
    spare: bool,
    (players, board_code): (Option<String>, Option<String>),
) -> Utf8Bytes {
    text(&Message::<()>::Hello(Hello {
        protocol: PROTOCOL,
        server_version: env!("CARGO_PKG_VERSION").to_string(),
        board: board.to_string(),
        clock,
        record,
        spare,
        players,
        board_code,
    }))
}
