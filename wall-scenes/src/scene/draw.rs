//! The draw, and the question asked over it; board and camera stay in place.

use egui::{Rect, pos2, vec2};

use hall_wire::board::Game;

use super::grid::{Balls, Table};
use super::{RING_MS, Slot, View, parts, tell};
use crate::layout::{Canvas, Shape, Style, Token, size};

/// Balls are being drawn.
pub fn draw(canvas: &mut Canvas, view: &View) -> Rect {
    let table = Table::of(view.shape, view.camera != Slot::Off);
    last_ball(canvas, view, table.last, table.figure);
    let before = view.board.announced.split_last().map_or(&[][..], |(_, before)| before);
    parts::balls(canvas, &table.previous, before, false);
    if let Some(older) = &table.older {
        let shown = before.len().saturating_sub(table.previous.many);
        parts::balls(canvas, older, &before[..shown], false);
    }
    if view.camera != Slot::Off {
        parts::camera(canvas, view, table.camera);
    }
    rest(canvas, view, &table, None);
    table.head
}

/// The camera, or the balls in its place when their tile is covered.
pub fn camera_or_balls(canvas: &mut Canvas, view: &View, camera: Rect, instead: &Balls) {
    if view.camera == Slot::Off {
        parts::balls(canvas, instead, &view.board.announced, true);
    } else {
        parts::camera(canvas, view, camera);
    }
}

/// «Any more lines?»: shown until the order to go on; the bar is the time during which that may not be given
/// (DECISIONS 5).
pub fn question(canvas: &mut Canvas, view: &View) -> Rect {
    let table = Table::of(view.shape, view.camera != Slot::Off);
    let stop = view.board.stop.as_ref();
    let asked = stop.map_or((false, false), |stop| (stop.asked_line, stop.asked_bingo));
    let room = table.question;
    canvas.panel(room, 2.0, Token::Calm);
    // Room for accents on capitals.
    let inner = Rect::from_min_max(room.min + vec2(3.0, 4.4), room.max - vec2(3.0, 2.0));
    let (words, below) = parts::cut(inner, inner.height() - 11.6);
    let (tall, narrow) = (view.shape == Shape::Tall, room.width() < 40.0);
    let one = size::QUESTION * if narrow { 0.66 } else { 1.0 };
    let (text, size, lines) = match asked {
        (_, false) if tall => ("question-line", one, 2),
        (_, false) => ("question-line-lines", one, 3),
        (false, true) if tall => ("question-bingo", one, 2),
        (false, true) => ("question-bingo-lines", one, 3),
        (true, true) if tall => ("question-both", 8.2, 2),
        (true, true) => ("question-both-lines", if narrow { 5.4 } else { 8.0 }, 4),
    };
    let set = Style::bold(size, Token::Text).lines(lines);
    canvas.text(words, canvas.words.t(text), set);
    window(canvas, view, below);
    camera_or_balls(canvas, view, table.camera, &table.instead);
    rest(canvas, view, &table, Some(asked));
    table.head
}

/// Time left of the question, as a bar and in seconds of the desk's clock.
fn window(canvas: &mut Canvas, view: &View, room: Rect) {
    let (line, bar) = parts::cut(room, 7.6);
    let (left, right) = parts::split(line, line.width() * 0.66);
    canvas.text(left, canvas.words.t("question-do"), Style::bold(5.6, Token::Text));
    let stop = view.board.stop.as_ref();
    let window = stop.and_then(|stop| Some((stop.asked_at_utc_ms?, stop.order_from_utc_ms?)));
    let Some(((from, until), now)) = window.zip(view.now_utc_ms).filter(|((from, until), _)| until > from)
    else {
        return;
    };
    let rest_ms = (until - now).clamp(0, until - from);
    if rest_ms > 0 && !canvas.old {
        let seconds = (rest_ms + 999) / 1_000;
        let [words, says] =
            ["question-left", "question-left-says"].map(|id| canvas.words.ta(id, &[("secs", &seconds)]));
        canvas.text(right, words, Style::bold(6.8, Token::Text).least(0.58).right().says(says));
    }
    #[expect(clippy::cast_precision_loss, reason = "some seconds")]
    let part = rest_ms as f32 / (until - from) as f32;
    let bar = Rect::from_center_size(bar.center(), vec2(bar.width(), 2.6));
    parts::bar(canvas, bar, if canvas.old { 0.0 } else { part }, Token::CalmDeep);
}

/// Count, prizes, cards sold and the ninety numbers.
pub fn rest(canvas: &mut Canvas, view: &View, table: &Table, asked: Option<(bool, bool)>) {
    if let Some(game) = &view.board.game
        && !canvas.old
    {
        parts::prizes(canvas, view, game, table.line, table.bingo, asked);
        sold(canvas, view, game, table.sold);
    }
    // Upright and on 4:3 the count would be under the notice.
    if !canvas.old || !table.head.contains_rect(table.count) {
        parts::count(canvas, view, table.count);
    }
    parts::ninety(canvas, view, table.board);
}

/// The last ball in its tile; `figure` is the size of its number.
pub fn last_ball(canvas: &mut Canvas, view: &View, tile: Rect, figure: f32) {
    if view.memo.ball_ms.is_some_and(|ms| ms < RING_MS) && !canvas.old {
        canvas.panel(tile.expand(1.0), 2.8, Token::Text);
    }
    canvas.panel(tile, 2.0, Token::Now);
    let Some(ball) = view.board.announced.last() else {
        let margin = if tile.width() < 30.0 { 0.6 } else { 2.0 };
        canvas.text(
            tile.shrink(margin),
            canvas.words.t("draw-begins"),
            Style::bold(size::TITLE, Token::Ink).least(0.4).centre(),
        );
        return;
    };
    let by_hand = view.board.by_hand.iter().any(|place| usize::from(*place) == view.board.announced.len());
    let by_caller =
        view.board.by_caller.iter().any(|place| usize::from(*place) == view.board.announced.len());
    let says = match (by_hand, by_caller) {
        (true, _) => "last-ball-by-hand-says",
        (false, true) => "last-ball-by-caller-says",
        (false, false) => "last-ball-says",
    };
    let says = canvas.words.ta(says, &[("ball", ball)]);
    let (room, figure) = if by_hand {
        let bar = Rect::from_min_max(pos2(tile.left() + 1.0, tile.bottom() - 7.0), tile.max - vec2(1.0, 1.0));
        canvas.panel(bar, 1.2, Token::Ink);
        let amber = if canvas.old { Token::Text } else { Token::Now };
        let words = canvas.words.t(if bar.width() < 40.0 { "by-hand-short" } else { "by-hand" });
        let says = canvas.words.t("by-hand");
        canvas.text(bar.shrink(0.8), words, Style::bold(4.6, amber).centre().says(says));
        (tile.with_max_y(bar.top()), figure * 0.914)
    } else if by_caller {
        // Marked as on the acta (DECISIONS 36).
        let foot =
            Rect::from_min_max(pos2(tile.left() + 1.0, tile.bottom() - 6.0), tile.max - vec2(1.0, 0.6));
        let words = canvas.words.t(if foot.width() < 40.0 { "by-caller-short" } else { "by-caller" });
        canvas.text(foot, words, Style::medium(4.4, Token::Ink).centre().silent());
        (tile.with_max_y(foot.top()), figure * 0.914)
    } else {
        (tile, figure)
    };
    canvas.text(room, ball.to_string(), Style::bold(figure, Token::Ink).centre().says(says));
}

/// Series, cards and price: «Serie A 17 · 318 cartones · 2,00 €», a line each where the room is high.
fn sold(canvas: &mut Canvas, view: &View, game: &Game, room: Rect) {
    let told = canvas.words;
    let mut all =
        vec![tell::series_of(told, game), tell::cards(told, game.cards), told.money(game.face_value_cents)];
    // Upright and on 4:3 the game's number is with the count.
    if view.shape == Shape::Wide {
        all.insert(0, tell::game(told, &view.board));
    }
    let (words, lines) =
        if room.height() > 8.0 { (all.join("\n"), all.len()) } else { (all.join("  ·  "), 1) };
    let says = told.ta("played-with-says", &[("what", &all.join(", "))]);
    canvas.text(room, words, Style::medium(4.4, Token::Text2).lines(lines).says(says));
}
