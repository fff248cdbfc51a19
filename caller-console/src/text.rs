//! The texts, in Spanish and in English, with plurals and arguments (Fluent).

use std::fmt::Display;

use hall_core::words::Lang;
use hall_look::text::{File, Messages};
use hall_wire::problem::Problem;

/// The files in Spanish and in English: one for each room of the console, with the same ids in both.
const FILES: [File; 12] = [
    (include_str!("../locales/es/frame.ftl"), include_str!("../locales/en/frame.ftl")),
    (include_str!("../locales/es/mesa.ftl"), include_str!("../locales/en/mesa.ftl")),
    (include_str!("../locales/es/turns.ftl"), include_str!("../locales/en/turns.ftl")),
    (include_str!("../locales/es/caja.ftl"), include_str!("../locales/en/caja.ftl")),
    (include_str!("../locales/es/devices.ftl"), include_str!("../locales/en/devices.ftl")),
    (include_str!("../locales/es/people.ftl"), include_str!("../locales/en/people.ftl")),
    (include_str!("../locales/es/rules.ftl"), include_str!("../locales/en/rules.ftl")),
    (include_str!("../../profiles/es.ftl"), include_str!("../../profiles/en.ftl")),
    (include_str!("../locales/es/papers.ftl"), include_str!("../locales/en/papers.ftl")),
    (include_str!("../locales/es/voice.ftl"), include_str!("../locales/en/voice.ftl")),
    (include_str!("../locales/es/help.ftl"), include_str!("../locales/en/help.ftl")),
    (include_str!("../locales/es/refusals.ftl"), include_str!("../locales/en/refusals.ftl")),
];

/// The texts of one language. What is read aloud in the hall is Spanish in both.
#[derive(Debug)]
pub struct Texts(Messages);

impl Default for Texts {
    fn default() -> Texts {
        Texts::new(Lang::default())
    }
}

impl Texts {
    /// Reads the texts of a language.
    ///
    /// # Panics
    /// When a file of ours is not Fluent or defines an id twice; a test reads them all.
    pub fn new(lang: Lang) -> Texts {
        Texts(Messages::read(lang, &FILES))
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.0.lang()
    }

    /// The other language.
    pub fn other_lang(&self) -> Lang {
        match self.lang() {
            Lang::Es => Lang::En,
            Lang::En => Lang::Es,
        }
    }

    /// Whether there is a text with this id.
    pub fn has(&self, id: &str) -> bool {
        self.0.has(id)
    }

    /// A text. Arguments that are whole numbers choose plurals. An unknown id is shown as `⟨id⟩`, which a test
    /// looks for.
    pub fn get(&self, id: &str, args: &[(&str, &dyn Display)]) -> String {
        self.0.get(id, args)
    }

    /// What a refusal says, and what to do. In Spanish the server's own words are shown where there is no text of
    /// ours; in English there is a text for each code.
    pub fn refusal(&self, problem: &Problem) -> (String, String) {
        let (fact, then) = (format!("refusal-{}", problem.code), format!("refusal-{}-do", problem.code));
        if self.has(&fact) {
            let secs = problem.retry_after_secs.unwrap_or(0);
            let args: [(&str, &dyn Display); 2] = [("detail", &problem.detail), ("secs", &secs)];
            let then = if self.has(&then) { self.get(&then, &args) } else { String::new() };
            return (self.get(&fact, &args), then);
        }
        (problem.title.clone(), problem.detail.clone())
    }
}
