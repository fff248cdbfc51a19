//! 19–21 · The cashier: blocks to sellers, returns, the close of the sale, prizes, refunds.

use egui::{Rect, Ui, pos2, vec2};
use hall_look::colour::console;
use hall_look::{ink, sign};
use hall_wire::board::{Prize, Scene};

use super::View;
use super::part::{bold, in_colour};
use crate::known::{Known, is_due};

pub mod block;
mod pay;
mod refund;
mod sale;
mod sellers;

#[derive(Default)]
pub struct Views {
    sale: sale::Sale,
    pay: pay::Pay,
    refund: refund::Refund,
    /// The cashier went from the sale, or from the refunds, to prizes still owed.
    to_prizes: bool,
    shown: CajaView,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum CajaView {
    #[default]
    Prizes,
    Sale,
    Refunds,
}

impl Views {
    /// The cashier leaves the desk: the forms are empty afterwards.
    pub fn leave(&mut self) {
        self.sale.leave();
        self.pay = pay::Pay::default();
        self.refund = refund::Refund::default();
    }

    pub fn at(&mut self, known: &Known) -> &mut dyn View {
        if self.sale.take_turn() || self.refund.take_turn() {
            self.to_prizes = true;
        }
        if self.pay.take_turn() || !owes(known) {
            self.to_prizes = false;
        }
        let game = known.game();
        // A suspended sale still takes cards back; a closed one has its formula.
        let open = || game.is_some_and(|game| game.formula.is_empty());
        let selling = known.scene() == Scene::Sale || (known.scene() == Scene::Suspended && open());
        let shown = match (self.to_prizes, selling, known.scene()) {
            (false, true, _) => CajaView::Sale,
            (false, false, Scene::Void) => CajaView::Refunds,
            (_, _, _) => CajaView::Prizes,
        };
        if self.shown != shown {
            self.shown = shown;
            self.leave();
        }
        if !selling {
            self.sale.remember(known);
        }
        match shown {
            CajaView::Sale => {
                self.sale.look(known);
                &mut self.sale
            }
            CajaView::Refunds => {
                self.refund.look(known);
                &mut self.refund
            }
            CajaView::Prizes => {
                self.pay.look(known);
                &mut self.pay
            }
        }
    }
}

/// The prizes owed from earlier games, then this game's.
fn prizes(known: &Known) -> Vec<Prize> {
    let before = known.board.owed.iter();
    let mut all: Vec<Prize> = before.chain(&known.public().prizes).cloned().collect();
    all.sort_by_key(|prize| (prize.game, prize.prize));
    all.dedup_by_key(|prize| (prize.game, prize.prize));
    all
}

/// Whether a prize can be paid now: it is due, and its game is over (35.6).
fn is_payable(known: &Known, prize: &Prize) -> bool {
    let over = matches!(known.scene(), Scene::Winners | Scene::Idle | Scene::NotHeld | Scene::Closed);
    is_due(prize) && (over || known.game().is_none_or(|game| game.game != prize.game))
}

fn payable(known: &Known) -> Vec<Prize> {
    prizes(known).into_iter().filter(|prize| is_payable(known, prize)).collect()
}

fn owes(known: &Known) -> bool {
    !payable(known).is_empty()
}

/// Paints why something typed cannot be, with a cross.
fn refused(ui: &mut Ui, room: Rect, why: &str) {
    let mark = Rect::from_min_size(room.min + vec2(0.0, 4.0), vec2(20.0, 20.0));
    sign::cross(ui.painter(), mark, console::REFUSE);
    let words = Rect::from_min_max(pos2(mark.right() + 10.0, room.top()), room.max);
    ink::words(ui, words, why, in_colour(bold(19.0), console::REFUSE));
}
