//! Another regulation: two people, never in a session, from its first day on (DECISIONS 39, ADR 73).

mod support;

use hall_core::event::Event;
use hall_core::hall::Carried;
use hall_core::money::Cents;
use hall_core::people::PersonId;
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_core::rules::{Basis, Destination, Rules};
use hall_core::time::Date;
use support::phases::{game_of, won_by_a_card_the_cashier_sold};
use support::{Bench, CAJERO, MESA, SALA, hall_value, rules};

/// Rules with another value, and the hash of their profile: the value itself, so that each has another.
fn with_question(seconds: u8, valid_from: Option<Date>) -> (Rules, [u8; 32]) {
    let question_min_secs = hall_value(seconds.into());
    (Rules { question_min_secs, valid_from, ..rules() }, [seconds; 32])
}

fn ask(bench: &mut Bench, by: PersonId, (rules, profile_sha256): (Rules, [u8; 32])) -> Result<(), Refusal> {
    let (profile, reason) = ("id = \"otro\"".to_owned(), "Los de arriba no oyen".to_owned());
    bench.ask(by, Request::AskRules { rules: Box::new(rules), profile, profile_sha256, reason }).map(drop)
}

fn adopt(bench: &mut Bench, by: PersonId, profile_sha256: [u8; 32]) -> Result<(), Refusal> {
    bench.ask(by, Request::AdoptRules { profile_sha256 }).map(drop)
}

/// The seconds under which the next session is played.
fn opens_with(bench: &mut Bench) -> u32 {
    bench.open_session();
    let seconds = bench.hall.question_min_secs();
    bench.close_session();
    assert_eq!(bench.replayed(), bench.hall);
    seconds
}

#[test]
fn two_people_adopt_another_regulation_from_the_next_session_on() {
    let mut bench = Bench::new();
    assert_eq!(opens_with(&mut bench), 5);
    let other = with_question(8, None);
    assert_eq!(adopt(&mut bench, MESA, other.1), Err(Refusal::RulesNotAsked));
    ask(&mut bench, SALA, other.clone()).unwrap();
    assert_eq!(adopt(&mut bench, SALA, other.1), Err(Refusal::NeedsAnother));
    assert_eq!(adopt(&mut bench, MESA, [9; 32]), Err(Refusal::RulesDiffer));
    assert!(matches!(adopt(&mut bench, CAJERO, other.1), Err(Refusal::NotYourPower { .. })));
    assert_eq!(opens_with(&mut bench), 5, "one person has only proposed it");
    adopt(&mut bench, MESA, other.1).unwrap();
    assert_eq!(adopt(&mut bench, MESA, other.1), Err(Refusal::RulesNotAsked), "once");
    assert_eq!(ask(&mut bench, SALA, other), Err(Refusal::RulesInForce));
    assert_eq!(opens_with(&mut bench), 8);
    assert_eq!(opens_with(&mut bench), 8);
}

#[test]
fn a_session_is_played_to_its_end_under_the_rules_it_began_with() {
    let mut bench = Bench::new();
    let other = with_question(8, None);
    ask(&mut bench, SALA, other.clone()).unwrap();
    bench.open_session();
    assert_eq!(adopt(&mut bench, MESA, other.1), Err(Refusal::RulesInSession));
    assert_eq!(ask(&mut bench, SALA, with_question(9, None)), Err(Refusal::RulesInSession));
    assert_eq!(bench.hall.question_min_secs(), 5);
    bench.close_session();
    adopt(&mut bench, MESA, other.1).unwrap();
    assert_eq!(opens_with(&mut bench), 8);
}

#[test]
fn a_regulation_waits_for_its_first_day_and_the_one_before_it_goes_on() {
    let mut bench = Bench::new();
    let today = bench.now().date();
    let tomorrow = Date { day: today.day + 1, ..today };
    for rules in [with_question(8, Some(tomorrow)), with_question(6, Some(today)), with_question(7, None)] {
        ask(&mut bench, SALA, rules.clone()).unwrap();
        adopt(&mut bench, MESA, rules.1).unwrap();
    }
    assert_eq!(bench.hall.regulation.waits_until(today), Some(tomorrow));
    assert_eq!(opens_with(&mut bench), 7, "the last that was adopted, of those whose day has come");
    // One that is changed meanwhile does not throw away what waits.
    let other = with_question(9, Some(today));
    ask(&mut bench, SALA, other.clone()).unwrap();
    adopt(&mut bench, MESA, other.1).unwrap();
    assert_eq!(opens_with(&mut bench), 9);
    assert_eq!(opens_with(&mut bench), 9, "what waits is not played under");
    bench.now_ms += 86_400_000;
    assert_eq!(opens_with(&mut bench), 8, "its day has come");
    assert!(bench.hall.regulation.to_come.is_empty());
}

#[test]
fn a_draft_that_waits_for_its_day_marks_no_page_before_it() {
    let mut bench = Bench::new();
    let today = bench.now().date();
    let adopts = |bench: &mut Bench, seconds: u8, from: Date| {
        let (mut rules, profile_sha256) = with_question(seconds, Some(from));
        rules.question_min_secs.basis = Basis::Unknown;
        ask(bench, SALA, (rules, profile_sha256)).unwrap();
        adopt(bench, MESA, profile_sha256).unwrap();
    };
    adopts(&mut bench, 8, Date { year: today.year + 1, ..today });
    assert!(!bench.hall.is_draft());
    adopts(&mut bench, 9, today);
    assert!(bench.hall.is_draft(), "the night's cards are printed before its session opens");
}

#[test]
fn the_profile_s_text_stands_in_the_record() {
    let mut bench = Bench::new();
    ask(&mut bench, SALA, with_question(8, None)).unwrap();
    let has =
        |event: &Event| matches!(event, Event::RulesAsked { profile, .. } if profile == "id = \"otro\"");
    assert!(bench.record.iter().any(|line| has(&line.event)));
}

/// What nobody sang is in its account, and is not once the game is void, though the hall takes it by then (DECISIONS 7, 10, 17).
#[test]
fn what_a_void_game_had_carried_goes_back_whatever_the_rules_are_by_then() {
    let mut bench = won_by_a_card_the_cashier_sold();
    let game = game_of(&bench);
    assert!(bench.hall.carried.line > Cents::ZERO, "nobody sang its line");
    bench.close_session();
    let (other, sha256) = with_question(8, None);
    let other = Rules { unsung_line_to: hall_value(Destination::House), ..other };
    ask(&mut bench, SALA, (other, sha256)).unwrap();
    adopt(&mut bench, MESA, sha256).unwrap();
    bench.open_session();
    let cause = "el cartón era de otra serie".to_owned();
    bench.ask(MESA, Request::AskVoid { game, cause: cause.clone() }).unwrap();
    bench.ask(SALA, Request::ConfirmVoid { game, cause }).unwrap();
    assert_eq!(bench.hall.carried, Carried::default());
    assert_eq!(bench.replayed(), bench.hall);
}
