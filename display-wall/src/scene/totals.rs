//! Totals and prizes before the first ball, and what a public rectification changed.

use egui::{Rect, vec2};
use hall_look::words::{count, money};
use hall_wire::board::{Cards, Figures, Game};

use super::grid::Grid;
use super::{View, parts, tell};
use crate::layout::{Set, Shape, Sheet, Token, size};

/// Rows of cards shown at a time.
const ROWS: usize = 3;

/// Cards sold and prizes.
pub fn totals(sheet: &mut Sheet, view: &View) -> Rect {
    let Some(game) = &view.board.game else { return Grid::titled(view.shape).title };
    let before = view.board.rectified.as_ref();
    let grid = if before.is_some() { Grid::banded(view.shape) } else { Grid::titled(view.shape) };
    let head = if before.is_some() { grid.band } else { grid.title };
    if !sheet.old {
        match before {
            Some(before) => rectification(sheet, head, game, before),
            None => parts::title(sheet, head, &format!("PREMIOS DE LA PARTIDA {}", game.game), ""),
        }
    }
    // A rectification takes the room of the previous winners.
    let both = if before.is_some() { grid.both } else { super::sale::winners_before(sheet, view, grid.both) };
    let (line, bingo) = if view.shape == Shape::Tall {
        let (line, bingo) = parts::cut(both, (both.height() - 2.4) / 2.0);
        (line, Rect::from_min_max(bingo.min + vec2(0.0, 2.4), bingo.max))
    } else {
        let half = (both.width() - 2.0) / 2.0;
        let (line, bingo) = parts::split(both, half);
        (line, Rect::from_min_max(bingo.min + vec2(1.0, 0.0), bingo.max))
    };
    prize(sheet, line, "LÍNEA", game.line_cents, before.map(|before| before.line_cents));
    prize(sheet, bingo, "BINGO", game.bingo_cents, before.map(|before| before.bingo_cents));
    parts::camera(sheet, view, grid.camera);
    sold(sheet, view, game, grid.low);
    head
}

/// A calm band with the announced figures and the corrected ones.
fn rectification(sheet: &mut Sheet, band: Rect, game: &Game, before: &Figures) {
    sheet.panel(band, 2.0, Token::Calm);
    let wide = band.width() > 140.0;
    let inner = Rect::from_min_max(band.min + vec2(3.6, 2.2), band.max - vec2(3.6, 1.4));
    let (title, below) = parts::cut(inner, if wide { 6.8 } else { 3.8 });
    sheet.text(title, "RECTIFICACIÓN", Set::bold(if wide { size::TITLE } else { 5.0 }, Token::Text));
    let figures = |cards: u32, cents: u64| format!("{} cartones, {}", count(u64::from(cards)), money(cents));
    let words = format!(
        "Antes: {}.{}Ahora: {}.",
        figures(before.cards, before.takings_cents),
        if wide { " " } else { "\n" },
        figures(game.cards, game.takings_cents)
    );
    let (lines, size) = if wide { (1, size::LABEL) } else { (2, 4.2) };
    let below = Rect::from_min_max(below.min + vec2(0.0, 0.6), below.max);
    sheet.text(below, words, Set::medium(size, Token::Text).lines(lines));
}

fn prize(sheet: &mut Sheet, panel: Rect, name: &str, cents: u64, before: Option<u64>) {
    sheet.panel(panel, 2.0, Token::Raised);
    let inner = panel.shrink2(vec2(4.0, if before.is_some() { 2.0 } else { 3.4 }));
    let (label, rest) = parts::cut(inner, 8.0);
    sheet.text(label, name, Set::bold(size::TITLE, Token::Text2).silent());
    let says = format!("{name}: {}", money(cents));
    let set = Set::bold(size::PRIZES, Token::Now).least(0.5).together(1).says(says);
    match before {
        None => sheet.text(rest, money(cents), set),
        Some(before) => {
            let (figure, was) = parts::cut(rest, rest.height() - 5.0);
            sheet.text(figure, money(cents), set.size(13.0));
            sheet.text(was, format!("Antes: {}", money(before)), Set::medium(size::LABEL, Token::Text2));
        }
    }
}

fn sold(sheet: &mut Sheet, view: &View, game: &Game, panel: Rect) {
    sheet.panel(panel, 1.2, Token::Surface);
    let inner = panel.shrink2(vec2(3.0, 1.8));
    let (head, below) = parts::cut(inner, 9.2);
    let (label, figure) = parts::split(head, head.width() * 0.66);
    let (rows, page) = parts::page(&game.segments, ROWS, view);
    let label_words = match page {
        Some(page) => format!("CARTONES VENDIDOS ({page})"),
        None => "CARTONES VENDIDOS".to_owned(),
    };
    sheet.text(label, label_words, Set::medium(size::LABEL, Token::Text2));
    let many = count(u64::from(game.cards));
    let says = format!("Cartones vendidos: {many}");
    sheet.text(figure, many, Set::bold(size::AMOUNT, Token::Text).right().says(says));
    let high = below.height() / if rows.len() > 2 { 3.0 } else { 2.0 };
    let mut rest = below;
    for cards in rows {
        let (row, under) = parts::cut(rest, high);
        rest = under;
        let (left, right) = parts::split(row, row.width() * 0.42);
        sheet.text(
            left,
            format!("Serie {}", tell::series(&cards.series)),
            Set::medium(5.4, Token::Text).together(2),
        );
        sheet.text(right, from_to(cards), Set::bold(5.4, Token::Text).right().together(2));
    }
}

fn from_to(cards: &Cards) -> String {
    if cards.first == cards.last {
        format!("el {}", cards.first)
    } else {
        format!("del {} al {}", cards.first, cards.last)
    }
}
