//! After a restart in the draw: the last announced ball is said by its number, as it lies in the hall, and the draw goes on; with
//! another number than the record's it is in ALTO (DECISIONS 25).

use hall_core::ball::Ball;
use hall_core::event::StopNo;
use hall_core::request::{Request, RequestKind};
use hall_wire::board::Stop;

use super::common::ask;
use super::form::{Blank, Filling, Step};
use crate::bar::Arming;
use crate::entry::Takes;
use crate::known::Known;
use crate::place::{Over, Turn};
use crate::press::Press;
use crate::value;

pub static LAST_BALL: Blank = Blank {
    id: "lb",
    power: Some(RequestKind::GoOnAfterRestart),
    object: |known| format!("{:?}", known.public().stop.as_ref().map(|stop| stop.stop)),
    impossible: |known| due(known).is_none().then_some("lb-not-due"),
    steps: |form| vec![ball_step(form)],
    facts: |form| form.facts(&["lb-fact-where", "lb-fact-other"]),
    asks: |form| {
        let (game, stop) = (value::game(form.known), StopNo(due(form.known)?.stop));
        ask(Request::GoOnAfterRestart { game, stop, last: ball(form)? })
    },
    arming: Arming::Verdict,
    ..Blank::PLAIN
};

/// The stop of a restart before which a ball was announced.
fn due(known: &Known) -> Option<&Stop> {
    let public = known.public();
    public.stop.as_ref().filter(|stop| stop.restart && !public.announced.is_empty())
}

/// The order to go on: after a restart the last ball comes first.
pub fn go_on(known: &Known, label: &str, stop: &Stop) -> Press {
    if due(known).is_some() {
        return Press::Open(Over::Turn(Turn::LastBall));
    }
    Press::ask(label, Request::GoOn { game: value::game(known), stop: StopNo(stop.stop) })
}

fn ball(form: Filling<'_>) -> Option<Ball> {
    let typed = form.get("lb-ball");
    if typed.len() == 2 { Ball::new(typed.parse().ok()?) } else { None }
}

fn ball_step(form: Filling<'_>) -> Step {
    let missing = match form.get("lb-ball").len() {
        2 => ball(form).is_none().then_some("lb-no-ball"),
        _ => Some("lb-missing"),
    };
    form.entry("lb-ball", Takes::Digits(2), missing)
}
