//! 01 · The log-in: number or user name, then the PIN. At a locked desk only the PIN. A device that is none of the hall's is made one
//! with the code that the jefe de sala was given for it (ADR 69).

use egui::{Rect, Ui, vec2};
use hall_look::ink;
use hall_wire::problem::{
    ANOTHER_HALL, CERTIFICATE_EXPIRED, DEVICE_REVOKED, FOREIGN_CERTIFICATE, ProblemKind,
};

use super::View;
use super::part::{bold, columns, cut_top, field, keypad, label, panel};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::device::DeviceAct;
use crate::entry::{Entry, PIN_MIN, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::help::Topic;

pub struct Login {
    user: Entry,
    pin: Entry,
    at_pin: bool,
    /// The desk is locked for this user.
    locked: bool,
    /// The code of a new device, while it is typed.
    code: Option<Entry>,
}

/// The digits of a code.
const CODE_DIGITS: usize = 8;

/// What a server says to a device that has been one of a hall's: only a code mends it, at a locked desk too.
const OUT: [ProblemKind; 4] = [DEVICE_REVOKED, CERTIFICATE_EXPIRED, FOREIGN_CERTIFICATE, ANOTHER_HALL];

fn is_out(known: &Known) -> bool {
    known.link.refused.as_ref().is_some_and(|problem| OUT.iter().any(|kind| kind.code == problem.code))
}

impl Default for Login {
    fn default() -> Login {
        let (user, pin) = (Entry::new(Takes::Words(40)), Entry::new(Takes::Pin));
        Login { user, pin, at_pin: false, locked: false, code: None }
    }
}

impl Login {
    /// Sets whose desk is locked, if it is.
    pub fn locked_for(&mut self, user: Option<&str>) {
        if self.locked.then(|| self.user.text()) != user {
            let locked = user.is_some();
            let entry = Entry::new(Takes::Words(40)).with(user.unwrap_or_default());
            *self = Login { user: entry, locked, at_pin: locked, ..Login::default() };
        }
    }
}

impl View for Login {
    fn bar(&self, known: &Known) -> Bar {
        if let Some(code) = &self.code {
            return code_bar(code, known);
        }
        let enter = known.t("login-enter");
        let language = KeyButton::new(Key::F5, known.t("other-language"), Press::Language);
        // One of the hall's needs no code.
        let enrol = KeyButton::new(Key::F6, known.t("devices-enrol"), Press::Typed);
        let enrol = (is_out(known) || (!self.locked && !known.enrolled)).then_some(enrol);
        if !self.at_pin {
            let next = if self.user.is_empty() {
                Next::Missing { label: enter, what: known.t("login-missing-user") }
            } else {
                Next::Do(NextAct::new(known.t("login-next"), Press::Typed).at_once())
            };
            return Bar::new(Lead::Now, known.t("login-type-user"), next).with(language).with_all(enrol);
        }
        let next = if self.pin.text().len() < PIN_MIN {
            Next::Missing { label: enter, what: known.t("login-missing-pin") }
        } else {
            let press = Press::LogIn { user: self.user.text().to_string(), pin: self.pin.text().to_string() };
            let sub = known.ta("login-as", &[("user", &self.user.text())]);
            Next::Do(NextAct::new(enter, press).sub(sub).at_once())
        };
        let leave = if !self.locked {
            KeyButton::back(known)
        } else {
            KeyButton::new(Key::F8, known.t("login-other-person"), Press::LogOut)
        };
        Bar::new(Lead::Now, known.t("login-type-pin"), next).with(leave).with(language).with_all(enrol)
    }

    fn topic(&self) -> Topic {
        match (&self.code, self.locked) {
            (Some(_), _) => Topic::NewDevice,
            (None, true) => Topic::Locked,
            (None, false) => Topic::LogIn,
        }
    }

    fn seated(&self) -> bool {
        false
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        let room =
            Rect::from_center_size(room.center(), vec2(room.width().min(960.0), room.height().min(430.0)));
        let [left, right] = columns(room, [500.0, 386.0], 44.0);
        let mut inner = panel(ui, left);
        if let Some(code) = &self.code {
            ink::line(ui, cut_top(&mut inner, 44.0), &known.t("devices-enrol"), bold(34.0));
            ink::words(ui, cut_top(&mut inner, 92.0), &known.t("devices-enrol-how"), label(19.0));
            field(ui, cut_top(&mut inner, 100.0), &known.t("devices-code"), code, true);
            return keypad(ui, right, &known.t("key-erase"));
        }
        let title = if self.locked { "login-locked" } else { "login-title" };
        ink::line(ui, cut_top(&mut inner, 44.0), &known.t(title), bold(34.0));
        ink::words(ui, cut_top(&mut inner, 62.0), &known.t("login-how"), label(19.0));
        let mut pressed = None;
        if field(ui, cut_top(&mut inner, 100.0), &known.t("login-user"), &self.user, !self.at_pin)
            && !self.locked
        {
            self.at_pin = false;
            pressed = Some(Press::Typed);
        }
        inner.min.y += 12.0;
        if field(ui, cut_top(&mut inner, 100.0), &known.t("login-pin"), &self.pin, self.at_pin)
            && !self.user.is_empty()
        {
            self.at_pin = true;
            pressed = Some(Press::Typed);
        }
        inner.min.y += 12.0;
        ink::words(ui, inner, &known.t("login-delay"), label(16.0));
        keypad(ui, right, &known.t("key-erase")).or(pressed)
    }

    fn typed(&mut self, typed: &Typed, _known: &Known) -> Option<Press> {
        if let Some(code) = &mut self.code {
            return code.typed(typed).then_some(Press::Typed);
        }
        let entry = if self.at_pin { &mut self.pin } else { &mut self.user };
        if entry.typed(typed) {
            return Some(Press::Typed);
        }
        match typed {
            Typed::Next | Typed::Down if !self.user.is_empty() => self.at_pin = true,
            Typed::Up if !self.locked => self.at_pin = false,
            Typed::Next | Typed::Down | Typed::Up | Typed::Left | Typed::Right => return None,
            Typed::Char(_) | Typed::Erase => return None,
            Typed::Press(_) | Typed::Released | Typed::Scan(_) => return None,
        }
        Some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::F6 {
            self.code = Some(Entry::new(Takes::Digits(CODE_DIGITS)));
        } else if key == Key::Back && self.code.is_some() {
            self.code = None;
        } else if key == Key::Intro && !self.at_pin && !self.user.is_empty() {
            self.at_pin = true;
        } else if key == Key::Back && !self.locked {
            self.at_pin = false;
            self.pin.clear();
        }
    }

    fn would_throw_away(&self, _known: &Known) -> bool {
        let code = self.code.as_ref().is_some_and(|code| !code.is_empty());
        code || (self.at_pin && !self.locked && !self.pin.is_empty())
    }

    fn refused(&mut self) {
        self.code.iter_mut().for_each(Entry::clear);
        self.pin.clear();
    }

    fn granted(&mut self) {
        *self = Login::default();
    }
}

fn code_bar(code: &Entry, known: &Known) -> Bar {
    let label = known.t("devices-enrol-do");
    let next = if code.text().len() < CODE_DIGITS {
        Next::Missing { label, what: known.t("devices-missing-code") }
    } else {
        let act = DeviceAct::Enrol(code.text().to_owned());
        Next::Do(NextAct::new(label, Press::Device(act)).at_once())
    };
    Bar::new(Lead::Now, known.t("devices-enrol-prompt"), next).with(KeyButton::back(known))
}
