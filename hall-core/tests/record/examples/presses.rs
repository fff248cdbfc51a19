//! Stops that know the hour of their press.

use hall_core::event::{Event, GameNo, Pressed, StopCause, StopNo};

pub fn presses() -> [Event; 3] {
    let pressed = Pressed { at_utc_ms: 1_795_302_000_120, within_ms: 3 };
    let (game, stop, cause) = (GameNo(1), StopNo(4), StopCause::Called);
    let stopped =
        |counting, pressed| Event::DrawStopped { game, stop, announced: 15, counting, cause, pressed };
    [
        stopped(14, Some(pressed)),
        stopped(15, None),
        Event::StopCalledEarlier { game, stop, counting: 14, pressed },
    ]
}

/// A stop of which nobody knows when it was pressed.
pub fn stopped(stop: u32, cause: StopCause) -> Event {
    let (game, stop) = (GameNo(1), StopNo(stop));
    Event::DrawStopped { game, stop, announced: 14, counting: 14, cause, pressed: None }
}
