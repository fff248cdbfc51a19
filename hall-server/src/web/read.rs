//! What can be read: boards, staff, lists, actas and sheets.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use hall_core::event::{GameNo, Ordinal, PrizeNo, SessionNo};
use hall_core::people::Role;
use hall_core::request::{Notice, RequestKind};
use hall_core::series::SeriesId;
use hall_wire::board::Person;
use hall_wire::command::read;
use hall_wire::message::{BallShown, Snapshot};
use hall_wire::problem::{self, Problem};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::answer::{Trouble, csv, json, pdf};
use super::body::{self, check_name};
use super::route::STATISTICS_FOR;
use super::wire::Wire;
use super::{Web, enrolment, login, matrices, rules};
use crate::access::{Caller, Member};
use crate::papers::{PaperError, Papers};

/// Who sees who is logged in where.
const LOG_INS_FOR: &[Role] = &[Role::JefeDeSala, Role::Inspector];

/// The public board as the hall's screens show it. They are told some milliseconds after the desk has answered: who
/// asks after an answer waits for them, so as to see what was answered.
pub(super) async fn board(State(web): State<Web>) -> Response {
    let answered = web.view().seq;
    let mut hall = web.shared.panels.hall();
    let shown = hall.wait_for(|view| view.seq >= answered).await.expect("the panels outlive their readers");
    json(&Snapshot { seq: shown.seq, at_utc_ms: shown.at_utc_ms, board: &shown.public })
}

pub(super) async fn mesa(State(web): State<Web>) -> Response {
    let view = web.view();
    json(&Snapshot { seq: view.seq, at_utc_ms: view.at_utc_ms, board: &view.mesa })
}

/// The desk's clock, this moment (ADR 74).
pub(super) async fn clock(State(web): State<Web>) -> Response {
    json(&web.view().clock_says())
}

/// The staff, with names, and who left it.
pub(super) async fn people(State(web): State<Web>, Extension(caller): Extension<Caller>) -> Response {
    let access = web.access();
    let manages = caller.has_any(&[Role::JefeDeSala]);
    let person = |member: &Member| Person {
        person: member.person.0,
        user: member.identity.user.clone(),
        name: member.identity.name.clone(),
        roles: member.roles.clone(),
        own_roles: member.own_roles.clone(),
        document: member.identity.document.clone().filter(|_| manages),
        card_until: member.card_until.map(|date| date.to_string()),
        first_pin: member.first_pin,
        left: member.left,
    };
    json(&access.members().iter().map(person).collect::<Vec<Person>>())
}

/// The hall's lists, for the staff. Not behind the long works: somebody waits before a screen.
pub(super) async fn hall(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Trouble> {
    let listed = web.made(&web.shared.looks, |papers| Ok((papers.lists()?, papers.article_36_file())));
    let (mut lists, article_36_file) = listed.await?;
    matrices::add_key_draws(&mut lists, &web.view().key_draws);
    lists.exporting = web.shared.exports.get().and_then(|doing| doing.at());
    if !caller.has_any(STATISTICS_FOR) {
        lists.ball_sets.iter_mut().for_each(|row| row.verdict = None);
    }
    lists.rules = rules::standing(&web.view().regulation, web.view().clock.now().date());
    lists.rules.article_36_file =
        article_36_file.filter(|_| caller.has_any(RequestKind::GiveArticle36.roles()));
    lists.devices = enrolment::rows(&web.access());
    lists.guessed_codes = web.guessed_codes();
    if let Some(authority) = web.shared.authority.get() {
        lists.hall_key = Some(authority.key().to_string());
        lists.hall_fingerprint = Some(authority.fingerprint());
    }
    if caller.has_any(LOG_INS_FOR) {
        lists.log_ins = login::rows(&web.access());
    }
    lists.barcodes = web.shared.barcodes.get().cloned().unwrap_or_default();
    lists.at_utc_ms = web.view().clock_says().at_utc_ms;
    lists.screens = u32::try_from(web.shared.panels.monitors()).unwrap_or(u32::MAX);
    lists.wired = web.shared.lines.machine.is_some();
    lists.backup = web.shared.backups.get().map(|backups| backups.now().folder.display().to_string());
    Ok(json(&lists))
}

/// A panel shows a ball. Only an announced one is believed.
pub(super) async fn shown(
    State(web): State<Web>,
    Extension(wire): Extension<Wire>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let BallShown { panel, game, ordinal } = read(&text).map_err(Problem::from)?;
    check_name("panel", "del panel", &panel)?;
    // One of the hall's has the name that it was given.
    let access = web.access();
    let panel = wire.device(&access).map_or(panel, |enrolled| enrolled.device.name.clone());
    let view = web.view();
    let present = view.public.game.as_ref().is_some_and(|view| view.game == game);
    if !present || !(1..=view.public.announced.len()).contains(&usize::from(ordinal)) {
        return Err(problem::NOT_ANNOUNCED.into());
    }
    web.shared.desk.notice(Notice::Shown { game: GameNo(game), ordinal: Ordinal(ordinal), panel });
    Ok(json(&serde_json::json!({})))
}

pub(super) async fn cards_csv(
    State(web): State<Web>,
    Path(series): Path<String>,
) -> Result<Response, Trouble> {
    let id = SeriesId::parse(&series).ok_or(problem::UNKNOWN_SERIES)?;
    let text = web.made(&web.shared.works, move |papers| papers.cards_csv(id)).await?;
    Ok(csv(&format!("cartones-{id}.csv"), text))
}

pub(super) async fn acta(State(web): State<Web>, Path(session): Path<String>) -> Result<Response, Trouble> {
    let number: u32 = session.parse().map_err(|_| problem::UNKNOWN_SESSION)?;
    let made = web.made(&web.shared.works, move |papers| papers.acta_pdf(SessionNo(number))).await?;
    Ok(pdf(&format!("acta-{number}.pdf"), made))
}

/// A copy of the acta of a session.
pub(super) async fn acta_copy(
    State(web): State<Web>,
    Path((session, copy)): Path<(String, String)>,
) -> Result<Response, Trouble> {
    let number = |text: &str| text.parse::<u32>().map_err(|_| problem::NO_ACTA_COPY);
    let (session, copy) = (number(&session)?, number(&copy)?);
    let made = move |papers: &Papers| papers.acta_copy_pdf(SessionNo(session), copy);
    let made = web.made(&web.shared.works, made).await?;
    Ok(pdf(&format!("acta-{session}-copia-{copy}.pdf"), made))
}

/// The receipt of a prize that was paid.
pub(super) async fn receipt(
    State(web): State<Web>,
    Path((game, prize)): Path<(String, String)>,
) -> Result<Response, Trouble> {
    let number = |text: &str| text.parse::<u32>().map_err(|_| problem::PRIZE_NOT_PAID);
    let (game, prize) = (number(&game)?, number(&prize)?);
    let made = move |papers: &Papers| papers.receipt_pdf(GameNo(game), PrizeNo(prize));
    let made = web.made(&web.shared.works, made).await?;
    Ok(pdf(&format!("justificante-{game}-{prize}.pdf"), made))
}

/// The sheet of the game in its draw. It shows what is out and not announced.
pub(super) async fn game_sheet(
    State(web): State<Web>,
    Path(game): Path<String>,
) -> Result<Response, Trouble> {
    let number: u32 = game.parse().map_err(|_| problem::NOT_IN_DRAW)?;
    let made = web.made(&web.shared.works, move |papers| papers.game_sheet_pdf(GameNo(number))).await?;
    Ok(pdf(&format!("hoja-partida-{number}.pdf"), made))
}

impl Web {
    /// Waits for one of these places, then has something made of the papers or the record.
    pub(super) async fn made<T: Send + 'static>(
        &self,
        places: &Semaphore,
        make: impl FnOnce(&Papers) -> Result<T, PaperError> + Send + 'static,
    ) -> Result<T, Trouble> {
        let turn = places.acquire().await.map_err(|_| problem::BROKEN)?;
        let papers = Arc::clone(&self.shared.papers);
        let made = spawn_blocking(move || make(&papers)).await.map_err(|_| problem::BROKEN)?;
        drop(turn);
        Ok(made?)
    }
}
