//! Between games, and closed.

use egui::{Rect, vec2};
use hall_wire::board::Play;

use super::grid::Lobby;
use super::{View, follow, parts, tell};
use crate::layout::{Canvas, Element, Shape, Style, Token, size};

/// Adverts, the way to follow on a phone, the clock, the last game and the next one.
pub fn idle(canvas: &mut Canvas, view: &View) -> Rect {
    let mut lobby = Lobby::of(view.shape);
    if follow::leads(view, canvas.old) {
        let (advert, code) = follow::share(view, lobby.advert);
        lobby.advert = advert;
        follow::tile(canvas, view, code);
    }
    canvas.panel(lobby.advert, 2.0, Token::Surface);
    let head = lobby.clock.union(lobby.name);
    advert(canvas, view, lobby.advert);
    if !canvas.old {
        let time = Style::bold(12.4, Token::Text);
        let name = Style::medium(size::LABEL, Token::Text2).lines(3);
        let tall = view.shape == Shape::Tall;
        let (time, name) = if tall { (time, name.centre()) } else { (time.right(), name.right()) };
        clock(canvas, view, lobby.clock, time);
        canvas.text(lobby.name, view.board.hall.clone(), name);
    }
    last_game(canvas, view, lobby.last);
    next_game(canvas, view, lobby.next);
    parts::camera(canvas, view, lobby.camera);
    head
}

/// A notice, an advert, or the hall's name.
fn advert(canvas: &mut Canvas, view: &View, mut room: Rect) {
    // Beside the code there is less room for words.
    let narrow = room.width().min(room.height() * 1.5) < 60.0;
    match view.screen.notice.as_ref().filter(|_| !canvas.old) {
        Some(notice) => {
            let words = if notice.pictured {
                let (picture, words) = parts::cut(room, room.height() * 0.62);
                room = picture;
                words.shrink2(vec2(4.0, 2.0))
            } else {
                room.shrink2(vec2(5.0, 5.0))
            };
            let large = if narrow || notice.pictured { size::REASON } else { 11.0 };
            let style = Style::bold(large, Token::Text).least(size::SMALLEST / large).centre().lines(7);
            canvas.text(words, notice.text.to_string(), style);
        }
        None => {
            let name = Style::bold(if narrow { 7.0 } else { 14.0 }, Token::Text2).centre().lines(3).silent();
            canvas.text(room.shrink(6.0), view.board.hall.clone(), name);
        }
    }
    if !canvas.old {
        canvas.items.push(Element::Advert { area: room });
    }
}

fn clock(canvas: &mut Canvas, view: &View, room: Rect, style: Style) {
    if let Some(now) = view.now_utc_ms.filter(|_| !canvas.old) {
        let hour = tell::hour(now, view.utc_offset_minutes);
        let says = canvas.words.ta("hour-says", &[("hour", &hour)]);
        canvas.text(room, hour, style.says(says));
    }
}

fn last_game(canvas: &mut Canvas, view: &View, panel: Rect) {
    let inner = canvas.tile(panel, 1.2, Token::Surface, (2.4, 2.0));
    let Some(game) = &view.board.game else {
        let words = Style::medium(size::LABEL, Token::Text2).centre().lines(4);
        canvas.text(inner, canvas.words.t("idle-first"), words);
        return;
    };
    let told = canvas.words;
    let quiet = |size| Style::medium(size, Token::Text2);
    let tall = view.shape == Shape::Tall;
    let (head, rest) = parts::cut(inner, if tall { 5.4 } else { 5.0 });
    canvas.text(head, told.ta("game-capitals", &[("game", &game.game)]), quiet(size::LABEL));
    let (line, bingo) =
        if tall { parts::split(rest, rest.width() * 0.5) } else { parts::cut(rest, rest.height() / 2.0) };
    for (room, name, play, cents) in
        [(line, "line", Play::Line, game.line_cents), (bingo, "bingo", Play::Bingo, game.bingo_cents)]
    {
        let won = view.board.prizes.iter().any(|prize| prize.play == play);
        let name = told.t(name);
        let amount = if won { told.money(cents) } else { told.t("nobody-won-yet") };
        let winners = tell::winners(told, &view.board.prizes, play);
        if tall {
            let (label, figure) = parts::cut(room, 4.6);
            let label_words = if won { format!("{name}  ·  {winners}") } else { name };
            canvas.text(label, label_words, quiet(size::LABEL));
            canvas.text(figure, amount, Style::bold(6.4, Token::Text).together(2));
        } else {
            let (label, room) = parts::cut(room, 4.2);
            let (figure, who) = parts::cut(room, 5.0);
            canvas.text(label, name, quiet(4.2));
            canvas.text(figure, amount, Style::bold(5.8, Token::Text).together(2));
            if won {
                canvas.text(parts::below(who, 0.7), winners, quiet(4.2).least(0.95));
            }
        }
    }
}

fn next_game(canvas: &mut Canvas, view: &View, panel: Rect) {
    let inner = canvas.tile(panel, 1.2, Token::Raised, (3.2, 1.6));
    let told = canvas.words;
    if tell::is_last(&view.board) {
        let words = Style::bold(size::REASON, Token::Text).centre().lines(2);
        canvas.text(inner, told.t("idle-last"), words);
        return;
    }
    let next = view.board.game.as_ref().map(|game| (game.game + 1).to_string());
    if let Some((next, opens)) = next.as_ref().zip(view.board.next_sale_utc_ms).filter(|_| !canvas.old) {
        let (left, right) = parts::split(inner, inner.width() * 0.5);
        let label = Style::medium(size::LABEL, Token::Text2);
        let (above, below) = parts::cut(left, 5.4);
        canvas.text(above, told.t("next-game"), label.clone().silent());
        let says = told.ta("next-game-says", &[("game", next)]);
        canvas.text(below, next, Style::bold(11.0, Token::Text).says(says));
        let (above, below) = parts::cut(right, 5.4);
        // Its hour, or that it is imminent.
        let soon = view.now_utc_ms.is_some_and(|now| now >= opens);
        let hour = tell::hour(opens, view.utc_offset_minutes);
        let (words, spoken) = if soon { (told.t("soon"), told.t("soon-says")) } else { (hour.clone(), hour) };
        let says = told.ta("next-sale-says", &[("when", &spoken)]);
        canvas.text(above, told.t("next-sale"), label.right().silent());
        canvas.text(below, words, Style::bold(11.0, Token::Text).least(0.5).right().says(says));
        return;
    }
    let (left, right) = parts::split(inner, inner.width() * 0.55);
    canvas.text(left, told.t("next-game"), Style::medium(5.6, Token::Text2));
    let (size, says) = match &next {
        Some(next) => (12.0, told.ta("next-game-says", &[("game", next)])),
        None => (size::REASON, told.t("shortly-says")),
    };
    let words = next.unwrap_or_else(|| told.t("shortly"));
    canvas.text(right, words, Style::bold(size, Token::Text).right().says(says));
}

/// No session: the hall's name and the hour.
pub fn closed(canvas: &mut Canvas, view: &View) -> Rect {
    let whole = view.shape.size();
    let all = Rect::from_min_size(egui::Pos2::ZERO, whole).shrink2(vec2(8.0, 6.0));
    let (upper, lower) = parts::cut(all, all.height() * 0.62);
    let (name, words) = parts::cut(upper, upper.height() * 0.72);
    canvas.text(name, view.board.hall.clone(), Style::bold(15.0, Token::Text).centre().lines(3));
    canvas.text(words, canvas.words.t("closed"), Style::medium(size::TITLE, Token::Text2).centre());
    let head =
        Rect::from_center_size(lower.center(), vec2(lower.width().min(100.0), lower.height().min(18.0)));
    clock(canvas, view, lower, Style::bold(16.0, Token::Text).centre());
    head
}
