//! The game has ended: winners and shares.

use egui::{Rect, pos2, vec2};
use hall_look::words::money;
use hall_wire::board::{Play, Prize};

use super::grid::Grid;
use super::{View, parts, tell};
use crate::layout::{Set, Shape, Sheet, Sign, Token, size};

/// Winning cards per page: on 4:3 each needs two lines.
const fn each(shape: Shape) -> usize {
    match shape {
        Shape::Wide | Shape::Tall => 4,
        Shape::Classic => 3,
    }
}

/// The winners, until the next sale or until every prize is paid.
pub fn winners(sheet: &mut Sheet, view: &View) -> Rect {
    let grid = Grid::banded(view.shape);
    let Some(game) = &view.board.game else { return grid.band };
    let of = |play| view.board.prizes.iter().filter(move |prize| prize.play == play).collect::<Vec<_>>();
    let (lines, bingos) = (of(Play::Line), of(Play::Bingo));
    if !sheet.old {
        if bingos.is_empty() {
            parts::band(sheet, grid.band, None, "BINGO NO CANTADO", "", Token::Raised);
        } else {
            parts::band(sheet, grid.band, Some(Sign::Tick), "BINGO", &money(game.bingo_cents), Token::Ok);
        }
    }
    let (shown, page) = parts::page(&bingos, each(view.shape), view);
    split(sheet, view, grid.left, bingos.len(), page);
    cards(sheet, grid.right, shown);
    parts::camera(sheet, view, grid.camera);
    line(sheet, view, grid.low, &lines);
    grid.band
}

/// The number of cards sharing the bingo.
fn split(sheet: &mut Sheet, view: &View, panel: Rect, many: usize, page: Option<String>) {
    sheet.panel(panel, 1.2, Token::Surface);
    let inner = panel.shrink2(vec2(3.0, 2.6));
    let (label, below) = parts::cut(inner, 5.4);
    let (middle, low) = match &page {
        None => (below, None),
        Some(_) => {
            let (middle, low) = parts::cut(below, below.height() - 5.0);
            (middle, Some(low))
        }
    };
    match many {
        0 => {
            let balls = view.board.announced.len();
            let (figure, word) = parts::cut(below, below.height() * 0.66);
            sheet.text(label, "HAN SALIDO", Set::medium(size::LABEL, Token::Text2));
            let says = format!("Han salido {balls} bolas");
            sheet.text(figure, balls.to_string(), Set::bold(14.0, Token::Text).centre().says(says));
            sheet.text(word, "bolas", Set::bold(6.2, Token::Text).centre().silent());
        }
        1 => {
            sheet.text(
                middle.union(label),
                "UN CARTÓN",
                Set::bold(size::TITLE, Token::Text).centre().lines(2),
            );
        }
        _ => {
            sheet.text(label, "SE REPARTE ENTRE", Set::medium(size::LABEL, Token::Text2));
            let (figure, word) = parts::cut(middle, middle.height() * 0.66);
            let says = format!("Se reparte entre {many} cartones");
            sheet.text(figure, many.to_string(), Set::bold(14.0, Token::Text).centre().says(says));
            sheet.text(word, "cartones", Set::bold(6.2, Token::Text).centre().silent());
        }
    }
    if let Some((low, page)) = low.zip(page) {
        sheet.text(low, page, Set::medium(size::LABEL, Token::Text2));
    }
}

fn cards(sheet: &mut Sheet, room: Rect, prizes: &[&Prize]) {
    let many = f32::from(u8::try_from(prizes.len().max(1)).expect("four at most"));
    let high = (room.height() - (many - 1.0)) / many;
    if prizes.is_empty() {
        sheet.panel(room, 1.2, Token::Raised);
        let none = Set::medium(size::SENTENCE, Token::Text2).centre().lines(2);
        sheet.text(room.shrink(3.0), "Nadie ha cantado bingo.", none);
        return;
    }
    for (place, prize) in (0u8..).zip(prizes) {
        let top = room.top() + f32::from(place) * (high + 1.0);
        card(sheet, Rect::from_min_size(pos2(room.left(), top), vec2(room.width(), high)), prize);
    }
}

/// One winning card: number, series and share.
fn card(sheet: &mut Sheet, row: Rect, prize: &Prize) {
    sheet.panel(row, 1.2, Token::Raised);
    let inner = row.shrink2(vec2(3.0, 0.8));
    let high = row.height();
    let (left, right) = parts::split(inner, inner.width() * if high >= 10.0 { 0.52 } else { 0.66 });
    let series = format!("Serie {}", tell::series(&prize.card.series));
    let number = format!("Cartón {}", prize.card.card);
    if high >= 10.0 {
        let (first, second) = if high >= 13.0 { (6.8, size::LABEL) } else { (4.8, size::SMALLEST) };
        let middle = row.center().y;
        let upper = Rect::from_min_max(
            pos2(left.left(), middle - first * 0.92),
            pos2(left.right(), middle + first * 0.08),
        );
        let lower = Rect::from_min_max(
            pos2(left.left(), middle + first * 0.2),
            pos2(left.right(), middle + first * 0.2 + second),
        );
        sheet.text(upper, number, Set::bold(first, Token::Text).together(2));
        sheet.text(lower, series, Set::medium(second, Token::Text2).together(3));
    } else {
        let (first, second) = parts::split(left, left.width() * 0.51);
        sheet.text(first, number, Set::bold(5.0, Token::Text).together(2));
        sheet.text(second, series, Set::medium(size::LABEL, Token::Text2).together(3));
    }
    let figure = size::AMOUNT.min(high * 0.9);
    sheet.text(
        right,
        money(prize.amount_cents),
        Set::bold(figure, Token::Text).least(0.5).right().together(4),
    );
}

/// What became of the line.
fn line(sheet: &mut Sheet, view: &View, panel: Rect, lines: &[&Prize]) {
    sheet.panel(panel, 1.2, Token::Surface);
    let inner = panel.shrink2(vec2(3.0, 2.6));
    let (label, rest) = parts::cut(inner, 6.0);
    let (middle, low) = parts::cut(rest, rest.height() * 0.56);
    let Some(first) = lines.first() else {
        sheet.text(label, "LÍNEA", Set::medium(size::LABEL, Token::Text2));
        sheet.text(middle, "No cantada", Set::bold(6.8, Token::Text2));
        sheet.text(low, thanks(view), Set::medium(size::LABEL, Token::Text2).lines(2));
        return;
    };
    let (left, right) = parts::split(middle, middle.width() * 0.58);
    let words = match lines.len() {
        1 => format!("Cartón {}", first.card.card),
        many => tell::cards(many),
    };
    let head = if lines.len() == 1 { "LÍNEA" } else { "LÍNEA, A CADA UNO" };
    sheet.text(label, head, Set::medium(size::LABEL, Token::Text2));
    sheet.text(left, words, Set::bold(6.8, Token::Text));
    let says = format!("Línea: {}", money(first.amount_cents));
    sheet.text(
        right,
        money(first.amount_cents),
        Set::bold(size::TITLE, Token::Text).least(0.5).right().says(says),
    );
    sheet.text(low, thanks(view), Set::medium(size::LABEL, Token::Text2).lines(2));
}

/// The last sentence: the remainder of the division, or what happens next.
fn thanks(view: &View) -> String {
    if view.board.rest_cents > 0 {
        return format!("Resto sin repartir: {}", money(view.board.rest_cents));
    }
    if tell::is_last(view.board) {
        return "Última partida. Gracias por su visita.".to_owned();
    }
    match view.board.next_sale_utc_ms.zip(view.now_utc_ms) {
        Some((opens, now)) if now < opens => {
            format!("Próxima venta a las {}.", tell::hour(opens, view.utc_offset_minutes))
        }
        Some(_) | None => "Se recogen los cartones en las mesas.".to_owned(),
    }
}
