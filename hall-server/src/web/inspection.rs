//! The inspection in a browser (37.5; RD 2221/1984 art. 12): a page that reads and changes nothing, with a log-in of its own and
//! each look at the game in the record.
//!
//! An inspector comes in with user and PIN, or with a code of eight digits that the jefe de sala asked for: it is good once and for
//! ten minutes, and wrong ones cost a growing delay (DECISIONS 46). Codes are in memory alone, so a restart ends them; the log-in that
//! one led to is as any other. The page keeps its token in its own memory, and there are no cookies.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use hall_core::event::SessionNo;
use hall_core::people::PersonId;
use hall_core::request::{Notice, Request};
use hall_wire::command::read;
use hall_wire::message::{InspectionCode, InspectionCodeAsked, InspectionLogIn, LoggedIn};
use hall_wire::problem::{self, Problem};
use subtle::ConstantTimeEq;

use super::answer::{Trouble, bad_value, bytes, json};
use super::route::{Param, Params};
use super::{Peer, Web, body, command, inspect};
use crate::access::{Caller, new_token, token_hash};
use crate::desk::{Answer, Ask};
use crate::journal::seal;

mod fragment;
mod search;

/// For how long a code is good.
const CODE_LIVES: Duration = Duration::from_secs(10 * 60);

/// Codes that are good at the same time.
const CODES_MAX: usize = 8;

/// The device of a log-in on the page.
const DEVICE: &str = "inspeccion";

const PAGE: &str = include_str!("inspection/page.html");

/// The page may load its own parts only.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src 'self'; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The codes that are good now.
#[derive(Default)]
pub(super) struct Codes(Mutex<Vec<Code>>);

struct Code {
    digits: String,
    person: PersonId,
    until: Instant,
}

impl Codes {
    /// Makes a code; the oldest goes where there are too many.
    fn give(&self, person: PersonId, now: Instant) -> String {
        let digits = eight_digits();
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|code| code.until > now && code.person != person);
        if codes.len() >= CODES_MAX {
            codes.remove(0);
        }
        codes.push(Code { digits: digits.clone(), person, until: now + CODE_LIVES });
        digits
    }

    /// Whose code this is, if it is good; it is good no more.
    fn take(&self, digits: &str, now: Instant) -> Option<PersonId> {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|code| code.until > now);
        let same = |code: &Code| bool::from(code.digits.as_bytes().ct_eq(digits.as_bytes()));
        let at = codes.iter().position(same)?;
        Some(codes.remove(at).person)
    }
}

fn eight_digits() -> String {
    let mut random = [0; 8];
    getrandom::fill(&mut random).expect("the system gives random bytes");
    format!("{:08}", u64::from_le_bytes(random) % 100_000_000)
}

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
            let lives = i64::try_from(CODE_LIVES.as_millis()).unwrap_or(i64::MAX);
            let view = web.view();
            let until_utc_ms = view.clock_says().at_utc_ms.saturating_add(lives);
            let until = view.clock.print_hour(until_utc_ms);
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
    let attempts = &web.shared.attempts;
    // Nobody's user name: no name has a space.
    let (user, now) = ("código de inspección", Instant::now());
    let tries = attempts.begin(peer, user, DEVICE, now).map_err(|wait| {
        let secs = u32::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
        problem::WAIT.saying(format!("Ha habido intentos fallidos. Espere {secs} s y repita.")).after(secs)
    })?;
    let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let Some(person) = web.shared.codes.take(&digits, now) else {
        web.shared.desk.notice(Notice::LoginRefused { tries });
        return Err(problem::WRONG_CODE.into());
    };
    attempts.good(peer, user, DEVICE);
    let token = new_token();
    let row = seal(token_hash(&token).as_bytes());
    let login = Request::LogIn { token: row.sealed, pin: None };
    match web.shared.desk.ask(Ask::once(person, DEVICE.to_owned(), login, vec![row])).await? {
        Answer::Done(_) => {
            let access = web.access();
            let roles = access.person(person).map(|member| member.roles.clone()).unwrap_or_default();
            Ok(json(&LoggedIn { token, person: person.0, roles, device: DEVICE.to_owned() }))
        }
        answer @ (Answer::Refused(_) | Answer::IdReused) => command::reply(answer),
    }
}

pub(super) const PARAMS: &[Param] = &[
    Param::required("part", "game, acta, stock, staff, corrections o search"),
    Param::optional("session", "El número de la sesión; si no se dice, la última"),
    Param::optional("by", "Para buscar: card, ball, person, amount u hour"),
    Param::optional("text", "Lo que se busca, como A17 301, 45, p3, 98,00 o 21:05"),
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

/// By what somebody looks for something.
#[derive(Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum By {
    #[default]
    Card,
    Ball,
    Person,
    Amount,
    Hour,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Looks {
    part: Part,
    session: Option<String>,
    #[serde(default)]
    by: By,
    #[serde(default)]
    text: String,
}

/// A part of the page, as HTML. A look at the game is a line before it is an answer.
pub(super) async fn look(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
    query: Params<Looks>,
) -> Result<Response, Trouble> {
    let Query(Looks { part, session, by, text }) = query.map_err(|_| {
        bad_value("part", "No hay tal apartado, o no se busca así. Vuelva a la página de la inspección.")
    })?;
    let session = match session.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => Some(SessionNo(text.parse().map_err(|_| problem::UNKNOWN_SESSION)?)),
        None => None,
    };
    let wanted = search::wanted(by, &text)?;
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
        Part::Search => fragment::found(&looked, by, &text, wanted),
        Part::Game | Part::Stock | Part::Acta => fragment::acta(&looked),
    }))
}

fn html(text: String) -> Response {
    bytes("text/html; charset=utf-8", text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_good_once_and_for_ten_minutes_and_the_last_one_of_a_person_is_the_good_one() {
        let (codes, now) = (Codes::default(), Instant::now());
        let code = codes.give(PersonId(7), now);
        assert!(code.len() == 8 && code.bytes().all(|b| b.is_ascii_digit()), "{code}");
        assert_eq!(codes.take("1234567", now), None);
        assert_eq!(codes.take(&code, now), Some(PersonId(7)));
        assert_eq!(codes.take(&code, now), None, "once");
        let late = codes.give(PersonId(7), now);
        assert_eq!(codes.take(&late, now + CODE_LIVES), None, "ten minutes");
        let (first, second) = (codes.give(PersonId(7), now), codes.give(PersonId(7), now));
        assert_eq!((codes.take(&first, now), codes.take(&second, now)), (None, Some(PersonId(7))));
        for person in 0..50 {
            codes.give(PersonId(person), now);
        }
        assert_eq!(codes.0.lock().unwrap().len(), CODES_MAX);
    }
}
