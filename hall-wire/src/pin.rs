//! Which PINs are taken: none of those that are tried first (ADR 84). One set of rules for the server, which decides, and the
//! console, which says it while somebody types.
//!
//! ```
//! use hall_wire::pin::{PinFault, Whose, fault};
//!
//! let ana = Whose { person: Some(12), user: "ana", document: "12345678Z", year: 2026 };
//! assert_eq!(fault("493817", &ana), None);
//! assert_eq!(fault("123456", &ana), Some(PinFault::Steps));
//! assert_eq!(fault("210387", &ana), Some(PinFault::Day), "somebody's birthday");
//! ```

use std::ops::RangeInclusive;

/// How many digits a PIN has.
pub const DIGITS: RangeInclusive<usize> = 6..=12;

/// The first year that is taken for one of somebody's life.
const FIRST_YEAR: u16 = 1930;

/// Digits of one's own that are found again in a PIN: fewer are there by chance.
const OWN_MIN: usize = 4;

/// Digits of a document that are found again in a PIN.
const DOCUMENT_MIN: usize = 6;

/// Lines that a finger draws on a keypad, there and back.
const LINES: [&[u8]; 9] = [b"2580", b"123", b"456", b"789", b"147", b"258", b"369", b"159", b"357"];

/// Others that many people choose, as lists of PINs that were stolen have them.
const COMMON: [&[u8]; 13] = [
    b"102030",
    b"112358",
    b"123450",
    b"123455",
    b"123465",
    b"142536",
    b"147896",
    b"271828",
    b"314159",
    b"741236",
    b"789632",
    b"5201314",
    b"13141592",
];

/// Why a PIN is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PinFault {
    /// Not six to twelve digits.
    Length,
    /// One digit, or two, however often.
    FewDigits,
    /// Each digit is as far from the one before, as in `123456`, `890123` or `246802`.
    Steps,
    /// The same digits again, as in `123123`.
    Again,
    /// Each digit twice, as in `112233`.
    Pairs,
    /// The same from behind, as in `123321`.
    Mirror,
    /// Lines of the keypad, as in `147258`.
    Keypad,
    /// One of those that many people choose.
    Common,
    /// A day or a month of somebody's life.
    Day,
    /// The person's own number, or the digits of the user name.
    OwnUser,
    /// Digits of the person's own document.
    OwnDocument,
}

impl PinFault {
    /// Every fault, in the order in which they are looked for.
    pub const ALL: [PinFault; 11] = [
        PinFault::Length,
        PinFault::FewDigits,
        PinFault::Steps,
        PinFault::Again,
        PinFault::Pairs,
        PinFault::Mirror,
        PinFault::Keypad,
        PinFault::Common,
        PinFault::Day,
        PinFault::OwnUser,
        PinFault::OwnDocument,
    ];

    /// Its name, for programs.
    pub const fn name(self) -> &'static str {
        match self {
            PinFault::Length => "length",
            PinFault::FewDigits => "few-digits",
            PinFault::Steps => "steps",
            PinFault::Again => "again",
            PinFault::Pairs => "pairs",
            PinFault::Mirror => "mirror",
            PinFault::Keypad => "keypad",
            PinFault::Common => "common",
            PinFault::Day => "day",
            PinFault::OwnUser => "own-user",
            PinFault::OwnDocument => "own-document",
        }
    }

    /// The fault with this name.
    pub fn from_name(name: &str) -> Option<PinFault> {
        PinFault::ALL.into_iter().find(|fault| fault.name() == name)
    }

    /// What is wrong and what to do, in Spanish.
    pub const fn words(self) -> &'static str {
        match self {
            PinFault::Length => "El PIN lleva de 6 a 12 cifras, y nada más que cifras. Elija otro.",
            PinFault::FewDigits => "Ese PIN tiene sólo una o dos cifras distintas. Elija otro menos fácil.",
            PinFault::Steps => {
                "Las cifras de ese PIN van seguidas o a saltos iguales, como 123456. Elija otro menos fácil."
            }
            PinFault::Again => "Ese PIN repite las mismas cifras, como 123123. Elija otro menos fácil.",
            PinFault::Pairs => "Ese PIN lleva cada cifra dos veces, como 112233. Elija otro menos fácil.",
            PinFault::Mirror => "Ese PIN se lee igual del revés, como 123321. Elija otro menos fácil.",
            PinFault::Keypad => "Ese PIN recorre el teclado en línea, como 147258. Elija otro menos fácil.",
            PinFault::Common => "Ese PIN es de los que elige mucha gente. Elija otro menos fácil.",
            PinFault::Day => "Ese PIN es una fecha, y las fechas se prueban antes que nada. Elija otro.",
            PinFault::OwnUser => "Ese PIN sale de su número o de su usuario, que todos conocen. Elija otro.",
            PinFault::OwnDocument => "Ese PIN lleva cifras de su documento. Elija otro.",
        }
    }
}

/// Whose PIN it is to be, as far as it is known.
#[derive(Debug, Clone, Copy, Default)]
pub struct Whose<'a> {
    /// The person's number; none for who has none yet.
    pub person: Option<u32>,
    /// The user name; empty where it is not known.
    pub user: &'a str,
    /// The document; empty where it is not known.
    pub document: &'a str,
    /// This year: dates after it are nobody's.
    pub year: u16,
}

/// Why a PIN is not taken, the first reason that there is.
pub fn fault(pin: &str, whose: &Whose<'_>) -> Option<PinFault> {
    let digits = pin.as_bytes();
    if !DIGITS.contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
        return Some(PinFault::Length);
    }
    let is = |fault: PinFault| match fault {
        PinFault::Length => false,
        PinFault::FewDigits => (b'0'..=b'9').filter(|digit| digits.contains(digit)).count() <= 2,
        PinFault::Steps => (0..10).any(|step| goes_by(digits, step)),
        PinFault::Again => (1..=digits.len() / 2 + 1).any(|period| is_again(digits, period)),
        PinFault::Pairs => digits.chunks(2).all(|pair| pair.iter().all(|digit| *digit == pair[0])),
        PinFault::Mirror => digits.iter().eq(digits.iter().rev()),
        PinFault::Keypad => is_drawn(digits),
        PinFault::Common => COMMON.contains(&digits),
        PinFault::Day => is_day(pin, whose.year),
        PinFault::OwnUser => is_of_user(pin, whose),
        PinFault::OwnDocument => {
            let document: Vec<u8> = whose.document.bytes().filter(u8::is_ascii_digit).collect();
            document.windows(DOCUMENT_MIN).any(|part| digits.windows(DOCUMENT_MIN).any(|own| own == part))
        }
    };
    PinFault::ALL.into_iter().find(|fault| is(*fault))
}

/// Beyond the nine comes the nought.
fn goes_by(digits: &[u8], step: u8) -> bool {
    digits.windows(2).all(|pair| (pair[0] - b'0' + step) % 10 == pair[1] - b'0')
}

/// Whether the first digits come again to the end, at least all but one of them.
fn is_again(digits: &[u8], period: usize) -> bool {
    digits.len() + 1 >= 2 * period && digits.iter().zip(&digits[period..]).all(|(one, other)| one == other)
}

/// Whether a finger draws these digits in lines of the keypad, the last one perhaps not to its end.
fn is_drawn(digits: &[u8]) -> bool {
    LINES.iter().any(|line| {
        let back: Vec<u8> = line.iter().rev().copied().collect();
        [line.to_vec(), back].iter().any(|line| {
            line.starts_with(digits) || digits.strip_prefix(line.as_slice()).is_some_and(is_drawn)
        })
    })
}

/// Whether this is a day as people write it, or a month with its year.
fn is_day(pin: &str, year: u16) -> bool {
    let number = |at: usize, digits: usize| pin[at..at + digits].parse::<u16>().unwrap_or_default();
    let is_of_life = |written: u16| (FIRST_YEAR..=year).contains(&written);
    let is_year = |written: u16| is_of_life(1900 + written) || is_of_life(2000 + written);
    let is_month = |month: u16| (1..=12).contains(&month);
    let is_date = |day: u16, month: u16| {
        let days = match month {
            2 => 29,
            4 | 6 | 9 | 11 => 30,
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            0 | 13.. => 0,
        };
        (1..=days).contains(&day)
    };
    match pin.len() {
        6 => {
            is_date(number(0, 2), number(2, 2)) && is_year(number(4, 2))
                || is_date(number(4, 2), number(2, 2)) && is_year(number(0, 2))
                || is_month(number(0, 2)) && is_of_life(number(2, 4))
                || is_month(number(4, 2)) && is_of_life(number(0, 4))
        }
        8 => {
            is_date(number(0, 2), number(2, 2)) && is_of_life(number(4, 4))
                || is_date(number(6, 2), number(4, 2)) && is_of_life(number(0, 4))
        }
        _ => false,
    }
}

/// Whether it is the person's number with noughts before it, or has that number or the digits of the user name in it.
fn is_of_user(pin: &str, whose: &Whose<'_>) -> bool {
    let number = whose.person.map(|person| person.to_string()).unwrap_or_default();
    let of_user: String = whose.user.chars().filter(char::is_ascii_digit).collect();
    let padded = !number.is_empty() && pin.trim_start_matches('0') == number;
    padded || [number, of_user].iter().any(|own| own.len() >= OWN_MIN && pin.contains(own.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: Whose<'static> =
        Whose { person: Some(1002), user: "ana4471", document: "X-29384756-B", year: 2026 };

    #[test]
    fn each_rule_refuses_what_it_is_for_and_no_other_rule_does() {
        use PinFault::{
            Again, Common, Day, FewDigits, Keypad, Length, Mirror, OwnDocument, OwnUser, Pairs, Steps,
        };
        for (expected, pins) in [
            (Length, &["", "12345", "1234567890123", "12345a", "12 456", "١٢٣٤٥٦"][..]),
            (FewDigits, &["111111", "000000", "121212", "112211", "100000", "222333", "7777778"]),
            (Steps, &["123456", "654321", "890123", "012345", "987654321", "246802", "135791", "975319"]),
            (Again, &["123123", "457457", "12341234", "457457457", "2468246824", "1231231", "49384938"]),
            (Pairs, &["112233", "998877", "44557711"]),
            (Mirror, &["123321", "470074", "1234321"]),
            (
                Keypad,
                &["147258", "258025", "789456", "159753", "147852369", "963852", "25808520", "32178945"],
            ),
            (Common, &["102030", "314159", "147896", "5201314"]),
            (
                Day,
                &[
                    "210387", "870321", "311299", "010126", "21031987", "19870321", "031987", "198703",
                    "290200",
                ],
            ),
            (OwnUser, &["710027", "410028", "944718"]),
            (OwnDocument, &["293847", "384756", "93847562"]),
        ] {
            for pin in pins {
                assert_eq!(fault(pin, &ANA), Some(expected), "{pin}");
            }
        }
    }

    #[test]
    fn other_pins_are_taken_and_most_of_all_pins_are() {
        for pin in ["493817", "864213", "320587", "311387123", "21031929", "21032027", "735914", "000017"] {
            assert_eq!(fault(pin, &ANA), None, "{pin}");
        }
        let taken = (0..1_000_000).filter(|pin| fault(&format!("{pin:06}"), &ANA).is_none()).count();
        assert!((920_000..945_000).contains(&taken), "{taken} of a million");
    }

    #[test]
    fn the_own_number_is_no_pin_with_noughts_before_it() {
        let first = Whose { person: Some(17), ..ANA };
        assert_eq!(fault("000017", &first), Some(PinFault::OwnUser));
        assert_eq!(fault("491738", &first), None, "two digits are there by chance");
    }

    #[test]
    fn every_fault_has_its_name_and_its_sentence() {
        for one in PinFault::ALL {
            assert_eq!(PinFault::from_name(one.name()), Some(one));
            assert!(one.words().ends_with('.') && one.words().contains("Elija otro"), "{one:?}");
        }
        assert_eq!(PinFault::from_name("fine"), None);
    }
}
