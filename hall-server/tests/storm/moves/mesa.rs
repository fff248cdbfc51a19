//! The jefe de mesa: opens, judges, asks, orders.

use hall_core::event::{
    ClaimNo, Found, GameNo, HowRead, OpeningCheck, Ordinal, Play, RejectReason, Segment, StopNo,
};
use hall_core::request::Request;
use hall_core::series::CardNo;
use hall_server::desk::View;
use hall_wire::board::{Claim, Scene, VerdictKind};

use super::{
    Move, bad_night, balls, burn_gap, duty, is_drawn, leave_hold, log_in_or_out, plain, sing, stop, trouble,
    write,
};
use crate::console::Wish;
use crate::eyes::{Eyes, Memory, ball_of, due, game_of, segment_of};
use crate::template::{PRICE, SALA, SIZE, VENDEDOR, series, set};

pub const MESA: &[Move] = &[
    trouble(3, log_in_or_out),
    trouble(3, write),
    trouble(2, announce_last_game),
    trouble(1, ask_void),
    trouble(6, rectify_sale),
    trouble(10, rectify_announcement),
    trouble(4, bad_night::suspend),
    trouble(1, bad_night::call_authority),
    duty(300, bad_night::get_ready),
    duty(300, bad_night::end_the_suspension),
    duty(900, bad_night::key),
    trouble(60, bad_night::type_the_sheet),
    trouble(6, balls::settle_set),
    trouble(4, balls::begin_count),
    duty(100, balls::end_count),
    duty(1000, open_session),
    duty(900, void_what_stands_still),
    duty(300, leave_hold),
    duty(100, burn_gap),
    duty(60, close_sale),
    duty(300, sing),
    duty(900, settle),
    duty(900, go_on),
    duty(700, start_draw),
    duty(900, stop_at_the_last_ball),
    duty(400, open_sale),
    duty(300, close_session),
];

/// Between games, as the screen shows it.
fn between(view: &View) -> bool {
    matches!(view.public.scene, Scene::Idle | Scene::Winners | Scene::NotHeld | Scene::Void)
}

fn open_session(eyes: &mut Eyes<'_>, view: &View, memory: &mut Memory) -> Option<Wish> {
    if view.public.scene != Scene::Closed || memory.closed {
        return None;
    }
    let balls_counted = if eyes.dice.permille(50) { 89 } else { 90 };
    let reserve_machine = !eyes.dice.permille(50);
    let check = OpeningCheck {
        balls_counted,
        set: set("J1"),
        // Who has no spare machine names a spare set that is for none either.
        reserve_set: if reserve_machine { set("J2") } else { set("J8") },
        seals_whole: true,
        installations_work: true,
        public_witness: true,
    };
    plain(Request::OpenSession {
        sala: SALA,
        check,
        reserve_machine,
        machine: None,
        read: HowRead::Connected,
        staff_complete: None,
        rules_shown: None,
        closing_hour: None,
    })
}

fn open_sale(eyes: &mut Eyes<'_>, view: &View, memory: &mut Memory) -> Option<Wish> {
    let played = view.public.game.as_ref().map_or(0, |game| game.in_session);
    if !between(view) || played >= eyes.games || memory.no_more {
        return None;
    }
    memory.series = memory.series.max(1);
    plain(Request::OpenSale { series: series(memory.series), size: SIZE, face_value: PRICE })
}

fn close_session(eyes: &mut Eyes<'_>, view: &View, memory: &mut Memory) -> Option<Wish> {
    let played = view.public.game.as_ref().map_or(0, |game| game.in_session);
    let over = between(view) && (played >= eyes.games || memory.no_more);
    // Some go home with prizes still to be paid; most wait.
    if !over || (due(&view.mesa).next().is_some() && !eyes.dice.permille(20)) {
        return None;
    }
    plain(Request::CloseSession { balls_counted: 90, public_witness: eyes.dice.permille(500) })
}

fn announce_last_game(_: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    view.public.session.as_ref()?;
    plain(Request::AnnounceLastGame)
}

fn close_sale(eyes: &mut Eyes<'_>, view: &View, memory: &mut Memory) -> Option<Wish> {
    super::caja::close_sale(eyes, view, memory)
}

fn start_draw(_: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view).filter(|_| view.public.scene == Scene::Totals)?;
    plain(Request::StartDraw { game })
}

/// A recount, before the line is given: cards that were not sold after all, or that were.
fn rectify_sale(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let drawn = is_drawn(view) || view.public.scene == Scene::Totals;
    let game = view.public.game.as_ref().filter(|_| drawn)?;
    let sold = segment_of(game.segments.last()?);
    let (found, number) = if eyes.dice.permille(500) {
        (Found::Unsold, sold.last)
    } else {
        (Found::Sold, CardNo(sold.last.0 + 1))
    };
    let cards = Segment { series: sold.series, first: number, last: number };
    plain(Request::RectifySale { game: GameNo(game.game), cards, found, seller: VENDEDOR })
}

fn rectify_announcement(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view).filter(|_| is_drawn(view))?;
    let ordinal = Ordinal(u8::try_from(view.public.announced.len()).unwrap());
    let said = hall_core::ball::Ball::new(eyes.dice.number(1, 90) as u8)?;
    plain(Request::RectifyAnnouncement { game, ordinal, said })
}

/// The word on each card that was good.
fn settle(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view)?;
    let waits = |claim: &&Claim| claim.verdict == VerdictKind::Good && claim.accepted.is_none();
    let claim = view.public.stop.as_ref()?.claims.iter().find(waits)?;
    let claim = ClaimNo(claim.claim);
    let reason = RejectReason::Illegible;
    plain(if eyes.dice.permille(if eyes.calm { 0 } else { 80 }) {
        Request::RejectClaim { game, claim, reason }
    } else {
        Request::AcceptClaim { game, claim }
    })
}

/// The question, the time after it, and the order that ends the stop.
fn go_on(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view)?;
    let seen = view.public.stop.as_ref()?;
    let stop = StopNo(seen.stop);
    let given = |play| seen.claims.iter().any(|claim| claim.play == play && claim.accepted == Some(true));
    let last = view.public.announced.len() == 90;
    let ends = given(Play::Bingo) || last;
    let asked = seen.asked_at_utc_ms.filter(|_| seen.asked_bingo || !ends);
    // Nobody counts the seconds exactly.
    let patience_ms = eyes.dice.between(4_500, 6_500);
    match asked {
        None if ends || given(Play::Line) => plain(Request::AskQuestion { game, stop }),
        Some(at) if ends || given(Play::Line) => {
            let over = !(0..patience_ms).contains(&(eyes.now_ms - at));
            let order =
                if ends { Request::EndGame { game, stop } } else { order_to_go_on(eyes, view, game, stop) };
            over.then_some((order, Vec::new()))
        }
        Some(_) | None => plain(order_to_go_on(eyes, view, game, stop)),
    }
}

/// The order to go on; after a restart with the last ball, now and then a wrong one.
fn order_to_go_on(eyes: &mut Eyes<'_>, view: &View, game: GameNo, stop: StopNo) -> Request {
    let restart = view.public.stop.as_ref().is_some_and(|stop| stop.restart);
    match view.public.announced.last().filter(|_| restart) {
        Some(last) => {
            let slip = !eyes.calm && eyes.dice.permille(40);
            let last = if slip { last % 90 + 1 } else { *last };
            Request::GoOnAfterRestart { game, stop, last: ball_of(last) }
        }
        None => Request::GoOn { game, stop },
    }
}

fn stop_at_the_last_ball(eyes: &mut Eyes<'_>, view: &View, memory: &mut Memory) -> Option<Wish> {
    if view.public.announced.len() == 90 { stop(eyes, view, memory) } else { None }
}

fn ask_void(_: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view).filter(|_| view.mesa.void_asked.is_none())?;
    plain(Request::AskVoid { game, cause: "no se puede seguir".into() })
}

/// What nobody finds a way out of for half a minute is void.
fn void_what_stands_still(eyes: &mut Eyes<'_>, view: &View, memory: &mut Memory) -> Option<Wish> {
    let stuck_ms = memory.stuck_ms(&view.mesa, eyes.now_ms);
    let stands = is_drawn(view) || view.public.scene == Scene::Totals;
    if stands && stuck_ms > 30_000 { ask_void(eyes, view, memory) } else { None }
}
