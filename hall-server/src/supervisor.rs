//! What the service manager is told, by the protocol of `sd_notify(3)`: the server serves, the desk answers, the server ends.
//!
//! That it is alive is the desk's word: whoever waits for the answer is on the same threads as everybody's requests, and the answer comes
//! behind a commit. A desk that hangs says nothing, and the manager starts the server again.

use std::fmt::Display;

use sd_notify::NotifyState::{self, Ready, Status, Stopping, Watchdog};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use crate::desk::{Busy, DeskHandle};

/// How many times the desk is asked within the time that the manager waits.
const TIMES: u32 = 4;

/// A server that is looked after; by nobody, where it was started by hand.
pub struct Supervised {
    alive: JoinHandle<()>,
}

impl Supervised {
    /// Whoever connects to this address is served from now on; the manager is told so, and then as often as it wants that the desk
    /// answers.
    pub fn serves(address: &impl Display, desk: DeskHandle) -> Supervised {
        say(&[Ready, Status(&format!("escucha en http://{address}"))]);
        Supervised { alive: tokio::spawn(keep(desk)) }
    }

    /// The server ends in order, and nobody asks the desk any more.
    pub fn end(self) {
        self.alive.abort();
        say(&[Stopping, Status("cerrando")]);
    }
}

/// Says that the server is alive each time the desk has answered, as often as the manager wants to hear it. Returns at once where it
/// does not.
async fn keep(desk: DeskHandle) {
    let Some(patience) = sd_notify::watchdog_enabled() else { return };
    let mut every = interval(patience / TIMES);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        match desk.answers().await {
            Ok(()) => say(&[Watchdog]),
            // Its inbox is full: there will be an answer before the patience is at its end, or there is none to be had.
            Err(Busy::Full) => (),
            Err(Busy::Gone) => return,
        }
    }
}

fn say(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "the service manager was not told");
    }
}
