//! The draw on a monitor that is there for the camera: its picture as large as it fits, and the numbers below it.

use egui::{Rect, vec2};

use super::grid::Balls;
use super::{View, draw, parts};
use crate::layout::{Canvas, Shape};

/// Height of what is below the picture, in `u`.
const LOW: f32 = 21.0;

/// The picture; the last ball, those before it and what is played for, and upright the ninety as well.
pub fn draw(canvas: &mut Canvas, view: &View) -> Rect {
    let all = Rect::from_min_size(egui::Pos2::ZERO, canvas.shape.size()).shrink2(vec2(3.0, 3.0));
    let tall = canvas.shape == Shape::Tall;
    let high = if tall { all.width() * 9.0 / 16.0 } else { all.height() - LOW - 2.0 };
    let (picture, rest) = parts::cut(all, high);
    parts::camera(canvas, view, picture);
    let (low, board) = parts::cut(parts::below(rest, 2.0), LOW);
    let tile = low.with_max_x(low.left() + LOW * if tall { 0.95 } else { 1.15 });
    if tall && canvas.old {
        // The notice takes the whole width.
        parts::ninety(canvas, view, parts::below(board, 2.4));
        return low;
    }
    draw::last_ball(canvas, view, tile, tile.width() * 0.85);
    let beside = low.with_min_x(tile.right() + 2.4);
    // Only where it is wide there is room for the balls before the last.
    let wide = canvas.shape == Shape::Wide;
    let (balls, prizes) = parts::split(beside, beside.width() * if wide { 0.46 } else { 0.0 });
    if wide {
        let before = view.board.announced.split_last().map_or(&[][..], |(_, before)| before);
        parts::balls(canvas, &Balls { room: balls, many: 10, in_row: 5 }, before, false);
    }
    let prizes = prizes.with_min_x(prizes.left() + if wide { 1.4 } else { 0.0 });
    if let Some(game) = view.board.game.as_ref().filter(|_| !canvas.old) {
        let middle = prizes.center().x;
        let (line, bingo) = (prizes.with_max_x(middle - 0.6), prizes.with_min_x(middle + 0.6));
        parts::prizes(canvas, view, game, line, bingo, None);
    }
    if tall {
        parts::ninety(canvas, view, parts::below(board, 2.4));
    }
    prizes
}
