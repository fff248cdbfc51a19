//! 19–21 · The cashier: blocks to sellers, what comes back, the close of the sale, prizes, refunds.

use hall_wire::board::{Prize, Scene};

use super::View;
use crate::known::{Known, is_due};

pub mod block;
mod pay;
mod refund;
mod sale;
mod sellers;

/// The cashier's views.
#[derive(Default)]
pub struct Views {
    sale: sale::Sale,
    pay: pay::Pay,
    refund: refund::Refund,
    /// The cashier went from the sale, or from the refunds, to prizes that are still owed.
    to_prizes: bool,
    shown: Shown,
}

/// Which of them stands on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Shown {
    #[default]
    Prizes,
    Sale,
    Refunds,
}

impl Views {
    /// The cashier leaves the desk: no form begins with a number of an earlier visit.
    pub fn leave(&mut self) {
        self.sale.leave();
        self.pay = pay::Pay::default();
        self.refund = refund::Refund::default();
    }

    /// Returns the view for what is known.
    pub fn at(&mut self, known: &Known) -> &mut dyn View {
        if self.sale.take_turn() || self.refund.take_turn() {
            self.to_prizes = true;
        }
        if self.pay.take_turn() || !owes(known) {
            self.to_prizes = false;
        }
        let game = known.game();
        // A sale that is suspended still takes cards back; what is closed has its words.
        let selling = match known.scene() {
            Scene::Sale => true,
            Scene::Suspended => game.is_some_and(|game| game.formula.is_empty()),
            Scene::Closed
            | Scene::Idle
            | Scene::Totals
            | Scene::Draw
            | Scene::Check
            | Scene::Question
            | Scene::Winners
            | Scene::Hold
            | Scene::Void
            | Scene::NotHeld => false,
        };
        let shown = match (self.to_prizes, selling, known.scene()) {
            (false, true, _) => Shown::Sale,
            (false, false, Scene::Void) => Shown::Refunds,
            (_, _, _) => Shown::Prizes,
        };
        if self.shown != shown {
            self.shown = shown;
            self.leave();
        }
        if !selling {
            self.sale.remember(known);
        }
        match shown {
            Shown::Sale => {
                self.sale.look(known);
                &mut self.sale
            }
            Shown::Refunds => {
                self.refund.look(known);
                &mut self.refund
            }
            Shown::Prizes => {
                self.pay.look(known);
                &mut self.pay
            }
        }
    }
}

/// Returns the prizes that the cashier has to do with: those owed from before, then this game's.
fn prizes(known: &Known) -> Vec<Prize> {
    let before = known.board.owed.iter();
    let mut all: Vec<Prize> = before.chain(&known.public().prizes).cloned().collect();
    all.sort_by_key(|prize| (prize.game, prize.prize));
    all.dedup_by_key(|prize| (prize.game, prize.prize));
    all
}

/// Returns whether a prize can be paid now: it is due, and its game is over (35.6).
fn is_payable(known: &Known, prize: &Prize) -> bool {
    let over = match known.scene() {
        Scene::Winners | Scene::Idle | Scene::NotHeld | Scene::Closed => true,
        Scene::Sale
        | Scene::Totals
        | Scene::Draw
        | Scene::Check
        | Scene::Question
        | Scene::Hold
        | Scene::Suspended
        | Scene::Void => known.game().is_none_or(|game| game.game != prize.game),
    };
    over && is_due(prize)
}

/// Returns whether a prize waits for its card.
fn owes(known: &Known) -> bool {
    prizes(known).iter().any(|prize| is_payable(known, prize))
}
