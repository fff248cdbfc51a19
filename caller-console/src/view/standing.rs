//! The band of cashier, jefe de sala and inspector: ALTO, suspended, void, by hand.

use hall_wire::board::Scene;

use super::turns::numbering;
use super::{Band, BandKind};
use crate::known::Known;

pub fn band(known: &Known) -> Option<Band> {
    let board = &known.board;
    let band = |word: &str, fact: String, then: &str| {
        Some(Band { kind: BandKind::Alert, word: known.t(word), fact, then: known.t(then) })
    };
    match known.scene() {
        Scene::Hold => {
            let why = board.holds.first().map(|hold| known.said(&hold.why).to_owned()).unwrap_or_default();
            band("standing-hold", why, "standing-hold-then")
        }
        Scene::Suspended => match &board.suspension {
            Some(suspension) => {
                let until = known.time(suspension.until_utc_ms);
                let fact =
                    known.ta("standing-suspended-fact", &[("cause", &suspension.cause), ("until", &until)]);
                band("standing-suspended", fact, "standing-mesa")
            }
            None => {
                let why = board.authority.clone().unwrap_or_default();
                band("standing-suspended", why, "standing-authority")
            }
        },
        Scene::Void => {
            // The notice for the public says the same in Spanish only.
            band("standing-void", known.t("standing-void-fact"), "standing-void-then")
        }
        Scene::Draw => {
            let by_hand = board.by_hand.as_ref()?;
            let fact = known.ta("standing-hand-fact", &[("n", &by_hand.next)]);
            band("standing-hand", fact, "standing-hand-then")
        }
        Scene::Closed | Scene::Idle | Scene::NotHeld | Scene::Winners => numbering::band(known),
        Scene::Sale | Scene::Totals | Scene::Check | Scene::Question => None,
    }
}
