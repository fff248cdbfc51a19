//! Cards are on sale.

use egui::{Rect, vec2};
use hall_wire::board::Play;

use super::grid::Grid;
use super::{View, parts, tell};
use crate::layout::{Canvas, SHRINK, Shape, Style, Token, size};

/// Price, cards sold, growing prizes, previous winners, and when the sale closes.
pub fn sale(canvas: &mut Canvas, view: &View) -> Rect {
    let grid = Grid::titled(view.shape);
    let Some(game) = &view.board.game else { return grid.title };
    if !canvas.old {
        let words = canvas.words;
        let right = if tell::is_last(&view.board) { "sale-of-last" } else { "sale-of" };
        let (name, series) = (tell::game(words, &view.board), tell::series_of(words, game));
        let right = words.ta(right, &[("game", &name), ("series", &series)]);
        parts::title(canvas, grid.title, &words.t("sale"), &right);
    }
    // Upright the price gives some height to the winners.
    let (price_room, right) = if view.shape == Shape::Tall {
        let (above, below) = parts::cut(grid.both, 22.0);
        (above, parts::below(below, 2.4))
    } else {
        (grid.left, grid.right)
    };
    price(canvas, price_room, game.face_value_cents);
    let right = winners_before(canvas, view, right);
    let (line, bingo) = parts::split(right, (right.width() - 1.0) / 2.0);
    // No figures are invented while the board has none.
    if let Some(figures) = &view.board.so_far {
        growing(canvas, line, Play::Line, figures.line_cents);
        growing(canvas, bingo, Play::Bingo, figures.bingo_cents);
    }
    parts::camera(canvas, view, grid.camera);
    let (sold, closes) = parts::split(grid.low, grid.low.width() * 0.4);
    sold_so_far(canvas, sold, game.cards);
    closing(canvas, view, closes.with_min_x(closes.left() + 1.0));
    grid.title
}

/// The winners of the previous game, at the foot of a room; returns the rest of it.
pub fn winners_before(canvas: &mut Canvas, view: &View, room: Rect) -> Rect {
    let Some(last) = &view.board.last else { return room };
    let told = canvas.words;
    // In a narrow room each amount has its own line.
    let narrow = room.width() < 90.0;
    let (rest, row) = parts::cut(room, room.height() - if narrow { 23.0 } else { 15.0 });
    let inner = canvas.tile(parts::below(row, 2.0), 1.2, Token::Surface, (2.4, 1.5));
    let (line, bingo) = parts::split(inner, (inner.width() - 3.0) / 2.0);
    let bingo = bingo.with_min_x(bingo.left() + 2.0);
    for (room, name, play, cents) in [
        (line, "line-before", Play::Line, last.line_cents),
        (bingo, "bingo-before", Play::Bingo, last.bingo_cents),
    ] {
        let won = last.prizes.iter().any(|prize| prize.play == play);
        let (name, amount) = (told.t(name), told.money(cents));
        let (label, below) = parts::cut(room, 4.6);
        let who = if narrow {
            let (figure, who) = parts::cut(below, 5.6);
            canvas.text(label, name, Style::medium(4.4, Token::Text2));
            if won {
                canvas.text(figure, amount, Style::bold(5.0, Token::Text).together(5));
            }
            who
        } else {
            let words =
                if won { told.ta("before-won", &[("prize", &name), ("money", &amount)]) } else { name };
            canvas.text(label, words, Style::medium(4.4, Token::Text2).least(0.9).together(5));
            below
        };
        let (size, lines) = if narrow { (4.4, 2) } else { (5.6, 1) };
        let style = Style::bold(size, Token::Text).lines(lines).together(6);
        canvas.text(who, tell::winners(told, &last.prizes, play), style);
    }
    rest
}

/// A prize for the cards sold so far.
fn growing(canvas: &mut Canvas, panel: Rect, play: Play, cents: u64) {
    canvas.panel(panel, 2.0, Token::Raised);
    let narrow = panel.width() < 44.0;
    let inner = panel.shrink2(vec2(3.0, if narrow { 1.6 } else { 2.4 }));
    let (label, below) = parts::cut(inner, if narrow { 5.0 } else { 6.6 });
    let (name_room, so_far, figure) = if narrow {
        let (figure, so_far) = parts::cut(below, below.height() - 4.0);
        (label, so_far.translate(vec2(0.0, 0.3)), figure)
    } else {
        let (name_room, so_far) = parts::split(label, label.width() * 0.5);
        (name_room, so_far, below)
    };
    let (name_size, quiet) = if narrow {
        (size::LABEL, Style::medium(4.0, Token::Text2))
    } else {
        (size::SENTENCE, Style::medium(size::LABEL, Token::Text2).right())
    };
    let words = canvas.words;
    let (name, amount) = (tell::play(words, play), words.money(cents));
    let says = words.ta("so-far-says", &[("prize", &name), ("money", &amount)]);
    canvas.text(name_room, name, Style::bold(name_size, Token::Text2).silent());
    canvas.text(so_far, words.t("so-far"), quiet.silent());
    let set = Style::bold(size::PRIZES, Token::Text).least(0.3).together(1).says(says);
    canvas.text(figure, amount, set);
}

fn sold_so_far(canvas: &mut Canvas, panel: Rect, cards: u32) {
    let inner = canvas.tile(panel, 1.2, Token::Surface, (2.6, 2.6));
    let (label, figure) = parts::cut(inner, 10.0);
    let words = canvas.words;
    canvas.text(label, words.t("sold-lines"), Style::medium(size::LABEL, Token::Text2).lines(2).silent());
    let many = words.count(u64::from(cards));
    let says = words.ta("sold-says", &[("count", &many)]);
    canvas.text(figure, many, Style::bold(14.0, Token::Text).least(0.5).says(says));
}

/// When the sale is planned to close; informative only.
fn closing(canvas: &mut Canvas, view: &View, panel: Rect) {
    let inner = canvas.tile(panel, 1.2, Token::Surface, (3.0, 2.6));
    let told = canvas.words;
    let times = view.board.sale_closes_utc_ms.zip(view.now_utc_ms).filter(|_| !canvas.old);
    let Some((closes, now)) = times else {
        let (head, below) = parts::cut(inner, inner.height() * 0.56);
        canvas.text(head, told.t("sale-open"), Style::bold(size::TITLE, Token::Text).lines(2));
        let buy = Style::medium(size::LABEL, Token::Text2).lines(2);
        canvas.text(below, told.t("sale-open-do"), buy);
        return;
    };
    if closes <= now {
        let soon = Style::bold(size::REASON, Token::Text).lines(3);
        canvas.text(inner, told.t("sale-closing"), soon);
        return;
    }
    let (label, figure) = parts::cut(inner, 5.4);
    let hour = tell::hour(closes, view.utc_offset_minutes);
    let words = told.ta("sale-closes", &[("hour", &hour)]);
    canvas.text(label, words, Style::medium(size::LABEL, Token::Text2));
    let words = tell::countdown(closes - now);
    let says = told.ta("sale-closes-says", &[("left", &words)]);
    canvas.text(figure, words, Style::bold(size::COUNTDOWN, Token::Text).least(0.5).centre().says(says));
}

fn price(canvas: &mut Canvas, panel: Rect, cents: u64) {
    let inner = canvas.tile(panel, 2.0, Token::Now, (3.0, 3.0));
    let (label, figure) = parts::cut(inner, 7.4);
    let (words, amount) = (canvas.words, canvas.words.money(cents));
    canvas.text(label, words.t("each-card"), Style::bold(5.4, Token::Ink));
    let says = words.ta("each-card-says", &[("money", &amount)]);
    // Where it has no space it cannot break, and shrinks further.
    let least = if amount.contains(' ') { SHRINK } else { 0.6 };
    canvas.text(figure, amount, Style::bold(size::PRICE, Token::Ink).least(least).centre().says(says));
}
