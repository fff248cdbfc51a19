//! The bar: what to do next and by which key, always in the same place.

use hall_core::request::RequestKind;
use hall_wire::command::Command;

use crate::keys::Key;
use crate::known::Known;
use crate::press::Press;

/// How long Intro is inactive after the next action changed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Arming {
    /// A ball: 0.3 s.
    Ball,
    /// Most acts: 0.6 s.
    Usual,
    /// After a verdict: 1.5 s.
    Verdict,
    /// After words that must be read aloud: so many seconds, usually 5.
    Reading(f64),
    /// Until the server's clock reaches this time, UTC milliseconds, and at least 0.6 s.
    Until(i64),
}

impl Arming {
    /// Its length in seconds, apart from the server's clock.
    pub const fn seconds(self) -> f64 {
        match self {
            Arming::Ball => 0.3,
            Arming::Usual | Arming::Until(_) => 0.6,
            Arming::Verdict => 1.5,
            Arming::Reading(seconds) => seconds,
        }
    }
}

/// The next action.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// Intro does this.
    Do(NextAct),
    /// Intro does nothing: what is waited for.
    Wait(String),
    /// Intro does nothing yet: the act that comes next, and what is missing.
    Missing {
        /// The act.
        label: String,
        /// What is missing for it.
        what: String,
    },
}

impl Next {
    /// Intro closes the overlay.
    pub fn close(known: &Known) -> Next {
        Next::Do(NextAct::new(known.t("close"), Press::Close))
    }

    /// Intro goes to the next field of a form.
    pub fn field(known: &Known) -> Next {
        Next::Do(NextAct::new(known.t("form-next"), Press::Typed).at_once())
    }
}

/// What Intro does.
#[derive(Debug, Clone, PartialEq)]
pub struct NextAct {
    /// Its effect and object: «ANUNCIAR EL 80».
    pub label: String,
    /// A small line under it.
    pub sub: String,
    /// What it does.
    pub press: Press,
    /// How long it is inactive at first.
    pub arming: Arming,
    /// How long Intro must be held, in seconds; 0 without holding.
    pub hold_s: f64,
}

impl NextAct {
    /// An act without a small line, armed as usual.
    pub fn new(label: impl Into<String>, press: Press) -> NextAct {
        NextAct { label: label.into(), sub: String::new(), press, arming: Arming::Usual, hold_s: 0.0 }
    }

    /// An act that sends a command.
    pub fn ask(label: impl Into<String>, command: impl Into<Command>) -> NextAct {
        let label = label.into();
        NextAct::new(&label, Press::ask(&label, command))
    }
    /// With a small line.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "a small line, not a difference")]
    pub fn sub(self, sub: impl Into<String>) -> NextAct {
        NextAct { sub: sub.into(), ..self }
    }

    /// With another arming.
    #[must_use]
    pub fn armed(self, arming: Arming) -> NextAct {
        NextAct { arming, ..self }
    }

    /// Acts at once: it records nothing, or was just typed.
    #[must_use]
    pub fn at_once(self) -> NextAct {
        self.armed(Arming::Reading(0.01))
    }

    /// Held for so many seconds.
    #[must_use]
    pub fn held(self, hold_s: f64) -> NextAct {
        NextAct { hold_s, ..self }
    }
}

/// A button of the bar, with its key.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyButton {
    /// The key.
    pub key: Key,
    /// The verb.
    pub label: String,
    /// A small line for the effect, or why it is off.
    pub sub: String,
    /// What it does; `None` while it is off.
    pub press: Option<Press>,
    /// What it opens is shown now.
    pub chosen: bool,
}

impl KeyButton {
    /// A button that acts.
    pub fn new(key: Key, label: impl Into<String>, press: Press) -> KeyButton {
        KeyButton { key, label: label.into(), sub: String::new(), press: Some(press), chosen: false }
    }

    /// `−` closes the overlay.
    pub fn close(known: &Known) -> KeyButton {
        KeyButton::new(Key::Back, known.t("close"), Press::Close)
    }

    /// `−` goes back within the view.
    pub fn back(known: &Known) -> KeyButton {
        KeyButton::new(Key::Back, known.t("back"), Press::Typed)
    }
    /// With a small line.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "a small line, not a difference")]
    pub fn sub(self, sub: impl Into<String>) -> KeyButton {
        KeyButton { sub: sub.into(), ..self }
    }

    /// Off, with the reason.
    #[must_use]
    pub fn off(self, why: impl Into<String>) -> KeyButton {
        KeyButton { press: None, sub: why.into(), ..self }
    }

    /// On or off, with the reason while it is off.
    #[must_use]
    pub fn on_if(self, on: bool, why: impl Into<String>) -> KeyButton {
        if on { self } else { self.off(why) }
    }

    /// Marked as open.
    #[must_use]
    pub fn chosen(self, chosen: bool) -> KeyButton {
        KeyButton { chosen, ..self }
    }
}

/// The word before the prompt, in a shape of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lead {
    /// AHORA, blue.
    Now,
    /// DIGA, cream: words for the hall.
    Say,
    /// ESPERE, dashed.
    Wait,
    /// PUEDE, dashed: nothing has to be done.
    May,
}

/// The bar of a view.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// How the prompt begins.
    pub lead: Lead,
    /// One sentence.
    pub prompt: String,
    /// The buttons, left to right, without PARADA and the next action.
    pub buttons: Vec<KeyButton>,
    /// PARADA, which the shell adds to every view.
    pub stop: Option<KeyButton>,
    /// The next action.
    pub next: Next,
}

impl Bar {
    /// A bar without buttons.
    pub fn new(lead: Lead, prompt: impl Into<String>, next: Next) -> Bar {
        Bar { lead, prompt: prompt.into(), buttons: Vec::new(), stop: None, next }
    }

    /// With another button.
    #[must_use]
    pub fn with(mut self, button: KeyButton) -> Bar {
        self.buttons.push(button);
        self
    }

    /// With more buttons.
    #[must_use]
    pub fn with_all(mut self, buttons: impl IntoIterator<Item = KeyButton>) -> Bar {
        self.buttons.extend(buttons);
        self
    }
    /// What a key does, other than Intro.
    pub fn press_of(&self, key: Key) -> Option<&Press> {
        self.button(key)?.press.as_ref()
    }

    /// The button of a key.
    pub fn button(&self, key: Key) -> Option<&KeyButton> {
        self.buttons.iter().chain(&self.stop).find(|button| button.key == key)
    }

    /// Identifies the next action, with everything typed for it.
    pub fn object(&self) -> String {
        match &self.next {
            Next::Do(act) => {
                let mut object = format!("{:?}", act.press);
                // A command's `Debug` hides secrets; its body has them.
                if let Press::Ask(orders) = &act.press {
                    object.extend(orders.asks.iter().map(|ask| ask.body().to_string()));
                }
                object
            }
            Next::Wait(label) | Next::Missing { label, .. } => label.clone(),
        }
    }

    /// The kind of the next action; `None` where Intro does nothing or only goes to another field.
    pub fn kind(&self) -> Option<ActKind> {
        let Next::Do(act) = &self.next else { return None };
        if let Press::Ask(orders) = &act.press {
            let mut kinds: Vec<RequestKind> = orders.asks.iter().map(Command::kind).collect();
            kinds.dedup();
            return Some(ActKind::Asks(kinds));
        }
        if matches!(act.press, Press::LogIn { .. }) {
            return Some(ActKind::Asks(vec![RequestKind::LogIn]));
        }
        (act.press != Press::Typed).then(|| ActKind::Other(Box::new(act.press.clone())))
    }
}

/// A kind of next action.
#[derive(Debug, Clone, PartialEq)]
pub enum ActKind {
    /// Requests of these kinds.
    Asks(Vec<RequestKind>),
    /// At the console only.
    Other(Box<Press>),
}
