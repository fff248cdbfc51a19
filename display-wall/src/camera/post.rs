//! Posts the newest picture to the server from a thread of its own: a slow or missing server gets fewer pictures, not
//! older ones, and never delays the film.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use hall_wire::link::{Servers, read_key};
use ureq::Agent;

use super::settings::Relay;
use crate::lock;
use crate::watch::PAUSES;

/// Timeout of one request; a later picture would be too old.
const TRY_MAX: Duration = Duration::from_secs(2);

/// Dropping it ends the thread.
pub struct Post {
    shared: Arc<Shared>,
    agent: Agent,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    newest: Mutex<Newest>,
    changed: Condvar,
}

#[derive(Default)]
struct Newest {
    jpeg: Option<Vec<u8>>,
    closed: bool,
}

/// Result of the last request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Taken,
    /// The key file is missing or invalid.
    NoKey,
    /// The server refused, with this status.
    Refused(u16),
    Away,
}

impl Post {
    /// Starts posting to `POST /api/camera/picture` of the hall's server, or of its spare where that serves now: whichever takes
    /// the pictures. The key is read on demand, so that the camera can start before the hall has one.
    pub fn open(relay: &Relay) -> Post {
        let agent = hall_wire::link::agent(TRY_MAX);
        let shared = Arc::<Shared>::default();
        let servers = Servers::new(&relay.server);
        let urls: Vec<_> = servers.all().iter().map(|base| format!("{base}/api/camera/picture")).collect();
        let (theirs, posts, key_file) = (Arc::clone(&shared), agent.clone(), relay.key_file.clone());
        let thread = std::thread::Builder::new()
            .name("post".to_owned())
            .spawn(move || run(&urls, &key_file, &posts, &theirs))
            .expect("a thread can be started");
        Post { shared, agent, thread: Some(thread) }
    }

    /// Replaces the picture still waiting. Never blocks.
    pub fn put(&self, jpeg: Vec<u8>) {
        self.shared.lock().jpeg = Some(jpeg);
        self.shared.changed.notify_all();
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_all();
        self.agent.clone().shutdown();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Newest> {
        lock(&self.newest)
    }

    /// Waits for a picture; `None` when closed.
    fn next(&self) -> Option<Vec<u8>> {
        let waits = |newest: &mut Newest| newest.jpeg.is_none() && !newest.closed;
        let newest = self.changed.wait_while(self.lock(), waits);
        let mut newest = newest.unwrap_or_else(PoisonError::into_inner);
        if newest.closed { None } else { newest.jpeg.take() }
    }

    /// Waits; returns whether to stop.
    fn pause(&self, time: Duration) -> bool {
        let wait = self.changed.wait_timeout_while(self.lock(), time, |newest| !newest.closed);
        wait.unwrap_or_else(PoisonError::into_inner).0.closed
    }
}

fn run(urls: &[String], key_file: &Path, agent: &Agent, shared: &Shared) {
    let mut key = None;
    let mut last = vec![None; urls.len()];
    let mut at = 0;
    let mut pause = PAUSES.0;
    while let Some(jpeg) = shared.next() {
        let url = &urls[at];
        if key.is_none() {
            key = read_key(key_file);
        }
        let outcome = match &key {
            None => Outcome::NoKey,
            Some(key) => send(url, key, agent, &jpeg),
        };
        // Log changes only: the server may be off all night.
        if last[at] != Some(outcome) {
            last[at] = Some(outcome);
            tell(outcome, url, key_file);
        }
        if outcome == Outcome::Taken {
            pause = PAUSES.0;
            continue;
        }
        // The hall may have a new key.
        key = None;
        at = (at + 1) % urls.len();
        if at != 0 {
            continue;
        }
        if shared.pause(pause) {
            return;
        }
        pause = (pause * 2).min(PAUSES.1);
    }
}

fn send(url: &str, key: &str, agent: &Agent, jpeg: &[u8]) -> Outcome {
    let request = agent.post(url).content_type("image/jpeg").header("Authorization", format!("Camera {key}"));
    match request.send(jpeg) {
        Err(_) => Outcome::Away,
        Ok(mut response) => {
            // Read to the end, so that the connection is reused.
            let _ = response.body_mut().with_config().limit(64 * 1024).read_to_vec();
            match response.status().as_u16() {
                200..=299 => Outcome::Taken,
                status => Outcome::Refused(status),
            }
        }
    }
}

fn tell(outcome: Outcome, url: &str, key_file: &Path) {
    let key_file = key_file.display();
    match outcome {
        Outcome::Taken => tracing::info!("las fotos llegan al servidor"),
        Outcome::NoKey => tracing::warn!("no hay clave de cámara en {key_file}; se sigue mirando"),
        Outcome::Refused(401 | 403) => {
            tracing::warn!("el servidor no admite la clave de {key_file}; se sigue intentando");
        }
        Outcome::Refused(status) => {
            tracing::warn!("el servidor no admite las fotos ({status}, {url}); se sigue intentando");
        }
        Outcome::Away => tracing::warn!("el servidor no contesta en {url}; se sigue intentando"),
    }
}

#[cfg(test)]
#[path = "post_tests.rs"]
mod tests;
