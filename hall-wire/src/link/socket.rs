//! The thread of a link: connect, fold what comes, and when it ends begin again.

use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use tungstenite::client::IntoClientRequest;
use tungstenite::http::{HeaderValue, Uri, header::AUTHORIZATION};
use tungstenite::{Message as Frame, WebSocket};

use super::{DeskClock, Shared, State};
use crate::board::Board;
use crate::message::{ClockReading, Message, PROTOCOL, SILENCE_MAX};
use crate::problem::Problem;

/// How long a link waits before its second try; each further wait is twice as long. Short,
/// because a server that was killed is back in two seconds and the hall is waiting.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The longest wait between tries: long enough for a server that is off for the night, short
/// enough that nobody walks over to a screen to restart it.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// From how much on a clock that differs from what was expected was set, and is not just late.
const CLOCK_STEP_MS: i64 = 500;

/// Where and as whom a link connects.
pub(super) struct Line {
    address: Option<(String, u16)>,
    url: String,
    token: Option<String>,
}

impl Line {
    pub(super) fn new(base_url: &str, device: &str, token: Option<String>, board: &str) -> Line {
        let base = base_url.trim_end_matches('/');
        let socket = base.strip_prefix("http").map_or_else(|| base.to_string(), |rest| format!("ws{rest}"));
        let address = base.parse::<Uri>().ok().and_then(|uri| {
            let port = uri.port_u16().unwrap_or(80);
            Some((uri.host()?.trim_matches(['[', ']']).to_string(), port))
        });
        let device: String = device.bytes().map(percent).collect();
        Line {
            address,
            url: format!("{socket}/api/ws?protocol={PROTOCOL}&board={board}&device={device}"),
            token,
        }
    }
}

/// Writes one byte of a query so that it means itself.
fn percent(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

/// Why a connection ended.
enum End {
    /// It never was, or broke, or fell silent, or made no sense.
    Lost,
    /// The server said why it will not have us.
    Refused(Box<Problem>),
}

pub(super) fn run<B: Board>(line: &Line, shared: &Shared<B>) {
    let mut pause = FIRST_PAUSE;
    loop {
        let before = shared.lock().wholes;
        let end = connect(line, shared).map_or_else(|end| end, |mut socket| follow(&mut socket, shared));
        let mut state = shared.lock();
        state.whole = false;
        state.stream = None;
        state.refused = match end {
            End::Lost => None,
            End::Refused(problem) => Some(*problem),
        };
        if state.wholes > before {
            pause = FIRST_PAUSE;
        }
        drop(state);
        shared.tell();
        if shared.pause(jittered(pause)) {
            return;
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Returns a time between half of this one and this one, so that two hundred panels do not
/// all come back in the same instant.
fn jittered(pause: Duration) -> Duration {
    let chance = u32::from(uuid::Uuid::new_v4().as_bytes()[0]);
    pause / 2 + pause / 2 * chance / 255
}

fn connect<B: Board>(line: &Line, shared: &Shared<B>) -> Result<WebSocket<TcpStream>, End> {
    let (host, port) = line.address.as_ref().ok_or(End::Lost)?;
    let address =
        (host.as_str(), *port).to_socket_addrs().ok().and_then(|mut all| all.next()).ok_or(End::Lost)?;
    let stream = TcpStream::connect_timeout(&address, SILENCE_MAX).map_err(|_| End::Lost)?;
    let set = stream.set_nodelay(true).and_then(|()| stream.set_read_timeout(Some(SILENCE_MAX)));
    set.and_then(|()| stream.set_write_timeout(Some(SILENCE_MAX))).map_err(|_| End::Lost)?;
    {
        let mut state = shared.lock();
        if state.closing {
            return Err(End::Lost);
        }
        state.stream = Some(stream.try_clone().map_err(|_| End::Lost)?);
    }
    let mut request = line.url.as_str().into_client_request().map_err(|_| End::Lost)?;
    if let Some(token) = &line.token {
        let bearer = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| End::Lost)?;
        request.headers_mut().insert(AUTHORIZATION, bearer);
    }
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
            let problem = answer.body().as_ref().and_then(|body| serde_json::from_slice(body).ok());
            Err(problem.map_or(End::Lost, |problem| End::Refused(Box::new(problem))))
        }
        Err(_) => Err(End::Lost),
    }
}

/// Folds what comes until the connection ends.
fn follow<B: Board>(socket: &mut WebSocket<TcpStream>, shared: &Shared<B>) -> End {
    let mut board = B::default();
    loop {
        let frame = match socket.read() {
            Ok(Frame::Text(text)) => text,
            Ok(Frame::Ping(_) | Frame::Pong(_)) => continue,
            Ok(Frame::Binary(_) | Frame::Close(_) | Frame::Frame(_)) | Err(_) => return End::Lost,
        };
        let Ok(message) = serde_json::from_str::<Message<B::Update>>(&frame) else { return End::Lost };
        match take(message, &mut board, shared) {
            None => return End::Lost,
            Some(Taken::News) => shared.tell(),
            Some(Taken::Nothing) => shared.changed.notify_all(),
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
fn take<B: Board>(message: Message<B::Update>, board: &mut B, shared: &Shared<B>) -> Option<Taken> {
    let fold =
        |board: &mut B, updates: &[B::Update]| updates.iter().try_for_each(|update| board.apply(update)).ok();
    let (whole, base) = {
        let state = shared.lock();
        (state.whole, state.base)
    };
    let seq = match &message {
        Message::Hello(hello) => {
            shared.lock().set_clock(hello.clock);
            return (hello.protocol == PROTOCOL).then_some(Taken::News);
        }
        Message::Whole { seq, updates } => {
            fold(board, updates)?;
            *seq
        }
        Message::Changed { after, seq, updates } => {
            if !whole || *after != base {
                return None;
            }
            fold(board, updates)?;
            *seq
        }
        Message::Ping { seq, .. } => *seq,
    };
    let mut state = shared.lock();
    let before = state.seen();
    state.heard = Some(Instant::now());
    let mut news = Taken::News;
    match message {
        Message::Hello(_) => {}
        Message::Whole { .. } => {
            (state.whole, state.base, state.refused) = (true, seq, None);
            state.wholes += 1;
            state.board = std::sync::Arc::new(board.clone());
        }
        Message::Changed { .. } => {
            state.base = seq;
            state.board = std::sync::Arc::new(board.clone());
        }
        Message::Ping { .. } if !state.whole => return None,
        Message::Ping { clock, .. } => {
            let stepped = state.set_clock(clock);
            if before.connected && before.seq == seq && !stepped {
                news = Taken::Nothing;
            }
        }
    }
    state.seq = seq;
    Some(news)
}

impl<B: Board> State<B> {
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
