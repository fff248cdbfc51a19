//! A machine that is another one with each word it says (reliability.md E 35): the game is held, and a few holds say so,
//! not one for each word.

mod support;

use hall_core::event::{HoldExit, HoldWhy};
use hall_core::machine::{BootId, Fault, LinkLoss, Report, Stored};
use hall_core::request::Request;
use support::phases::{drawing, game_of};
use support::{Bench, MESA, set};

fn holds(bench: &Bench) -> Vec<HoldWhy> {
    bench.hall.game.as_ref().unwrap().holds().iter().map(|hold| hold.why.clone()).collect()
}

#[test]
fn a_machine_that_identifies_itself_anew_each_time_makes_few_holds() {
    let mut bench = drawing();
    let before = bench.record.len();
    for word in 0..2_000u32 {
        let (boot, set) = (BootId(word + 1), set(&format!("X{word}")));
        bench.report(&Report::Identity { boot, balls: 90, set });
        let what = match word % 5 {
            0 => Stored::DoorOpened,
            1 => Stored::FaultRaised(Fault::Jam),
            2 => Stored::FaultCleared(Fault::Jam),
            3 => Stored::NoRead,
            _ => Stored::Loaded,
        };
        bench.report(&Report::Stored { boot, seq: 1, what });
        bench.report(&Report::Gap { boot, expected: 2, got: 9 });
        bench.report(&Report::LinkLost(LinkLoss::Silent));
    }
    let recorded = bench.record.len() - before;
    assert!(recorded > 4_000, "all of it is in the record: {recorded} lines");
    let held = holds(&bench);
    let alike = |one: &HoldWhy| {
        held.iter().filter(|why| std::mem::discriminant(*why) == std::mem::discriminant(one)).count()
    };
    assert!(held.len() <= 8 && held.iter().all(|why| alike(why) == 1), "one of each kind: {held:?}");
    assert!(alike(&HoldWhy::Rebooted(BootId(1))) == 1 && alike(&HoldWhy::ForeignSet(set("X0"))) == 1);
}

/// A way out that was proposed before is not about the machine that came after.
#[test]
fn another_power_up_behind_a_proposal_is_a_hold_of_its_own() {
    let mut bench = drawing();
    let game = game_of(&bench);
    for boot in [0x11, 0x22] {
        bench.boot = BootId(boot);
        bench.frame = 0;
        bench.identity();
        bench.beat();
    }
    assert_eq!(holds(&bench), [HoldWhy::Rebooted(BootId(0x11))]);
    let hold = bench.hall.game.as_ref().unwrap().holds()[0].no;
    bench.ask(MESA, Request::AskHoldExit { game, hold, exit: HoldExit::Repaired }).unwrap();
    bench.boot = BootId(0x33);
    bench.identity();
    assert_eq!(holds(&bench), [HoldWhy::Rebooted(BootId(0x11)), HoldWhy::Rebooted(BootId(0x33))]);
}
