//! The statistics of a set of balls, from outside: games that are over and their balls as they are in force, and nothing of the game that
//! runs (DECISIONS 5).

use std::collections::BTreeMap;

use hall_wire::message::{BallSetStatistics, SetState};
use serde_json::json;
use xtask::staff::code;

use crate::kit::{Hall, Setup, until};

/// Returns the balls in force of each game, by the record.
fn drawn(hall: &Hall) -> BTreeMap<u64, BTreeMap<u64, u64>> {
    let mut games: BTreeMap<u64, BTreeMap<u64, u64>> = BTreeMap::new();
    for row in hall.record() {
        let number = match row.line.kind.as_str() {
            "ball_extracted" => row.number("ball"),
            "ball_corrected" => row.number("to"),
            _ => continue,
        };
        games.entry(row.number("game")).or_default().insert(row.number("ordinal"), number);
    }
    games
}

fn statistics(hall: &Hall, set: &str) -> BallSetStatistics {
    hall.staff.sala.get(&format!("/api/ball-sets/{set}/statistics")).expect("the jefe de sala may see them")
}

#[test]
fn a_set_is_judged_by_games_that_are_over_and_their_balls_in_force() {
    let hall = Hall::open(&Setup { faults: &["repeat-after-gone@4"], ..Setup::default() });
    let loaded = until("the machine says its set", || hall.board(|_| true).machine.set.clone());
    assert_eq!(statistics(&hall, &loaded).games, 0);

    // A ball of the first game was read as another one, and corrected.
    let first = hall.sell(&[("A17", 1, 6)]);
    hall.start(first);
    let hold = hall.play_to_a_hold(first);
    let in_place: Vec<u64> = drawn(&hall)[&u64::from(first)].values().copied().collect();
    let other = (1..=90).find(|ball| !in_place.contains(ball)).expect("most are in the drum");
    let truth = {
        let file = &hall.machine.as_ref().expect("a machine").truth;
        let text = std::fs::read_to_string(file).expect("the truth can be read");
        let rows = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        let pick = |row: &serde_json::Value| row["what"] == "pick" && row["ordinal"] == 4;
        rows.filter(pick).find_map(|row| row["ball"].as_u64()).unwrap_or(other)
    };
    hall.leave(first, hold.hold, &json!({"exit": "misread", "ordinal": 4, "ball": truth}));
    hall.balls(first, 4);
    assert_eq!(statistics(&hall, &loaded).games, 0, "the game that runs is none of anybody's statistics");
    hall.to_the_end(first);
    assert_eq!(statistics(&hall, &loaded).games, 1);

    let void = hall.sell(&[("A17", 7, 12)]);
    hall.start(void);
    hall.balls(void, 3);
    hall.void(void);
    let running = hall.sell(&[("A17", 13, 18)]);
    hall.start(running);
    hall.balls(running, 5);

    let told = statistics(&hall, &loaded);
    assert_eq!((told.games, told.last_game, told.left_out.len()), (2, Some(void), 0));
    let games = drawn(&hall);
    assert!(games[&u64::from(running)].len() >= 5);
    let over = [first, void].map(|game| games[&u64::from(game)].values().copied().collect::<Vec<_>>());
    for row in &told.balls {
        let (ball, place) =
            (u64::from(row.ball), |balls: &[u64]| balls.iter().position(|b| *b == u64::from(row.ball)));
        let places = over.each_ref().map(|balls| place(balls));
        assert_eq!(row.drawn as usize, places.iter().flatten().count(), "ball {ball}");
        assert_eq!(
            row.first as usize,
            places.iter().filter(|place| **place == Some(0)).count(),
            "ball {ball}"
        );
        let since = places.iter().rev().position(Option::is_some).map(|games| games as u32);
        assert_eq!(row.since, since, "ball {ball}");
    }
    assert_eq!(told.verdict.state, SetState::Few);

    // The set that was in no machine has done nothing; one that the hall has not is not known.
    let spare = if loaded == "J1" { "J2" } else { "J1" };
    assert_eq!((statistics(&hall, spare).games, statistics(&hall, spare).drawn), (0, 0));
    let none = hall.staff.sala.get::<BallSetStatistics>("/api/ball-sets/J99/statistics");
    assert_eq!(code(&none.expect_err("no such set")), "juego-desconocido");
    let csv =
        hall.staff.mesa.get_bytes(&format!("/api/ball-sets/{loaded}/statistics.csv")).expect("the file");
    let csv = String::from_utf8(csv).expect("text");
    let sum: u32 = csv.lines().skip(1).filter_map(|line| line.split(',').nth(3)?.parse::<u32>().ok()).sum();
    assert_eq!((csv.lines().count(), sum), (91, told.drawn));
    // Who sells or calls does not see them, nor does who is not logged in.
    for who in [&hall.staff.cajero, &hall.staff.locutor] {
        let asked = who.get::<BallSetStatistics>(&format!("/api/ball-sets/{loaded}/statistics"));
        assert_eq!(code(&asked.expect_err("not for them")), "sin-facultad");
    }
    hall.to_the_end(running);
    hall.finish();
}
