//! The inspection in a browser (37.5; RD 2221/1984 art. 12): a page that reads and changes nothing, with a log-in of its own and
//! each look at the game in the record.
//!
//! An inspector comes in with user and PIN, or with a code of eight digits that the jefe de sala asked for (`codes.rs`), and wrong ones
//! cost a growing delay (DECISIONS 46). The log-in that one led to is as any other. The page keeps its token in its own memory, and there are no cookies.

use std::time::Instant;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use hall_core::event::SessionNo;
use hall_core::people::PersonId;
use hall_core::request::Request;
use hall_wire::command::read;
use hall_wire::message::{InspectionCode, InspectionCodeAsked, InspectionLogIn, LoggedIn};
use hall_wire::problem::{self, Problem};

use super::answer::{Trouble, bad_value, bytes, json};
use super::codes::good_until;
use super::route::{Is, Param, Params};
use super::{Peer, Web, body, command, inspect};
use crate::access::{Caller, new_token, token_hash};
use crate::desk::{Answer, Ask};
use crate::journal::seal;

mod found;
mod fragment;

/// The device of a log-in on the page.
pub(super) const DEVICE: &str = "inspeccion";

const PAGE: &str = include_str!("inspection/page.html");

/// The page may load its own parts only.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src 'self'; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The page itself. It shows nothing before a log-in.
pub(super) async fn page() -> Response {
    let mut response = bytes("text/html; charset=utf-8", PAGE.as_bytes());
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY);
    response
}

/// Gives a code for an inspector; that it was given is a line.
pub(super) async fn give_code(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let InspectionCodeAsked { person } = read(&text).map_err(Problem::from)?;
    let person = PersonId(person);
    let request = Request::GiveInspectionCode { person };
    match web.shared.desk.ask(Ask::once(caller.person, caller.device, request, Vec::new())).await? {
        Answer::Done(_) => {
            let code = web.shared.codes.give(person, Instant::now());
            let (until_utc_ms, until) = good_until(&web.view());
            Ok(json(&InspectionCode { code, person: person.0, until_utc_ms, until }))
        }
        answer @ (Answer::Refused(_) | Answer::IdReused) => command::reply(answer),
    }
}

/// Comes in with a code, once.
pub(super) async fn come_in(
    State(web): State<Web>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let InspectionLogIn { code } = read(&text).map_err(Problem::from)?;
    let person = web.take_code(&web.shared.codes, &code, (peer, "código de inspección", DEVICE))?;
    let token = new_token();
    let row = seal(token_hash(&token).as_bytes());
    let login = Request::LogIn { token: row.sealed, pin: None, device_key_sha256: None };
    match web.shared.desk.ask(Ask::once(person, DEVICE.to_owned(), login, vec![row])).await? {
        Answer::Done(_) => {
            let access = web.access();
            let roles = access.person(person).map(|member| member.roles.clone()).unwrap_or_default();
            Ok(json(&LoggedIn { token, person: person.0, roles, device: DEVICE.to_owned(), pin_fault: None }))
        }
        answer @ (Answer::Refused(_) | Answer::IdReused) => command::reply(answer),
    }
}

pub(super) const PARAMS: &[Param] = &[
    Param::required("part", "El apartado de la página").is(Is::OneOf(&[
        "game",
        "acta",
        "stock",
        "staff",
        "corrections",
        "search",
    ])),
    Param::optional("session", "El número de la sesión; si no se dice, la última").number(),
    Param::optional("text", "Lo que se busca en todo el registro, como en /api/search"),
];

/// A part of the page.
#[derive(Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    Game,
    Acta,
    Stock,
    Staff,
    Corrections,
    Search,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Looks {
    part: Part,
    session: Option<String>,
    #[serde(default)]
    text: String,
}

/// A part of the page, as HTML. A look at the game is a line before it is an answer.
pub(super) async fn look(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
    query: Params<Looks>,
) -> Result<Response, Trouble> {
    let Query(Looks { part, session, text }) =
        query.map_err(|_| bad_value("part", "No hay tal apartado. Vuelva a la página de la inspección."))?;
    let session = match session.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => Some(SessionNo(text.parse().map_err(|_| problem::UNKNOWN_SESSION)?)),
        None => None,
    };
    if part == Part::Search {
        let found = match text.trim() {
            "" => None,
            _ => Some(web.find(caller, text.clone()).await?),
        };
        return Ok(html(found::page(&web.view(), text.trim(), found.as_ref())));
    }
    if part == Part::Game {
        let ask = Ask::once(caller.person, caller.device, Request::Inspect, Vec::new());
        let answer = web.shared.desk.ask(ask).await?;
        if !matches!(answer, Answer::Done(_)) {
            return command::reply(answer);
        }
        let view = web.view();
        return Ok(html(fragment::game(&view, &inspect::inspection(&view))));
    }
    if part == Part::Stock {
        let lists = web.made(&web.shared.looks, |papers| papers.lists()).await?;
        return Ok(html(fragment::material(&lists)));
    }
    let looked = web.made(&web.shared.looks, move |papers| papers.looked(session)).await?;
    let Some(looked) = looked else { return Ok(html(fragment::no_session())) };
    Ok(html(match part {
        Part::Staff => fragment::staff(&web.view(), &looked),
        Part::Corrections => fragment::corrections(&looked),
        Part::Game | Part::Stock | Part::Search | Part::Acta => fragment::acta(&looked),
    }))
}

fn html(text: String) -> Response {
    bytes("text/html; charset=utf-8", text.into_bytes())
}
