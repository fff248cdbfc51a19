//! PARADA: what stops the draw, and which balls count in the stop (DECISIONS 1, ADR 74).

use alloc::format;

use super::decide::{Decision, one, stale};
use super::{Game, Stop};
use crate::ball::Ball;
use crate::event::{Event, PRESS_LATE_MAX_MS, Pressed, StopCause, StopNo};
use crate::refusal::Refusal;
use crate::words::{self, StopCall};

impl Game {
    /// The stop, where somebody called it.
    pub fn stop_call(&self) -> Option<StopCall<'_>> {
        let stop = self.stop().filter(|stop| stop.cause == StopCause::Called)?;
        let pressed = stop.call.pressed;
        Some(StopCall {
            device: &stop.call.device,
            ball: self.announced().last().copied(),
            after_ms: pressed.zip(self.announced_at_utc_ms).map(|(pressed, at)| pressed.at_utc_ms() - at),
            within_ms: stop.call.hour().1,
            counts: stop.counting == self.announced,
        })
    }

    /// The announced balls that count now: in a stop, those announced before it was called (DECISIONS 1, ADR 74).
    pub fn counting(&self) -> &[Ball] {
        let counting = self.stop().map_or(self.announced, |stop| stop.counting);
        &self.extracted[..usize::from(counting)]
    }

    /// PARADA, with the balls that the person saw announced. One more may have been announced since, if the press can be told by
    /// its hour: then that says whether the ball counts (ADR 74).
    pub(crate) fn decide_stop(&self, announced: u8, pressed: Option<Pressed>, now_utc_ms: i64) -> Decision {
        let pressed = pressed.and_then(|pressed| pressed.possible(now_utc_ms));
        let since = self.announced_at_utc_ms.map_or(i64::MAX, |at| now_utc_ms.saturating_sub(at));
        let just_announced = pressed.is_some() && announced.checked_add(1) == Some(self.announced);
        let seen = announced == self.announced || just_announced && since <= PRESS_LATE_MAX_MS;
        if let (Some(stop), Some(pressed)) = (self.stop(), pressed) {
            return self.decide_second_press(stop, pressed, seen);
        }
        ensure!(self.is_drawing(), self.wrong_phase());
        ensure!(seen, stale(format!("se han anunciado {} bolas", self.announced)));
        one(self.stopped(StopCause::Called, pressed))
    }

    /// A press that comes in when the draw stands already: it is told of the first one. Where it was before the last ball and the
    /// other was not, that ball does not count, unless a card was judged with it.
    fn decide_second_press(&self, stop: &Stop, pressed: Pressed, seen: bool) -> Decision {
        ensure!(stop.cause != StopCause::Restart, self.wrong_phase());
        let counting = self.counting_at(pressed);
        let (first, sure) = stop.call.hour();
        let untouched = self.claims_of(stop.no).next().is_none() && stop.question.is_none();
        if seen && untouched && counting < stop.counting && pressed.is_before(first) {
            return one(Event::StopCalledEarlier { game: self.no, stop: stop.no, counting, pressed });
        }
        let apart = words::apart(pressed.at_utc_ms() - first, sure + i64::from(pressed.within_ms));
        Err(Refusal::AlreadyStopped { device: stop.call.device.clone(), apart })
    }

    /// How many of the announced balls count in a stop that was pressed then: the last one does not if it was announced after it,
    /// beyond all doubt. The ninetieth always does: no ball comes after it with which a card could be sung anew.
    fn counting_at(&self, pressed: Pressed) -> u8 {
        let before = self.announced_at_utc_ms.is_some_and(|at| pressed.is_before(at));
        self.announced - u8::from(before && (1..Ball::COUNT).contains(&self.announced))
    }

    fn stopped(&self, cause: StopCause, pressed: Option<Pressed>) -> Event {
        Event::DrawStopped {
            game: self.no,
            stop: StopNo(self.stops + 1),
            announced: self.announced,
            counting: pressed.map_or(self.announced, |pressed| self.counting_at(pressed)),
            cause,
            pressed,
        }
    }

    /// The event that stops the draw, unless it stands already.
    pub(crate) fn stopped_if_drawing(&self, cause: StopCause) -> Option<Event> {
        self.is_drawing().then(|| self.stopped(cause, None))
    }
}
