//! The statistics of a set of balls, and what they weigh: for those who answer for it, and of games that are over only
//! (DECISIONS 5).

use axum::extract::{Path, State};
use axum::response::Response;
use hall_core::machine::SetId;
use hall_wire::message::BallSetStatistics;
use hall_wire::problem;

use super::Web;
use super::answer::{Trouble, bytes, json};
use super::read::name_file;
use crate::ball_statistics::csv;
use crate::ball_weights;
use crate::papers::House;

/// The statistics, as JSON.
pub(super) async fn statistics(State(web): State<Web>, Path(set): Path<String>) -> Result<Response, Trouble> {
    Ok(json(&of(&web, &set).await?))
}

/// The ninety balls, as CSV.
pub(super) async fn statistics_csv(
    State(web): State<Web>,
    Path(set): Path<String>,
) -> Result<Response, Trouble> {
    let of = of(&web, &set).await?;
    let mut response = bytes("text/csv; charset=utf-8", csv(&of).into_bytes());
    name_file(&mut response, &format!("juego-{}.csv", of.set));
    Ok(response)
}

/// What the balls weighed, each time they were weighed, as CSV.
pub(super) async fn weights_csv(
    State(web): State<Web>,
    Path(set): Path<String>,
) -> Result<Response, Trouble> {
    let set = SetId::parse(&set).ok_or(problem::UNKNOWN_BALL_SET)?;
    let make = move |house: &dyn House| house.ball_weights(set);
    let of = web.do_on(&web.shared.looks, problem::UNKNOWN_BALL_SET, make).await?;
    let view = web.view();
    let text = ball_weights::csv(&of, |at| view.clock.print(at));
    let mut response = bytes("text/csv; charset=utf-8", text.into_bytes());
    name_file(&mut response, &format!("pesos-{set}.csv"));
    Ok(response)
}

async fn of(web: &Web, set: &str) -> Result<BallSetStatistics, Trouble> {
    let set = SetId::parse(set).ok_or(problem::UNKNOWN_BALL_SET)?;
    let make = move |house: &dyn House| house.ball_set_statistics(set);
    web.do_on(&web.shared.looks, problem::UNKNOWN_BALL_SET, make).await
}
