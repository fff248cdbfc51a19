//! 01 · Coming in: number or user name, then the PIN. Also the lock: then only the PIN.

use egui::{Rect, Ui, vec2};
use hall_look::ink;

use super::View;
use super::part::{self, bold, columns, cut_top, field, keypad, label, panel};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;

/// The log-in.
pub struct Login {
    user: Entry,
    pin: Entry,
    at_pin: bool,
    locked_for: Option<String>,
}

impl Default for Login {
    fn default() -> Login {
        Login {
            user: Entry::new(Takes::Words(40)),
            pin: Entry::new(Takes::Pin),
            at_pin: false,
            locked_for: None,
        }
    }
}

/// A PIN has at least six digits (DECISIONS 5).
const PIN_MIN: usize = 6;

impl Login {
    /// Says whose desk is locked, if it is.
    pub fn locked_for(&mut self, user: Option<&str>) {
        if self.locked_for.as_deref() != user {
            *self = Login { locked_for: user.map(str::to_string), ..Login::default() };
            self.at_pin = user.is_some();
        }
    }

    fn user(&self) -> String {
        self.locked_for.clone().unwrap_or_else(|| self.user.text().to_string())
    }
}

impl View for Login {
    fn bar(&self, known: &Known) -> Bar {
        let enter = known.t("login-enter");
        if !self.at_pin {
            let next = if self.user.is_empty() {
                Next::Missing { label: enter, what: known.t("login-missing-user") }
            } else {
                Next::Do(
                    NextAct::new(known.t("login-next"), Press::Typed)
                        .armed(crate::bar::Arming::Reading(0.01)),
                )
            };
            return Bar::new(Lead::Now, known.t("login-type-user"), next).with(KeyButton::new(
                Key::F5,
                known.t("other-language"),
                Press::Language,
            ));
        }
        let next = if self.pin.text().len() < PIN_MIN {
            Next::Missing { label: enter, what: known.t("login-missing-pin") }
        } else {
            let press = Press::LogIn { user: self.user(), pin: self.pin.text().to_string() };
            let sub = known.ta("login-as", &[("user", &self.user())]);
            Next::Do(NextAct::new(enter, press).sub(sub).armed(crate::bar::Arming::Reading(0.01)))
        };
        let mut bar = Bar::new(Lead::Now, known.t("login-type-pin"), next);
        if self.locked_for.is_none() {
            bar = bar.with(KeyButton::new(Key::Back, known.t("back"), Press::Typed));
        } else {
            bar = bar.with(KeyButton::new(Key::F8, known.t("login-other-person"), Press::LogOut));
        }
        bar.with(KeyButton::new(Key::F5, known.t("other-language"), Press::Language))
    }

    fn seated(&self) -> bool {
        false
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let room =
            Rect::from_center_size(room.center(), vec2(room.width().min(960.0), room.height().min(430.0)));
        let [left, right] = columns(room, [500.0, 386.0], 44.0);
        let mut inner = panel(ui, left);
        let title = if self.locked_for.is_some() { "login-locked" } else { "login-title" };
        ink::line(ui, cut_top(&mut inner, 44.0), &known.t(title), bold(34.0));
        ink::words(
            ui,
            cut_top(&mut inner, 62.0),
            &known.t("login-how"),
            part::in_colour(part::text(19.0), hall_look::colour::TEXT2),
        );
        let mut pressed = None;
        let user = self.user();
        let mut shown = Entry::new(Takes::Words(40)).with(&user);
        if self.locked_for.is_none() {
            shown = self.user.clone();
        }
        if field(ui, cut_top(&mut inner, 100.0), &known.t("login-user"), &shown, !self.at_pin)
            && self.locked_for.is_none()
        {
            self.at_pin = false;
            pressed = Some(Press::Typed);
        }
        inner.min.y += 12.0;
        if field(ui, cut_top(&mut inner, 100.0), &known.t("login-pin"), &self.pin, self.at_pin)
            && !self.user().is_empty()
        {
            self.at_pin = true;
            pressed = Some(Press::Typed);
        }
        inner.min.y += 12.0;
        ink::words(ui, inner, &known.t("login-delay"), label(16.0));
        keypad(ui, right, &known.t("key-erase")).or(pressed)
    }

    fn typed(&mut self, typed: &Typed, _known: &Known) -> Option<Press> {
        let entry = if self.at_pin { &mut self.pin } else { &mut self.user };
        match typed {
            Typed::Char(c) => {
                if !entry.put(*c) {
                    return None;
                }
            }
            Typed::Erase => entry.erase(),
            Typed::Next | Typed::Down if !self.user().is_empty() => self.at_pin = true,
            Typed::Up if self.locked_for.is_none() => self.at_pin = false,
            Typed::Next | Typed::Down | Typed::Up | Typed::Press(_) | Typed::Released | Typed::Scan(_) => {
                return None;
            }
        }
        Some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::Intro && !self.at_pin && !self.user.is_empty() {
            self.at_pin = true;
        } else if key == Key::Back && self.locked_for.is_none() {
            self.at_pin = false;
            self.pin.clear();
        }
    }

    fn would_throw_away(&self, _known: &Known) -> bool {
        self.at_pin && self.locked_for.is_none() && !self.pin.is_empty()
    }

    fn refused(&mut self) {
        self.pin.clear();
    }

    fn granted(&mut self) {
        *self = Login::default();
    }
}
