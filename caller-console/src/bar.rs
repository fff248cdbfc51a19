//! The bar: what to do next and which key does it, always at the same place.

use hall_core::request::RequestKind;
use hall_wire::command::Command;

use crate::keys::Key;
use crate::known::Known;
use crate::press::Press;

/// How long Intro is deaf after the next action has changed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Arming {
    /// A ball: 0.3 s.
    Ball,
    /// Most acts: 0.6 s.
    Usual,
    /// After a verdict: 1.5 s.
    Verdict,
    /// After words that must be read aloud: so many seconds, 5 in general.
    Reading(f64),
    /// Until the desk's clock reaches this moment, UTC milliseconds, and 0.6 s at least.
    Until(i64),
}

impl Arming {
    /// Returns the seconds it lasts, where it does not hang on the desk's clock.
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
    /// Nothing to do: whom or what we wait for. Intro does nothing.
    Wait(String),
    /// The act that comes next, and what is missing for it. Intro does nothing.
    Missing {
        /// What it will be.
        label: String,
        /// What is missing.
        what: String,
    },
}

/// What Intro does.
#[derive(Debug, Clone, PartialEq)]
pub struct NextAct {
    /// Named by its effect and its object: «ANUNCIAR EL 80».
    pub label: String,
    /// A small line under it.
    pub sub: String,
    /// What it asks for.
    pub press: Press,
    /// How long it is deaf.
    pub arming: Arming,
    /// How long Intro must be held, in seconds; 0 for a press.
    pub hold_s: f64,
}

impl NextAct {
    /// Returns an act with no small line, armed as usual.
    pub fn new(label: impl Into<String>, press: Press) -> NextAct {
        NextAct { label: label.into(), sub: String::new(), press, arming: Arming::Usual, hold_s: 0.0 }
    }

    /// Returns an act that asks the desk for this.
    pub fn ask(label: impl Into<String>, command: impl Into<Command>) -> NextAct {
        let label = label.into();
        NextAct::new(&label, Press::ask(&label, command))
    }

    /// Returns it with a small line.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "a small line, not a difference")]
    pub fn sub(self, sub: impl Into<String>) -> NextAct {
        NextAct { sub: sub.into(), ..self }
    }

    /// Returns it with another arming.
    #[must_use]
    pub fn armed(self, arming: Arming) -> NextAct {
        NextAct { arming, ..self }
    }

    /// Returns it held for so many seconds.
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
    /// What it does; none while it is off.
    pub press: Option<Press>,
    /// It is what is shown now.
    pub chosen: bool,
}

impl KeyButton {
    /// Returns a button that acts.
    pub fn new(key: Key, label: impl Into<String>, press: Press) -> KeyButton {
        KeyButton { key, label: label.into(), sub: String::new(), press: Some(press), chosen: false }
    }

    /// Returns the key that takes away what lies over the view.
    pub fn close(known: &Known) -> KeyButton {
        KeyButton::new(Key::Back, known.t("close"), Press::Close)
    }

    /// Returns the key that goes back within the view.
    pub fn back(known: &Known) -> KeyButton {
        KeyButton::new(Key::Back, known.t("back"), Press::Typed)
    }

    /// Returns it with a small line.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "a small line, not a difference")]
    pub fn sub(self, sub: impl Into<String>) -> KeyButton {
        KeyButton { sub: sub.into(), ..self }
    }

    /// Returns it off, with the reason.
    #[must_use]
    pub fn off(self, why: impl Into<String>) -> KeyButton {
        KeyButton { press: None, sub: why.into(), ..self }
    }

    /// Returns it off, or on, with the reason while it is off.
    #[must_use]
    pub fn on_if(self, on: bool, why: impl Into<String>) -> KeyButton {
        if on { self } else { self.off(why) }
    }

    /// Returns it marked as what is shown now.
    #[must_use]
    pub fn chosen(self, chosen: bool) -> KeyButton {
        KeyButton { chosen, ..self }
    }
}

/// How the prompt begins: each has its own shape.
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
    /// PARADA, where it is alive: the shell lays it on every view.
    pub stop: Option<KeyButton>,
    /// The next action.
    pub next: Next,
}

impl Bar {
    /// Returns a bar with a prompt and nothing else.
    pub fn new(lead: Lead, prompt: impl Into<String>, next: Next) -> Bar {
        Bar { lead, prompt: prompt.into(), buttons: Vec::new(), stop: None, next }
    }

    /// Returns it with a button more.
    #[must_use]
    pub fn with(mut self, button: KeyButton) -> Bar {
        self.buttons.push(button);
        self
    }

    /// Returns it with these buttons more.
    #[must_use]
    pub fn with_all(mut self, buttons: impl IntoIterator<Item = KeyButton>) -> Bar {
        self.buttons.extend(buttons);
        self
    }

    /// Returns what a key does here, Intro apart.
    pub fn press_of(&self, key: Key) -> Option<&Press> {
        self.button(key)?.press.as_ref()
    }

    /// Returns the button of a key.
    pub fn button(&self, key: Key) -> Option<&KeyButton> {
        self.buttons.iter().chain(&self.stop).find(|button| button.key == key)
    }

    /// Returns what the next action is about, with everything that was typed for it.
    pub fn object(&self) -> String {
        match &self.next {
            Next::Do(act) => {
                let mut object = format!("{:?}", act.press);
                // A command does not show what is secret; its body does.
                if let Press::Ask(orders) = &act.press {
                    object.extend(orders.asks.iter().map(|ask| ask.body().to_string()));
                }
                object
            }
            Next::Wait(label) | Next::Missing { label, .. } => label.clone(),
        }
    }

    /// Returns the kind of the next action, whatever it is about; none where Intro only goes to another field or
    /// does nothing.
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
    /// It asks the desk for these.
    Asks(Vec<RequestKind>),
    /// It does this at the console.
    Other(Box<Press>),
}
