//! Telephones and televisions at the public board, where the hall asks them for the code that its screens show (ADR 93).
//!
//! A good code gives a cookie, the only one of this server: it opens the public board and nothing else, and no page of another house
//! is sent it along with what it asks here.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use hall_wire::problem::{self, Problem};

use super::answer::Trouble;
use super::login::wait;
use super::tv::escape;
use super::wire::Wire;
use super::{Web, credentials, trusting};
use crate::access::{Attempts, Place};
use crate::board_code::{BoardCode, DIGITS, Looks, PASS_LASTS_MS};
use crate::desk::View;
use crate::whose::whose;

/// The parameter that has the code, as in the address that walls show.
const CODE: &str = "c";

/// The cookie with the pass.
const COOKIE: &str = "panel";

const PAGE: &str = include_str!("onlookers/page.html");

/// The page has its style within itself, loads nothing, and sends the code here.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);

/// How the board is asked for where it takes a code.
pub(super) struct Onlookers {
    code: Arc<BoardCode>,
    /// Of their own: whoever guesses here delays nobody's PIN.
    guesses: Attempts,
}

impl Web {
    /// Shows the public board to whoever is neither at this computer, nor a device of the hall, nor logged in, only for the code that
    /// the hall's screens show. The secret is the hall's, and makes the same codes after a start.
    pub fn asks_for_the_board_code(&self, secret: &[u8]) {
        let code = Arc::new(BoardCode::of(secret));
        self.shared.panels.tell_the_code(Arc::clone(&code));
        let _ = self.shared.onlookers.set(Onlookers { code, guesses: Attempts::default() });
    }

    /// Who asks for a part of the public board; or what is answered instead.
    pub(super) fn looks(&self, request: &Request, wire: &Wire, peer: IpAddr) -> Result<Looks, Box<Response>> {
        let Some(onlookers) = self.shared.onlookers.get() else { return Ok(Looks::default()) };
        let (headers, uri) = (request.headers(), request.uri());
        if peer.is_loopback()
            || wire.device(&self.access()).is_some()
            || self.is_of_the_hall(headers, uri, wire)
        {
            return Ok(Looks::default());
        }
        let view = self.view();
        if let Some(pass) = passes(headers).find_map(|text| onlookers.code.read(text, &view)) {
            return Ok(Looks(Some(pass)));
        }
        let looks = trusting::is_looking(request);
        let typed = typed(uri).filter(|typed| !typed.is_empty());
        let trouble = match typed.map(|typed| onlookers.takes(&typed, &view, peer)) {
            Some(Ok(())) => {
                let pass = onlookers.code.pass(&view);
                return Err(Box::new(with_a_pass(&pass, wire.is_encrypted(), uri)));
            }
            Some(Err(trouble)) => {
                self.shared.turned_away.note(peer, &trouble.code);
                *trouble
            }
            None => problem::NO_BOARD_CODE.problem(),
        };
        Err(Box::new(if looks { page(&trouble, uri) } else { Trouble::from(trouble).into_response() }))
    }

    /// Whether somebody with a log-in asks, or the hall's voice.
    fn is_of_the_hall(&self, headers: &HeaderMap, uri: &Uri, wire: &Wire) -> bool {
        let in_query = || parameters(uri).find_map(|pair| pair.strip_prefix("token="));
        let Some(token) = credentials("bearer", headers).or_else(in_query) else { return false };
        let is_at_its_desk = |caller| self.is_at_its_desk(&caller, wire, headers);
        self.shared.voice.knows(token) || self.access().caller(token).is_some_and(is_at_its_desk)
    }
}

impl Onlookers {
    /// Whether a code is good. Wrong ones delay those that come from the same address, as wrong PINs do.
    fn takes(&self, typed: &str, view: &View, peer: IpAddr) -> Result<(), Box<Problem>> {
        let (who, now) = (whose(peer), Instant::now());
        let what = who.to_string();
        self.guesses
            .begin(&what, &Place::Other(who, String::new()), false, now)
            .map_err(|left| Box::new(wait(left)))?;
        if !self.code.is_code(typed, view) {
            return Err(Box::new(problem::NO_BOARD_CODE.saying(
                "Ese código no es el de ahora: cambia cada cinco minutos. Teclee el que hay en la pantalla, o escanéelo.",
            )));
        }
        self.guesses.good_code(&what);
        Ok(())
    }
}

/// The parts of a query, as they stand there.
fn parameters(uri: &Uri) -> impl Iterator<Item = &str> {
    uri.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty())
}

/// The code in an address. A form writes the spaces within it as `+`.
fn typed(uri: &Uri) -> Option<String> {
    let code = parameters(uri).find_map(|pair| pair.strip_prefix(CODE)?.strip_prefix('='))?;
    Some(code.replace('+', " ").replace("%20", " "))
}

/// The passes that a browser shows.
fn passes(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|text| text.split(';')).filter_map(|one| one.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// What of the address is not the code.
fn others(uri: &Uri) -> impl Iterator<Item = &str> {
    parameters(uri).filter(|pair| pair.split('=').next() != Some(CODE))
}

/// Gives the browser its pass and sends it to the same page without the code, which stays in no history.
fn with_a_pass(pass: &str, encrypted: bool, uri: &Uri) -> Response {
    let rest = others(uri).collect::<Vec<_>>().join("&");
    let to = if rest.is_empty() { uri.path().to_owned() } else { format!("{}?{rest}", uri.path()) };
    let secure = if encrypted { "; Secure" } else { "" };
    let secs = PASS_LASTS_MS / 1_000;
    let cookie = format!("{COOKIE}={pass}; Path=/; Max-Age={secs}; HttpOnly; SameSite=Lax{secure}");
    let headers = [(header::LOCATION, to), (header::SET_COOKIE, cookie)];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// The page on which a television's remote types the code.
fn page(trouble: &Problem, uri: &Uri) -> Response {
    let said = if trouble.detail == problem::NO_BOARD_CODE.detail { "" } else { trouble.detail.as_str() };
    let hidden = others(uri).filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        let is_plain = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
        (is_plain(name) && is_plain(value))
            .then(|| format!("<input type=\"hidden\" name=\"{name}\" value=\"{value}\">"))
    });
    let text = PAGE
        .replace("{{path}}", &escape(uri.path()))
        .replace("{{said}}", &escape(said))
        .replace("{{digits}}", &DIGITS.to_string())
        .replace("{{hidden}}", &hidden.collect::<String>());
    let mut response = super::answer::bytes("text/html; charset=utf-8", text);
    *response.status_mut() = StatusCode::from_u16(trouble.status).unwrap_or(StatusCode::FORBIDDEN);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY);
    response
}
