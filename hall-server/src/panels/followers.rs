//! Players' phones: a lane of its own beside the screens of the hall, and behind them.
//!
//! It has places of its own, and a thread that gives way to all others and looks at the board a moment after the screens
//! had it. So no number of phones keeps a screen out or makes it late, and none is ahead of the hall's panels. A phone
//! that is too slow, or has not answered for long, is dropped and comes back to a whole board
//! ([ADR 60](../../../docs/adr/0060-phones-follow-on-a-lane-of-their-own.md)).

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{Message as Frame, WebSocket};
use hall_wire::board::{Board, PublicBoard};
use tokio::runtime::{Builder, Handle};
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until};

use super::channel::{Channel, End, Line, Noise, hello, part, send};
use crate::board_code::Pass;
use crate::desk::View;
use crate::places::{Place, Places};

/// Most phones.
pub const PHONES_MAX: usize = 1_000;

/// Most phones at one address: a router may give all phones of a room the same, and the others come by the telephone network.
pub const PHONES_AT_ONE_ADDRESS_MAX: usize = PHONES_MAX / 4;

/// Below the desk, the screens and whoever asks; above what may take a night.
const NICENESS: i32 = 10;

/// How the lane takes its time.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// From a change to its sending: by then the hall's panels have lit, and what came with it goes along.
    pub behind: Duration,
    /// The shortest time between two changes.
    pub between: Duration,
    /// Between two signs of life. The page waits for three.
    pub beat: Duration,
    /// Longest time to send a message.
    pub send_most: Duration,
    /// Between two questions whether a phone is still there; one that has answered none of three is not.
    pub ask: Duration,
}

impl Pace {
    /// The pace of a hall.
    pub const HALL: Pace = Pace {
        behind: Duration::from_millis(100),
        between: Duration::from_millis(250),
        beat: Duration::from_secs(2),
        send_most: Duration::from_secs(5),
        ask: Duration::from_secs(20),
    };
}

/// The phones that follow the game.
pub struct Followers {
    board: Channel<PublicBoard>,
    seats: Places,
    cut: AtomicU64,
    pace: Pace,
    /// The board is that of a spare, and says so.
    spare: bool,
    view: watch::Receiver<Arc<View>>,
    lane: Handle,
}

/// The board for phones: without the camera's picture nobody sees a ball before its announcement.
fn followed(view: &View) -> PublicBoard {
    PublicBoard { uncalled: None, ..view.public.clone() }
}

impl Followers {
    /// Starts the lane; it ends with the desk.
    ///
    /// # Panics
    /// When the system gives no thread.
    pub fn start(view: watch::Receiver<Arc<View>>, spare: bool, pace: Pace) -> Arc<Followers> {
        let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime without a port");
        let first = Arc::clone(&view.borrow());
        let followers = Arc::new(Followers {
            board: Channel::new(Line::of(&first), followed(&first)),
            seats: Places::new(PHONES_MAX, PHONES_AT_ONE_ADDRESS_MAX),
            cut: AtomicU64::new(0),
            pace,
            spare,
            view: view.clone(),
            lane: runtime.handle().clone(),
        });
        let theirs = Arc::clone(&followers);
        let work = move || {
            // On Linux it is the thread's own.
            if let Err(error) = rustix::process::nice(NICENESS) {
                tracing::warn!(%error, "players' phones have the server's own priority");
            }
            runtime.block_on(theirs.run(view));
        };
        std::thread::Builder::new().name("moviles".into()).spawn(work).expect("a thread can be started");
        followers
    }

    /// Phones that follow.
    pub fn open(&self) -> u64 {
        u64::try_from(self.seats.taken()).expect("few")
    }

    /// Phones dropped for being too slow or gone.
    pub fn cut(&self) -> u64 {
        self.cut.load(Ordering::Relaxed)
    }

    /// Takes a place for a phone at this address; `None` if all are taken, or all of that address.
    pub fn seat(&self, from: IpAddr) -> Option<Place> {
        self.seats.take_at(from)
    }

    /// Hands a phone to the lane, which serves it until it leaves, is too slow or too noisy, is not there any more, or its pass is over.
    pub fn take(self: Arc<Followers>, mut socket: WebSocket, (seat, pass): (Place, Option<Pass>)) {
        let lane = self.lane.clone();
        lane.spawn(async move {
            let end = self.follow(&mut socket, pass).await;
            if let End::Slow = end {
                self.cut.fetch_add(1, Ordering::Relaxed);
            }
            drop(seat);
            part(socket, end).await;
        });
    }

    async fn run(&self, mut view: watch::Receiver<Arc<View>>) {
        let mut beat = interval(self.pace.beat);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                changed = view.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    sleep(self.pace.behind).await;
                    let next = Instant::now() + self.pace.between;
                    let now = Arc::clone(&view.borrow_and_update());
                    // What the hall may not see says nothing here, not even that it was.
                    if self.board.change(Line::of(&now), followed(&now)) {
                        sleep_until(next).await;
                    }
                }
                _ = beat.tick() => {
                    let clock = view.borrow().clock_says();
                    self.board.ping(clock);
                }
            }
        }
    }

    async fn follow(&self, socket: &mut WebSocket, pass: Option<Pass>) -> End {
        // Taken before the board, as for a screen.
        let (clock, record) = {
            let view = self.view.borrow();
            (view.clock_says(), view.record_end())
        };
        let ([whole, ping], mut changes) = self.board.join(clock);
        for first in [hello(PublicBoard::NAME, clock, record, self.spare, (None, None)), whole, ping] {
            if let Some(end) = send(socket, first, self.pace.send_most).await {
                return end;
            }
        }
        let mut ask = interval(self.pace.ask);
        ask.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut unanswered, mut noise) = (0, Noise::default());
        loop {
            let end = tokio::select! {
                change = changes.recv() => match change {
                    Ok(_) if pass.is_some_and(|pass| !pass.is_good(&self.view.borrow())) => Some(End::NotAllowed),
                    Ok(change) => send(socket, change, self.pace.send_most).await,
                    Err(broadcast::error::RecvError::Lagged(_)) => Some(End::Slow),
                    Err(broadcast::error::RecvError::Closed) => Some(End::Gone),
                },
                // A phone says nothing; its browser answers by itself.
                heard = socket.recv() => match heard {
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => Some(End::Gone),
                    Some(Ok(Frame::Text(_) | Frame::Binary(_) | Frame::Ping(_) | Frame::Pong(_))) => {
                        unanswered = 0;
                        noise.is_too_much().then_some(End::Noisy)
                    }
                },
                _ = ask.tick() => {
                    unanswered += 1;
                    if unanswered > 3 { Some(End::Slow) } else { self.ask(socket).await }
                }
            };
            if let Some(end) = end {
                return end;
            }
        }
    }

    async fn ask(&self, socket: &mut WebSocket) -> Option<End> {
        match tokio::time::timeout(self.pace.send_most, socket.send(Frame::Ping(Vec::new().into()))).await {
            Ok(Ok(())) => None,
            Ok(Err(_)) => Some(End::Gone),
            Err(_) => Some(End::Slow),
        }
    }
}

#[cfg(test)]
#[path = "followers_tests.rs"]
mod tests;
