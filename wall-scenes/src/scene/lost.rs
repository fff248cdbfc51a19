//! No connection: a stale board must not look current.

use egui::{Rect, pos2, vec2};
use hall_wire::link::Behind;
use hall_wire::sighting::Verdict;

use super::{Refused, View, parts, tell};
use crate::layout::{Canvas, Sign, Style, Token, size};

/// Marks the board as stale, with its time, in the head of the scene.
pub fn notice(canvas: &mut Canvas, head: Rect, view: &View) {
    let of = view.heard_utc_ms.map_or_else(String::new, |heard| {
        let hour = tell::hour_with_seconds(heard, view.utc_offset_minutes);
        canvas.words.ta("lost-since", &[("hour", &hour)])
    });
    said(canvas, head, &of);
}

/// A wall that has never received a board.
pub fn waiting(canvas: &mut Canvas) {
    let all = Rect::from_min_size(egui::Pos2::ZERO, canvas.shape.size());
    let wide = (all.width() - 16.0).min(120.0);
    said(canvas, Rect::from_center_size(all.center(), vec2(wide, 22.0)), "");
}

/// A server that goes back behind what this wall saw.
pub fn behind(canvas: &mut Canvas, behind: &Behind) {
    let told = canvas.words;
    let (ends, saw) = (told.count(behind.ends.head.seq), told.count(behind.saw.head.seq));
    let words = match behind.verdict {
        Verdict::Agrees | Verdict::Behind => told.ta("behind", &[("ends", &ends), ("saw", &saw)]),
        Verdict::Rewritten => told.ta("behind-rewritten", &[("saw", &saw)]),
        Verdict::OlderEpoch => {
            told.ta("behind-older", &[("ends", &behind.ends.epoch), ("saw", &behind.saw.epoch)])
        }
    };
    for_technicians(canvas, words);
}

/// A server that will not have this wall.
pub fn refused(canvas: &mut Canvas, why: Refused) {
    let words = canvas.words.t(match why {
        Refused::Revoked => "refused-revoked",
        Refused::Foreign => "refused-foreign",
        Refused::Expired => "refused-expired",
        Refused::Other => "refused-other",
    });
    for_technicians(canvas, words);
}

/// Small, at the foot: the hall reads that there is no connection.
fn for_technicians(canvas: &mut Canvas, words: String) {
    let old = std::mem::replace(&mut canvas.old, false);
    let all = canvas.shape.size();
    let wide = (all.x - 4.0).min(92.0);
    let foot = Rect::from_min_size(pos2(all.x - wide - 2.0, all.y - 7.0), vec2(wide, 5.4));
    let inner = canvas.tile(foot, 1.0, Token::Paper, (1.6, 0.4));
    canvas.text(inner, words, Style::medium(size::SMALLEST, Token::Ink));
    canvas.old = old;
}

fn said(canvas: &mut Canvas, head: Rect, of: &str) {
    let old = std::mem::replace(&mut canvas.old, false);
    let (title, listen, ink) = (canvas.words.t("lost"), canvas.words.t("lost-do"), Token::Ink);
    // Shortened where there is little room: the hour matters most.
    let rest = |wide: bool| match (of, wide) {
        ("", _) => listen.clone(),
        (of, true) => format!("{of} {listen}"),
        (of, false) => of.to_owned(),
    };
    canvas.panel(head, 1.2, Token::Paper);
    if head.height() < 12.0 {
        // One line, in place of a title.
        let inner = head.shrink2(vec2(2.0, 1.0));
        sign(canvas, pos2(inner.left() + 3.0, inner.center().y), 5.4);
        let words = inner.with_min_x(inner.left() + 8.0);
        let (left, right) = parts::split(words, words.width() * 0.37);
        canvas.text(left, title, Style::bold(6.6, ink));
        canvas.text(right, rest(head.width() > 130.0), Style::medium(size::LABEL, ink).right());
    } else if head.width() < 45.0 {
        // One below the other.
        let inner = head.shrink2(vec2(2.0, 1.6));
        let (upper, lower) = parts::cut(inner, inner.height() * 0.58);
        canvas.text(upper, title, Style::bold(6.6, ink).centre().lines(2));
        canvas.text(lower, rest(false), Style::medium(size::SMALLEST, ink).centre().lines(2));
    } else {
        // Room for the accent.
        let inner = Rect::from_min_max(head.min + vec2(3.4, 2.2), head.max - vec2(3.4, 1.0));
        sign(canvas, pos2(inner.left() + 4.4, inner.center().y), 9.6);
        let words = inner.with_min_x(inner.left() + 13.4);
        let (upper, lower) = parts::cut(words, words.height() * 0.53);
        let title_size = if head.height() < 15.0 { 6.6 } else { size::TITLE };
        canvas.text(upper, title, Style::bold(title_size, ink));
        canvas.text(lower, rest(head.width() > 95.0), Style::medium(size::LABEL, ink));
    }
    canvas.old = old;
}

fn sign(canvas: &mut Canvas, middle: egui::Pos2, side: f32) {
    canvas.sign(Sign::Lost, Rect::from_center_size(middle, vec2(side, side)), Token::Ink);
}
