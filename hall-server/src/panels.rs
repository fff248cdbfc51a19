//! The screens: each new view becomes one message, encoded once for all of them.
//!
//! Each board has a bounded channel. A slow screen is dropped and reconnects to a whole board; the desk never waits
//! (style.md P13). Players' phones have a lane of their own ([`followers`]), so that they take nothing of the hall's screens.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::ws::{Message as Frame, WebSocket};
use hall_wire::board::{Board, MesaBoard, PublicBoard};
use hall_wire::message::PING_EVERY;
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use crate::board_code::{BoardCode, Pass};
use crate::desk::View;
use crate::places::Place;
use crate::voice::{Said, Voice};

mod dimmer;

use dimmer::{Dimmer, last_ball};

mod channel;
pub mod followers;
mod seats;

pub(crate) use channel::HEARD_MAX;
use channel::{Channel, End, Line, Noise, hello, part, send};
pub use seats::SCREENS_MAX;
use seats::Seats;

/// Shortest time between two messages: at most 50 per second, so that a burst of the machine becomes one change.
const PACE: Duration = Duration::from_millis(20);

/// Longest time to send one message.
const SEND_MAX: Duration = Duration::from_secs(3);

/// All screens, of both boards.
pub struct Panels {
    public: Channel<PublicBoard>,
    /// The public board as the voice needs it: what waits for the voice cannot wait there.
    to_say: Channel<PublicBoard>,
    mesa: Channel<MesaBoard>,
    seats: Seats,
    monitors: AtomicU64,
    cut: AtomicU64,
    /// The boards are those of a spare, and say so.
    spare: bool,
    /// Where players' phones reach this server; none where nobody told.
    players: Option<String>,
    /// What lets telephones and televisions in, and its code of the moment; none where they need none.
    lets_in: OnceLock<Arc<BoardCode>>,
    code: watch::Sender<Option<String>>,
    view: watch::Receiver<Arc<View>>,
    /// The desk's view with the public board as the hall may see it now: what waits for the voice is not there yet.
    hall: watch::Sender<Arc<View>>,
}

/// Who opened a socket.
pub enum Screen {
    /// The public board, without a log-in.
    Public,
    /// The public board, by a code of the hall's.
    Passed(Pass),
    /// The public board on a device of the hall, as long as it is one: the hash of its key.
    Enrolled { key_sha256: [u8; 32] },
    /// The public board for the hall's voice, which does not wait for itself: by the key of the hall's folder, or as a device of the
    /// hall as long as it is one, by the hash of its key.
    Voice { key_sha256: Option<[u8; 32]> },
    /// A logged-in user; the token is checked again with every message.
    Mesa { token: String },
}

impl Screen {
    /// Whether it may tell others what lets them in: whoever was let in by that may not, or he would be for ever.
    fn is_of_the_hall(&self) -> bool {
        match self {
            Screen::Passed(_) => false,
            Screen::Public | Screen::Enrolled { .. } | Screen::Voice { .. } | Screen::Mesa { .. } => true,
        }
    }
}

impl Panels {
    /// Starts sending the desk's views; ends with the desk. Balls wait for the voice as the rules say, and screens are told at
    /// which address players' phones reach this server. Call it within a tokio runtime.
    pub fn start(
        view: watch::Receiver<Arc<View>>,
        voice: Arc<Voice>,
        players: Option<String>,
    ) -> Arc<Panels> {
        Panels::start_as(view, voice, false, players)
    }

    /// As [`Panels::start`], of a spare, to which no voice reports.
    pub fn start_of_spare(view: watch::Receiver<Arc<View>>) -> Arc<Panels> {
        Panels::start_as(view, Arc::new(Voice::new(None)), true, None)
    }

    fn start_as(
        view: watch::Receiver<Arc<View>>,
        voice: Arc<Voice>,
        spare: bool,
        players: Option<String>,
    ) -> Arc<Panels> {
        let first = Arc::clone(&view.borrow());
        let panels = Arc::new(Panels {
            public: Channel::new(Line::of(&first), first.public.clone()),
            to_say: Channel::new(Line::of(&first), first.public.clone()),
            mesa: Channel::new(Line::of(&first), first.mesa.clone()),
            seats: Seats::new(),
            monitors: AtomicU64::new(0),
            cut: AtomicU64::new(0),
            spare,
            players,
            lets_in: OnceLock::new(),
            code: watch::Sender::new(None),
            view: view.clone(),
            hall: watch::Sender::new(first),
        });
        tokio::spawn(run(Arc::clone(&panels), view, voice));
        panels
    }

    /// Tells the hall's own screens the code of the moment from now on.
    pub fn tell_the_code(&self, lets_in: Arc<BoardCode>) {
        // Once for each server.
        let _ = self.lets_in.set(lets_in);
        self.renew_the_code();
    }

    fn renew_the_code(&self) {
        let Some(lets_in) = self.lets_in.get() else { return };
        let now = Some(lets_in.now(&self.view.borrow()));
        self.code.send_if_modified(|told| std::mem::replace(told, now.clone()) != now);
    }

    /// Shows the hall what it may see now.
    fn light(&self, view: &View, dimmer: &mut Dimmer, voice: &Voice, said: Said) {
        let said = voice.speaks().then_some(said);
        let public = dimmer.shows(&view.public, view.facts.light, said, Instant::now());
        self.public.show(Line::of(view), public.clone(), view.clock_says());
        self.hall.send_replace(Arc::new(View { public, ..view.clone() }));
    }

    /// The desk's view with the public board as the hall's screens have it.
    pub fn hall(&self) -> watch::Receiver<Arc<View>> {
        self.hall.subscribe()
    }

    /// Connected screens.
    pub fn open(&self) -> u64 {
        u64::try_from(self.seats.taken()).expect("few")
    }

    /// Screens of the public board: the hall's monitors.
    pub fn monitors(&self) -> u64 {
        self.monitors.load(Ordering::Relaxed)
    }

    /// Screens dropped for being too slow.
    pub fn cut(&self) -> u64 {
        self.cut.load(Ordering::Relaxed)
    }

    /// Takes a place for a screen at this address; `None` if it has none.
    pub fn seat(&self, screen: &Screen, from: IpAddr) -> Option<Place> {
        self.seats.take(screen, from)
    }

    /// Serves one screen until it leaves, is too slow, or loses its log-in.
    pub async fn serve(&self, mut socket: WebSocket, screen: Screen) {
        let monitors =
            u64::from(matches!(screen, Screen::Public | Screen::Passed(_) | Screen::Enrolled { .. }));
        self.monitors.fetch_add(monitors, Ordering::Relaxed);
        let end = self.send_all(&mut socket, &screen).await;
        self.monitors.fetch_sub(monitors, Ordering::Relaxed);
        if let End::Slow = end {
            self.cut.fetch_add(1, Ordering::Relaxed);
        }
        part(socket, end).await;
    }

    async fn send_all(&self, socket: &mut WebSocket, screen: &Screen) -> End {
        // Taken before the board: what a screen heard of this server before is never after it.
        let (clock, record) = {
            let view = self.view.borrow();
            (view.clock_says(), view.record_end())
        };
        let (name, ([whole, ping], mut changes)) = match screen {
            Screen::Public | Screen::Passed(_) | Screen::Enrolled { .. } => {
                (PublicBoard::NAME, self.public.join(clock))
            }
            Screen::Voice { .. } => (PublicBoard::NAME, self.to_say.join(clock)),
            Screen::Mesa { .. } => (MesaBoard::NAME, self.mesa.join(clock)),
        };
        self.renew_the_code();
        let mut codes = self.code.subscribe();
        let hello = |clock, record, codes: &mut watch::Receiver<Option<String>>| {
            let code = codes.borrow_and_update().clone().filter(|_| screen.is_of_the_hall());
            hello(name, clock, record, self.spare, (self.players.clone(), code))
        };
        for first in [hello(clock, record, &mut codes), whole, ping] {
            if let Some(end) = send(socket, first, SEND_MAX).await {
                return end;
            }
        }
        let mut noise = Noise::default();
        loop {
            let change = tokio::select! {
                change = changes.recv() => change,
                Ok(()) = codes.changed(), if screen.is_of_the_hall() => {
                    let (clock, record) = {
                        let view = self.view.borrow();
                        (view.clock_says(), view.record_end())
                    };
                    if let Some(end) = send(socket, hello(clock, record, &mut codes), SEND_MAX).await {
                        return end;
                    }
                    continue;
                }
                // Screens send nothing but the end.
                heard = socket.recv() => match heard {
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return End::Gone,
                    Some(Ok(Frame::Text(_) | Frame::Binary(_) | Frame::Ping(_) | Frame::Pong(_))) => {
                        if noise.is_too_much() {
                            return End::Noisy;
                        }
                        continue;
                    }
                },
            };
            if !self.may_look(screen) {
                return End::NotAllowed;
            }
            let end = match change {
                Ok(change) => send(socket, change, SEND_MAX).await,
                Err(broadcast::error::RecvError::Lagged(_)) => Some(End::Slow),
                Err(broadcast::error::RecvError::Closed) => Some(End::Gone),
            };
            if let Some(end) = end {
                return end;
            }
        }
    }

    /// Whether a screen that was let in may go on.
    pub(crate) fn may_look(&self, screen: &Screen) -> bool {
        match screen {
            Screen::Public | Screen::Voice { key_sha256: None } => true,
            Screen::Passed(pass) => pass.is_good(&self.view.borrow()),
            Screen::Enrolled { key_sha256 } | Screen::Voice { key_sha256: Some(key_sha256) } => {
                self.view.borrow().access.device(key_sha256).is_some()
            }
            Screen::Mesa { token } => self.view.borrow().access.caller(token).is_some(),
        }
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
                panels.renew_the_code();
                let clock = view.borrow().clock_says();
                panels.public.ping(clock);
                panels.to_say.ping(clock);
                panels.mesa.ping(clock);
            }
        }
    }
}
