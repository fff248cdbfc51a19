//! The page for players' phones, `/tv/seguir`, and its lane: the public board and nothing else.

use std::net::IpAddr;
use std::sync::{Arc, LazyLock};

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hall_wire::problem::{self, ProblemKind};

use super::POLICY;
use crate::board_code::{Looks, Pass};
use crate::panels::followers::Followers;
use crate::web::answer::{Trouble, bad_value, bytes};
use crate::web::route::Params;
use crate::web::socket::Wish;
use crate::web::{Peer, Web};

const PAGE: &str = include_str!("follow/page.html");

const STYLE: &str = include_str!("follow/style.css");

pub(super) const SCRIPTS: [&str; 5] = [
    include_str!("link.js"),
    include_str!("follow/words.js"),
    include_str!("follow/speech.js"),
    include_str!("follow/scene.js"),
    include_str!("follow/main.js"),
];

pub(super) static WHOLE: LazyLock<String> = LazyLock::new(|| {
    let script = SCRIPTS.concat();
    PAGE.replace("/*STYLE*/", STYLE.trim()).replace("/*SCRIPT*/", script.trim())
});

/// Largest frame from a phone: it sends pong and close only.
pub(in super::super) const FRAME_MAX: usize = 1024;

/// What is set aside to read them; the library's own is a hundred times as much, for each phone.
const READ_BUFFER: usize = 1024;

/// Most that may wait inside one phone's socket: a whole board and more.
const WRITE_BUFFER_MAX: usize = 512 * 1024;

/// A phone's connection ends with the answer: the hall's own devices need the places.
const CLOSE: HeaderValue = HeaderValue::from_static("close");

pub(in super::super) const PROBLEMS: &[ProblemKind] =
    &[problem::UNKNOWN_PROTOCOL, problem::BAD_VALUE, problem::NOT_A_SOCKET, problem::TOO_MANY_PHONES];

pub(in super::super) async fn page() -> Response {
    let mut response = bytes("text/html; charset=utf-8", WHOLE.as_bytes().to_vec());
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY);
    response.headers_mut().insert(header::CONNECTION, CLOSE);
    response
}

pub(in super::super) async fn open(
    State(web): State<Web>,
    Extension(Peer(peer)): Extension<Peer>,
    Extension(Looks(pass)): Extension<Looks>,
    wish: Params<Wish>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Trouble> {
    let wish = wish.map_err(|_| bad_value("protocol", "El parámetro protocol debe ser un número."))?.0;
    upgraded(Arc::clone(&web.shared.followers), peer, &wish, upgrade, pass)
}

/// Gives the phone a place on the lane.
pub(in super::super) fn upgraded(
    followers: Arc<Followers>,
    peer: IpAddr,
    wish: &Wish,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    pass: Option<Pass>,
) -> Result<Response, Trouble> {
    wish.check()?;
    let seat = followers.seat(peer).ok_or(problem::TOO_MANY_PHONES)?;
    let upgrade = upgrade.map_err(|_| problem::NOT_A_SOCKET)?;
    let upgrade = upgrade
        .max_message_size(FRAME_MAX)
        .max_frame_size(FRAME_MAX)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER_MAX);
    Ok(upgrade.on_upgrade(async move |socket| followers.take(socket, (seat, pass))))
}
