//! A language of the voice: a file with its numbers, letters and phrases.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use hall_core::series::SeriesId;
use settings_file::{Faults, Table, TextError, read_text};

use crate::numeral::{Form, Numerals, READ_MAX};
use crate::phrase::{self, Part, Piece};
use crate::sentence::{PHRASES, Sentence, Value};

/// The languages that come with the program: code and file.
pub const BUILT_IN: [(&str, &str); 2] =
    [("es", include_str!("../languages/es.toml")), ("en", include_str!("../languages/en.toml"))];

/// The longest file that is read, in bytes.
const FILE_MAX: u64 = 262_144;

/// Between the two digits of a ball.
const BETWEEN_DIGITS: Duration = Duration::from_millis(80);

/// The file of a language in its folder.
pub const FILE: &str = "voz.toml";

/// A language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language {
    /// As people call it.
    pub name: String,
    /// What the synthesiser calls its voice for it.
    pub synthesiser: String,
    /// How numbers are read.
    pub numbers: Numerals,
    letters: Vec<(char, String)>,
    money: Vec<(&'static str, Vec<Part>)>,
    phrases: Vec<(&'static str, Vec<Part>)>,
}

/// Why there is no such language, in Spanish.
#[derive(Debug)]
pub enum LanguageError {
    /// Neither one that comes with the program nor a folder.
    Unknown(String),
    /// Its file cannot be read, or has faults.
    Text(TextError),
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LanguageError::Unknown(name) => {
                let known = BUILT_IN.map(|(code, _)| code).join(", ");
                write!(f, "«{name}» no es un idioma de los que vienen ({known}) ni una carpeta con su {FILE}")
            }
            LanguageError::Text(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LanguageError {}

impl From<TextError> for LanguageError {
    fn from(error: TextError) -> LanguageError {
        LanguageError::Text(error)
    }
}

/// How amounts are put: phrases of their own.
const MONEY: [(&str, &[&str]); 6] =
    [("one", &[]), ("many", &["n"]), ("round", &["n"]), ("and", &[]), ("one-cent", &[]), ("cents", &["n"])];

impl Language {
    /// A language that comes with the program.
    pub fn built_in(code: &str) -> Option<Language> {
        let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == code)?;
        Some(Language::parse(code, text).expect("a language of ours is good"))
    }

    /// The language of a code, or of a folder.
    ///
    /// # Errors
    /// There is none, or its file has faults.
    pub fn named(name: &str) -> Result<Language, LanguageError> {
        if let Some(language) = Language::built_in(name) {
            return Ok(language);
        }
        let folder = Path::new(name);
        if !folder.is_dir() {
            return Err(LanguageError::Unknown(name.to_owned()));
        }
        Ok(Language::of_folder(folder)?)
    }

    /// Reads the language of a folder.
    ///
    /// # Errors
    /// The file cannot be read, or every fault in it with its line.
    pub fn of_folder(folder: &Path) -> Result<Language, TextError> {
        let path = folder.join(FILE);
        let text = read_text(&path, FILE_MAX)?;
        Ok(Language::parse(&path.display().to_string(), &text)?)
    }

    /// Parses a language's file; its name is for the messages.
    ///
    /// # Errors
    /// Every fault, with its line.
    pub fn parse(name: &str, text: &str) -> Result<Language, Faults> {
        let read = settings_file::read(name, text, |root| {
            let words = |key| {
                root.needed_as(key, "un texto, entre comillas");
                root.text_as(key, "un texto, entre comillas", |text| Some(text.to_owned()))
            };
            let (name, synthesiser) = (words("name"), words("synthesiser"));
            let numbers = numbers(&root);
            let letters = letters(&root);
            let money = phrases(&root, "money", "cómo se dicen los importes", &MONEY);
            let phrases = phrases(&root, "phrases", "las frases", &PHRASES);
            root.finish();
            Some(Language {
                name: name?,
                synthesiser: synthesiser?,
                numbers: numbers?,
                letters,
                money,
                phrases,
            })
        })?;
        Ok(read.expect("what is missing or wrong was named"))
    }

    /// What is said for these sentences, one after the other.
    pub fn say(&self, sentences: &[Sentence]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for sentence in sentences {
            let (name, slots) = sentence.filled();
            self.fill(find(&self.phrases, name), &slots, &mut pieces);
        }
        phrase::tidy(pieces)
    }

    /// What is said for a sentence as a caption: a ball in words, as it is heard, other numbers and amounts in figures, and
    /// each pause as its mark. `money` writes an amount of cents.
    pub fn written(&self, sentence: &Sentence, money: impl Fn(u64) -> String) -> String {
        let (name, slots) = sentence.filled();
        let mut text = String::new();
        for part in find(&self.phrases, name) {
            match part {
                Part::Fixed(Piece::Words(words)) => phrase::append(&mut text, words),
                Part::Fixed(Piece::Pause(pause)) => text.push_str(phrase::mark(*pause)),
                Part::Slot(slot, form) => {
                    let value = slots.iter().find(|(of, _)| of == slot);
                    let words =
                        value.map(|(_, value)| self.written_value(*value, *form, slot == "ball", &money));
                    phrase::append(&mut text, &words.unwrap_or_default());
                }
            }
        }
        // A pause before what is not there, as the digits of a ball that has one.
        let text = text.trim_end_matches([',', ':', ' ']);
        let mut letters = text.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
    }

    fn written_value(
        &self,
        value: Value,
        form: Form,
        in_words: bool,
        money: impl Fn(u64) -> String,
    ) -> String {
        let spoken = |number: u64| self.numbers.words(number.min(READ_MAX), form);
        match value {
            Value::Number(number) if in_words => spoken(number),
            Value::Number(number) => number.to_string(),
            Value::Digits(ball) if ball >= 10 => {
                format!("{}, {}", spoken(u64::from(ball / 10)), spoken(u64::from(ball % 10)))
            }
            Value::Digits(_) => String::new(),
            Value::Cents(cents) => money(cents),
            Value::Series(series) => format!("{} {}", series.letter(), series.number()),
        }
    }

    /// What the trial of the voice says: nothing of a game.
    pub fn trial(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        self.fill(find(&self.phrases, "test"), &[], &mut pieces);
        phrase::tidy(pieces)
    }

    /// The words of all recordings that the language needs, each once.
    pub fn recordings(&self) -> Vec<String> {
        let mut all = self.numbers.all();
        all.extend(self.letters.iter().map(|(_, words)| words.clone()));
        let parts = self.money.iter().chain(&self.phrases).flat_map(|(_, parts)| parts);
        all.extend(parts.filter_map(|part| match part {
            Part::Fixed(Piece::Words(words)) => Some(words.clone()),
            Part::Fixed(Piece::Pause(_)) | Part::Slot(..) => None,
        }));
        let mut stems = std::collections::BTreeSet::new();
        all.retain(|words| stems.insert(phrase::file_stem(words)));
        all
    }

    fn fill(&self, parts: &[Part], slots: &[(&str, Value)], pieces: &mut Vec<Piece>) {
        for part in parts {
            match part {
                Part::Fixed(piece) => pieces.push(piece.clone()),
                Part::Slot(name, form) => {
                    let value = slots.iter().find(|(slot, _)| slot == name);
                    pieces.extend(value.into_iter().flat_map(|(_, value)| self.value(*value, *form)));
                }
            }
        }
    }

    fn value(&self, value: Value, form: Form) -> Vec<Piece> {
        match value {
            Value::Number(number) => self.number(number, form),
            Value::Digits(ball) if ball >= 10 => {
                let digit = |digit: u8| self.number(u64::from(digit), Form::Alone);
                [digit(ball / 10), vec![Piece::Pause(BETWEEN_DIGITS)], digit(ball % 10)].concat()
            }
            Value::Digits(_) => Vec::new(),
            Value::Cents(cents) => self.amount(cents),
            Value::Series(series) => self.series(series),
        }
    }

    fn number(&self, number: u64, form: Form) -> Vec<Piece> {
        self.numbers.recordings(number.min(READ_MAX), form).into_iter().map(Piece::Words).collect()
    }

    fn series(&self, series: SeriesId) -> Vec<Piece> {
        let letter = self.letters.iter().find(|(letter, _)| *letter == series.letter());
        let letter = letter.map(|(_, words)| Piece::Words(words.clone()));
        letter.into_iter().chain(self.number(u64::from(series.number()), Form::Alone)).collect()
    }

    fn amount(&self, cents: u64) -> Vec<Piece> {
        let (euros, rest) = (cents / 100, cents % 100);
        let mut pieces = Vec::new();
        let mut put = |name, n| self.fill(find(&self.money, name), &[("n", Value::Number(n))], &mut pieces);
        if euros != 0 || rest == 0 {
            let name = match euros {
                1 => "one",
                0 => "many",
                _ if euros.is_multiple_of(1_000_000) => "round",
                _ => "many",
            };
            put(name, euros);
        }
        if euros != 0 && rest != 0 {
            put("and", 0);
        }
        match rest {
            0 => {}
            1 => put("one-cent", 1),
            _ => put("cents", rest),
        }
        pieces
    }
}

fn find<'a>(phrases: &'a [(&'static str, Vec<Part>)], name: &str) -> &'a [Part] {
    let found = phrases.iter().find(|(known, _)| *known == name);
    &found.expect("a language without a phrase is not read").1
}

fn numbers(root: &Table<'_>) -> Option<Numerals> {
    let part = root.needed_part("numbers", "cómo se leen los números");
    let rules = listed(&part);
    let before = root.part_or_empty("before-noun");
    let before_noun = listed(&before);
    before.finish();
    let read = Numerals::new(rules, before_noun);
    let numerals = read.map_err(|(number, why)| {
        let key = number.to_string();
        part.fault_at(part.place(&key), format!("el {number}: {why}"));
    });
    part.finish();
    numerals.ok()
}

/// Numbers with their texts.
fn listed<'a>(part: &Table<'a>) -> Vec<(u64, String)> {
    let one = |(key, at): (&'a str, usize)| {
        let number =
            key.parse::<u64>().ok().filter(|number| *number <= READ_MAX && key == number.to_string());
        if number.is_none() {
            part.fault_at(at, format!("«{key}» no es un número de 0 a {READ_MAX}"));
        }
        number.zip(part.text(key))
    };
    part.rest().into_iter().filter_map(one).collect()
}

fn letters(root: &Table<'_>) -> Vec<(char, String)> {
    let part = root.needed_part("letters", "cómo se llaman las letras de las series");
    let what = "cómo se llama la letra, entre comillas";
    let letter = |key: &&'static str| {
        part.needed_as(key, what);
        let name =
            part.text_as(key, what, |text| Some(text.trim().to_owned()).filter(|text| !text.is_empty()));
        key.chars().next().zip(name)
    };
    let all = LETTERS.iter().filter_map(letter).collect();
    part.finish();
    all
}

const LETTERS: [&str; 26] = [
    "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T", "U",
    "V", "W", "X", "Y", "Z",
];

fn phrases(
    root: &Table<'_>,
    name: &'static str,
    what: &str,
    known: &'static [(&'static str, &'static [&'static str])],
) -> Vec<(&'static str, Vec<Part>)> {
    let part = root.needed_part(name, what);
    let mut all = Vec::new();
    for (key, slots) in known {
        part.needed_as(key, "lo que se dice, entre comillas");
        let place = part.place(key);
        let parsed = part.text(key).map(|text| phrase::parse(&text, slots));
        match parsed {
            Some(Ok(parts)) => all.push((*key, parts)),
            Some(Err(why)) => part.fault_at(place, format!("«{key}»: {why}")),
            None => {}
        }
    }
    part.finish();
    all
}

#[cfg(test)]
#[path = "language_tests.rs"]
mod tests;
