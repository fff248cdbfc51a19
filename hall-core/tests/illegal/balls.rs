//! Requests about sets of balls, with numbers from the edges.

use hall_core::event::{CountNo, Inspection};
use hall_core::request::{Request, RequestKind};

use crate::support::phases::{TABLE, found};
use crate::support::{Bench, Dice, set as named};

pub fn request(dice: &mut Dice, kind: RequestKind, bench: &Bench) -> Request {
    let set = named(dice.pick(&["J1", "J1", "J2", "J2", "J3", "J9"]));
    let table_sha256 = dice.pick(&[TABLE, TABLE, [0; 32]]);
    let count = CountNo(dice.number(bench.hall.counts));
    match kind {
        RequestKind::AskBallEnrolment => {
            Request::AskBallEnrolment { set, balls: dice.pick(&[90, 90, 89, 0, 255]), table_sha256 }
        }
        RequestKind::ConfirmBallEnrolment => Request::ConfirmBallEnrolment { set, table_sha256 },
        RequestKind::AskBallInspection | RequestKind::ConfirmBallInspection => {
            let note = dice.one_in(3).then(|| dice.text());
            let other =
                Inspection { seals: dice.text(), seals_whole: dice.one_in(2), passed: dice.one_in(2), note };
            let found = if dice.one_in(3) { other } else { found() };
            if kind == RequestKind::AskBallInspection {
                Request::AskBallInspection { set, found }
            } else {
                Request::ConfirmBallInspection { set, found }
            }
        }
        RequestKind::WeighBallSet => {
            let weights_mg =
                vec![dice.pick(&[2_500, 2_500, 2_500, 0, u32::MAX]); dice.pick(&[90, 90, 90, 0, 91])];
            let (low_mg, high_mg) =
                dice.pick(&[(2_400, 2_600), (2_600, 2_600), (2_600, 2_400), (0, u32::MAX)]);
            Request::WeighBallSet { set, weights_mg, low_mg, high_mg }
        }
        RequestKind::WithdrawBallSet => {
            let reserve = dice.pick(&["J1", "J2", "J3", "J9"]);
            let reserve_set = dice.one_in(2).then(|| named(reserve));
            Request::WithdrawBallSet { set, reason: dice.text(), reserve_set }
        }
        RequestKind::BeginBallCount => Request::BeginBallCount { set },
        RequestKind::EndBallCount => Request::EndBallCount { count },
        RequestKind::CancelBallCount => Request::CancelBallCount { count, reason: dice.text() },
        other => panic!("{other:?} is not about balls"),
    }
}
