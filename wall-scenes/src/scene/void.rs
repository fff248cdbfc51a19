//! A game that is no game: void, with its refund, or not held.

use egui::{Rect, pos2, vec2};
use hall_wire::board::{Notice, Said};

use super::grid::Grid;
use super::{View, parts, tell};
use crate::layout::{Canvas, Shape, Sign, Style, Token, size};
use crate::words::Words;

/// Void: what is given back for each card, and how. It stays until the desk changes it.
pub fn void(canvas: &mut Canvas, view: &View) -> Rect {
    let grid = Grid::banded(view.shape);
    let Some(game) = &view.board.game else { return grid.band };
    if !canvas.old {
        let name = canvas.words.ta("void", &[("game", &game.game)]);
        parts::band(canvas, grid.band, Some(Sign::Cross), &name, "", Token::No);
    }
    let (why, refund, total) = if view.shape == Shape::Tall {
        let (why, rest) = parts::cut(grid.both, 15.0);
        (why.with_max_y(why.bottom() - 2.6), rest, grid.low)
    } else {
        let (why, rest) = parts::cut(grid.left, 11.6);
        let refund = Rect::from_min_max(pos2(grid.right.left(), rest.top()), grid.low.max);
        (why.with_max_x(grid.right.right()), refund, rest.with_max_y(55.4))
    };
    canvas.text(
        why,
        said(canvas.words, view, |notice| &notice.what),
        Style::medium(size::SENTENCE, Token::Text2).lines(if why.height() > 11.7 { 2 } else { 1 }),
    );
    per_card(canvas, refund, view, game.face_value_cents);
    let takings = if game.takings_cents > 0 {
        game.takings_cents
    } else {
        u64::from(game.cards) * game.face_value_cents
    };
    sums(canvas, total, game.cards, takings, view.board.refunded);
    parts::camera(canvas, view, grid.camera);
    grid.band
}

/// One of the desk's sentences.
fn said<'a>(words: &Words, view: &'a View, of: fn(&Notice) -> &Said) -> &'a str {
    view.board.notice.as_ref().map_or("", |notice| words.said(of(notice)))
}

fn per_card(canvas: &mut Canvas, panel: Rect, view: &View, cents: u64) {
    let inner = canvas.tile(panel, 2.0, Token::Raised, (4.0, 4.0));
    let steps_high = 21.0;
    let (above, steps) = parts::cut(inner, inner.height() - steps_high);
    let (label, figure) = parts::cut(above, 5.6);
    let words = canvas.words;
    canvas.text(label, words.t("refund"), Style::medium(5.6, Token::Text2).silent());
    let (amount, per) = parts::split(figure, figure.width() * 0.64);
    let money = words.money(cents);
    let says = words.ta("refund-says", &[("money", &money)]);
    canvas.text(amount, money, Style::bold(size::PRICE, Token::Text).says(says));
    canvas.text(per, words.t("refund-per-card"), Style::bold(6.2, Token::Text).silent());
    let steps_of = [said(words, view, |notice| &notice.doing), said(words, view, |notice| &notice.keep)];
    for (place, words) in (0u8..).zip(steps_of) {
        let high = steps_high / 2.0;
        let middle = steps.top() + high * (f32::from(place) + 0.5);
        let centre = pos2(steps.left() + 3.6, middle);
        canvas.ball(centre, 3.6, Token::Lamp);
        let number = Rect::from_center_size(centre, vec2(6.0, 6.0));
        canvas.figure(number, place + 1, 4.8, Token::Ink);
        let room = steps.with_min_x(steps.left() + 9.6).with_min_y(middle - 4.8).with_max_y(middle + 4.8);
        canvas.text(room, words, Style::medium(5.2, Token::Text));
    }
}

/// How many cards, their amount, and how many were given back.
fn sums(canvas: &mut Canvas, panel: Rect, cards: u32, takings: u64, refunded: u32) {
    let inner = canvas.tile(panel, 1.2, Token::Surface, (3.0, 1.8));
    let third = inner.height() / 3.0;
    let (first, rest) = parts::cut(inner, third * 0.9);
    let (second, last) = parts::cut(rest, third * 1.2);
    let words = canvas.words;
    canvas.text(first, tell::cards(words, cards), Style::medium(size::LABEL, Token::Text2));
    canvas.text(second, words.money(takings), Style::bold(7.4, Token::Text));
    let back = words.ta("refunded", &[("count", &words.count(u64::from(refunded)))]);
    canvas.text(last, back, Style::medium(size::LABEL, Token::Text2));
}

/// Not held: no card was sold (DECISIONS 11).
pub fn not_held(canvas: &mut Canvas, view: &View) -> Rect {
    let grid = Grid::banded(view.shape);
    if !canvas.old {
        let name = match &view.board.game {
            Some(game) => canvas.words.ta("not-held", &[("game", &game.game)]),
            None => canvas.words.t("not-held-no-game"),
        };
        parts::band(canvas, grid.band, None, &name, "", Token::Raised);
    }
    let first = Style::bold(size::REASON, Token::Text).lines(2);
    let (upper, lower) = parts::cut(grid.both, grid.both.height() * 0.5);
    canvas.text(upper, canvas.words.t("not-held-why"), first);
    let next = if tell::is_last(&view.board) { "not-held-last" } else { "not-held-then" };
    canvas.text(lower, canvas.words.t(next), Style::medium(size::SENTENCE, Token::Text2).lines(2));
    parts::camera(canvas, view, grid.camera);
    canvas.panel(grid.low, 1.2, Token::Surface);
    let name = Style::medium(size::REASON, Token::Text2).centre().lines(2);
    canvas.text(grid.low.shrink(3.0), view.board.hall.clone(), name);
    grid.band
}
