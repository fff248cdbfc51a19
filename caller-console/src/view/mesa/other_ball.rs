//! The ball on the table is not the one the machine read: two digits, and the desk compares (N3).

use egui::{Rect, Ui};
use hall_core::ball::Ball;
use hall_core::event::{GameNo, Ordinal};
use hall_core::request::Request;
use hall_look::ink;

use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::value;
use crate::view::View;
use crate::view::help::Topic;
use crate::view::part::{bold, camera, columns, cut_top, field, keypad, panel, panel_in_focus, text};

/// The entry of a number that was read on the ball.
pub(super) struct OtherBall {
    number: Entry,
}

impl Default for OtherBall {
    fn default() -> OtherBall {
        OtherBall { number: Entry::new(Takes::Digits(2)) }
    }
}

impl OtherBall {
    fn ball(&self) -> Option<Ball> {
        value::ball(self.number.number()?)
    }
}

impl View for OtherBall {
    fn bar(&self, known: &Known) -> Bar {
        let label = known.t("other-ball-do");
        let next = match (known.game(), known.board.pending.first(), self.ball()) {
            (Some(game), Some(pending), Some(ball)) => {
                let label = known.ta("announce-do", &[("ball", &ball)]);
                let (game, ordinal) = (GameNo(game.game), Ordinal(pending.ordinal));
                let announce = Request::Announce { game, ordinal, ball, typed: true };
                let sub = if ball.number() == pending.ball {
                    known.t("other-ball-same")
                } else {
                    known.ta("other-ball-holds", &[("ball", &pending.ball)])
                };
                Next::Do(NextAct::ask(label, announce).sub(sub))
            }
            (_, Some(_), None) => Next::Missing { label, what: known.t("other-ball-missing") },
            (_, None, _) | (None, _, _) => Next::Missing { label, what: known.t("other-ball-none") },
        };
        let back = KeyButton::new(Key::Back, known.t("back"), Press::Close);
        Bar::new(Lead::Now, known.t("other-ball-prompt"), next).with(back)
    }

    fn topic(&self) -> Topic {
        Topic::OtherBall
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let [left, middle, right] = columns(room, [1.0, 0.9, 1.0], 12.0);
        let mut inner = panel_in_focus(ui, left);
        ink::line(ui, cut_top(&mut inner, 40.0), &known.t("other-ball-head"), bold(24.0));
        ink::words(ui, cut_top(&mut inner, 90.0), &known.t("other-ball-how"), text(18.0));
        field(ui, cut_top(&mut inner, 146.0), &known.t("other-ball-field"), &self.number, true);
        inner.min.y += 20.0;
        let read = known
            .board
            .pending
            .first()
            .map_or_else(String::new, |pending| known.ta("other-ball-read", &[("ball", &pending.ball)]));
        ink::words(ui, inner, &read, text(18.0));
        let keys = panel(ui, middle);
        let pressed = keypad(ui, keys, &known.t("key-erase"));
        camera(ui, right, known);
        pressed
    }

    fn typed(&mut self, typed: &Typed, _known: &Known) -> Option<Press> {
        // A character beyond the last digit is swallowed, not refused.
        (self.number.typed(typed) || matches!(typed, Typed::Char(_))).then_some(Press::Typed)
    }

    fn would_throw_away(&self, _known: &Known) -> bool {
        !self.number.is_empty()
    }

    fn granted(&mut self) {
        self.number.clear();
    }
}
