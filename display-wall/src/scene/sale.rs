//! Cards are on sale.

use egui::{Rect, pos2, vec2};
use hall_look::words::money;
use hall_wire::board::{Game, MatrixHashes};

use super::grid::Grid;
use super::{View, parts, tell};
use crate::layout::{Set, Sheet, Token, size};

/// Series, price, and that the sale is open.
pub fn sale(sheet: &mut Sheet, view: &View) -> Rect {
    let grid = Grid::titled(view.shape);
    let Some(game) = &view.board.game else { return grid.title };
    if !sheet.old {
        let last = view.board.session.as_ref().is_some_and(|session| session.last_game);
        let last = if last { " · última" } else { "" };
        parts::title(sheet, grid.title, "VENTA DE CARTONES", &format!("Partida {}{last}", game.game));
    }
    price(sheet, grid.left, game.face_value_cents);
    let names = names(game);
    let rows = f32::from(u8::try_from(names.len()).expect("at most four"));
    let high = (grid.right.height() - (rows - 1.0)) / rows;
    for (place, name) in (0u8..).zip(&names) {
        let top = grid.right.top() + f32::from(place) * (high + 1.0);
        let row = Rect::from_min_size(pos2(grid.right.left(), top), vec2(grid.right.width(), high));
        series_row(sheet, row, name, game.series_size);
    }
    parts::camera(sheet, view, grid.camera);
    sheet.panel(grid.low, 1.2, Token::Surface);
    let inner = grid.low.shrink2(vec2(3.0, 3.0));
    let (head, below) = parts::cut(inner, inner.height() * 0.58);
    sheet.text(head, "VENTA ABIERTA", Set::bold(size::VERDICT, Token::Text));
    match &game.matrix {
        Some(matrix) => hashes(sheet, below, matrix),
        None => {
            sheet.text(below, "Compre sus cartones al vendedor.", Set::medium(5.6, Token::Text2).lines(2));
        }
    }
    grid.title
}

/// The beginnings of the hashes of what is sold: whoever takes a picture of them can hold the hall to them.
/// The whole of them is in the acta and at `/api/matrices`.
fn hashes(sheet: &mut Sheet, room: Rect, matrix: &MatrixHashes) {
    let faces = ("Huella cartones", matrix.faces_sha256.as_str());
    let key = matrix.key_sha256.as_deref().map(|hash| ("Huella clave", hash));
    // A group of eight digits and its space take nine letters of 1.8 u; the longer name sixteen.
    let groups = ((room.width() / 1.8 - 16.0) / 9.0) as usize;
    let high = room.height() / 2.0;
    for (place, (name, hash)) in (0u8..).zip(key.into_iter().chain([faces])) {
        let top = room.top() + f32::from(place) * high;
        let row = Rect::from_min_size(pos2(room.left(), top), vec2(room.width(), high));
        let digits: Vec<&str> =
            (0..groups.clamp(1, 8)).filter_map(|at| hash.get(at * 8..at * 8 + 8)).collect();
        let words = format!("{name} {}…", digits.join(" "));
        let says = format!("Huella de los cartones de la matriz {}", matrix.matrix);
        sheet.text(row, words, Set::medium(size::SMALLEST, Token::Text2).says(says));
    }
}

fn price(sheet: &mut Sheet, panel: Rect, cents: u64) {
    sheet.panel(panel, 2.0, Token::Now);
    let inner = panel.shrink2(vec2(3.0, 3.0));
    let (label, figure) = parts::cut(inner, 7.4);
    sheet.text(label, "CADA CARTÓN", Set::bold(5.4, Token::Ink));
    let says = format!("Cada cartón: {}", money(cents));
    sheet.text(figure, money(cents), Set::bold(size::PRICE, Token::Ink).centre().says(says));
}

/// Returns the series of a sale: the one announced first, then those of its blocks; four at most.
pub fn names(game: &Game) -> Vec<String> {
    let mut names = vec![game.series.clone()];
    for cards in &game.segments {
        if !names.contains(&cards.series) {
            names.push(cards.series.clone());
        }
    }
    names.truncate(4);
    names
}

/// One series: its name and how many cards it has. Low rows have everything on one line.
fn series_row(sheet: &mut Sheet, row: Rect, name: &str, many: u32) {
    sheet.panel(row, 1.2, Token::Raised);
    let inner = row.shrink2(vec2(3.0, 1.0));
    let (series, many) = (tell::series(name), many.to_string());
    if row.height() >= 16.0 {
        // Alone, a series has the whole panel.
        let (name, label) = if row.height() > 30.0 { (13.0, 5.6) } else { (size::TITLE, size::LABEL) };
        let above = Rect::from_min_max(
            pos2(inner.left(), row.center().y - name * 0.95),
            pos2(inner.right(), row.center().y - name * 0.35),
        );
        let below = Rect::from_min_max(
            pos2(inner.left(), row.center().y - name * 0.22),
            pos2(inner.right(), row.center().y + name * 1.0),
        );
        let (left, right) = parts::split(above, above.width() * 0.34);
        sheet.text(left, "SERIE", Set::medium(label, Token::Text2).silent());
        sheet.text(right, "CARTONES DE LA SERIE", Set::medium(label, Token::Text2).right().silent());
        let (left, right) = parts::split(below, below.width() * 0.58);
        sheet.text(
            left,
            series.clone(),
            Set::bold(name, Token::Text).together(2).says(format!("Serie {series}")),
        );
        let says = format!("Cartones de la serie: {many}");
        sheet.text(right, many, Set::bold(name, Token::Text).together(2).right().says(says));
    } else {
        let (left, right) = parts::split(inner, inner.width() * 0.52);
        sheet.text(left, format!("Serie {series}"), Set::bold(size::SENTENCE, Token::Text).together(2));
        sheet.text(
            right,
            format!("{many} cartones"),
            Set::bold(size::SENTENCE, Token::Text).right().together(2),
        );
    }
}
