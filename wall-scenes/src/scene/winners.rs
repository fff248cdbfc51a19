//! The game has ended: winners and shares.

use egui::{Rect, pos2, vec2};
use hall_look::text::Lang;
use hall_wire::board::{Play, Prize};

use super::grid::Grid;
use super::{View, parts, tell};
use crate::layout::{Canvas, Shape, Sign, Style, Token, size};
use crate::words::Words;

/// Winning cards per page: on 4:3 each needs two lines.
const fn each(shape: Shape) -> usize {
    match shape {
        Shape::Wide | Shape::Tall => 4,
        Shape::Classic => 3,
    }
}

/// The winners, until the next sale or until every prize is paid.
pub fn winners(canvas: &mut Canvas, view: &View) -> Rect {
    let grid = Grid::banded(view.shape);
    let Some(game) = &view.board.game else { return grid.band };
    let of = |play| view.board.prizes.iter().filter(move |prize| prize.play == play).collect::<Vec<_>>();
    let (lines, bingos) = (of(Play::Line), of(Play::Bingo));
    let words = canvas.words;
    if !canvas.old {
        if bingos.is_empty() {
            parts::band(canvas, grid.band, None, &words.t("no-bingo"), "", Token::Raised);
        } else {
            let (name, amount) = (tell::play(words, Play::Bingo), words.money(game.bingo_cents));
            parts::band(canvas, grid.band, Some(Sign::Tick), &name, &amount, Token::Ok);
        }
    }
    let (shown, page) = parts::page(words, &bingos, each(view.shape), view);
    split(canvas, view, grid.left, bingos.len(), page);
    cards(canvas, grid.right, shown);
    parts::camera(canvas, view, grid.camera);
    line(canvas, view, grid.low, &lines);
    grid.band
}

/// The number of cards sharing the bingo.
fn split(canvas: &mut Canvas, view: &View, panel: Rect, many: usize, page: Option<String>) {
    let inner = canvas.tile(panel, 1.2, Token::Surface, (3.0, 2.6));
    let (label, below) = parts::cut(inner, 5.4);
    let mut middle = below;
    if let Some(page) = page {
        let (above, low) = parts::cut(below, below.height() - 5.0);
        middle = above;
        canvas.text(low, page, Style::medium(size::LABEL, Token::Text2));
    }
    let words = canvas.words;
    match many {
        0 => {
            let balls = view.board.announced.len();
            let (figure, word) = parts::cut(below, below.height() * 0.66);
            canvas.text(label, words.t("drawn"), Style::medium(size::LABEL, Token::Text2));
            let says = words.ta("drawn-says", &[("n", &balls)]);
            canvas.text(figure, balls.to_string(), Style::bold(14.0, Token::Text).centre().says(says));
            let balls = words.ta("drawn-balls", &[("n", &balls)]);
            canvas.text(word, balls, Style::bold(6.2, Token::Text).centre().silent());
        }
        1 => {
            let one = Style::bold(size::TITLE, Token::Text).centre().lines(2);
            canvas.text(middle.union(label), words.t("won-by-one"), one);
        }
        _ => {
            canvas.text(label, words.t("shared"), Style::medium(size::LABEL, Token::Text2));
            let (figure, word) = parts::cut(middle, middle.height() * 0.66);
            let says = words.ta("shared-says", &[("n", &many)]);
            canvas.text(figure, many.to_string(), Style::bold(14.0, Token::Text).centre().says(says));
            canvas.text(word, words.t("shared-cards"), Style::bold(6.2, Token::Text).centre().silent());
        }
    }
}

fn cards(canvas: &mut Canvas, room: Rect, prizes: &[&Prize]) {
    let many = f32::from(u8::try_from(prizes.len().max(1)).expect("four at most"));
    let high = (room.height() - (many - 1.0)) / many;
    if prizes.is_empty() {
        canvas.panel(room, 1.2, Token::Raised);
        parts::nothing(canvas, room, "no-bingo-then");
        return;
    }
    for (place, prize) in (0u8..).zip(prizes) {
        let top = room.top() + f32::from(place) * (high + 1.0);
        card(canvas, Rect::from_min_size(pos2(room.left(), top), vec2(room.width(), high)), prize);
    }
}

/// One winning card: number, series and share.
fn card(canvas: &mut Canvas, row: Rect, prize: &Prize) {
    let inner = canvas.tile(row, 1.2, Token::Raised, (3.0, 0.8));
    let high = row.height();
    let (left, right) = parts::split(inner, inner.width() * if high >= 10.0 { 0.52 } else { 0.66 });
    let words = canvas.words;
    let series = tell::series(words, &prize.card.series);
    let number = tell::card(words, prize.card.card);
    if high >= 10.0 {
        let (first, second) = if high >= 13.0 { (6.8, size::LABEL) } else { (4.8, size::SMALLEST) };
        let middle = row.center().y;
        let upper = left.with_min_y(middle - first * 0.92).with_max_y(middle + first * 0.08);
        let under = middle + first * 0.2;
        let lower = left.with_min_y(under).with_max_y(under + second);
        canvas.text(upper, number, Style::bold(first, Token::Text).together(2));
        canvas.text(lower, series, Style::medium(second, Token::Text2).together(3));
    } else {
        // What is before the numbers: «Cartón» and «Serie», or «Card» and «Series».
        let part = match words.lang() {
            Lang::Es => 0.51,
            Lang::En => 0.45,
        };
        let (first, second) = parts::split(left, left.width() * part);
        canvas.text(first, number, Style::bold(5.0, Token::Text).together(2));
        canvas.text(second, series, Style::medium(size::LABEL, Token::Text2).together(3));
    }
    let figure = Style::bold(size::AMOUNT.min(high * 0.9), Token::Text).least(0.5).right().together(4);
    canvas.text(right, words.money(prize.amount_cents), figure);
}

/// What became of the line.
fn line(canvas: &mut Canvas, view: &View, panel: Rect, lines: &[&Prize]) {
    let inner = canvas.tile(panel, 1.2, Token::Surface, (3.0, 2.6));
    let (label, rest) = parts::cut(inner, 6.0);
    let (middle, low) = parts::cut(rest, rest.height() * 0.56);
    let told = canvas.words;
    canvas.text(low, thanks(told, view), Style::medium(size::LABEL, Token::Text2).lines(2));
    let Some(first) = lines.first() else {
        canvas.text(label, tell::play(told, Play::Line), Style::medium(size::LABEL, Token::Text2));
        canvas.text(middle, told.t("no-line"), Style::bold(6.8, Token::Text2));
        return;
    };
    let (left, right) = parts::split(middle, middle.width() * 0.58);
    let (head, words) = match lines.len() {
        1 => (tell::play(told, Play::Line), tell::card(told, first.card.card)),
        many => (told.t("line-each"), told.ta("cards", &[("n", &many), ("count", &many)])),
    };
    canvas.text(label, head, Style::medium(size::LABEL, Token::Text2));
    canvas.text(left, words, Style::bold(6.8, Token::Text));
    let amount = told.money(first.amount_cents);
    let says = told.ta("line-says", &[("money", &amount)]);
    canvas.text(right, amount, Style::bold(size::TITLE, Token::Text).least(0.5).right().says(says));
}

/// The last sentence: the remainder of the division, or what happens next.
fn thanks(words: &Words, view: &View) -> String {
    if view.board.rest_cents > 0 {
        return words.ta("rest", &[("money", &words.money(view.board.rest_cents))]);
    }
    if tell::is_last(&view.board) {
        return words.t("thanks");
    }
    match view.board.next_sale_utc_ms.zip(view.now_utc_ms) {
        Some((opens, now)) if now < opens => {
            words.ta("next-sale-at", &[("hour", &tell::hour(opens, view.utc_offset_minutes))])
        }
        Some(_) | None => words.t("cards-back"),
    }
}
