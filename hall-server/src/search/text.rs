//! What a text that somebody types or scans is understood as.

use hall_core::ball::{Ball, BallSet};
use hall_core::card::code::CardCode;
use hall_core::event::Sought;
use hall_core::machine::SetId;
use hall_core::money::Cents;
use hall_core::people::PersonId;
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_wire::barcode::{self, Pattern};

use crate::fold::fold;
use crate::look_up::Wanted;

/// The longest text that is searched for, in characters.
pub const TEXT_MAX: usize = 200;

/// Numbers of a torn card: fewer are on far too many cards, and no card has more.
const TORN: std::ops::RangeInclusive<usize> = 6..=15;

/// What people say before a number, as `fold` writes it, and what it makes of it.
const SAID: [(&str, Sought); 5] = [
    ("partida", Sought::Game),
    ("bola", Sought::Ball),
    ("carton", Sought::Card),
    ("juego", Sought::BallSet),
    ("importe", Sought::Amount),
];

/// A way to understand a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// Cards.
    Cards(Wanted),
    /// Games of a number, of a day, or of both.
    Games(Option<u32>, Option<Day>),
    /// A ball.
    Ball(Ball),
    /// A person's number.
    Person(PersonId),
    /// Parts of names of people, as `fold` writes them.
    People(Vec<String>),
    /// The name of a set of balls, or its digits.
    BallSet(String),
    /// An amount.
    Amount(Cents),
    /// A minute, of a day or of the last on which it was.
    Minute {
        /// 0 to 23.
        hour: u8,
        /// 0 to 59.
        minute: u8,
        /// The day.
        day: Option<Day>,
    },
    /// Words of what the acta says, as `fold` writes them.
    Words(Vec<String>),
}

impl Reading {
    /// Whether it is of one card of this series.
    fn is_of(&self, series: SeriesId) -> bool {
        matches!(self, Reading::Cards(Wanted::Card(card)) if card.series == series)
    }

    /// Its kind.
    pub const fn sought(&self) -> Sought {
        match self {
            Reading::Cards(_) => Sought::Card,
            Reading::Games(..) => Sought::Game,
            Reading::Ball(_) => Sought::Ball,
            Reading::Person(_) | Reading::People(_) => Sought::Person,
            Reading::BallSet(_) => Sought::BallSet,
            Reading::Amount(_) => Sought::Amount,
            Reading::Minute { .. } => Sought::Hour,
            Reading::Words(_) => Sought::Words,
        }
    }
}

/// A day as people write it: 28/11, 28/11/26, 28/11/2026.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    /// 1 to 31.
    pub day: u8,
    /// 1 to 12.
    pub month: u8,
    /// As in 2026; any where it was left out.
    pub year: Option<i32>,
}

impl Day {
    fn parse(text: &str) -> Option<Day> {
        let parts: Vec<&str> = text.split('/').collect();
        let [day, month, rest @ ..] = parts.as_slice() else { return None };
        let year = match rest {
            [] => None,
            [year] if year.len() == 4 => Some(number(year)?.try_into().ok()?),
            [year] if year.len() == 2 => Some(2000 + i32::try_from(number(year)?).ok()?),
            _ => return None,
        };
        let (day, month) = (u8::try_from(number(day)?).ok()?, u8::try_from(number(month)?).ok()?);
        ((1..=31).contains(&day) && (1..=12).contains(&month)).then_some(Day { day, month, year })
    }
}

/// What has to be known of the hall to understand a text.
pub struct Hall<'a> {
    /// The series in stock.
    pub series: &'a [SeriesId],
    /// How the makers of bought cards write series and number.
    pub barcodes: &'a [Pattern],
    /// The card of this number in the present game, if there is one.
    pub card_of: &'a dyn Fn(u32) -> Option<CardRef>,
}

impl Hall<'_> {
    /// How a text may be understood, the best first; in no way where there is nothing to look for.
    pub fn readings(&self, text: &str) -> Vec<Reading> {
        let text = text.trim();
        if text.starts_with(']') {
            return self.scanned(text).into_iter().collect();
        }
        if let Some(code) = CardCode::parse(text) {
            return vec![Reading::Cards(Wanted::Code(code))];
        }
        let (head, rest) = text.split_once(|c: char| c.is_whitespace() || c == ',').unwrap_or((text, ""));
        let rest = rest.trim();
        let word = fold(head);
        let said = match SAID.iter().find(|(said, _)| *said == word).map(|(_, sought)| sought) {
            Some(Sought::Game) => games(rest).into_iter().collect(),
            Some(Sought::Ball) => ball(rest).into_iter().collect(),
            Some(Sought::Card) => self.cards(rest),
            Some(Sought::BallSet) => vec![Reading::BallSet(rest.to_uppercase())],
            Some(Sought::Amount) => cents(rest).map(Reading::Amount).into_iter().collect(),
            Some(Sought::Person | Sought::Hour | Sought::Words) | None => Vec::new(),
        };
        if !said.is_empty() && !rest.is_empty() {
            return said;
        }
        let cards = self.cards(text);
        let numeric = text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || ",.€".contains(c));
        if numeric && let Some(amount) = cents(text).filter(|_| text.contains('€')) {
            return vec![Reading::Amount(amount)];
        }
        if let Some(n) = number(text) {
            return self.bare(n);
        }
        if numeric {
            let amount = cents(text).filter(|_| text.contains([',', '.'])).map(Reading::Amount);
            // Euros with their cents, but for a card of the series that is played with: that of a number which was not sold.
            let played = (self.card_of)(0).is_some_and(|of| cards.iter().any(|card| card.is_of(of.series)));
            let (first, then) = if played { (cards, Vec::new()) } else { (Vec::new(), cards) };
            return first.into_iter().chain(amount).chain(then).collect();
        }
        let mut readings = cards;
        readings.extend(games(text));
        readings.extend(minute(text));
        if readings.is_empty() { named(text) } else { readings }
    }

    /// A maker's code, or one of the hall behind what the scanner says of itself.
    fn scanned(&self, text: &str) -> Option<Reading> {
        let scan = barcode::read(text, self.barcodes, self.series).ok()?;
        if let Some(code) = scan.code {
            return Some(Reading::Cards(Wanted::Code(code)));
        }
        let of = scan.series.map(|series| CardRef { series, number: scan.number });
        of.or_else(|| (self.card_of)(scan.number.0)).map(|card| Reading::Cards(Wanted::Card(card)))
    }

    /// A number alone is of many things: of a card of the present game first, as it always was at this key.
    fn bare(&self, n: u32) -> Vec<Reading> {
        let card = (self.card_of)(n).map(|card| Reading::Cards(Wanted::Card(card)));
        let ball = u8::try_from(n).ok().and_then(Ball::new).map(Reading::Ball);
        let rest = [Reading::Amount(Cents(u64::from(n) * 100)), Reading::BallSet(n.to_string())];
        card.into_iter().chain([Reading::Games(Some(n), None)]).chain(ball).chain(rest).collect()
    }

    /// Cards by series and number, by the number of a series and theirs, or by what is left of one.
    fn cards(&self, text: &str) -> Vec<Reading> {
        let upper = text.to_ascii_uppercase();
        let parts: Vec<&str> = upper
            .split(|c: char| c.is_whitespace() || ",.;:-/".contains(c))
            .filter(|part| !part.is_empty())
            .collect();
        let Some((first, numbers)) = parts.split_first() else { return Vec::new() };
        let (series, numbers) = match SeriesId::parse(first) {
            Some(series) => (Some(series), numbers),
            None => (None, &parts[..]),
        };
        let Some(numbers) = numbers.iter().map(|part| number(part)).collect::<Option<Vec<u32>>>() else {
            return Vec::new();
        };
        let card = |series, number| Reading::Cards(Wanted::Card(CardRef { series, number: CardNo(number) }));
        match (series, numbers.as_slice()) {
            (Some(series), [n]) => vec![card(series, *n)],
            (None, [n]) => {
                (self.card_of)(*n).map(|of| Reading::Cards(Wanted::Card(of))).into_iter().collect()
            }
            // A slash is of a day.
            (None, [of, n]) if !text.contains(['/', ':']) => {
                let named = self.series.iter().filter(|series| series.number() == *of);
                named.map(|series| card(*series, *n)).collect()
            }
            (series, numbers) => torn(numbers)
                .map(|balls| Reading::Cards(Wanted::Holding(balls, series)))
                .into_iter()
                .collect(),
        }
    }
}

/// Six to fifteen numbers of a card, none twice.
fn torn(numbers: &[u32]) -> Option<BallSet> {
    let mut balls = BallSet::default();
    for n in numbers {
        balls.insert(u8::try_from(*n).ok().and_then(Ball::new)?).then_some(())?;
    }
    TORN.contains(&numbers.len()).then_some(balls)
}

fn number(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn ball(text: &str) -> Option<Reading> {
    u8::try_from(number(text)?).ok().and_then(Ball::new).map(Reading::Ball)
}

/// As in `5`, `5 28/11` and `28/11`.
fn games(text: &str) -> Option<Reading> {
    let parts: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        [one] => match Day::parse(one) {
            Some(day) => Some(Reading::Games(None, Some(day))),
            None => Some(Reading::Games(Some(number(one)?), None)),
        },
        [of, day] => Some(Reading::Games(Some(number(of)?), Some(Day::parse(day)?))),
        _ => None,
    }
}

/// As a Spaniard writes it, 1.234,50 or 98 or 98,5, and as a numeric keypad does, 98.50.
fn cents(text: &str) -> Option<Cents> {
    let text: String = text.chars().filter(|c| !c.is_whitespace() && *c != '€').collect();
    let by_point = text.rsplit_once('.').filter(|(_, cents)| cents.len() < 3 && !text.contains(','));
    let (euros, cents) = by_point.or_else(|| text.split_once(',')).unwrap_or((&text, ""));
    let cents = match cents.len() {
        0 => 0,
        1 => number(cents)? * 10,
        2 => number(cents)?,
        _ => return None,
    };
    let euros: String = euros.chars().filter(|c| *c != '.').collect();
    let euros = euros.bytes().all(|b| b.is_ascii_digit()).then(|| euros.parse::<u64>().ok()).flatten()?;
    Some(Cents(euros.checked_mul(100)?.checked_add(u64::from(cents))?))
}

/// As in 21:05, 21:05:30 or 21:05 28/11.
fn minute(text: &str) -> Option<Reading> {
    let (time, day) =
        text.split_once([' ', ',']).map_or((text, None), |(time, day)| (time, Some(day.trim())));
    let (hour, minute) = time.split_once([':', 'h', 'H'])?;
    let minute = minute.split_once(':').map_or(minute, |(minute, _)| minute);
    let (hour, minute) = (u8::try_from(number(hour)?).ok()?, u8::try_from(number(minute)?).ok()?);
    let day = match day {
        Some(day) => Some(Day::parse(day)?),
        None => None,
    };
    (hour < 24 && minute < 60).then_some(Reading::Minute { hour, minute, day })
}

/// People, sets of balls, and words of the acta.
fn named(text: &str) -> Vec<Reading> {
    let folded = fold(text);
    let words: Vec<String> = folded
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    if words.iter().map(|word| word.chars().count()).sum::<usize>() < 2 {
        return Vec::new();
    }
    let mut readings = Vec::new();
    if let [one] = words.as_slice() {
        let person = one.strip_prefix('p').filter(|digits| !digits.is_empty()).and_then(number);
        readings.extend(person.map(|n| Reading::Person(PersonId(n))));
        let set = one.to_uppercase();
        readings.extend(SetId::parse(&set).map(|_| Reading::BallSet(set)));
    }
    // A set of balls has digits in its name; a name of a person has none.
    let first = readings.is_empty() || !folded.contains(|c: char| c.is_ascii_digit());
    let people = Reading::People(words.clone());
    readings.insert(if first { 0 } else { readings.len() }, people);
    readings.push(Reading::Words(words));
    readings
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
