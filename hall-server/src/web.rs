//! HTTP and WebSocket on one port: the only way in for people and screens.
//!
//! Router, permissions and the OpenAPI document are made of one table (`route`), so they cannot differ. Handlers parse,
//! ask the desk and translate its answer. No cookie says who somebody is, so no other web page can ask in somebody's name. On the
//! hall's network it is encrypted (`wire`).

mod answer;
mod balls;
pub(crate) mod body;
mod camera;
mod cards;
mod codes;
mod command;
mod doors;
mod enrolment;
mod film;
mod health;
mod import;
mod inspect;
mod inspection;
mod log;
mod login;
mod machine;
mod make_matrix;
mod matrices;
mod names;
mod onlookers;
mod openapi;
mod people;
mod port;
mod prints;
mod read;
mod rules;
mod record;
mod route;
mod search;
mod serve;
mod signatures;
mod socket;
pub(crate) mod spare;
mod turned_away;
mod tv;
mod trusting;
mod voice;
pub(crate) mod wire;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::{Next, from_fn, map_response};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use hall_core::people::PersonId;
use hall_wire::barcode::Pattern;
use hall_wire::problem;
use tokio::sync::Semaphore;

use crate::access::{Access, Attempts, Caller};
use crate::backup::Backups;
use crate::camera::Cameras;
use crate::desk::{DeskHandle, View};
use crate::exports::Doing;
use crate::film::Film;
use crate::mirror::Mirrors;
use crate::panels::Panels;
use crate::panels::followers::{Followers, Pace};
use crate::papers::Papers;
use crate::stamps::Waiting;
use crate::voice::Voice;
use crate::witness_push::Witnesses;

pub use crate::panels::SCREENS_MAX;
pub use crate::panels::followers::PHONES_MAX;
pub use machine::{LineWatch, Lines};
pub use names::Names;
pub use port::Port;
pub use serve::{Tls, serve};
pub use trusting::Authorities;
pub use tv::notices::Notices;

/// PINs hashed at the same time: each takes 19 MiB and a core.
const HASHES_MAX: usize = 2;

/// Of those, by strangers: the others are for the hall's devices, and for whoever logged in there before.
const NEW_HASHES_MAX: usize = 1;

/// Lists and cards looked up at the same time: each reads the disk.
const LOOKS_MAX: usize = 2;

/// Long pieces of work (cards, actas, matrices) at the same time.
const WORKS_MAX: usize = 2;

/// Requests for the matrices without a log-in at the same time: they keep no staff waiting.
const STRANGERS_MAX: usize = 1;

/// What the handlers share.
#[derive(Clone)]
pub struct Web {
    shared: Arc<Shared>,
}

struct Shared {
    desk: DeskHandle,
    panels: Arc<Panels>,
    followers: Arc<Followers>,
    papers: Arc<Papers>,
    cameras: Arc<Cameras>,
    voice: Arc<Voice>,
    film: Option<Arc<Film>>,
    lines: Lines,
    mirrors: Option<Arc<Mirrors>>,
    backups: OnceLock<Arc<Backups>>,
    stamps: OnceLock<Arc<Waiting>>,
    witnesses: OnceLock<Arc<Witnesses>>,
    exports: OnceLock<Arc<Doing>>,
    notices: OnceLock<Notices>,
    barcodes: OnceLock<Vec<Pattern>>,
    authority: OnceLock<Authorities>,
    plain_board: OnceLock<()>,
    onlookers: OnceLock<onlookers::Onlookers>,
    meetings: enrolment::Meetings,
    attempts: Attempts,
    codes: codes::Codes<PersonId>,
    device_codes: codes::Codes<enrolment::CodeFor>,
    hashes: Semaphore,
    new_hashes: Semaphore,
    works: Semaphore,
    looks: Semaphore,
    strangers: Semaphore,
    began: Instant,
    refusing: record::Refusing,
    turned_away: turned_away::TurnedAway,
}

/// The devices that report with a key of their own.
pub struct Devices {
    /// The cameras.
    pub cameras: Arc<Cameras>,
    /// The hall's voice.
    pub voice: Arc<Voice>,
    /// What the cameras film; none where it is not kept.
    pub film: Option<Arc<Film>>,
}

/// Where a request comes from.
#[derive(Debug, Clone, Copy)]
struct Peer(IpAddr);

/// Every address of the server, as in `/api/series/{series}/cards.csv`.
pub fn addresses() -> Vec<String> {
    route::routes().into_iter().map(|route| route.path).collect()
}

impl Web {
    /// The web layer of this desk. Call it within a tokio runtime: the screens' sender starts here.
    pub fn new(
        desk: DeskHandle,
        papers: Arc<Papers>,
        Devices { cameras, voice, film }: Devices,
        lines: Lines,
        mirrors: Option<Arc<Mirrors>>,
    ) -> Web {
        let panels = Panels::start(desk.view.clone(), voice.clone(), papers.players().map(str::to_owned));
        // With the light, which may wait for the voice.
        tokio::spawn(camera::hold(panels.hall(), Arc::clone(&cameras)));
        // Behind the screens, and never ahead of the voice.
        let followers = Followers::start(panels.hall(), false, Pace::HALL);
        Web {
            shared: Arc::new(Shared {
                desk,
                panels,
                followers,
                papers,
                cameras,
                voice,
                film,
                lines,
                mirrors,
                backups: OnceLock::new(),
                stamps: OnceLock::new(),
                witnesses: OnceLock::new(),
                exports: OnceLock::new(),
                notices: OnceLock::new(),
                barcodes: OnceLock::new(),
                authority: OnceLock::new(),
                plain_board: OnceLock::new(),
                onlookers: OnceLock::new(),
                meetings: enrolment::Meetings::default(),
                attempts: Attempts::default(),
                codes: codes::Codes::default(),
                device_codes: codes::Codes::default(),
                hashes: Semaphore::new(HASHES_MAX),
                new_hashes: Semaphore::new(NEW_HASHES_MAX),
                works: Semaphore::new(WORKS_MAX),
                looks: Semaphore::new(LOOKS_MAX),
                strangers: Semaphore::new(STRANGERS_MAX),
                began: Instant::now(),
                refusing: record::Refusing::default(),
                turned_away: turned_away::TurnedAway::default(),
            }),
        }
    }

    /// Tells of these backups too.
    pub fn tells_of(&self, backups: Arc<Backups>) {
        // Once for each server.
        let _ = self.shared.backups.set(backups);
    }

    /// Tells how far an export is.
    pub fn tells_of_exports(&self, doing: Arc<Doing>) {
        let _ = self.shared.exports.set(doing);
    }

    /// Tells desks how bought cards are read.
    pub fn reads(&self, barcodes: Vec<Pattern>) {
        let _ = self.shared.barcodes.set(barcodes);
    }

    /// Lets devices in with certificates of this authority.
    pub fn trusts(&self, authority: Authorities) {
        let _ = self.shared.authority.set(authority);
    }

    /// Shows the public board also to whoever comes unencrypted.
    pub fn shows_the_board_in_the_clear(&self) {
        let _ = self.shared.plain_board.set(());
    }

    /// Shows televisions also what the hall tells between games.
    pub fn shows(&self, notices: Notices) {
        let _ = self.shared.notices.set(notices);
    }

    /// Tells also of time stamps that do not come.
    pub fn tells_of_stamps(&self, waiting: Arc<Waiting>) {
        let _ = self.shared.stamps.set(waiting);
    }

    /// Tells also of these witnesses, in whose names nobody else may sign.
    pub fn tells_of_witnesses(&self, witnesses: Arc<Witnesses>) {
        let _ = self.shared.witnesses.set(witnesses);
    }

    /// The router of all routes.
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

    /// Who asks, by the header `Authorization: Bearer`.
    fn caller(&self, headers: &HeaderMap) -> Result<Caller, answer::Trouble> {
        let token = credentials("bearer", headers).unwrap_or_default();
        self.access().caller(token).ok_or_else(|| self.nobody(token))
    }

    /// Why a token lets nobody in.
    fn nobody(&self, token: &str) -> answer::Trouble {
        let over = self.access().over(token).map(|why| problem::LOG_IN_OVER.saying(login::over_words(why)));
        over.map_or_else(|| problem::NOT_IDENTIFIED.into(), answer::Trouble::from)
    }
}

/// The token or key of the header `Authorization`, if it has this scheme.
fn credentials<'a>(wanted: &str, headers: &'a HeaderMap) -> Option<&'a str> {
    let (scheme, secret) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case(wanted).then_some(secret.trim())
}

/// A problem as an answer.
pub(crate) fn refused(kind: problem::ProblemKind) -> Response {
    answer::trouble(kind.problem())
}

async fn refuse(kind: problem::ProblemKind, body: Body) -> Response {
    body::discard(body).await;
    refused(kind)
}

/// Nothing may be loaded.
const NOTHING: HeaderValue = HeaderValue::from_static("default-src 'none'");

/// What browsers are told of each answer: its type is not guessed, no page of another house shows it within itself or loads parts of it, and its
/// address is told to nobody.
const ALWAYS: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

/// Tells browsers what they may do with an answer.
async fn guard(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let is_page =
        headers.get(header::CONTENT_TYPE).is_some_and(|media| media.as_bytes().starts_with(b"text/html"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    // A browser shows a PDF with a page of its own, which needs its parts.
    if is_page {
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(NOTHING);
    }
    headers.extend(ALWAYS);
    response
}

/// Gives every request its [`Peer`] and its [`wire::Wire`], also where a test calls the router itself.
async fn place(mut request: Request, next: Next) -> Response {
    let address = request.extensions().get::<SocketAddr>().map(SocketAddr::ip);
    request.extensions_mut().insert(Peer(address.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))));
    if request.extensions().get::<wire::Wire>().is_none() {
        request.extensions_mut().insert(wire::Wire::default());
    }
    next.run(request).await.into_response()
}
