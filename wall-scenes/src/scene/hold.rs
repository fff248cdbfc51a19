//! A game that stands still: held, or suspended.

use egui::Rect;
use hall_wire::board::{Notice, Said};

use super::grid::Grid;
use super::{View, parts, tell};
use crate::layout::{Canvas, Sign, Style, Token, size};

/// ALTO: what happened, what is being done, what to do with the cards.
pub fn hold(canvas: &mut Canvas, view: &View) -> Rect {
    let grid = standstill(canvas, view, "held");
    order(canvas, view, &grid);
    grid.band
}

/// Suspended: the time left of 36.1, or that the authority is awaited
/// (DECISIONS 21, 23).
pub fn suspended(canvas: &mut Canvas, view: &View) -> Rect {
    let grid = standstill(canvas, view, "suspended");
    match view.board.suspended_until_utc_ms {
        Some(until) => time_left(canvas, view, grid.low, until),
        None if view.board.announced.is_empty() => {
            canvas.panel(grid.low, 1.2, Token::Surface);
            parts::nothing(canvas, grid.low, "no-ball-yet");
        }
        None => order(canvas, view, &grid),
    }
    grid.band
}

/// Band, the desk's sentences and the camera. Upright, the game stands beside the camera.
fn standstill(canvas: &mut Canvas, view: &View, name: &str) -> Grid {
    let grid = Grid::banded(view.shape);
    let game = tell::game(canvas.words, &view.board);
    if !canvas.old {
        parts::band(canvas, grid.band, Some(Sign::Pause), &canvas.words.t(name), &game, Token::Calm);
    }
    sentences(canvas, grid.both, view);
    parts::camera(canvas, view, grid.camera);
    if let Some(corner) = grid.corner {
        canvas.text(corner, game, Style::medium(size::SENTENCE, Token::Text2));
    }
    grid
}

/// What happened, what is being done, what to do with the cards: the desk's sentences.
fn sentences(canvas: &mut Canvas, room: Rect, view: &View) {
    let Some(notice) = &view.board.notice else { return };
    // Lying, the label of the order of exit stands right below.
    let high = if room.height() > 40.0 { 14.0 } else { 10.0 };
    let mut rest = room;
    for (words, set) in [
        (&notice.what, Style::bold(size::REASON, Token::Text)),
        (&notice.doing, Style::medium(size::SENTENCE, Token::Text2)),
        (&notice.keep, Style::bold(size::SENTENCE, Token::Text)),
    ] {
        let (row, below) = parts::cut(rest, high);
        rest = below;
        // Upright there is room for a second line.
        let lines = if high > 12.0 { 2 } else { 1 };
        canvas.text(row, canvas.words.said(words), set.lines(lines));
    }
}

fn order(canvas: &mut Canvas, view: &View, grid: &Grid) {
    if view.board.announced.is_empty() {
        return;
    }
    let (label, room) = if grid.corner.is_some() {
        parts::cut(grid.low, 5.4)
    } else {
        let top = grid.low.top();
        (grid.low.with_min_y(top - 5.0).with_max_y(top - 0.6), grid.low)
    };
    parts::order_of_exit(canvas, &view.board.announced, Some(label), room);
}

/// What is left of the suspension, by the desk's clock.
fn time_left(canvas: &mut Canvas, view: &View, panel: Rect, until: i64) {
    let inner = canvas.tile(panel, 1.2, Token::Surface, (3.0, 3.0));
    let told = canvas.words;
    let said = |of: fn(&Notice) -> Option<&Said>| {
        view.board.notice.as_ref().and_then(of).map_or("", |said| told.said(said))
    };
    let left = view.now_utc_ms.map(|now| (until - now).max(0)).filter(|_| !canvas.old);
    match left {
        Some(0) => {
            let over = Style::bold(size::REASON, Token::Text).lines(3);
            canvas.text(inner, said(|notice| notice.over.as_ref()), over);
        }
        Some(ms) => {
            let (label, figure) = parts::split(inner, inner.width() * 0.42);
            canvas.text(label, told.t("time-left"), Style::medium(5.4, Token::Text2).lines(2).silent());
            let words = tell::countdown(ms);
            let says = told.ta("time-left-says", &[("left", &words)]);
            canvas.text(figure, words, Style::bold(size::COUNTDOWN, Token::Text).right().says(says));
        }
        None => {
            let wait = Style::medium(size::SENTENCE, Token::Text2).lines(2);
            canvas.text(inner, said(|notice| notice.limit.as_ref()), wait);
        }
    }
}
