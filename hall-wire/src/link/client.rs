//! Commands and questions over HTTP.

use std::io::Read as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::http::Response;
use ureq::{Agent, Body, RequestBuilder, SendBody};
use uuid::Uuid;

use super::tls::problem_of_request;
use super::{Servers, Witness};
use crate::message::{Accepted, DEVICE_KEY, DeviceEnrolment, EnrolledDevice, LogIn, LoggedIn, PICTURE_AT};
use crate::problem::Problem;
use crate::sighting;

/// How long one try may take. Making a matrix of a million cards is the longest command, and
/// takes about a second.
const TRY_MAX: Duration = Duration::from_secs(10);

/// How long a command is retried: longer than a restart of the server, shorter than a person's patience at a
/// cash desk.
const PATIENCE: Duration = Duration::from_secs(15);

/// How long to wait between tries.
const PAUSE: Duration = Duration::from_millis(150);

/// How long the bytes of a paper may take once they come: a hundred pages over a slow line.
const PAPER_MAX: Duration = Duration::from_secs(600);

/// How long a server may take to read a file and store what is in it.
const FILE_MAX: Duration = Duration::from_secs(60);

/// How much of a paper is read between two reports of progress.
const PIECE_BYTES: usize = 32 * 1024;

/// The largest answer that is read: the cards of the largest series, one line each.
const ANSWER_MAX_BYTES: u64 = 256 * 1024 * 1024;

/// Why there is no answer to use.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server says no, and why.
    #[error(transparent)]
    Refused(#[from] Box<Problem>),
    /// No answer came. A command may have been done: send it again with the same id.
    #[error("no hay respuesta del servidor ({url})")]
    NoAnswer {
        /// What was asked.
        url: String,
        /// The last failure.
        #[source]
        source: Box<ureq::Error>,
    },
    /// The answer is not of this protocol.
    #[error("la respuesta del servidor no se entiende ({url})")]
    NotUnderstood {
        /// What was asked.
        url: String,
    },
}

/// A key for a device, to be kept before the hall is asked: 64 digits, with the random bits of two UUIDs, 244.
pub fn new_key() -> String {
    [Uuid::new_v4(), Uuid::new_v4()].map(|half| half.simple().to_string()).concat()
}

/// The screens' end of plain HTTP.
#[derive(Clone)]
pub struct Client {
    agent: Agent,
    servers: Servers,
    token: Option<String>,
    patience: Duration,
    witness: Option<Arc<Witness>>,
}

impl Client {
    /// A client of the server at an address, as in `http://127.0.0.1:7878`, or of the one among several that the
    /// screen's link follows; not logged in.
    pub fn new(servers: impl Into<Servers>) -> Client {
        let servers = servers.into();
        Client {
            agent: super::agent_of(&servers, TRY_MAX),
            servers,
            token: None,
            patience: PATIENCE,
            witness: None,
        }
    }

    /// The client with another patience: how long a lost command is sent again.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Client {
        self.patience = patience;
        self
    }

    /// The client with what its screen saw: a server whose record has not that takes no command of it.
    #[must_use]
    pub fn with_witness(mut self, witness: Option<Arc<Witness>>) -> Client {
        self.witness = witness;
        self
    }

    /// The client with a token it had before.
    #[must_use]
    pub fn with_token(mut self, token: Option<String>) -> Client {
        self.token = token;
        self
    }

    /// Makes the device one of the hall's, with a code of the jefe de sala and the [`new_key`] that it keeps. The same key gets the
    /// same answer.
    pub fn enrol(&self, code: &str, key: &str) -> Result<EnrolledDevice, ClientError> {
        let body = DeviceEnrolment { code: code.to_string(), key: key.to_string() };
        self.send("/api/devices/enrol", &body, Uuid::new_v4())
    }

    /// The token, for a [`super::Link`] to the mesa board.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Logs in; from then on the client asks as this person.
    pub fn login(&mut self, user: &str, pin: &str, device: &str) -> Result<LoggedIn, ClientError> {
        let body = LogIn { user: user.to_string(), pin: pin.to_string(), device: device.to_string() };
        let answer: LoggedIn = self.send("/api/login", &body, Uuid::new_v4())?;
        self.token = Some(answer.token.clone());
        Ok(answer)
    }

    /// Logs out.
    pub fn logout(&mut self) -> Result<Accepted, ClientError> {
        let answer = self.send("/api/logout", &serde_json::json!({}), Uuid::new_v4())?;
        self.token = None;
        Ok(answer)
    }

    /// Posts a command. Without an answer it is sent again with the same id, so that it is done once. An id is for
    /// one command only.
    pub fn post(
        &self,
        command: &str,
        body: &impl Serialize,
        request_id: Uuid,
    ) -> Result<Accepted, ClientError> {
        self.send(&format!("/api/commands/{command}"), body, request_id)
    }

    /// Posts a body to any address, as [`Client::post`] does.
    pub fn send<A: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
        id: Uuid,
    ) -> Result<A, ClientError> {
        let text = serde_json::to_vec(body).expect("a body of ours is JSON");
        let id = id.to_string();
        let (url, answer) = self.persist(path, |url| {
            let mut request = self.agent.post(url).header("Request-Id", &id).content_type("application/json");
            if let Some(saw) = self.witness.as_ref().and_then(|witness| witness.last()) {
                request = request.header(sighting::HEADER, saw.to_string());
            }
            read(self.authorised(request).send(&text[..])?)
        })?;
        understand(&url, answer)
    }

    /// Posts a file to any address, telling as it goes how many bytes are on their way; with the same id as often as it takes. A
    /// server may take long to read it.
    pub fn send_file<A: DeserializeOwned>(
        &self,
        path: &str,
        file: &[u8],
        id: Uuid,
        tell: &dyn Fn(u64),
    ) -> Result<A, ClientError> {
        let id = id.to_string();
        let (url, answer) = self.persist(path, |url| {
            let request = self.agent.post(url).header("Request-Id", &id).config();
            let request = request.timeout_global(None).timeout_connect(Some(TRY_MAX));
            let request =
                request.timeout_send_body(Some(PAPER_MAX)).timeout_recv_response(Some(FILE_MAX)).build();
            let mut telling = Telling { file, sent: 0, tell };
            read(self.authorised(request).send(SendBody::from_reader(&mut telling))?)
        })?;
        understand(&url, answer)
    }

    /// Gets an address and reads its JSON.
    pub fn get<A: DeserializeOwned>(&self, path: &str) -> Result<A, ClientError> {
        let (url, answer) = self.fetch(path)?;
        understand(&url, answer)
    }

    /// Gets an address and returns its bytes.
    pub fn get_bytes(&self, path: &str) -> Result<Vec<u8>, ClientError> {
        let (url, answer) = self.fetch(path)?;
        accepted(&url, answer)
    }

    /// Gets a picture of a film, and the hour of its header [`PICTURE_AT`], UTC milliseconds, where it has one.
    pub fn get_picture(&self, path: &str) -> Result<(Vec<u8>, Option<i64>), ClientError> {
        let at = std::cell::Cell::new(None);
        let (url, answer) = self.persist(path, |url| {
            let response = self.authorised(self.agent.get(url)).call()?;
            at.set(response.headers().get(PICTURE_AT).and_then(|at| at.to_str().ok()?.parse().ok()));
            read(response)
        })?;
        Ok((accepted(&url, answer)?, at.get()))
    }

    /// Gets an address and returns its bytes, telling as they come how many there are, and of how many
    /// where the server says so. A try that broke off begins again at none.
    pub fn get_paper(&self, path: &str, tell: &dyn Fn(u64, Option<u64>)) -> Result<Vec<u8>, ClientError> {
        let (url, answer) = self.persist(path, |url| {
            let request = self.agent.get(url).config();
            let request = request.timeout_global(None).timeout_recv_response(Some(PATIENCE));
            let request = request.timeout_connect(Some(TRY_MAX)).timeout_recv_body(Some(PAPER_MAX)).build();
            read_telling(self.authorised(request).call()?, tell)
        })?;
        accepted(&url, answer)
    }

    fn fetch(&self, path: &str) -> Result<(String, Answer), ClientError> {
        self.persist(path, |url| read(self.authorised(self.agent.get(url)).call()?))
    }

    fn authorised<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        let request = match self.servers.key() {
            Some(key) => request.header(DEVICE_KEY, key),
            None => request,
        };
        match &self.token {
            Some(token) => request.header("Authorization", format!("Bearer {token}")),
            None => request,
        }
    }

    /// Tries until an answer comes that is not «try again», or patience ends. Each try goes to the address that is
    /// in use at that moment.
    fn persist(
        &self,
        path: &str,
        attempt: impl Fn(&str) -> Result<Answer, ureq::Error>,
    ) -> Result<(String, Answer), ClientError> {
        let end = Instant::now() + self.patience;
        loop {
            let over = Instant::now() + PAUSE >= end;
            let base = self.servers.in_use();
            let url = format!("{}{path}", base.unwrap_or(&self.servers.all()[0]));
            // Of several, none is followed yet.
            let answer = base.map_or(Err(ureq::Error::HostNotFound), |_| attempt(&url));
            match answer {
                Ok((503, _)) if !over => {}
                Ok(answer) => return Ok((url, answer)),
                // It will not become another by being asked again.
                Err(source) if problem_of_request(&source).is_some() => {
                    let problem = problem_of_request(&source).expect("it was one");
                    return Err(ClientError::Refused(Box::new(problem)));
                }
                Err(source) if over => {
                    return Err(ClientError::NoAnswer { url, source: Box::new(source) });
                }
                Err(_) => {}
            }
            std::thread::sleep(PAUSE);
        }
    }
}

/// A status and a body, read to its end: an answer cut short is no answer.
type Answer = (u16, Vec<u8>);

fn read(mut response: Response<Body>) -> Result<Answer, ureq::Error> {
    let body = response.body_mut().with_config().limit(ANSWER_MAX_BYTES).read_to_vec()?;
    Ok((response.status().as_u16(), body))
}

/// A file that tells how much of it was read.
struct Telling<'f> {
    file: &'f [u8],
    sent: usize,
    tell: &'f dyn Fn(u64),
}

impl std::io::Read for Telling<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let piece = &self.file[self.sent..];
        let read = piece.len().min(buffer.len()).min(PIECE_BYTES);
        buffer[..read].copy_from_slice(&piece[..read]);
        self.sent += read;
        (self.tell)(self.sent as u64);
        Ok(read)
    }
}

/// Reads a body piece by piece; one that is shorter than was announced is no answer.
fn read_telling(
    mut response: Response<Body>,
    tell: &dyn Fn(u64, Option<u64>),
) -> Result<Answer, ureq::Error> {
    let status = response.status().as_u16();
    let of = response.body().content_length();
    let mut body = response.body_mut().with_config().limit(ANSWER_MAX_BYTES).reader();
    let (mut bytes, mut piece) = (Vec::new(), vec![0; PIECE_BYTES]);
    tell(0, of);
    loop {
        let read = body.read(&mut piece)?;
        if read == 0 {
            break;
        }
        bytes.extend_from_slice(&piece[..read]);
        tell(bytes.len() as u64, of);
    }
    Ok((status, bytes))
}

fn understand<A: DeserializeOwned>(url: &str, answer: Answer) -> Result<A, ClientError> {
    serde_json::from_slice(&accepted(url, answer)?)
        .map_err(|_| ClientError::NotUnderstood { url: url.to_string() })
}

/// The body, unless the server says no.
fn accepted(url: &str, (status, body): Answer) -> Result<Vec<u8>, ClientError> {
    if status < 300 {
        return Ok(body);
    }
    Err(match serde_json::from_slice::<Problem>(&body) {
        Ok(problem) => ClientError::Refused(Box::new(problem)),
        Err(_) => ClientError::NotUnderstood { url: url.to_string() },
    })
}
