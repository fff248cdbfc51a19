//! Barcodes of cards: how each maker writes series and number, and what a scan is understood as.
//!
//! The hall's own cards have a signed code of their own ([`CardCode`]). Those of another maker have what he printed: a hall says
//! in its settings how, once for each maker. A code of theirs proves nothing: it is worth as much as a number that was typed.

use std::fmt::{Display, Formatter};

use hall_core::card::code::CardCode;
use hall_core::request::Presented;
use hall_core::series::{CardNo, CardRef, SeriesId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many patterns a hall may have.
pub const PATTERNS_MAX: usize = 8;

/// The longest code that is read, in characters.
pub const CODE_MAX: usize = 64;

/// The most digits of a series or of a card's number.
pub const DIGITS_MAX: u8 = 9;

/// Digits of an EAN-13, its check digit among them.
const EAN13: usize = 13;

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Symbol {
    /// Code 128, with letters and digits.
    Code128,
    /// EAN-13: digits, the last of which is its check digit.
    Ean13,
    /// QR.
    Qr,
}

/// The symbols by the names that settings have.
pub const SYMBOLS: [(&str, Symbol); 3] =
    [("code128", Symbol::Code128), ("ean13", Symbol::Ean13), ("qr", Symbol::Qr)];

impl Symbol {
    /// The one that a scanner names with its AIM identifier (ISO/IEC 15424), as in `]E0`; `None` for others.
    fn of_aim(letter: char) -> Option<Symbol> {
        match letter {
            'C' => Some(Symbol::Code128),
            'E' => Some(Symbol::Ean13),
            'Q' => Some(Symbol::Qr),
            _ => None,
        }
    }
}

/// How a check digit is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckDigit {
    /// There is none.
    #[default]
    None,
    /// Of the digits before it, the last thrice, the one before once, and so on: what it lacks to a whole ten (GS1).
    Mod10,
}

/// The ways by the names that settings have.
pub const CHECK_DIGITS: [(&str, CheckDigit); 2] = [("none", CheckDigit::None), ("mod10", CheckDigit::Mod10)];

/// How a maker writes series and number: what stands before, the series, the number, the check digit, and what stands behind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pattern {
    /// What people call it, as in `Cartones Ortiz`.
    pub name: String,
    /// What is printed.
    pub symbol: Symbol,
    /// What stands before the series in each code; it may be empty.
    pub prefix: String,
    /// The letter of the series, where the code has only its digits.
    pub letter: Option<char>,
    /// Characters of the series, filled up with zeros; 0 where the code says no series.
    pub series: u8,
    /// Digits of the card's number, filled up with zeros.
    pub number: u8,
    /// The check digit, behind the number.
    pub check: CheckDigit,
    /// What stands behind that; it may be empty.
    pub suffix: String,
}

/// The card that a scan is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    /// Its series; `None` where a maker's code has none.
    pub series: Option<SeriesId>,
    /// Its number.
    pub number: CardNo,
    /// The hall's own code; `None` for a maker's.
    pub code: Option<CardCode>,
    /// The name of the maker's pattern; `None` for the hall's own code.
    pub pattern: Option<String>,
}

impl Scan {
    /// As it is presented at the desk: the hall's own code, or series and number as if they were keyed. `None` without a series.
    pub fn presented(&self) -> Option<Presented> {
        let keyed = || Some(Presented::Keyed(CardRef { series: self.series?, number: self.number }));
        self.code.map(Presented::Scanned).or_else(keyed)
    }
}

/// Why a scan is of no card. Says so in Spanish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// It has the form of none of the hall's codes.
    NoForm,
    /// Its check digit is not that of its digits: it was misread, or is torn.
    CheckDigit {
        /// The name of the pattern.
        pattern: String,
    },
    /// The hall has no such series.
    NoSeries {
        /// The name of the pattern.
        pattern: String,
        /// What stands for the series in the code.
        series: String,
    },
    /// Two series of the hall could be meant.
    TwoSeries {
        /// The name of the pattern.
        pattern: String,
        /// Both.
        series: [SeriesId; 2],
    },
    /// Two patterns have its form.
    TwoPatterns([String; 2]),
}

impl Display for Unread {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Unread::NoForm => write!(f, "no tiene la forma de ningún código de la sala"),
            Unread::CheckDigit { pattern } => {
                write!(f, "como «{pattern}», su dígito de control no es ése: está mal leído, o roto")
            }
            Unread::NoSeries { pattern, series } => {
                write!(f, "como «{pattern}» es de la serie {series}, que la sala no tiene")
            }
            Unread::TwoSeries { pattern, series: [one, other] } => write!(
                f,
                "como «{pattern}» puede ser de la serie {} o de la {}: falta «letter» en sala.toml",
                one.spelt(),
                other.spelt()
            ),
            Unread::TwoPatterns([one, other]) => write!(f, "vale como «{one}» y como «{other}»"),
        }
    }
}

/// What a scan is understood as, of a hall with these patterns and these series. What the scanner says about itself in front of it
/// (`]E0`) may be there.
///
/// # Errors
/// It is of no card, or not of one alone.
pub fn read(scan: &str, patterns: &[Pattern], series: &[SeriesId]) -> Result<Scan, Unread> {
    let (symbol, text) = aim(scan);
    if let Some(code) = CardCode::parse(text) {
        let CardRef { series, number } = code.card();
        return Ok(Scan { series: Some(series), number, code: Some(code), pattern: None });
    }
    let said = |pattern: &&Pattern| match symbol {
        Aim::Says(said) => said == pattern.symbol,
        Aim::SaysOther => false,
        Aim::Silent => true,
    };
    let mut fits = patterns.iter().filter(said).filter_map(|pattern| Some((pattern, pattern.parts(text)?)));
    let Some((pattern, parts)) = fits.next() else { return Err(Unread::NoForm) };
    if let Some((other, _)) = fits.next() {
        return Err(Unread::TwoPatterns([pattern.name.clone(), other.name.clone()]));
    }
    pattern.card(&parts, series)
}

/// What a scanner says of a code in front of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// This symbol.
    Says(Symbol),
    /// One that no card of the hall has.
    SaysOther,
    /// Nothing.
    Silent,
}

/// What a scanner says in front of a code, and the code.
pub fn aim(scan: &str) -> (Aim, &str) {
    let said = scan.strip_prefix(']').and_then(|rest| {
        let mut of = rest.chars();
        let (letter, modifier) = (of.next()?, of.next()?);
        (letter.is_ascii_alphabetic() && modifier.is_ascii_alphanumeric()).then_some((letter, of.as_str()))
    });
    match said {
        Some((letter, rest)) => (Symbol::of_aim(letter).map_or(Aim::SaysOther, Aim::Says), rest),
        None => (Aim::Silent, scan),
    }
}

/// What stands for series, number and check digit in a code.
struct Parts<'t> {
    series: &'t str,
    number: &'t str,
    /// The code's digits before the check digit, and that.
    check: Option<(&'t str, u8)>,
}

impl Pattern {
    /// Characters of each code.
    pub fn length(&self) -> usize {
        let check = usize::from(self.check == CheckDigit::Mod10);
        self.prefix.len() + usize::from(self.series) + usize::from(self.number) + check + self.suffix.len()
    }

    /// What is wrong with it, in Spanish; `None` if nothing is.
    pub fn fault(&self) -> Option<String> {
        // The asterisk is PARADA at a desk, in a burst too.
        let printable = |text: &str| text.chars().all(|c| c.is_ascii_graphic() && c != '*');
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if self.number == 0 || self.number > DIGITS_MAX || self.series > DIGITS_MAX + 1 {
            return Some(format!(
                "«number» va de 1 a {DIGITS_MAX} cifras y «series» de 0 a {}",
                DIGITS_MAX + 1
            ));
        }
        if !printable(&self.prefix) || !printable(&self.suffix) || self.length() > CODE_MAX {
            return Some(format!(
                "«prefix» y «terminator» llevan letras sin tilde, cifras y signos, y el código {CODE_MAX} en total"
            ));
        }
        if self.letter.is_some_and(|letter| !letter.is_ascii_uppercase()) {
            return Some("«letter» es la letra de la serie, de la A a la Z".to_owned());
        }
        if self.symbol == Symbol::Ean13 {
            if self.check != CheckDigit::Mod10 || !self.suffix.is_empty() || !digits(&self.prefix) {
                let words = "un EAN-13 es de cifras y acaba en su dígito de control: check = \"mod10\", sin «terminator»";
                return Some(words.to_owned());
            }
            if self.length() != EAN13 {
                let has = self.length();
                return Some(format!("un EAN-13 tiene 13 cifras, con la de control; aquí salen {has}"));
            }
        }
        None
    }

    /// Whether a code could have the form of both.
    pub fn is_mistaken_for(&self, other: &Pattern) -> bool {
        let common = self.prefix.bytes().zip(other.prefix.bytes()).all(|(one, other)| one == other);
        let ends = self.suffix.bytes().rev().zip(other.suffix.bytes().rev()).all(|(one, other)| one == other);
        self.length() == other.length() && common && ends
    }

    /// The parts of a code of this form.
    fn parts<'t>(&self, text: &'t str) -> Option<Parts<'t>> {
        if text.len() != self.length() || !text.is_ascii() {
            return None;
        }
        let inner = text.strip_prefix(self.prefix.as_str())?.strip_suffix(self.suffix.as_str())?;
        let (series, rest) = inner.split_at(usize::from(self.series));
        let (number, check) = rest.split_at(usize::from(self.number));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let lettered = series.starts_with(|c: char| c.is_ascii_uppercase()) && self.letter.is_none();
        let series_fits = digits(series.get(usize::from(lettered)..)?);
        let before = &text[..text.len() - self.suffix.len() - check.len()];
        let check = check.bytes().next().map(|digit| (before, digit));
        (series_fits && digits(number) && check.is_none_or(|(_, digit)| digit.is_ascii_digit()))
            .then_some(Parts { series, number, check })
    }

    /// The card that the parts of a code are of.
    fn card(&self, parts: &Parts<'_>, known: &[SeriesId]) -> Result<Scan, Unread> {
        let pattern = || self.name.clone();
        if parts.check.is_some_and(|(before, digit)| mod10(before) != digit) {
            return Err(Unread::CheckDigit { pattern: pattern() });
        }
        let number = CardNo(parts.number.parse().expect("at most nine digits"));
        let scan = |series| Scan { series, number, code: None, pattern: Some(pattern()) };
        if parts.series.is_empty() {
            return Ok(scan(None));
        }
        let digits = parts.series.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let letter = self.letter.or_else(|| parts.series.chars().next().filter(char::is_ascii_uppercase));
        let wanted = digits.parse::<u32>().ok();
        let mut found = known.iter().filter(|series| {
            wanted == Some(series.number()) && letter.is_none_or(|letter| letter == series.letter())
        });
        match (found.next(), found.next()) {
            (None, _) => {
                let series = format!("{}{}", letter.map_or_else(String::new, String::from), digits);
                Err(Unread::NoSeries { pattern: pattern(), series })
            }
            (Some(series), None) => Ok(scan(Some(*series))),
            (Some(one), Some(other)) => Err(Unread::TwoSeries { pattern: pattern(), series: [*one, *other] }),
        }
    }
}

/// The check digit of the digits of a text, as a character; other characters do not count.
fn mod10(text: &str) -> u8 {
    let digits = text.bytes().rev().filter(u8::is_ascii_digit).map(|digit| u32::from(digit - b'0'));
    let sum: u32 = digits.zip([3, 1].into_iter().cycle()).map(|(digit, weight)| digit * weight).sum();
    b'0' + u8::try_from((10 - sum % 10) % 10).expect("a digit")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(symbol: Symbol, prefix: &str, letter: Option<char>, series: u8, number: u8) -> Pattern {
        let check = if symbol == Symbol::Ean13 { CheckDigit::Mod10 } else { CheckDigit::None };
        let name = format!("{symbol:?}");
        Pattern { name, symbol, prefix: prefix.into(), letter, series, number, check, suffix: String::new() }
    }

    fn series(names: &[&str]) -> Vec<SeriesId> {
        names.iter().map(|name| SeriesId::parse(name).expect("a series")).collect()
    }

    #[test]
    fn each_maker_s_code_is_read_as_the_settings_say() {
        let makers = [
            pattern(Symbol::Ean13, "84", Some('A'), 4, 6),
            pattern(Symbol::Code128, "OR-", None, 5, 5),
            Pattern { suffix: "/".into(), ..pattern(Symbol::Qr, "", None, 0, 7) },
        ];
        let known = series(&["A17", "B17", "A170", "C3"]);
        // The check digit of 840017000301, counted by hand from its end: 3 + 9 + 21 + 1 + 12 + 8 = 54.
        for (scan, told) in [
            ("8400170003016", Ok(("A17", 301))),
            ("]E08400170003016", Ok(("A17", 301))),
            ("8400170003015", Err("como «Ean13», su dígito de control no es ése: está mal leído, o roto")),
            ("OR-C000300012", Ok(("C3", 12))),
            ("]C0OR-B001700012", Ok(("B17", 12))),
            (
                "OR-0001700012",
                Err("como «Code128» puede ser de la serie A 17 o de la B 17: falta «letter» en sala.toml"),
            ),
            ("OR-C000400012", Err("como «Code128» es de la serie C0004, que la sala no tiene")),
            ("0000301/", Ok(("", 301))),
            // A scanner that says another symbol, or half a code, or one character more.
            ("]C18400170003016", Err("no tiene la forma de ningún código de la sala")),
            ("]d28400170003016", Err("no tiene la forma de ningún código de la sala")),
            ("84001700", Err("no tiene la forma de ningún código de la sala")),
            ("84001700030160", Err("no tiene la forma de ningún código de la sala")),
            ("OR-C00030001x", Err("no tiene la forma de ningún código de la sala")),
            ("", Err("no tiene la forma de ningún código de la sala")),
            ("]", Err("no tiene la forma de ningún código de la sala")),
        ] {
            let got = read(scan, &makers, &known);
            let got = got.map(|scan| (scan.series.map_or(String::new(), |id| id.to_string()), scan.number.0));
            let got = got.map_err(|unread| unread.to_string());
            let told = told.map(|(series, number)| (series.to_owned(), number)).map_err(str::to_owned);
            assert_eq!(got, told, "{scan}");
        }
    }

    #[test]
    fn the_hall_s_own_code_is_read_with_or_without_what_the_scanner_says() {
        for scan in ["B1:A17:301:0123456789ABCDEF", "]Q1B1:A17:301:0123456789ABCDEF"] {
            let scan = read(scan, &[], &[]).expect("it is the hall's own");
            assert_eq!((scan.number.0, scan.pattern.as_deref()), (301, None));
            assert!(matches!(scan.presented(), Some(Presented::Scanned(_))));
        }
        let bought = read("0000301", &[pattern(Symbol::Code128, "00", Some('A'), 2, 3)], &series(&["A1"]));
        assert_eq!(bought, Err(Unread::NoSeries { pattern: "Code128".into(), series: "A00".into() }));
    }

    #[test]
    fn two_forms_of_one_code_are_seen_before_and_at_the_scan() {
        let one = pattern(Symbol::Code128, "8", None, 3, 3);
        let other = Pattern { name: "otra".into(), ..pattern(Symbol::Code128, "84", None, 2, 3) };
        assert!(one.is_mistaken_for(&other) && other.is_mistaken_for(&one));
        assert!(!one.is_mistaken_for(&pattern(Symbol::Code128, "9", None, 3, 3)));
        assert!(!one.is_mistaken_for(&pattern(Symbol::Code128, "8", None, 3, 4)));
        let told = read("8417301", &[one, other], &series(&["A17"])).expect_err("both have its form");
        assert_eq!(told.to_string(), "vale como «Code128» y como «otra»");
    }

    #[test]
    fn a_pattern_that_no_code_can_have_is_told() {
        let ean = pattern(Symbol::Ean13, "84", Some('A'), 4, 6);
        assert_eq!(ean.fault(), None);
        for (wrong, told) in [
            (Pattern { number: 5, ..ean.clone() }, "aquí salen 12"),
            (Pattern { check: CheckDigit::None, number: 7, ..ean.clone() }, "check = \"mod10\""),
            (Pattern { prefix: "AB".into(), ..ean.clone() }, "de cifras"),
            (Pattern { letter: Some('á'), ..ean.clone() }, "de la A a la Z"),
            (Pattern { number: 0, ..ean.clone() }, "de 1 a 9"),
            (Pattern { prefix: "ñ".into(), ..ean.clone() }, "sin tilde"),
            (Pattern { prefix: "*".into(), symbol: Symbol::Code128, ..ean }, "sin tilde"),
        ] {
            assert!(
                wrong.fault().is_some_and(|fault| fault.contains(told)),
                "{wrong:?}: {:?}",
                wrong.fault()
            );
        }
    }
}
