//! Totals and prizes before the first ball, and what a public rectification changed.

use egui::{Rect, vec2};
use hall_look::words::{count, money};
use hall_wire::board::{Cards, Figures, Game};

use super::grid::Grid;
use super::{View, parts, tell};
use crate::layout::{Canvas, Shape, Style, Token, size};

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
            None => parts::title(canvas, head, &format!("PREMIOS DE LA PARTIDA {}", game.game), ""),
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
    prize(canvas, line, "LÍNEA", game.line_cents, before.map(|before| before.line_cents));
    prize(canvas, bingo, "BINGO", game.bingo_cents, before.map(|before| before.bingo_cents));
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
    canvas.text(title, "RECTIFICACIÓN", Style::bold(if wide { size::TITLE } else { 5.0 }, Token::Text));
    let figures = |cards: u32, cents| format!("{} cartones, {}", count(cards.into()), money(cents));
    let words = format!(
        "Antes: {}.{}Ahora: {}.",
        figures(before.cards, before.takings_cents),
        if wide { " " } else { "\n" },
        figures(game.cards, game.takings_cents)
    );
    let (lines, size) = if wide { (1, size::LABEL) } else { (2, 4.2) };
    canvas.text(parts::below(below, 0.6), words, Style::medium(size, Token::Text).lines(lines));
}

fn prize(canvas: &mut Canvas, panel: Rect, name: &str, cents: u64, before: Option<u64>) {
    let inner = canvas.tile(panel, 2.0, Token::Raised, (4.0, if before.is_some() { 2.0 } else { 3.4 }));
    let (label, rest) = parts::cut(inner, 8.0);
    canvas.text(label, name, Style::bold(size::TITLE, Token::Text2).silent());
    let says = format!("{name}: {}", money(cents));
    let set = Style::bold(size::PRIZES, Token::Now).least(0.5).together(1).says(says);
    match before {
        None => canvas.text(rest, money(cents), set),
        Some(before) => {
            let (figure, was) = parts::cut(rest, rest.height() - 5.0);
            canvas.text(figure, money(cents), set.size(13.0));
            canvas.text(was, format!("Antes: {}", money(before)), Style::medium(size::LABEL, Token::Text2));
        }
    }
}

fn sold(canvas: &mut Canvas, view: &View, game: &Game, panel: Rect) {
    let inner = canvas.tile(panel, 1.2, Token::Surface, (3.0, 1.8));
    let (head, below) = parts::cut(inner, 9.2);
    let (label, figure) = parts::split(head, head.width() * 0.66);
    let (rows, page) = parts::page(&game.segments, ROWS, view);
    let page = page.map_or_else(String::new, |page| format!(" ({page})"));
    canvas.text(label, format!("CARTONES VENDIDOS{page}"), Style::medium(size::LABEL, Token::Text2));
    let many = count(u64::from(game.cards));
    let says = format!("Cartones vendidos: {many}");
    canvas.text(figure, many, Style::bold(size::AMOUNT, Token::Text).right().says(says));
    let high = below.height() / if rows.len() > 2 { 3.0 } else { 2.0 };
    let mut rest = below;
    for cards in rows {
        let (row, under) = parts::cut(rest, high);
        rest = under;
        let (left, right) = parts::split(row, row.width() * 0.42);
        let series = format!("Serie {}", tell::series(&cards.series));
        canvas.text(left, series, Style::medium(5.4, Token::Text).together(2));
        canvas.text(right, from_to(cards), Style::bold(5.4, Token::Text).right().together(2));
    }
}

fn from_to(cards: &Cards) -> String {
    if cards.first == cards.last {
        format!("el {}", cards.first)
    } else {
        format!("del {} al {}", cards.first, cards.last)
    }
}
