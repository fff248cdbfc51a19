//! The screens: each new view becomes one message, encoded once for all of them.
//!
//! Each board has a bounded channel. A slow screen is dropped and reconnects to a whole board; the desk never waits
//! (style.md P13).

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket};
use hall_wire::board::{Board, MesaBoard, PublicBoard};
use hall_wire::message::{ClockReading, Hello, Message, PING_EVERY, PROTOCOL};
use hall_wire::sighting::Sighting;
use tokio::sync::{Semaphore, broadcast, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};

use crate::desk::View;
use crate::voice::{Said, Voice};

mod dimmer;

use dimmer::{Dimmer, last_ball};

/// Messages that may wait for a screen: more than a second at the shortest pace, on top of the network's buffers.
const WAITING_MAX: usize = 64;

/// Shortest time between two messages: at most 50 per second, so that a burst of the machine becomes one change.
const PACE: Duration = Duration::from_millis(20);

/// Longest time to send one message.
const SEND_MAX: Duration = Duration::from_secs(3);

/// Most screens; 256 boards are a few MB.
const SCREENS_MAX: usize = 256;

/// Close code 1013, *try again later*.
const TRY_AGAIN: u16 = 1013;

/// Close code 1008, *policy violation*.
const NOT_ALLOWED: u16 = 1008;

/// All screens, of both boards.
pub struct Panels {
    public: Channel<PublicBoard>,
    /// The public board as the voice needs it: what waits for the voice cannot wait there.
    to_say: Channel<PublicBoard>,
    mesa: Channel<MesaBoard>,
    seats: Arc<Semaphore>,
    monitors: AtomicU64,
    cut: AtomicU64,
    /// The boards are those of a spare, and say so.
    spare: bool,
    view: watch::Receiver<Arc<View>>,
}

struct Channel<B> {
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
struct Line {
    seq: u64,
    end: Option<Sighting>,
}

impl Line {
    fn of(view: &View) -> Line {
        Line { seq: view.seq, end: view.sighting() }
    }
}

impl<B: Board> Channel<B> {
    fn new(line: Line, board: B) -> Channel<B> {
        let (changes, _) = broadcast::channel(WAITING_MAX);
        Channel { now: Mutex::new(Now { board, shown: line, heard: line, whole: None }), changes }
    }

    fn lock(&self) -> MutexGuard<'_, Now<B>> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a change, or a sign of life.
    fn show(&self, line: Line, board: B, clock: ClockReading) {
        let mut now = self.lock();
        let updates = B::diff(&now.board, &board);
        if updates.is_empty() {
            now.heard = line;
            self.send(&now.ping(clock));
            return;
        }
        let after = now.shown.seq;
        *now = Now { board, shown: line, heard: line, whole: None };
        self.send(&Message::Changed { after, seq: line.seq, end: line.end, updates });
    }

    fn ping(&self, clock: ClockReading) {
        let now = self.lock();
        self.send(&now.ping(clock));
    }

    fn send(&self, message: &Message<B::Update>) {
        // No screen connected is no error.
        let _ = self.changes.send(text(message));
    }

    /// The whole board with its clock, and a receiver of everything after it.
    fn join(&self, clock: ClockReading) -> ([Utf8Bytes; 2], broadcast::Receiver<Utf8Bytes>) {
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

/// Who opened a socket.
pub enum Screen {
    /// The public board, without a log-in.
    Public,
    /// The public board for the hall's voice, which does not wait for itself.
    Voice,
    /// A logged-in user; the token is checked again with every message.
    Mesa { token: String },
}

impl Panels {
    /// Starts sending the desk's views; ends with the desk. Balls wait for the voice as the rules say. Call it within a
    /// tokio runtime.
    pub fn start(view: watch::Receiver<Arc<View>>, voice: Arc<Voice>) -> Arc<Panels> {
        Panels::start_as(view, voice, false)
    }

    /// As [`Panels::start`], of a spare, to which no voice reports.
    pub fn start_of_spare(view: watch::Receiver<Arc<View>>) -> Arc<Panels> {
        Panels::start_as(view, Arc::new(Voice::new(None)), true)
    }

    fn start_as(view: watch::Receiver<Arc<View>>, voice: Arc<Voice>, spare: bool) -> Arc<Panels> {
        let first = Arc::clone(&view.borrow());
        let panels = Arc::new(Panels {
            public: Channel::new(Line::of(&first), first.public.clone()),
            to_say: Channel::new(Line::of(&first), first.public.clone()),
            mesa: Channel::new(Line::of(&first), first.mesa.clone()),
            seats: Arc::new(Semaphore::new(SCREENS_MAX)),
            monitors: AtomicU64::new(0),
            cut: AtomicU64::new(0),
            spare,
            view: view.clone(),
        });
        tokio::spawn(run(Arc::clone(&panels), view, voice));
        panels
    }

    /// Shows the hall what it may see now.
    fn light(&self, view: &View, dimmer: &mut Dimmer, voice: &Voice, said: Said) {
        let said = voice.speaks().then_some(said);
        let board = dimmer.shows(&view.public, view.facts.light, said, Instant::now());
        self.public.show(Line::of(view), board, view.clock_says());
    }

    /// The public board as screens have it, with the last line that it shows.
    pub fn shown(&self) -> (u64, PublicBoard) {
        let now = self.public.lock();
        (now.heard.seq, now.board.clone())
    }

    /// Connected screens.
    pub fn open(&self) -> u64 {
        u64::try_from(SCREENS_MAX - self.seats.available_permits()).expect("few")
    }

    /// Screens of the public board: the hall's monitors.
    pub fn monitors(&self) -> u64 {
        self.monitors.load(Ordering::Relaxed)
    }

    /// Screens dropped for being too slow.
    pub fn cut(&self) -> u64 {
        self.cut.load(Ordering::Relaxed)
    }

    /// Takes a place for a screen; `None` if all are taken.
    pub fn seat(&self) -> Option<tokio::sync::OwnedSemaphorePermit> {
        Arc::clone(&self.seats).try_acquire_owned().ok()
    }

    /// Serves one screen until it leaves, is too slow, or loses its log-in.
    pub async fn serve(&self, mut socket: WebSocket, screen: Screen) {
        let monitors = u64::from(matches!(screen, Screen::Public));
        self.monitors.fetch_add(monitors, Ordering::Relaxed);
        let end = self.send_all(&mut socket, &screen).await;
        self.monitors.fetch_sub(monitors, Ordering::Relaxed);
        let (code, reason) = match end {
            End::Gone => return,
            End::Slow => {
                self.cut.fetch_add(1, Ordering::Relaxed);
                (TRY_AGAIN, "lenta")
            }
            End::NotAllowed => (NOT_ALLOWED, "sin-identificar"),
        };
        let close = Frame::Close(Some(CloseFrame { code, reason: reason.into() }));
        // The screen may never read the reason; the connection ends anyway.
        let _ = timeout(PING_EVERY, socket.send(close)).await;
    }

    async fn send_all(&self, socket: &mut WebSocket, screen: &Screen) -> End {
        // Taken before the board: what a screen heard of this server before is never after it.
        let (clock, record) = {
            let view = self.view.borrow();
            (view.clock_says(), view.record_end())
        };
        let (name, ([whole, ping], mut changes)) = match screen {
            Screen::Public => (PublicBoard::NAME, self.public.join(clock)),
            Screen::Voice => (PublicBoard::NAME, self.to_say.join(clock)),
            Screen::Mesa { .. } => (MesaBoard::NAME, self.mesa.join(clock)),
        };
        let hello = Message::<()>::Hello(Hello {
            protocol: PROTOCOL,
            server_version: env!("CARGO_PKG_VERSION").to_string(),
            board: name.to_string(),
            clock,
            record,
            spare: self.spare,
        });
        for first in [text(&hello), whole, ping] {
            if let Some(end) = send(socket, first).await {
                return end;
            }
        }
        loop {
            let change = tokio::select! {
                change = changes.recv() => change,
                // Screens send nothing but the end.
                heard = socket.recv() => match heard {
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return End::Gone,
                    Some(Ok(Frame::Text(_) | Frame::Binary(_) | Frame::Ping(_) | Frame::Pong(_))) => continue,
                },
            };
            if !self.may_look(screen) {
                return End::NotAllowed;
            }
            let end = match change {
                Ok(change) => send(socket, change).await,
                Err(broadcast::error::RecvError::Lagged(_)) => Some(End::Slow),
                Err(broadcast::error::RecvError::Closed) => Some(End::Gone),
            };
            if let Some(end) = end {
                return end;
            }
        }
    }

    fn may_look(&self, screen: &Screen) -> bool {
        match screen {
            Screen::Public | Screen::Voice => true,
            Screen::Mesa { token } => self.view.borrow().access.caller(token).is_some(),
        }
    }
}

/// Why a screen is no longer served.
enum End {
    Gone,
    Slow,
    NotAllowed,
}

async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> Option<End> {
    match timeout(SEND_MAX, socket.send(Frame::Text(text))).await {
        Ok(Ok(())) => None,
        Ok(Err(_)) => Some(End::Gone),
        Err(_) => Some(End::Slow),
    }
}

async fn run(panels: Arc<Panels>, mut view: watch::Receiver<Arc<View>>, voice: Arc<Voice>) {
    let mut beat = interval(PING_EVERY);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut said = voice.said();
    let mut dimmer = Dimmer::of(&view.borrow().public);
    let mut announced = last_ball(&view.borrow().public);
    loop {
        tokio::select! {
            changed = view.changed() => {
                if changed.is_err() {
                    return;
                }
                let next = Instant::now() + PACE;
                let now = Arc::clone(&view.borrow_and_update());
                let clock = now.clock_says();
                let line = Line::of(&now);
                let ball = last_ball(&now.public);
                if let Some(ball) = ball.filter(|ball| announced != Some(*ball) && voice.speaks()) {
                    voice.is_to_say(ball);
                }
                announced = ball;
                panels.to_say.show(line, now.public.clone(), clock);
                panels.mesa.show(line, now.mesa.clone(), clock);
                panels.light(&now, &mut dimmer, &voice, *said.borrow_and_update());
                sleep_until(next).await;
            }
            _ = said.changed() => {
                let now = Arc::clone(&view.borrow());
                panels.light(&now, &mut dimmer, &voice, *said.borrow_and_update());
            }
            () = sleep_until(dimmer.until()) => {
                let now = Arc::clone(&view.borrow());
                panels.light(&now, &mut dimmer, &voice, *said.borrow());
            }
            _ = beat.tick() => {
                let clock = view.borrow().clock_says();
                panels.public.ping(clock);
                panels.to_say.ping(clock);
                panels.mesa.ping(clock);
            }
        }
    }
}
