//! The television page: one self-contained page and its font, for any browser in the hall.
//!
//! It knows the public board only, folds it as [`hall_wire::link`] does, and loads nothing from the Internet. The scripts
//! are in the order in which they use one another.

use std::sync::LazyLock;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hall_wire::message::MatrixRow;
use hall_wire::problem;

use super::Web;
use super::answer::{Trouble, bytes};

const PAGE: &str = include_str!("tv/page.html");

const PROOFS: &str = include_str!("tv/proofs.html");

const STYLE: &str = include_str!("tv/style.css");

const SCRIPTS: [&str; 5] = [
    include_str!("tv/link.js"),
    include_str!("tv/draw.js"),
    include_str!("tv/scenes.js"),
    include_str!("tv/endings.js"),
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

/// What is published of every matrix, and how anybody checks it. Not on the monitors.
pub(super) async fn proofs(State(web): State<Web>) -> Result<Response, Trouble> {
    let lists = web.made(&web.shared.strangers, |papers| papers.lists()).await?;
    let page = proofs_page(&web.view().public.hall, &lists.matrices);
    let mut response = bytes("text/html; charset=utf-8", page.into_bytes());
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY);
    Ok(response)
}

fn proofs_page(hall: &str, matrices: &[MatrixRow]) -> String {
    let section = |row: &MatrixRow| {
        let mut all = format!("<section><h2>Matriz {}</h2><dl>", row.matrix);
        let mut put = |name: &str, value: &str, code: bool| {
            let value = if code { format!("<code>{}</code>", escape(value)) } else { escape(value) };
            all.push_str(&format!("<dt>{name}</dt><dd>{value}</dd>"));
        };
        put("Cartones", &row.size.to_string(), false);
        put("Huella de los cartones (SHA-256)", &row.faces_sha256, true);
        match (&row.key_sha256, &row.maker) {
            (Some(hash), _) => put("Huella de la clave (SHA-256)", hash, true),
            (None, Some(maker)) => put("Hecha por", maker, false),
            (None, None) => (),
        }
        match (row.retired_at_utc_ms, &row.key) {
            (None, _) => put("Estado", "En uso: la clave se publica cuando se retire.", false),
            (Some(_), Some(key)) => put("Retirada. Clave", key, true),
            (Some(_), None) => put("Estado", "Retirada.", false),
        }
        if let Some(seed) = &row.seed {
            put("Azar del sistema", seed, true);
        }
        if let Some(mixed) = &row.mixed {
            put("Azar que añadieron personas", mixed, false);
        }
        all.push_str("</dl></section>");
        all
    };
    let all: String = matrices.iter().map(section).collect();
    let all = if all.is_empty() { "<p>La sala todavía no tiene matrices.</p>".to_owned() } else { all };
    PROOFS.replace("<!--HALL-->", &escape(hall)).replace("<!--MATRICES-->", &all)
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

#[cfg(test)]
mod tests;
