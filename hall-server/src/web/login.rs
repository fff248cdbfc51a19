//! Coming in and going out.

use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use hall_core::people::Actor;
use hall_core::request::{Notice, Request};
use hall_wire::command::read;
use hall_wire::message::{LogIn, LoggedIn, Me};
use hall_wire::problem::{self, Problem};
use sha2::{Digest, Sha256};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::answer::{Trouble, json};
use super::{Peer, Web, body, command};
use crate::access::{Caller, is_name, new_token, token_hash, verify_pin};
use crate::desk::{Answer, Ask};
use crate::journal::seal;

/// How long a log-in waits for its turn to be hashed: some two hundred before it.
const TURN_MAX: Duration = Duration::from_secs(5);

/// Checks user and PIN and gives a token. The id of the request is the server's own: a token
/// is shown once, so a lost answer means another log-in.
pub(super) async fn login(
    State(web): State<Web>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let LogIn { user, pin, device } = read(&text).map_err(Problem::from)?;
    if !is_name(&device) {
        let detail = "El nombre del puesto lleva de 1 a 40 letras sin tilde, cifras o los signos - _ y . sin espacios.";
        return Err(problem::BAD_VALUE.saying(detail).about("device").into());
    }
    let access = web.access();
    // A keypad has no letters: a person's number is as good as the name.
    let by_number = || access.person(hall_core::people::PersonId(user.parse().ok()?));
    let member = access.user(&user).or_else(by_number).cloned();
    // Names nobody has count as one: a stranger cannot fill the record with new ones.
    let counted = member.as_ref().map_or("", |member| member.identity.user.as_str()).to_string();
    let turn = timeout(TURN_MAX, web.shared.hashes.acquire()).await;
    let turn = turn.map_err(|_| problem::WAIT.problem().after(2))?.map_err(|_| problem::BROKEN)?;
    let attempts = &web.shared.attempts;
    let tries = attempts.begin(peer, &counted, &device, Instant::now()).map_err(|wait| {
        let secs = u32::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
        problem::WAIT.saying(format!("Ha habido intentos fallidos. Espere {secs} s y repita.")).after(secs)
    })?;
    let hash = member.as_ref().map(|member| member.pin_hash.clone());
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
    let ask = Ask {
        request_id: uuid::Uuid::new_v4().to_string(),
        device: device.clone(),
        by: Actor::Person(member.person),
        body_sha256: Sha256::digest(b"log-in").into(),
        request: Request::LogIn { token: row.sealed },
        sealed: vec![row],
    };
    match web.shared.desk.ask(ask).await? {
        Answer::Done(_) => {
            let roles = member.roles.clone();
            Ok(json(&LoggedIn { token, person: member.person.0, roles, device }))
        }
        answer @ (Answer::Refused(_) | Answer::IdReused) => command::reply(answer),
    }
}

/// Ends the log-in of this person on this device.
pub(super) async fn logout(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
    body: Body,
) -> Result<Response, Trouble> {
    body::discard(body).await;
    let ask = Ask {
        request_id: uuid::Uuid::new_v4().to_string(),
        device: caller.device,
        by: Actor::Person(caller.person),
        body_sha256: Sha256::digest(b"log-out").into(),
        request: Request::LogOut,
        sealed: Vec::new(),
    };
    web.ask(ask).await
}

/// Tells who the token stands for.
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
        roles: caller.roles.clone(),
        device: caller.device,
    }))
}
