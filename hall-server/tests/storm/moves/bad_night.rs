//! The turns of a bad night: suspended, by hand, the authority, a stand-in, a sheet.

use hall_core::ball::Ball;
use hall_core::event::{Ordinal, PaperLine, Paragraph};
use hall_core::people::{PersonId, Role};
use hall_core::request::Request;
use hall_server::desk::View;
use hall_wire::board::Scene;

use super::{log_in_or_out, plain};
use crate::console::Wish;
use crate::eyes::{Eyes, Memory, ball_of, game_of};
use crate::template::{CAJERO, LOCUTOR, MESA, VENDEDOR};

/// Something fails before the first ball.
pub fn suspend(_: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view)?;
    let before = matches!(view.public.scene, Scene::Sale | Scene::Totals) || view.public.announced.is_empty();
    before.then(|| (Request::SuspendGame { game, cause: "no se oye".into() }, Vec::new()))
}

/// In time it is put right; when the time is over the paragraph is read, and the cards refunded.
pub fn end_the_suspension(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view)?;
    let suspension = view.mesa.suspension.as_ref()?;
    if eyes.now_ms < suspension.until_utc_ms {
        return eyes.dice.permille(20).then(|| (Request::LiftSuspension { game }, Vec::new()));
    }
    if !suspension.read {
        return plain(Request::ReadParagraph {
            game,
            paragraph: Paragraph::BeforeExtraction,
            text_sha256: None,
        });
    }
    if view.mesa.void_asked.is_none() {
        return plain(Request::AskVoid { game, cause: "art. 36.1".into() });
    }
    None
}

/// Who would draw by hand comes in first, and 36.2 is read.
pub fn get_ready(eyes: &mut Eyes<'_>, view: &View, memory: &mut Memory) -> Option<Wish> {
    let game = game_of(view)?;
    view.mesa.holds.first()?;
    let here = view.mesa.people.iter().any(|duty| duty.person == eyes.me.0);
    if !here && !memory.logged_in {
        return log_in_or_out(eyes, view, memory);
    }
    let reads = eyes.dice.permille(300);
    reads.then(|| {
        (
            Request::ReadParagraph { game, paragraph: Paragraph::AfterExtraction, text_sha256: None },
            Vec::new(),
        )
    })
}

/// Both are at a device of their own.
pub fn two_are_here(view: &View) -> bool {
    let at =
        |who: PersonId| view.mesa.people.iter().find(|duty| duty.person == who.0).map(|duty| &duty.device);
    matches!((at(LOCUTOR), at(MESA)), (Some(one), Some(other)) if one != other)
}

/// The ball in the hand: both see the same one.
pub fn in_the_hand(view: &View) -> Option<Ball> {
    let hand = view.mesa.by_hand.as_ref()?;
    let game = game_of(view)?;
    let at = (usize::from(hand.next) * 7 + game.0 as usize * 13) % hand.remaining.len().max(1);
    hand.remaining.get(at).copied().map(ball_of)
}

/// One of the two keys it; now and then a wrong one.
pub fn key(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view).filter(|_| view.public.scene == Scene::Draw)?;
    let hand = view.mesa.by_hand.as_ref()?;
    if !view.mesa.pending.is_empty() || hand.keyed_by == Some(eyes.me.0) {
        return None;
    }
    let slip = !eyes.calm && eyes.dice.permille(40);
    let ball = if slip { ball_of(eyes.dice.pick(&hand.remaining)) } else { in_the_hand(view)? };
    plain(Request::KeyBall { game, ordinal: Ordinal(hand.next), ball, again: false })
}

pub fn call_authority(_: &mut Eyes<'_>, _: &View, _: &mut Memory) -> Option<Wish> {
    plain(Request::CallAuthority { cause: "una bola pesa menos".into(), balls: None })
}

/// The agent decides, mostly that it goes on.
pub fn record_authority(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    view.mesa.authority.as_ref()?;
    let goes_on = eyes.calm || eyes.dice.permille(800);
    plain(Request::RecordAuthority { agent: "PN 12345".into(), goes_on })
}

/// The cashier sells for a while, and the seller comes back.
pub fn substitute(eyes: &mut Eyes<'_>, _: &View, _: &mut Memory) -> Option<Wish> {
    let (person, stand_in) = if eyes.dice.permille(300) { (VENDEDOR, CAJERO) } else { (CAJERO, VENDEDOR) };
    plain(Request::Substitute { post: Role::VendedorLocutor, person, stand_in, reason: "descanso".into() })
}

/// After a power cut: the balls that wait are on the sheet, and somebody else types the same.
pub fn type_the_sheet(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view).filter(|_| view.public.scene == Scene::Check)?;
    let lines: Vec<PaperLine> =
        view.mesa.pending.iter().map(|ball| PaperLine::Ball(ball_of(ball.ball))).collect();
    if lines.is_empty() {
        return None;
    }
    match view.mesa.sheet_by {
        None => plain(Request::AskTranscription { game, lines }),
        Some(by) if by != eyes.me.0 => plain(Request::ConfirmTranscription { game, lines }),
        Some(_) => None,
    }
}
