//! The texts, in Spanish and in English, with plurals and arguments (Fluent).

use std::fmt::{Debug, Display, Formatter};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use hall_core::words::Lang;
use hall_wire::problem::Problem;
use unic_langid::langid;

/// The files in Spanish and in English: one for each room of the console, with the same ids in both.
const FILES: [(&str, &str); 7] = [
    (include_str!("../locales/es/frame.ftl"), include_str!("../locales/en/frame.ftl")),
    (include_str!("../locales/es/mesa.ftl"), include_str!("../locales/en/mesa.ftl")),
    (include_str!("../locales/es/turns.ftl"), include_str!("../locales/en/turns.ftl")),
    (include_str!("../locales/es/caja.ftl"), include_str!("../locales/en/caja.ftl")),
    (include_str!("../locales/es/papers.ftl"), include_str!("../locales/en/papers.ftl")),
    (include_str!("../locales/es/voice.ftl"), include_str!("../locales/en/voice.ftl")),
    (include_str!("../locales/es/refusals.ftl"), include_str!("../locales/en/refusals.ftl")),
];

/// The texts of one language. What is read aloud in the hall is Spanish in both.
pub struct Texts {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
}

impl Debug for Texts {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "Texts({:?})", self.lang)
    }
}

impl Default for Texts {
    fn default() -> Texts {
        Texts::new(Lang::Es)
    }
}

impl Texts {
    /// Reads the texts of a language.
    ///
    /// # Panics
    /// When a file of ours is not Fluent or defines an id twice; a test reads them all.
    pub fn new(lang: Lang) -> Texts {
        let (id, files) = match lang {
            Lang::Es => (langid!("es"), FILES.map(|(spanish, _)| spanish)),
            Lang::En => (langid!("en"), FILES.map(|(_, english)| english)),
        };
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Isolating marks are invisible characters: no test by label would find the text.
        bundle.set_use_isolating(false);
        for file in files {
            let resource = FluentResource::try_new(file.to_string()).map_err(|(_, errors)| errors);
            bundle.add_resource(resource.expect("our texts are Fluent")).expect("no id is used twice");
        }
        Texts { lang, bundle }
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// The other language.
    pub fn other_lang(&self) -> Lang {
        match self.lang {
            Lang::Es => Lang::En,
            Lang::En => Lang::Es,
        }
    }

    /// Whether there is a text with this id.
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// A text. Arguments that are whole numbers choose plurals. An unknown id is shown as `⟨id⟩`, which a test
    /// looks for.
    pub fn get(&self, id: &str, args: &[(&str, &dyn Display)]) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return format!("⟨{id}⟩");
        };
        let mut fluent = FluentArgs::new();
        for (name, value) in args {
            let value = value.to_string();
            // A leading zero or a point is part of how a number is written: those stay words.
            match value.parse::<u32>().ok().filter(|number| number.to_string() == value) {
                Some(number) => fluent.set(*name, number),
                None => fluent.set(*name, value),
            }
        }
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(&fluent), &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{id}: {errors:?}");
        text
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
