//! The draw, and the question asked over it: the board and the camera stay where they are.

use egui::{Rect, pos2, vec2};

use super::grid::Table;
use super::{RING_MS, View, parts};
use crate::layout::{Set, Sheet, Token, size};

/// Balls are coming out.
pub fn draw(sheet: &mut Sheet, view: &View) -> Rect {
    let table = Table::of(view.shape);
    last_ball(sheet, view, &table);
    previous(sheet, view, &table);
    rest(sheet, view, &table, None);
    table.head
}

/// «¿Alguna línea más?»: the question stands until the desk gives the order; the window in
/// which nobody may give it runs down (DECISIONS 5).
pub fn question(sheet: &mut Sheet, view: &View) -> Rect {
    let table = Table::of(view.shape);
    let stop = view.board.stop.as_ref();
    let asked = stop.map_or((false, false), |stop| (stop.asked_line, stop.asked_bingo));
    let room = table.question;
    sheet.panel(room, 2.0, Token::Calm);
    // Capitals with an accent need room above them.
    let inner = Rect::from_min_max(room.min + vec2(3.0, 4.4), room.max - vec2(3.0, 2.0));
    let (words, below) = parts::cut(inner, inner.height() - 11.6);
    let tall = view.shape == crate::layout::Shape::Tall;
    let (text, set) = match asked {
        (_, false) if tall => ("¿ALGUNA LÍNEA MÁS?", Set::bold(size::QUESTION, Token::Text).lines(2)),
        (_, false) => ("¿ALGUNA\nLÍNEA\nMÁS?", Set::bold(size::QUESTION, Token::Text).lines(3)),
        (false, true) if tall => ("¿ALGÚN BINGO MÁS?", Set::bold(size::QUESTION, Token::Text).lines(2)),
        (false, true) => ("¿ALGÚN\nBINGO\nMÁS?", Set::bold(size::QUESTION, Token::Text).lines(3)),
        (true, true) if tall => {
            ("¿ALGUNA LÍNEA MÁS?\n¿ALGÚN BINGO MÁS?", Set::bold(8.2, Token::Text).lines(2))
        }
        (true, true) => ("¿ALGUNA\nLÍNEA MÁS?\n¿ALGÚN\nBINGO MÁS?", Set::bold(8.0, Token::Text).lines(4)),
    };
    sheet.text(words, text, set.says(text.replace('\n', " ")));
    window(sheet, view, below);
    rest(sheet, view, &table, Some(asked));
    table.head
}

/// The window of the question: what is left of it, as a bar and in seconds of the desk's clock.
fn window(sheet: &mut Sheet, view: &View, room: Rect) {
    let (line, bar) = parts::cut(room, 7.6);
    let (left, right) = parts::split(line, line.width() * 0.66);
    sheet.text(left, "Cante ahora", Set::bold(5.6, Token::Text));
    let stop = view.board.stop.as_ref();
    let window = stop.and_then(|stop| Some((stop.asked_at_utc_ms?, stop.order_from_utc_ms?)));
    let Some(((from, until), now)) = window.zip(view.now_utc_ms).filter(|((from, until), _)| until > from)
    else {
        return;
    };
    let rest_ms = (until - now).clamp(0, until - from);
    if rest_ms > 0 && !sheet.old {
        let seconds = (rest_ms + 999) / 1_000;
        let says = format!("Quedan {seconds} segundos");
        sheet.text(right, format!("{seconds} s"), Set::bold(6.8, Token::Text).least(0.58).right().says(says));
    }
    #[expect(clippy::cast_precision_loss, reason = "some seconds")]
    let part = rest_ms as f32 / (until - from) as f32;
    let middle = pos2(bar.center().x, bar.center().y);
    let bar = Rect::from_center_size(middle, vec2(bar.width(), 2.6));
    parts::bar(sheet, bar, if sheet.old { 0.0 } else { part }, Token::CalmDeep);
}

/// Camera, count, prizes and the ninety numbers.
fn rest(sheet: &mut Sheet, view: &View, table: &Table, asked: Option<(bool, bool)>) {
    parts::camera(sheet, view, table.camera);
    if let Some(game) = &view.board.game
        && !sheet.old
    {
        parts::prizes(sheet, view, game, table.line, table.bingo, asked);
    }
    // Upright and on 4:3 the count does not stand where the notice goes.
    if !sheet.old || !table.head.contains_rect(table.count) {
        parts::count(sheet, view, table.count);
    }
    parts::ninety(sheet, view, table.board);
}

fn last_ball(sheet: &mut Sheet, view: &View, table: &Table) {
    let tile = table.last;
    if view.memo.ball_ms.is_some_and(|ms| ms < RING_MS) && !sheet.old {
        sheet.panel(tile.expand(1.0), 2.8, Token::Text);
    }
    sheet.panel(tile, 2.0, Token::Now);
    let Some(ball) = view.board.announced.last() else {
        sheet.text(tile.shrink(2.0), "COMIENZA", Set::bold(size::TITLE, Token::Ink).centre());
        return;
    };
    let by_hand = view.board.by_hand.iter().any(|place| usize::from(*place) == view.board.announced.len());
    let says = format!("Última bola: {ball}{}", if by_hand { ", entrada a mano" } else { "" });
    let (room, figure) = if by_hand {
        let bar = Rect::from_min_max(pos2(tile.left() + 1.0, tile.bottom() - 7.0), tile.max - vec2(1.0, 1.0));
        sheet.panel(bar, 1.2, Token::Ink);
        let amber = if sheet.old { Token::Text } else { Token::Now };
        sheet.text(bar.shrink(0.8), "ENTRADA A MANO", Set::bold(4.6, amber).centre());
        (Rect::from_min_max(tile.min, pos2(tile.right(), bar.top())), table.figure * 0.914)
    } else {
        (tile, table.figure)
    };
    sheet.text(room, ball.to_string(), Set::bold(figure, Token::Ink).centre().says(says));
}

/// The balls before the last: oldest first, newest at the end; missing ones leave their place.
fn previous(sheet: &mut Sheet, view: &View, table: &Table) {
    let (many, in_row) = table.balls;
    let before = view.board.announced.split_last().map_or(&[][..], |(_, before)| before);
    let shown = &before[before.len().saturating_sub(many)..];
    let each = |all: f32, count: usize| all / f32::from(u8::try_from(count).expect("a few balls"));
    let wide = each(table.previous.width(), in_row);
    let high = each(table.previous.height(), many / in_row);
    let diameter = (wide - 0.5).min(high - 0.6);
    let figure = size::PREVIOUS * diameter / 9.6;
    let first = many - shown.len();
    for (place, ball) in shown.iter().enumerate() {
        let place = first + place;
        let at = |count: usize| f32::from(u8::try_from(count).expect("a few balls")) + 0.5;
        // The outer balls end flush with the tile above.
        let stretch = if in_row > 1 { (table.previous.width() - diameter) / each_gap(in_row) } else { wide };
        let x = table.previous.left() + diameter / 2.0 + stretch * (at(place % in_row) - 0.5);
        let centre = pos2(x, table.previous.top() + high * at(place / in_row));
        sheet.ball(centre, diameter / 2.0, Token::Lamp);
        let room = Rect::from_center_size(centre, vec2(diameter * 0.86, diameter));
        sheet.text(room, ball.to_string(), Set::bold(figure, Token::Ink).centre().silent());
    }
    if let [.., newest] = shown {
        sheet.aloud(table.previous, format!("Bola anterior: {newest}"));
    }
}

fn each_gap(in_row: usize) -> f32 {
    f32::from(u8::try_from(in_row - 1).expect("a few balls"))
}
