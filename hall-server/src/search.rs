//! Searching: one text, whatever it is of; what it is understood as, and what the hall's papers and record have of it (ADR 72).
//!
//! It reads beside the desk, in one view of the record. What somebody may not see is not looked for.

use hall_core::event::{Event, Sought};
use hall_core::people::{Actor, Role};
use hall_core::record::Line;
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_core::time::{Date, HourOfDay, LocalTime};
use hall_core::vault::Vault;
use hall_wire::barcode::Pattern;
use hall_wire::board::Game;
use hall_wire::message::{
    BallSetFound, CardsFound, PersonFound, Place, SearchFound, SearchHit, Told, ToldWhat,
};

use crate::access::{Access, Member};
use crate::clock::Clock;
use crate::fold::fold;
use crate::journal::{Few, JournalError, RecordReader};
use crate::look_up::{NotFound, Wanted, look_up};
use crate::papers::inspection::sentence;

mod text;

pub use text::{Day, Hall, Reading, TEXT_MAX};

/// Answers of each kind.
const HITS_MAX: usize = 8;

/// Lines of a minute: a game's minute has thirty balls and more.
const LINES_MAX: usize = 40;

/// What somebody did last.
const LAST: usize = 3;

/// What an asker may look for, by the powers over the papers that have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sees {
    /// Cards: who sells, pays and judges them, and the inspection.
    pub cards: bool,
    /// What stands in the acta: who may read it.
    pub acta: bool,
    /// What others did, and the record line by line: who answers for them, and the inspection.
    pub acts: bool,
}

impl Sees {
    /// What these roles may look for.
    pub fn of(roles: &[Role]) -> Sees {
        let any = |of: &[Role]| roles.iter().any(|role| of.contains(role));
        let papers = any(&[Role::JefeDeSala, Role::JefeDeMesa, Role::Cajero, Role::Inspector]);
        Sees {
            cards: papers,
            acta: papers,
            acts: any(&[Role::JefeDeSala, Role::JefeDeMesa, Role::Inspector]),
        }
    }

    const fn may(self, reading: &Reading) -> bool {
        match reading.sought() {
            Sought::Card => self.cards,
            Sought::Amount | Sought::Words => self.acta,
            Sought::Hour => self.acts,
            Sought::Game | Sought::Ball | Sought::BallSet | Sought::Person => true,
        }
    }
}

/// What a search needs besides the record.
pub struct Search<'a> {
    /// The text, as it was typed or scanned.
    pub text: &'a str,
    /// What the asker may look for.
    pub sees: Sees,
    /// The cards.
    pub vault: &'a Vault,
    /// The staff.
    pub access: &'a Access,
    /// The hall's clock.
    pub clock: &'a Clock,
    /// How the makers of bought cards write series and number.
    pub barcodes: &'a [Pattern],
    /// The present game, or the last.
    pub game: Option<&'a Game>,
}

impl Search<'_> {
    /// What there is.
    ///
    /// # Errors
    /// [`NotFound`] where it can only be a card, and the hall has no such card; where the tables cannot be read.
    pub fn run(&self, reader: &RecordReader) -> Result<SearchFound, NotFound> {
        let series: Vec<SeriesId> = reader.stock()?.iter().map(|item| item.series).collect();
        let card_of = |number| self.game.and_then(|game| card_of(game, number));
        let hall = Hall { series: &series, barcodes: self.barcodes, card_of: &card_of };
        let mut readings = hall.readings(self.text);
        readings.retain(|reading| self.sees.may(reading));
        let mut found = SearchFound::default();
        let mut no_card = None;
        for reading in &readings {
            let sought = reading.sought();
            if !found.sought.contains(&sought) {
                found.sought.push(sought);
            }
            match reading {
                Reading::Cards(wanted) => match look_up(self.vault, reader, wanted) {
                    Ok(cards) => self.cards(reader, cards, *wanted, &mut found)?,
                    Err(NotFound::Journal(error)) => return Err(error.into()),
                    Err(error @ (NotFound::Series(_) | NotFound::Number(..))) => no_card = Some(error),
                },
                Reading::Games(..)
                | Reading::Ball(_)
                | Reading::Person(_)
                | Reading::People(_)
                | Reading::BallSet(_)
                | Reading::Amount(_)
                | Reading::Minute { .. }
                | Reading::Words(_) => self.read(reader, reading, &mut found)?,
            }
        }
        // Two understandings may be of one kind.
        let place = |hit: &SearchHit| found.sought.iter().position(|sought| *sought == hit.sought());
        let mut hits = std::mem::take(&mut found.hits);
        hits.sort_by_key(place);
        found.hits = hits;
        match no_card {
            Some(error) if readings.len() == 1 => Err(error),
            Some(_) | None => Ok(found),
        }
    }

    fn cards(
        &self,
        reader: &RecordReader,
        cards: CardsFound,
        wanted: Wanted,
        found: &mut SearchFound,
    ) -> Result<(), JournalError> {
        add(found, Sought::Card, cards.cards.into_iter().map(SearchHit::Card), cards.more > 0);
        let card = match wanted {
            Wanted::Card(card) => card,
            Wanted::Code(code) => code.card(),
            Wanted::Holding(..) => return Ok(()),
        };
        told(found, Sought::Card, reader.told_of_card(card, HITS_MAX)?);
        Ok(())
    }

    fn read(
        &self,
        reader: &RecordReader,
        reading: &Reading,
        found: &mut SearchFound,
    ) -> Result<(), JournalError> {
        let sought = reading.sought();
        match reading {
            Reading::Cards(_) => {}
            Reading::Games(number, day) => {
                let day = day.map(pattern);
                let games = reader.games_found(*number, day.as_deref(), HITS_MAX)?;
                add(found, sought, games.found.into_iter().map(SearchHit::Game), games.more);
            }
            Reading::Person(person) => {
                self.people(reader, |member| member.person == *person, found)?;
            }
            Reading::People(words) => {
                let named = |member: &Member| {
                    let name = fold(&format!("{} {}", member.identity.name, member.identity.user));
                    words.iter().all(|word| name.contains(word))
                };
                self.people(reader, named, found)?;
            }
            Reading::BallSet(name) => {
                let sets = reader.ball_sets_found(name)?.into_iter();
                add(
                    found,
                    sought,
                    sets.map(|(row, games)| SearchHit::BallSet(BallSetFound { row, games })),
                    false,
                );
            }
            Reading::Ball(ball) => told(found, sought, reader.told_of_ball(*ball, HITS_MAX)?),
            Reading::Amount(amount) => told(found, sought, reader.told_of_amount(*amount, HITS_MAX)?),
            Reading::Words(words) => told(found, sought, reader.told_in_words(words, HITS_MAX)?),
            Reading::Minute { hour, minute, day } => {
                let from = self.minute(*hour, *minute, *day);
                let lines = reader.lines_between((from, from + 60_000), LINES_MAX)?;
                let hits = lines.found.iter().map(|(line, event)| SearchHit::Told(of_line(line, event)));
                add(found, sought, hits, lines.more);
            }
        }
        Ok(())
    }

    fn people(
        &self,
        reader: &RecordReader,
        of: impl Fn(&Member) -> bool,
        found: &mut SearchFound,
    ) -> Result<(), JournalError> {
        let mut members: Vec<&Member> = self.access.members().iter().filter(|member| of(member)).collect();
        // Who is here before who left.
        members.sort_by_key(|member| (member.left, member.person));
        let more = members.len() > HITS_MAX;
        members.truncate(HITS_MAX);
        let mut hits = Vec::new();
        for Member { person, identity, roles, left, .. } in members {
            let last = if self.sees.acts { reader.last_of(*person, LAST)? } else { Vec::new() };
            hits.push(SearchHit::Person(PersonFound {
                person: person.0,
                user: identity.user.clone(),
                name: identity.name.clone(),
                roles: roles.clone(),
                left: *left,
                last: last.iter().map(|(line, event)| of_line(line, event)).collect(),
            }));
        }
        add(found, Sought::Person, hits.into_iter(), more);
        Ok(())
    }

    /// When a local minute began: on that day, or the last time that it was.
    fn minute(&self, hour: u8, minute: u8, day: Option<Day>) -> i64 {
        let now = self.clock.now();
        let text = format!("{hour:02}:{minute:02}");
        let hour = HourOfDay::parse(&text).expect("the text was read as an hour");
        let on = |date: Date| {
            let midnight = (date.days() * 86_400_000) - i64::from(now.offset_minutes) * 60_000;
            self.clock.moment(midnight).instant_of(LocalTime { date, hour })
        };
        let last_of = |of: &dyn Fn(i64) -> Option<Date>| {
            let days = (0..=1).filter_map(of).map(on);
            days.filter(|at| *at <= now.utc_ms).max()
        };
        let today = now.date();
        match day {
            None => last_of(&|back| Some(self.clock.moment(now.utc_ms - back * 86_400_000).date())),
            Some(Day { day, month, year: Some(year) }) => Some(on(Date { year, month, day })),
            Some(Day { day, month, year: None }) => {
                last_of(&|back| Some(Date { year: today.year - i32::try_from(back).ok()?, month, day }))
            }
        }
        .unwrap_or(now.utc_ms)
    }
}

/// Adds hits of a kind; who was found by number is not found again by name.
fn add(found: &mut SearchFound, sought: Sought, hits: impl Iterator<Item = SearchHit>, more: bool) {
    for hit in hits {
        if !found.hits.contains(&hit) {
            found.hits.push(hit);
        }
    }
    if more && !found.more.contains(&sought) {
        found.more.push(sought);
    }
}

fn told(found: &mut SearchFound, sought: Sought, few: Few<Told>) {
    add(found, sought, few.found.into_iter().map(SearchHit::Told), few.more);
}

fn of_line(line: &Line, event: &Event) -> Told {
    let place = Place { game: event.game().map(|game| game.0), ..Place::default() };
    let by = if let Actor::Person(person) = line.actor { Some(person.0) } else { None };
    Told {
        place,
        by,
        text: Some(sentence(event)),
        line: Some(line.seq),
        ..Told::at(ToldWhat::Line, line.at_utc_ms)
    }
}

/// As dates of sessions are compared with: any year where none was said.
fn pattern(Day { day, month, year }: Day) -> String {
    let year = year.map_or_else(|| "____".to_owned(), |year| format!("{year:04}"));
    format!("{year}-{month:02}-{day:02}")
}

/// The card of this number in a game: of the series it was sold from, or of the announced one.
fn card_of(game: &Game, number: u32) -> Option<CardRef> {
    let sold = game.segments.iter().find(|cards| (cards.first..=cards.last).contains(&number));
    let series = sold.map_or(&game.series, |cards| &cards.series);
    Some(CardRef { series: SeriesId::parse(series)?, number: CardNo(number) })
}
