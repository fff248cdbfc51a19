//! How papers write people, moments, cards and prizes.

use hall_core::event::Segment;
use hall_core::game::{Prize, PrizeState};
use hall_core::people::{Actor, PersonId, Sealed};
use hall_core::series::CardRef;
use hall_core::time::Date;
use hall_wire::paper;

use crate::clock::Clock;

/// The sealed values of people. A value that was deleted by law is gone for papers too.
pub trait People {
    /// A person's name, or the number where the name was deleted.
    fn name(&self, person: PersonId) -> String;

    /// Name and document of somebody who made a claim; `None` where they were deleted.
    fn claimant(&self, sealed: Sealed) -> Option<(String, String)>;
}

/// Writes numbers of people as names and UTC milliseconds as local times.
#[derive(Clone, Copy)]
pub struct Scribe<'a> {
    /// The hall's clock.
    pub clock: &'a Clock,
    /// The hall's people.
    pub people: &'a dyn People,
}

impl Scribe<'_> {
    pub(super) fn at(&self, utc_ms: i64) -> String {
        self.clock.print(utc_ms)
    }

    pub(super) fn name(&self, person: PersonId) -> String {
        self.people.name(person)
    }

    pub(super) fn actor(&self, actor: Actor) -> String {
        match actor {
            Actor::Person(person) => self.name(person),
            Actor::Machine => "máquina".to_owned(),
            Actor::System => "sistema".to_owned(),
        }
    }

    pub(super) fn prize(&self, prize: &Prize) -> paper::Prize {
        let (paid_at, paid_by) = match (prize.state, prize.settled) {
            (PrizeState::Paid, Some((at, by))) => (Some(self.at(at)), Some(self.actor(by))),
            _ => (None, None),
        };
        paper::Prize {
            play: prize.play,
            card: card_name(prize.card),
            amount_cents: prize.amount.0,
            state: prize.state,
            paid_at,
            paid_by,
        }
    }
}

pub(super) fn segment(cards: &Segment) -> paper::Segment {
    paper::Segment { series: cards.series.to_string(), first: cards.first.0, last: cards.last.0 }
}

pub(super) fn card_name(card: CardRef) -> paper::CardName {
    paper::CardName { series: card.series.to_string(), number: card.number.0 }
}

pub(super) fn date_words(date: Date) -> String {
    const MONTHS: [&str; 12] = [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ];
    format!("{} de {} de {}", date.day, MONTHS[usize::from(date.month) - 1], date.year)
}
