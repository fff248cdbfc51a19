//! A game that stands still: held, or suspended.

use egui::{Rect, pos2, vec2};
use hall_wire::board::{Notice, Said};

use super::grid::Grid;
use super::{View, parts};
use crate::layout::{Set, Sheet, Sign, Token, size};

/// ALTO: what happened, what is being done, what to do with the cards.
pub fn hold(sheet: &mut Sheet, view: &View) -> Rect {
    let grid = Grid::banded(view.shape);
    if !sheet.old {
        parts::band(sheet, grid.band, Some(Sign::Pause), "PARTIDA DETENIDA", &game(view), Token::Calm);
    }
    sentences(sheet, grid.both, view);
    parts::camera(sheet, view, grid.camera);
    corner(sheet, view, &grid);
    order(sheet, view, &grid);
    grid.band
}

/// Suspended: the time left of 36.1, or that the authority is awaited
/// (DECISIONS 21, 23).
pub fn suspended(sheet: &mut Sheet, view: &View) -> Rect {
    let grid = Grid::banded(view.shape);
    if !sheet.old {
        parts::band(sheet, grid.band, Some(Sign::Pause), "PARTIDA SUSPENDIDA", &game(view), Token::Calm);
    }
    let until = view.board.suspended_until_utc_ms;
    sentences(sheet, grid.both, view);
    parts::camera(sheet, view, grid.camera);
    corner(sheet, view, &grid);
    match until {
        Some(until) => time_left(sheet, view, grid.low, until),
        None if view.board.announced.is_empty() => {
            sheet.panel(grid.low, 1.2, Token::Surface);
            let wait = Set::medium(size::SENTENCE, Token::Text2).centre().lines(2);
            sheet.text(grid.low.shrink(3.0), "Todavía no ha salido ninguna bola.", wait);
        }
        None => order(sheet, view, &grid),
    }
    grid.band
}

/// Upright, the game stands beside the camera.
fn corner(sheet: &mut Sheet, view: &View, grid: &Grid) {
    if let Some(corner) = grid.corner {
        sheet.text(corner, game(view), Set::medium(size::SENTENCE, Token::Text2));
    }
}

fn game(view: &View) -> String {
    view.board.game.as_ref().map_or_else(String::new, |game| format!("Partida {}", game.game))
}

/// What happened, what is being done, what to do with the cards: the desk's sentences.
fn sentences(sheet: &mut Sheet, room: Rect, view: &View) {
    let Some(notice) = &view.board.notice else { return };
    // Lying, the label of the order of exit stands right below.
    let high = if room.height() > 40.0 { 14.0 } else { 10.0 };
    let mut rest = room;
    for (words, set) in [
        (&notice.what, Set::bold(size::REASON, Token::Text)),
        (&notice.doing, Set::medium(size::SENTENCE, Token::Text2)),
        (&notice.keep, Set::bold(size::SENTENCE, Token::Text)),
    ] {
        let (row, below) = parts::cut(rest, high);
        rest = below;
        // Upright there is room for a second line.
        let lines = if high > 12.0 { 2 } else { 1 };
        sheet.text(row, words.es.clone(), set.lines(lines));
    }
}

fn order(sheet: &mut Sheet, view: &View, grid: &Grid) {
    if view.board.announced.is_empty() {
        return;
    }
    let label = Rect::from_min_max(
        pos2(grid.low.left(), grid.low.top() - 5.0),
        pos2(grid.low.right(), grid.low.top() - 0.6),
    );
    let (label, room) = if grid.corner.is_some() {
        let (label, room) = parts::cut(grid.low, 5.4);
        (label, room)
    } else {
        (label, grid.low)
    };
    parts::order_of_exit(sheet, &view.board.announced, Some(label), room);
}

/// What is left of the suspension, by the desk's clock.
fn time_left(sheet: &mut Sheet, view: &View, panel: Rect, until: i64) {
    sheet.panel(panel, 1.2, Token::Surface);
    let inner = panel.shrink2(vec2(3.0, 3.0));
    let said = |of: fn(&Notice) -> Option<&Said>| {
        view.board.notice.as_ref().and_then(of).map_or_else(String::new, |said| said.es.clone())
    };
    let left = view.now_utc_ms.map(|now| (until - now).max(0)).filter(|_| !sheet.old);
    match left {
        Some(0) => {
            let over = Set::bold(size::REASON, Token::Text).lines(3);
            sheet.text(inner, said(|notice| notice.over.as_ref()), over);
        }
        Some(ms) => {
            let seconds = (ms + 999) / 1_000;
            let (label, figure) = parts::split(inner, inner.width() * 0.42);
            sheet.text(label, "TIEMPO\nQUE QUEDA", Set::medium(5.4, Token::Text2).lines(2).silent());
            let words = format!("{}:{:02}", seconds / 60, seconds % 60);
            let says = format!("Tiempo que queda: {words}");
            sheet.text(figure, words, Set::bold(size::COUNTDOWN, Token::Text).right().says(says));
        }
        None => {
            let wait = Set::medium(size::SENTENCE, Token::Text2).lines(2);
            sheet.text(inner, said(|notice| notice.limit.as_ref()), wait);
        }
    }
}
