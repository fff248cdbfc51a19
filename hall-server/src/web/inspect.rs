//! The inspector's look at the game on sale or in play (RD 2221/1984 art. 12, DECISIONS 35).

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use hall_core::request::Request;
use hall_wire::board::{Cards, Game, Holding, Scene};
use hall_wire::message::{GameLook, Inspection};

use super::answer::{Trouble, json};
use super::{Web, command};
use crate::access::Caller;
use crate::desk::{Answer, Ask, View};

/// Records the look, then answers with what there is to see.
pub(super) async fn look(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Trouble> {
    let ask = Ask::once(caller.person, caller.device, Request::Inspect, Vec::new());
    match web.shared.desk.ask(ask).await? {
        Answer::Done(_) => Ok(json(&inspection(&web.view()))),
        answer @ (Answer::Refused(_) | Answer::IdReused) => command::reply(answer),
    }
}

pub(super) fn inspection(view: &View) -> Inspection {
    let scene = view.public.scene;
    let running = match scene {
        Scene::Sale
        | Scene::Totals
        | Scene::Draw
        | Scene::Check
        | Scene::Question
        | Scene::Hold
        | Scene::Suspended => true,
        Scene::Closed | Scene::Idle | Scene::Winners | Scene::Void | Scene::NotHeld => false,
    };
    let game = view.public.game.as_ref().filter(|_| running);
    Inspection {
        seq: view.seq,
        at_utc_ms: view.at_utc_ms,
        scene,
        game: game.map(|game| game.game),
        look: game.map(|game| {
            if scene == Scene::Sale {
                on_sale(game, &view.mesa.holdings)
            } else {
                stands(game, &game.segments)
            }
        }),
    }
}

/// Until the sale closes the cards with sellers count.
fn on_sale(game: &Game, holdings: &[Holding]) -> GameLook {
    GameLook {
        takings_cents: game.face_value_cents * u64::from(game.cards),
        line_cents: None,
        bingo_cents: None,
        ..stands(game, &runs(holdings))
    }
}

fn stands(game: &Game, segments: &[Cards]) -> GameLook {
    GameLook {
        in_session: game.in_session,
        series: game.series.clone(),
        segments: segments.to_vec(),
        segments_whole: segments.iter().map(Cards::count).sum::<u32>() == game.cards,
        face_value_cents: game.face_value_cents,
        cards: game.cards,
        takings_cents: game.takings_cents,
        line_cents: Some(game.line_cents),
        bingo_cents: Some(game.bingo_cents),
        formula: game.formula.clone(),
    }
}

/// The cards of all sellers, consecutive blocks joined.
fn runs(holdings: &[Holding]) -> Vec<Cards> {
    let mut runs: Vec<Cards> = Vec::new();
    for Holding { cards, .. } in holdings {
        match runs.last_mut() {
            Some(run) if run.series == cards.series && run.last + 1 == cards.first => run.last = cards.last,
            Some(_) | None => runs.push(cards.clone()),
        }
    }
    runs
}
