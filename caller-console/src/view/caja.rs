//! 19–21 · The cashier: blocks to sellers, returns, the close of the sale, prizes, refunds.

use egui::{Rect, Ui, pos2, vec2};
use hall_look::colour::console;
use hall_look::{ink, sign};
use hall_wire::board::{Prize, Scene};

use super::View;
use super::part::{bold, in_colour};
use crate::bar::KeyButton;
use crate::keys::Key;
use crate::known::{Known, is_due};
use crate::press::Press;

pub mod block;
mod pay;
mod refund;
mod sale;
mod sellers;

pub(in crate::view) use refund::still_out as paint_still_out;

#[derive(Default)]
pub struct Views {
    sale: sale::Sale,
    pay: pay::Pay,
    refund: refund::Refund,
    /// Where the cashier went, from what the hall is at.
    gone_to: Option<CajaView>,
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
        let (home, places) = places(known);
        let turned = [self.sale.take_turn(), self.refund.take_turn(), self.pay.take_turn()];
        if turned.contains(&true) {
            self.gone_to = following(&places, self.shown);
        }
        self.gone_to = self.gone_to.filter(|place| *place != home && places.contains(place));
        let shown = self.gone_to.unwrap_or(home);
        if self.shown != shown {
            self.shown = shown;
            self.leave();
        }
        if home != CajaView::Sale {
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

/// What the hall is at for the cashier, and all that `+` goes round: what is for sale, prizes to pay, and cards of void games that
/// are still out, whatever the hall is at by then (DECISIONS 17, 20).
fn places(known: &Known) -> (CajaView, Vec<CajaView>) {
    let game = known.game();
    // A suspended sale still takes cards back; a closed one has its formula.
    let open = || game.is_some_and(|game| game.formula.is_empty());
    let selling = known.scene() == Scene::Sale || (known.scene() == Scene::Suspended && open());
    let home = match known.scene() {
        _ if selling => CajaView::Sale,
        Scene::Void => CajaView::Refunds,
        Scene::Closed | Scene::Idle | Scene::Sale | Scene::Totals | Scene::Draw | Scene::Check => {
            CajaView::Prizes
        }
        Scene::Question | Scene::Winners | Scene::Hold | Scene::Suspended | Scene::NotHeld => {
            CajaView::Prizes
        }
    };
    let is_there = |place: &CajaView| {
        *place == home
            || match place {
                CajaView::Sale => selling,
                CajaView::Prizes => owes(known),
                CajaView::Refunds => !known.board.to_refund.is_empty(),
            }
    };
    (home, [CajaView::Sale, CajaView::Prizes, CajaView::Refunds].into_iter().filter(is_there).collect())
}

/// The place after this one; after the last, the first.
fn following(places: &[CajaView], shown: CajaView) -> Option<CajaView> {
    let at = places.iter().position(|place| *place == shown).map_or(0, |at| at + 1);
    places.get(at % places.len().max(1)).copied()
}

/// The key that goes on to the next of them, with how much waits there.
fn turn(known: &Known, shown: CajaView) -> Option<KeyButton> {
    let (_, places) = places(known);
    let label = match following(&places, shown).filter(|place| *place != shown)? {
        CajaView::Sale => known.t("pay-behind"),
        CajaView::Prizes => known.ta("caja-prizes-due", &[("n", &payable(known).len())]),
        CajaView::Refunds => known.ta("caja-refunds-due", &[("n", &still_out(known))]),
    };
    Some(KeyButton::new(Key::More, label, Press::Typed))
}

/// The cards of void games that nobody has handed in.
fn still_out(known: &Known) -> u32 {
    known.board.to_refund.iter().flat_map(|void| &void.out).map(block::count).sum()
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
