//! Each seller with what was given, given back and sold, and what it costs: what the cashier settles by,
//! while cards are on sale and after the close, until the next sale opens.

use egui::{Rect, Stroke, Ui, pos2};
use hall_look::{colour, ink, words};

use super::block::{self, Seller};
use crate::known::Known;
use crate::view::part::{Column, bold, cut_top, fitting, label, table, text};

/// How high the line of totals is.
pub(super) const TOTAL: f32 = 46.0;

/// How wide each column is, in parts; from–to only while cards are with sellers.
fn parts(ranges: bool) -> [f32; 7] {
    [44.0, 142.0, if ranges { 182.0 } else { 0.0 }, 68.0, 68.0, 76.0, 114.0]
}

const HEADS: [&str; 7] = [
    "caja-col-seller",
    "caja-col-name",
    "caja-col-cards",
    "caja-col-issued",
    "caja-col-returned",
    "caja-col-sold",
    "caja-col-amount",
];

/// Paints the table and returns the seller that was pressed. `ranges`: with the cards from–to.
pub(super) fn paint(
    ui: &mut Ui,
    room: Rect,
    known: &Known,
    all: &[Seller],
    chosen: Option<usize>,
    ranges: bool,
) -> Option<usize> {
    let kept: Vec<usize> = (0..HEADS.len()).filter(|column| ranges || *column != 2).collect();
    let parts = parts(ranges);
    let column = |column: &usize| Column { head: HEADS[*column], part: parts[*column], right: *column > 2 };
    let head: Vec<Column> = kept.iter().map(column).collect();
    let rows: Vec<Vec<String>> = all
        .iter()
        .map(|seller| {
            let cells = cells(ui, seller, known);
            kept.iter().map(|column| cells[*column].clone()).collect()
        })
        .collect();
    table(ui, room, known, &head, &rows, chosen)
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
    let parts = parts(ranges);
    let whole: f32 = parts.iter().sum();
    let end = |column: usize| room.left() + room.width() * parts[..=column].iter().sum::<f32>() / whole - 8.0;
    let game = known.game();
    let sold = game.map_or(0, |game| game.cards);
    let sum = |of: fn(&Seller) -> u32| words::count(u64::from(all.iter().map(of).sum::<u32>()));
    let values = [
        (3, sum(|seller| seller.issued)),
        (4, sum(|seller| seller.returned)),
        (5, words::count(u64::from(sold))),
        (6, block::amount(known, sold)),
    ];
    let name = Rect::from_min_max(room.min + egui::vec2(8.0, 0.0), room.max);
    ink::line(ui, name, &known.t("caja-total"), bold(18.0));
    for (column, value) in values {
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
    let head = known.ta("caja-sellers-of", &[("game", &game.game.to_string()), ("price", &price)]);
    let line = cut_top(&mut room, 24.0);
    let covered = ink::line(ui, line, &head, label(17.0));
    if game.line_cents + game.bingo_cents > 0 {
        let prizes = format!(
            "{} {} · {} {}",
            known.t("tile-line"),
            words::money(game.line_cents),
            known.t("tile-bingo"),
            words::money(game.bingo_cents)
        );
        let rest = Rect::from_min_max(pos2(covered.right() + 20.0, line.top()), line.max);
        ink::line(ui, rest, &prizes, text(17.0).right());
    }
    let all = block::sellers(known);
    let foot = Rect::from_min_max(pos2(room.left(), room.bottom() - TOTAL), room.max);
    room.max.y = foot.top() - 4.0;
    paint(ui, room, known, &all, None, false);
    totals(ui, foot, known, &all, false);
}
