//! A form to fill in, step by step: choose, type, let a second person agree, then act.
//!
//! Each form is a [`Blank`]. A choice is a selection, never an act. Digits belong to the field that has the focus;
//! only where none has it they choose from the list. What was typed stays after a refusal, a PIN does not.

use egui::{Rect, Ui};

use super::common::{PIN, second, second_steps};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::Entry;
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::help::Topic;
use crate::view::tabs::by_digit;
use crate::view::{Band, View};

mod blank;
mod paint;
mod step;

pub use blank::Blank;
pub use paint::paint_facts;
pub use step::{Aloud, Answer, Facts, Filled, Filling, NO, Opt, Step, YES};

/// A form with what was filled in.
pub struct Form {
    blank: &'static Blank,
    topic: Topic,
    filled: Filled,
    at: Option<usize>,
    /// The step in focus is a text field of egui's.
    writes: bool,
    /// Keys of the bar that moved within the form and are not followed yet.
    moves: Vec<Key>,
    object: String,
}

impl Default for Form {
    fn default() -> Form {
        let (filled, object) = (Filled::default(), String::new());
        let topic = Topic::default();
        Form { blank: &Blank::PLAIN, topic, filled, at: None, writes: false, moves: Vec::new(), object }
    }
}

impl Form {
    /// The form of this blank, with what F1 explains of it; what was filled in stays.
    pub fn of(&mut self, blank: &'static Blank, topic: Topic) -> &mut Form {
        (self.blank, self.topic) = (blank, topic);
        self
    }

    fn filling<'a>(&'a self, known: &'a Known) -> Filling<'a> {
        Filling { known, filled: &self.filled }
    }

    fn steps(&self, known: &Known) -> Vec<Step> {
        let form = self.filling(known);
        let mut steps = (self.blank.steps)(form);
        if let Some(request) = (self.blank.second)(form) {
            steps.extend(second_steps(form, request));
        }
        steps.into_iter().map(|step| form.judged(step)).collect()
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        (self.blank.waits_for)(self.blank, known)
    }

    fn title(&self, known: &Known) -> String {
        (self.blank.title)(self.blank, self.filling(known))
    }

    /// The act, once every step is answered.
    fn press(&self, known: &Known) -> Option<Press> {
        let form = self.filling(known);
        let press = Press::asks((self.blank.label)(self.blank, form), (self.blank.asks)(form)?);
        let agrees = (self.blank.second)(form).map(|_| second(form));
        Some(match agrees.or_else(|| (self.blank.signs)(form)) {
            Some(second) => press.by_second(second),
            None => press,
        })
    }

    /// The step in focus: the one that was gone to, or the first that is not answered.
    fn at(&self, steps: &[Step]) -> usize {
        let last = steps.len().saturating_sub(1);
        // A text that stands there from the start is looked at first.
        let waits = |step: &Step| step.missing.is_some() || matches!(step.answer, Answer::Page(_));
        let first = steps.iter().position(waits).unwrap_or(last);
        self.at.unwrap_or(first).min(last)
    }

    /// Begins anew if the form is about something else, and follows the keys of the bar.
    fn follow(&mut self, known: &Known) {
        let object = (self.blank.object)(known);
        if object != self.object {
            *self = Form { blank: self.blank, topic: self.topic, object, ..Form::default() };
        }
        for key in std::mem::take(&mut self.moves) {
            if key == Key::Intro {
                self.forward(known);
            } else if key == Key::Back {
                self.back(known);
            } else if let Some((_, step, value)) = self.blank.answers.iter().find(|(of, ..)| *of == key) {
                self.filled.set(step, *value);
            }
        }
    }

    fn forward(&mut self, known: &Known) {
        let steps = self.steps(known);
        let at = self.at(&steps);
        if steps.get(at).is_some_and(|step| step.missing.is_some()) {
            return;
        }
        self.at = Some(following(&steps, at).unwrap_or(at));
    }

    fn back(&mut self, known: &Known) {
        let at = self.at(&self.steps(known));
        self.filled.set(PIN, "");
        self.at = Some(at.saturating_sub(1));
    }

    /// Chooses an option by its place.
    fn choose(&mut self, step: &Step, number: usize) {
        let Answer::Choice(options) = &step.answer else { return };
        if let Some(opt) = options.get(number) {
            self.filled.set(step.key, &opt.value);
        }
    }

    /// What Intro does, with how the prompt begins and its sentence.
    fn next(&self, known: &Known) -> (Lead, String, Next) {
        let (blank, form) = (self.blank, self.filling(known));
        let (steps, title, label) = (self.steps(known), self.title(known), (blank.label)(blank, form));
        if let Some(who) = self.waits_for(known) {
            return (Lead::Wait, title, Next::Wait(who));
        }
        let not_now = || form.t("fo-not-now");
        if let Some(why) = (blank.impossible)(known) {
            return (Lead::Wait, form.t(why), Next::Missing { label, what: not_now() });
        }
        let at = self.at(&steps);
        let step = steps.get(at);
        let next = if let Some(what) = step.and_then(|step| step.missing.clone()) {
            Next::Missing { label, what }
        } else if let Some(next) = following(&steps, at) {
            let act = NextAct::new(form.t("fo-next"), Press::Typed).sub(&steps[next].name);
            Next::Do(act.at_once())
        } else if let Some(press) = self.press(known) {
            let act = NextAct::new(label, press).armed(blank.arming).held(blank.hold_s);
            Next::Do(act.sub((blank.sub)(blank, form)))
        } else {
            Next::Missing { label, what: not_now() }
        };
        let says = steps.is_empty() && (blank.say)(form).is_some();
        let lead = if says { Lead::Say } else { Lead::Now };
        (lead, step.map_or(title, |step| step.help.clone()), next)
    }
}

/// The step that comes after one: the next, or the first that is still not answered.
fn following(steps: &[Step], at: usize) -> Option<usize> {
    if at + 1 < steps.len() {
        return Some(at + 1);
    }
    steps.iter().position(|step| step.missing.is_some())
}

impl View for Form {
    fn bar(&self, known: &Known) -> Bar {
        let (lead, prompt, next) = self.next(known);
        let (blank, form) = (self.blank, self.filling(known));
        let goes_back = !blank.leaves_at_once && self.waits_for(known).is_none();
        let back = if goes_back && self.at(&self.steps(known)) > 0 {
            Some(KeyButton::back(known))
        } else if blank.is_place {
            None
        } else {
            let leave = form.t_if(&format!("{}-leave", blank.id)).unwrap_or_else(|| form.t("fo-leave"));
            Some(KeyButton::new(Key::Back, leave, Press::Close).sub(form.t("fo-leave-sub")))
        };
        Bar::new(lead, prompt, next).with_all(back).with_all((blank.buttons)(form))
    }

    fn topic(&self) -> Topic {
        self.topic
    }

    fn look(&mut self, known: &Known) {
        self.follow(known);
    }

    fn would_throw_away(&self, known: &Known) -> bool {
        let steps = self.steps(known);
        let leaves = self.at(&steps) == 0 || self.blank.leaves_at_once;
        leaves && steps.iter().any(|step| !self.filled.get(step.key).is_empty())
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        self.follow(known);
        self.paint(ui, room, known)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let steps = self.steps(known);
        if self.waits_for(known).is_some() {
            return None;
        }
        let at = self.at(&steps);
        // What is being answered stays in focus once it is.
        self.at = Some(at);
        let step = steps.get(at)?;
        match (typed, &step.answer) {
            (Typed::Char(c), Answer::Choice(options)) => {
                self.choose(step, by_digit(*c, options.len())?);
            }
            (Typed::Up | Typed::Down, Answer::Choice(options)) => {
                let value = self.filled.or(step.key, &step.start);
                let now = options.iter().position(|opt| opt.value == value);
                let row = now.map_or(Some(0), |now| typed.row(now, options.len()))?;
                self.choose(step, row);
            }
            (Typed::Char(_) | Typed::Erase, Answer::Entry(takes)) => {
                // A character begins anew, a rub-out edits what stands there from the start.
                let start = if *typed == Typed::Erase { step.start.as_str() } else { "" };
                let mut entry = Entry::new(*takes).with(self.filled.or(step.key, start));
                if !entry.typed(typed) {
                    return None;
                }
                self.filled.set(step.key, entry.text());
            }
            (Typed::Next | Typed::Down, _) => self.forward(known),
            (Typed::Up, _) => self.back(known),
            (Typed::Char(_), Answer::Text(_) | Answer::Page(_))
            | (Typed::Erase, Answer::Choice(_) | Answer::Text(_) | Answer::Page(_))
            | (Typed::Left | Typed::Right | Typed::Press(_) | Typed::Released | Typed::Scan(_), _) => {
                return None;
            }
        }
        Some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        self.moves.push(key);
    }

    fn band(&self, known: &Known) -> Option<Band> {
        (self.blank.band)(self.blank, self.filling(known))
    }

    fn writes(&self) -> bool {
        self.writes
    }

    fn refused(&mut self) {
        self.filled.set(PIN, "");
    }

    fn granted(&mut self) {
        *self = Form { blank: self.blank, topic: self.topic, ..Form::default() };
    }
}
