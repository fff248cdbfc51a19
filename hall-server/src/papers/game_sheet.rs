//! The sheet of the present game: what is out, what is left, and what is not settled.

use hall_core::ball::Ball;
use hall_core::event::{Segment, Verdict};
use hall_core::game::{Claim, Game, PlayState};
use hall_core::hall::Session;
use hall_core::words::{self, Lang};
use hall_wire::paper;

use super::scribe::{Scribe, card_name, date_words, segment};
use crate::journal::Head;

/// Returns the sheet of a game of this session, as the record has it at `head`, written at `at`.
pub fn sheet(
    game: &Game,
    session: &Session,
    hall: &str,
    (head, at): (Head, i64),
    scribe: Scribe<'_>,
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
        sale: paper::SaleFigures::new(game.segments.iter().map(Segment::count).sum(), &game.division),
        line_open: game.line == PlayState::Open,
        prizes: game.prizes.iter().map(|prize| scribe.prize(prize)).collect(),
        claims: unsettled(game),
        holds: game.holds().iter().map(|hold| words::hold(Lang::Es, &hold.why)).collect(),
        balls: game.extracted.iter().enumerate().map(ball).collect(),
        remaining: remaining.map(Ball::number).collect(),
        jefe_de_mesa: scribe.name(session.mesa),
        jefe_de_sala: scribe.name(session.sala),
        record: head.into(),
        draft: session.rules.is_draft(),
        made_at: scribe.at(at),
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
