//! The boards of a spare: the public one, for whoever asks for a spare's. Nobody logs in, and nothing is commanded.
//!
//! A wall or a desk that knows both servers does not ask for it, and so never takes the spare for the hall's server; a
//! television page does, and says whose board it shows.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Query, Request, State};
use axum::middleware::{Next, from_fn, map_response};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use hall_wire::board::{Board as _, PublicBoard};
use hall_wire::message::Snapshot;
use hall_wire::problem;
use tokio::sync::watch;

use super::answer::{Trouble, json};
use super::route::Params;
use super::socket::{Wish, upgraded};
use super::{guard, refused, tv};
use crate::desk::View;
use crate::panels::followers::{Followers, Pace};
use crate::panels::{Panels, Screen};

/// What a spare shows of its own record.
#[derive(Clone)]
struct Shown {
    view: watch::Receiver<Arc<View>>,
    panels: Arc<Panels>,
    followers: Arc<Followers>,
}

/// The routes of a spare's boards, for this computer alone where the hall asks for the code of its screens: a spare has none to show.
/// Call it within a tokio runtime.
pub(crate) fn boards(view: watch::Receiver<Arc<View>>, only_here: bool) -> Router {
    let panels = Panels::start_of_spare(view.clone());
    let shown = Shown { panels, followers: Followers::start(view.clone(), true, Pace::HALL), view };
    Router::new()
        .route("/tv", get(tv::page))
        .route("/tv/seguir", get(tv::follow::page))
        .route("/tv/seguir/tablero", get(follow))
        .route("/tv/fonts/{file}", get(tv::font))
        .route("/api/board", get(board))
        .route("/api/ws", get(open))
        .layer(from_fn(move |request: Request, next: Next| async move {
            let from = request.extensions().get::<SocketAddr>();
            if only_here && from.is_none_or(|from| !from.ip().is_loopback()) {
                return refused(problem::IS_SPARE);
            }
            next.run(request).await
        }))
        .layer(map_response(guard))
        .with_state(shown)
}

impl Shown {
    /// The hall, once the record was read to its end.
    fn now(&self) -> Result<Arc<View>, Trouble> {
        let view = Arc::clone(&self.view.borrow());
        if view.seq == 0 { Err(problem::IS_SPARE.into()) } else { Ok(view) }
    }
}

async fn board(State(shown): State<Shown>) -> Result<Response, Trouble> {
    let view = shown.now()?;
    Ok(json(&Snapshot { seq: view.seq, at_utc_ms: view.at_utc_ms, board: &view.public }))
}

async fn open(
    State(shown): State<Shown>,
    Extension(peer): Extension<SocketAddr>,
    wish: Params<Wish>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Trouble> {
    let Query(wish) = wish.map_err(|_| problem::BAD_VALUE)?;
    let public = wish.board.as_deref().is_none_or(|board| board == PublicBoard::NAME);
    if !public || wish.spare.as_deref() != Some("1") {
        return Err(problem::IS_SPARE.into());
    }
    wish.check()?;
    shown.now()?;
    upgraded(shown.panels, upgrade, Screen::Public, peer.ip())
}

async fn follow(
    State(shown): State<Shown>,
    Extension(peer): Extension<SocketAddr>,
    wish: Params<Wish>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Trouble> {
    let Query(wish) = wish.map_err(|_| problem::BAD_VALUE)?;
    shown.now()?;
    tv::follow::upgraded(shown.followers, peer.ip(), &wish, upgrade, None)
}
