//! The television page: one self-contained page and its font, for any browser in the hall. `follow` is the page for phones.
//!
//! It knows the public board only, folds it as [`hall_wire::link`] does, and loads nothing from the Internet. The scripts
//! are in the order in which they use one another.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hall_wire::problem;

use super::answer::{Trouble, bytes};

const PAGE: &str = include_str!("tv/page.html");

const STYLE: &str = include_str!("tv/style.css");

const SCRIPTS: [&str; 6] = [
    include_str!("tv/link.js"),
    include_str!("tv/draw.js"),
    include_str!("tv/scenes.js"),
    include_str!("tv/endings.js"),
    include_str!("tv/notices.js"),
    include_str!("tv/main.js"),
];

const BOLD: &[u8] = include_bytes!("../../../hall-look/fonts/IBMPlexSansCondensed-Bold.woff2");

const MEDIUM: &[u8] = include_bytes!("../../../hall-look/fonts/IBMPlexSansCondensed-Medium.woff2");

/// The page may load its own parts only.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src 'self'; \
     img-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'",
);

/// A font never changes under its name.
const FOR_A_YEAR: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

static WHOLE: LazyLock<String> = LazyLock::new(|| {
    let script = SCRIPTS.concat();
    PAGE.replace("/*STYLE*/", STYLE.trim()).replace("/*SCRIPT*/", script.trim())
});

pub(super) async fn page() -> Response {
    let mut response = bytes("text/html; charset=utf-8", WHOLE.as_bytes().to_vec());
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY);
    response
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

pub(super) async fn font(Path(file): Path<String>) -> Result<Response, Trouble> {
    let font = match file.as_str() {
        "bold.woff2" => BOLD,
        "medium.woff2" => MEDIUM,
        _ => return Err(problem::UNKNOWN_ROUTE.into()),
    };
    let mut response = bytes("font/woff2", font.to_vec());
    response.headers_mut().insert(header::CACHE_CONTROL, FOR_A_YEAR);
    Ok(response)
}

pub(super) mod follow;
pub(super) mod notices;
pub(super) mod proofs;
#[cfg(test)]
mod tests;
