//! Totals and prizes before the first ball, and what a public rectification changed.

use egui::{Rect, vec2};
use hall_wire::board::{Cards, Figures, Game, Play};

use super::grid::Grid;
use super::{View, parts, tell};
use crate::layout::{Canvas, Shape, Style, Token, size};
use crate::words::Words;

/// Rows of cards shown at a time.
const ROWS: usize = 3;

/// Cards sold and prizes.
pub fn totals(canvas: &mut Canvas, view: &View) -> Rect {
    let Some(game) = &view.board.game else { return Grid::titled(view.shape).title };
    let before = view.board.rectified.as_ref();
    let grid = if before.is_some() { Grid::banded(view.shape) } else { Grid::titled(view.shape) };
    let head = if before.is_some() { grid.band } else { grid.title };
    if !canvas.old {
        match before {
            Some(before) => rectification(canvas, head, game, before),
            None => {
                let title = canvas.words.ta("totals", &[("game", &game.game)]);
                parts::title(canvas, head, &title, "");
            }
        }
    }
    // A rectification takes the room of the previous winners.
    let both =
        if before.is_some() { grid.both } else { super::sale::winners_before(canvas, view, grid.both) };
    let (line, bingo) = if view.shape == Shape::Tall {
        let (line, bingo) = parts::cut(both, (both.height() - 2.4) / 2.0);
        (line, parts::below(bingo, 2.4))
    } else {
        let (line, bingo) = parts::split(both, (both.width() - 2.0) / 2.0);
        (line, bingo.with_min_x(bingo.left() + 1.0))
    };
    prize(canvas, line, Play::Line, game.line_cents, before.map(|before| before.line_cents));
    prize(canvas, bingo, Play::Bingo, game.bingo_cents, before.map(|before| before.bingo_cents));
    parts::camera(canvas, view, grid.camera);
    sold(canvas, view, game, grid.low);
    head
}

/// A calm band with the announced figures and the corrected ones.
fn rectification(canvas: &mut Canvas, band: Rect, game: &Game, before: &Figures) {
    canvas.panel(band, 2.0, Token::Calm);
    let wide = band.width() > 140.0;
    let inner = Rect::from_min_max(band.min + vec2(3.6, 2.2), band.max - vec2(3.6, 1.4));
    let (title, below) = parts::cut(inner, if wide { 6.8 } else { 3.8 });
    let told = canvas.words;
    let style = Style::bold(if wide { size::TITLE } else { 5.0 }, Token::Text);
    canvas.text(title, told.t("rectified"), style);
    let figures = |cards: u32, cents| {
        let (many, amount) = (told.count(cards.into()), told.money(cents));
        told.ta("rectified-figures", &[("n", &cards), ("count", &many), ("money", &amount)])
    };
    let (before, now) =
        (figures(before.cards, before.takings_cents), figures(game.cards, game.takings_cents));
    let both = if wide { "rectified-both" } else { "rectified-both-lines" };
    let words = told.ta(both, &[("before", &before), ("now", &now)]);
    let (lines, size) = if wide { (1, size::LABEL) } else { (2, 4.2) };
    canvas.text(parts::below(below, 0.6), words, Style::medium(size, Token::Text).lines(lines));
}

fn prize(canvas: &mut Canvas, panel: Rect, play: Play, cents: u64, before: Option<u64>) {
    let inner = canvas.tile(panel, 2.0, Token::Raised, (4.0, if before.is_some() { 2.0 } else { 3.4 }));
    let (label, rest) = parts::cut(inner, 8.0);
    let words = canvas.words;
    let (name, amount) = (tell::play(words, play), words.money(cents));
    let says = words.ta("prize-says", &[("prize", &name), ("money", &amount)]);
    canvas.text(label, name, Style::bold(size::TITLE, Token::Text2).silent());
    let set = Style::bold(size::PRIZES, Token::Now).least(0.5).together(1).says(says);
    match before {
        None => canvas.text(rest, amount, set),
        Some(before) => {
            let (figure, was) = parts::cut(rest, rest.height() - 5.0);
            canvas.text(figure, amount, set.size(13.0));
            let before = words.ta("rectified-before", &[("money", &words.money(before))]);
            canvas.text(was, before, Style::medium(size::LABEL, Token::Text2));
        }
    }
}

fn sold(canvas: &mut Canvas, view: &View, game: &Game, panel: Rect) {
    let inner = canvas.tile(panel, 1.2, Token::Surface, (3.0, 1.8));
    let (head, below) = parts::cut(inner, 9.2);
    let (label, figure) = parts::split(head, head.width() * 0.66);
    let words = canvas.words;
    let (rows, page) = parts::page(words, &game.segments, ROWS, view);
    let title = match page {
        Some(page) => words.ta("totals-sold-page", &[("page", &page)]),
        None => words.t("totals-sold"),
    };
    canvas.text(label, title, Style::medium(size::LABEL, Token::Text2));
    let many = words.count(u64::from(game.cards));
    let says = words.ta("sold-says", &[("count", &many)]);
    canvas.text(figure, many, Style::bold(size::AMOUNT, Token::Text).right().says(says));
    let high = below.height() / if rows.len() > 2 { 3.0 } else { 2.0 };
    let mut rest = below;
    for cards in rows {
        let (row, under) = parts::cut(rest, high);
        rest = under;
        let (left, right) = parts::split(row, row.width() * 0.42);
        let series = tell::series(words, &cards.series);
        canvas.text(left, series, Style::medium(5.4, Token::Text).together(2));
        canvas.text(right, from_to(words, cards), Style::bold(5.4, Token::Text).right().together(2));
    }
}

fn from_to(words: &Words, cards: &Cards) -> String {
    if cards.first == cards.last {
        words.ta("totals-one-card", &[("card", &cards.first)])
    } else {
        words.ta("totals-cards", &[("first", &cards.first), ("last", &cards.last)])
    }
}
