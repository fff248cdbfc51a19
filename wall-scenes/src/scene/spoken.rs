//! The captions below a scene, in a place of their own: nothing moves when somebody speaks.

use egui::Rect;

use super::parts;
use crate::layout::{Canvas, Shape, Style, Token, area, size};

/// Between two captions, and below the last.
const GAP: f32 = 1.0;

/// Adds a caption for each line, below the scene; returns the height that they take, in `u`. Two languages stand side by side
/// where it is wide.
pub fn captions(canvas: &mut Canvas, lines: &[String]) -> f32 {
    let (width, top) = (canvas.shape.size().x, canvas.shape.size().y);
    let (margin, beside) = if canvas.shape == Shape::Wide { (4.0, 2) } else { (3.0, 1) };
    let mut y = top;
    for (row, lines) in lines.chunks(beside).enumerate() {
        let room = area(margin, y, width - 2.0 * margin, high(canvas.shape, lines.len()));
        y = room.bottom() + GAP;
        if let [first, second] = lines {
            let (left, right) = parts::split(room, (room.width() - GAP) / 2.0);
            caption(canvas, left, first, Token::Text);
            caption(canvas, right, second, Token::Text2);
        } else {
            let token = if row == 0 { Token::Text } else { Token::Text2 };
            lines.iter().for_each(|words| caption(canvas, room, words, token));
        }
    }
    y - top
}

/// Height of a caption: two lines of a small size, or three where lines are short.
const fn high(shape: Shape, beside: usize) -> f32 {
    match (shape, beside) {
        (Shape::Wide, 2) => 15.2,
        (Shape::Wide | Shape::Classic, _) => 11.6,
        (Shape::Tall, _) => 16.0,
    }
}

fn caption(canvas: &mut Canvas, room: Rect, words: &str, token: Token) {
    let old = std::mem::replace(&mut canvas.old, false);
    let inner = canvas.tile(room, 1.2, Token::Surface, (2.4, 1.4));
    let least = size::SMALLEST / size::SENTENCE;
    canvas.text(
        inner,
        words,
        Style::medium(size::SENTENCE, token).least(least).lines(2).centre().together(9),
    );
    canvas.old = old;
}
