//! The statistics of a set of balls, and what its balls weigh. Only games that are over are counted, and only those
//! who answer for the set may read it (DECISIONS 5).

use axum::extract::{Path, State};
use axum::response::Response;
use hall_core::machine::SetId;
use hall_wire::message::BallSetStatistics;
use hall_wire::problem;

use super::Web;
use super::answer::{Trouble, csv, json};
use crate::{ball_statistics, ball_weights};

pub(super) async fn statistics(State(web): State<Web>, Path(set): Path<String>) -> Result<Response, Trouble> {
    Ok(json(&statistics_of(&web, &set).await?))
}

/// The ninety balls, one line each.
pub(super) async fn statistics_csv(
    State(web): State<Web>,
    Path(set): Path<String>,
) -> Result<Response, Trouble> {
    let statistics = statistics_of(&web, &set).await?;
    Ok(csv(&format!("juego-{}.csv", statistics.set), ball_statistics::csv(&statistics)))
}

/// Every weighing, one line for each ball.
pub(super) async fn weights_csv(
    State(web): State<Web>,
    Path(set): Path<String>,
) -> Result<Response, Trouble> {
    let set = parsed(&set)?;
    let weights = web.made(&web.shared.looks, move |papers| papers.ball_weights(set)).await?;
    let view = web.view();
    let text = ball_weights::csv(&weights, |at| view.clock.print(at));
    Ok(csv(&format!("pesos-{set}.csv"), text))
}

async fn statistics_of(web: &Web, set: &str) -> Result<BallSetStatistics, Trouble> {
    let set = parsed(set)?;
    web.made(&web.shared.looks, move |papers| papers.ball_set_statistics(set)).await
}

fn parsed(set: &str) -> Result<SetId, Trouble> {
    SetId::parse(set).ok_or_else(|| problem::UNKNOWN_BALL_SET.into())
}
