//! Series of printed cards: their names and the numbers of their cards.

use alloc::format;
use alloc::string::String;
use core::fmt;

/// The name of a series: a letter and an identification number, as in the formula of M13.
///
/// ```
/// use hall_cards::series::SeriesId;
///
/// let series = SeriesId::parse("A17").unwrap();
/// assert_eq!((series.letter(), series.number()), ('A', 17));
/// assert_eq!(series.to_string(), "A17");
/// assert!(SeriesId::parse("17").is_none() && SeriesId::parse("A0").is_none());
/// assert!(SeriesId::parse("A017").is_none(), "a series has one spelling");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeriesId {
    letter: u8,
    number: u32,
}

impl SeriesId {
    /// `None` unless the letter is A to Z and the number 1 to 999 999 999.
    pub fn new(letter: char, number: u32) -> Option<SeriesId> {
        let good = letter.is_ascii_uppercase() && (1..=999_999_999).contains(&number);
        good.then_some(SeriesId { letter: letter as u8, number })
    }

    /// Parses letter and number, without space, leading zeros or sign.
    pub fn parse(text: &str) -> Option<SeriesId> {
        let letter = text.chars().next()?;
        let digits = text.strip_prefix(letter)?;
        if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        SeriesId::new(letter, digits.parse().ok()?)
    }

    /// A to Z.
    pub fn letter(self) -> char {
        char::from(self.letter)
    }

    /// For people, like [`spelt`]: `A 17`.
    pub fn spelt(self) -> String {
        format!("{} {}", self.letter(), self.number)
    }

    /// The identification number, from 1.
    pub fn number(self) -> u32 {
        self.number
    }
}

impl fmt::Display for SeriesId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.number)
    }
}

/// A series' name for people, with a space after the letter as in the formula of M13. Codes, files and the wire have no
/// space.
///
/// ```
/// use hall_cards::series::spelt;
///
/// assert_eq!(spelt("A17"), "A 17");
/// assert_eq!(spelt("A 17"), "A 17");
/// assert_eq!(spelt("17"), "17");
/// ```
pub fn spelt(name: &str) -> String {
    match name.find(|c: char| c.is_ascii_digit()) {
        Some(at) if at > 0 && !name.contains(' ') => format!("{} {}", &name[..at], &name[at..]),
        Some(_) | None => String::from(name),
    }
}

/// The number printed on a card: 1 to the size of its series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardNo(pub u32);

impl fmt::Display for CardNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A printed card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardRef {
    /// The series it was printed for.
    pub series: SeriesId,
    /// Its number in the series.
    pub number: CardNo,
}

impl fmt::Display for CardRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} n.º {}", self.series.spelt(), self.number)
    }
}
