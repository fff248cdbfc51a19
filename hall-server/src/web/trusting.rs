//! How a browser of the hall comes to believe this server: its authority's certificate, offered once, with what to press (ADR 83).
//!
//! It is shown unencrypted too, or nobody could begin. Whoever changes it on its way makes himself believed by that one telephone, and what
//! the page says of the certificate he changes as well. So what is compared is what the telephone says of the certificate that it has,
//! with what stands at the manager's console.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hall_trust::Authority;
use hall_wire::problem;

use super::Web;
use super::answer::{Trouble, bytes};

mod configuration;

/// The authority of the hall that is served.
pub type Authorities = Arc<Authority>;

const PAGE: &str = include_str!("trusting/page.html");

/// The page has its style within itself and loads nothing.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The page: one for each kind of telephone and computer.
pub(super) async fn page(State(web): State<Web>) -> Response {
    let fingerprint = web.shared.authority.get().map(|authority| authority.fingerprint());
    let text = PAGE.replace("{{fingerprint}}", fingerprint.as_deref().unwrap_or("—"));
    let mut response = bytes("text/html; charset=utf-8", text);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY);
    response
}

/// The certificate, under the type that telephones install.
pub(super) async fn root(State(web): State<Web>) -> Result<Response, Trouble> {
    let authority = web.shared.authority.get().ok_or(problem::NO_AUTHORITY)?;
    let mut response = bytes("application/x-x509-ca-cert", authority.root().to_vec());
    let name = HeaderValue::from_static("attachment; filename=\"sala-de-bingo.crt\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

/// The same for iPhones, as a profile.
pub(super) async fn configuration(State(web): State<Web>) -> Result<Response, Trouble> {
    let authority = web.shared.authority.get().ok_or(problem::NO_AUTHORITY)?;
    Ok(bytes(configuration::MEDIA, configuration::profile(authority.root())))
}

/// Whether somebody looks with a browser.
pub(super) fn is_looking(request: &Request) -> bool {
    let accepts = request.headers().get(header::ACCEPT).and_then(|types| types.to_str().ok());
    request.method() == "GET" && accepts.is_some_and(|types| types.contains("text/html"))
}

/// Sends a browser that came unencrypted to the page that tells how it is done.
pub(super) fn shown_the_way() -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, HeaderValue::from_static("/confianza"))]).into_response()
}
