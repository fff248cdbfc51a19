//! The camera's picture as the server relays it, for a preview without any video software.
//!
//! A thread asks for a picture newer than the one it has; the server answers when there is one, or after two
//! seconds. Pictures stay compressed.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ureq::Agent;

use super::Servers;
use super::shared::Shared;
use crate::message::{PICTURE_MAX_BYTES, PICTURE_STALE};

/// The shortest time from one question to the next: eight pictures a second show a ball fall,
/// and leave the network to the boards.
const ASK_EVERY: Duration = Duration::from_millis(125);

/// How long an answer may take: the server waits two seconds for a newer picture.
const ANSWER_MAX: Duration = Duration::from_secs(5);

/// The first wait after no answer, and the longest; each is twice the one before.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(2));

/// A picture of the camera.
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
    /// None has come: there may be no camera.
    None,
    /// The newest picture is what the camera sees now.
    Live,
    /// No newer one comes: the last must not look current.
    Lost,
}

/// A preview of the camera, kept up to date. Dropping it ends its thread.
pub struct Camera {
    shared: Arc<Shared<Newest>>,
    agent: Agent,
    thread: Option<JoinHandle<()>>,
}

/// The newest picture, and when it came.
#[derive(Default)]
struct Newest {
    picture: Option<Picture>,
    came: Option<Instant>,
    asked: u64,
}

impl Camera {
    /// Asks the server at an address, as in `http://127.0.0.1:7878`, or the one among several that the screen's link
    /// follows, until it is dropped.
    pub fn open(servers: impl Into<Servers>) -> Camera {
        let servers = servers.into();
        let agent = super::agent_of(&servers, ANSWER_MAX);
        let shared = Arc::<Shared<Newest>>::default();
        let (theirs, asks) = (Arc::clone(&shared), agent.clone());
        let thread = std::thread::Builder::new()
            .name("camera".to_string())
            .spawn(move || run(&servers, &asks, &theirs))
            .expect("a thread can be started");
        Camera { shared, agent, thread: Some(thread) }
    }

    /// Has `callback` called by the camera's thread after every new picture and every loss.
    pub fn on_change(&self, callback: impl Fn() + Send + Sync + 'static) {
        self.shared.on_change(callback);
    }

    /// Whether the newest picture is current.
    pub fn state(&self) -> CameraState {
        self.shared.lock().state()
    }

    /// The newest picture, current or not.
    pub fn picture(&self) -> Option<Picture> {
        self.shared.lock().picture.clone()
    }

    /// How many times the server was asked.
    pub fn asked(&self) -> u64 {
        self.shared.lock().asked
    }

    /// Waits until the state is `wanted`; returns whether it was within `timeout`.
    pub fn wait(&self, wanted: CameraState, timeout: Duration) -> bool {
        let is = |newest: &Newest| (newest.state() == wanted).then_some(());
        self.shared.wait(timeout, Duration::from_millis(100), is).is_some()
    }
}

impl Drop for Camera {
    fn drop(&mut self) {
        self.shared.closing.close();
        // Ends the question that waits for its answer.
        self.agent.clone().shutdown();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Newest {
    fn state(&self) -> CameraState {
        match self.came {
            None => CameraState::None,
            Some(came) if came.elapsed() < PICTURE_STALE => CameraState::Live,
            Some(_) => CameraState::Lost,
        }
    }

    /// Takes a picture in; returns whether it is a new one. The same one again is neither news nor a sign of life.
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

fn run(servers: &Servers, agent: &Agent, shared: &Shared<Newest>) {
    let mut pause = PAUSES.0;
    // The picture that is here already; 0 asks for whatever there is.
    let mut after = 0;
    let mut asked_of = None;
    let mut told = CameraState::None;
    loop {
        let begun = Instant::now();
        shared.lock().asked += 1;
        let base = servers.in_use();
        // Each server counts its own pictures.
        if base != asked_of {
            (after, asked_of) = (0, base);
        }
        let url = base.map(|base| format!("{base}/api/camera.jpg"));
        let answer = url.map_or(Answer::NoServer, |url| ask(&url, agent, after));
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
            // A server that begins again counts from 1.
            Answer::Nothing | Answer::NoServer => after = 0,
        }
        let now = shared.lock().state();
        if news || now != told {
            told = now;
            shared.tell();
        }
        if shared.closing.pause(wait) {
            return;
        }
    }
}

fn ask(url: &str, agent: &Agent, after: u64) -> Answer {
    let Ok(mut response) = agent.get(format!("{url}?at_once=true&after={after}")).call() else {
        return Answer::NoServer;
    };
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
