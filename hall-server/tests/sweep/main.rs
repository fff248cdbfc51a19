//! A game that is killed, or whose disk fails, at each of its system calls (reliability.md E1,
//! E4, E7 to E10, E16).
//!
//! `game.rs` plays it in another process: desk and record on one thread. `./bombo test` meddles with
//! a fixed share of the calls, `BOMBO_SWEEP=all` with every one; `BOMBO_SWEEP=<k>` with every
//! k-th. A failure names the call: `strace -e inject=<call>:<fault>:when=<n>` does it again.

#[path = "../storm/dice.rs"]
#[allow(dead_code, reason = "storms throw them more often")]
mod dice;
mod game;
#[path = "../../../hall-core/tests/support/opening.rs"]
mod opening;
mod stage;
#[path = "../support/strace.rs"]
mod strace;
#[path = "../storm/template.rs"]
#[allow(dead_code, reason = "storms have more in their hall than this game needs")]
mod template;

use std::collections::BTreeSet;
use std::path::Path;

use stage::{Stage, Swept};

/// What writes, and what a record cannot do without.
const WRITES: [&str; 4] = ["pwrite64", "write", "fsync", "ftruncate"];
const OTHERS: [&str; 6] = ["openat", "unlink", "fcntl", "pread64", "mmap", "close"];

/// The other process of the tests here.
#[test]
#[ignore = "run by the others"]
fn other_process() {
    let Some(work) = std::env::var_os("BOMBO_TEST_WORK") else { return };
    let dir = std::env::var_os("BOMBO_TEST_FOLDER").unwrap();
    game::work(work.to_str().unwrap(), Path::new(&dir));
}

#[test]
fn a_game_that_is_killed_at_any_system_call_loses_nothing_it_acknowledged() {
    let Some(stage) = Stage::set() else { return };
    let mut swept = Swept::default();
    for call in WRITES.into_iter().chain(OTHERS) {
        let share = if WRITES.contains(&call) { 14 } else { 61 };
        for point in stage.points(call, share) {
            stage.play(&mut swept, call, &format!("signal=KILL:when={point}"));
        }
    }
    swept.show("killed");
    assert!(
        swept.killed >= 30
            && swept.killed * 20 > swept.runs * 19
            && swept.one_more >= 3
            && swept.resumed >= 5,
        "{swept:?}"
    );
}

/// E7, E8: a call of the disk fails once, and from then on for ever.
#[test]
fn a_game_whose_disk_fails_answers_nothing_that_is_not_written() {
    let Some(stage) = Stage::set() else { return };
    let mut swept = Swept::default();
    for (call, share) in [("fsync", 7), ("pwrite64", 37), ("ftruncate", 2), ("pread64", 37), ("openat", 7)] {
        for point in stage.points(call, share) {
            for more in ["", "+"] {
                stage.play(&mut swept, call, &format!("error=EIO:when={point}{more}"));
            }
        }
    }
    swept.show("with a disk that fails");
    assert!(swept.doubts >= 5 && swept.errors >= 10 && swept.refused >= 1, "{swept:?}");
}

/// E9: the disk is full, for one write or for all that follow.
#[test]
fn a_game_whose_disk_is_full_answers_nothing_that_is_not_written() {
    let Some(stage) = Stage::set() else { return };
    let mut swept = Swept::default();
    for (call, share) in [("pwrite64", 29), ("ftruncate", 2), ("write", 23)] {
        for point in stage.points(call, share) {
            for more in ["", "+"] {
                stage.play(&mut swept, call, &format!("error=ENOSPC:when={point}{more}"));
            }
        }
    }
    swept.show("with a full disk");
    assert!(swept.errors >= 5, "{swept:?}");
    assert!(swept.ended >= 3, "the reserve lets a game go on: {swept:?}");
}

/// E4: killed, killed while it recovers, and again, and once more.
#[test]
fn a_game_that_is_killed_while_it_recovers_ends_as_if_it_had_been_killed_once() {
    let Some(stage) = Stage::set() else { return };
    let mut swept = Swept::default();
    let middle: Vec<usize> = stage.points("pwrite64", 97).into_iter().step_by(stage.sparse(7)).collect();
    for first in middle {
        for (call, second) in [("pwrite64", 1), ("pwrite64", 3), ("fsync", 1), ("fsync", 2), ("write", 2)] {
            let folder = stage.folder();
            let faults = [("pwrite64", first), (call, second), (call, second), ("fsync", second)];
            let runs = faults.map(|(call, n)| stage.run(&folder, call, &format!("signal=KILL:when={n}")));
            for said in &runs {
                stage.kept(&mut swept, &folder, said, &format!("pwrite64 {first}, {call} {second}"));
            }
            stage.resume(&mut swept, &folder, &format!("pwrite64 {first}, {call} {second}"));
        }
    }
    swept.show("killed four times each");
    assert!(swept.killed >= 40 && swept.resumed >= 10, "{swept:?}");
}

/// E1 for `hall-server init`: half a database is never found.
#[test]
fn a_hall_that_is_killed_while_it_is_made_is_there_whole_or_not_at_all() {
    let Some(stage) = Stage::set() else { return };
    let mut made = BTreeSet::new();
    for call in ["pwrite64", "write", "fsync", "openat", "rename", "fallocate", "unlink", "ftruncate"] {
        for point in stage.points_of("create", call, 3) {
            made.insert(stage.create(call, &format!("signal=KILL:when={point}")));
            made.insert(stage.create(call, &format!("error=EIO:when={point}")));
        }
    }
    assert_eq!(made.len(), 2, "some were made and some were not");
}

/// E16: no descriptors, no memory. E10: a folder that is not there, a disk that takes nothing.
#[test]
fn a_game_without_descriptors_or_memory_or_a_folder_loses_nothing() {
    let Some(stage) = Stage::set() else { return };
    let mut swept = Swept::default();
    for descriptors in 3..=16 {
        stage.limit(&mut swept, &format!("ulimit -n {descriptors}"));
    }
    for mib in [8, 12, 16, 20, 24, 28, 32, 40, 48, 64, 96, 128] {
        stage.limit(&mut swept, &format!("ulimit -v {}", mib * 1024));
    }
    for blocks in [0, 64, 256, 512, 800, 1024, 1200, 1600] {
        stage.limit(&mut swept, &format!("trap '' XFSZ; ulimit -f {blocks}"));
    }
    swept.show("with little of everything");
    assert!(swept.ended >= 2, "enough is enough: {swept:?}");
    assert!(swept.refused >= 2 && swept.runs > swept.ended, "{swept:?}");
    stage.nowhere();
    stage.read_only();
}
