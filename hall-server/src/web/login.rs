//! Log-in and log-out.

use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use hall_core::people::PersonId;
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Request};
use hall_wire::command::read;
use hall_wire::message::{LogIn, LoggedIn, Me};
use hall_wire::problem::{self, Problem};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::answer::{Trouble, json};
use super::body::check_name;
use super::wire::Wire;
use super::{Peer, Web, body, command, enrolment};
use crate::access::{Caller, new_token, token_hash, verify_pin};
use crate::desk::{Answer, Ask};
use crate::journal::seal;

/// Longest wait for a PIN's turn to be hashed: some two hundred before it.
const TURN_MAX: Duration = Duration::from_secs(5);

/// Checks user and PIN and gives a token. A token is shown once: a lost answer means another log-in.
pub(super) async fn login(
    State(web): State<Web>,
    (Extension(Peer(peer)), Extension(wire)): (Extension<Peer>, Extension<Wire>),
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let LogIn { user, pin, device } = read(&text).map_err(Problem::from)?;
    check_name("device", "del puesto", &device)?;
    let access = web.access();
    let (device, device_key_sha256) = enrolment::sits_at(&access, (&wire, &headers), device);
    // A keypad has no letters: a person's number is as good as the name.
    let by_number = || access.person(PersonId(user.parse().ok()?));
    let member = access.user(&user).or_else(by_number).cloned();
    // Before the PIN: nobody tries PINs at a device that is not the hall's.
    let any_will_do =
        !access.has_desks() || member.as_ref().is_some_and(|member| member.only_inspects);
    if !any_will_do && device_key_sha256.is_none_or(|key| access.device(&key).is_none()) {
        return Err(Problem::from(&Refusal::DeviceNotEnrolled).into());
    }
    // All unknown names count as one: a stranger cannot fill the record with new ones.
    let counted = member.as_ref().map_or("", |member| member.identity.user.as_str()).to_string();
    let turn = timeout(TURN_MAX, web.shared.hashes.acquire()).await;
    let turn = turn.map_err(|_| problem::WAIT.problem().after(2))?.map_err(|_| problem::BROKEN)?;
    let attempts = &web.shared.attempts;
    let tries = attempts.begin(peer, &counted, &device, Instant::now()).map_err(wait)?;
    let hash = member.as_ref().and_then(|member| member.pin_hash.clone());
    let good =
        spawn_blocking(move || verify_pin(hash.as_deref(), &pin)).await.map_err(|_| problem::BROKEN)?;
    drop(turn);
    let Some(member) = member.filter(|_| good) else {
        attempts.bad(peer, &counted, &device, Instant::now());
        web.shared.desk.notice(Notice::LoginRefused { tries });
        return Err(problem::WRONG_PIN.into());
    };
    attempts.good(peer, &counted, &device);
    let token = new_token();
    let row = seal(token_hash(&token).as_bytes());
    let login = Request::LogIn { token: row.sealed, pin: Some(member.pin), device_key_sha256 };
    let ask = Ask::once(member.person, device.clone(), login, vec![row]);
    match web.shared.desk.ask(ask).await? {
        Answer::Done(_) => {
            Ok(json(&LoggedIn { token, person: member.person.0, roles: member.roles, device }))
        }
        answer @ (Answer::Refused(_) | Answer::IdReused) => command::reply(answer),
    }
}

/// Wrong PINs came before: the next try has to wait.
pub(super) fn wait(wait: Duration) -> Problem {
    let secs = u32::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
    problem::WAIT.saying(format!("Ha habido intentos fallidos. Espere {secs} s y repita.")).after(secs)
}

/// Ends the log-in of this person on this device.
pub(super) async fn logout(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
    body: Body,
) -> Result<Response, Trouble> {
    body::discard(body).await;
    web.ask(Ask::once(caller.person, caller.device, Request::LogOut, Vec::new())).await
}

/// The holder of the token.
pub(super) async fn me(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Trouble> {
    let access = web.access();
    let member = access.person(caller.person).ok_or(problem::NOT_IDENTIFIED)?;
    Ok(json(&Me {
        person: caller.person.0,
        user: member.identity.user.clone(),
        name: member.identity.name.clone(),
        roles: caller.roles,
        device: caller.device,
        first_pin: member.first_pin,
    }))
}
