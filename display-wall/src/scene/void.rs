//! A game that is no game: void, with its refund, or not held.

use egui::{Rect, pos2, vec2};
use hall_look::words::{count, money};
use hall_wire::board::{Notice, Said};

use super::grid::Grid;
use super::{View, parts, tell};
use crate::layout::{Set, Shape, Sheet, Sign, Token, size};

/// Void: what is given back for each card, and how. It stays until the desk changes it.
pub fn void(sheet: &mut Sheet, view: &View) -> Rect {
    let grid = Grid::banded(view.shape);
    let Some(game) = &view.board.game else { return grid.band };
    if !sheet.old {
        let name = format!("PARTIDA {} ANULADA", game.game);
        parts::band(sheet, grid.band, Some(Sign::Cross), &name, "", Token::No);
    }
    let (why, refund, total) = if view.shape == Shape::Tall {
        let (why, rest) = parts::cut(grid.both, 15.0);
        (Rect::from_min_max(why.min, why.max - vec2(0.0, 2.6)), rest, grid.low)
    } else {
        let (why, rest) = parts::cut(grid.left, 11.6);
        let why = Rect::from_min_max(why.min, pos2(grid.right.right(), why.bottom()));
        let refund = Rect::from_min_max(pos2(grid.right.left(), rest.top()), grid.low.max);
        let total = Rect::from_min_max(rest.min, pos2(rest.right(), 55.4));
        (why, refund, total)
    };
    sheet.text(
        why,
        said(view, |notice| &notice.what),
        Set::medium(size::SENTENCE, Token::Text2).lines(if why.height() > 11.7 { 2 } else { 1 }),
    );
    per_card(sheet, refund, view, game.face_value_cents);
    let takings = if game.takings_cents > 0 {
        game.takings_cents
    } else {
        u64::from(game.cards) * game.face_value_cents
    };
    sums(sheet, total, game.cards, takings, view.board.refunded);
    parts::camera(sheet, view, grid.camera);
    grid.band
}

/// Returns one of the desk's sentences.
fn said(view: &View, of: fn(&Notice) -> &Said) -> String {
    view.board.notice.as_ref().map_or_else(String::new, |notice| of(notice).es.clone())
}

fn per_card(sheet: &mut Sheet, panel: Rect, view: &View, cents: u64) {
    sheet.panel(panel, 2.0, Token::Raised);
    let inner = panel.shrink2(vec2(4.0, 4.0));
    let steps_high = 21.0;
    let (above, steps) = parts::cut(inner, inner.height() - steps_high);
    let (label, figure) = parts::cut(above, 5.6);
    sheet.text(label, "SE DEVUELVE", Set::medium(5.6, Token::Text2).silent());
    let (amount, per) = parts::split(figure, figure.width() * 0.64);
    let says = format!("Se devuelve {} por cartón", money(cents));
    sheet.text(amount, money(cents), Set::bold(size::PRICE, Token::Text).says(says));
    sheet.text(per, "por cartón", Set::bold(6.2, Token::Text).silent());
    let steps_of = [said(view, |notice| &notice.doing), said(view, |notice| &notice.keep)];
    for (place, words) in (0u8..).zip(steps_of) {
        let high = steps_high / 2.0;
        let middle = steps.top() + high * (f32::from(place) + 0.5);
        let centre = pos2(steps.left() + 3.6, middle);
        sheet.ball(centre, 3.6, Token::Lamp);
        let number = Rect::from_center_size(centre, vec2(6.0, 6.0));
        sheet.text(number, (place + 1).to_string(), Set::bold(4.8, Token::Ink).centre().silent());
        let room =
            Rect::from_min_max(pos2(steps.left() + 9.6, middle - 4.8), pos2(steps.right(), middle + 4.8));
        sheet.text(room, words, Set::medium(5.2, Token::Text));
    }
}

/// How many cards, their amount, and how many were given back.
fn sums(sheet: &mut Sheet, panel: Rect, cards: u32, takings: u64, refunded: u32) {
    sheet.panel(panel, 1.2, Token::Surface);
    let inner = panel.shrink2(vec2(3.0, 1.8));
    let third = inner.height() / 3.0;
    let (first, rest) = parts::cut(inner, third * 0.9);
    let (second, last) = parts::cut(rest, third * 1.2);
    let many = usize::try_from(cards).unwrap_or(usize::MAX);
    let word = if many == 1 { "cartón" } else { "cartones" };
    sheet.text(first, format!("{} {word}", count(u64::from(cards))), Set::medium(size::LABEL, Token::Text2));
    sheet.text(second, money(takings), Set::bold(7.4, Token::Text));
    let back = format!("Devueltos: {}", count(u64::from(refunded)));
    sheet.text(last, back, Set::medium(size::LABEL, Token::Text2));
}

/// Not held: no card was sold (DECISIONS 11).
pub fn not_held(sheet: &mut Sheet, view: &View) -> Rect {
    let grid = Grid::banded(view.shape);
    if !sheet.old {
        let name = view.board.game.as_ref().map_or_else(
            || "PARTIDA NO CELEBRADA".to_owned(),
            |game| format!("PARTIDA {} NO CELEBRADA", game.game),
        );
        parts::band(sheet, grid.band, None, &name, "", Token::Raised);
    }
    let first = Set::bold(size::REASON, Token::Text).lines(2);
    let (upper, lower) = parts::cut(grid.both, grid.both.height() * 0.5);
    sheet.text(upper, "No se ha vendido ningún cartón.", first);
    let next = if tell::is_last(view.board) {
        "Era la última partida de la sesión."
    } else {
        "La siguiente venta se anuncia enseguida."
    };
    sheet.text(lower, next, Set::medium(size::SENTENCE, Token::Text2).lines(2));
    parts::camera(sheet, view, grid.camera);
    sheet.panel(grid.low, 1.2, Token::Surface);
    let name = Set::medium(size::REASON, Token::Text2).centre().lines(2);
    sheet.text(grid.low.shrink(3.0), view.board.hall.clone(), name);
    grid.band
}
