//! HTTP and WebSocket on one port: the only way in for people and screens.
//!
//! The routes are one table (`route`), from which come the router, who may call what, and
//! the OpenAPI document: they cannot differ. Handlers parse, ask the desk and translate its
//! answer; they decide nothing. There are no cookies, so no other web page can ask in
//! somebody's name.

mod answer;
mod balls;
mod body;
mod camera;
mod cards;
mod command;
mod health;
mod import;
mod inspect;
mod login;
mod machine;
mod matrices;
mod openapi;
mod prints;
mod read;
mod route;
mod serve;
mod socket;
mod tv;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::{Next, from_fn, map_response};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use hall_wire::problem;
use tokio::sync::Semaphore;

use crate::access::{Access, Attempts, Caller};
use crate::camera::Camera;
use crate::desk::{DeskHandle, View};
use crate::panels::Panels;
use crate::papers::House;

pub use machine::{LineWatch, Lines};
pub use serve::serve;

/// How many PINs are hashed at the same time: each takes 19 MiB and a core.
const HASHES_MAX: usize = 2;

/// How many look at the lists of the hall at the same time: each reads the disk.
const LOOKS_MAX: usize = 2;

/// How many long pieces of work (cards, actas, matrices) run at the same time.
const WORKS_MAX: usize = 2;

/// How many who have not come in are told of the matrices at once: they keep nobody of the hall waiting.
const STRANGERS_MAX: usize = 1;

/// Everything the handlers share.
#[derive(Clone)]
pub struct Web {
    shared: Arc<Shared>,
}

struct Shared {
    desk: DeskHandle,
    panels: Arc<Panels>,
    house: Arc<dyn House>,
    camera: Arc<Camera>,
    lines: Lines,
    attempts: Attempts,
    hashes: Semaphore,
    works: Semaphore,
    looks: Semaphore,
    strangers: Semaphore,
    began: Instant,
}

/// Where a request comes from.
#[derive(Debug, Clone, Copy)]
struct Peer(IpAddr);

/// Returns every address that the server answers at, as in `/api/series/{series}/cards.csv`.
pub fn addresses() -> Vec<String> {
    route::routes().into_iter().map(|route| route.path).collect()
}

impl Web {
    /// Returns the web layer of this desk; `lines` are the ball machine's and the second reader's. Call it
    /// within a tokio runtime: the screens' sender begins here.
    pub fn new(desk: DeskHandle, house: Arc<dyn House>, camera: Arc<Camera>, lines: Lines) -> Web {
        let panels = Panels::start(desk.view.clone());
        Web {
            shared: Arc::new(Shared {
                desk,
                panels,
                house,
                camera,
                lines,
                attempts: Attempts::default(),
                hashes: Semaphore::new(HASHES_MAX),
                works: Semaphore::new(WORKS_MAX),
                looks: Semaphore::new(LOOKS_MAX),
                strangers: Semaphore::new(STRANGERS_MAX),
                began: Instant::now(),
            }),
        }
    }

    /// Returns the router of the whole table.
    pub fn router(&self) -> Router {
        let table = route::routes();
        let document = Arc::new(openapi::document(&table));
        let mut router = Router::new();
        for route in table {
            let path = route.path.clone();
            router = router.route(&path, route.mount(self));
        }
        router
            .fallback(|body: Body| refuse(problem::UNKNOWN_ROUTE, body))
            .method_not_allowed_fallback(|body: Body| refuse(problem::WRONG_METHOD, body))
            .layer(Extension(openapi::Document(document)))
            .layer(map_response(guard))
            .layer(from_fn(place))
            .with_state(self.clone())
    }

    fn view(&self) -> Arc<View> {
        Arc::clone(&self.shared.desk.view.borrow())
    }

    fn access(&self) -> Arc<Access> {
        Arc::clone(&self.view().access)
    }

    /// Returns who asks, by the header `Authorization: Bearer`.
    fn caller(&self, headers: &HeaderMap) -> Result<Caller, answer::Trouble> {
        let caller = bearer(headers).and_then(|token| self.access().caller(token));
        caller.ok_or_else(|| problem::NOT_IDENTIFIED.into())
    }
}

/// Returns the token of the header.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

async fn refuse(kind: problem::Kind, body: Body) -> Response {
    body::discard(body).await;
    answer::trouble(kind.problem())
}

/// Nothing here may be kept by a browser, unless it says so, or taken for what it is not.
async fn guard(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Sees to it that every request has a [`Peer`], also where a test calls the router itself.
async fn place(mut request: Request, next: Next) -> Response {
    let address = request.extensions().get::<SocketAddr>().map(SocketAddr::ip);
    request.extensions_mut().insert(Peer(address.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))));
    next.run(request).await.into_response()
}
