//! Between games, and closed.

use egui::{Rect, vec2};
use hall_look::words::money;
use hall_wire::board::Play;

use super::grid::Lobby;
use super::{View, parts, tell};
use crate::layout::{Item, Set, Shape, Sheet, Token, size};

/// Adverts, the clock, the last game and the next one.
pub fn idle(sheet: &mut Sheet, view: &View) -> Rect {
    let lobby = Lobby::of(view.shape);
    sheet.panel(lobby.advert, 2.0, Token::Surface);
    let name = Set::bold(14.0, Token::Text2).centre().lines(3).silent();
    sheet.text(lobby.advert.shrink(6.0), view.board.hall.clone(), name);
    if !sheet.old {
        sheet.items.push(Item::Advert { area: lobby.advert });
    }
    let head = lobby.clock.union(lobby.name);
    if !sheet.old {
        clock(sheet, view, lobby.clock);
        let set = Set::medium(size::LABEL, Token::Text2).lines(3);
        let set = if view.shape == Shape::Tall { set.centre() } else { set.right() };
        sheet.text(lobby.name, view.board.hall.clone(), set);
    }
    last_game(sheet, view, lobby.last);
    next_game(sheet, view, lobby.next);
    parts::camera(sheet, view, lobby.camera);
    head
}

fn clock(sheet: &mut Sheet, view: &View, room: Rect) {
    if let Some(now) = view.now_utc_ms {
        let hour = tell::hour(now, view.utc_offset_minutes);
        let says = format!("Hora: {hour}");
        let set = Set::bold(12.4, Token::Text).says(says);
        let set = if view.shape == Shape::Tall { set } else { set.right() };
        sheet.text(room, hour, set);
    }
}

fn last_game(sheet: &mut Sheet, view: &View, panel: Rect) {
    sheet.panel(panel, 1.2, Token::Surface);
    let inner = panel.shrink2(vec2(2.4, 2.0));
    let Some(game) = &view.board.game else {
        let words = Set::medium(size::LABEL, Token::Text2).centre().lines(4);
        sheet.text(inner, "Primera partida de la sesión", words);
        return;
    };
    let won = |play| view.board.prizes.iter().any(|prize| prize.play == play);
    let amount = |play| {
        let cents = match play {
            Play::Line => game.line_cents,
            Play::Bingo => game.bingo_cents,
        };
        if won(play) { money(cents) } else { "no cantado".to_owned() }
    };
    let title = format!("PARTIDA {}", game.game);
    let set = || Set::medium(size::LABEL, Token::Text2);
    if view.shape == Shape::Tall {
        let (head, rest) = parts::cut(inner, 5.4);
        sheet.text(head, title, set());
        let (line, bingo) = parts::split(rest, rest.width() * 0.5);
        for (room, name, play) in [(line, "Línea", Play::Line), (bingo, "Bingo", Play::Bingo)] {
            let (label, figure) = parts::cut(room, 4.6);
            let who = if won(play) {
                format!("{name}  ·  {}", tell::winners(&view.board.prizes, play))
            } else {
                name.to_owned()
            };
            sheet.text(label, who, set());
            sheet.text(figure, amount(play), Set::bold(6.4, Token::Text).together(2));
        }
        return;
    }
    let (head, rest) = parts::cut(inner, 5.0);
    sheet.text(head, title, set());
    let (line, bingo) = parts::cut(rest, rest.height() / 2.0);
    for (room, name, play) in [(line, "Línea", Play::Line), (bingo, "Bingo", Play::Bingo)] {
        let (label, room) = parts::cut(room, 4.2);
        let (figure, who) = parts::cut(room, 5.0);
        let (_, who) = parts::cut(who, 0.7);
        sheet.text(label, name, set().size(4.2));
        sheet.text(figure, amount(play), Set::bold(5.8, Token::Text).together(2));
        if won(play) {
            sheet.text(who, tell::winners(&view.board.prizes, play), set().size(4.2).least(0.95).lines(1));
        }
    }
}

fn next_game(sheet: &mut Sheet, view: &View, panel: Rect) {
    sheet.panel(panel, 1.2, Token::Raised);
    let inner = panel.shrink2(vec2(3.2, 1.6));
    if tell::is_last(view.board) {
        let words = Set::bold(size::REASON, Token::Text).centre().lines(2);
        sheet.text(inner, "Ha sido la última partida. Gracias.", words);
        return;
    }
    let next = view.board.game.as_ref().map(|game| game.game + 1);
    if let Some((next, opens)) = next.zip(view.board.next_sale_utc_ms).filter(|_| !sheet.old) {
        let (left, right) = parts::split(inner, inner.width() * 0.5);
        let label = Set::medium(size::LABEL, Token::Text2);
        let (above, below) = parts::cut(left, 5.4);
        sheet.text(above, "Próxima partida", label.clone().silent());
        let says = format!("Próxima partida: {next}");
        sheet.text(below, next.to_string(), Set::bold(11.0, Token::Text).says(says));
        let (above, below) = parts::cut(right, 5.4);
        let (words, says) = next_sale(view, opens);
        sheet.text(above, "Próxima venta", label.right().silent());
        sheet.text(below, words, Set::bold(11.0, Token::Text).least(0.5).right().says(says));
        return;
    }
    let (left, right) = parts::split(inner, inner.width() * 0.55);
    sheet.text(left, "Próxima partida", Set::medium(5.6, Token::Text2));
    let words = next.map_or_else(|| "ENSEGUIDA".to_owned(), |next| next.to_string());
    let figure =
        if next.is_some() { Set::bold(12.0, Token::Text) } else { Set::bold(size::REASON, Token::Text) };
    let says = next.map_or_else(|| "Enseguida".to_owned(), |next| format!("Próxima partida: {next}"));
    sheet.text(right, words, figure.right().says(says));
}

/// When the next sale opens: its hour, or that it is imminent.
fn next_sale(view: &View, opens: i64) -> (String, String) {
    if view.now_utc_ms.is_some_and(|now| now >= opens) {
        return ("EN BREVE".to_owned(), "Próxima venta: en breve".to_owned());
    }
    let hour = tell::hour(opens, view.utc_offset_minutes);
    let says = format!("Próxima venta: {hour}");
    (hour, says)
}

/// No session: the hall's name and the hour.
pub fn closed(sheet: &mut Sheet, view: &View) -> Rect {
    let whole = view.shape.size();
    let all = Rect::from_min_size(egui::Pos2::ZERO, whole).shrink2(vec2(8.0, 6.0));
    let (upper, lower) = parts::cut(all, all.height() * 0.62);
    let (name, words) = parts::cut(upper, upper.height() * 0.72);
    sheet.text(name, view.board.hall.clone(), Set::bold(15.0, Token::Text).centre().lines(3));
    sheet.text(words, "SALA CERRADA", Set::medium(size::TITLE, Token::Text2).centre());
    let head =
        Rect::from_center_size(lower.center(), vec2(lower.width().min(100.0), lower.height().min(18.0)));
    if let Some(now) = view.now_utc_ms
        && !sheet.old
    {
        let hour = tell::hour(now, view.utc_offset_minutes);
        let says = format!("Hora: {hour}");
        sheet.text(lower, hour, Set::bold(16.0, Token::Text).centre().says(says));
    }
    head
}
