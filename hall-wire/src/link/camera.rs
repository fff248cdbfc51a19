//! The camera's picture as the server relays it, for a preview without any video software.
//!
//! A thread asks for a picture newer than the one it has, which the server answers when there
//! is one or after two seconds. The picture stays compressed: who draws it decodes it.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ureq::Agent;

use crate::message::{PICTURE_MAX_BYTES, PICTURE_STALE};

/// The shortest time from one question to the next: eight pictures a second show a ball fall,
/// and leave the network to the boards.
const ASK_EVERY: Duration = Duration::from_millis(125);

/// How long an answer may take: the server waits two seconds for a newer picture.
const ANSWER_MAX: Duration = Duration::from_secs(5);

/// The first wait after no answer, and the longest; each is twice the one before.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(2));

/// A picture of the camera, as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The server's number for it; a server that began again counts anew.
    pub seq: u64,
    /// JPEG.
    pub jpeg: Arc<[u8]>,
}

/// Whether there is a camera's picture to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CameraState {
    /// None came yet: there may be no camera at all.
    None,
    /// The newest picture is what the camera sees now.
    Live,
    /// There was one and none newer comes: it must not be shown as if it were now.
    Lost,
}

/// A preview of the camera, kept up to date. Dropping it ends its thread.
pub struct Camera {
    shared: Arc<Shared>,
    agent: Agent,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    picture: Option<Picture>,
    came: Option<Instant>,
    asked: u64,
    on_change: Option<Arc<dyn Fn() + Send + Sync>>,
    closing: bool,
}

impl Camera {
    /// Begins to ask the server at `base_url`, as in `http://127.0.0.1:8080`, and goes on by
    /// itself whatever happens to the server or the camera.
    pub fn open(base_url: &str) -> Camera {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .timeout_global(Some(ANSWER_MAX))
            .build();
        let agent = config.new_agent();
        let shared = Arc::new(Shared { state: Mutex::default(), changed: Condvar::new() });
        let url = format!("{}/api/camera.jpg", base_url.trim_end_matches('/'));
        let (theirs, asks) = (Arc::clone(&shared), agent.clone());
        let thread = std::thread::Builder::new()
            .name("camera".to_string())
            .spawn(move || run(&url, &asks, &theirs))
            .expect("a thread can be started");
        Camera { shared, agent, thread: Some(thread) }
    }

    /// Has `callback` called by the camera's thread after every new picture and every loss.
    pub fn on_change(&self, callback: impl Fn() + Send + Sync + 'static) {
        self.shared.lock().on_change = Some(Arc::new(callback));
    }

    /// Returns whether there is a picture of now.
    pub fn state(&self) -> CameraState {
        self.shared.lock().live()
    }

    /// Returns the newest picture, also when it is not of now any more.
    pub fn picture(&self) -> Option<Picture> {
        self.shared.lock().picture.clone()
    }

    /// Returns how many times the server was asked.
    pub fn asked(&self) -> u64 {
        self.shared.lock().asked
    }

    /// Waits until the state is `wanted`; returns whether it was within `timeout`.
    pub fn wait(&self, wanted: CameraState, timeout: Duration) -> bool {
        let end = Instant::now() + timeout;
        let mut state = self.shared.lock();
        while state.live() != wanted {
            let Some(left) = end.checked_duration_since(Instant::now()) else { return false };
            // Becoming old is the one change that nobody signals: look again in a while.
            let pause = left.min(Duration::from_millis(100));
            state = self.shared.changed.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

impl Drop for Camera {
    fn drop(&mut self) {
        self.shared.lock().closing = true;
        self.shared.changed.notify_all();
        // The question on its way ends now, not when the server answers it.
        self.agent.clone().shutdown();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits, and returns whether the camera is to end.
    fn pause(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        let mut state = self.lock();
        while !state.closing {
            let Some(left) = end.checked_duration_since(Instant::now()) else { return false };
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// Tells who waits and who draws, without holding the lock.
    fn tell(&self) {
        self.changed.notify_all();
        let callback = self.lock().on_change.clone();
        if let Some(callback) = callback {
            callback();
        }
    }
}

impl State {
    fn live(&self) -> CameraState {
        match self.came {
            None => CameraState::None,
            Some(came) if came.elapsed() < PICTURE_STALE => CameraState::Live,
            Some(_) => CameraState::Lost,
        }
    }

    /// Takes a picture in and returns whether it is another than the one before: one that is
    /// asked for again from the start is not news, nor a sign of life.
    fn take(&mut self, picture: Picture) -> bool {
        if self.picture.as_ref() == Some(&picture) {
            return false;
        }
        self.picture = Some(picture);
        self.came = Some(Instant::now());
        true
    }
}

/// What one question brought.
enum Answer {
    Newer(Picture),
    /// The picture that is here is still the newest.
    NoNewer,
    /// The server has none.
    Nothing,
    /// No server, or one that makes no sense.
    NoServer,
}

fn run(url: &str, agent: &Agent, shared: &Shared) {
    let mut pause = PAUSES.0;
    // The picture that is here already; 0 asks for whatever there is.
    let mut after = 0;
    let mut told = CameraState::None;
    loop {
        let begun = Instant::now();
        shared.lock().asked += 1;
        let answer = ask(url, agent, after);
        let quick = begun.elapsed() < ASK_EVERY;
        let mut wait = ASK_EVERY.saturating_sub(begun.elapsed());
        let mut news = false;
        // An answer that brings nothing and does not wait either is no reason to ask faster.
        let in_vain = match &answer {
            Answer::Newer(_) => false,
            Answer::NoNewer | Answer::Nothing => quick,
            Answer::NoServer => true,
        };
        if in_vain {
            wait = pause;
            pause = (pause * 2).min(PAUSES.1);
        }
        match answer {
            Answer::Newer(picture) => {
                after = picture.seq;
                pause = PAUSES.0;
                news = shared.lock().take(picture);
            }
            Answer::NoNewer => {}
            // A server that begins again counts from 1: what was seen says nothing any more.
            Answer::Nothing | Answer::NoServer => after = 0,
        }
        let now = shared.lock().live();
        if news || now != told {
            told = now;
            shared.tell();
        }
        if shared.pause(wait) {
            return;
        }
    }
}

fn ask(url: &str, agent: &Agent, after: u64) -> Answer {
    let Ok(mut response) = agent.get(format!("{url}?after={after}")).call() else { return Answer::NoServer };
    let status = response.status().as_u16();
    let seq = response.headers().get("Camera-Seq").and_then(|seq| seq.to_str().ok()?.parse().ok());
    // Read to its end whatever it is, so that the connection can be used again.
    let body = response.body_mut().with_config().limit(PICTURE_MAX_BYTES as u64).read_to_vec();
    match (status, seq, body) {
        (200, Some(seq), Ok(body)) if seq != after => Answer::Newer(Picture { seq, jpeg: body.into() }),
        (200 | 204 | 304, _, Ok(_)) => Answer::NoNewer,
        (404, _, Ok(_)) => Answer::Nothing,
        _ => Answer::NoServer,
    }
}
