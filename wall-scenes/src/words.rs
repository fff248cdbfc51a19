//! The words of the scenes, in the language of a monitor.
//!
//! A scene names what it says, and these are the words for it. What the board itself tells of a game, it tells in both languages
//! ([`Said`]); the hall's name is its own.

use std::fmt::Display;
use std::sync::LazyLock;

use hall_look::text::{File, Lang, Messages};
use hall_look::words::{count_in, money_in};
use hall_wire::board::Said;

/// The languages by the names that settings have.
pub const LANGUAGES: [(&str, Lang); 2] = [("es", Lang::Es), ("en", Lang::En)];

/// In Spanish and in English, with the same ids.
const FILE: File = (include_str!("../locales/es/scenes.ftl"), include_str!("../locales/en/scenes.ftl"));

/// The words of one language.
#[derive(Debug)]
pub struct Words(Messages);

impl Words {
    /// Those of a language; they are read once for all monitors.
    pub fn of(lang: Lang) -> &'static Words {
        static SPANISH: LazyLock<Words> = LazyLock::new(|| Words(Messages::read(Lang::Es, &[FILE])));
        static ENGLISH: LazyLock<Words> = LazyLock::new(|| Words(Messages::read(Lang::En, &[FILE])));
        match lang {
            Lang::Es => &SPANISH,
            Lang::En => &ENGLISH,
        }
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.0.lang()
    }

    /// Whether there is a text with this id.
    pub fn has(&self, id: &str) -> bool {
        self.0.has(id)
    }

    /// A text without arguments.
    pub fn t(&self, id: &str) -> String {
        self.0.get(id, &[])
    }

    /// A text with arguments; those that are whole numbers choose plurals.
    pub fn ta(&self, id: &str, args: &[(&str, &dyn Display)]) -> String {
        self.0.get(id, args)
    }

    /// A sentence of the board.
    pub fn said<'a>(&self, said: &'a Said) -> &'a str {
        said.in_lang(self.lang())
    }

    /// Cents: `1.002,00 €`, in English `€1,002.00`.
    pub fn money(&self, cents: u64) -> String {
        money_in(self.lang(), cents)
    }

    /// A count: `1.800`, in English `1,800`. Card numbers have no separators.
    pub fn count(&self, number: u64) -> String {
        count_in(self.lang(), number)
    }

    /// A tenth at least, as people of the language write it: `2,5`, in English `2.5`.
    pub fn decimal(&self, number: f32) -> String {
        let written = format!("{number:.1}");
        match self.lang() {
            Lang::Es => written.replace('.', ","),
            Lang::En => written,
        }
    }
}
