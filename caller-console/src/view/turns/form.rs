//! A form to fill in, step by step: choose, type, let a second person agree, then act.
//!
//! A choice is a selection, never an act. Digits belong to the field that has the focus; only
//! where none has it they choose from the list. What was typed stays after a refusal, a PIN does not.

use std::collections::BTreeMap;

use egui::{Rect, Ui};

use crate::bar::{Arming, Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::view::{Band, View};

mod paint;

pub use paint::{paint_facts, short};

/// What was filled in, by the key of its step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filled(BTreeMap<&'static str, String>);

impl Filled {
    /// Returns what was filled in, or nothing.
    pub fn get(&self, key: &str) -> &str {
        self.0.get(key).map_or("", String::as_str)
    }

    /// Whether the answer was yes.
    pub fn is_yes(&self, key: &str) -> bool {
        self.get(key) == YES
    }

    /// Returns what was filled in, or what stands there from the start.
    pub fn or<'a>(&'a self, key: &str, start: &'a str) -> &'a str {
        self.0.get(key).map_or(start, String::as_str)
    }

    /// Returns the number that was filled in.
    pub fn number(&self, key: &str) -> Option<u32> {
        self.get(key).parse().ok()
    }

    /// Fills in an answer.
    pub fn set(&mut self, key: &'static str, value: impl Into<String>) {
        self.0.insert(key, value.into());
    }
}

/// Something to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opt {
    /// What is kept.
    pub value: String,
    /// What is read.
    pub words: String,
    /// Why nothing goes on with it.
    pub stops: Option<String>,
}

/// The value of a yes; that of a no is [`NO`].
pub(super) const YES: &str = "yes";

pub(super) const NO: &str = "no";

impl Opt {
    /// The answer that [`Filled::is_yes`] finds.
    pub fn yes(words: impl Into<String>) -> Opt {
        Opt::new(YES, words)
    }

    pub fn no(words: impl Into<String>) -> Opt {
        Opt::new(NO, words)
    }

    /// Returns something to choose.
    pub fn new(value: impl Into<String>, words: impl Into<String>) -> Opt {
        Opt { value: value.into(), words: words.into(), stops: None }
    }

    /// Returns it as something with which nothing goes on, and why.
    #[must_use]
    pub fn stops(self, why: impl Into<String>) -> Opt {
        Opt { stops: Some(why.into()), ..self }
    }
}

/// How a step is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// One of these.
    Choice(Vec<Opt>),
    /// Typed on the keypad.
    Entry(Takes),
    /// Free text, at most so many characters.
    Text(usize),
}

/// A step of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Under which its answer is kept.
    pub key: &'static str,
    /// Its name.
    pub name: String,
    /// What to do, one sentence.
    pub help: String,
    /// More words, under the field.
    pub note: String,
    /// How it is answered.
    pub answer: Answer,
    /// What stands there before anything was typed.
    pub start: String,
    /// What is missing.
    pub missing: Option<String>,
    /// What the list shows instead of what was typed: a name for a number.
    pub shows: Option<String>,
}

impl Step {
    /// Returns a choice.
    pub fn choice(known: &Known, filled: &Filled, key: &'static str, id: &str, options: Vec<Opt>) -> Step {
        let step = Step::plain(known, key, id, Answer::Choice(options));
        step.judged(known, filled)
    }

    /// Returns a field of the keypad; `missing` says what it still lacks.
    pub fn entry(known: &Known, key: &'static str, id: &str, takes: Takes, missing: Option<String>) -> Step {
        Step { missing, ..Step::plain(known, key, id, Answer::Entry(takes)) }
    }

    /// Returns a free text.
    pub fn text(known: &Known, filled: &Filled, key: &'static str, id: &str, most: usize) -> Step {
        let missing = filled.get(key).trim().is_empty().then(|| known.t("fo-write"));
        Step { missing, ..Step::plain(known, key, id, Answer::Text(most)) }
    }

    fn plain(known: &Known, key: &'static str, id: &str, answer: Answer) -> Step {
        Step {
            key,
            name: known.t(id),
            help: known.t(&format!("{id}-do")),
            note: String::new(),
            answer,
            start: String::new(),
            missing: None,
            shows: None,
        }
    }

    /// Returns it with what the list shows instead of what was typed.
    #[must_use]
    pub fn shows(self, shows: Option<String>) -> Step {
        Step { shows, ..self }
    }

    /// Returns it with more words.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Step {
        Step { note: note.into(), ..self }
    }

    /// Returns it with what stands there from the start.
    #[must_use]
    pub fn start(self, known: &Known, filled: &Filled, start: impl Into<String>) -> Step {
        Step { start: start.into(), ..self }.judged(known, filled)
    }

    fn judged(self, known: &Known, filled: &Filled) -> Step {
        let Answer::Choice(options) = &self.answer else { return self };
        let chosen = options.iter().find(|opt| opt.value == filled.or(self.key, &self.start));
        let missing = match chosen {
            None if options.is_empty() => Some(known.t("fo-nothing")),
            None => Some(known.t("fo-choose")),
            Some(opt) => opt.stops.clone(),
        };
        Step { missing, ..self }
    }

    /// Returns the answer as it is shown in the list.
    pub fn shown(&self, filled: &Filled) -> String {
        if let Some(shows) = &self.shows {
            return shows.clone();
        }
        let value = filled.or(self.key, &self.start);
        match &self.answer {
            Answer::Choice(options) => {
                options.iter().find(|opt| opt.value == value).map_or(String::new(), |opt| opt.words.clone())
            }
            Answer::Entry(takes) => Entry::new(*takes).with(value).shown(),
            Answer::Text(_) => value.to_string(),
        }
    }
}

/// What a form asks, and what it does.
pub trait Blank: Default {
    /// Returns the steps, as what was filled in so far makes them.
    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step>;

    /// Returns the name of the act: «ABRIR LA SESIÓN».
    fn label(&self, known: &Known) -> String;

    /// Returns the act, once every step is answered.
    fn act(&self, known: &Known, filled: &Filled) -> Option<Press>;

    /// Returns whom we wait for, where who sits here may not.
    fn waits_for(&self, _known: &Known) -> Option<String> {
        None
    }

    /// Returns why it cannot be now.
    fn impossible(&self, _known: &Known, _filled: &Filled) -> Option<String> {
        None
    }

    /// Returns the title over the steps.
    fn title(&self, known: &Known) -> String;

    /// Returns what the form is about: with another object it begins anew.
    fn object(&self, known: &Known) -> String {
        format!("{:?}", known.game().map(|game| game.game))
    }

    /// Returns what will happen, as name and value.
    fn facts(&self, _known: &Known, _filled: &Filled) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Returns words to read aloud, with their head.
    fn say(&self, _known: &Known, _filled: &Filled) -> Option<(String, String)> {
        None
    }

    /// Returns the band.
    fn band(&self, _known: &Known) -> Option<Band> {
        None
    }

    /// Returns how Intro is armed for the act, and for how long it is held.
    fn guard(&self) -> (Arming, f64) {
        (Arming::Usual, 0.0)
    }

    /// Returns a small line under the act.
    fn sub(&self, _known: &Known) -> String {
        String::new()
    }

    /// Returns more keys.
    fn buttons(&self, _known: &Known, _filled: &Filled) -> Vec<KeyButton> {
        Vec::new()
    }

    /// A key of [`Blank::buttons`] was pressed that moves within the form.
    fn moved(&mut self, _key: Key, _filled: &mut Filled) {}

    /// Returns the label of `−` in the first step, where it leaves the form; none where the form
    /// is the place itself.
    fn leave(&self, known: &Known) -> Option<String> {
        Some(known.t("fo-leave"))
    }

    /// Returns whether `−` leaves at once from any step.
    fn leaves_at_once(&self) -> bool {
        false
    }

    /// Returns whether the machine's state stands under the step in focus.
    fn shows_machine(&self) -> bool {
        false
    }

    /// Paints beside the steps what the form is about; returns the height it took from the top.
    fn aside(&self, _ui: &mut Ui, _room: Rect, _known: &Known, _filled: &Filled) -> f32 {
        0.0
    }
}

/// A form with what was filled in.
#[derive(Debug, Default)]
pub struct Form<B> {
    blank: B,
    filled: Filled,
    at: Option<usize>,
    /// The step in focus is a text field of egui's.
    writes: bool,
    /// Keys of the bar that moved within the form and are not followed yet.
    moves: Vec<Key>,
    object: String,
}

impl<B: Blank> Form<B> {
    /// Returns the step in focus: the one that was gone to, or the first that is not answered.
    fn at(&self, steps: &[Step]) -> usize {
        let last = steps.len().saturating_sub(1);
        let first = steps.iter().position(|step| step.missing.is_some()).unwrap_or(last);
        self.at.unwrap_or(first).min(last)
    }

    /// Begins anew where the form is about something else now, and follows the keys of the bar.
    fn follow(&mut self, known: &Known) {
        let object = self.blank.object(known);
        if object != self.object {
            *self = Form { object, ..Form::default() };
        }
        for key in std::mem::take(&mut self.moves) {
            if key == Key::Intro {
                self.forward(known);
            } else if key == Key::Back {
                self.back(known);
            } else {
                self.blank.moved(key, &mut self.filled);
            }
        }
    }

    fn forward(&mut self, known: &Known) {
        let steps = self.blank.steps(known, &self.filled);
        let at = self.at(&steps);
        if steps.get(at).is_some_and(|step| step.missing.is_some()) {
            return;
        }
        self.at = Some(following(&steps, at).unwrap_or(at));
    }

    fn back(&mut self, known: &Known) {
        let at = self.at(&self.blank.steps(known, &self.filled));
        self.filled.set(PIN, "");
        self.at = Some(at.saturating_sub(1));
    }

    /// Chooses an option by its place; returns whether there is one.
    fn choose(&mut self, step: &Step, number: usize) -> bool {
        let Answer::Choice(options) = &step.answer else { return false };
        let Some(opt) = options.get(number) else { return false };
        self.filled.set(step.key, opt.value.clone());
        true
    }

    fn arrow(&mut self, step: &Step, down: bool) {
        let Answer::Choice(options) = &step.answer else { return };
        let value = self.filled.or(step.key, &step.start);
        let now = options.iter().position(|opt| opt.value == value);
        let next = match (now, down) {
            (None, _) => 0,
            (Some(now), true) => (now + 1).min(options.len().saturating_sub(1)),
            (Some(now), false) => now.saturating_sub(1),
        };
        self.choose(step, next);
    }
}

/// The step of a second person's PIN.
pub const PIN: &str = "pin";

/// Returns the step that comes after one: the next, or the first that is still not answered.
fn following(steps: &[Step], at: usize) -> Option<usize> {
    if at + 1 < steps.len() {
        return Some(at + 1);
    }
    steps.iter().position(|step| step.missing.is_some())
}

impl<B: Blank> View for Form<B> {
    fn bar(&self, known: &Known) -> Bar {
        let steps = self.blank.steps(known, &self.filled);
        let at = self.at(&steps);
        let label = self.blank.label(known);
        let step = steps.get(at);
        let mut prompt = step.map_or_else(|| self.blank.title(known), |step| step.help.clone());
        let mut lead = Lead::Now;
        if self.blank.say(known, &self.filled).is_some() && steps.is_empty() {
            lead = Lead::Say;
        }
        let next = if let Some(who) = self.blank.waits_for(known) {
            lead = Lead::Wait;
            prompt = self.blank.title(known);
            Next::Wait(who)
        } else if let Some(what) = self.blank.impossible(known, &self.filled) {
            lead = Lead::Wait;
            prompt.clone_from(&what);
            Next::Missing { label, what: known.t("fo-not-now") }
        } else if let Some(what) = step.and_then(|step| step.missing.clone()) {
            Next::Missing { label, what }
        } else if let Some(next) = following(&steps, at) {
            let act = NextAct::new(known.t("fo-next"), Press::Typed).sub(steps[next].name.clone());
            Next::Do(act.armed(Arming::Reading(0.01)))
        } else {
            match self.blank.act(known, &self.filled) {
                Some(press) => {
                    let (arming, hold_s) = self.blank.guard();
                    let act = NextAct::new(label, press).armed(arming).held(hold_s);
                    Next::Do(act.sub(self.blank.sub(known)))
                }
                None => Next::Missing { label, what: known.t("fo-not-now") },
            }
        };
        let mut bar = Bar::new(lead, prompt, next);
        if at > 0 && !self.blank.leaves_at_once() && self.blank.waits_for(known).is_none() {
            bar = bar.with(KeyButton::new(Key::Back, known.t("back"), Press::Typed));
        } else if let Some(words) = self.blank.leave(known) {
            bar = bar.with(KeyButton::new(Key::Back, words, Press::Close).sub(known.t("fo-leave-sub")));
        }
        for button in self.blank.buttons(known, &self.filled) {
            bar = bar.with(button);
        }
        bar
    }

    fn look(&mut self, known: &Known) {
        self.follow(known);
    }

    fn would_throw_away(&self, known: &Known) -> bool {
        let steps = self.blank.steps(known, &self.filled);
        let leaves = self.at(&steps) == 0 || self.blank.leaves_at_once();
        leaves && steps.iter().any(|step| !self.filled.get(step.key).is_empty())
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        self.follow(known);
        self.paint(ui, room, known)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        let steps = self.blank.steps(known, &self.filled);
        if self.blank.waits_for(known).is_some() {
            return None;
        }
        let at = self.at(&steps);
        // What is being answered stays in focus once it is.
        self.at = Some(at);
        let step = steps.get(at)?;
        match (typed, &step.answer) {
            (Typed::Char(c), Answer::Choice(_)) => {
                let number = c.to_digit(10).filter(|number| *number > 0)? as usize;
                if !self.choose(step, number - 1) {
                    return None;
                }
            }
            (Typed::Char(c), Answer::Entry(takes)) => {
                let mut entry = Entry::new(*takes).with(self.filled.get(step.key));
                if !entry.put(*c) {
                    return None;
                }
                self.filled.set(step.key, entry.text());
            }
            (Typed::Erase, Answer::Entry(takes)) => {
                let mut entry = Entry::new(*takes).with(self.filled.or(step.key, &step.start));
                entry.erase();
                self.filled.set(step.key, entry.text());
            }
            (Typed::Up | Typed::Down, Answer::Choice(_)) => self.arrow(step, *typed == Typed::Down),
            (Typed::Next | Typed::Down, _) => self.forward(known),
            (Typed::Up, _) => self.back(known),
            (Typed::Char(_), Answer::Text(_))
            | (Typed::Erase, Answer::Choice(_) | Answer::Text(_))
            | (Typed::Press(_) | Typed::Released | Typed::Scan(_), _) => return None,
        }
        Some(Press::Typed)
    }

    fn pressed(&mut self, key: Key) {
        self.moves.push(key);
    }

    fn band(&self, known: &Known) -> Option<Band> {
        self.blank.band(known)
    }

    fn writes(&self) -> bool {
        self.writes
    }

    fn refused(&mut self) {
        self.filled.set(PIN, "");
    }

    fn granted(&mut self) {
        *self = Form::default();
    }
}
