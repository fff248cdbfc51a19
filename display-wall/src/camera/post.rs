//! Posts the newest picture, or report, to the server from a thread of its own: a slow or missing server gets fewer of them, not
//! older ones, and never delays the film.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use hall_core::event::CameraPost;
use hall_wire::link::{Servers, problem_of_request, read_key, words_of};
use hall_wire::message::CAMERA_EVERY;
use ureq::Agent;

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
    body: Option<Vec<u8>>,
    closed: bool,
}

/// What is posted, and where.
struct Kind {
    /// As the log calls it.
    name: &'static str,
    path: String,
    media: &'static str,
    /// The last one is sent again after so long without another.
    again: Option<Duration>,
}

/// Result of the last request.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    Taken,
    /// The key file is missing or invalid.
    NoKey,
    /// The server refused, with this status and in these words.
    Refused(u16, String),
    /// Whoever answers is not asked, and why.
    NotAsked(String),
    Away,
}

impl Post {
    /// Posts this camera's pictures to `POST /api/camera/picture`.
    pub fn pictures(servers: &Servers, key_file: Option<&Path>, camera: CameraPost) -> Post {
        let path = format!("/api/camera/picture?camera={}", camera.name());
        Post::open(servers, key_file, Kind { name: "las fotos", path, media: "image/jpeg", again: None })
    }

    /// Posts a camera's reports to `POST /api/camera`, the last one again and again as a sign of life.
    pub fn reports(servers: &Servers, key_file: Option<&Path>) -> Post {
        let (path, media) = ("/api/camera".to_owned(), "application/json");
        Post::open(servers, key_file, Kind { name: "los avisos", path, media, again: Some(CAMERA_EVERY) })
    }

    /// Starts posting to the hall's server, or to its spare where that serves now: whichever takes
    /// it. The key is read on demand, so that the camera can start before the hall has one.
    fn open(servers: &Servers, key_file: Option<&Path>, kind: Kind) -> Post {
        let shared = Arc::<Shared>::default();
        let agent = hall_wire::link::agent_of(servers, TRY_MAX);
        let urls: Vec<_> = servers.all().iter().map(|base| format!("{base}{}", kind.path)).collect();
        let (theirs, posts, key_file) = (Arc::clone(&shared), agent.clone(), key_file.map(Path::to_owned));
        let thread = std::thread::Builder::new()
            .name("post".to_owned())
            .spawn(move || run(&urls, &kind, key_file.as_deref(), &posts, &theirs))
            .expect("a thread can be started");
        Post { shared, agent, thread: Some(thread) }
    }

    /// Replaces the one still waiting. Never blocks.
    pub fn put(&self, body: Vec<u8>) {
        self.shared.lock().body = Some(body);
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

    /// Waits for the next to send; `None` when closed. After `again` without one it is `last`.
    fn next(&self, last: Option<&Vec<u8>>, again: Option<Duration>) -> Option<Vec<u8>> {
        let waits = |newest: &mut Newest| newest.body.is_none() && !newest.closed;
        let mut newest = match again.filter(|_| last.is_some()) {
            None => self.changed.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner),
            Some(again) => {
                let waited = self.changed.wait_timeout_while(self.lock(), again, waits);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        };
        if newest.closed { None } else { newest.body.take().or_else(|| last.cloned()) }
    }

    /// Waits; returns whether to stop.
    fn pause(&self, time: Duration) -> bool {
        let wait = self.changed.wait_timeout_while(self.lock(), time, |newest| !newest.closed);
        wait.unwrap_or_else(PoisonError::into_inner).0.closed
    }
}

fn run(urls: &[String], kind: &Kind, key_file: Option<&Path>, agent: &Agent, shared: &Shared) {
    let mut sent: Option<Vec<u8>> = None;
    let mut key = None;
    let mut outcomes = vec![None; urls.len()];
    let mut at = 0;
    let mut pause = PAUSES.0;
    while let Some(body) = shared.next(sent.as_ref(), kind.again) {
        let url = &urls[at];
        if key.is_none() {
            key = key_file.and_then(read_key);
        }
        let outcome = match &key {
            // Over TLS the certificate says who it is.
            None if url.starts_with("https://") => send(url, kind.media, None, agent, &body),
            None => Outcome::NoKey,
            Some(key) => send(url, kind.media, Some(key), agent, &body),
        };
        // Log changes only: the server may be off all night.
        let is_taken = outcome == Outcome::Taken;
        if outcomes[at].as_ref() != Some(&outcome) {
            tell(&outcome, kind.name, url, key_file);
            outcomes[at] = Some(outcome);
        }
        if kind.again.is_some() {
            sent = Some(body);
        }
        if is_taken {
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

fn send(url: &str, media: &str, key: Option<&str>, agent: &Agent, body: &[u8]) -> Outcome {
    let mut request = agent.post(url).content_type(media);
    if let Some(key) = key {
        request = request.header("Authorization", format!("Camera {key}"));
    }
    match request.send(body) {
        Err(error) => {
            problem_of_request(&error).map_or(Outcome::Away, |problem| Outcome::NotAsked(problem.detail))
        }
        Ok(mut response) => {
            // Read to the end, so that the connection is reused.
            let body = response.body_mut().with_config().limit(64 * 1024).read_to_vec().unwrap_or_default();
            match response.status().as_u16() {
                200..=299 => Outcome::Taken,
                status => Outcome::Refused(status, words_of(&body)),
            }
        }
    }
}

fn tell(outcome: &Outcome, what: &str, url: &str, key_file: Option<&Path>) {
    match (outcome, key_file.map(Path::display)) {
        (Outcome::Taken, _) => tracing::info!("{what} llegan al servidor"),
        (Outcome::NoKey, Some(key_file)) => {
            tracing::warn!("no hay clave de cámara en {key_file}; se sigue mirando");
        }
        (Outcome::NoKey, None) => tracing::warn!("falta --key-file para {url}"),
        (Outcome::Refused(401 | 403, _), Some(key_file)) if url.starts_with("http://") => {
            tracing::warn!("el servidor no admite la clave de {key_file}; se sigue intentando");
        }
        (Outcome::Refused(status, words), _) => {
            tracing::warn!("el servidor no admite {what} ({status}, {url}): {words} Se sigue intentando");
        }
        (Outcome::NotAsked(words), _) => tracing::warn!("{words} Se sigue intentando"),
        (Outcome::Away, _) => tracing::warn!("el servidor no contesta en {url}; se sigue intentando"),
    }
}

#[cfg(test)]
#[path = "post_tests.rs"]
mod tests;
