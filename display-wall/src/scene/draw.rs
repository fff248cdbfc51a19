//! The draw, and the question asked over it; board and camera stay in place.

use egui::{Rect, pos2, vec2};

use hall_look::words::{count, money};
use hall_wire::board::Game;

use super::grid::{Balls, Table};
use super::{RING_MS, Slot, View, parts, tell};
use crate::layout::{Set, Shape, Sheet, Token, size};

/// Balls are being drawn.
pub fn draw(sheet: &mut Sheet, view: &View) -> Rect {
    let table = Table::of(view.shape, view.camera != Slot::Off);
    last_ball(sheet, view, &table);
    let before = view.board.announced.split_last().map_or(&[][..], |(_, before)| before);
    parts::balls(sheet, &table.previous, before, false);
    if let Some(older) = &table.older {
        let shown = before.len().saturating_sub(table.previous.many);
        parts::balls(sheet, older, &before[..shown], false);
    }
    if view.camera != Slot::Off {
        parts::camera(sheet, view, table.camera);
    }
    rest(sheet, view, &table, None);
    table.head
}

/// The camera, or the balls in its place when their tile is covered.
pub fn camera_or_balls(sheet: &mut Sheet, view: &View, camera: Rect, instead: &Balls) {
    if view.camera == Slot::Off {
        parts::balls(sheet, instead, &view.board.announced, true);
    } else {
        parts::camera(sheet, view, camera);
    }
}

/// «¿Alguna línea más?»: shown until the order to go on; the bar is the time during which that may not be given
/// (DECISIONS 5).
pub fn question(sheet: &mut Sheet, view: &View) -> Rect {
    let table = Table::of(view.shape, view.camera != Slot::Off);
    let stop = view.board.stop.as_ref();
    let asked = stop.map_or((false, false), |stop| (stop.asked_line, stop.asked_bingo));
    let room = table.question;
    sheet.panel(room, 2.0, Token::Calm);
    // Room for accents on capitals.
    let inner = Rect::from_min_max(room.min + vec2(3.0, 4.4), room.max - vec2(3.0, 2.0));
    let (words, below) = parts::cut(inner, inner.height() - 11.6);
    let tall = view.shape == Shape::Tall;
    let set = |lines| {
        Set::bold(size::QUESTION * if room.width() < 40.0 { 0.66 } else { 1.0 }, Token::Text).lines(lines)
    };
    let (text, set) = match asked {
        (_, false) if tall => ("¿ALGUNA LÍNEA MÁS?", set(2)),
        (_, false) => ("¿ALGUNA\nLÍNEA\nMÁS?", set(3)),
        (false, true) if tall => ("¿ALGÚN BINGO MÁS?", set(2)),
        (false, true) => ("¿ALGÚN\nBINGO\nMÁS?", set(3)),
        (true, true) if tall => {
            ("¿ALGUNA LÍNEA MÁS?\n¿ALGÚN BINGO MÁS?", Set::bold(8.2, Token::Text).lines(2))
        }
        (true, true) if room.width() < 40.0 => {
            ("¿ALGUNA\nLÍNEA MÁS?\n¿ALGÚN\nBINGO MÁS?", Set::bold(5.4, Token::Text).lines(4))
        }
        (true, true) => ("¿ALGUNA\nLÍNEA MÁS?\n¿ALGÚN\nBINGO MÁS?", Set::bold(8.0, Token::Text).lines(4)),
    };
    sheet.text(words, text, set.says(text.replace('\n', " ")));
    window(sheet, view, below);
    camera_or_balls(sheet, view, table.camera, &table.instead);
    rest(sheet, view, &table, Some(asked));
    table.head
}

/// Time left of the question, as a bar and in seconds of the desk's clock.
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

/// Count, prizes, cards sold and the ninety numbers.
pub fn rest(sheet: &mut Sheet, view: &View, table: &Table, asked: Option<(bool, bool)>) {
    if let Some(game) = &view.board.game
        && !sheet.old
    {
        parts::prizes(sheet, view, game, table.line, table.bingo, asked);
        sold(sheet, view, game, table.sold);
    }
    // Upright and on 4:3 the count would be under the notice.
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
        let words = if bar.width() < 40.0 { "A MANO" } else { "ENTRADA A MANO" };
        sheet.text(bar.shrink(0.8), words, Set::bold(4.6, amber).centre().says("ENTRADA A MANO"));
        (Rect::from_min_max(tile.min, pos2(tile.right(), bar.top())), table.figure * 0.914)
    } else {
        (tile, table.figure)
    };
    sheet.text(room, ball.to_string(), Set::bold(figure, Token::Ink).centre().says(says));
}

/// Series, cards and price: «Serie A 17 · 318 cartones · 2,00 €», a line each where the room is high.
fn sold(sheet: &mut Sheet, view: &View, game: &Game, room: Rect) {
    let series = tell::series_of(game);
    let word = if game.cards == 1 { "cartón" } else { "cartones" };
    let cards = format!("{} {word}", count(u64::from(game.cards)));
    let mut all = vec![series, cards, money(game.face_value_cents)];
    let high = room.height() > 8.0;
    // Upright and on 4:3 the game's number is with the count.
    if view.shape == Shape::Wide {
        all.insert(0, format!("Partida {}", game.game));
    }
    let (words, lines) = if high { (all.join("\n"), all.len()) } else { (all.join("  ·  "), 1) };
    let says = format!("Se juega con: {}", all.join(", "));
    sheet.text(room, words, Set::medium(4.4, Token::Text2).lines(lines).says(says));
}
