//! The close of the sale: final, so Intro is held (DECISIONS 38); with the sellers who have not settled.

use std::collections::BTreeMap;
use std::fmt::Display;

use egui::{Rect, Stroke, Ui, pos2, vec2};
use hall_core::event::GameNo;
use hall_core::request::Request;
use hall_look::colour::{self, console};
use hall_look::{ink, sign};

use super::super::block::{self, Seller};
use super::{Sale, plan};
use crate::bar::{Next, NextAct};
use crate::known::Known;
use crate::press::Press;
use crate::view::part::{bold, cut_top, in_colour, label, text};

/// How long Intro is held to close the sale, in seconds.
const HOLD_S: f64 = 1.0;

/// The sellers who have settled, with the cards kept then: after getting or returning more they settle again.
#[derive(Debug, Default)]
pub(super) struct Settled {
    kept: BTreeMap<u32, u32>,
    /// The seller returning cards in the open request, and the cards kept then.
    bringing: Option<(u32, u32)>,
    /// A seller's number that was typed, until the next look at the board.
    turned: Option<u32>,
}

impl Settled {
    /// A seller returns cards and keeps so many: settled once granted.
    pub(super) fn brings(&mut self, seller: u32, keeps: u32) {
        self.bringing = Some((seller, keeps));
    }

    pub(super) fn granted(&mut self) {
        self.kept.extend(self.bringing.take());
    }

    /// Another form: nobody is returning cards.
    pub(super) fn forget(&mut self) {
        self.bringing = None;
    }

    /// A seller's number was typed: settled, or no more.
    pub(super) fn turn(&mut self, seller: Option<u32>) {
        self.turned = seller;
    }

    pub(super) fn look(&mut self, known: &Known) {
        let Some(seller) = self.turned.take() else { return };
        let has = block::held_by(known, seller);
        if self.kept.get(&seller) == Some(&has) {
            self.kept.remove(&seller);
        } else {
            self.kept.insert(seller, has);
        }
    }

    pub(super) fn has(&self, seller: &Seller) -> bool {
        self.kept.get(&seller.person) == Some(&seller.count())
    }
}

/// The sellers with cards, by number.
fn sold(known: &Known) -> Vec<Seller> {
    block::sellers(known).into_iter().filter(|seller| seller.count() > 0).collect()
}

/// Intro settles the seller whose number was typed; without one it closes the sale.
pub(super) fn next(sale: &Sale, known: &Known) -> Next {
    let Some(game) = known.game() else { return Next::Wait(String::new()) };
    let number: [(&str, &dyn Display); 1] = [("game", &game.game)];
    if !sale.form.is_empty() {
        let verb = known.t("caja-settle-verb");
        return match plan::seller(sale, 0, known) {
            Err(what) => Next::Missing { label: verb, what },
            Ok(person) => {
                let name = block::on_button(&known.short_name(person));
                let label = known.ta("caja-settle", &[("name", &name)]);
                Next::Do(NextAct::new(label, Press::Typed).at_once())
            }
        };
    }
    let label = known.ta("caja-close", &number);
    if !known.board.gaps.is_empty() {
        let gaps = block::list(&known.board.gaps, 1);
        return Next::Missing { label, what: known.ta("caja-close-gaps", &[("cards", &gaps)]) };
    }
    if known.board.suspension.is_some() {
        return Next::Missing { label, what: known.t("caja-close-suspended") };
    }
    let told = block::cards_words(known, game.cards);
    let press = Press::ask(&label, Request::CloseSale { game: GameNo(game.game) })
        .done(known.ta("caja-close-done", &[("game", &game.game), ("cards", &told)]));
    if game.cards == 0 {
        // Nothing sold: the game's number is used up all the same (DECISIONS 11).
        let act = NextAct::new(known.ta("caja-close-empty", &number), press);
        return Next::Do(act.sub(known.t("caja-close-empty-sub")).held(HOLD_S));
    }
    let open = sold(known).iter().filter(|seller| !sale.settled.has(seller)).count();
    let sub = if open == 0 {
        format!("{told} · {}", block::amount(known, game.cards))
    } else {
        known.ta("caja-close-open", &[("n", &open)])
    };
    Next::Do(NextAct::new(label, press).sub(sub).held(HOLD_S))
}

/// Paints what the close would record, and who has not settled.
pub(super) fn paint(sale: &mut Sale, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Press> {
    let cards = known.game().map_or(0, |game| game.cards);
    ink::line(ui, cut_top(&mut room, 26.0), &known.t("caja-closing"), label(17.0));
    let total = format!("{} · {}", block::cards_words(known, cards), block::amount(known, cards));
    ink::line(ui, cut_top(&mut room, 46.0), &total, bold(30.0));
    let words = if known.board.gaps.is_empty() { "caja-closing-how" } else { "caja-closing-gaps" };
    ink::words(ui, cut_top(&mut room, 70.0), &known.t(words), label(17.0));
    let field = Rect::from_min_max(pos2(room.left(), room.bottom() - 84.0), room.max);
    room.max.y = field.top() - 8.0;
    sale.form.paint(ui, Rect::from_min_size(field.min, vec2(150.0, 84.0)), 0, &known.t("caja-settle-who"));
    let help = Rect::from_min_max(field.min + vec2(170.0, 26.0), field.max);
    ink::words(ui, help, &known.t("caja-settle-how"), label(16.0));
    let all = sold(known);
    let height = (room.height() / all.len().max(1) as f32).min(34.0);
    for seller in &all {
        let row = cut_top(&mut room, height);
        ui.painter().hline(row.x_range(), row.bottom() - 0.5, Stroke::new(1.0, colour::RULE));
        let mark = Rect::from_center_size(pos2(row.left() + 12.0, row.center().y), vec2(17.0, 15.0));
        let has = sale.settled.has(seller);
        if has {
            sign::tick(ui.painter(), mark, colour::OK);
        } else {
            sign::cross(ui.painter(), mark.shrink(1.0), console::REFUSE);
        }
        let mut rest = Rect::from_min_max(pos2(mark.right() + 12.0, row.top()), row.max);
        let money = block::amount(known, seller.count());
        let covered = ink::line(ui, rest, &money, bold(17.0).right());
        rest.max.x = covered.left() - 14.0;
        let count = hall_look::words::count(u64::from(seller.count()));
        let covered = ink::line(ui, rest, &count, text(17.0).right());
        rest.max.x = covered.left() - 14.0;
        let inkc = if has { colour::OK } else { console::REFUSE };
        let state = known.t(if has { "caja-settled" } else { "caja-not-settled" });
        let covered = ink::line(ui, rest, &state, in_colour(bold(15.0), inkc).right());
        rest.max.x = covered.left() - 10.0;
        let name = format!("{} · {}", seller.person, known.short_name(seller.person));
        ink::line(ui, rest, &name, text(17.0));
    }
    None
}
