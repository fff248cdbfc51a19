//! The socket of a screen: protocol, board and log-in are checked before the upgrade.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use hall_core::event::DevicePost;
use hall_wire::board::{Board, MesaBoard, PublicBoard};
use hall_wire::message::PROTOCOL;
use hall_wire::problem;

use super::answer::Trouble;
use super::body::check_name;
use super::route::Params;
use super::wire::{Clear, Wire};
use super::{Peer, Web, credentials};
use crate::access::Caller;
use crate::board_code::Looks;
use crate::panels::{Panels, Screen};

/// Largest frame from a screen: it sends pong and close only.
pub(super) const FRAME_MAX: usize = 4 * 1024;

/// Most that may wait inside one screen's socket.
const WRITE_BUFFER_MAX: usize = 4 * 1024 * 1024;

#[derive(serde::Deserialize)]
pub(super) struct Wish {
    protocol: Option<String>,
    pub(super) board: Option<String>,
    device: Option<String>,
    token: Option<String>,
    /// `1`: a spare's board will do.
    pub(super) spare: Option<String>,
}

impl Wish {
    /// Whether this server and the screen understand each other.
    pub(super) fn check(&self) -> Result<(), Trouble> {
        let theirs = self.protocol.clone().unwrap_or_default();
        if theirs.parse() != Ok(PROTOCOL) {
            let theirs: String = theirs.chars().filter(|c| !c.is_control()).take(20).collect();
            let theirs = if theirs.is_empty() { "ninguna".to_string() } else { theirs };
            let detail = format!(
                "La pantalla habla la versión {theirs} del protocolo y el servidor la {PROTOCOL}. Actualice la más antigua."
            );
            return Err(problem::UNKNOWN_PROTOCOL.saying(detail).about("protocol").into());
        }
        self.device.as_deref().map_or(Ok(()), |device| check_name("device", "del puesto", device))
    }
}

pub(super) async fn open(
    State(web): State<Web>,
    (Extension(Peer(peer)), Extension(wire)): (Extension<Peer>, Extension<Wire>),
    Extension(Looks(pass)): Extension<Looks>,
    wish: Params<Wish>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Trouble> {
    let Query(wish) = wish.map_err(|_| {
        problem::BAD_VALUE.saying("Los parámetros de la dirección no se entienden. Compruébelos.")
    })?;
    wish.check()?;
    let screen = match wish.board.as_deref().unwrap_or(PublicBoard::NAME) {
        PublicBoard::NAME => match credentials("bearer", &headers) {
            Some(key) if web.shared.voice.knows(key) => Screen::Voice { key_sha256: None },
            Some(_) | None => pass.map_or_else(|| web.screen_of(&wire), Screen::Passed),
        },
        MesaBoard::NAME => {
            let token =
                credentials("bearer", &headers).map(str::to_string).or(wish.token).unwrap_or_default();
            web.takes(&wire, peer, Clear::Never)?;
            let access = web.access();
            let there = |caller: &Caller| web.is_at_its_desk(caller, &wire, &headers);
            if access.caller(&token).filter(there).is_none() {
                web.shared.turned_away.note(peer, problem::NOT_IDENTIFIED.code);
                return Err(web.nobody(&token));
            }
            Screen::Mesa { token }
        }
        _ => return Err(problem::UNKNOWN_BOARD.problem().about("board").into()),
    };
    upgraded(Arc::clone(&web.shared.panels), upgrade, screen, peer)
}

impl Web {
    /// Who shows the public board at the other end.
    pub(super) fn screen_of(&self, wire: &Wire) -> Screen {
        let access = self.access();
        let Some(device) = wire.device(&access).map(|enrolled| &enrolled.device) else {
            return Screen::Public;
        };
        let key_sha256 = device.key_sha256;
        match device.post {
            DevicePost::Voice => Screen::Voice { key_sha256: Some(key_sha256) },
            DevicePost::Desk | DevicePost::Wall | DevicePost::Camera => Screen::Enrolled { key_sha256 },
        }
    }
}

/// Gives the screen a place, and sends it its board.
pub(super) fn upgraded(
    panels: Arc<Panels>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    screen: Screen,
    peer: IpAddr,
) -> Result<Response, Trouble> {
    let upgrade = upgrade.map_err(|_| problem::NOT_A_SOCKET)?;
    let seat = panels.seat(&screen, peer).ok_or(problem::TOO_MANY_SCREENS)?;
    let upgrade =
        upgrade.max_message_size(FRAME_MAX).max_frame_size(FRAME_MAX).max_write_buffer_size(WRITE_BUFFER_MAX);
    Ok(upgrade.on_upgrade(async move |socket| {
        panels.serve(socket, screen).await;
        drop(seat);
    }))
}
