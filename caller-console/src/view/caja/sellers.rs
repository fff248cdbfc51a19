//! The table by which the cashier settles with the sellers: cards issued, returned and sold, and their price; during the
//! sale, and after it until the next one opens.

use egui::{Rect, Stroke, Ui, pos2};
use hall_look::{colour, ink, words};

use super::block::{self, Seller};
use crate::known::Known;
use crate::view::part::{Column, bold, cut_top, fitting, label, table, text};

/// Height of the line of totals.
pub(super) const TOTAL: f32 = 46.0;

const COLUMNS: [Column; 7] = [
    Column::left("caja-col-seller", 44.0),
    Column::left("caja-col-name", 142.0),
    Column::left("caja-col-cards", 182.0),
    Column::right("caja-col-issued", 68.0),
    Column::right("caja-col-returned", 68.0),
    Column::right("caja-col-sold", 76.0),
    Column::right("caja-col-amount", 114.0),
];

/// All of seven things, or without that of the ranges.
fn kept<T>(of: [T; 7], ranges: bool) -> Vec<T> {
    of.into_iter().enumerate().filter(|(place, _)| ranges || *place != 2).map(|(_, one)| one).collect()
}

/// Paints the table and returns the seller that was pressed; with `ranges`, the cards from–to.
pub(super) fn paint(
    ui: &mut Ui,
    room: Rect,
    known: &Known,
    all: &[Seller],
    chosen: Option<usize>,
    ranges: bool,
) -> Option<usize> {
    let rows: Vec<Vec<String>> = all.iter().map(|seller| kept(cells(ui, seller, known), ranges)).collect();
    table(ui, room, known, &kept(COLUMNS, ranges), &rows, chosen)
}

fn cells(ui: &Ui, seller: &Seller, known: &Known) -> [String; 7] {
    // Two runs where they find room, else one and which of them.
    const ROOM: usize = 17;
    let two = block::list(&seller.cards, 2);
    let cards = match (seller.cards.len(), two.chars().count()) {
        (0, _) => "—".to_string(),
        (..=2, ..=ROOM) => two,
        _ => block::paged(ui, ("cards of", seller.person), &seller.cards, 1),
    };
    let count = |cards: u32| words::count(u64::from(cards));
    [
        seller.person.to_string(),
        fitting(&known.short_name(seller.person), 18),
        cards,
        count(seller.issued),
        count(seller.returned),
        count(seller.sold()),
        block::amount(known, seller.sold()),
    ]
}

/// Paints the totals, each under its column.
pub(super) fn totals(ui: &mut Ui, room: Rect, known: &Known, all: &[Seller], ranges: bool) {
    ui.painter().hline(room.x_range(), room.top(), Stroke::new(1.0, colour::RULE));
    let columns = kept(COLUMNS, ranges);
    let parts = |columns: &[Column]| columns.iter().map(|column| column.part).sum::<f32>();
    let end = |column| room.left() + room.width() * parts(&columns[..=column]) / parts(&columns) - 8.0;
    let game = known.game();
    let sold = game.map_or(0, |game| game.cards);
    let sum = |of: fn(&Seller) -> u32| words::count(u64::from(all.iter().map(of).sum::<u32>()));
    let values = [
        sum(|seller| seller.issued),
        sum(|seller| seller.returned),
        words::count(u64::from(sold)),
        block::amount(known, sold),
    ];
    let name = Rect::from_min_max(room.min + egui::vec2(8.0, 0.0), room.max);
    ink::line(ui, name, &known.t("caja-total"), bold(18.0));
    for (column, value) in (columns.len() - values.len()..).zip(values) {
        let left = end(column - 1) + 2.0;
        let cell = Rect::from_min_max(pos2(left, room.top()), pos2(end(column), room.bottom()));
        ink::line(ui, cell, &value, bold(18.0).right());
    }
}

/// Paints what was sold in the game, seller by seller, with the game's figures over it.
pub(super) fn settled(ui: &mut Ui, mut room: Rect, known: &Known) {
    let Some(game) = known.game() else {
        ink::words(ui, room, &known.t("pay-no-game"), text(20.0));
        return;
    };
    let price = words::money(game.face_value_cents);
    let head = known.ta("caja-sellers-of", &[("game", &game.game), ("price", &price)]);
    let line = cut_top(&mut room, 24.0);
    let covered = ink::line(ui, line, &head, label(17.0));
    if game.line_cents + game.bingo_cents > 0 {
        let prize = |id, cents| format!("{} {}", known.t(id), words::money(cents));
        let prizes = [prize("tile-line", game.line_cents), prize("tile-bingo", game.bingo_cents)].join(" · ");
        let rest = Rect::from_min_max(pos2(covered.right() + 20.0, line.top()), line.max);
        ink::line(ui, rest, &prizes, text(17.0).right());
    }
    let all = block::sellers(known);
    let foot = Rect::from_min_max(pos2(room.left(), room.bottom() - TOTAL), room.max);
    room.max.y = foot.top() - 4.0;
    paint(ui, room, known, &all, None, false);
    totals(ui, foot, known, &all, false);
}
