//! The texts, in Spanish and in English, with plurals and arguments (Fluent).

use std::fmt::Display;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::langid;

/// A language of the console. The hall's own words, read aloud, are Spanish in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// Spanish.
    #[default]
    Spanish,
    /// English.
    English,
}

impl Language {
    /// Returns the other one.
    #[must_use]
    pub const fn other(self) -> Language {
        match self {
            Language::Spanish => Language::English,
            Language::English => Language::Spanish,
        }
    }
}

/// The files: one for each room of the console, the same in both languages.
const SPANISH: [&str; 6] = [
    include_str!("../locales/es/frame.ftl"),
    include_str!("../locales/es/mesa.ftl"),
    include_str!("../locales/es/turns.ftl"),
    include_str!("../locales/es/caja.ftl"),
    include_str!("../locales/es/papers.ftl"),
    include_str!("../locales/es/refusals.ftl"),
];
const ENGLISH: [&str; 6] = [
    include_str!("../locales/en/frame.ftl"),
    include_str!("../locales/en/mesa.ftl"),
    include_str!("../locales/en/turns.ftl"),
    include_str!("../locales/en/caja.ftl"),
    include_str!("../locales/en/papers.ftl"),
    include_str!("../locales/en/refusals.ftl"),
];

/// The texts of one language.
pub struct Texts {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl std::fmt::Debug for Texts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Texts({:?})", self.language)
    }
}

impl Texts {
    /// Reads the texts of a language.
    ///
    /// # Panics
    /// When a file of ours is no Fluent or says something twice; a test reads them all.
    pub fn new(language: Language) -> Texts {
        let (id, files) = match language {
            Language::Spanish => (langid!("es"), SPANISH),
            Language::English => (langid!("en"), ENGLISH),
        };
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Isolating marks are invisible characters: no test by label would find the text.
        bundle.set_use_isolating(false);
        for file in files {
            let resource = FluentResource::try_new(file.to_string()).map_err(|(_, errors)| errors);
            bundle.add_resource(resource.expect("our texts are Fluent")).expect("no id is used twice");
        }
        Texts { language, bundle }
    }

    /// Returns the language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns whether there is a text with this id.
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// Returns a text. Arguments that are whole numbers choose plurals. An id that does not exist
    /// is shown as it is: worse words are better than none, and a test looks for them.
    pub fn get(&self, id: &str, args: &[(&str, &dyn Display)]) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return format!("⟨{id}⟩");
        };
        let mut fluent = FluentArgs::new();
        for (name, value) in args {
            // A leading zero or a point is part of how a number is written: those stay words.
            let value = value.to_string();
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
}

impl Texts {
    /// Returns what a refusal says, and what to do. In Spanish the desk's own words are the best
    /// there are; in English there is a text for each code.
    pub fn refusal(&self, problem: &hall_wire::problem::Problem) -> (String, String) {
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

/// Returns the ids that a language's files define, for the tests.
pub fn ids(language: Language) -> Vec<String> {
    let files = match language {
        Language::Spanish => SPANISH,
        Language::English => ENGLISH,
    };
    let named = |line: &str| {
        let (id, _) = line.split_once(" =")?;
        let good = id.starts_with(|c: char| c.is_ascii_lowercase())
            && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        good.then(|| id.to_string())
    };
    files.iter().flat_map(|file| file.lines().filter_map(named)).collect()
}
