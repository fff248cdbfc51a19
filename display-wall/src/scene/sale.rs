//! Cards are on sale.

use egui::{Rect, vec2};
use hall_look::words::{count, money};
use hall_wire::board::Play;

use super::grid::Grid;
use super::{View, parts, tell};
use crate::layout::{Set, Shape, Sheet, Token, size};

/// Price, cards sold, growing prizes, previous winners, and when the sale closes.
pub fn sale(sheet: &mut Sheet, view: &View) -> Rect {
    let grid = Grid::titled(view.shape);
    let Some(game) = &view.board.game else { return grid.title };
    if !sheet.old {
        let last = if tell::is_last(view.board) { " · última" } else { "" };
        let right = format!("Partida {}{last}  ·  {}", game.game, tell::series_of(game));
        parts::title(sheet, grid.title, "VENTA DE CARTONES", &right);
    }
    // Upright the price gives some height to the winners.
    let (price_room, right) = if view.shape == Shape::Tall {
        let (above, below) = parts::cut(grid.both, 22.0);
        (above, Rect::from_min_max(below.min + vec2(0.0, 2.4), below.max))
    } else {
        (grid.left, grid.right)
    };
    price(sheet, price_room, game.face_value_cents);
    let right = winners_before(sheet, view, right);
    let (line, bingo) = parts::split(right, (right.width() - 1.0) / 2.0);
    // No figures are invented while the board has none.
    if let Some(figures) = &view.board.so_far {
        growing(sheet, line, "LÍNEA", figures.line_cents);
        growing(sheet, bingo, "BINGO", figures.bingo_cents);
    }
    parts::camera(sheet, view, grid.camera);
    let (sold, closes) = parts::split(grid.low, grid.low.width() * 0.4);
    sold_so_far(sheet, sold, game.cards);
    closing(sheet, view, Rect::from_min_max(closes.min + vec2(1.0, 0.0), closes.max));
    grid.title
}

/// The winners of the previous game, at the foot of a room; returns the rest of it.
pub fn winners_before(sheet: &mut Sheet, view: &View, room: Rect) -> Rect {
    let Some(last) = &view.board.last else { return room };
    // In a narrow room each amount has its own line.
    let narrow = room.width() < 90.0;
    let (rest, row) = parts::cut(room, room.height() - if narrow { 23.0 } else { 15.0 });
    let row = Rect::from_min_max(row.min + vec2(0.0, 2.0), row.max);
    sheet.panel(row, 1.2, Token::Surface);
    let inner = row.shrink2(vec2(2.4, 1.5));
    let (line, bingo) = parts::split(inner, (inner.width() - 3.0) / 2.0);
    let bingo = Rect::from_min_max(bingo.min + vec2(2.0, 0.0), bingo.max);
    for (room, name, play, cents) in [
        (line, "Línea anterior", Play::Line, last.line_cents),
        (bingo, "Bingo anterior", Play::Bingo, last.bingo_cents),
    ] {
        let won = last.prizes.iter().any(|prize| prize.play == play);
        let (label, below) = parts::cut(room, 4.6);
        let who = if narrow {
            let (figure, who) = parts::cut(below, 5.6);
            sheet.text(label, name, Set::medium(4.4, Token::Text2));
            if won {
                sheet.text(figure, money(cents), Set::bold(5.0, Token::Text).together(5));
            }
            who
        } else {
            let words = if won { format!("{name}: {}", money(cents)) } else { name.to_owned() };
            sheet.text(label, words, Set::medium(4.4, Token::Text2).least(0.9).together(5));
            below
        };
        let size = if narrow { 4.4 } else { 5.6 };
        let lines = if narrow { 2 } else { 1 };
        sheet.text(
            who,
            tell::winners(&last.prizes, play),
            Set::bold(size, Token::Text).lines(lines).together(6),
        );
    }
    rest
}

/// A prize for the cards sold so far.
fn growing(sheet: &mut Sheet, panel: Rect, name: &str, cents: u64) {
    sheet.panel(panel, 2.0, Token::Raised);
    let narrow = panel.width() < 44.0;
    let inner = panel.shrink2(vec2(3.0, if narrow { 1.6 } else { 2.4 }));
    let (label, below) = parts::cut(inner, if narrow { 5.0 } else { 6.6 });
    let (name_room, so_far, figure) = if narrow {
        let (figure, so_far) = parts::cut(below, below.height() - 4.0);
        (label, so_far, figure)
    } else {
        let (name_room, so_far) = parts::split(label, label.width() * 0.5);
        (name_room, so_far, below)
    };
    let (name_size, quiet) = if narrow {
        (size::LABEL, Set::medium(4.0, Token::Text2))
    } else {
        (size::SENTENCE, Set::medium(size::LABEL, Token::Text2).right())
    };
    sheet.text(name_room, name, Set::bold(name_size, Token::Text2).silent());
    sheet.text(so_far, "por ahora", quiet.silent());
    let says = format!("{name} por ahora: {}", money(cents));
    let set = Set::bold(size::PRIZES, Token::Text).least(0.3).together(1).says(says);
    sheet.text(figure, money(cents), set);
}

fn sold_so_far(sheet: &mut Sheet, panel: Rect, cards: u32) {
    sheet.panel(panel, 1.2, Token::Surface);
    let inner = panel.shrink2(vec2(2.6, 2.6));
    let (label, figure) = parts::cut(inner, 10.0);
    sheet.text(label, "CARTONES\nVENDIDOS", Set::medium(size::LABEL, Token::Text2).lines(2).silent());
    let many = count(u64::from(cards));
    let says = format!("Cartones vendidos: {many}");
    sheet.text(figure, many, Set::bold(14.0, Token::Text).least(0.5).says(says));
}

/// When the sale is planned to close; informative only.
fn closing(sheet: &mut Sheet, view: &View, panel: Rect) {
    sheet.panel(panel, 1.2, Token::Surface);
    let inner = panel.shrink2(vec2(3.0, 2.6));
    let left = view.board.sale_closes_utc_ms.zip(view.now_utc_ms).filter(|_| !sheet.old);
    let Some((closes, left)) = left.map(|(closes, now)| (closes, closes - now)) else {
        let (head, below) = parts::cut(inner, inner.height() * 0.56);
        sheet.text(head, "VENTA ABIERTA", Set::bold(size::TITLE, Token::Text).lines(2));
        let buy = Set::medium(size::LABEL, Token::Text2).lines(2);
        sheet.text(below, "Compre sus cartones al vendedor.", buy);
        return;
    };
    if left <= 0 {
        let soon = Set::bold(size::REASON, Token::Text).lines(3);
        sheet.text(inner, "La venta se cierra en un momento.", soon);
        return;
    }
    let (label, figure) = parts::cut(inner, 5.4);
    let hour = tell::hour(closes, view.utc_offset_minutes);
    let words = format!("Cierre a las {hour}");
    sheet.text(label, words, Set::medium(size::LABEL, Token::Text2));
    let words = tell::countdown(left);
    let says = format!("La venta se cierra en {words}");
    sheet.text(figure, words, Set::bold(size::COUNTDOWN, Token::Text).least(0.5).centre().says(says));
}

fn price(sheet: &mut Sheet, panel: Rect, cents: u64) {
    sheet.panel(panel, 2.0, Token::Now);
    let inner = panel.shrink2(vec2(3.0, 3.0));
    let (label, figure) = parts::cut(inner, 7.4);
    sheet.text(label, "CADA CARTÓN", Set::bold(5.4, Token::Ink));
    let says = format!("Cada cartón: {}", money(cents));
    sheet.text(figure, money(cents), Set::bold(size::PRICE, Token::Ink).centre().says(says));
}
