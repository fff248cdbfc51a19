//! A new device of the hall: the jefe de sala names it and gets a code of eight digits, and who sits at it types that (ADR 69).
//!
//! The device makes its key itself and sends it with the code: an answer that was lost is asked for again with the same key.

use std::time::Instant;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use hall_core::people::PersonId;
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_wire::command::read;
use hall_wire::message::{DeviceCode, DeviceCodeAsked, DeviceEnrolment, DeviceRow, EnrolledDevice};
use hall_wire::problem::{self, Problem};

use super::answer::{Trouble, bad_value, json};
use super::body::{self, check_name};
use super::codes::good_until;
use super::{Peer, Web, command, inspection};
use crate::access::{Access, Caller, EnrolledAt, device_key_hash, is_device_key};
use crate::desk::{Answer, Ask};

/// The device that wrong codes are counted for: it has no name yet.
const NAMELESS: &str = "alta";

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

/// Makes the device that brings a good code one of the hall's.
pub(super) async fn enrol(
    State(web): State<Web>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let DeviceEnrolment { code, key } = read(&text).map_err(Problem::from)?;
    if !is_device_key(&key) {
        return Err(bad_value("key", "La clave de un puesto son 64 cifras hexadecimales."));
    }
    let key_sha256 = device_key_hash(&key);
    // Sent again: nobody else has this key.
    if let Some(known) = web.access().device(&key_sha256) {
        return Ok(enrolled(known));
    }
    let from = (peer, "código de puesto", NAMELESS);
    let CodeFor { by, name } = web.take_code(&web.shared.device_codes, &code, from)?;
    let request = Request::EnrolDevice { name: name.clone(), key_sha256 };
    match web.shared.desk.ask(Ask::once(by, name, request, Vec::new())).await? {
        Answer::Done(_) => {
            let access = web.access();
            Ok(enrolled(access.device(&key_sha256).ok_or(problem::BROKEN)?))
        }
        answer @ (Answer::Refused(_) | Answer::IdReused) => command::reply(answer),
    }
}

fn enrolled(known: &EnrolledAt) -> Response {
    json(&EnrolledDevice { device: known.no.0, name: known.device.name.clone() })
}

/// The list of the hall's devices.
pub(super) fn rows(access: &Access) -> Vec<DeviceRow> {
    let row = |known: &EnrolledAt| DeviceRow {
        device: known.no.0,
        name: known.device.name.clone(),
        since_utc_ms: known.device.since_utc_ms,
    };
    access.devices().iter().map(row).collect()
}

/// The device that a log-in comes from: its name in the record, and its key's hash where it has shown one. With a key that the hall
/// knows it has the name that it was given.
pub(super) fn sits_at(access: &Access, headers: &HeaderMap, said: String) -> (String, Option<[u8; 32]>) {
    let key = headers.get(hall_wire::message::DEVICE_KEY).and_then(|key| key.to_str().ok());
    let shown = key.filter(|key| is_device_key(key)).map(device_key_hash);
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
