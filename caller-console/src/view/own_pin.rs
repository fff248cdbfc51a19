//! F1 + · One's own PIN, changed with the one till now; and before anything else where somebody else chose it (ADR 68).

use egui::{Rect, Ui, vec2};
use hall_look::ink;
use hall_wire::command::field::Secret;
use hall_wire::command::{ChangePin, Command};

use super::View;
use super::form::Form;
use super::own_key::pins::twice;
use super::part::{bold, columns, cut_top, keypad, label, panel};
use crate::bar::{Bar, KeyButton, Lead, Next};
use crate::entry::{PIN_MIN, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::place::Over;
use crate::press::Press;
use crate::view::help::Topic;

/// The fields: the PIN till now, and the next one twice.
const FIELDS: [&str; 3] = ["own-pin-old", "own-pin-new", "own-pin-again"];

/// The key that opens it.
pub(super) fn key(known: &Known) -> KeyButton {
    KeyButton::new(Key::More, known.t("own-pin"), Press::Open(Over::OwnPin))
}

/// Whether nothing else can be done before.
pub(crate) fn is_first(known: &Known) -> bool {
    known.me.as_ref().is_some_and(|me| me.first_pin)
}

/// The page.
#[derive(Debug)]
pub struct OwnPin {
    form: Form,
}

impl Default for OwnPin {
    fn default() -> OwnPin {
        OwnPin { form: Form::new(&[Takes::Pin; 3]) }
    }
}

impl OwnPin {
    fn next(&self, known: &Known) -> Next {
        let form = &self.form;
        let label = known.t("own-pin-do");
        let old = form.text(0);
        if old.len() < PIN_MIN {
            return Next::Missing { label, what: known.t("own-pin-missing-old") };
        }
        if form.at() == 0 {
            return Next::field(known);
        }
        twice(known, form, 1, label.clone(), |new| {
            let change = ChangePin { old: Secret(old.into()), pin: Secret(new.into()) };
            Press::ask(&label, Command::ChangePin(change)).done(known.t("own-pin-done"))
        })
    }
}

impl View for OwnPin {
    fn bar(&self, known: &Known) -> Bar {
        let first = is_first(known);
        let prompt = if first { "own-pin-first-prompt" } else { "own-pin-prompt" };
        let leave = if first {
            KeyButton::new(Key::F8, known.t("log-out-do"), Press::LogOut)
        } else {
            KeyButton::close(known)
        };
        Bar::new(Lead::Now, known.t(prompt), self.next(known)).with(leave)
    }

    fn topic(&self) -> Topic {
        Topic::OwnPin
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let room =
            Rect::from_center_size(room.center(), vec2(room.width().min(960.0), room.height().min(490.0)));
        let [left, right] = columns(room, [500.0, 386.0], 44.0);
        let mut inner = panel(ui, left);
        ink::line(ui, cut_top(&mut inner, 44.0), &known.t("own-pin-title"), bold(30.0));
        let how = if is_first(known) { "own-pin-first-how" } else { "own-pin-how" };
        ink::words(ui, cut_top(&mut inner, 84.0), &known.t(how), label(18.0));
        for (field, name) in FIELDS.into_iter().enumerate() {
            self.form.paint(ui, cut_top(&mut inner, 86.0), field, &known.t(name));
            inner.min.y += 10.0;
        }
        keypad(ui, right, &known.t("key-erase"))
    }

    fn typed(&mut self, typed: &Typed, _known: &Known) -> Option<Press> {
        self.form.typed(typed).then_some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::Intro && !self.form.is_at_last() && !self.form.field(self.form.at()).is_empty() {
            self.form.next();
        }
    }

    fn would_throw_away(&self, known: &Known) -> bool {
        !is_first(known) && !self.form.is_empty()
    }

    fn refused(&mut self) {
        self.form.forget_pins();
        self.form.go(0);
    }

    fn granted(&mut self) {
        *self = OwnPin::default();
    }
}
