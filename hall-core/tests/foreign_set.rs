//! A machine with another set of balls than the one counted at the opening draws no further
//! (34.1, DECISIONS 23): its ALTO is not left as *avería resuelta* while that set is loaded.

mod support;

use hall_core::event::{HoldExit, HoldNo, Ordinal};
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use support::phases::*;
use support::{MESA, SALA, ball, set};

#[test]
fn a_foreign_set_is_left_neither_as_repaired_nor_as_misread_while_it_is_loaded() {
    let mut bench = drawing();
    let game = game_of(&bench);
    let hold = HoldNo(bench.hall.holds + 1);
    bench.set = set("J7");
    bench.identity();
    bench.beat();
    let still = Refusal::ExitDoesNotFit("la máquina sigue con otro juego de bolas; ponga el de la sesión");
    let misread = HoldExit::Misread { ordinal: Ordinal(4), ball: ball(33) };
    for exit in [HoldExit::Repaired, misread] {
        let refused = bench.ask(MESA, Request::AskHoldExit { game, hold, exit });
        assert_eq!(refused.unwrap_err(), still, "{exit:?}");
    }
    // The agent can always be called: a foreign set is an irregularity of the extractor (34.4).
    bench.ask(MESA, Request::AskHoldExit { game, hold, exit: HoldExit::Authority }).unwrap();
    let exit = HoldExit::Repaired;
    bench.set = set("J1");
    bench.identity();
    bench.beat();
    bench.ask(MESA, Request::AskHoldExit { game, hold, exit }).unwrap();
    bench.set = set("J7");
    bench.identity();
    bench.beat();
    let refused = bench.ask(SALA, Request::ConfirmHoldExit { game, hold, exit });
    assert_eq!(refused.unwrap_err(), still, "it was changed again between the two halves");
    bench.set = set("J1");
    bench.identity();
    bench.beat();
    bench.ask(SALA, Request::ConfirmHoldExit { game, hold, exit }).unwrap();
    let held = bench.hall.game.as_ref().unwrap().holds().iter().any(|held| held.no == hold);
    assert!(!held, "with the counted balls back it is over");
}
