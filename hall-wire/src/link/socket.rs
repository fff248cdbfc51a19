//! The thread of a link: connect, fold what comes, and when it ends begin again.

use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hall_core::record::Hash;
use hall_log::PublicKey;
use hall_log::exchange::AddCheckpoint;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::{HeaderValue, Uri, header::AUTHORIZATION};
use tungstenite::{Message as Frame, WebSocket};
use ureq::Agent;

use super::cosigner::{KEY_HEADER, Looked, key_of_header};
use super::servers::Servers;
use super::shared::Shared;
use super::tls::{Stream, problem_of, problem_of_request};
use super::witness::Witness;
use super::{Behind, DeskClock, State};
use crate::board::Board;
use crate::message::{ClockReading, DEVICE_KEY, Message, PROTOCOL, SILENCE_MAX};
use crate::problem::Problem;
use crate::sighting::{RecordEnd, Seen, Verdict};

/// How long a link waits before its second try; each further wait is twice as long. Short,
/// because a server that was killed is back in two seconds and the hall is waiting.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The longest wait between tries: gentle on a server that is off for the night, short enough that nobody walks
/// over to restart a screen.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// From how much on a clock that differs from what was expected was set, and is not just late.
const CLOCK_STEP_MS: i64 = 500;

/// Where and as whom a link connects.
pub(super) struct Address {
    servers: Servers,
    /// Which of them this is.
    at: usize,
    is_encrypted: bool,
    /// How long connecting may take, and the answer to it.
    patience: Duration,
    host: Option<(String, u16)>,
    url: String,
    /// Where the server says what its record is like.
    record: String,
    /// Where it shows that it only added to it.
    log: String,
    token: Option<String>,
    /// What this screen saw, and what asks about it.
    witness: Option<(Arc<Witness>, Agent)>,
}

impl Address {
    pub(super) fn new(
        (servers, at): (&Servers, usize),
        device: &str,
        token: Option<String>,
        board: &str,
        witness: Option<(Arc<Witness>, Agent)>,
        patience: Duration,
    ) -> Address {
        let base = servers.all()[at].as_str();
        let socket = base.strip_prefix("http").map_or_else(|| base.to_string(), |rest| format!("ws{rest}"));
        let is_encrypted = base.starts_with("https://");
        let host = base.parse::<Uri>().ok().and_then(|uri| {
            let port = uri.port_u16().unwrap_or(if is_encrypted { 443 } else { 80 });
            Some((uri.host()?.trim_matches(['[', ']']).to_string(), port))
        });
        let device = super::in_url(device);
        Address {
            servers: servers.clone(),
            at,
            is_encrypted,
            patience,
            host,
            url: format!("{socket}/api/ws?protocol={PROTOCOL}&board={board}&device={device}"),
            record: format!("{base}/api/record"),
            log: format!("{base}/api/log"),
            token,
            witness,
        }
    }
}

impl Address {
    /// Asks the server whether its record has what this screen saw of it.
    fn agrees(&self) -> Result<(), End> {
        let Some((witness, agent)) = &self.witness else { return Ok(()) };
        let Some(mut saw) = witness.last() else { return Ok(()) };
        // A server of another hall tells which, and is asked about that one.
        for _ in 0..2 {
            let Some(record) = self.ask(agent, saw)? else { return Ok(()) };
            match record.seen {
                Some(Verdict::Agrees) => return Ok(()),
                Some(verdict) => {
                    return Err(End::Behind(Behind { verdict, saw: saw.end, ends: record.end }));
                }
                None => {
                    let hall = Hash::parse(&record.hall).ok_or(End::Lost)?;
                    let Some(of_this) = witness.of(hall).filter(|_| hall != saw.hall) else { return Ok(()) };
                    saw = of_this;
                }
            }
        }
        Ok(())
    }

    /// It has a key to sign with.
    pub(super) fn signs(&self) -> bool {
        self.witness.as_ref().is_some_and(|(witness, _)| witness.cosigning.is_some())
    }

    /// Has the server show that its record only added to what this screen saw, and signs that.
    fn shows(&self) -> Result<(), End> {
        let Some((witness, agent)) = &self.witness else { return Ok(()) };
        let Some(cosigning) = &witness.cosigning else { return Ok(()) };
        let next = |key: PublicKey| {
            let request = agent.get(format!("{}/next-key", self.log)).query("after", key.to_string());
            let mut answer = request.call().ok().filter(|answer| answer.status() == 200)?;
            answer.body_mut().read_to_string().ok()
        };
        let mut from = cosigning.last();
        // A server of another hall is asked once more, from where this screen was with that one.
        for _ in 0..2 {
            let Some((asked, says)) = self.checkpoint(agent, from.as_ref())? else { return Ok(()) };
            match cosigning.look(&asked, says, next) {
                Looked::Refused(behind) => return Err(End::Behind(behind)),
                Looked::New(Some(cosignature)) => {
                    // Lost, the next one is signed.
                    let _ = agent.post(format!("{}/cosignature", self.log)).send_json(&cosignature);
                    return Ok(());
                }
                Looked::From(origin, size) => from = Some((origin, size)),
                Looked::New(None) | Looked::Known | Looked::Nothing => return Ok(()),
            }
        }
        Ok(())
    }

    /// The newest checkpoint and the key that the server says it signs with. None where it is too old, or has signed nothing.
    fn checkpoint(
        &self,
        agent: &Agent,
        from: Option<&(String, u64)>,
    ) -> Result<Option<(AddCheckpoint, Option<PublicKey>)>, End> {
        let mut request = agent.get(format!("{}/checkpoint", self.log));
        if let Some((origin, size)) = from {
            request = request.query("origin", origin).query("old", size.to_string());
        }
        let mut answer = request.call().map_err(|error| End::of(&error))?;
        let text = answer.body_mut().read_to_string().map_err(|_| End::Lost)?;
        match answer.status().as_u16() {
            200 => {}
            404 => return Ok(None),
            status => return Err(End::told(status, text.as_bytes())),
        }
        let asked = AddCheckpoint::parse(&text).ok_or(End::Lost)?;
        let says = answer.headers().get(KEY_HEADER).and_then(|key| key_of_header(key.to_str().ok()?));
        Ok(Some((asked, says)))
    }

    /// `None` where the server is too old to answer.
    fn ask(&self, agent: &Agent, saw: Seen) -> Result<Option<RecordEnd>, End> {
        let mut request = agent.get(&self.record).query("hall", saw.hall.to_string());
        request = request.query("saw", saw.end.to_string());
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION.as_str(), format!("Bearer {token}"));
        }
        let mut answer = request.call().map_err(|error| End::of(&error))?;
        let text = answer.body_mut().read_to_vec().map_err(|_| End::Lost)?;
        match answer.status().as_u16() {
            200 => serde_json::from_slice(&text).map(Some).map_err(|_| End::Lost),
            404 => Ok(None),
            status => Err(End::told(status, &text)),
        }
    }

    /// Takes note of what a message says of the record. A server that was changed since it was asked is asked again.
    fn notes<U>(&self, message: &Message<U>, hall: &mut Option<Hash>) -> Result<(), End> {
        let Some((witness, _)) = &self.witness else { return Ok(()) };
        let end = match message {
            Message::Hello(hello) => {
                let Some(record) = &hello.record else { return Ok(()) };
                *hall = Hash::parse(&record.hall);
                let saw = hall.and_then(|hall| witness.of(hall));
                if saw.is_some_and(|saw| record.end.is_before(&saw.end)) {
                    return Err(End::Lost);
                }
                Some(record.end)
            }
            Message::Whole { end, .. } | Message::Changed { end, .. } | Message::Ping { end, .. } => *end,
        };
        if let Some((hall, end)) = hall.zip(end) {
            witness.note(hall, end);
        }
        Ok(())
    }
}

/// Why a connection ended.
enum End {
    /// No connection, a break, silence, or a message that makes no sense.
    Lost,
    /// The server refused it and said why.
    Refused(Box<Problem>),
    /// The server's record has not what this screen saw.
    Behind(Behind),
}

impl End {
    /// Of an answer that is none: the server may say why it does not have this screen.
    fn told(status: u16, body: &[u8]) -> End {
        let problem = || serde_json::from_slice(body).ok();
        let problem = (400..500).contains(&status).then(problem).flatten();
        problem.map_or(End::Lost, |problem| End::Refused(Box::new(problem)))
    }

    /// Of a question without an answer.
    fn of(error: &ureq::Error) -> End {
        problem_of_request(error).map_or(End::Lost, |problem| End::Refused(Box::new(problem)))
    }
}

/// Why each address is not followed, where it says so.
type Notices = Vec<(Option<Problem>, Option<Behind>)>;

/// Tries one address after the other, round and round, and stays with the one that works. When that one is lost, the
/// next is tried at once. What an address says against being followed is shown once all were tried.
pub(super) fn run<B: Board>(addresses: &[Address], first: usize, shared: &Shared<State<B>>) {
    let mut pause = FIRST_PAUSE;
    let mut at = first;
    let mut tried = 0;
    let mut notices: Notices = vec![(None, None); addresses.len()];
    loop {
        let server = &addresses[at];
        let before = shared.lock().wholes;
        let end =
            connect(server, shared).map_or_else(|end| end, |mut socket| follow(&mut socket, server, shared));
        let mut state = shared.lock();
        state.whole = false;
        state.stream = None;
        if state.wholes > before {
            pause = FIRST_PAUSE;
            tried = 0;
            notices.fill((None, None));
        }
        notices[at] = match end {
            End::Lost => (None, None),
            End::Refused(problem) => (Some(*problem), None),
            End::Behind(behind) => (None, Some(behind)),
        };
        tried += 1;
        if tried >= addresses.len() {
            let says = |(refused, behind): &&(Option<Problem>, Option<Behind>)| {
                refused.is_some() || behind.is_some()
            };
            (state.refused, state.behind) = notices.iter().find(says).cloned().unwrap_or_default();
        }
        drop(state);
        shared.tell();
        let round_over = tried % addresses.len() == 0;
        let rest = if round_over { pause } else { FIRST_PAUSE };
        if shared.closing.pause(jittered(rest)) {
            return;
        }
        if round_over {
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        at = (at + 1) % addresses.len();
    }
}

/// How often the server is asked to show what it added.
const SHOWS_EVERY: Duration = Duration::from_secs(1);

/// The thread that asks it, beside the one that folds the board, which waits for no disk.
pub(super) fn cosign<B: Board>(addresses: &[Address], shared: &Shared<State<B>>) {
    let mut shown = 0;
    while !shared.closing.pause(SHOWS_EVERY) {
        let (whole, seq) = {
            let state = shared.lock();
            (state.whole, state.seq)
        };
        if !whole || seq == shown {
            continue;
        }
        shown = seq;
        let in_use = addresses
            .iter()
            .find(|address| address.servers.in_use() == Some(address.servers.all()[address.at].as_str()));
        if let Some(Err(End::Behind(_))) = in_use.map(Address::shows) {
            // The other thread asks again, and says why it does not follow.
            if let Some(stream) = shared.lock().stream.take() {
                let _ = stream.shutdown(std::net::Shutdown::Both);
            }
        }
    }
}

/// A time between half of this one and this one, so that two hundred panels do not come back in the same instant.
fn jittered(pause: Duration) -> Duration {
    let chance = u32::from(uuid::Uuid::new_v4().as_bytes()[0]);
    pause / 2 + pause / 2 * chance / 255
}

fn connect<B: Board>(server: &Address, shared: &Shared<State<B>>) -> Result<WebSocket<Stream>, End> {
    server.agrees()?;
    server.shows()?;
    let (host, port) = server.host.as_ref().ok_or(End::Lost)?;
    let address =
        (host.as_str(), *port).to_socket_addrs().ok().and_then(|mut all| all.next()).ok_or(End::Lost)?;
    let stream = TcpStream::connect_timeout(&address, server.patience).map_err(|_| End::Lost)?;
    let set = stream.set_nodelay(true).and_then(|()| stream.set_read_timeout(Some(server.patience)));
    set.and_then(|()| stream.set_write_timeout(Some(SILENCE_MAX))).map_err(|_| End::Lost)?;
    {
        let mut state = shared.lock();
        // A link that is dropped later than this finds the stream and shuts it down.
        if shared.closing.pause(Duration::ZERO) {
            return Err(End::Lost);
        }
        state.stream = Some(stream.try_clone().map_err(|_| End::Lost)?);
    }
    let mut request = server.url.as_str().into_client_request().map_err(|_| End::Lost)?;
    if let Some(token) = &server.token {
        let bearer = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| End::Lost)?;
        request.headers_mut().insert(AUTHORIZATION, bearer);
    }
    if let Some(key) = server.servers.key() {
        let key = HeaderValue::from_str(&key).map_err(|_| End::Lost)?;
        request.headers_mut().insert(DEVICE_KEY, key);
    }
    let stream = if server.is_encrypted {
        let encrypted = Stream::encrypted(&server.servers, stream);
        encrypted.map_err(|error| {
            problem_of(&error).map_or(End::Lost, |problem| End::Refused(Box::new(problem)))
        })?
    } else {
        Stream::Clear(stream)
    };
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => {
            socket.get_ref().tcp().set_read_timeout(Some(SILENCE_MAX)).map_err(|_| End::Lost)?;
            Ok(socket)
        }
        // A spare that nobody has promoted.
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer)))
            if answer.status() == 503 && server.servers.all().len() > 1 =>
        {
            Err(End::Lost)
        }
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
            let problem = answer.body().as_ref().and_then(|body| serde_json::from_slice(body).ok());
            Err(problem.map_or(End::Lost, |problem| End::Refused(Box::new(problem))))
        }
        Err(_) => Err(End::Lost),
    }
}

/// Folds what comes until the connection ends.
fn follow<B: Board>(socket: &mut WebSocket<Stream>, server: &Address, shared: &Shared<State<B>>) -> End {
    let mut board = B::default();
    let mut hall = None;
    loop {
        let frame = match socket.read() {
            Ok(Frame::Text(text)) => text,
            Ok(Frame::Ping(_) | Frame::Pong(_)) => continue,
            Ok(Frame::Binary(_) | Frame::Close(_) | Frame::Frame(_)) | Err(_) => return End::Lost,
        };
        let Ok(message) = serde_json::from_str::<Message<B::Update>>(&frame) else { return End::Lost };
        if let Err(end) = server.notes(&message, &mut hall) {
            return end;
        }
        match take(message, &mut board, server, shared) {
            None => return End::Lost,
            Some(Taken::News) => shared.tell(),
            Some(Taken::Nothing) => shared.wake(),
        }
    }
}

/// Whether a message told anything.
enum Taken {
    News,
    /// A sign of life.
    Nothing,
}

/// Takes one message in; `None` when it does not follow from what was seen.
fn take<B: Board>(
    message: Message<B::Update>,
    board: &mut B,
    server: &Address,
    shared: &Shared<State<B>>,
) -> Option<Taken> {
    let fold =
        |board: &mut B, updates: &[B::Update]| updates.iter().try_for_each(|update| board.apply(update)).ok();
    let mut state = shared.lock();
    let mut news = Taken::News;
    match message {
        Message::Hello(hello) => {
            state.set_clock(hello.clock);
            state.players = hello.players.map(Arc::from);
            state.board_code = hello.board_code.map(Arc::from);
            return (hello.protocol == PROTOCOL).then_some(Taken::News);
        }
        Message::Whole { seq, updates, .. } => {
            fold(board, &updates)?;
            (state.whole, state.refused, state.behind) = (true, None, None);
            server.servers.follow(server.at);
            state.wholes += 1;
            state.show(board, seq);
        }
        Message::Changed { after, seq, updates, .. } => {
            if !state.whole || after != state.base {
                return None;
            }
            fold(board, &updates)?;
            state.show(board, seq);
        }
        Message::Ping { .. } if !state.whole => return None,
        Message::Ping { seq, clock, .. } => {
            let stepped = state.set_clock(clock);
            if state.seen().connected && state.seq == seq && !stepped {
                news = Taken::Nothing;
            }
            state.seq = seq;
        }
    }
    state.heard = Some(Instant::now());
    Some(news)
}

impl<B: Board> State<B> {
    fn show(&mut self, board: &B, seq: u64) {
        self.board = Arc::new(board.clone());
        (self.base, self.seq) = (seq, seq);
    }

    /// Notes what the desk's clock said; returns whether it was set.
    fn set_clock(&mut self, said: ClockReading) -> bool {
        // A server that tells no clock.
        if said == ClockReading::default() {
            return false;
        }
        let (before, now) = (self.clock, DeskClock::new(said, Instant::now()));
        self.clock = Some(now);
        before.is_none_or(|before| {
            before.utc_offset_minutes != now.utc_offset_minutes
                || (before.now_utc_ms() - said.at_utc_ms).abs() > CLOCK_STEP_MS
        })
    }
}
