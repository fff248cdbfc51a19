//! The inspector's look at the game on sale or in play (RD 2221/1984 art. 12, DECISIONS 35).

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use hall_core::board::{GameView, HoldingView, Scene};
use hall_core::event::Segment;
use hall_core::people::Actor;
use hall_core::request::Request;
use hall_wire::message::{GameLook, Inspection};
use sha2::{Digest, Sha256};

use super::answer::{Trouble, json};
use super::{Web, command};
use crate::access::Caller;
use crate::desk::{Answer, Ask, View};

/// Records the look and then shows what there is to see. The id of the request is the
/// server's own: each look is one more.
pub(super) async fn look(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Trouble> {
    let ask = Ask {
        request_id: uuid::Uuid::new_v4().to_string(),
        device: caller.device,
        by: Actor::Person(caller.person),
        body_sha256: Sha256::digest(b"inspect").into(),
        request: Request::Inspect,
        sealed: Vec::new(),
    };
    match web.shared.desk.ask(ask).await? {
        Answer::Done(_) => Ok(json(&inspection(&web.view()))),
        answer @ (Answer::Refused(_) | Answer::IdReused) => command::reply(answer),
    }
}

fn inspection(view: &View) -> Inspection {
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
        scene: scene.into(),
        game: game.map(|game| game.game.0),
        look: game.map(|game| {
            if scene == Scene::Sale {
                on_sale(game, &view.mesa.holdings)
            } else {
                stands(game, &game.segments)
            }
        }),
    }
}

/// Until the sale closes nothing is sold: what counts is what sellers have.
fn on_sale(game: &GameView, holdings: &[HoldingView]) -> GameLook {
    let segments = runs(holdings);
    GameLook {
        takings_cents: game.face_value.times(game.cards).0,
        line_cents: None,
        bingo_cents: None,
        ..stands(game, &segments)
    }
}

fn stands(game: &GameView, segments: &[Segment]) -> GameLook {
    GameLook {
        in_session: game.in_session,
        series: game.series.to_string(),
        segments: segments.iter().copied().map(Into::into).collect(),
        segments_whole: segments.iter().map(Segment::count).sum::<u32>() == game.cards,
        face_value_cents: game.face_value.0,
        cards: game.cards,
        takings_cents: game.takings.0,
        line_cents: Some(game.line.0),
        bingo_cents: Some(game.bingo.0),
        formula: game.formula.clone(),
    }
}

/// Returns the cards of all sellers, consecutive ones as one.
fn runs(holdings: &[HoldingView]) -> Vec<Segment> {
    let mut runs: Vec<Segment> = Vec::new();
    for HoldingView { cards, .. } in holdings {
        match runs.last_mut() {
            Some(run) if run.series == cards.series && run.last.0 + 1 == cards.first.0 => {
                run.last = cards.last
            }
            Some(_) | None => runs.push(*cards),
        }
    }
    runs
}
