//! The close of the sale: for ever, so it is held (DECISIONS 38), with who has not settled and what is missing.

use hall_core::event::GameNo;
use hall_core::request::Request;
use std::collections::BTreeMap;

use egui::{Rect, Stroke, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::{ink, sign};

use super::super::block::{self, Seller};
use super::{Sale, plan};
use crate::bar::{Arming, Next, NextAct};
use crate::known::Known;
use crate::press::Press;
use crate::view::part::{bold, cut_top, in_colour, label, text};

/// How long Intro is held to close the sale, in seconds.
const HOLD_S: f64 = 1.0;

/// Who has settled, as far as this desk knows: each with the cards kept then. Who gets or brings more has to settle again.
#[derive(Debug, Default)]
pub(super) struct Settled {
    kept: BTreeMap<u32, u32>,
    /// Who is bringing cards back in the request under way, and what is kept then.
    bringing: Option<(u32, u32)>,
    /// A number that was typed and waits for the board to be looked at.
    turned: Option<u32>,
}

impl Settled {
    /// Somebody brings cards back and keeps so many: with the desk's yes that is settled.
    pub(super) fn brings(&mut self, seller: u32, keeps: u32) {
        self.bringing = Some((seller, keeps));
    }

    /// The desk granted what was asked for.
    pub(super) fn granted(&mut self) {
        self.kept.extend(self.bringing.take());
    }

    /// The form is another one: nobody is bringing cards.
    pub(super) fn forget(&mut self) {
        self.bringing = None;
    }

    /// A seller's number was typed: settled, or not after all.
    pub(super) fn turn(&mut self, seller: Option<u32>) {
        self.turned = seller;
    }

    /// Looks at who has how many.
    pub(super) fn look(&mut self, known: &Known) {
        let Some(seller) = self.turned.take() else { return };
        let has = block::sellers(known).iter().find(|one| one.person == seller).map_or(0, Seller::count);
        if self.kept.get(&seller) == Some(&has) {
            self.kept.remove(&seller);
        } else {
            self.kept.insert(seller, has);
        }
    }

    /// Returns whether a seller has settled.
    pub(super) fn has(&self, seller: &Seller) -> bool {
        self.kept.get(&seller.person) == Some(&seller.count())
    }
}

/// Who sold something, in order.
fn sold(known: &Known) -> Vec<Seller> {
    block::sellers(known).into_iter().filter(|seller| seller.count() > 0).collect()
}

/// What Intro does: a seller's number settles, and without one the sale is closed.
pub(super) fn next(sale: &Sale, known: &Known) -> Next {
    let Some(game) = known.game() else { return Next::Wait(String::new()) };
    let number = game.game.to_string();
    if !sale.form.is_empty() {
        let verb = known.t("caja-settle-verb");
        return match plan::seller(sale, 0, known) {
            Err(what) => Next::Missing { label: verb, what },
            Ok(person) => {
                let name = block::on_button(&known.short_name(person));
                let act = NextAct::new(known.ta("caja-settle", &[("name", &name)]), Press::Typed);
                Next::Do(act.armed(Arming::Reading(0.01)))
            }
        };
    }
    let label = known.ta("caja-close", &[("game", &number)]);
    if !known.board.gaps.is_empty() {
        let gaps = block::list(&known.board.gaps, 1);
        return Next::Missing { label, what: known.ta("caja-close-gaps", &[("cards", &gaps)]) };
    }
    if known.board.suspension.is_some() {
        return Next::Missing { label, what: known.t("caja-close-suspended") };
    }
    let told = block::cards_words(known, game.cards);
    let press = Press::ask(&label, Request::CloseSale { game: GameNo(game.game) })
        .done(known.ta("caja-close-done", &[("game", &number), ("cards", &told)]));
    if game.cards == 0 {
        // Nothing sold: the game's number is used up (DECISIONS 11).
        let act = NextAct::new(known.ta("caja-close-empty", &[("game", &number)]), press);
        return Next::Do(act.sub(known.t("caja-close-empty-sub")).held(HOLD_S));
    }
    let open = sold(known).iter().filter(|seller| !sale.settled.has(seller)).count();
    let sub = if open == 0 {
        format!("{told} · {}", block::amount(known, game.cards))
    } else {
        known.ta("caja-close-open", &[("n", &open.to_string())])
    };
    Next::Do(NextAct::new(label, press).sub(sub).held(HOLD_S))
}

/// What the close would write, and who has not settled.
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
