//! The screens' end: a board that keeps itself up to date, and commands that are not lost.
//!
//! Plain threads, so that a screen needs no async runtime. [`Link`] holds a folded board
//! and comes back by itself; [`Client`] posts commands and sends them again, with the same
//! `Request-Id`, when the answer is lost.

mod camera;
mod client;
mod cosigner;
mod desk_time;
mod entering;
mod joining;
mod refusals;
mod servers;
mod shared;
mod shown;
mod socket;
mod tls;
mod witness;

pub use camera::{Camera, CameraState, Picture};
pub use client::{Client, ClientError, new_key};
pub use cosigner::KEY_HEADER;
pub use desk_time::{DeskHour, DeskTime, EXCHANGE_EVERY};
pub use entering::{enter, identity_file, servers_as};
pub use joining::{JoinError, come_as, join};
pub use refusals::{Refusals, words_of};
pub use servers::Servers;
pub use shared::Closing;
pub use shown::Shown;
pub use tls::problem_of_request;
pub use witness::Witness;

use std::net::TcpStream;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::{Connector as _, TcpConnector};

use crate::board::Board;
use crate::message::{ClockReading, SILENCE_MAX};
use crate::problem::Problem;
use crate::sighting::{Sighting, Verdict};
use shared::Shared;

/// How long a connection is used again: half of what the server lets it idle, so that a
/// command is not sent into one that is being closed.
const IDLE_MAX: Duration = Duration::from_secs(5);

/// How long a try of one address may take where a screen has several: a computer that is off answers nothing at all.
const ATTEMPT_MAX: Duration = Duration::from_millis(1_500);

/// A text as it means itself in a path or a query.
pub fn in_url(text: &str) -> String {
    let percent = |byte: u8| match byte {
        b'-' | b'_' | b'.' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(percent).collect()
}

/// The server's board, folded here. Dropping it ends the connection and its thread.
pub struct Link<B: Board> {
    shared: Arc<Shared<State<B>>>,
    agent: ureq::Agent,
    threads: Vec<JoinHandle<()>>,
}

/// What a link knows at a moment.
#[derive(Debug, Clone)]
pub struct Seen<B> {
    /// The last line of the record the board shows; 0 before the first board.
    pub seq: u64,
    /// The board; the empty one before the first.
    pub board: Arc<B>,
    /// A board came over this connection and something was heard in the last three seconds.
    pub connected: bool,
    /// Why the server refuses this screen, if it does. The link goes on trying.
    pub refused: Option<Problem>,
    /// The server's record has not what this screen saw: nothing of it is shown. The link goes on trying.
    pub behind: Option<Behind>,
    /// How many times a board began whole: 1 after the first connection.
    pub wholes: u64,
    /// The desk's clock; none before it is heard.
    pub clock: Option<DeskClock>,
    /// How long ago the server was last heard; none before the first message.
    pub heard_ago: Option<Duration>,
    /// The address at which players' phones reach the server, where it tells one.
    pub players: Option<Arc<str>>,
    /// The digits by which those phones are let in at the moment, where the server asks for them.
    pub board_code: Option<Arc<str>>,
}

/// A server that goes back behind what this screen saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Behind {
    /// What is wrong with its record.
    pub verdict: Verdict,
    /// What this screen saw.
    pub saw: Sighting,
    /// The end of its record.
    pub ends: Sighting,
}

/// The desk's clock, counted on from when it was last heard.
#[derive(Debug, Clone, Copy)]
pub struct DeskClock {
    /// What the hall's local time is ahead of UTC, in minutes.
    pub utc_offset_minutes: i32,
    at_utc_ms: i64,
    heard: Instant,
}

impl DeskClock {
    /// The clock that said this at that moment.
    pub fn new(said: ClockReading, heard: Instant) -> DeskClock {
        DeskClock { utc_offset_minutes: said.utc_offset_minutes, at_utc_ms: said.at_utc_ms, heard }
    }

    /// What the clock says now, UTC milliseconds.
    pub fn now_utc_ms(&self) -> i64 {
        let since = i64::try_from(self.heard.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.at_utc_ms.saturating_add(since)
    }
}

/// What a link knows.
#[derive(Default)]
struct State<B> {
    board: Arc<B>,
    seq: u64,
    /// The `seq` that the next change must follow.
    base: u64,
    whole: bool,
    wholes: u64,
    heard: Option<Instant>,
    clock: Option<DeskClock>,
    refused: Option<Problem>,
    behind: Option<Behind>,
    players: Option<Arc<str>>,
    board_code: Option<Arc<str>>,
    stream: Option<TcpStream>,
}

impl<B: Board> Link<B> {
    /// Opens a link to the server at an address, as in `http://127.0.0.1:7878`, or to the first of several that is
    /// good. It connects and reconnects by itself; the mesa board needs a token.
    pub fn open(servers: impl Into<Servers>, device: &str, token: Option<String>) -> Link<B> {
        Link::begin(servers.into(), device, token, None)
    }

    /// As [`Link::open`], but it follows no server whose record has not what the witness saw.
    pub fn watch(
        servers: impl Into<Servers>,
        device: &str,
        token: Option<String>,
        witness: Arc<Witness>,
    ) -> Link<B> {
        Link::begin(servers.into(), device, token, Some(witness))
    }

    fn begin(
        servers: Servers,
        device: &str,
        token: Option<String>,
        witness: Option<Arc<Witness>>,
    ) -> Link<B> {
        let shared = Arc::<Shared<State<B>>>::default();
        let several = servers.all().len() > 1;
        let patience = if several { ATTEMPT_MAX } else { SILENCE_MAX };
        let agent = agent_of(&servers, patience);
        let asks = agent.clone();
        let witness = witness.map(|kept| (kept, asks));
        let addresses: Arc<Vec<socket::Address>> = Arc::new(
            (0..servers.all().len())
                .map(|at| {
                    socket::Address::new(
                        (&servers, at),
                        device,
                        token.clone(),
                        B::NAME,
                        witness.clone(),
                        patience,
                    )
                })
                .collect(),
        );
        let first = servers.first();
        let mut threads = Vec::new();
        if addresses.iter().any(socket::Address::signs) {
            let (theirs, all) = (Arc::clone(&shared), Arc::clone(&addresses));
            threads.push(named("cosigner", move || socket::cosign(&all, &theirs)));
        }
        let theirs = Arc::clone(&shared);
        threads.push(named("link", move || socket::run(&addresses, first, &theirs)));
        Link { shared, agent, threads }
    }

    /// What is known at this moment.
    pub fn board(&self) -> Seen<B> {
        self.shared.lock().seen()
    }

    /// Has this called on the link's own thread after every change, silence included: to paint
    /// again. It must be short, and may ask for [`Link::board`].
    pub fn on_change(&self, callback: impl Fn() + Send + Sync + 'static) {
        self.shared.on_change(callback);
    }

    /// Waits until `good` holds of what is known and returns it; `None` after `timeout`.
    pub fn wait(&self, mut good: impl FnMut(&Seen<B>) -> bool, timeout: Duration) -> Option<Seen<B>> {
        self.shared.wait(timeout, Duration::from_millis(250), |state| Some(state.seen()).filter(&mut good))
    }
}

impl<B: Board> Drop for Link<B> {
    fn drop(&mut self) {
        self.shared.closing.close();
        if let Some(stream) = self.shared.lock().stream.take() {
            // It may be closed already; either way the thread sees the end.
            let _ = stream.shutdown(std::net::Shutdown::Both);
        }
        // Ends a question that waits for its answer.
        self.agent.clone().shutdown();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn named(name: &str, work: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    let thread = std::thread::Builder::new().name(name.to_string()).spawn(work);
    thread.expect("a thread can be started")
}

/// The key of a device in its file, as the camera's or the voice's; none while there is no good one.
pub fn read_key(file: &std::path::Path) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let key = text.trim();
    (!key.is_empty() && key.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| key.to_owned())
}

/// An HTTP agent for the hall's own server: each status is an answer, and nothing leads elsewhere.
pub fn agent(timeout: Duration) -> ureq::Agent {
    config(timeout).new_agent()
}

/// As [`agent`], for servers that are asked as a device of the hall, which encrypts what `https` asks for.
pub fn agent_of(servers: &Servers, timeout: Duration) -> ureq::Agent {
    let connector = ().chain(TcpConnector::default()).chain(tls::Encrypts(servers.clone()));
    ureq::Agent::with_parts(config(timeout), connector, DefaultResolver::default())
}

fn config(timeout: Duration) -> ureq::config::Config {
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .max_idle_age(IDLE_MAX)
        .timeout_global(Some(timeout));
    config.build()
}

impl<B: Board> State<B> {
    fn seen(&self) -> Seen<B> {
        let heard_ago = self.heard.map(|at| at.elapsed());
        Seen {
            seq: self.seq,
            board: Arc::clone(&self.board),
            connected: self.whole && heard_ago.is_some_and(|ago| ago < SILENCE_MAX),
            refused: self.refused.clone(),
            behind: self.behind,
            wholes: self.wholes,
            clock: self.clock,
            heard_ago,
            players: self.players.clone(),
            board_code: self.board_code.clone(),
        }
    }
}
