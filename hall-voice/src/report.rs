//! Reports to the server from a thread of its own: a slow or missing server never delays a word.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hall_wire::link::{Servers, problem_of_request, words_of};
use hall_wire::message::{VOICE_EVERY, VOICE_TOLD_MAX, VoiceReport, VoiceTold, VoiceWishes};
use ureq::Agent;

/// Timeout of one report: the next one says the same and more.
const TRY_MAX: Duration = Duration::from_secs(2);

/// Longest time that a sample may be in a device's buffers.
const BUFFERS_MAX: Duration = Duration::from_millis(200);

/// News that may wait for a server that is away: a game's balls and their ends.
const WAITING_MAX: usize = 256;

/// How the voice is, for its reports. Everybody in the program writes it.
pub type State = Arc<Mutex<VoiceReport>>;

/// The reporting thread; ends with the program.
pub struct Reporter {
    send: SyncSender<(VoiceTold, Instant)>,
}

impl Reporter {
    /// Starts reporting `state` to `POST /api/voice` of the server that the link follows; each answer is given to
    /// `obey`.
    pub fn start(
        servers: &Servers,
        key_file: &Path,
        state: State,
        obey: impl FnMut(VoiceWishes) + Send + 'static,
    ) -> Reporter {
        let (send, receive) = sync_channel(WAITING_MAX);
        let (servers, key_file) = (servers.clone(), key_file.to_owned());
        let run = move || run(&servers, &key_file, &state, &receive, obey);
        std::thread::Builder::new().name("report".to_owned()).spawn(run).expect("a thread can be started");
        Reporter { send }
    }

    /// Reports this when it is heard, as soon as possible then. What does not fit any more is old: the server learns from the
    /// silence.
    pub fn tell(&self, told: VoiceTold, heard: Instant) {
        match self.send.try_send((told, heard)) {
            Ok(()) | Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {}
        }
    }
}

/// Result of the last report; logged when it changes.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Taken,
    NoKey,
    /// With this status, and in these words.
    Refused(u16, String),
    /// Whoever answers is not asked, and why.
    NotAsked(String),
    Away,
}

fn run(
    servers: &Servers,
    key_file: &Path,
    state: &State,
    news: &Receiver<(VoiceTold, Instant)>,
    mut obey: impl FnMut(VoiceWishes),
) {
    let agent = hall_wire::link::agent_of(servers, TRY_MAX);
    let mut last = None;
    let mut key = None;
    let mut told: Vec<VoiceTold> = Vec::new();
    let mut due = Instant::now();
    loop {
        match news.recv_timeout(due.saturating_duration_since(Instant::now())) {
            Ok((one, heard)) => {
                // Not before it is heard: a panel that waits for it would be early by what is in the device's buffers.
                std::thread::sleep(heard.saturating_duration_since(Instant::now()).min(BUFFERS_MAX));
                told.push(one);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        told.drain(..told.len().saturating_sub(VOICE_TOLD_MAX));
        key = key.or_else(|| hall_wire::link::read_key(key_file));
        let mut report = state.lock().unwrap_or_else(PoisonError::into_inner).clone();
        report.told.clone_from(&told);
        let outcome = match (&key, servers.in_use()) {
            (None, _) if !servers.are_encrypted() => Outcome::NoKey,
            (_, None) => Outcome::Away,
            (key, Some(server)) => post(&agent, server, key.as_deref(), &report, &mut obey),
        };
        if outcome == Outcome::Taken {
            told.clear();
        } else {
            // The hall may have a new key.
            key = None;
        }
        // Changes only: the server may be off all night.
        if last.as_ref() != Some(&outcome) {
            log(&outcome, (!servers.are_encrypted()).then_some(key_file));
            last = Some(outcome);
        }
        due = Instant::now() + VOICE_EVERY;
    }
}

fn post(
    agent: &Agent,
    server: &str,
    key: Option<&str>,
    report: &VoiceReport,
    obey: &mut impl FnMut(VoiceWishes),
) -> Outcome {
    let text = serde_json::to_vec(report).expect("a report is JSON");
    let mut request = agent.post(format!("{server}/api/voice")).content_type("application/json");
    if let Some(key) = key {
        request = request.header("Authorization", format!("Voice {key}"));
    }
    let mut answer = match request.send(&text[..]) {
        Ok(answer) => answer,
        Err(error) => {
            let why = problem_of_request(&error);
            return why.map_or(Outcome::Away, |problem| Outcome::NotAsked(problem.detail));
        }
    };
    // Read to the end, so that the connection is reused.
    let body = answer.body_mut().with_config().limit(64 * 1024).read_to_vec().unwrap_or_default();
    match answer.status().as_u16() {
        200..=299 => {
            if let Ok(wishes) = serde_json::from_slice(&body) {
                obey(wishes);
            }
            Outcome::Taken
        }
        status => Outcome::Refused(status, words_of(&body)),
    }
}

/// `key_file` where it is by that that the server knows the voice.
fn log(outcome: &Outcome, key_file: Option<&Path>) {
    match (outcome, key_file.map(Path::display)) {
        (Outcome::Taken, _) => tracing::info!("el servidor sabe de la voz"),
        (Outcome::NoKey, Some(key_file)) => {
            tracing::warn!("no hay clave de la voz en {key_file}; se sigue mirando");
        }
        (Outcome::Refused(401 | 403, _), Some(key_file)) => {
            tracing::warn!("el servidor no admite la clave de {key_file}; se sigue intentando");
        }
        (Outcome::Refused(status, words), _) => {
            tracing::warn!(
                "el servidor no admite lo que cuenta la voz ({status}): {words} Se sigue intentando"
            );
        }
        (Outcome::NotAsked(words), _) => tracing::warn!("{words} Se sigue intentando"),
        (Outcome::NoKey, None) | (Outcome::Away, _) => {
            tracing::warn!("el servidor no contesta; se sigue intentando");
        }
    }
}
