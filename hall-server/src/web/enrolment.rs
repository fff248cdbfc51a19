//! A new device of the hall: the jefe de sala names it and gets a code of eight digits, and who sits at it types that (ADR 69).
//!
//! The device makes its key itself and sends it with the code: an answer that was lost is asked for again with the same key. One that
//! is at this computer says both as they are; over the hall's network it proves that it knows the code, and gets a certificate
//! (ADR 83).

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hall_core::event::DevicePost;
use hall_core::people::PersonId;
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_trust::join::{DeviceKey, Met};
use hall_wire::command::read;
use hall_wire::message::{
    CertifiedDevice, DeviceCode, DeviceCodeAsked, DeviceEnrolment, DeviceHello, DeviceJoins, DeviceMet,
    DeviceRenews, DeviceRow, EnrolledDevice,
};
use hall_wire::problem::{self, Problem};

use super::answer::{Trouble, bad_value, json};
use super::body::{self, check_name};
use super::codes::{Guessed, good_until};
use super::wire::Wire;
use super::{Peer, Web, command, inspection};
use crate::access::{Access, Caller, EnrolledAt, device_key_hash, is_device_key};
use crate::desk::{Answer, Ask};

/// The device that wrong codes are counted for: it has no name yet.
const NAMELESS: &str = "alta";

/// What wrong codes are counted as.
const JOINING: &str = "código de puesto";

/// Names that stand in the record for something else.
const OWN_NAMES: [&str; 3] = [inspection::DEVICE, NAMELESS, "servidor"];

/// What a code is for.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct CodeFor {
    by: PersonId,
    name: String,
}

/// Gives a code for a new device.
pub(super) async fn give_code(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let DeviceCodeAsked { name } = read(&text).map_err(Problem::from)?;
    check_name("name", "del puesto", &name)?;
    if OWN_NAMES.contains(&name.as_str()) {
        return Err(bad_value("name", "Ese nombre lo usa el propio sistema. Ponga otro al puesto."));
    }
    if web.access().devices().iter().any(|enrolled| enrolled.device.name == name) {
        return Err(Problem::from(&Refusal::DeviceNameTaken { name }).into());
    }
    let of = CodeFor { by: caller.person, name: name.clone() };
    let code = web.shared.device_codes.give(of, Instant::now());
    let (until_utc_ms, until) = good_until(&web.view());
    Ok(json(&DeviceCode { code, name, until_utc_ms, until }))
}

/// Makes the device at this computer that brings a good code one of the hall's. From anywhere else a code is not sent: it is proved.
pub(super) async fn enrol(
    State(web): State<Web>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let DeviceEnrolment { code, key } = read(&text).map_err(Problem::from)?;
    if !peer.is_loopback() {
        return Err(problem::NOT_AT_THE_SERVER.into());
    }
    if !is_device_key(&key) {
        return Err(bad_value("key", "La clave de un puesto son 64 cifras hexadecimales."));
    }
    let key_sha256 = device_key_hash(&key);
    // Sent again: nobody else has this key.
    if let Some(known) = web.access().device(&key_sha256) {
        return Ok(enrolled(known));
    }
    let from = (peer, JOINING, NAMELESS);
    let of = web.take_code(&web.shared.device_codes, &code, from)?;
    if let Some(refused) = web.lets_in(of, DevicePost::Desk, key_sha256).await? {
        return command::reply(refused);
    }
    Ok(enrolled(web.access().device(&key_sha256).ok_or(problem::BROKEN)?))
}

fn enrolled(known: &EnrolledAt) -> Response {
    json(&EnrolledDevice { device: known.no.0, name: known.device.name.clone() })
}

/// Most devices that join at the same time.
const MEETINGS_MAX: usize = 32;

/// How long a device has for its proof.
const MEETING_LIVES: Duration = Duration::from_secs(60);

/// The devices that are joining.
#[derive(Default)]
pub(super) struct Meetings(Mutex<Vec<Meeting>>);

#[derive(Clone)]
struct Meeting {
    name: String,
    code: String,
    met: Met,
    until: Instant,
}

impl Meetings {
    fn begin(&self, code: String, met: Met, now: Instant) -> String {
        let name = uuid::Uuid::new_v4().to_string();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|meeting| meeting.until > now);
        if all.len() >= MEETINGS_MAX {
            all.remove(0);
        }
        all.push(Meeting { name: name.clone(), code, met, until: now + MEETING_LIVES });
        name
    }

    fn of(&self, name: &str, now: Instant) -> Option<Meeting> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|meeting| meeting.name == name && meeting.until > now).cloned()
    }
}

/// Answers a device that begins to join: with the server's proof, and without learning whether the device knows the code. Each is a
/// guess, and counts as a wrong code until it is proved that it was none.
pub(super) async fn meet(
    State(web): State<Web>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let DeviceHello { digit, hello } = read(&text).map_err(Problem::from)?;
    let authority = web.shared.authority.get().ok_or(problem::NO_AUTHORITY)?;
    let now = Instant::now();
    web.guesses(peer, JOINING, NAMELESS)?;
    let Some(Guessed { digits: code, before }) = web.shared.device_codes.guessed(&digit, now) else {
        tracing::warn!(%peer, "a device tried to join with a code that is none");
        web.was_wrong(None);
        return Err(problem::WRONG_CODE.into());
    };
    if before > 0 {
        // Who knows it needs one try.
        tracing::warn!(%peer, before, "a code of a device is tried again: nobody proved to know it before");
    }
    let (answer, proof, met) = Met::answer(&code, authority.key(), &hello)
        .map_err(|_| bad_value("hello", "El saludo del puesto no se entiende. Repita el alta."))?;
    let meeting = web.shared.meetings.begin(code, met, now);
    Ok(json(&DeviceMet { meeting, answer, proof }))
}

/// Makes a device that has proved that it knows the code one of the hall's, and certifies it.
pub(super) async fn join(
    State(web): State<Web>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let DeviceJoins { meeting, key, proof, post } = read(&text).map_err(Problem::from)?;
    let key = DeviceKey::parse(&key)
        .ok_or_else(|| bad_value("key", "La clave de un puesto es un punto de P-256 en hexadecimal."))?;
    let post = DevicePost::from_name(&post)
        .ok_or_else(|| bad_value("post", "Un puesto es puesto, panel, camara o voz."))?;
    let now = Instant::now();
    let meeting = web.shared.meetings.of(&meeting, now).ok_or(problem::WRONG_CODE)?;
    if !meeting.met.is_proof_of(&key, &proof) {
        tracing::warn!(%peer, "a device tried to join and does not know the code");
        web.was_wrong(None);
        return Err(problem::WRONG_CODE.into());
    }
    let key_sha256 = key.hash().0;
    // Sent again: its answer was lost.
    if web.access().device(&key_sha256).is_none() {
        let taken = web.shared.device_codes.take(&meeting.code, now);
        if let Some(refused) = web.lets_in(taken.ok_or(problem::WRONG_CODE)?, post, key_sha256).await? {
            return command::reply(refused);
        }
    }
    web.code_was_right(peer, JOINING);
    web.certified(&key)
}

/// Certifies a device anew: it asks each day that it is on.
pub(super) async fn renew(
    State(web): State<Web>,
    Extension(wire): Extension<Wire>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let DeviceRenews { key } = read(&text).map_err(Problem::from)?;
    let key = DeviceKey::parse(&key)
        .ok_or_else(|| bad_value("key", "La clave de un puesto es un punto de P-256 en hexadecimal."))?;
    // It has shown that it holds the key that it names.
    let shown = wire.device(&web.access()).map(|enrolled| enrolled.device.key_sha256);
    if shown != Some(key.hash().0) {
        return Err(problem::NO_CERTIFICATE.into());
    }
    web.certified(&key)
}

impl Web {
    /// Asks the desk to let a device in, in the name of who gave its code; what it says instead, where it does not.
    async fn lets_in(
        &self,
        CodeFor { by, name }: CodeFor,
        post: DevicePost,
        key_sha256: [u8; 32],
    ) -> Result<Option<Answer>, Trouble> {
        let request = Request::EnrolDevice { name: name.clone(), post, key_sha256 };
        Ok(match self.shared.desk.ask(Ask::once(by, name, request, Vec::new())).await? {
            Answer::Done(_) => None,
            answer @ (Answer::Refused(_) | Answer::IdReused) => Some(answer),
        })
    }

    /// The names of the devices whose codes were guessed at too often.
    pub(super) fn guessed_codes(&self) -> Vec<String> {
        self.shared.device_codes.ended(Instant::now()).into_iter().map(|of| of.name).collect()
    }

    fn certified(&self, key: &DeviceKey) -> Result<Response, Trouble> {
        let authority = self.shared.authority.get().ok_or(problem::NO_AUTHORITY)?;
        let access = self.access();
        let EnrolledAt { no, device } = access.device(&key.hash().0).ok_or(problem::BROKEN)?;
        let now = self.view().clock_says().at_utc_ms / 1_000;
        let post = device.post.name();
        let certificate = authority.device_certificate(key, &device.name, post, now);
        Ok(json(&CertifiedDevice {
            device: no.0,
            name: device.name.clone(),
            post: post.to_owned(),
            certificate: STANDARD.encode(certificate),
        }))
    }
}

/// The list of the hall's devices.
pub(super) fn rows(access: &Access) -> Vec<DeviceRow> {
    let row = |known: &EnrolledAt| DeviceRow {
        device: known.no.0,
        name: known.device.name.clone(),
        post: known.device.post.name().to_owned(),
        since_utc_ms: known.device.since_utc_ms,
    };
    access.devices().iter().map(row).collect()
}

/// The device that a log-in comes from: its name in the record, and its key's hash where it has shown one. With a key that the hall
/// knows it has the name that it was given.
pub(super) fn sits_at(
    access: &Access,
    (wire, headers): (&Wire, &HeaderMap),
    said: String,
) -> (String, Option<[u8; 32]>) {
    let shown = wire.key(headers);
    let known = shown.and_then(|hash| access.device(&hash));
    // Nobody sits at a device by its name alone: only who inspects gets this far without its key.
    let taken = || access.devices().iter().any(|enrolled| enrolled.device.name == said);
    let name = match known {
        Some(known) => known.device.name.clone(),
        None if taken() => inspection::DEVICE.to_owned(),
        None => said,
    };
    (name, shown)
}
