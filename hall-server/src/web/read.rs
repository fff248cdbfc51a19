//! What can be read, and what the house makes.

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use hall_core::event::{GameNo, Ordinal, SessionNo};
use hall_core::request::Notice;
use hall_core::series::SeriesId;
use hall_wire::board::Person;
use hall_wire::command::read;
use hall_wire::message::{Shown, Snapshot};
use hall_wire::problem::{self, Problem};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::answer::{Trouble, bytes, json};
use super::route::STATISTICS_FOR;
use super::{Web, body};
use crate::access::{Caller, is_name};
use crate::papers::{House, HouseError};

/// The public board.
pub(super) async fn board(State(web): State<Web>) -> Response {
    let view = web.view();
    json(&Snapshot { seq: view.seq, at_utc_ms: view.at_utc_ms, board: &view.public })
}

/// The mesa board.
pub(super) async fn mesa(State(web): State<Web>) -> Response {
    let view = web.view();
    json(&Snapshot { seq: view.seq, at_utc_ms: view.at_utc_ms, board: &view.mesa })
}

/// The staff, with names.
pub(super) async fn people(State(web): State<Web>) -> Response {
    let access = web.access();
    let person = |member: &crate::access::Member| Person {
        person: member.person.0,
        user: member.identity.user.clone(),
        name: member.identity.name.clone(),
        roles: member.roles.clone(),
    };
    json(&access.members().iter().map(person).collect::<Vec<Person>>())
}

/// What the hall has and has done, for whoever works in it. Not behind the long works of the house:
/// somebody stands before a screen and waits.
pub(super) async fn hall(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Trouble> {
    let mut lists = web.do_on(&web.shared.looks, problem::BROKEN, |house| house.lists()).await?;
    if !caller.has_any(STATISTICS_FOR) {
        lists.ball_sets.iter_mut().for_each(|row| row.verdict = None);
    }
    lists.at_utc_ms = web.view().clock_says().at_utc_ms;
    lists.screens = u32::try_from(web.shared.panels.monitors()).unwrap_or(u32::MAX);
    Ok(json(&lists))
}

/// A panel says that it shows a ball. Only what the hall may see can be said to be shown.
pub(super) async fn shown(
    State(web): State<Web>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let Shown { panel, game, ordinal } = read(&text).map_err(Problem::from)?;
    if !is_name(&panel) {
        let detail =
            "El nombre del panel lleva de 1 a 40 letras sin tilde, cifras o los signos - _ y . sin espacios.";
        return Err(problem::BAD_VALUE.saying(detail).about("panel").into());
    }
    let view = web.view();
    let present = view.public.game.as_ref().is_some_and(|view| view.game == game);
    if !present || !(1..=view.public.announced.len()).contains(&usize::from(ordinal)) {
        return Err(problem::NOT_ANNOUNCED.into());
    }
    web.shared.desk.notice(Notice::Shown { game: GameNo(game), ordinal: Ordinal(ordinal), panel });
    Ok(json(&serde_json::json!({})))
}

/// The cards of a series, as CSV.
pub(super) async fn cards_csv(
    State(web): State<Web>,
    Path(series): Path<String>,
) -> Result<Response, Trouble> {
    let id = SeriesId::parse(&series).ok_or(problem::UNKNOWN_SERIES)?;
    let text = web.work(problem::UNKNOWN_SERIES, move |house| house.cards_csv(id)).await?;
    let mut response = bytes("text/csv; charset=utf-8", text.into_bytes());
    name_file(&mut response, &format!("cartones-{id}.csv"));
    Ok(response)
}

/// The acta of a session.
pub(super) async fn acta(State(web): State<Web>, Path(session): Path<String>) -> Result<Response, Trouble> {
    let number: u32 = session.parse().map_err(|_| problem::UNKNOWN_SESSION)?;
    let pdf = web.work(problem::UNKNOWN_SESSION, move |house| house.acta_pdf(SessionNo(number))).await?;
    let mut response = bytes("application/pdf", pdf);
    name_file(&mut response, &format!("acta-{number}.pdf"));
    Ok(response)
}

/// The sheet of the present game. It shows what is out and not announced.
pub(super) async fn game_sheet(
    State(web): State<Web>,
    Path(game): Path<String>,
) -> Result<Response, Trouble> {
    let number: u32 = game.parse().map_err(|_| problem::NOT_IN_DRAW)?;
    let pdf = web.work(problem::NOT_IN_DRAW, move |house| house.game_sheet_pdf(GameNo(number))).await?;
    let mut response = bytes("application/pdf", pdf);
    name_file(&mut response, &format!("hoja-partida-{number}.pdf"));
    Ok(response)
}

/// Gives a file its name.
pub(super) fn name_file(response: &mut Response, name: &str) {
    let value = HeaderValue::from_str(&format!("inline; filename=\"{name}\"")).expect("letters and digits");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
}

impl Web {
    /// Has the house do something long, when it is its turn.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        unknown: problem::Kind,
        make: impl FnOnce(&dyn House) -> Result<T, HouseError> + Send + 'static,
    ) -> Result<T, Trouble> {
        self.do_on(&self.shared.works, unknown, make).await
    }

    /// Has the house do something, when there is a place for it.
    pub(super) async fn do_on<T: Send + 'static>(
        &self,
        places: &Semaphore,
        unknown: problem::Kind,
        make: impl FnOnce(&dyn House) -> Result<T, HouseError> + Send + 'static,
    ) -> Result<T, Trouble> {
        let turn = places.acquire().await.map_err(|_| problem::BROKEN)?;
        let house = std::sync::Arc::clone(&self.shared.house);
        let made = spawn_blocking(move || make(house.as_ref())).await.map_err(|_| problem::BROKEN)?;
        drop(turn);
        made.map_err(|error| match error {
            HouseError::Unknown => unknown.into(),
            HouseError::Lost(words) => problem::PAGES_LOST.saying(words).into(),
            HouseError::Failed(why) => {
                tracing::error!(why, "the house could not make what was asked");
                problem::BROKEN.into()
            }
        })
    }
}
