//! 04 · The sale, as the mesa sees it: it is the cashier who closes it.

use std::collections::BTreeMap;

use egui::{Rect, Ui};
use hall_core::event::GameNo;
use hall_core::request::Request;
use hall_look::{ink, words};
use hall_wire::board::Cards;

use super::{for_mesa, only_mesa, series, trouble};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::keys::Key;
use crate::known::Known;
use crate::press::Press;
use crate::view::caja::block;
use crate::view::help::Topic;
use crate::view::part::{
    self, Column, List, bold, camera, columns, cut_top, headed, label, panel, table, text, tile,
};
use crate::view::{View, machine};

#[derive(Default)]
pub(super) struct Sale {
    closing: bool,
}

impl View for Sale {
    fn bar(&self, known: &Known) -> Bar {
        let Some(game) = known.game() else { return Bar::new(Lead::Wait, "", Next::Wait(String::new())) };
        let bar = if self.closing {
            let act = NextAct::ask(known.t("close-sale-do"), Request::CloseSale { game: GameNo(game.game) });
            let sub = known.ta("close-sale-sub", &[("cards", &words::count(u64::from(game.cards)))]);
            Bar::new(
                Lead::Now,
                known.t("close-sale-prompt"),
                for_mesa(known, Next::Do(act.sub(sub).held(1.0))),
            )
        } else {
            let prompt = known.ta("sale-prompt", &[("game", &game.game)]);
            Bar::new(Lead::Wait, prompt, Next::Wait(known.t("wait-cashier")))
        };
        let close = KeyButton::new(Key::F6, known.t("close-sale"), Press::Typed)
            .sub(known.t("close-sale-why"))
            .chosen(self.closing);
        bar.with(trouble(known)).with(only_mesa(known, close))
    }

    fn topic(&self) -> Topic {
        Topic::Sale
    }

    fn body(&mut self, ui: &mut Ui, mut room: Rect, known: &Known) -> Option<Press> {
        let game = known.game()?;
        let tiles = cut_top(&mut room, 60.0);
        room.min.y += 8.0;
        let size = words::count(u64::from(game.series_size));
        let values = [
            ("tile-series", format!("{} · {size}", series(&game.series))),
            ("tile-price", words::money(game.face_value_cents)),
            ("tile-out", words::count(u64::from(game.cards))),
            ("tile-if-all", words::money(u64::from(game.cards) * game.face_value_cents)),
        ];
        for (spot, (id, value)) in columns(tiles, [1.0, 1.0, 1.0, 1.2], 8.0).into_iter().zip(values) {
            tile(ui, spot, &known.t(id), &value);
        }
        let [left, mut right] = columns(room, [0.68, 0.32], 12.0);
        machine::foot(ui, &mut right, known);
        let inner = panel(ui, left);
        let head = [
            Column::left("col-seller", 1.4),
            Column::left("col-cards", 2.2),
            Column::right("col-count", 0.8),
            Column::right("col-amount", 1.1),
        ];
        let rows = by_seller(ui, known, game.face_value_cents);
        table(ui, inner, known, &head, &rows, None);
        if rows.is_empty() {
            let mut empty = inner;
            cut_top(&mut empty, 44.0);
            ink::words(ui, empty, &known.t("sale-nothing-out"), text(18.0));
        }
        let [top, bottom] = part::rows(right, [0.55, 0.45], 12.0);
        camera(ui, top, known);
        let mut inner = headed(ui, bottom, 28.0, &known.t("sale-gaps"), label(17.0));
        if known.board.gaps.is_empty() {
            ink::line(ui, cut_top(&mut inner, 34.0), &known.t("sale-no-gaps"), text(18.0));
        }
        let gaps = List { name: "gaps", height: 30.0, more: label(16.0) };
        gaps.paint(ui, &mut inner, known, &known.board.gaps, |ui, row, gap| {
            ink::line(ui, row, &block::list(std::slice::from_ref(gap), 1), bold(18.0));
        });
        None
    }

    fn pressed(&mut self, key: Key) {
        if key == Key::F6 {
            self.closing = !self.closing;
        }
    }

    fn granted(&mut self) {
        self.closing = false;
    }
}

/// One line for each seller: who, the cards from–to, how many, how much.
fn by_seller(ui: &Ui, known: &Known, price: u64) -> Vec<Vec<String>> {
    let mut sellers: BTreeMap<u32, Vec<Cards>> = BTreeMap::new();
    for holding in &known.board.holdings {
        sellers.entry(holding.seller).or_default().push(holding.cards.clone());
    }
    let line = |(seller, cards): (u32, Vec<Cards>)| {
        let count: u64 = cards.iter().map(|cards| u64::from(block::count(cards))).sum();
        vec![
            format!("{seller} · {}", known.short_name(seller)),
            block::paged(ui, ("held", seller), &cards, 2),
            words::count(count),
            words::money(count * price),
        ]
    };
    sellers.into_iter().map(line).collect()
}
