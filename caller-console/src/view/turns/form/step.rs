//! A step of a form, how it is answered, and what was filled in.

use std::collections::BTreeMap;

use crate::entry::{Entry, Takes};
use crate::known::Known;
use crate::value;

/// What was filled in, by the key of its step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filled(BTreeMap<&'static str, String>);

impl Filled {
    /// What was filled in, or nothing.
    pub fn get(&self, key: &str) -> &str {
        self.or(key, "")
    }

    /// What was filled in, or what stands there from the start.
    pub fn or<'a>(&'a self, key: &str, start: &'a str) -> &'a str {
        self.0.get(key).map_or(start, String::as_str)
    }

    pub fn set(&mut self, key: &'static str, value: impl Into<String>) {
        self.0.insert(key, value.into());
    }
}

/// The value of a yes.
pub const YES: &str = "yes";

/// The value of a no.
pub const NO: &str = "no";

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

impl Opt {
    pub fn new(value: impl Into<String>, words: impl Into<String>) -> Opt {
        Opt { value: value.into(), words: words.into(), stops: None }
    }

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
    /// The same, in lines that stay.
    Page(usize),
}

/// A step of a form. Its id begins those of its texts: `{id}` is its name, `{id}-do` what to do, and
/// `{id}-note`, if there is one, stands with the field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Under which its answer is kept: the id, unless steps share an answer.
    pub key: &'static str,
    pub name: String,
    pub help: String,
    pub note: String,
    pub answer: Answer,
    /// What stands there before anything was typed.
    pub start: String,
    pub missing: Option<String>,
    /// What the list shows instead of what was typed: a name for a number.
    pub shows: Option<String>,
}

impl Step {
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Step {
        Step { note: note.into(), ..self }
    }

    #[must_use]
    pub fn start(self, start: impl Into<String>) -> Step {
        Step { start: start.into(), ..self }
    }

    /// The list shows this, and not the answer itself.
    #[must_use]
    pub fn shows(self, words: String) -> Step {
        Step { shows: Some(words), ..self }
    }

    /// The answer as it is shown in the list.
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
            Answer::Text(_) | Answer::Page(_) => value.to_string(),
        }
    }
}

/// Words to be read aloud.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aloud {
    /// What stands over them.
    pub head: String,
    pub words: String,
    /// At which byte of the words one begins to read: the page that is shown first has it.
    pub from: usize,
}

impl Aloud {
    /// Words that are read from the first on.
    pub fn new(head: String, words: impl Into<String>) -> Aloud {
        Aloud { head, words: words.into(), from: 0 }
    }
}

/// Names with their values.
pub type Facts = Vec<(String, String)>;

/// A form as it stands: what is known, and what was filled in so far.
#[derive(Clone, Copy)]
pub struct Filling<'a> {
    pub known: &'a Known,
    pub filled: &'a Filled,
}

impl<'a> Filling<'a> {
    pub fn get(self, key: &str) -> &'a str {
        self.filled.get(key)
    }

    pub fn number(self, key: &str) -> Option<u32> {
        self.get(key).parse().ok()
    }

    pub fn is_yes(self, key: &str) -> bool {
        self.get(key) == YES
    }

    /// A text. It may name the game and the minutes of 36.1.
    pub fn t(self, id: &str) -> String {
        let (game, minutes) = (value::game(self.known).0, self.known.board.suspension_minutes);
        self.known.ta(id, &[("game", &game), ("minutes", &minutes)])
    }

    /// A text where there is one with this id.
    pub fn t_if(self, id: &str) -> Option<String> {
        self.known.texts.has(id).then(|| self.t(id))
    }

    /// Facts by their ids: `{id}` is the name, `{id}-is` the value, if there is one.
    pub fn facts(self, ids: &[&str]) -> Facts {
        let fact = |id: &&str| (self.t(id), self.t_if(&format!("{id}-is")).unwrap_or_default());
        ids.iter().map(fact).collect()
    }

    /// A choice between these.
    pub fn choice(self, id: &'static str, options: Vec<Opt>) -> Step {
        self.step(id, Answer::Choice(options))
    }

    /// A choice between values with the ids of their words.
    pub fn choice_of(self, id: &'static str, options: &[(&str, &str)]) -> Step {
        self.choice(id, options.iter().map(|(value, words)| Opt::new(*value, self.t(words))).collect())
    }

    /// A choice between `{id}-yes` and `{id}-no`. Where there is a `{id}-stop`, it says why nothing goes on with a no.
    pub fn yes_no(self, id: &'static str) -> Step {
        let yes = Opt::new(YES, self.t(&format!("{id}-yes")));
        let no = Opt::new(NO, self.t(&format!("{id}-no")));
        let stops = self.t_if(&format!("{id}-stop"));
        self.choice(id, vec![yes, Opt { stops, ..no }])
    }

    /// A field of the keypad, and the id of what it still lacks.
    pub fn entry(self, id: &'static str, takes: Takes, missing: Option<&str>) -> Step {
        Step { missing: missing.map(|id| self.t(id)), ..self.step(id, Answer::Entry(takes)) }
    }

    /// A free text, at most so many characters.
    pub fn text(self, id: &'static str, most: usize) -> Step {
        self.step(id, Answer::Text(most))
    }

    /// A free text of many lines, at most so many characters.
    pub fn page(self, id: &'static str, most: usize) -> Step {
        self.step(id, Answer::Page(most))
    }

    fn step(self, id: &'static str, answer: Answer) -> Step {
        Step {
            key: id,
            name: self.t(id),
            help: self.t(&format!("{id}-do")),
            note: self.t_if(&format!("{id}-note")).unwrap_or_default(),
            answer,
            start: String::new(),
            missing: None,
            shows: None,
        }
    }

    /// A step with what its choice or its text lacks; a field of the keypad has said it.
    pub fn judged(self, step: Step) -> Step {
        let value = self.filled.or(step.key, &step.start);
        let missing = match &step.answer {
            Answer::Choice(options) => match options.iter().find(|opt| opt.value == value) {
                None if options.is_empty() => Some(self.t("fo-nothing")),
                None => Some(self.t("fo-choose")),
                Some(opt) => opt.stops.clone(),
            },
            Answer::Text(_) | Answer::Page(_) => value.trim().is_empty().then(|| self.t("fo-write")),
            Answer::Entry(_) => return step,
        };
        Step { missing, ..step }
    }
}
