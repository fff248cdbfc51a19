//! The ninety balls counted by passing them all through the reader, by the programs themselves (34.1, reliability.md
//! E 33, C-2: New Hampshire 2004, a ball left in the chute through three test draws).

use hall_wire::board::BallCount;
use serde_json::json;

use crate::kit::{Hall, Setup, until};

/// Begins a count and waits until so many have passed; returns the count as the desk's board has it.
fn count(hall: &Hall, passed: usize) -> BallCount {
    until("a machine that can count", || {
        hall.ask(&hall.staff.sala, "begin-ball-count", &json!({"set": "J1"})).ok()
    });
    let seen = |count: &BallCount| count.running && !count.loading && 90 - count.missing.len() >= passed;
    let board = hall.board(|(_, board)| board.ball_count.as_ref().is_some_and(seen));
    board.ball_count.clone().expect("a count")
}

fn end(hall: &Hall, count: u32) -> BallCount {
    hall.must(&hall.staff.sala, "end-ball-count", &json!({"count": count}));
    let board = hall.board(|(_, board)| board.ball_count.as_ref().is_some_and(|count| !count.running));
    board.ball_count.clone().expect("it has ended")
}

/// The ball that the machine kept back, whatever it said.
fn kept_back(hall: &Hall) -> u8 {
    let file = &hall.machine.as_ref().expect("a machine").truth;
    let text = std::fs::read_to_string(file).expect("the truth can be read");
    let mut lines = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let stuck = lines.find(|line| line["what"] == "stuck").expect("a ball was kept back");
    u8::try_from(stuck["ball"].as_u64().expect("its number")).expect("a ball")
}

#[test]
fn ninety_balls_that_pass_the_reader_stand_for_the_count_by_hand() {
    let hall = Hall::closed(&Setup { interval_ms: 12, ..Setup::default() });
    let running = count(&hall, 90);
    let ended = end(&hall, running.count);
    assert_eq!((ended.missing, ended.doubled, ended.wrong), (vec![], vec![], None));
    let opened = hall.staff.open_session().expect("the session opens with it");
    hall.keep(&opened);
    let taken = hall.lines_of("ball_count_taken");
    assert_eq!((taken.len(), taken[0].body["balls"].as_u64()), (1, Some(90)));
    assert_eq!(hall.lines_of("ball_set_aside").len(), 0, "a ball of a count is none that is set aside");
    // A game is played with the same balls.
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.to_the_end(game);
    hall.finish();
}

#[test]
fn a_ball_that_stays_in_the_chute_is_named_and_no_session_opens() {
    let hall = Hall::closed(&Setup {
        interval_ms: 12,
        faults: &["stuck@7"],
        waits_in_doubt: false,
        ..Setup::default()
    });
    let running = count(&hall, 89);
    let ended = end(&hall, running.count);
    let ball = kept_back(&hall);
    assert_eq!(ended.missing, [ball]);
    let words = ended.wrong.expect("it is told what is wrong");
    assert!(words.contains(&ball.to_string()), "{words}");
    let refused = hall.staff.open_session().expect_err("no session opens").to_string();
    assert!(refused.contains("no cuadra") && refused.contains(&ball.to_string()), "{refused}");
    hall.finish();
}
