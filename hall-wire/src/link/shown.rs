//! Reports to the desk which announced balls a panel shows (DECISIONS 27): each once, and without delaying the panel.

use std::collections::BTreeSet;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use uuid::Uuid;

use super::{Client, ClientError, Servers};
use crate::message::BallShown;

/// How long a report is retried. Another panel's later one serves as well.
const PATIENCE: Duration = Duration::from_secs(3);

/// Reports that may wait: more than a game's balls.
const WAITING_MAX: usize = 256;

/// Reports the balls that a panel shows, on a thread of its own.
pub struct Shown {
    /// Game and place of what was handed over, of the game that was shown last.
    told: Mutex<BTreeSet<(u32, u8)>>,
    send: SyncSender<(u32, u8)>,
}

impl Shown {
    /// Reports to the server that the panel's link follows, as `panel`. `tell` hears of each report that the server did
    /// not take: game, place in the order, why.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn open(
        servers: &Servers,
        panel: &str,
        tell: impl Fn(u32, u8, &ClientError) + Send + 'static,
    ) -> io::Result<Shown> {
        let (send, lit) = sync_channel(WAITING_MAX);
        let (client, panel) = (Client::new(servers).with_patience(PATIENCE), panel.to_owned());
        let thread = std::thread::Builder::new().name("shown".to_owned());
        thread.spawn(move || acknowledge(&client, &panel, &lit, &tell))?;
        Ok(Shown { told: Mutex::default(), send })
    }

    /// The panel shows the balls of this game up to the place `lit`, from 1; those that were not reported yet are.
    pub fn lit(&self, game: u32, lit: u8) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.iter().any(|(before, _)| *before != game) {
            told.clear();
        }
        for ordinal in 1..=lit {
            // If the queue is full, the next call reports it.
            if !told.contains(&(game, ordinal)) && self.send.try_send((game, ordinal)).is_ok() {
                told.insert((game, ordinal));
            }
        }
    }
}

fn acknowledge(
    client: &Client,
    panel: &str,
    lit: &Receiver<(u32, u8)>,
    tell: &dyn Fn(u32, u8, &ClientError),
) {
    while let Ok((game, ordinal)) = lit.recv() {
        let body = BallShown { panel: panel.to_owned(), game, ordinal };
        if let Err(error) = client.send::<serde_json::Value>("/api/panel/shown", &body, Uuid::new_v4()) {
            tell(game, ordinal, &error);
        }
    }
}
