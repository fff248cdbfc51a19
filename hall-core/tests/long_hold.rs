//! The blower stops in a game and stays so for an hour, and the server is started again meanwhile (reliability.md E 34): the
//! game stands still with the same balls, and the way to the players' money is open to the cent.

mod support;

use hall_core::event::{Event, HoldExit, HoldNo, HoldWhy};
use hall_core::machine::{Fault, Stored};
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Request};
use support::phases::*;
use support::{CAJERO, MESA, SALA, VENDEDOR};

const HOUR_MS: i64 = 3_600_000;

#[test]
fn a_blower_that_stops_for_an_hour_holds_the_game_over_a_restart_and_every_card_is_refunded() {
    let mut bench = drawing();
    let game = game_of(&bench);
    let before = bench.hall.game.as_ref().unwrap().extracted.clone();
    // 40 cards at 2,00 €, all of them sold when the sale closed.
    let sold = 40 * 200;
    bench.frame(Stored::FaultRaised(Fault::Blower));
    let holds = |bench: &support::Bench| -> Vec<HoldWhy> {
        bench.hall.game.as_ref().unwrap().holds().iter().map(|hold| hold.why.clone()).collect()
    };
    assert_eq!(holds(&bench), [HoldWhy::Fault(Fault::Blower)]);
    bench.now_ms += HOUR_MS / 2;
    bench.notice(&Notice::Started { version: "0.1.0".into() });
    bench.identity();
    bench.beat();
    bench.now_ms += HOUR_MS / 2;
    bench.beat();

    assert_eq!(holds(&bench), [HoldWhy::Fault(Fault::Blower)], "time and a start mend nothing (NL8)");
    assert_eq!(bench.hall.game.as_ref().unwrap().extracted, before);
    let exit = HoldExit::Repaired;
    let hold = HoldNo(bench.hall.holds);
    let refused = bench.ask(MESA, Request::AskHoldExit { game, hold, exit }).unwrap_err();
    assert!(matches!(refused, Refusal::ExitDoesNotFit(_)), "{refused:?}");
    let next = hall_core::event::Ordinal(u8::try_from(before.len()).unwrap() + 1);
    let announce = Request::Announce { game, ordinal: next, ball: support::ball(50), typed: false };
    assert!(bench.ask(VENDEDOR, announce).is_err(), "nothing is called meanwhile");

    bench.ask(MESA, Request::AskVoid { game, cause: "turbina parada".into() }).unwrap();
    let voided = bench.ask(SALA, Request::ConfirmVoid { game, cause: "turbina parada".into() }).unwrap();
    let owed = voided.iter().find_map(|event| {
        let Event::GameVoided { amount, .. } = event else { return None };
        Some(amount.0)
    });
    assert_eq!(owed, Some(sold), "M18: every card, in full");
    let mut refunded = 0;
    for (first, last) in [(1, 20), (21, 40)] {
        let cards = cards("A17", first, last);
        for event in bench.ask(CAJERO, Request::RefundCards { game, cards }).unwrap() {
            if let Event::CardsRefunded { amount, .. } = event {
                refunded += amount.0;
            }
        }
    }
    assert_eq!(refunded, sold);
}
