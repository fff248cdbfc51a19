//! A stop: cards are checked in public.

use egui::{Rect, pos2, vec2};
use hall_wire::board::{Claim, Play, Scene, VerdictKind};

use super::grid::{Balls, Grid, Table};
use super::{Slot, View, draw, parts, tell};
use crate::layout::{Canvas, Sign, Style, Token, area, size};

/// Longest duration of the replay of the calls, in milliseconds.
const REPLAY_MS: u64 = 2_500;

/// Longest duration of a call in the replay, in milliseconds.
const CALL_MS: u64 = 60;

/// The last claimed card, its numbers in order of call, and the verdict.
pub fn check(canvas: &mut Canvas, view: &View) -> Rect {
    let won = happy(view).map(|(claim, _)| claim);
    let Some(claim) = won.or_else(|| shown(view)) else { return waiting(canvas, view) };
    let grid = Grid::titled(view.shape);
    if !canvas.old {
        let words = canvas.words;
        let (card, series) = (tell::card(words, claim.card.card), tell::series(words, &claim.card.series));
        let of = words.ta("check-of", &[("card", &card), ("series", &series)]);
        let title = match claim.play {
            Play::Line => "check-line",
            Play::Bingo => "check-bingo",
        };
        parts::title(canvas, grid.title, &words.t(title), &of);
    }
    let heard = heard(view, claim);
    card(canvas, view, claim, heard, grid.both);
    let instead =
        Balls { room: grid.camera.shrink2(vec2(0.0, grid.camera.height() * 0.14)), many: 10, in_row: 5 };
    draw::camera_or_balls(canvas, view, grid.camera, &instead);
    verdict(canvas, view, claim, heard, grid.low);
    grid.title
}

/// The card that has just won, and how long it is still shown before the question, even if the mesa accepts and asks
/// at once. By the desk's clock, so that a wall started meanwhile shows the same. Anything after the question ends
/// it.
pub fn happy(view: &View) -> Option<(&Claim, u64)> {
    if view.contact != super::Contact::Live || view.board.scene != Scene::Question {
        return None;
    }
    let (now, stop) = (view.now_utc_ms?, view.board.stop.as_ref()?);
    let (claim, at) = stop
        .claims
        .iter()
        .filter(|claim| claim.accepted == Some(true))
        .filter_map(|claim| Some((claim, claim.accepted_at_utc_ms?)))
        .max_by_key(|(_, at)| *at)?;
    let left = u64::try_from(at + HAPPY_MS - now).ok().filter(|left| *left > 0)?;
    // A clock that was set back must not prolong it.
    Some((claim, left.min(HAPPY_MS.unsigned_abs())))
}

/// How long a winning card is shown before the question, in milliseconds.
pub const HAPPY_MS: i64 = 4_000;

/// The claim to show: the first without a verdict, else the last.
fn shown(view: &View) -> Option<&Claim> {
    let claims = &view.board.stop.as_ref()?.claims;
    let waits = |claim: &&Claim| claim.verdict == VerdictKind::Good && claim.accepted.is_none();
    claims.iter().find(waits).or_else(|| claims.last())
}

/// A stop without a card yet: the board stays in view. After a power cut nothing says that somebody claimed
/// (DECISIONS 25).
fn waiting(canvas: &mut Canvas, view: &View) -> Rect {
    let table = Table::of(view.shape, view.camera != Slot::Off);
    let restart = view.board.stop.as_ref().is_some_and(|stop| stop.restart);
    let (title, then) =
        if restart { ("check-moment", "check-moment-then") } else { ("check-card", "check-card-then") };
    // Replaces the tile of the last ball: nothing is called now.
    let panel = table.question;
    let inner = canvas.tile(panel, 2.0, Token::Raised, (3.0, 3.0));
    let (words, below) = parts::cut(inner, inner.height() * 0.62);
    let large = if inner.width() < 36.0 { 5.6 } else { 8.2 };
    canvas.text(words, canvas.words.t(title), Style::bold(large, Token::Text).lines(3));
    canvas.text(below, canvas.words.t(then), Style::medium(large.min(5.6), Token::Text2).lines(3));
    draw::camera_or_balls(canvas, view, table.camera, &table.instead);
    draw::rest(canvas, view, &table, None);
    table.head
}

/// Calls replayed so far. The desk's verdict ends the replay.
fn heard(view: &View, claim: &Claim) -> usize {
    let all = view.board.announced.len();
    if claim.accepted.is_some() || view.contact != super::Contact::Live {
        return all;
    }
    let done = view.memo.claim_ms / step_ms(all);
    usize::try_from(done).unwrap_or(all).min(all)
}

fn step_ms(calls: usize) -> u64 {
    CALL_MS.min(REPLAY_MS / u64::try_from(calls.max(1)).expect("ninety at most")).max(1)
}

/// Milliseconds until the replay lights the next number.
pub fn replay_step_ms(view: &View) -> Option<u64> {
    let all = view.board.announced.len();
    let step = step_ms(all);
    (heard(view, shown(view)?) < all).then(|| step - view.memo.claim_ms % step)
}

/// The card: called numbers are lit, the others framed; when all have been gone through, the ball that completed a good
/// card is ringed, whatever was called after it.
fn card(canvas: &mut Canvas, view: &View, claim: &Claim, heard: usize, room: Rect) {
    let Some(grid) = claim.grid else {
        canvas.panel(room, 1.2, Token::Surface);
        return parts::nothing(canvas, room, "check-no-card");
    };
    let (gap, between) = (0.7, 2.0);
    let inner = room.shrink2(vec2(1.5, 0.0));
    let wide = (inner.width() - 8.0 * gap) / 9.0;
    let high = ((inner.height() - 2.0 * between) / 3.0).min(wide * 1.6);
    let top = inner.center().y - (3.0 * high + 2.0 * between) / 2.0;
    let figure = (0.92 * high).min(0.9 * wide / 1.08).min(size::CARD * 1.4);
    let called = &view.board.announced[..heard];
    let over = heard == view.board.announced.len();
    let place = claim.completed_at.filter(|_| over).map(usize::from);
    let completed_by = place.and_then(|place| view.board.announced.get(place.checked_sub(1)?));
    let sold = !matches!(claim.verdict, VerdictKind::NotSold | VerdictKind::Returned);
    let row_top = |row: u8| top + f32::from(row) * (high + between);
    winning_frame(canvas, claim, inner, |row| area(inner.left(), row_top(row), inner.width(), high));
    for (row, cells) in (0u8..).zip(grid) {
        for (column, number) in (0u8..).zip(cells) {
            let cell = area(inner.left() + f32::from(column) * (wide + gap), row_top(row), wide, high);
            let lit = sold && called.contains(&number);
            if number == 0 {
                if !canvas.old {
                    canvas.panel(cell, 0.7, Token::Surface);
                }
            } else if over && claim.missing.contains(&number) {
                canvas.panel(cell, 0.7, Token::No);
                canvas.frame(cell, 0.7, 0.6, Token::Text);
                canvas.figure(cell, number, figure, Token::Text);
            } else if lit && completed_by == Some(&number) {
                parts::ringed(canvas, cell, number, figure * 0.94);
            } else if lit {
                canvas.panel(cell, 0.7, Token::Lamp);
                canvas.figure(cell, number, figure, Token::Ink);
            } else {
                canvas.frame(cell, 0.7, 0.25, Token::Rule);
                let quiet = if canvas.old { Token::Dim } else { Token::Text2 };
                canvas.figure(cell, number, figure, quiet);
            }
        }
    }
    let numbers = grid.into_iter().flatten().filter(|number| *number != 0);
    let (lit, unlit): (Vec<u8>, Vec<u8>) = numbers.partition(|number| sold && called.contains(number));
    let (called, uncalled) = (tell::numbers(&lit), tell::numbers(&unlit));
    canvas.aloud(room, canvas.words.ta("check-says", &[("called", &called), ("uncalled", &uncalled)]));
}

/// Frames what won: the row, or the whole card.
fn winning_frame(canvas: &mut Canvas, claim: &Claim, card: Rect, row: impl Fn(u8) -> Rect) {
    if claim.verdict != VerdictKind::Good || claim.accepted != Some(true) {
        return;
    }
    let framed = match claim.play {
        Play::Line => u8::try_from(claim.rows.trailing_zeros()).ok().filter(|row| *row < 3).map(row),
        Play::Bingo => Some(Rect::from_min_max(row(0).min, pos2(card.right(), row(2).bottom()))),
    };
    if let Some(framed) = framed {
        canvas.frame(framed.expand(1.5), 1.8, 1.0, Token::Ok);
    }
}

fn verdict(canvas: &mut Canvas, view: &View, claim: &Claim, heard: usize, panel: Rect) {
    let (all, words) = (view.board.announced.len(), canvas.words);
    let running = heard < all;
    let (head, body) = if running {
        (words.t("check-runs"), words.ta("check-runs-so-far", &[("heard", &heard), ("all", &all)]))
    } else {
        (words.said(&claim.hall_head).to_owned(), words.said(&claim.hall_body).to_owned())
    };
    let (fill, ink, sign) = match (claim.verdict, claim.accepted) {
        _ if running => (Token::Raised, Token::Text, None),
        (VerdictKind::Good, None) => (Token::Raised, Token::Text, None),
        (VerdictKind::Good, Some(true)) => (Token::Ok, Token::Ink, Some(Sign::Tick)),
        (VerdictKind::Good, Some(false)) => (Token::Calm, Token::Text, Some(Sign::Pause)),
        _ => (Token::No, Token::Text, Some(Sign::Cross)),
    };
    let whole = canvas.tile(panel, 2.0, fill, (3.4, 2.4));
    let mut inner = whole;
    if let Some(sign) = sign {
        let side = 8.2;
        let middle = pos2(inner.left() + side / 2.0 + 0.4, inner.top() + inner.height() * 0.28);
        canvas.sign(sign, Rect::from_center_size(middle, vec2(side, side)), ink);
        inner.min.x += side + 3.4;
    }
    // A text that would have to shrink far gets two lines.
    let letters = f32::from(u8::try_from(head.chars().count()).unwrap_or(u8::MAX));
    let long = letters * 4.5 > inner.width();
    let narrow = panel.width() < 80.0;
    let (top, mut below) = parts::cut(inner, inner.height() * if long && !narrow { 0.66 } else { 0.54 });
    let set = match (long, narrow) {
        (false, _) => Style::bold(size::VERDICT, ink),
        (true, false) => Style::bold(8.6, ink).lines(2),
        (true, true) => Style::bold(6.8, ink).lines(2),
    };
    canvas.text(top, head, set);
    if narrow {
        below = whole.with_min_y(below.top() + 1.0);
    }
    let lines = body.lines().count();
    let body_size = if narrow { 4.4 } else { 5.4 };
    canvas.text(below, body, Style::medium(body_size, ink).lines(lines));
}
