//! What somebody types to look for it.

use hall_core::ball::Ball;
use hall_core::money::Cents;
use hall_core::people::PersonId;
use hall_core::series::{CardNo, CardRef, SeriesId};

use super::By;
use crate::papers::inspection::Wanted;
use crate::web::answer::{Trouble, bad_value};

/// What is looked for; nothing before something was typed.
pub(super) fn wanted(by: By, what: &str) -> Result<Option<Wanted>, Trouble> {
    let what = what.trim();
    if what.is_empty() {
        return Ok(None);
    }
    let (found, example) = match by {
        By::Card => (card(what).map(Wanted::Card), "serie y número, como A17 301"),
        By::Ball => (what.parse().ok().and_then(Ball::new).map(Wanted::Ball), "un número del 1 al 90"),
        By::Person => (person(what).map(Wanted::Person), "el número de una persona, como p3"),
        By::Amount => (cents(what).map(Wanted::Amount), "un importe en euros, como 98,00"),
        By::Hour => (minute(what), "una hora, como 21:05"),
    };
    found.map(Some).ok_or_else(|| bad_value("text", format!("Escriba {example}.")))
}

fn card(text: &str) -> Option<CardRef> {
    let apart = |c: char| c == ' ' || c == '-' || c == '/' || c == ':';
    let (series, number) = text.split_once(apart)?;
    let number = number.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let series = SeriesId::parse(&series.trim().to_ascii_uppercase())?;
    Some(CardRef { series, number: CardNo(number) })
}

fn person(text: &str) -> Option<PersonId> {
    let digits = text.strip_prefix(['p', 'P']).unwrap_or(text);
    digits.parse().ok().map(PersonId)
}

/// As a Spaniard writes it: 1.234,50 or 98 or 98,5.
fn cents(text: &str) -> Option<Cents> {
    let text: String = text.chars().filter(|c| !c.is_whitespace() && *c != '€' && *c != '.').collect();
    let (euros, cents) = text.split_once(',').unwrap_or((&text, "0"));
    let cents = match cents.len() {
        1 => cents.parse::<u64>().ok()? * 10,
        2 => cents.parse().ok()?,
        _ => return None,
    };
    Some(Cents(euros.parse::<u64>().ok()?.checked_mul(100)?.checked_add(cents)?))
}

fn minute(text: &str) -> Option<Wanted> {
    let (hour, minute) = text.split_once([':', '.', 'h'])?;
    let (hour, minute) = (hour.trim().parse().ok()?, minute.trim().get(..2)?.parse().ok()?);
    (hour < 24 && minute < 60).then_some(Wanted::Minute(hour, minute))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_is_understood() {
        let a17 = |number| {
            Some(Wanted::Card(CardRef { series: SeriesId::parse("A17").unwrap(), number: CardNo(number) }))
        };
        let cases = [
            (By::Card, "A17 301", a17(301)),
            (By::Card, " a17-5 ", a17(5)),
            (By::Ball, "45", Ball::new(45).map(Wanted::Ball)),
            (By::Person, "p3", Some(Wanted::Person(PersonId(3)))),
            (By::Person, "3", Some(Wanted::Person(PersonId(3)))),
            (By::Amount, "1.002,00 €", Some(Wanted::Amount(Cents(100_200)))),
            (By::Amount, "98", Some(Wanted::Amount(Cents(9_800)))),
            (By::Amount, "98,5", Some(Wanted::Amount(Cents(9_850)))),
            (By::Hour, "21:05", Some(Wanted::Minute(21, 5))),
            (By::Hour, "9:07:30", Some(Wanted::Minute(9, 7))),
            (By::Card, "", None),
        ];
        for (by, what, wanted_of_it) in cases {
            assert_eq!(wanted(by, what).ok().flatten(), wanted_of_it, "{what}");
        }
        for (by, what) in [
            (By::Card, "A17"),
            (By::Ball, "91"),
            (By::Person, "Ana"),
            (By::Amount, "1,234"),
            (By::Hour, "25:00"),
            (By::Hour, "21"),
        ] {
            assert!(wanted(by, what).is_err(), "{what}");
        }
    }
}
