//! The sets of balls: tables, inspections, weights, withdrawals, and counts at the reader between games.

use hall_core::board::Scene;
use hall_core::event::Inspection;
use hall_core::request::Request;
use hall_server::desk::View;

use super::plain;
use crate::console::Wish;
use crate::eyes::{Eyes, Memory};
use crate::template::set;

/// A table or an inspection: whoever comes first proposes it, the other agrees, or the same once more.
pub fn settle_set(eyes: &mut Eyes<'_>, _: &View, _: &mut Memory) -> Option<Wish> {
    let set = set(&format!("J{}", eyes.dice.number(1, 6)));
    let asks = eyes.dice.permille(500);
    if eyes.dice.permille(500) {
        let table_sha256 = [7; 32];
        return plain(if asks {
            Request::AskBallEnrolment { set, balls: 90, table_sha256 }
        } else {
            Request::ConfirmBallEnrolment { set, table_sha256 }
        });
    }
    let found = Inspection { seals: "P-1".into(), seals_whole: true, passed: true, note: None };
    plain(if asks {
        Request::AskBallInspection { set, found }
    } else {
        Request::ConfirmBallInspection { set, found }
    })
}

pub fn weigh(eyes: &mut Eyes<'_>, _: &View, _: &mut Memory) -> Option<Wish> {
    let weights_mg = (0..90).map(|_| eyes.dice.number(2_390, 2_610)).collect();
    plain(Request::WeighBallSet { set: set("J1"), weights_mg, low_mg: 2_400, high_mg: 2_600 })
}

/// A set that was entered in this evening, or the one in the machine, which is refused.
pub fn withdraw(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    view.public.session.as_ref()?;
    let name = eyes.dice.pick(&["J1", "J3", "J4", "J5", "J6", "J7"]);
    plain(Request::WithdrawBallSet { set: set(name), reason: "golpeadas".into(), reserve_set: None })
}

/// The balls go through the reader between two games.
pub fn begin_count(_: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let between = matches!(view.public.scene, Scene::Idle | Scene::Winners | Scene::NotHeld | Scene::Void);
    if !between || view.mesa.count.is_some() {
        return None;
    }
    plain(Request::BeginBallCount { set: set("J1") })
}

/// A count that has begun comes to an end, and what it found is set aside by the other person.
pub fn end_count(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let count = view.mesa.count.as_ref()?;
    let number = count.count;
    if count.running && eyes.dice.permille(500) {
        return plain(Request::EndBallCount { count: number });
    }
    plain(Request::CancelBallCount { count: number, reason: "hay prisa".into() })
}
