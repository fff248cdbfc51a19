//! Texts from files of messages in each language (Fluent): plurals, arguments, and an unknown id that is seen.
//!
//! Which files there are is each program's own: the console and the monitors say different things to different people.

use std::fmt::{Debug, Display, Formatter};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::langid;

pub use hall_core::words::Lang;

/// A file of messages in Spanish, and the one with the same ids in English.
pub type File = (&'static str, &'static str);

/// The messages of one language.
pub struct Messages {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
}

impl Debug for Messages {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "Messages({:?})", self.lang)
    }
}

impl Messages {
    /// Reads the messages of a language. It takes milliseconds: once for a language, not for a frame.
    ///
    /// # Panics
    /// When a file is not Fluent or defines an id twice; a test of each screen reads them all.
    pub fn read(lang: Lang, files: &[File]) -> Messages {
        let id = match lang {
            Lang::Es => langid!("es"),
            Lang::En => langid!("en"),
        };
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Isolating marks are invisible characters: no test by label would find the text.
        bundle.set_use_isolating(false);
        // NUMBER, by which a message chooses an ordinal.
        bundle.add_builtins().expect("nothing has its name yet");
        for (spanish, english) in files {
            let file = match lang {
                Lang::Es => spanish,
                Lang::En => english,
            };
            let resource = FluentResource::try_new((*file).to_string()).map_err(|(_, errors)| errors);
            bundle.add_resource(resource.expect("our texts are Fluent")).expect("no id is used twice");
        }
        Messages { lang, bundle }
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Whether there is a message with this id.
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// A message. Arguments that are whole numbers choose plurals. An unknown id is shown as `⟨id⟩`, which a test
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
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: File = (
        "balls = { $n ->\n    [one] { $n } bola\n   *[other] { $n } bolas\n  }\n\
         place = { $n }.ª\n\
         question =\n    ¿ALGUNA\n    LÍNEA MÁS?\n",
        "balls = { $n ->\n    [one] { $n } ball\n   *[other] { $n } balls\n  }\n\
         place = { NUMBER($n, type: \"ordinal\") ->\n    [one] { $n }st\n    [two] { $n }nd\n    [few] { $n }rd\n   *[other] { $n }th\n  }\n\
         question =\n    ANY MORE\n    LINES?\n",
    );

    #[test]
    fn a_message_is_written_as_its_language_counts() {
        let [es, en] = [Lang::Es, Lang::En].map(|lang| Messages::read(lang, &[FILE]));
        let both = |id, n: &dyn Display| [&es, &en].map(|messages| messages.get(id, &[("n", n)]));
        assert_eq!(both("balls", &1), ["1 bola", "1 ball"]);
        assert_eq!(both("balls", &"1.800"), ["1.800 bolas", "1.800 balls"], "words choose no plural");
        let places = [1, 2, 3, 11, 42, 90].map(|n| en.get("place", &[("n", &n)]));
        assert_eq!(places, ["1st", "2nd", "3rd", "11th", "42nd", "90th"]);
        assert_eq!(both("question", &0), ["¿ALGUNA\nLÍNEA MÁS?", "ANY MORE\nLINES?"], "lines stay lines");
        assert_eq!(es.get("none", &[]), "⟨none⟩");
        assert!(es.has("balls") && !es.has("none"));
    }
}
