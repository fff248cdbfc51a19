//! Another machine in the place of the hall's own, in the middle of a game (reliability.md E 36): a program of its own on a
//! line of its own, under the name that the settings have.

use hall_wire::board::HoldKind;
use std::os::unix::fs::symlink;

use serde_json::json;
use xtask::programs::Machine;

use crate::kit::{Hall, Setup, until};

/// Pulls the hall's machine out and plugs another one in, with a set of balls.
fn swap(hall: &mut Hall, set: &str) -> Machine {
    let own = hall.machine.as_mut().expect("a machine");
    let port = own.port.clone();
    own.tell("hangup").expect("it runs");
    until("the cable is out", || (!port.exists()).then_some(()));
    let dir = hall.dir().join("otra");
    std::fs::create_dir_all(&dir).expect("the hall's folder can be written");
    let other = Machine::start_with(&dir, set, &["--interval-ms", "24", "--seed", "99"]).expect("it starts");
    symlink(&other.port, &port).expect("the name is free");
    other
}

/// Waits until each of these holds is on the board, and returns their numbers.
fn holds(hall: &Hall, kinds: &[HoldKind]) -> Vec<u32> {
    let there = |kind: &HoldKind, board: &hall_wire::board::MesaBoard| {
        board.holds.iter().any(|hold| hold.kind == *kind)
    };
    let board = hall.board(|(_, board)| kinds.iter().all(|kind| there(kind, board)));
    let of = |kind: &HoldKind| board.holds.iter().find(|hold| hold.kind == *kind).map(|hold| hold.hold);
    kinds.iter().filter_map(of).collect()
}

#[test]
fn another_machine_draws_nothing_until_the_manager_has_accepted_it() {
    let mut hall = Hall::open(&Setup { interval_ms: 60_000, ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    let other = swap(&mut hall, "J1");
    let found = holds(&hall, &[HoldKind::Rebooted, HoldKind::LinkLost]);
    let repaired = |hold: u32| json!({"game": game, "hold": hold, "exit": "repaired"});
    // Neither who calls the balls nor the jefe de mesa alone accepts it.
    let caller = hall.refused(&hall.staff.locutor, "confirm-hold-exit", &repaired(found[0]));
    assert_eq!(caller, "sin-facultad");
    assert!(hall.public().announced.is_empty());
    for hold in found {
        hall.leave(game, hold, &json!({"exit": "repaired"}));
    }
    // The proof asks the machine that drew.
    hall.machine = Some(other);
    hall.to_the_end(game);
    let evidence = hall.finish();
    let boots: Vec<&str> =
        evidence.of("machine_identified").filter_map(|row| row.body["boot"].as_str()).collect();
    assert!(boots.len() == 2 && boots[0] != boots[1], "{boots:?}");
    let first_ball = evidence.of("ball_extracted").next().expect("balls").line.seq;
    let accepted = evidence.of("hold_left").map(|row| row.line.seq).max().expect("left");
    assert!(accepted < first_ball, "no ball before it was accepted");
}

/// With balls on the table another machine, which has none out, cannot go on: the counts say so.
#[test]
fn another_machine_with_balls_on_the_table_is_accepted_and_counts_wrong() {
    let mut hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.balls(game, 3);
    let _other = swap(&mut hall, "J1");
    for hold in holds(&hall, &[HoldKind::Rebooted, HoldKind::LinkLost]) {
        hall.leave(game, hold, &json!({"exit": "repaired"}));
    }
    let count = holds(&hall, &[HoldKind::CountDiffers])[0];
    let repaired = json!({"game": game, "hold": count, "exit": "repaired"});
    assert_eq!(hall.refused(&hall.staff.mesa, "ask-hold-exit", &repaired), "salida-inadecuada");
    hall.void(game);
    hall.finish();
}

#[test]
fn another_machine_with_another_set_is_not_accepted_by_anybody() {
    let mut hall = Hall::open(&Setup { interval_ms: 60_000, ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    let _other = swap(&mut hall, "J2");
    let foreign = holds(&hall, &[HoldKind::ForeignSet])[0];
    let repaired = json!({"game": game, "hold": foreign, "exit": "repaired"});
    for who in [&hall.staff.mesa, &hall.staff.sala] {
        assert_eq!(hall.refused(who, "ask-hold-exit", &repaired), "salida-inadecuada");
    }
    hall.void(game);
    hall.finish();
}
