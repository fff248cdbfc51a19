//! The sheet of the present game: what is out, what is left, and what is not settled.

use hall_core::ball::Ball;
use hall_core::event::Verdict;
use hall_core::game::{Claim, Game, PlayState, Prize};
use hall_core::hall::Session;
use hall_core::words::{self, Lang};
use hall_wire::paper;

use super::acta_sheet::{Names, card_name, date_words, segment};
use crate::clock::Clock;
use crate::journal::Head;

/// Returns the sheet of a game of this session, as the record has it at `head`, written at `at`.
pub fn sheet(
    game: &Game,
    session: &Session,
    hall: &str,
    clock: &Clock,
    (head, at): (Head, i64),
    names: Names<'_>,
) -> paper::GameSheet {
    let announced = usize::from(game.announced);
    let ball = |(place, ball): (usize, &Ball)| paper::SheetBall {
        number: ball.number(),
        announced: place < announced,
    };
    let remaining = Ball::all().filter(|ball| !game.extracted.contains(ball));
    paper::GameSheet {
        hall: hall.to_owned(),
        session: session.no.0,
        date: date_words(session.date),
        number: game.in_session,
        absolute: u64::from(game.no.0),
        face_value_cents: game.sale.face_value.0,
        segments: game.segments.iter().map(segment).collect(),
        sold: game.segments.iter().map(hall_core::event::Segment::count).sum(),
        takings_cents: game.division.takings.0,
        line_cents: game.division.line.0,
        bingo_cents: game.division.bingo.0,
        line_open: game.line == PlayState::Open,
        prizes: game.prizes.iter().map(prize).collect(),
        claims: unsettled(game),
        holds: game.holds().iter().map(|hold| words::hold(Lang::Es, &hold.why)).collect(),
        balls: game.extracted.iter().enumerate().map(ball).collect(),
        remaining: remaining.map(Ball::number).collect(),
        jefe_de_mesa: names(session.mesa),
        jefe_de_sala: names(session.sala),
        seq: head.seq,
        head_hash: head.hash.to_string(),
        draft: session.rules.is_draft(),
        made_at: clock.print(at),
        program: format!("Bombo {}", env!("CARGO_PKG_VERSION")),
    }
}

/// The good claims of the open stop: what they win is given only with the order that ends it.
fn unsettled(game: &Game) -> Vec<paper::SheetClaim> {
    let Some(stop) = game.stop() else { return Vec::new() };
    let good =
        |claim: &&Claim| matches!(claim.verdict, Verdict::Good { .. }) && claim.accepted != Some(false);
    let claim = |claim: &Claim| paper::SheetClaim {
        play: claim.play,
        card: card_name(claim.card),
        verdict: words::verdict(Lang::Es, &claim.verdict),
        accepted: claim.accepted,
    };
    game.claims_of(stop.no).filter(good).map(claim).collect()
}

/// A prize that was given. When and by whom it was paid is for the acta.
fn prize(prize: &Prize) -> paper::Prize {
    paper::Prize {
        play: prize.play,
        card: card_name(prize.card),
        amount_cents: prize.amount.0,
        state: prize.state,
        paid_at: None,
        paid_by: None,
    }
}
