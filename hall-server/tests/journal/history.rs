//! The tables for people against the acta: two accounts of one history.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hall_core::event::{ClaimNo, Event, GameNo, HoldExit, HoldNo, Play, PrizeNo, PrizeShare, SessionNo};
use hall_core::hall::Hall;
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId, Sealed};
use hall_core::record;
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_server::clock::Clock;
use hall_server::config::Paper;
use hall_server::journal::{Head, Journal, database_in};
use hall_server::papers::acta::{self, Story};
use hall_server::papers::scribe::{People, Scribe};
use hall_wire::paper::ActaSheet;

use crate::kit::{batch, rows};

/// The golden examples of a kind of event.
fn golden(kind: &str) -> Vec<Event> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hall-core/tests/golden/v1");
    let text = fs::read_to_string(golden.join(format!("{kind}.json"))).unwrap();
    text.lines().map(|body| record::decode(kind, 1, body).unwrap()).collect()
}

/// Game 1 of the golden session, and what follows.
fn game_with(more: &[Event]) -> Vec<Event> {
    let opening = [golden("session_opened").remove(0), golden("sale_opened").remove(0)];
    opening.into_iter().chain(more.iter().cloned()).collect()
}

struct Numbers;

impl People for Numbers {
    fn name(&self, person: PersonId) -> String {
        person.to_string()
    }

    fn claimant(&self, _: Sealed) -> Option<(String, String)> {
        None
    }
}

/// Returns what the tables answer, and the acta, of these events.
fn both(events: &[Event], sql: &str) -> (Vec<String>, ActaSheet) {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), 0).unwrap();
    journal.append(&batch("r", events)).unwrap();
    let by = Actor::Person(PersonId(1));
    let lines: Vec<acta::Entry<'_>> = events.iter().map(|event| (2_000, by, event)).collect();
    let (hall, sets_before) = (&Hall::default(), &BTreeMap::new());
    let story = Story { lines: &lines, hall, sets_before, head: Head::EMPTY };
    let clock = Clock::new("Europe/Madrid").unwrap();
    let acta = acta::sheet(&story, &Paper::default(), Scribe { clock: &clock, people: &Numbers });
    (rows(&database_in(folder.path()), sql), acta)
}

#[test]
fn the_tables_and_the_acta_agree_on_which_holds_are_over() {
    let held = golden("hold_raised");
    let (game, asked_by) = (GameNo(1), PersonId(1));
    let by_hand = HoldExit::ByHand { caller: PersonId(4), second: PersonId(2) };
    let left = |hold, exit| Event::HoldLeft { game, hold: HoldNo(hold), exit, asked_by };
    let paper = Event::Transcribed { game, asked_by, lines: 8 };
    // The fifth is the machine's fault, the first a ball that was read twice.
    for (end, over) in [(left(5, by_hand), 9), (left(1, HoldExit::Repaired), 1), (paper, held.len())] {
        let mut events = game_with(&held);
        events.push(end.clone());
        let (open, acta) =
            both(&events, "select hold || '' from hold where left_at_utc_ms is null order by hold");
        let raised = held.iter().zip(&acta.games[0].incidents);
        let told = raised.filter(|(_, hold)| hold.ended_at.is_none()).map(|(event, _)| {
            let Event::HoldRaised { hold, .. } = event else { panic!("{event:?} raises no hold") };
            hold.0.to_string()
        });
        let told: Vec<String> = told.collect();
        assert_eq!(open, told, "{end:?}");
        assert_eq!(held.len() - open.len(), over, "{end:?}");
    }
}

#[test]
fn the_tables_and_the_acta_agree_on_what_became_of_each_prize() {
    let (game, amount) = (GameNo(1), Cents(500));
    let series = SeriesId::parse("A17").unwrap();
    let share = |no| PrizeShare {
        prize: PrizeNo(no),
        claim: ClaimNo(no),
        card: CardRef { series, number: CardNo(no) },
        amount,
    };
    let withheld = |no| Event::PrizeWithheld { game, prize: PrizeNo(no), reason: "dos lo reclaman".into() };
    let events = game_with(&[
        Event::PlayAwarded {
            game,
            play: Play::Bingo,
            winners: (1..=4).map(share).collect(),
            remainder: Cents::ZERO,
        },
        Event::GameEnded { game },
        withheld(1),
        withheld(2),
        Event::PrizeReleased { game, prize: PrizeNo(2), reason: "aclarado".into() },
        Event::PrizePaid { game, prize: PrizeNo(3), amount },
        Event::SessionClosed {
            session: SessionNo(1),
            balls_counted: 90,
            public_witness: false,
            prizes_pending: 3,
            amount_pending: Cents(1500),
        },
    ]);
    let (states, acta) = both(&events, "select state from prize order by prize");
    let told: Vec<&str> = acta.games[0].prizes.iter().map(|prize| prize.state.name()).collect();
    assert_eq!(states, told);
    assert_eq!(told, ["withheld", "unclaimed", "paid", "unclaimed"]);
}
