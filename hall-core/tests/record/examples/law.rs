//! What the law wants said more exactly: who counted, which doubt the agent answers, which ball was the last.

use hall_core::request::RequestKind;

use super::*;

/// Refusals that leave a line.
pub fn refusals() -> Vec<Event> {
    let person = PersonId(7);
    let noted =
        |request: RequestKind, why| Event::RefusalNoted { person, request: request.name().into(), why };
    vec![
        noted(RequestKind::ConfirmVoid, RefusedWhy::SignsTwice),
        noted(RequestKind::PayPrize, RefusedWhy::OwnSale),
        noted(RequestKind::RefundCards, RefusedWhy::BeyondPowers),
    ]
}

/// From here on the agent of the authority is called for a doubt that the line names.
pub fn law() -> Vec<Event> {
    let (session, game, hold) = (SessionNo(9), GameNo(41), HoldNo(3));
    let called = |game, cause: &str, about| Event::AuthorityCalled {
        session,
        game,
        cause: cause.into(),
        about: Some(about),
    };
    let decided = |game, goes_on, about| Event::AuthorityDecided {
        session,
        game,
        agent: "PN 12.345".into(),
        goes_on,
        about: Some(about),
    };
    vec![
        Event::Balls(BallsEvent::CountSigned { set: set("J1"), balls: 90 }),
        called(Some(game), "La máquina ha leído otra vez la bola 7", Doubt::Hold(hold)),
        decided(Some(game), true, Doubt::Hold(hold)),
        called(None, "Falta la bola 7", Doubt::Count { balls: 89 }),
        decided(None, true, Doubt::Count { balls: 89 }),
        called(None, "Riña en la sala", Doubt::Other),
        decided(None, false, Doubt::Other),
        Event::LastBallConfirmed { game, stop: StopNo(2), ordinal: Ordinal(17), ball: ball(45) },
    ]
}
